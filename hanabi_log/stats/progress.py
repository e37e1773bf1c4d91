"""How a club, a group or a person comes along: a dot per game and a smoothed line.

The line is an exponentially weighted mean in which a game loses half its weight after ten
further games. Its band tells how far the line strays by chance alone; it does not know
that the table changed its ruleset or its number of players.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.i18n import _
from hanabi_log.stats.aggregates import unit_of
from hanabi_log.stats.counting import Mode, valued
from hanabi_log.stats.intervals import Z95
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
    """The line after the dot at `index` (from 0) and its 95 % band; None without a band."""

    date: str | None
    index: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Dots, the smoothed line, and the mean of the last ten games as another line.

    `unit` says what a dot is, `unit_text` says it in words. `mean` is of all `n` games,
    `perfect` of which were perfect.
    """

    dots: tuple[Dot, ...]
    trend: tuple[TrendPoint, ...]
    rolling: tuple[TrendPoint, ...]
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
    found = list(valued(plays, mode))
    sessions = _grouped(found, unit_of)
    unit: Unit = "game"
    if len(found) > MOST_DOTS:
        unit = "session" if len(sessions) <= MOST_DOTS else "month"
    blocks = _grouped(found, _KEYS[unit])
    place = {key: index for index, key in enumerate(blocks)}
    return Progress(
        dots=tuple(map(_dot, blocks.values())),
        trend=_trend(sessions.values(), place, unit),
        rolling=_rolling(found, place, unit),
        mean=fmean(value for _play, value in found) if found else None,
        n=len(found),
        perfect=sum(play.outcome == "perfect" for play, _value in found),
        unit=unit,
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


Pair = tuple[Play, float]


def _id(play: Play) -> Hashable:
    return play.id


def _month(play: Play) -> Hashable:
    return play.date[:7] if play.date else None


_KEYS: dict[Unit, Callable[[Play], Hashable]] = {"game": _id, "session": unit_of, "month": _month}


def _grouped(found: Iterable[Pair], key: Callable[[Play], Hashable]) -> dict[Hashable, list[Pair]]:
    groups: dict[Hashable, list[Pair]] = {}
    for pair in found:
        groups.setdefault(key(pair[0]), []).append(pair)
    return groups


def _dot(block: Sequence[Pair]) -> Dot:
    first, value = block[0]
    if len(block) > 1:
        mean = fmean(value for _play, value in block)
        return Dot(first.id, first.date, mean, None, False, False, len(block))
    perfect, struck_out = first.outcome == "perfect", first.outcome == "struck_out"
    return Dot(first.id, first.date, value, first.outcome, perfect, struck_out)


def _trend(
    sessions: Collection[Sequence[Pair]], place: Mapping[Hashable, int], unit: Unit
) -> tuple[TrendPoint, ...]:
    """The line after each dot: where a dot holds several sessions, after the last of them."""
    values = [value for session in sessions for _play, value in session]
    if len(values) < TREND_FROM:
        return ()
    mean = fmean(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
    games = list(map(len, sessions))
    weights = [weight(n) for n in games]
    levels = ewma([fmean(value for _play, value in session) for session in sessions], weights)
    last: dict[int, tuple[str | None, float, float]] = {}
    for session, level, sd in zip(sessions, levels, spread(games, weights), strict=True):
        play = session[-1][0]
        last[place[_KEYS[unit](play)]] = (play.date, level, Z95 * deviation * sd)
    return tuple(
        TrendPoint(date, index, level, level - half, level + half)
        for index, (date, level, half) in sorted(last.items())
    )


def _rolling(
    found: Sequence[Pair], place: Mapping[Hashable, int], unit: Unit
) -> tuple[TrendPoint, ...]:
    """The mean of the last ten games after each dot, from the tenth game on."""
    ends = {place[_KEYS[unit](play)]: end for end, (play, _value) in enumerate(found, 1)}
    return tuple(
        TrendPoint(
            found[end - 1][0].date,
            index,
            fmean(value for _play, value in found[end - WINDOW : end]),
            None,
            None,
        )
        for index, end in sorted(ends.items())
        if end >= WINDOW
    )
