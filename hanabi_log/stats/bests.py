"""Records: the best result of every ruleset and number of players.

Records go by the official score unless asked otherwise, so that a struck-out table does
not hold one. Results that are equal share it, the earliest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanabi_log.stats.counting import Mode, number_of
from hanabi_log.stats.plays import Play


class Cell(NamedTuple):
    """What results are compared within: a ruleset, a number of players, and the maximum."""

    ruleset: str
    seats: int
    max_score: int | None


@dataclass(frozen=True, slots=True)
class Best:
    """The best number of a cell and the games that reached it, of `n` games in all."""

    cell: Cell
    value: int
    plays: tuple[Play, ...]
    n: int


@dataclass(frozen=True, slots=True)
class Step:
    """A game that raised the record of its cell; `before` is None for the first game."""

    play: Play
    value: int
    before: int | None


def bests(plays: Sequence[Play], mode: Mode = "official") -> tuple[Best, ...]:
    """The records, by ruleset and number of players; games come in the order of play."""
    best: dict[Cell, int] = {}
    holders: dict[Cell, list[Play]] = {}
    games: dict[Cell, int] = {}
    for play, cell, number in _numbered(plays, mode):
        games[cell] = games.get(cell, 0) + 1
        if cell not in best or number > best[cell]:
            best[cell], holders[cell] = number, [play]
        elif number == best[cell]:
            holders[cell].append(play)
    return tuple(
        Best(cell, best[cell], tuple(holders[cell]), games[cell])
        for cell in sorted(best, key=_by_name)
    )


def timeline(plays: Sequence[Play], mode: Mode = "official") -> tuple[Step, ...]:
    """Every game that raised a record, in the order of play."""
    best: dict[Cell, int] = {}
    steps = []
    for play, cell, number in _numbered(plays, mode):
        before = best.get(cell)
        if before is None or number > before:
            best[cell] = number
            steps.append(Step(play, number, before))
    return tuple(steps)


def _numbered(plays: Sequence[Play], mode: Mode) -> Iterator[tuple[Play, Cell, int]]:
    for play in plays:
        number = number_of(play, mode)
        if number is not None:
            yield play, Cell(play.ruleset, play.seats, play.max_score), number


def _by_name(cell: Cell) -> tuple[str, int, int]:
    return cell.ruleset, cell.seats, cell.max_score or 0
