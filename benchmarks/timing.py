"""Commands in turn, A B A B …, and what each took: ratios within one run.

Ratios of CPU time hold when a machine is busy or slow; seconds do not.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PYTHON = sys.executable
PROGRAM = (PYTHON, "-m", "hanabi_log")


@dataclass(frozen=True, slots=True)
class Run:
    """A finished process: CPU seconds (user and system), peak memory in MiB, wall seconds.

    Time and memory are those of the process and of all that it started. `output` is what it
    printed.
    """

    cpu: float
    memory: float
    wall: float
    output: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A promise and what was measured: kept where `value` is at most `limit`.

    `value` is a median where there were several runs, `low` and `high` are its range. `unit`
    is what they count: `×` for a ratio. `facts` are what the value was made from.
    """

    path: str
    asked: str
    limit: float
    value: float
    low: float
    high: float
    unit: str = "×"
    facts: str = ""

    @property
    def kept(self) -> bool:
        """Whether the promise was kept."""
        return self.value <= self.limit


def measured(
    path: str, asked: str, limit: float, values: Iterable[float], unit: str = "×", facts: str = ""
) -> Measured:
    """A promise with the values of all runs."""
    found = sorted(values)
    middle = statistics.median(found)
    return Measured(path, asked, limit, middle, found[0], found[-1], unit, facts)


def ratios(
    path: str,
    asked: str,
    limit: float,
    command: Sequence[str],
    floor: Sequence[str],
    runs: int,
) -> Measured:
    """Run both commands in turn and compare their CPU time pair by pair.

    Of several pairs the first warms up and is not counted.
    """
    pairs = [(run(command), run(floor)) for _ in range(runs)]
    return compared(path, asked, limit, pairs[1:] or pairs)


def compared(
    path: str, asked: str, limit: float, pairs: Sequence[tuple[Run, Run]], unit: str = "×"
) -> Measured:
    """The ratio of CPU time of finished pairs."""
    return measured(path, asked, limit, (a.cpu / b.cpu for a, b in pairs), unit, against(pairs))


def against(pairs: Sequence[tuple[Run, Run]]) -> str:
    """What both sides of some pairs took, as medians."""
    ours, other = (statistics.median(run.cpu for run in side) for side in zip(*pairs, strict=True))
    ours_memory, other_memory = (
        max(run.memory for run in side) for side in zip(*pairs, strict=True)
    )
    return f"{ours:.2f} s, {ours_memory:.0f} MiB against {other:.2f} s, {other_memory:.0f} MiB"


def run(
    command: Sequence[str], folder: str | None = None, settings: Mapping[str, str] | None = None
) -> Run:
    """Run a command to its end; a failure stops the benchmark.

    `settings` are variables of its environment beside our own.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watch = _Watch(process.pid)
    output, errors = _drain(process)
    _pid, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{errors}")
    memory = max(usage.ru_maxrss / 1024, watch.stop())
    return Run(usage.ru_utime + usage.ru_stime, memory, wall, output)


def _drain(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Both outputs, read without waiting for the process, whose usage is to be asked for."""
    assert process.stdout is not None
    assert process.stderr is not None
    errors: list[str] = []
    reader = threading.Thread(
        target=lambda stream: errors.append(stream.read()), args=(process.stderr,)
    )
    reader.start()
    output = process.stdout.read()
    reader.join()
    return output, "".join(errors)


class _Watch:
    """The peak memory of a process with all that it started, where Linux tells it.

    Memory that several share counts once, as a proportional share of each.
    """

    def __init__(self, pid: int, every: float = 0.2) -> None:
        self._pid, self._every, self._peak = pid, every, 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End looking; the peak in MiB, 0 where nothing tells it."""
        self._over.set()
        self._thread.join()
        return self._peak

    def _look(self) -> None:
        while not self._over.wait(self._every):
            pids = _family(self._pid)
            # One process alone is told exactly by the system when it ends.
            if len(pids) > 1:
                self._peak = max(self._peak, sum(map(_share, pids)))


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return [pid]
    return [pid, *(one for child in children.split() for one in _family(int(child)))]


def _share(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)
