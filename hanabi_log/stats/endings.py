"""How games end, apart from who sat there and when, and what endings bring into figures.

There are few endings and many games, so figures look at each ending once and count the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.stats.counting import MODES, Mode, number_of, tells_outcome, tells_win
from hanabi_log.stats.packed import Facts
from hanabi_log.stats.plays import Play, counted_play

EndingKey = tuple[str, int, int | None, int | None, int | None, Outcome | None, bool]
"""Ruleset, number of players, maximum, points, score, outcome, and whether one wins or loses."""


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a counted game ended, apart from who sat there and when, and what that brings.

    `numbers` are the points or the score that it brings into a mean under each score mode,
    of `max_score`; None where it enters none. Made by `ending_of` only, which makes one
    object for each ending, so that tables may compare endings by identity: they are looked
    up many times for every game.
    """

    key: EndingKey
    ruleset: str
    seats: int
    max_score: int | None
    numbers: Mapping[Mode, int | None]
    told: bool
    perfect: bool
    struck_out: bool
    decided: bool
    won: bool

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, where that is known."""
        return self.key[5]

    def __reduce__(self) -> tuple[Callable[[EndingKey], Ending], tuple[EndingKey]]:
        return _known_ending, (self.key,)


Tally = Mapping[Ending, int]
"""How often each ending occurred."""


class Sums(NamedTuple):
    """Counts of some games: `told` are those with a known outcome, of them `perfect` and
    `struck_out`; `decided` are win-or-lose games with a known outcome, of them `won`.
    """

    games: int
    told: int
    perfect: int
    struck_out: int
    decided: int
    won: int


_endings: dict[EndingKey, Ending] = {}


def ending_of(game: Play | Facts) -> Ending:
    """The ending of a counted game, or of all with these facts; equal endings are one object."""
    return _known_ending(
        (
            game.ruleset,
            game.seats,
            game.max_score,
            game.points,
            game.score,
            game.outcome,
            game.win_or_lose,
        )
    )


def _known_ending(key: EndingKey) -> Ending:
    return _endings.get(key) or _endings.setdefault(key, _new_ending(key))


def _new_ending(key: EndingKey) -> Ending:
    play = counted_play(*key)
    told, decided = tells_outcome(play), tells_win(play)
    return Ending(
        key=key,
        ruleset=play.ruleset,
        seats=play.seats,
        max_score=play.max_score,
        numbers={mode: number_of(play, mode) for mode in MODES},
        told=told,
        perfect=told and play.outcome == "perfect",
        struck_out=told and play.outcome == "struck_out",
        decided=decided,
        won=decided and play.outcome == "perfect",
    )


def sums_of(tally: Tally) -> Sums:
    """The counts of a tally."""
    games = told = perfect = struck_out = decided = won = 0
    for ending, count in tally.items():
        games += count
        told += ending.told * count
        perfect += ending.perfect * count
        struck_out += ending.struck_out * count
        decided += ending.decided * count
        won += ending.won * count
    return Sums(games, told, perfect, struck_out, decided, won)


def numbers_of(tally: Tally, mode: Mode = "points") -> tuple[int, float]:
    """How many games of a tally enter a mean, and the sum of their values on the scale of 25.

    Points are added as whole numbers, those of each maximum by themselves.
    """
    n, points = 0, dict[int, int]()
    for ending, count in tally.items():
        number, most = ending.numbers[mode], ending.max_score
        if number is not None and most:
            n += count
            points[most] = points.get(most, 0) + count * number
    total = 0.0
    for most in sorted(points):
        total += 25 * points[most] / most
    return n, total
