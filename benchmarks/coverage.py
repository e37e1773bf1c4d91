"""`make coverage`: do the intervals of player effects hold the truth, in clubs made for it?

Prints, for each size of club, the share of 95 % intervals that hold the true skill, and how
well the order of effects and of raw means agrees with the true order.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.stats.simulate import CELLS, Tally, tally

CLUBS = 200
LOW, HIGH = 0.92, 0.99


def main(clubs: int = CLUBS) -> int:
    """Print the table; 1 if a cell misses the acceptance, else 0."""
    print(f"{'games × people':<16}{'intervals':>10}{'coverage':>10}{'effects':>9}{'raw mean':>10}")
    missed = 0
    with ProcessPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        for (games, people), found in zip(CELLS, pool.map(_cell, CELLS, [clubs] * 6), strict=True):
            good = LOW <= found.coverage <= HIGH and found.effects >= found.raw
            missed += not good
            print(
                f"{f'{games} × {people}':<16}{found.intervals:>10}{found.coverage:>10.3f}"
                f"{found.effects:>9.3f}{found.raw:>10.3f}{'' if good else '  missed'}",
                flush=True,
            )
    return 1 if missed else 0


def _cell(cell: tuple[int, int], clubs: int) -> Tally:
    return tally(*cell, clubs=clubs)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
