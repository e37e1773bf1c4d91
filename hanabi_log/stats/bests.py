"""Records: the best result of every ruleset and number of players.

Records go by the official score unless asked otherwise, so that a struck-out table does
not hold one, and a result of nothing never does. Results that are equal share it, the
earliest first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanabi_log.stats.counting import Mode, number_of
from hanabi_log.stats.packed import Facts, pack
from hanabi_log.stats.plays import Play


class Cell(NamedTuple):
    """What results are compared within: a ruleset, a number of players, and the maximum."""

    ruleset: str
    seats: int
    max_score: int | None


@dataclass(frozen=True, slots=True)
class Best:
    """The best number of a cell, above 0, and the games that reached it, of `n` games in all."""

    cell: Cell
    value: int
    plays: tuple[Play, ...]
    n: int


@dataclass(frozen=True, slots=True)
class Step:
    """A game that raised the record of its cell; `before` is None for the first record."""

    play: Play
    value: int
    before: int | None


def bests(plays: Sequence[Play], mode: Mode = "official") -> tuple[Best, ...]:
    """The records, by ruleset and number of players; games come in the order of play."""
    packed = pack(plays)
    best: dict[Cell, int] = {}
    games: Counter[Cell] = Counter()
    for facts, count in packed.tally():
        if (found := _numbered(facts, mode)) is not None:
            cell, number = found
            games[cell] += count
            best[cell] = max(number, best.get(cell, number))
    highest: frozenset[object] = frozenset(best.items())
    holds = packed.found(lambda facts: _numbered(facts, mode) in highest)
    holders: defaultdict[Cell, list[Play]] = defaultdict(list)
    for place, number in enumerate(packed.fact):
        if holds[number]:
            play = packed[place]
            holders[_cell(play)].append(play)
    return tuple(
        Best(cell, best[cell], tuple(holders[cell]), games[cell])
        for cell in sorted(best, key=_by_name)
        if best[cell] > 0
    )


def timeline(plays: Sequence[Play], mode: Mode = "official") -> tuple[Step, ...]:
    """Every game that raised a record, in the order of play."""
    packed = pack(plays)
    best: dict[Cell, int] = {}
    steps = []
    for place, found in enumerate(packed.of_facts(_numbered, mode)):
        if found is not None:
            cell, number = found
            before = best.get(cell)
            if number > (before or 0):
                best[cell] = number
                steps.append(Step(packed[place], number, before))
    return tuple(steps)


def _numbered(facts: Facts, mode: Mode) -> tuple[Cell, int] | None:
    number = number_of(facts, mode)
    return None if number is None else (_cell(facts), number)


def _cell(play: Play | Facts) -> Cell:
    return Cell(play.ruleset, play.seats, play.max_score)


def _by_name(cell: Cell) -> tuple[str, int, int]:
    return cell.ruleset, cell.seats, cell.max_score or 0
