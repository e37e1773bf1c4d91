"""Pair synergy: what two people add together, beyond what each of them adds.

Two friends who always sit together show nothing here, since their common tables are all
that is known of either; the interval says so by being wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from hanabi_log.stats.effects import Effects
from hanabi_log.stats.intervals import t95

SHOWN_FROM = 10
"""The fewest joint games for which a pair's synergy is shown."""


@dataclass(frozen=True, slots=True)
class Synergy:
    """The points of the scale of 25 that a pair adds to a table of theirs, and the 95 %
    interval; `games` are their joint games.
    """

    people: tuple[str, str]
    games: int
    value: float
    low: float
    high: float


def synergies(found: Effects, names: Mapping[str, str]) -> tuple[Synergy, ...]:
    """The pairs with ten joint games or more, both of whom are in `names`, highest first.

    v is the effect of the model; at a table of n it adds 2v/(n(n − 1)), here averaged over
    the pair's own tables.
    """
    if not found.pairs:
        return ()
    half = t95(found.posterior.equations.freedom)
    rows = []
    for (people, games, weight), effect, variance in zip(
        found.pairs, *(array.tolist() for array in found.posterior.pairs()), strict=True
    ):
        if games >= SHOWN_FROM and all(one in names for one in people):
            value, width = weight * effect, half * weight * sqrt(max(0.0, variance))
            rows.append(Synergy(people, games, value, value - width, value + width))
    return tuple(sorted(rows, key=lambda row: (-row.value, -row.games, row.people)))
