"""A number together with what is known about it: how many games, and how wide it may be.

Means of few games carry no interval. Games of one evening resemble each other, so the
interval of a mean goes by sessions, not by games, wherever a session holds several.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hanabi_log.stats.counting import Mode, number_of
from hanabi_log.stats.intervals import t95, wilson
from hanabi_log.stats.packed import Facts, Packed, pack
from hanabi_log.stats.plays import Play

INTERVAL_FROM = 3
"""The fewest games for which a mean is given an interval."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean on the scale of 25 over `n` games in `sessions` sessions.

    `low` and `high` bound the 95 % t-interval; both are None under three games, and
    when all games belong to one session, which says nothing about the next.
    """

    value: float
    low: float | None
    high: float | None
    n: int
    sessions: int


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` of `n` games with a Wilson 95 % interval; all three shares are None for n = 0."""

    hits: int
    n: int
    value: float | None
    low: float | None
    high: float | None


def rate(hits: int, n: int) -> Rate:
    """The share of hits among n games."""
    interval = wilson(hits, n)
    if interval is None:
        return Rate(hits, n, None, None, None)
    return Rate(hits, n, hits / n, interval.low, interval.high)


def mean_of(plays: Iterable[Play], mode: Mode = "points") -> Mean | None:
    """The mean of the games that enter one; None when none does."""
    return mean_by_session(numbers_by_session(pack(plays), mode))


def numbers_by_session(plays: Packed, mode: Mode = "points") -> list[tuple[int, float]]:
    """How many games of each session enter a mean, and the sum of their values, as exact as
    `numbers_of`; sessions without any are left out.
    """
    worths = plays.shared.of_facts(_worth, mode)
    games: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[tuple[int, int], int] = defaultdict(int)
    for unit, fact in zip(plays.units(), plays.fact, strict=True):
        if (worth := worths[fact]) is not None:
            most, number = worth
            games[unit] += 1
            points[most, unit] += number
    return _numbers(games, points)


def means_with(plays: Packed, people: Iterable[str]) -> dict[str, Mean | None]:
    """The mean of those of some games that each of some people sat at, as `mean_of` gives it.

    People sit down together several times an evening, so a table is added up once for all.
    """
    worths = plays.shared.of_facts(_worth, "points")
    games: defaultdict[tuple[int, int], int] = defaultdict(int)
    points: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for table, unit, fact in zip(plays.table, plays.units(), plays.fact, strict=True):
        if (worth := worths[fact]) is not None:
            most, number = worth
            games[table, unit] += 1
            points[table, most, unit] += number
    found = {one: (defaultdict[int, int](int), defaultdict[Cell, int](int)) for one in people}
    tables = plays.shared.tables
    seated = {
        table: [found[one] for one in tables[table] if one in found] for table in {*plays.table}
    }
    for (table, unit), count in games.items():
        for their_games, _points in seated[table]:
            their_games[unit] += count
    for (table, most, unit), total in points.items():
        for _games, their_points in seated[table]:
            their_points[most, unit] += total
    return {one: mean_by_session(_numbers(*numbers)) for one, numbers in found.items()}


Cell = tuple[int, int]
"""A maximum, and a session."""


def _numbers(games: Mapping[int, int], points: Mapping[Cell, int]) -> list[tuple[int, float]]:
    """The games of each session, and their points on the scale of 25."""
    totals = dict.fromkeys(games, 0.0)
    for most, unit in sorted(points):
        totals[unit] += 25 * points[most, unit] / most
    return [(n, totals[unit]) for unit, n in games.items()]


def _worth(facts: Facts, mode: Mode) -> tuple[int, int] | None:
    """The maximum of games that enter a mean, and the number that they bring into it."""
    number = number_of(facts, mode)
    return (facts.max_score, number) if number is not None and facts.max_score else None


def mean_by_session(sums: Iterable[tuple[int, float]]) -> Mean | None:
    """The mean over all games from (games, sum of values) of each session.

    The interval is the t-interval of the session means, each weighted by its games:
    SE² = S/(S−1) · Σ (n_s·(x_s − x))² / N², with S − 1 degrees of freedom. With equal
    sessions this is the plain t-interval of their means, and with one game in each the
    plain t-interval of the games.
    """
    sums = list(sums)
    n, sessions = sum(games for games, _total in sums), len(sums)
    if n == 0:
        return None
    value = math.fsum(total for _games, total in sums) / n
    if n < INTERVAL_FROM or sessions < 2:
        return Mean(value, None, None, n, sessions)
    offsets = [total - games * value for games, total in sums]
    squares = math.fsum(offset * offset for offset in offsets)
    error = math.sqrt(sessions / (sessions - 1) * squares) / n
    half = t95(sessions - 1) * error
    return Mean(value, value - half, value + half, n, sessions)
