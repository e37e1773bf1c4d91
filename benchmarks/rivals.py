"""Pages of equal content against the peers, each in turn with ours.

Our side makes the index and everybody's page, which show more than those of the peers. Only the
CPU time of making pages counts, not what it takes to install a peer.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.ready import ready_club
from benchmarks.timing import PYTHON, Measured, Run, against, measured, run

TIMES, MEMORY = 10.0, 0.5
OBSERVABLE = Path(__file__).parent / "peers" / "observable"


def measure_peers(folder: Path, clubs: Path, games: int, runs: int = 2) -> Iterator[Measured]:
    """How many times as long the peers take, and our memory as a share of theirs."""
    db = ready_club(clubs, games)
    yield from _compared(
        folder,
        db,
        "pandas and plotly.express",
        runs,
        lambda out: run([PYTHON, "-m", "benchmarks.peers.pandas_express", db, out]),
    )
    npm = shutil.which("npm")
    if npm is None:
        print("  (no npm here: Observable Framework was not measured)")
        return
    framework = _install(folder, npm)
    with closing(sqlite3.connect(db)) as connection:
        query = "SELECT count(*) FROM players WHERE visibility IS NULL"
        (people,) = connection.execute(query).fetchone()
    settings = {"HANABI_DB": db, "PEOPLE": str(people), "OBSERVABLE_TELEMETRY_DISABLE": "true"}

    def build(out: str) -> Run:
        cache = framework / "src" / ".observablehq" / "cache"
        shutil.rmtree(cache, ignore_errors=True)
        program = str(framework / "node_modules" / ".bin" / "observable")
        return run([program, "build"], str(framework), {**settings, "OUT": out})

    yield from _compared(folder, db, "Observable Framework", runs, build)


def _compared(
    folder: Path, db: str, name: str, runs: int, make: Callable[[str], Run]
) -> Iterator[Measured]:
    out = str(folder / "out")
    pairs: list[tuple[Run, Run]] = []
    for _ in range(runs):
        theirs = make(out)
        shutil.rmtree(out)
        pairs.append((run([PYTHON, "-m", "benchmarks.peers.ours", db, out]), theirs))
        shutil.rmtree(out)
    yield measured(
        f"pages of equal content, {name}",
        "our time as a share of theirs",
        1 / TIMES,
        [ours.cpu / theirs.cpu for ours, theirs in pairs],
        facts=against(pairs),
    )
    yield measured(
        f"memory of it, {name}",
        "our memory as a share of theirs",
        MEMORY,
        [ours.memory / theirs.memory for ours, theirs in pairs],
    )


def _install(folder: Path, npm: str) -> Path:
    """The framework with its packages, beside the clubs in memory."""
    framework = folder / "observable"
    kept = OBSERVABLE / "node_modules"
    if not kept.exists():
        run([npm, "install", "--no-audit", "--no-fund"], str(OBSERVABLE))
    shutil.copytree(OBSERVABLE, framework, symlinks=True)
    return framework
