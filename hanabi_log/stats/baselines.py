"""What a setup usually gives: the baseline of a ruleset and a number of players.

A cell with few games borrows from its ruleset, and a ruleset with few games from the
club, so that a setup that was tried once is not judged by that one evening.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hanabi_log.stats.aggregates import Cell, Sums, Tables, scale, tables_of
from hanabi_log.stats.counting import Mode, valued
from hanabi_log.stats.plays import Play

K = 8
"""How many games of the next wider level a mean is blended with."""
SHOWN_FROM = 5


@dataclass(frozen=True, slots=True)
class Baseline:
    """The baseline m of a ruleset and a number of players over n games, scale of 25."""

    ruleset: str
    seats: int
    n: int
    mean: float
    m: float

    @property
    def shown(self) -> bool:
        """Whether the cell has games enough (5) for its baseline to be printed."""
        return self.n >= SHOWN_FROM


@dataclass(frozen=True, slots=True)
class Baselines:
    """The baselines of a club: of its cells, of its rulesets, and its mean over n games."""

    club: float | None
    n: int
    rulesets: Mapping[str, float]
    cells: Mapping[tuple[str, int], Baseline]

    def of(self, ruleset: str, seats: int) -> float | None:
        """What to expect of a setup, of its ruleset or the club where it is new; else None."""
        cell = self.cells.get((ruleset, seats))
        return cell.m if cell else self.rulesets.get(ruleset, self.club)


def baselines(plays: Sequence[Play] | Tables, mode: Mode = "points") -> Baselines:
    """m(r, n) = (Σy + 8·m_r)/(N + 8), where m_r = (Σy + 8·m)/(N + 8) and m is the club's mean."""
    by_cell: defaultdict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
    by_ruleset: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for cell, sums in tables_of(plays).cells.items():
        n, total = sums.numbers(mode)
        if n:
            pair = (n, scale(cell, total))
            by_cell[cell.ruleset, cell.seats].append(pair)
            by_ruleset[cell.ruleset].append(pair)
    games, points = _sum(pair for pairs in by_ruleset.values() for pair in pairs)
    if games == 0:
        return Baselines(None, 0, {}, {})
    club = points / games
    rulesets = {name: blend(*_sum(pairs), club) for name, pairs in sorted(by_ruleset.items())}
    cells = {}
    for (ruleset, seats), pairs in sorted(by_cell.items()):
        count, value = _sum(pairs)
        m = blend(count, value, rulesets[ruleset])
        cells[ruleset, seats] = Baseline(ruleset, seats, count, value / count, m)
    return Baselines(club, games, rulesets, cells)


def residuals(
    plays: Iterable[Play], expected: Baselines, mode: Mode = "points"
) -> tuple[tuple[Play, float], ...]:
    """Each game that enters a mean with y − m, in points of the scale of 25."""
    found = []
    for play, value in valued(plays, mode):
        m = expected.of(play.ruleset, play.seats)
        if m is not None:
            found.append((play, value - m))
    return tuple(found)


def blend(n: int, total: float, wider: float, k: float = K) -> float:
    """A mean of n games pulled towards a wider one: (total + k·wider)/(n + k)."""
    return (total + k * wider) / (n + k)


def above(
    rows: Mapping[Cell, Sums], expected: Baselines, mode: Mode = "points"
) -> tuple[int, float]:
    """How many games of some cells enter a mean, and the sum of their residuals Σ(y − m)."""
    games, residuals = 0, []
    for cell, sums in rows.items():
        n, total = sums.numbers(mode)
        m = expected.of(cell.ruleset, cell.seats)
        if n and m is not None:
            games += n
            residuals += [scale(cell, total), -n * m]
    return games, math.fsum(residuals)


def _sum(pairs: Iterable[tuple[int, float]]) -> tuple[int, float]:
    pairs = list(pairs)
    return sum(n for n, _total in pairs), math.fsum(total for _n, total in pairs)
