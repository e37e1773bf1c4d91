"""The clubs that are measured, made once and by a process of their own.

What runs a measured program must be small: the peak memory that a system tells of a process
begins with that of the one which started it.
"""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.timing import PYTHON, run


def ready_club(folder: Path, games: int, people: int = 100) -> str:
    """The log of a club with so many games and people in a folder, made if it is not there."""
    path = folder / f"club-{games}-{people}"
    if not path.exists():
        made = f"{path}.new"
        run([PYTHON, "-m", "benchmarks.clubs", str(games), made, "--people", str(people)])
        os.rename(made, path)
    return str(path)
