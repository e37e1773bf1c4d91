"""Matches of Hoola King as they may be shown: under published names, hidden people as guests.

The rounds are renamed before any page is made, so that no reason for a payment can name
somebody who is not to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from hanabi_log.games.hoola.matches import Match
from hanabi_log.hoola_records import HoolaMatch, distinct
from hanabi_log.i18n import _
from hanabi_log.records import Group
from hanabi_log.site.people import Name, People, Slugs, script_of

START = "hoola/index.html"


@dataclass(frozen=True)
class ShownMatch:
    """A match as published: `match` speaks of published names, `names` has those with links,
    `ids` the people who may be shown, None for bots and guests."""

    record: HoolaMatch
    match: Match
    names: tuple[Name, ...]
    ids: tuple[str | None, ...]
    slug: str

    @property
    def path(self) -> str:
        """The file of the match, below the root of a language."""
        return f"hoola/{self.slug}.html"

    @property
    def href(self) -> str:
        """The link to the match."""
        return quote(self.path)

    @property
    def group(self) -> Group | None:
        """The group that met."""
        return self.record.group

    def name(self, label: str) -> Name:
        """The published name of a seat with its link."""
        return self.names[self.match.players.index(label)]


def _guest(guests: int, before: int) -> str:
    """What a guest of a match is called: numbered when there are several."""
    return _("guest") if guests == 1 else _("Guest {n}").format(n=before + 1)


def shown_matches(records: Sequence[HoolaMatch], people: People) -> tuple[ShownMatch, ...]:
    """The matches as they may be shown, oldest first, in the language in use."""
    slugs = Slugs("match")
    made = []
    for record in sorted(records, key=lambda record: record.order):
        shown = [people.seat(seat.player) for seat in record.seats]
        guests = [not one and not seat.bot for one, seat in zip(shown, record.seats, strict=True)]
        labels = distinct(
            one.text
            if one
            else seat.label
            if seat.bot
            else _guest(sum(guests), sum(guests[:place]))
            for place, (one, seat) in enumerate(zip(shown, record.seats, strict=True))
        )
        renamed = record.match.renamed(dict(zip(record.match.players, labels, strict=True)))
        made.append(
            ShownMatch(
                record=record,
                match=renamed,
                names=tuple(
                    one.name if one else Name(label, "", script_of(label))
                    for one, label in zip(shown, labels, strict=True)
                ),
                ids=tuple(one.id if one else None for one in shown),
                slug=slugs.take(record.date or "undated"),
            )
        )
    return tuple(made)
