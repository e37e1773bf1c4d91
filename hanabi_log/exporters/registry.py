"""Which formats can be written. A module is imported when its format is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Literal, TextIO

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.records import Game

Format = Literal["jsonl", "csv"]
FORMATS: tuple[Format, ...] = ("jsonl", "csv")


def write(games: Sequence[Game], format: str, stream: TextIO) -> None:
    """Write games to a text stream that is open in UTF-8, with `newline=""` for a file.

    Raises InvalidInput for a format that is not among FORMATS.
    """
    if format not in FORMATS:
        raise InvalidInput(
            _("There is no format {name}").format(name=format),
            [Problem(_("There are {names}").format(names=", ".join(FORMATS)), "format")],
        )
    import_module(f"hanabi_log.exporters.{format}").write(games, stream)
