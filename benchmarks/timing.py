"""Two commands in turn, A B A B …, and the ratio of their CPU time pair by pair.

Ratios hold when a machine is busy or slow; seconds do not.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """CPU seconds (user and system) and peak memory in MiB of one finished process."""

    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A promise that was measured: `ratio` is the median of A's CPU time over B's."""

    name: str
    promise: float
    ratio: float
    low: float
    high: float
    cpu: float
    memory: float

    @property
    def kept(self) -> bool:
        """Whether the promise was kept."""
        return self.ratio <= self.promise


def measure(
    name: str,
    promise: float,
    command: Sequence[str],
    floor: Sequence[str],
    runs: int,
    folder: str | None = None,
) -> Pair:
    """Run both commands in turn and compare them; the first pair warms up and is not counted."""
    pairs = [(run(command, folder), run(floor, folder)) for _ in range(runs + 1)][1:]
    ratios = [a.cpu / b.cpu for a, b in pairs]
    return Pair(
        name=name,
        promise=promise,
        ratio=statistics.median(ratios),
        low=min(ratios),
        high=max(ratios),
        cpu=statistics.median(a.cpu for a, _b in pairs),
        memory=max(a.memory for a, _b in pairs),
    )


def run(command: Sequence[str], folder: str | None = None) -> Run:
    """Run a command to its end; a failure stops the benchmark."""
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    errors = process.stderr.read()
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{errors.decode(errors='replace')}")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
