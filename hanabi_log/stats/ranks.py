"""Ranges of ranks: the places that a person may hold, as far as the games can tell.

Ranks are counted in draws of what may be true. People who always sit at the same tables
cannot be told apart, so they share one range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from hanabi_log.i18n import _
from hanabi_log.stats.mixed import Array

DRAWS = 1500
SEED = 25
TAIL = 0.1
"""The share of draws beyond each end of a range."""


class RankRange(NamedTuple):
    """The ranks from the 10 % to the 90 % quantile, 1 being the best, and P(rank ≤ 3)."""

    low: int
    high: int
    top3: float


def rank_ranges(draws: Array, together: Iterable[Sequence[int]] = ()) -> tuple[RankRange, ...]:
    """The range of each column of draws, which has a draw in each row.

    `together` are sets of columns that cannot be told apart; each set has one range, from
    the ranks of all its members.
    """
    order = np.argsort(-draws, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, draws.shape[1] + 1)[None, :], axis=1)
    found = [_range(ranks[:, [column]]) for column in range(draws.shape[1])]
    for group in together:
        shared = _range(ranks[:, list(group)])
        for column in group:
            found[column] = shared
    return tuple(found)


def together_text(names: Sequence[str]) -> str:
    """The note beside people who were never at different tables."""
    return _("Always at the same tables, so nobody can tell whose the number is: {names}.").format(
        names=", ".join(names)
    )


def _range(ranks: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> RankRange:
    low, high = np.quantile(ranks, [TAIL, 1 - TAIL], method="inverted_cdf")
    return RankRange(int(low), int(high), float(np.mean(ranks <= 3)))
