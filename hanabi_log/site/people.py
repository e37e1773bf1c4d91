"""Who may be seen, and under which name and address.

Hidden people become guests before any page is made, so that no template can show them.
Everybody else has a published name and a slug that is safe as a file name and in a link,
whatever the name is made of.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import quote

from hanabi_log.names import DEVICES
from hanabi_log.records import Game, Player, Visibility
from hanabi_log.site.club import Club
from hanabi_log.visibility import effective_visibility

SLUG_LENGTH = 40
"""The most characters of a slug, before a number that tells equal ones apart."""

_RESERVED = DEVICES | {"index"}


class Name(NamedTuple):
    """A name as a page shows it; `href` is relative to the root of the language, or empty."""

    text: str
    href: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A person as published: the slug of the page, and the name with a link to it."""

    id: str
    slug: str
    name: Name
    retired: bool = False

    @property
    def text(self) -> str:
        """The name alone."""
        return self.name.text


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who may be shown, by id, and the names that must not appear anywhere."""

    shown: Mapping[str, Shown]
    withheld: frozenset[str]

    def seat(self, player: Player | None) -> Shown | None:
        """The person at a seat as published; None for a guest or a hidden person."""
        return None if player is None else self.shown.get(player.id)


def publish(club: Club) -> People:
    """The people of a club as they may be shown.

    `visibility` has the rule of who may be seen. An alias that was never chosen, like
    initials of a name without letters, leaves nothing to show: the person is hidden.
    Equal published names are told apart by a number, in the order of the people's ids.
    """
    tables = _tables_by_person(club)
    shown: dict[str, Shown] = {}
    withheld: set[str] = set()
    names: dict[str, int] = {}
    slugs = Slugs("person")
    for player in sorted(club.players, key=lambda player: player.id):
        visibility = effective_visibility(
            player.visibility, tables.get(player.id, ()), club.default_visibility
        )
        text = published_name(player, visibility)
        if text != player.name:
            withheld.add(fold(player.name))
        if text is None:
            continue
        count = names[fold(text)] = names.get(fold(text), 0) + 1
        if count > 1:
            text = f"{text} ({count})"
        slug = slugs.take(text)
        name = Name(text, f"people/{quote(slug)}.html", script_of(text))
        shown[player.id] = Shown(player.id, slug, name, player.retired)
    return People(shown, frozenset(withheld))


def published_name(player: Player, visibility: Visibility) -> str | None:
    """The name that a visibility lets through; None when nothing may be shown."""
    if visibility == "full":
        return player.name.strip() or None
    if visibility == "alias":
        return (player.alias or "").strip() or None
    if visibility == "initials":
        return initials(player.name)
    return None


def initials(name: str) -> str | None:
    """The first letter of each part of a name: `Ana Petrović` → `A. P.`, `김서연` → `김.`."""
    first = [
        next((letter for letter in part if letter.isalnum()), "") for part in name.split() if part
    ]
    found = [f"{letter.upper()}." for letter in first if letter][:4]
    return " ".join(found) or None


def without_hidden(games: Iterable[Game], people: People) -> tuple[Game, ...]:
    """The games with every hidden person's seat given to a guest, and without notes."""
    made = []
    for game in games:
        seats = tuple(
            player if player is not None and player.id in people.shown else None
            for player in game.seats
        )
        if seats != game.seats or game.note is not None or game.place is not None:
            game = replace(game, seats=seats, note=None, place=None)
        made.append(game)
    return tuple(made)


class Slugs:
    """Hands out slugs, none of them twice; `empty` serves names that leave nothing."""

    def __init__(self, empty: str) -> None:
        self.empty = empty
        self.taken: dict[str, int] = {}

    def take(self, name: str) -> str:
        """A slug for a name, with a number behind it when it is taken already."""
        base = slug_of(name) or self.empty
        count = self.taken.get(base, 0) + 1
        slug = base if count == 1 else f"{base}-{count}"
        while slug in self.taken:
            count += 1
            slug = f"{base}-{count}"
        self.taken[base] = count
        self.taken.setdefault(slug, 1)
        return slug


def slug_of(name: str) -> str:
    """Letters and digits of any script in lower case, joined by hyphens; may be empty.

    Nothing else is left: no separators of paths, dots, marks of direction, or control
    characters. Names that Windows keeps for devices get a hyphen at the end.
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    words: list[str] = []
    word = ""
    for letter in text:
        if letter.isalnum() or (word and unicodedata.category(letter) in ("Mn", "Mc")):
            word += letter
        elif word:
            words.append(word)
            word = ""
    words.append(word)
    joined = unicodedata.normalize("NFC", "-".join(part for part in words if part))
    slug = joined[:SLUG_LENGTH].strip("-")
    return f"{slug}-" if slug in _RESERVED else slug


def fold(name: str) -> str:
    """A name as it is compared: one form, one case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def script_of(text: str) -> str:
    """`ko` for a name with Hangul in it, else empty: what a reader's voice needs to know."""
    return "ko" if any("가" <= letter <= "힣" for letter in text) else ""


def _tables_by_person(club: Club) -> dict[str, list[Visibility | None]]:
    """What each group asks for at whose table a person sat; None where nothing is asked."""
    found: dict[str, dict[str | None, Visibility | None]] = {}
    plays = club.shelf.plays
    groups = [evening.group for evening in plays.shared.evenings]
    met = {
        (groups[evening], table) for evening, table in zip(plays.evening, plays.table, strict=True)
    }
    for group, table in met:
        for person in plays.shared.tables[table]:
            found.setdefault(person, {})[group] = club.tables[group].visibility if group else None
    for match in club.hoola:
        for seat in match.seats:
            if seat.player is not None:
                asked = found.setdefault(seat.player.id, {})
                group, wish = None, None
                if match.group:
                    group, wish = match.group.id, match.group.visibility
                asked[group] = wish
    return {person: list(asked.values()) for person, asked in found.items()}
