"""The games as anybody may read them: what `export --public` writes.

Hidden people are guests, everybody else has the name that they are published under. Notes,
places, sources and the reasons why games are left out stay at home.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hanabi_log.errors import InvalidInput
from hanabi_log.i18n import _
from hanabi_log.records import Game, Player
from hanabi_log.site.club import Club
from hanabi_log.site.people import People, publish, without_hidden
from hanabi_log.site.privacy import clashes

LEFT_OUT = "left out"
"""Stands for the reason, so that such a game stays out of the figures."""


def public_games(club: Club, games: Iterable[Game]) -> tuple[Game, ...]:
    """Some games of a club without anything that may not be published.

    All the club's games decide who may be seen, whichever of them are wanted. Raises
    InvalidInput, as a build does, where a withheld name would be shown as something else.
    """
    people = publish(club)
    made = tuple(
        replace(
            game,
            seats=tuple(_named(player, people) for player in game.seats),
            excluded=None if game.excluded is None else LEFT_OUT,
            source=None,
        )
        for game in without_hidden(games, people)
    )
    if found := clashes(_texts(club, made), people.withheld):
        raise InvalidInput(
            _("Nothing was written: a name that may not be shown would be in the file"), found
        )
    return made


def _texts(club: Club, games: Iterable[Game]) -> Iterator[str]:
    """What people have named in some games: themselves, their club and groups, tags, rules."""
    yield club.name
    for game in games:
        yield from (player.name for player in game.players)
        yield from game.tags
        if game.group:
            yield game.group.name
    for digest in sorted({game.digest for game in games}):
        if rules := club.rulesets.get(digest):
            yield from (rules.spec, *(rules.title or {}).values())
            yield from (suit.name for suit in rules.suits)


def _named(player: Player | None, people: People) -> Player | None:
    shown = people.seat(player)
    return replace(player, name=shown.text) if player and shown else None
