"""Where this program comes from: its version, the commit it was built from, what it runs on.

A build writes the commit into the package (hatch_build.py); a checkout is asked itself.
Versions of libraries are read from their metadata, so that none of them is imported.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from hanabi_log import __version__
from hanabi_log.resources import shipped

ENGINES = {"Arrow": "pyarrow", "DuckDB": "duckdb", "Spark": "pyspark"}
"""What extras bring, and the distribution that it comes in."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """`commit` is a hash of twelve letters, with `-dirty` where files differed from it; None
    where nobody knows. `engines` are those that are installed, with their versions."""

    version: str
    commit: str | None
    python: str
    sqlite: str
    engines: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        """The keys that `--version --json` promises."""
        return {
            "version": self.version,
            "commit": self.commit,
            "python": self.python,
            "sqlite": self.sqlite,
            "engines": self.engines,
        }


def provenance() -> Provenance:
    """What can be known about this installation."""
    engines = {}
    for name, distribution in ENGINES.items():
        try:
            engines[name] = version(distribution)
        except PackageNotFoundError:
            continue
    return Provenance(
        version=__version__,
        commit=_written() or _checked_out(),
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        engines=engines,
    )


def _written() -> str | None:
    try:
        with open(shipped("commit.txt"), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None


def _checked_out() -> str | None:
    root = os.path.dirname(shipped("data"))
    if not os.path.exists(os.path.join(root, ".git")):
        return None
    import subprocess

    command = ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip() or None
