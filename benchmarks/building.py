"""Builds against their floor, what ten times the games cost, and a build after one more game.

One cycle at one size: a full build in one process, a game more, the build after it, a full
build in a fresh folder as the machine offers it, and the floor. Of big sites only one lies in
memory at a time: the site after one more game is kept as digests of its files.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from statistics import median

from benchmarks.ready import ready_club
from benchmarks.timing import PROGRAM, PYTHON, Measured, Run, compared, measured, run

NOTES = ".hanabi-log-notes"
"""Says when files were written, so it may differ between two equal sites."""
FLOORS, GROWTH, MEMORY, AFTER = 12.0, 11.0, 700.0, 0.2
AFTER_FROM = 100_000
"""Games from which on a build after one more is promised to be cheap."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """What one size took; `differing` and `rewritten` name files that break a promise."""

    alone: Run
    full: Run
    floor: Run
    after: Run
    differing: Sequence[str]
    rewritten: Sequence[str]
    files: int


def measure_builds(folder: Path, clubs: Path, sizes: Sequence[int]) -> Iterator[Measured]:
    """The promises on builds at each size, and the growth from each to the next."""
    done: dict[int, list[Cycle]] = {}
    for games in sizes:
        db = ready_club(clubs, games)
        done[games] = [_cycle(folder, db) for _ in range(2 if games <= 10_000 else 1)]
        yield from _promises(games, done[games])
        if games // 10 in done:
            yield _growth(done[games // 10], done[games], games)


def _promises(games: int, cycles: Sequence[Cycle]) -> Iterator[Measured]:
    name, files = f"{games:,} games", cycles[-1].files
    pairs = [(cycle.alone, cycle.floor) for cycle in cycles]
    build = compared(
        f"full build, {name}", "against all rows read and all bytes written", FLOORS, pairs
    )
    yield replace(build, facts=f"{build.facts}; {files:,} files")
    memory = [max(cycle.alone.memory, cycle.full.memory) for cycle in cycles]
    yield measured(f"memory of a full build, {name}", "at a million games", MEMORY, memory, "MiB")
    shares = [cycle.full.wall / cycle.alone.wall for cycle in cycles]
    facts = f"{os.cpu_count()} processors, as busy as they were"
    asked = "wall time on all processors against one"
    yield measured(f"processes, {name}", asked, 1.0, shares, facts=facts)
    wrong = [path for cycle in cycles for path in (*cycle.differing, *cycle.rewritten)]
    if games >= AFTER_FROM:
        after = [(cycle.after, cycle.full) for cycle in cycles]
        one_more = f"build after one more game, {name}"
        yield compared(one_more, "against a full build", AFTER, after)
    yield measured(
        f"files after one more game that differ or were touched for nothing, {name}",
        "against a full build, byte for byte",
        0,
        [len(wrong)],
        "files",
        ", ".join(wrong[:3]),
    )


def _growth(small: Sequence[Cycle], big: Sequence[Cycle], games: int) -> Measured:
    share = median(cycle.alone.cpu for cycle in big) / median(cycle.alone.cpu for cycle in small)
    return measured(f"growth to {games:,} games", "against a tenth of the games", GROWTH, [share])


def _cycle(folder: Path, db: str) -> Cycle:
    site, fresh, copy = (str(folder / name) for name in ("site", "fresh", "copy"))
    log = str(folder / "grown")
    shutil.copy(db, log)
    alone = run([*_on_one_processor(), *_build(log, site)])
    before = _files(Path(site))
    run([*PROGRAM, "--db", log, "add", "R5", "Y4", "--again", "-s", "1"])
    after = run(_build(log, site))
    grown = _files(Path(site))
    shutil.rmtree(site)
    full = run(_build(log, fresh))
    whole = _files(Path(fresh))
    floor = run([PYTHON, "-m", "benchmarks.floor", log, fresh, copy, "--move"])
    shutil.rmtree(fresh)
    shutil.rmtree(copy)
    os.remove(log)
    return Cycle(
        alone=alone,
        full=full,
        floor=replace(floor, cpu=floor.cpu - float(floor.output)),
        after=after,
        differing=sorted(
            path
            for path in grown.keys() | whole.keys()
            if grown.get(path, ("", 0))[0] != whole.get(path, ("", 0))[0]
        ),
        rewritten=sorted(
            path
            for path, (digest, written) in grown.items()
            if path in before and before[path][0] == digest and before[path][1] != written
        ),
        files=len(whole),
    )


def _build(db: str, out: str) -> list[str]:
    return [*PROGRAM, "--db", db, "build", "--out", out]


def _on_one_processor() -> list[str]:
    taskset = shutil.which("taskset")
    return [taskset, "-c", str(min(os.sched_getaffinity(0)))] if taskset else []


def _files(site: Path) -> dict[str, tuple[str, int]]:
    """The digest of every file and when it was written."""
    return {
        str(path.relative_to(site)): (
            blake2b(path.read_bytes()).hexdigest(),
            path.stat().st_mtime_ns,
        )
        for path in site.rglob("*")
        if path.is_file() and path.name != NOTES
    }
