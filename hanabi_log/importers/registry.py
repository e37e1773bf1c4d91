"""Which formats can be read, and which one a file is in.

A format is told by what a file holds, not by its name. Its module is imported when a file
of that kind turns up and not before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TextIO, Union

from hanabi_log.dates import DATE_ORDERS, DateOrder
from hanabi_log.errors import InvalidInput, Problem, unreadable
from hanabi_log.i18n import _
from hanabi_log.importers.items import Choice, PassedOver, Tombstone
from hanabi_log.importers.mapping import NO_MAP, SheetMap, read_map
from hanabi_log.importers.reading import TextFile, is_package, open_text
from hanabi_log.importers.sniffing import (
    DOCUMENTS,
    FORMATS,
    LINES_OR_WHOLE,
    UNSAID_RULES,
    WORKBOOKS,
    Format,
    sniff,
)
from hanabi_log.records import Draft

if TYPE_CHECKING:
    from hanabi_log.importers.sheets import Book

AUTO = "auto"
MOST_PASSED_OVER = 10_000
"""Entries without a game, one after the other, that are told one by one."""
Source = Union[TextFile, "Book"]


class Meter:
    """How far the reading of files is: `size` bytes in all, `done` of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._before = 0
        self._at: BinaryIO | None = None

    @property
    def done(self) -> int:
        """The bytes that were taken from the disk so far."""
        return self._before + (self._at.tell() if self._at and not self._at.closed else 0)

    def watch(self, file: TextIO) -> None:
        """The file that is read now."""
        self._at = file.buffer

    def finish(self, size: int) -> None:
        """A file of this size is read."""
        self._at = None
        self._before += size


@dataclass(frozen=True, slots=True)
class Reading:
    """What files hold, read as it is asked for.

    `drafts` come file by file in their order. `problems` fills up meanwhile: what is
    wrong with a row is there before its draft comes; `passed_over` and `tombstones` fill up
    in the same way, and so do `choices`, sentences about what was taken for granted. `notes`
    are those that should be told at once. `formats` gives file, format and encoding. `group`
    and `ruleset` are what a map says of games that do not say themselves; games of the files
    in `unknown_rules` that do not say theirs have an unknown ruleset.
    """

    files: tuple[str, ...]
    drafts: Iterator[Draft]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    group: str | None = None
    ruleset: str | None = None
    passed_over: list[PassedOver] = field(default_factory=list)
    tombstones: list[Tombstone] = field(default_factory=list)
    unknown_rules: frozenset[str] = frozenset()
    choices: list[str] = field(default_factory=list)
    formats: tuple[tuple[str, str, str], ...] = ()
    meter: Meter = field(default_factory=lambda: Meter(0))


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
    sources: list[tuple[Source, Format]] = []
    problems: list[Problem] = []
    messages: list[str] = []
    # A file that is named twice is read once.
    paths = list(dict.fromkeys(paths))
    for path in paths:
        try:
            sources.append(_open(path, format, encoding))
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
    found = _Found([], [], [], [])
    meter = Meter(sum(text.size for text, _format in sources))
    return Reading(
        files=tuple(shown(path) for path in paths),
        drafts=_drafts(sources, sheet_map, order, found, meter),
        problems=found.problems,
        notes=notes,
        group=sheet_map.defaults.get("group"),
        ruleset=sheet_map.defaults.get("ruleset"),
        passed_over=found.passed_over,
        tombstones=found.tombstones,
        unknown_rules=frozenset(shown(text.path) for text, kind in sources if kind in UNSAID_RULES),
        choices=found.choices,
        formats=tuple((shown(text.path), kind, text.encoding or "") for text, kind in sources),
        meter=meter,
    )


def shown(path: str) -> str:
    """A path as it is shown and kept: bytes that are no text are replaced."""
    return os.fsencode(path).decode(errors="replace")


def _open(path: str, format: str, encoding: str | None) -> tuple[Source, Format]:
    """The file and its format; InvalidInput when it cannot be read or is of another format."""
    if is_package(path) and (format == AUTO or format in WORKBOOKS):
        from hanabi_log.importers.sheets import open_book

        book = open_book(path)
        return book, book.format
    if format in WORKBOOKS:
        message = _("It is no workbook; read are workbooks in the formats {names}")
        raise unreadable(path, message.format(names=", ".join(sorted(WORKBOOKS))))
    text = open_text(path, encoding)
    kind = _named(format) or sniff(text)
    if kind not in DOCUMENTS and kind not in LINES_OR_WHOLE:
        text.require_rows()
    return text, kind


def _named(format: str) -> Format | None:
    return next((one for one in FORMATS if one == format), None)


class _Found(NamedTuple):
    """Where the items go that are no drafts."""

    problems: list[Problem]
    passed_over: list[PassedOver]
    tombstones: list[Tombstone]
    choices: list[str]

    def pass_over(self, item: PassedOver) -> None:
        """Keep an entry that is no game; a file of nothing else must not fill the memory."""
        if len(self.passed_over) < MOST_PASSED_OVER:
            self.passed_over.append(item)
        else:
            last = self.passed_over[-1]
            self.passed_over[-1] = replace(last, n=last.n + 1)


def _drafts(
    sources: Sequence[tuple[Source, Format]],
    sheet_map: SheetMap,
    date_order: DateOrder | None,
    found: _Found,
    meter: Meter,
) -> Iterator[Draft]:
    for text, format in sources:
        for item in _items(text, format, sheet_map, date_order, meter):
            if isinstance(item, Problem):
                found.problems.append(item)
            elif isinstance(item, PassedOver):
                found.pass_over(item)
            elif isinstance(item, Tombstone):
                found.tombstones.append(item)
            elif isinstance(item, Choice):
                found.choices.append(item.text)
            else:
                yield item
        meter.finish(text.size)


def _items(
    text: Source,
    format: Format,
    sheet_map: SheetMap,
    date_order: DateOrder | None,
    meter: Meter,
) -> Iterator[Draft | Problem | PassedOver | Tombstone | Choice]:
    if not isinstance(text, TextFile):
        from hanabi_log.importers.sheets import read

        yield from read(text, file=shown(text.path), sheet_map=sheet_map, date_order=date_order)
        return
    module = import_module(f"hanabi_log.importers.{format.replace('-', '_')}")
    if format in LINES_OR_WHOLE and text.overlong:
        yield from module.read(iter([text.text()]), file=shown(text.path))
        return
    if format in DOCUMENTS:
        yield from module.read(text.text(), file=shown(text.path))
        return
    options: dict[str, Any] = (
        {"sheet_map": sheet_map, "date_order": date_order} if format == "csv" else {}
    )
    with text.lines() as lines:
        meter.watch(lines)
        yield from module.read(lines, file=shown(text.path), **options)
