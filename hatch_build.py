"""Writes into every wheel and sdist from which commit it was built, for `--version` to tell.

An sdist brings the file along, so that a wheel built from it knows the commit too. Where there
is neither a repository nor such a file, nothing is said.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "hanabi_log/commit.txt"


class CommitHook(BuildHookInterface):
    """Called by hatchling before it collects the files of a target, and after."""

    _file: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file. An editable install needs none, for it lies in the repository."""
        commit = None if version == "editable" else _commit(self.root)
        if commit is None:
            return
        handle, self._file = tempfile.mkstemp(suffix=".txt")
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{commit}\n")
        build_data["force_include"][self._file] = PLACE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the temporary file away again."""
        if self._file is not None:
            os.remove(self._file)


def _commit(root: str) -> str | None:
    """The commit that is checked out in `root`, `-dirty` where files differ from it."""
    if not os.path.exists(os.path.join(root, ".git")):
        return None
    command = ["git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(
            command, capture_output=True, check=True, encoding="utf-8"
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
