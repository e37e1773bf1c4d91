"""What a setup usually gives: the baseline of a ruleset and a number of players.

A setup with few games borrows from its ruleset, and a ruleset with few games from the
club, so that a setup that was tried once is not judged by that one evening.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.counting import Mode, value_of
from hanabi_log.stats.endings import numbers_of
from hanabi_log.stats.packed import Facts, pack
from hanabi_log.stats.plays import Play

K = 8
"""How many games of the next wider level a mean is blended with."""
SHOWN_FROM = 5


@dataclass(frozen=True, slots=True)
class Baseline:
    """The mean of a ruleset and a number of players over n games, and its baseline m."""

    ruleset: str
    seats: int
    n: int
    mean: float
    m: float

    @property
    def shown(self) -> bool:
        """Whether the setup has games enough (5) for its baseline to be printed."""
        return self.n >= SHOWN_FROM


@dataclass(frozen=True, slots=True)
class Baselines:
    """The baselines of a club: of its setups, of its rulesets, and its mean over n games."""

    club: float | None
    n: int
    rulesets: Mapping[str, float]
    setups: Mapping[tuple[str, int], Baseline]

    def of(self, ruleset: str, seats: int) -> float | None:
        """What to expect of a setup, of its ruleset or the club where it is new; else None."""
        setup = self.setups.get((ruleset, seats))
        return setup.m if setup else self.rulesets.get(ruleset, self.club)


def baselines(plays: Sequence[Play] | Tables, mode: Mode = "points") -> Baselines:
    """m(r, n) = (Σy + 8·m_r)/(N + 8), where m_r = (Σy + 8·m)/(N + 8) and m is the club's mean."""
    numbers = {
        setup: (n, total)
        for setup, tally in sorted(tables_of(plays).setups.items())
        for n, total in [numbers_of(tally, mode)]
        if n
    }
    if not numbers:
        return Baselines(None, 0, {}, {})
    games, points = _added(numbers.values())
    by_ruleset: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for (ruleset, _seats), pair in numbers.items():
        by_ruleset[ruleset].append(pair)
    club = points / games
    rulesets = {name: blend(*_added(pairs), club) for name, pairs in by_ruleset.items()}
    setups = {
        (ruleset, seats): Baseline(ruleset, seats, n, total / n, blend(n, total, rulesets[ruleset]))
        for (ruleset, seats), (n, total) in numbers.items()
    }
    return Baselines(club, games, rulesets, setups)


class Residual(NamedTuple):
    """The setup of a game that enters a mean, its date, and y − m on the scale of 25."""

    date: str | None
    ruleset: str
    seats: int
    value: float


def residuals(
    plays: Iterable[Play], expected: Baselines, mode: Mode = "points"
) -> tuple[Residual, ...]:
    """The residual of each game that enters a mean."""
    packed = pack(plays)
    facts, values = packed.shared.facts, packed.shared.of_facts(value_of, mode)
    told: dict[int, tuple[str, int, float]] = {}
    for number in {*packed.fact}:
        one, value = facts[number], values[number]
        m = expected.of(one.ruleset, one.seats)
        if value is not None and m is not None:
            told[number] = (one.ruleset, one.seats, value - m)
    return tuple(
        Residual(evening.date, *told[number])
        for evening, number in zip(packed.evenings, packed.fact, strict=True)
        if number in told
    )


def residual_of(play: Play | Facts, expected: Baselines, mode: Mode = "points") -> float | None:
    """y − m of a game, in points of the scale of 25; None when it enters no mean."""
    value, m = value_of(play, mode), expected.of(play.ruleset, play.seats)
    return None if value is None or m is None else value - m


def blend(n: int, total: float, wider: float, k: float = K) -> float:
    """A mean of n games pulled towards a wider one: (total + k·wider)/(n + k)."""
    return (total + k * wider) / (n + k)


def _added(pairs: Iterable[tuple[int, float]]) -> tuple[int, float]:
    pairs = list(pairs)
    return sum(n for n, _total in pairs), math.fsum(total for _n, total in pairs)
