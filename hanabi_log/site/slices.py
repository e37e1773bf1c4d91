"""Parts of a log that get boards of their own: a ruleset, a number of players, a season.

A part is made from the tables of all games, so the log is not read again for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.people import Slugs
from hanabi_log.stats.aggregates import Tables, Takes, Unit
from hanabi_log.stats.endings import Ending

Kind = Literal["all", "ruleset", "players", "season"]

MOST_RULESETS = 8
FEWEST_GAMES = 8
"""A part with fewer games has no boards."""


@dataclass(frozen=True)
class Slice:
    """A part of the log: what it goes by, its name as published, its file, and its tables."""

    kind: Kind
    name: str
    path: str
    sums: Tables

    @property
    def href(self) -> str:
        """The link to its boards."""
        return quote(self.path)


def whole(sums: Tables) -> Slice:
    """All games."""
    return Slice("all", "", "leaderboard.html", sums)


def slices(sums: Tables, seasons: Mapping[str, tuple[str, str]]) -> tuple[Slice, ...]:
    """Rulesets with most games first, numbers of players, and seasons, the latest first.

    Parts that hold every game, or hardly any, are left out: there is nothing to choose.
    """
    found: list[Slice] = []
    slugs = Slugs("season")
    games = Counter[str]()
    seats = Counter[int]()
    for ending, count in sums.endings.items():
        games[ending.ruleset] += count
        seats[ending.seats] += count
    for ruleset in sorted(games, key=lambda name: (-games[name], name))[:MOST_RULESETS]:
        found.append(_slice("ruleset", ruleset, slugs, sums.part(_by_ruleset(ruleset))))
    for count in sorted(seats):
        if count:
            found.append(_slice("players", str(count), slugs, sums.part(_by_seats(count))))
    for name, (first, last) in sorted(
        seasons.items(), key=lambda season: (season[1], season[0]), reverse=True
    ):
        found.append(_slice("season", name, slugs, sums.part(unit=_by_date(first, last))))
    return tuple(
        part
        for part in found
        if FEWEST_GAMES <= part.sums.games < sums.games
        or (part.kind == "season" and part.sums.games)
    )


def title_of(part: Slice) -> str:
    """What a part is called in a heading."""
    if part.kind == "players":
        return words.players(int(part.name))
    if part.kind == "season":
        return _("Season {name}").format(name=part.name)
    return part.name


def _slice(kind: Kind, name: str, slugs: Slugs, sums: Tables) -> Slice:
    return Slice(kind, name, f"leaderboard/{slugs.take(f'{kind}-{name}')}.html", sums)


def _by_ruleset(ruleset: str) -> Takes[Ending]:
    return lambda ending: ending.ruleset == ruleset


def _by_seats(seats: int) -> Takes[Ending]:
    return lambda ending: ending.seats == seats


def _by_date(first: str, last: str) -> Takes[Unit]:
    return lambda unit: unit[1] is not None and first <= unit[1] <= last
