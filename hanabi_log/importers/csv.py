"""Sheets: one game a row, columns in any order, headings in English, Korean or by a map.

A row becomes a draft of what its cells say. Cells that cannot be read are problems of
their row, and all of them are told before its draft comes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.ids import as_uuid
from hanabi_log.importers.cells import (
    DateOrder,
    UnfitError,
    is_number,
    read_date,
    read_minutes,
    read_whole,
    undefuse,
)
from hanabi_log.importers.columns import RESULT, SUITS, Columns, find_columns, meaning
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.mapping import NO_MAP, SheetMap
from hanabi_log.names import is_guest, key_of, split_names, tidy
from hanabi_log.records import Draft

KIND = "csv"
DELIMITERS = ",;\t|"
RULESET_WORDS = {"기본": "basic", "무지개": "basic+rainbow"}
_PREAMBLE = 20
"""Blank lines, or a line `sep=;`, may stand before the headings, but not more than these."""

Facts = dict[str, Any]


def read(
    lines: Iterator[str],
    *,
    file: str,
    sheet_map: SheetMap = NO_MAP,
    date_order: DateOrder | None = None,
) -> Iterator[Draft | Problem]:
    """The drafts of a sheet, and the problems of each row before its draft.

    Raises InvalidInput at once when there are no headings to go by.
    """
    before, first = _find_first(lines, file)
    delimiter = _delimiter(before, first, sheet_map)
    rows = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    try:
        headings = next(rows)
    except csv.Error as error:
        raise _no_sheet(file, _broken(error), len(before) + 1) from None
    columns = find_columns(headings, sheet_map.columns, file, len(before) + 1)
    return _Sheet(columns, sheet_map, date_order, file).read(rows, len(before))


def _find_first(lines: Iterator[str], file: str) -> tuple[list[str], str]:
    """The lines before the headings, and the first line of the headings."""
    before: list[str] = []
    for line in islice(lines, _PREAMBLE):
        if line.strip(" \t\r\n;,|\"'") and not _is_separator(line):
            return before, line
        before.append(line)
    raise _no_sheet(file, _("It does not begin with headings"), 1)


def _no_sheet(file: str, reason: str, line: int) -> InvalidInput:
    return InvalidInput(
        _("{file} cannot be read as a sheet").format(file=file),
        [Problem(reason, file=file, line=line)],
    )


def _is_separator(line: str) -> bool:
    """Spreadsheets may say in a first line how cells are separated: `sep=;`."""
    return line[:4].lower() == "sep=" and len(line.rstrip("\r\n")) == 5


def _delimiter(before: Sequence[str], headings: str, sheet_map: SheetMap) -> str:
    """The delimiter that makes the most headings known, then the most headings."""
    for line in before:
        if _is_separator(line) and line[4] in DELIMITERS:
            return line[4]
    mapped = {heading.strip().casefold() for heading in sheet_map.columns.values()}

    def known(delimiter: str) -> tuple[int, int]:
        try:
            (cells,) = csv.reader([headings], delimiter=delimiter)
        except (csv.Error, ValueError):
            return (0, 0)
        understood = sum(
            cell.strip().casefold() in mapped or meaning(cell) is not None for cell in cells
        )
        return (understood, len(cells))

    return max(DELIMITERS, key=known)


def _broken(error: csv.Error) -> str:
    return _(
        "The quotes of the cells are broken here, so the rest cannot be read ({reason})"
    ).format(reason=error)


@lru_cache(maxsize=4096)
def _date(text: str, order: DateOrder | None) -> str:
    return read_date(text, order)


def _tags(text: str) -> tuple[str, ...]:
    words = text.replace(",", " ").replace(";", " ").split()
    return tuple(word.lstrip("#") for word in words if word.lstrip("#"))


def _ruleset(text: str) -> str:
    word = text.casefold()
    return RULESET_WORDS.get(word, word)


def _outcome(text: str) -> str:
    return text.casefold().replace(" ", "_")


_READERS: dict[str, Callable[[str], Any]] = {
    "group": tidy,
    "guests": read_whole,
    "ruleset": _ruleset,
    "strikes": read_whole,
    "total": read_whole,
    "outcome": _outcome,
    "hints": read_whole,
    "deck": read_whole,
    "minutes": read_minutes,
    "talk": str.casefold,
    "place": str,
    "note": str,
    "tags": _tags,
}


class _Sheet:
    """A sheet whose columns are known; reads its rows."""

    def __init__(
        self,
        columns: Columns,
        sheet_map: SheetMap,
        date_order: DateOrder | None,
        file: str,
    ) -> None:
        self._columns = columns
        self._values = sheet_map.values
        self._order = date_order
        self._file = file
        self._readers: dict[str, Callable[[str], Any]] = {
            **_READERS,
            "date": lambda text: _date(text, date_order),
        }
        self._players = columns.players
        self._one_cell = len(columns.players) == 1
        self._fields = [
            (ours, place)
            for ours, place in columns.places.items()
            if ours in self._readers or ours == RESULT
        ]
        self._stacks = [(code, columns.places[code]) for code in SUITS if code in columns.places]
        self._id = columns.places.get("id")
        self._defaults, self._stack_defaults = self._read_defaults(sheet_map.defaults)

    def read(self, rows: Any, before: int) -> Iterator[Draft | Problem]:
        """The drafts and problems of all rows; `before` counts the lines above the headings."""
        if unused := self._columns.unused:
            message = _("Columns that mean nothing here and are left out: {headings}").format(
                headings=", ".join(unused)
            )
            yield Problem(message, None, "warning", self._file, before + 1)
        line = before + rows.line_num + 1
        try:
            for cells in rows:
                if any(cells):
                    yield from self._read_row([cell.strip() for cell in cells], line)
                line = before + rows.line_num + 1
        except csv.Error as error:
            yield Problem(_broken(error), None, "error", self._file, line)

    def _read_row(self, cells: list[str], line: int) -> Iterator[Draft | Problem]:
        if not any(cells):
            return
        width = self._columns.width
        if len(cells) < width:
            cells += [""] * (width - len(cells))
        elif any(cells[width:]):
            message = _("{found} cells, but {width} headings: is a cell lacking its quotes?")
            message = message.format(found=len(cells), width=width)
            yield Problem(message, None, "error", self._file, line)
            return
        facts: Facts = {}
        for ours, place in self._fields:
            if cell := cells[place]:
                try:
                    self._read_cell(ours, cell, facts)
                except UnfitError as unfit:
                    yield Problem(str(unfit), ours, "error", self._file, line)
        stacks = {
            code: self._stack(code, cells[place]) for code, place in self._stacks if cells[place]
        }
        if stacks:
            facts["stacks"] = {**self._stack_defaults, **stacks}
        if names := self._names(cells):
            facts["players"] = names
        yield self._draft(facts, cells[self._id] if self._id is not None else "", line)

    def _read_cell(self, ours: str, cell: str, facts: Facts) -> None:
        if cell[0] == "'":
            cell = undefuse(cell)
        if ours == RESULT:
            ours = "total" if is_number(cell) else "outcome"
        if words := self._values.get(ours):
            cell = words.get(key_of(cell), cell)
        facts[ours] = self._readers[ours](cell)

    def _stack(self, code: str, cell: str) -> int | str:
        """The number in a cell of a suit; anything else is for the rules to refuse."""
        if words := self._values.get(code):
            cell = words.get(key_of(cell), cell)
        try:
            return read_whole(cell)
        except UnfitError:
            return cell

    def _names(self, cells: list[str]) -> tuple[str | None, ...]:
        if self._one_cell:
            return self._translate(split_names(undefuse(cells[self._players[0]])))
        each = (tidy(undefuse(cells[place])) for place in self._players)
        return self._translate(tuple(None if is_guest(name) else name for name in each if name))

    def _translate(self, names: tuple[str | None, ...]) -> tuple[str | None, ...]:
        words = self._values.get("players")
        if not words:
            return names
        ours = (name if name is None else words.get(key_of(name), name) for name in names)
        return tuple(None if name is None or is_guest(name) else name for name in ours)

    def _draft(self, facts: Facts, id: str, line: int) -> Draft:
        own_id = as_uuid(id) if id else None
        source = None
        if not id:
            source = row_source(KIND, facts)
        elif own_id is None:
            source = f"{KIND}:{undefuse(id)}"
        for ours, value in self._defaults.items():
            facts.setdefault(ours, value)
        return _make(facts, own_id, source, self._file, line)

    def _read_defaults(self, defaults: Mapping[str, str]) -> tuple[Facts, dict[str, int | str]]:
        facts: Facts = {}
        for ours, text in defaults.items():
            if ours == "players":
                facts["players"] = self._translate(split_names(text))
            elif ours in self._readers and ours not in ("group", "ruleset"):
                try:
                    facts[ours] = self._readers[ours](text)
                except UnfitError as unfit:
                    raise InvalidInput(
                        _("The map has a default that does not fit"),
                        [Problem(str(unfit), f"defaults.{ours}")],
                    ) from None
        stacks = {code: self._stack(code, defaults[code]) for code in SUITS if code in defaults}
        return facts, stacks


def _make(facts: Facts, id: str | None, source: str | None, file: str, line: int) -> Draft:
    """The draft; a guest named in a seat is one of the guests that a number counts."""
    if guests := facts.get("guests"):
        seated = sum(name is None for name in facts.get("players", ()))
        facts["guests"] = max(0, guests - seated)
    return Draft(**facts, id=id, source=source, file=file, line=line)
