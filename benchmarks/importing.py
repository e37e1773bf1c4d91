"""An import of our CSV against a raw script, and what it holds in memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks.ready import ready_club
from benchmarks.timing import PROGRAM, PYTHON, Measured, compared, measured, run

LIMIT, MEMORY = 2.0, 64.0


def measure_import(folder: Path, clubs: Path, games: int) -> Iterator[Measured]:
    """The import of so many rows into an empty log."""
    csv, new, raw = (str(folder / f"import{end}") for end in (".csv", "-new", "-raw"))
    db = ready_club(clubs, games)
    run([*PROGRAM, "--db", db, "export", "--format", "csv", "-o", csv])
    pairs = []
    for _ in range(3 if games <= 100_000 else 1):
        ours = run([*PROGRAM, "--db", new, "import", "--yes", csv])
        floor = run([PYTHON, "-m", "benchmarks.raw_import", csv, raw])
        pairs.append((ours, floor))
        os.remove(new)
        os.remove(raw)
    yield compared(
        f"import, {games:,} rows", "against csv, the rules and executemany", LIMIT, pairs
    )
    memory = [ours.memory for ours, _floor in pairs]
    yield measured(
        f"memory of an import, {games:,} rows", "whatever the size", MEMORY, memory, "MiB"
    )
    os.remove(csv)
