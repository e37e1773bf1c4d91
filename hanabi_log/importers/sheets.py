"""Workbooks of spreadsheet programs, XLSX and ODS: every sheet that has usable headings.

A sheet is read as its export to CSV would be, and a game in it is known again under the same
identity, so that a club may save its sheet either way. Titles above the headings are passed
over. The library that reads workbooks is an extra and imported when one turns up.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile, islice
from typing import Any, Literal

from hanabi_log.dates import DateOrder
from hanabi_log.errors import InvalidInput, Problem, unreadable
from hanabi_log.extras import install_command
from hanabi_log.i18n import _
from hanabi_log.importers.columns import find_columns, understood
from hanabi_log.importers.csv import KIND
from hanabi_log.importers.mapping import NO_MAP, SheetMap
from hanabi_log.importers.rows import RowReader
from hanabi_log.importers.sheets_unpacking import Kind, unpack
from hanabi_log.records import Draft

ROWS_ABOVE = 20
"""Rows, blank ones included, among which the headings are looked for."""
Rows = Iterator[tuple[int, list[str]]]


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook that can be read: its sheets, those that are hidden left out.

    `size` counts the bytes of the file. Nothing about its letters needs to be found out.
    """

    path: str
    format: Kind
    sheets: tuple[Any, ...]
    size: int = 0
    guessed: Literal[False] = False
    encoding: None = None


def open_book(path: str) -> Book:
    """The workbook at `path`.

    Raises InvalidInput when it is damaged, locked or far too large, and where the extra
    `sheets` is not installed.
    """
    try:
        from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum
    except ImportError:
        reason = _("workbooks need a further package; install it with: {command}")
        raise unreadable(path, reason.format(command=install_command("sheets"))) from None
    kind, packed = unpack(path)
    with _reading(path):
        book = CalamineWorkbook.from_filelike(packed)
        shown = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.visible == SheetVisibleEnum.Visible and sheet.typ == SheetTypeEnum.WorkSheet
        ]
        sheets = tuple(book.get_sheet_by_name(name) for name in shown)
    return Book(path, kind, sheets, os.path.getsize(path))


def read(
    book: Book,
    *,
    file: str,
    sheet_map: SheetMap = NO_MAP,
    date_order: DateOrder | None = None,
) -> Iterator[Draft | Problem]:
    """The drafts of all sheets, and the problems of each row before its draft.

    Sheets in which no column says how a game ended are named in a warning. Raises
    InvalidInput when there is no other sheet.
    """
    readers: list[tuple[RowReader, int, Rows]] = []
    left_out: list[Problem] = []
    for sheet in book.sheets:
        label = f"{file} [{sheet.name}]" if len(book.sheets) > 1 else file
        with _reading(file):
            line, headings = _headings(_rows(sheet), sheet_map)
        if not headings:
            continue
        try:
            columns = find_columns(headings, sheet_map.columns, label, line)
        except InvalidInput as error:
            left_out += error.problems
            continue
        reader = RowReader(KIND, label, columns, sheet_map, date_order)
        readers.append((reader, line, dropwhile(partial(_is_above, line), _rows(sheet))))
    if not readers:
        empty = Problem(_("It has no sheet with headings"), file=file)
        raise InvalidInput(
            _("{file} cannot be read as a sheet").format(file=file), left_out or [empty]
        )
    return _read_all(readers, left_out, file)


def _read_all(
    readers: Sequence[tuple[RowReader, int, Rows]], left_out: Sequence[Problem], file: str
) -> Iterator[Draft | Problem]:
    for problem in left_out:
        message = _("This sheet is left out: {reason}").format(reason=problem.message)
        yield Problem(message, problem.field, "warning", problem.file, problem.line)
    for reader, line, rows in readers:
        yield from reader.about_columns(line)
        with _reading(file):
            for number, cells in rows:
                yield from reader.read(cells, number)


def _rows(sheet: Any) -> Rows:
    """The rows as text with their numbers, those before the first cell included."""
    for number, row in enumerate(sheet.iter_rows(), 1):
        yield number, [text_of(cell) for cell in row]


def _headings(rows: Rows, sheet_map: SheetMap) -> tuple[int, list[str]]:
    """The row in which most cells are headings, of the first ones; titles may stand above.

    Of rows with equally many it is the first; no headings for a sheet that is empty.
    """
    theirs = sheet_map.columns.values()
    candidates = (row for row in islice(rows, ROWS_ABOVE) if any(row[1]))
    line, cells = max(candidates, key=lambda row: understood(row[1], theirs), default=(1, []))
    while cells and not cells[-1].strip():
        cells.pop()
    return line, cells


def _is_above(line: int, row: tuple[int, list[str]]) -> bool:
    return row[0] <= line


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Whatever the library says about a broken workbook, as InvalidInput."""
    from python_calamine import CalamineError, PasswordError

    try:
        yield
    except PasswordError:
        raise unreadable(path, _("it is locked with a password")) from None
    except CalamineError as error:
        raise unreadable(path, str(error)) from None
    except BaseException as error:
        # The library's own bugs come as an exception that is no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise unreadable(path, _("it is damaged, or no workbook")) from None


def text_of(cell: Any) -> str:
    """What a CSV file would say for a cell.

    A length of time is given in minutes, since that is what such a column is for.
    """
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime.datetime):
        midnight = cell.time() == datetime.time()
        return cell.date().isoformat() if midnight else cell.isoformat(" ", "seconds")
    if isinstance(cell, datetime.time):
        return str(cell.hour * 60 + cell.minute + (cell.second >= 30))
    if isinstance(cell, datetime.timedelta):
        return str(int(cell.total_seconds() / 60 + 0.5))
    return cell.isoformat() if isinstance(cell, datetime.date) else str(cell)
