"""The games as anybody may read them: what `export --public` writes.

Hidden people are guests, everybody else has the name that they are published under. Notes,
places, sources and the reasons why games are left out stay at home.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hanabi_log.records import Game, Player
from hanabi_log.site.club import Club
from hanabi_log.site.people import People, publish, without_hidden

LEFT_OUT = "left out"
"""Stands for the reason, so that such a game stays out of the figures."""


def public_games(club: Club, games: Iterable[Game]) -> tuple[Game, ...]:
    """Some games of a club without anything that may not be published.

    All the club's games decide who may be seen, whichever of them are wanted.
    """
    people = publish(club)
    return tuple(
        replace(
            game,
            seats=tuple(_named(player, people) for player in game.seats),
            excluded=None if game.excluded is None else LEFT_OUT,
            source=None,
        )
        for game in without_hidden(games, people)
    )


def _named(player: Player | None, people: People) -> Player | None:
    shown = people.seat(player)
    return replace(player, name=shown.text) if player and shown else None
