"""`make bench`: measures the promises, prints them as a table, and writes bench.json.

`make bench SIZES=10000,100000,1000000 ONLY=build` measures bigger clubs, or some parts only.
Everything runs in a folder in memory where there is one, so that the disk has no say.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from compileall import compile_dir
from dataclasses import asdict
from pathlib import Path

from benchmarks.building import measure_builds
from benchmarks.figures import measure_figures
from benchmarks.importing import measure_import
from benchmarks.rivals import measure_peers
from benchmarks.timing import PROGRAM, PYTHON, Measured, ratios, run
from hanabi_log.site.render import Renderer

JSON = Path("bench.json")
SIZES = (10_000, 100_000)
PAGES = 10_000
"""Games of the club whose pages are weighed and built by peers."""

Measure = Callable[[Path, Path, tuple[int, ...]], Iterator[Measured]]
PARTS: dict[str, Measure] = {
    "add": lambda folder, _clubs, _sizes: measure_add(folder),
    "import": lambda folder, clubs, sizes: measure_import(folder, clubs, max(sizes)),
    "build": measure_builds,
    "figures": lambda _folder, clubs, sizes: measure_figures(clubs, max(sizes)),
    "peers": lambda folder, clubs, _sizes: measure_peers(folder, clubs, PAGES),
    "pages": lambda folder, clubs, _sizes: _pages(folder, clubs),
}
"""Each takes a folder to work in, the folder of the clubs, and the sizes."""


def measure_add(folder: Path) -> Iterator[Measured]:
    """Logging a game against importing click."""
    db = str(folder / "add.db")
    add = [*PROGRAM, "--db", db, "add", "54432", "-p", "Mina, Jun, Ara", "-s", "1"]
    run(add)
    floor = [PYTHON, "-c", "import click"]
    yield ratios("add, whole process", "against `import click`", 2.0, add, floor, runs=22)


def _pages(folder: Path, clubs: Path) -> Iterator[Measured]:
    # A browser's driver is large, and what starts a measured program must be small.
    from benchmarks.pages import measure_pages

    return measure_pages(folder, clubs, PAGES)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--sizes", type=_numbers, default=SIZES)
    parser.add_argument("--clubs", type=Path, help="where clubs are kept for the next time")
    parser.add_argument("--only", type=_words, default=tuple(PARTS))
    chosen = parser.parse_args()
    # Whoever installs the program has it compiled, and its templates after the first site; a
    # checkout may not.
    compile_dir(str(Path(__file__).parents[1] / "hanabi_log"), quiet=1)
    sys.dont_write_bytecode = False
    Renderer().compile()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = Path(tempfile.mkdtemp(prefix="hanabi-bench-", dir=memory))
    try:
        for part in chosen.only:
            for found in PARTS[part](folder, chosen.clubs or folder, chosen.sizes):
                print(line(found), flush=True)
                keep(found)
    finally:
        shutil.rmtree(folder)


def line(found: Measured) -> str:
    """A measured promise on a line of the terminal."""
    mark = "kept" if found.kept else "NOT KEPT"
    span = f"{found.low:.2f}–{found.high:.2f}"
    return (
        f"{found.path:<58}{found.limit:>8g}{found.value:>9.2f} {found.unit:<6}{span:>15}"
        f"  {mark:<9} {found.facts}"
    )


def keep(found: Measured) -> None:
    """Write a promise into bench.json, in the place of an earlier measure of it."""
    known = json.loads(JSON.read_text("utf-8")) if JSON.exists() else []
    plain = {**asdict(found), "kept": found.kept}
    places = [n for n, one in enumerate(known) if one["path"] == found.path]
    known[slice(places[0], places[0] + 1) if places else slice(len(known), None)] = [plain]
    JSON.write_text(json.dumps(known, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(word) for word in text.split(",")))


def _words(text: str) -> tuple[str, ...]:
    words = tuple(text.split(","))
    for word in words:
        if word not in PARTS:
            raise argparse.ArgumentTypeError(f"no such part: {word}; there are {', '.join(PARTS)}")
    return words


if __name__ == "__main__":
    main()
