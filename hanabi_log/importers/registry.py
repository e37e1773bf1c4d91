"""Which formats can be read, and which one a file is in.

A format is told by what a file holds, not by its name. Its module is imported when a file
of that kind turns up and not before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.importers.cells import DATE_ORDERS, DateOrder
from hanabi_log.importers.mapping import NO_MAP, SheetMap, read_map
from hanabi_log.importers.reading import TextFile, open_text
from hanabi_log.records import Draft

Format = Literal["csv", "jsonl"]
FORMATS: tuple[Format, ...] = ("csv", "jsonl")
AUTO = "auto"
_GAME_KEYS = {"stacks", "score", "points", "total", "outcome", "said"}
"""A line of ours says how a game ended under one of these."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What files hold, read as it is asked for.

    `drafts` come file by file in their order. `problems` fills up meanwhile: what is
    wrong with a row is there before its draft comes. `notes` are sentences about the
    files. `group` and `ruleset` are what a map says of games that do not say themselves.
    """

    files: tuple[str, ...]
    drafts: Iterator[Draft]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    group: str | None = None
    ruleset: str | None = None


def read_files(
    paths: Sequence[str],
    format: str = AUTO,
    map_file: str | None = None,
    encoding: str | None = None,
    date_order: str | None = None,
) -> Reading:
    """The games in files of one of the FORMATS, or of any of them with `auto`.

    `date_order` says how dates with the year last are meant: `dmy`, `mdy`, None for unsaid.

    Raises InvalidInput, for all files in one go, when one cannot be read or its format
    is not told by its content; also for a map that is wrong.
    """
    if format != AUTO and format not in FORMATS:
        raise InvalidInput(
            _("There is no format {name}").format(name=format),
            [Problem(_("There are {names}").format(names=", ".join(FORMATS)), "format")],
        )
    order: DateOrder | None = next((one for one in DATE_ORDERS if one == date_order), None)
    sheet_map = read_map(map_file) if map_file else NO_MAP
    sources: list[tuple[TextFile, Format]] = []
    problems: list[Problem] = []
    messages: list[str] = []
    # A file that is named twice is read once.
    paths = list(dict.fromkeys(paths))
    for path in paths:
        try:
            text = open_text(path, encoding)
            sources.append((text, _named(format) or sniff(text)))
        except InvalidInput as error:
            messages.append(error.message)
            problems += error.problems
    if problems:
        message = messages[0] if len(messages) == 1 else _("Some files cannot be read")
        raise InvalidInput(message, problems)
    notes = [
        _("{file} is no UTF-8 and was read as {encoding}").format(
            file=shown(text.path), encoding=text.encoding
        )
        for text, _format in sources
        if text.guessed
    ]
    found: list[Problem] = []
    return Reading(
        files=tuple(shown(path) for path in paths),
        drafts=_drafts(sources, sheet_map, order, found),
        problems=found,
        notes=notes,
        group=sheet_map.defaults.get("group"),
        ruleset=sheet_map.defaults.get("ruleset"),
    )


def sniff(text: TextFile) -> Format:
    """The format that the beginning of a file shows; InvalidInput if it shows none."""
    start = text.head.lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        if _is_game(start):
            return "jsonl"
    elif not start.startswith(("[", "<")):
        return "csv"
    raise InvalidInput(
        _("{file} is in no format that is known here").format(file=text.path),
        [
            Problem(
                _("Read are {names}; name one with --format").format(names=", ".join(FORMATS)),
                file=text.path,
            )
        ],
    )


def shown(path: str) -> str:
    """A path as it is shown and kept: bytes that are no text are replaced."""
    return os.fsencode(path).decode(errors="replace")


def _is_game(start: str) -> bool:
    line = start.split("\n", 1)[0]
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        # A broken first line is one bad row of ours if it says how a game ended.
        return any(f'"{key}"' in line for key in _GAME_KEYS)
    return isinstance(found, dict) and not _GAME_KEYS.isdisjoint(found)


def _named(format: str) -> Format | None:
    return next((one for one in FORMATS if one == format), None)


def _drafts(
    sources: Sequence[tuple[TextFile, Format]],
    sheet_map: SheetMap,
    date_order: DateOrder | None,
    problems: list[Problem],
) -> Iterator[Draft]:
    for text, format in sources:
        options: dict[str, Any] = (
            {"sheet_map": sheet_map, "date_order": date_order} if format == "csv" else {}
        )
        module = import_module(f"hanabi_log.importers.{format}")
        with text.lines() as lines:
            for item in module.read(lines, file=shown(text.path), **options):
                if isinstance(item, Problem):
                    problems.append(item)
                else:
                    yield item
