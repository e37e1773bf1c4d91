"""How a club, a group or a person comes along: a dot per game and a smoothed line.

The line is an exponentially weighted mean in which a game loses half its weight after ten
further games. Its band tells how far the line strays by chance alone; it does not know
that the table changed its ruleset or its number of players.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, NamedTuple

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.i18n import _
from hanabi_log.stats.counting import Mode, has_value, value_of
from hanabi_log.stats.intervals import Z95
from hanabi_log.stats.packed import Facts, Packed, pack
from hanabi_log.stats.plays import Play

HALF_LIFE = 10
"""Games."""
TREND_FROM = 8
"""The fewest games for which a line is drawn."""
WINDOW = 10
MOST_DOTS = 300

Unit = Literal["game", "session", "month"]


@dataclass(frozen=True, slots=True)
class Dot:
    """A game, or where there are too many, a session or a month with the mean of its games.

    `id` is the game's, or that of the first game in it; `y` is on the scale of 25.
    Only single games have an outcome.
    """

    id: str
    date: str | None
    y: float
    outcome: Outcome | None
    perfect: bool
    struck_out: bool
    games: int = 1


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """The line after the dot at `index` (from 0) and its 95 % band; None without a band.

    The band ends where values must: at 25, and at 0 or, where points are below, at the lowest.
    """

    date: str | None
    index: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Dots and the smoothed line.

    `unit` says what a dot is, `unit_text` says it in words. `mean` is of all `n` games,
    `perfect` of which were perfect.
    """

    dots: tuple[Dot, ...]
    trend: tuple[TrendPoint, ...]
    mean: float | None
    n: int
    perfect: int
    unit: Unit

    @property
    def unit_text(self) -> str:
        """What a dot stands for, in one sentence."""
        return {
            "game": _("Each dot is a game."),
            "session": _("Each dot is the mean of a session, as there are over 300 games."),
            "month": _("Each dot is the mean of a month, as there are over 300 sessions."),
        }[self.unit]


def progress(plays: Sequence[Play], mode: Mode = "points") -> Progress:
    """The course of some games, which come in the order of play."""
    course = _course(plays, mode)
    values = course.values
    return Progress(
        dots=tuple(_dot(course, block) for block in course.blocks),
        trend=_trend(course),
        mean=fmean(values) if values else None,
        n=len(values),
        perfect=sum(course.plays.of_facts(_is_perfect)),
        unit=course.unit,
    )


def rolling(plays: Sequence[Play], mode: Mode = "points") -> tuple[TrendPoint, ...]:
    """Another line: the mean of the last ten games after each dot, from the tenth game on."""
    course = _course(plays, mode)
    ends = ((index, block[-1] + 1) for index, block in enumerate(course.blocks))
    return tuple(
        TrendPoint(
            course.plays.date_at(end - 1),
            index,
            fmean(course.values[end - WINDOW : end]),
            None,
            None,
        )
        for index, end in ends
        if end >= WINDOW
    )


def ewma(values: Sequence[float], weights: Sequence[float]) -> tuple[float, ...]:
    """The exponentially weighted means: each value moves the level by its weight α, 0 to 1.

    The first value is the first level.
    """
    levels: list[float] = []
    for value, alpha in zip(values, weights, strict=True):
        levels.append(levels[-1] + alpha * (value - levels[-1]) if levels else value)
    return tuple(levels)


def weight(games: int, half_life: float = HALF_LIFE) -> float:
    """The weight α = 1 − ½^(games/half-life) of a session of some games."""
    return 1 - math.pow(0.5, games / half_life)


def spread(games: Sequence[int], weights: Sequence[float]) -> tuple[float, ...]:
    """The standard deviation of each level of `ewma`, for values that are means of `games`
    independent games of standard deviation 1.

    V = (1 − α)²·V + α²/games, from V = 1/games at the first value. With one game in each
    session this settles at √(α/(2 − α)); before that the first value weighs more.
    """
    variances: list[float] = []
    for n, alpha in zip(games, weights, strict=True):
        before = variances[-1] if variances else 0.0
        first = not variances
        variances.append(1 / n if first else (1 - alpha) ** 2 * before + alpha**2 / n)
    return tuple(map(math.sqrt, variances))


class _Course(NamedTuple):
    """The games that enter a mean and their values, by the places at which they stand: in
    sessions, and in the blocks that have a dot each.
    """

    plays: Packed
    values: Sequence[float]
    sessions: Collection[Sequence[int]]
    blocks: Collection[Sequence[int]]
    unit: Unit


def _course(plays: Sequence[Play], mode: Mode) -> _Course:
    found = pack(plays).where(has_value, mode)
    values = [value for value in found.of_facts(value_of, mode) if value is not None]
    sessions = _grouped(found.units())
    if len(values) <= MOST_DOTS:
        return _Course(found, values, sessions, [[place] for place in range(len(values))], "game")
    if len(sessions) <= MOST_DOTS:
        return _Course(found, values, sessions, sessions, "session")
    months = _grouped(date[:7] if date else None for date, _session, _group in found.evenings)
    return _Course(found, values, sessions, months, "month")


def _is_perfect(facts: Facts) -> bool:
    return facts.outcome == "perfect"


def _grouped(keys: Iterable[Hashable]) -> Collection[Sequence[int]]:
    """The places at which each key stands, in the order in which keys come up."""
    groups: defaultdict[Hashable, array[int]] = defaultdict(lambda: array("i"))
    for place, key in enumerate(keys):
        groups[key].append(place)
    return groups.values()


def _mean(values: Sequence[float], places: Sequence[int]) -> float:
    return math.fsum(map(values.__getitem__, places)) / len(places)


def _dot(course: _Course, block: Sequence[int]) -> Dot:
    plays, first = course.plays, block[0]
    id_, date = plays.ids[first], plays.date_at(first)
    if len(block) > 1:
        mean = _mean(course.values, block)
        return Dot(id_, date, mean, None, False, False, len(block))
    outcome = plays.shared.facts[plays.fact[first]].outcome
    perfect, struck_out = outcome == "perfect", outcome == "struck_out"
    return Dot(id_, date, course.values[first], outcome, perfect, struck_out)


def _trend(course: _Course) -> tuple[TrendPoint, ...]:
    """The line after each dot: where a dot holds several sessions, after the last of them."""
    values = course.values
    if len(values) < TREND_FROM:
        return ()
    mean = fmean(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
    games = list(map(len, course.sessions))
    weights = [weight(n) for n in games]
    means = [_mean(values, session) for session in course.sessions]
    dot_of = array("i", bytes(array("i").itemsize * len(values)))
    for index, block in enumerate(course.blocks):
        for place in block:
            dot_of[place] = index
    last: dict[int, tuple[str | None, float, float]] = {}
    for session, level, sd in zip(
        course.sessions, ewma(means, weights), spread(games, weights), strict=True
    ):
        date = course.plays.date_at(session[-1])
        last[dot_of[session[-1]]] = (date, level, Z95 * deviation * sd)
    lowest = min(0.0, *values)
    return tuple(
        TrendPoint(date, index, level, max(lowest, level - half), min(25.0, level + half))
        for index, (date, level, half) in sorted(last.items())
    )
