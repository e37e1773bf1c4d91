"""What a site is made from: the club's log as one frozen value.

Whoever loads the log hands it over in this form, so that the site knows nothing of
storage, and two equal clubs give two equal sites. The games of a large log stay where they
are: figures have them packed, and whole ones are fetched when they are drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from functools import cached_property
from typing import overload

from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.records import Game, Group, Player, Visibility
from hanabi_log.stats.packed import Packed, pack
from hanabi_log.stats.plays import play_of

Seats = tuple[str | None, ...]
"""Who sat where, by id; None for a guest."""

BATCH = 500
"""How many games are fetched at a time where all of them are asked for."""


class Shelf(Sequence[Game]):
    """Games that lie elsewhere, oldest first, and are fetched when somebody looks at them.

    `plays` are the same games as figures see them. A shelf works in a forked process too.
    """

    plays: Packed

    @abstractmethod
    def at(self, places: Sequence[int]) -> Sequence[Game]:
        """The games at some places, fetched in one go, in the order of the places."""

    @abstractmethod
    def seats(self, places: Sequence[int]) -> Sequence[Seats]:
        """The seats of the games at some places: what drawing a game asks beyond its play."""

    def __len__(self) -> int:
        return len(self.plays)

    @overload
    def __getitem__(self, place: int) -> Game: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Game]: ...
    def __getitem__(self, place: int | slice) -> Game | Sequence[Game]:
        if isinstance(place, slice):
            return self.at(range(len(self))[place])
        return self.at([range(len(self))[place]])[0]

    def __iter__(self) -> Iterator[Game]:
        for start in range(0, len(self), BATCH):
            yield from self[start : start + BATCH]


class AtHand(Shelf):
    """Games that are all there."""

    def __init__(self, games: Sequence[Game], rulesets: Mapping[str, Ruleset]) -> None:
        self.games = games
        plays = (play_of(game, rulesets[game.digest]) for game in games)
        self.plays = pack(plays, [game.digest for game in games])

    def at(self, places: Sequence[int]) -> Sequence[Game]:
        """The games at some places."""
        return [self.games[place] for place in places]

    def seats(self, places: Sequence[int]) -> Sequence[Seats]:
        """The seats of the games at some places."""
        return [
            tuple([player.id if player else None for player in self.games[place].seats])
            for place in places
        ]


@dataclass(frozen=True)
class Club:
    """A club and everything it has logged.

    `games` come oldest first (`Game.order`). `rulesets` maps the digest of each game to
    the definition that was in force. People without a visibility of their own follow
    `default_visibility`. `seasons` maps names to a first and a last date. `today` is a
    civil date (`2026-11-30`) or None, never the clock. `day_starts` is the hour from which
    on a game belongs to the new day. `hoola` are the matches of Hoola King.

    `mark` is a word for this state of the log. `touched` has date and group's id of the
    sessions of which a game has changed since the state that `since` stands for; None where
    nobody can tell.
    """

    name: str
    games: Sequence[Game] = ()
    players: tuple[Player, ...] = ()
    groups: tuple[Group, ...] = ()
    rulesets: Mapping[str, Ruleset] = field(default_factory=dict)
    default_visibility: Visibility = "full"
    seasons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    today: str | None = None
    day_starts: time = time(5)
    hoola: tuple[HoolaMatch, ...] = ()
    mark: str = ""
    since: str = ""
    touched: frozenset[tuple[str | None, str | None]] | None = None

    @cached_property
    def tables(self) -> Mapping[str, Group]:
        """The groups by id, also those that only games speak of."""
        there = () if isinstance(self.games, Shelf) else self.games
        return {
            **{game.group.id: game.group for game in there if game.group},
            **{group.id: group for group in self.groups},
        }

    @cached_property
    def shelf(self) -> Shelf:
        """The games with their plays."""
        return self.games if isinstance(self.games, Shelf) else AtHand(self.games, self.rulesets)
