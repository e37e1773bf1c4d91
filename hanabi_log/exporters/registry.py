"""Which formats can be written. A module is imported when its format is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, NamedTuple, TextIO

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _
from hanabi_log.records import Game

Format = Literal["jsonl", "csv", "parquet", "bgstats-link"]
FORMATS: tuple[Format, ...] = ("jsonl", "csv", "parquet", "bgstats-link")
FOLDERS = ("parquet",)
"""Formats that are written as a folder, and not as text."""


class Origin(NamedTuple):
    """The club that games come from: the identity of its log, and its name."""

    id: str = "club"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Games to be written, in their order, and by digest the rules they were logged under.

    `public` games are to make a site without the log: lines then say who has retired.
    """

    games: Sequence[Game]
    rules: Mapping[str, Ruleset] = field(default_factory=dict)
    public: bool = False
    club: Origin = field(default=Origin())


def write(export: Export, format: str, stream: TextIO) -> None:
    """Write games to a text stream that is open in UTF-8, with `newline=""` for a file.

    Raises InvalidInput for a format that is not among FORMATS, and for one that is no text.
    """
    module = _module(format)
    if format in FOLDERS:
        raise InvalidInput(
            _("{format} cannot be written to the screen").format(format=format),
            [Problem(_("Name a folder for it with -o"), "output")],
        )
    module.write(export, stream)


def documents(export: Export, format: str) -> list[dict[str, Any]]:
    """The games as values for one JSON document; links where those are asked for.

    Raises InvalidInput for a format that is not among FORMATS.
    """
    module = _module(format if format == "bgstats-link" else "jsonl" if format in FORMATS else "")
    found: list[dict[str, Any]] = module.documents(export)
    return found


def save(export: Export, format: str, path: str, *, bom: bool = False) -> str:
    """Write games to a file, or to a folder for the formats in FOLDERS, as a whole or not at all.

    With `bom` a text is marked as UTF-8. Gives back the path as it can be shown. Raises
    InvalidInput as `write` does, and OSError when the place cannot be written.
    """
    from hanabi_log.exporters.target import filling

    module = _module(format)
    if format in FOLDERS:
        module.save(export, path)
    else:
        with filling(path, "utf-8-sig" if bom else "utf-8") as stream:
            module.write(export, stream)
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _module(format: str) -> ModuleType:
    if format not in FORMATS:
        raise InvalidInput(
            _("There is no format {name}").format(name=format),
            [Problem(_("There are {names}").format(names=", ".join(FORMATS)), "format")],
        )
    return import_module(f"hanabi_log.exporters.{format.replace('-', '_')}")
