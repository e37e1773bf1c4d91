"""`make bench`: measures the promises and prints them as a table; also bench.json.

Everything runs in a folder in memory where there is one, so that the disk has no say.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from compileall import compile_dir
from dataclasses import asdict
from pathlib import Path

from benchmarks.clubs import make_club
from benchmarks.timing import Pair, measure, run

PYTHON = sys.executable
PROGRAM = [PYTHON, "-m", "hanabi_log"]
BUILDS = (130, 1_000, 10_000)


def promises(folder: Path) -> Iterator[Pair]:
    """Each promise, measured."""
    yield measure_add(folder)
    for games in BUILDS:
        yield measure_build(folder, games)


def measure_add(folder: Path) -> Pair:
    """Logging a game against importing click."""
    db = str(folder / "add.db")
    add = [*PROGRAM, "--db", db, "add", "54432", "-p", "Mina, Jun, Ara", "-s", "1"]
    run(add)
    return measure("add", 2.0, add, [PYTHON, "-c", "import click"], runs=21)


def measure_build(folder: Path, games: int) -> Pair:
    """A full build against reading all rows and writing the same bytes."""
    db, site, copy = (str(folder / f"{name}-{games}") for name in ("db", "site", "copy"))
    make_club(db, games)
    build = [*PROGRAM, "--db", db, "build", "--out", site]
    clean = ["sh", "-c", f'rm -rf "{site}" && exec "$@"', "sh"]
    run(build)
    floor = [PYTHON, "-m", "benchmarks.floor", db, site, copy]
    # The floor runs before the next build clears the site away.
    runs = 3 if games > 5_000 else 5
    return measure(f"build of {games:,} games", 12.0, [*clean, *build], floor, runs=runs)


def main() -> None:
    """Measure, print, write."""
    # Whoever installs the program has it compiled; a checkout may not.
    compile_dir(str(Path(__file__).parents[1] / "hanabi_log"), quiet=1)
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = Path(tempfile.mkdtemp(prefix="hanabi-bench-", dir=memory))
    try:
        pairs = []
        print(f"{'promise':<24}{'at most':>8}{'ratio':>8}{'range':>16}{'CPU s':>8}{'MiB':>7}")
        for pair in promises(folder):
            pairs.append(pair)
            span = f"{pair.low:.2f}–{pair.high:.2f}"
            mark = "" if pair.kept else "  not kept"
            print(
                f"{pair.name:<24}{pair.promise:>8.1f}{pair.ratio:>8.2f}{span:>16}"
                f"{pair.cpu:>8.2f}{pair.memory:>7.0f}{mark}",
                flush=True,
            )
    finally:
        shutil.rmtree(folder)
    Path("bench.json").write_text(json.dumps([asdict(pair) for pair in pairs], indent=2) + "\n")


if __name__ == "__main__":
    main()
