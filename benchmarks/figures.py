"""All figures of the first tier against reading what they need, and the effects of players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.ready import ready_club
from benchmarks.timing import PYTHON, Measured, measured, ratios, run

PEOPLE = 10_000
EFFECTS = (300, 20)
"""Games and people of the club whose players' effects are timed."""


def measure_figures(clubs: Path, games: int) -> Iterator[Measured]:
    """The figures of a club of so many games, and the effects of a small one."""
    db = ready_club(clubs, games, PEOPLE)
    tier1, columns = ([PYTHON, "-m", "benchmarks.tier1", what, db] for what in ("all", "columns"))
    yield ratios(
        f"figures of tier 1, {games:,} games, {PEOPLE:,} people",
        "against reading the columns that they need",
        3.0,
        tier1,
        columns,
        runs=1 if games > 100_000 else 4,
    )
    small = ready_club(clubs, *EFFECTS)
    times = run([PYTHON, "-m", "benchmarks.tier1", "effects", small]).output.split()
    yield measured(
        "player effects, {} games, {} people".format(*EFFECTS),
        "CPU time",
        1.0,
        map(float, times),
        "s",
    )
