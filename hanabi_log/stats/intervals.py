"""Intervals and the few functions of numbers that all figures share.

A share gets a Wilson interval, a mean a t-interval, a small rate is pulled towards the
rate of the club. Everything takes plain numbers and knows nothing about games.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from statistics import NormalDist
from typing import NamedTuple

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""
RATE_KAPPA = 20
"""Games at the club's rate that a rate for ranking begins with."""


class Interval(NamedTuple):
    """A lower and an upper bound, in the unit of the number they belong to."""

    low: float
    high: float


def wilson(hits: int, n: int) -> Interval | None:
    """The 95 % score interval of a share, within 0 and 1; None for n = 0.

    Wilson (1927): the shares p for which hits/n lies within 1.96 standard errors of p.
    """
    if n <= 0:
        return None
    share, spread = hits / n, Z95 * Z95 / n
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == n else min(1.0, centre + half)
    return Interval(low, high)


def shrunk_rate(hits: float, n: float, p0: float, kappa: float = RATE_KAPPA) -> float:
    """A rate for ranking: (hits + κ·p0)/(n + κ), as if κ games at the club's rate came first."""
    return (hits + kappa * p0) / (n + kappa)


def quartiles(counts: Mapping[float, int]) -> tuple[float, float, float] | None:
    """The lower quartile, the median and the upper quartile, by linear interpolation.

    `counts` says how often each value comes, so that many equal ones need no list.
    """
    ordered = sorted(value for value, count in counts.items() if count)
    ends = list(accumulate(counts[value] for value in ordered))
    if not ends:
        return None

    def at(place: int) -> float:
        return ordered[min(bisect_right(ends, place), len(ordered) - 1)]

    places = (divmod(quarter * (ends[-1] - 1), 4) for quarter in (1, 2, 3))
    lower, median, upper = (
        (at(place) * (4 - rest) + at(place + 1) * rest) / 4 for place, rest in places
    )
    return lower, median, upper


@lru_cache(maxsize=4096)
def t95(df: int) -> float:
    """The 97.5 % quantile of Student's t for df ≥ 1; relative error below 1e-9."""
    if df < 1:
        raise ValueError(f"t95 needs df >= 1, found {df}")
    z = NormalDist().inv_cdf(0.975)
    return _expansion(z, df) if df > 1000 else _newton(z, df)


def _expansion(z: float, df: int) -> float:
    """Abramowitz and Stegun 26.7.5: the normal quantile and four powers of 1/df."""
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / df**power for power, term in enumerate(terms, 1))


def _newton(start: float, df: int) -> float:
    """Solves P(T ≤ t) = 97.5 %. The tail is convex and `start` lies below the root, so every
    step goes up towards the root and none beyond it."""
    norm = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    t = start
    for _step in range(500):
        density = norm * (1 + t * t / df) ** (-(df + 1) / 2)
        step = (_t_tail(t, df) - (1 - 0.975)) / density
        t += step
        if abs(step) <= 1e-14 * t:
            break
    return t


def _t_tail(t: float, df: int) -> float:
    """P(T > t) for t > 0, which is half the incomplete beta function at df/(df + t²)."""
    return _beta_share(df / (df + t * t), df / 2, 0.5) / 2


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), 0 < x < 1 (DLMF 8.17)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_front + a * math.log(x) + b * math.log1p(-x)) / a
    return front * _continued_fraction(x, a, b)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """1/(1 + d1/(1 + d2/(1 + …))) of DLMF 8.17.22, evaluated from the front (Lentz)."""
    upper, lower = 1.0, 0.0
    value = 1.0
    for place in range(1, 1000):
        m = place // 2
        if place % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        upper, lower = 1 + d / upper, 1 / (1 + d * lower)
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-16:
            break
    return 1 / value
