"""Extras: what needs a further package says so with the command that installs it.

The command is the one of whoever installed the program: pip, pipx or uv.
"""

from __future__ import annotations

import os
import sys

from hanabi_log.errors import Problem
from hanabi_log.i18n import _

_INSTALLERS = {
    "pipx_metadata.json": "pipx install --force",
    "uv-receipt.toml": "uv tool install",
}
"""The file by which an installer knows its environment, and how it installs."""


def install_command(extra: str) -> str:
    """The command that adds an extra, such as `pip install "hanabi-log[parquet]"`."""
    # Double quotes are understood by every shell, that of Windows too.
    for file, command in _INSTALLERS.items():
        if os.path.exists(os.path.join(sys.prefix, file)):
            return f'{command} "hanabi-log[{extra}]"'
    return f'pip install "hanabi-log[{extra}]"'


def missing_extra(extra: str, field: str | None = None) -> Problem:
    """What is told where the packages of an extra are not installed."""
    return Problem(_("Install it with: {command}").format(command=install_command(extra)), field)
