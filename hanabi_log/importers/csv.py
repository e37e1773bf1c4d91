"""Sheets as CSV: headings in English, Korean or by a map, then one game a row.

What separates the cells is found out from the headings. Quotes are taken strictly, since
one that is left open would swallow all rows behind it without a sound.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from hanabi_log.dates import DateOrder
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.importers.columns import find_columns, understood
from hanabi_log.importers.items import Choice
from hanabi_log.importers.mapping import NO_MAP, SheetMap
from hanabi_log.importers.rows import RowReader
from hanabi_log.records import Draft

KIND = "csv"
DELIMITERS = ",;\t|"
_PREAMBLE = 20
"""Blank lines, titles, or a line `sep=;` may stand before the headings, which are among these."""


def read(
    lines: Iterator[str],
    *,
    file: str,
    sheet_map: SheetMap = NO_MAP,
    date_order: DateOrder | None = None,
) -> Iterator[Draft | Problem | Choice]:
    """What separates the cells, then the drafts, and the problems of each row before its draft.

    Raises InvalidInput at once when there are no headings to go by.
    """
    before, found = _find_headings(lines, sheet_map, file)
    delimiter = _delimiter(before, found[0], sheet_map)
    rows = csv.reader(chain(found, lines), delimiter=delimiter, strict=True)
    try:
        headings = next(rows)
    except csv.Error as error:
        raise _no_sheet(file, broken_quotes(error), len(before) + 1) from None
    columns = find_columns(headings, sheet_map.columns, file, len(before) + 1)
    separated = _("{file}: the cells are separated by {delimiter}").format(
        file=file, delimiter=_("a tab") if delimiter == "\t" else delimiter
    )
    reader = RowReader(KIND, file, columns, sheet_map, date_order)
    return chain([Choice(separated)], _read_rows(rows, len(before), reader))


def _find_headings(
    lines: Iterator[str], sheet_map: SheetMap, file: str
) -> tuple[list[str], list[str]]:
    """The lines before the headings, and the lines from them on that were read so far.

    The headings are the line in which the most cells mean something, the first one of equals.
    """
    read = list(islice(lines, _PREAMBLE))
    filled = [
        number
        for number, line in enumerate(read)
        if line.strip(" \t\r\n;,|\"'") and not _is_separator(line)
    ]
    if not filled:
        raise _no_sheet(file, _("It does not begin with headings"), 1)
    most = max(
        filled,
        key=lambda number: max(_known(read[number], one, sheet_map)[0] for one in DELIMITERS),
    )
    return read[:most], read[most:]


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
    return max(DELIMITERS, key=lambda delimiter: _known(headings, delimiter, sheet_map))


def _known(headings: str, delimiter: str, sheet_map: SheetMap) -> tuple[int, int]:
    """How many cells of a line are headings, and how many there are."""
    try:
        (cells,) = csv.reader([headings], delimiter=delimiter)
    except (csv.Error, ValueError):
        return (0, 0)
    return understood(cells, sheet_map.columns.values()), len(cells)


def broken_quotes(error: csv.Error) -> str:
    """What is wrong where the cells cannot be told apart any more."""
    return _(
        "The quotes of the cells are broken here, so the rest cannot be read ({reason})"
    ).format(reason=error)


def _read_rows(rows: Any, before: int, reader: RowReader) -> Iterator[Draft | Problem]:
    """The drafts and problems of all rows; `before` counts the lines above the headings."""
    yield from reader.about_columns(before + 1)
    line = before + rows.line_num + 1
    try:
        for cells in rows:
            yield from reader.read(cells, line)
            line = before + rows.line_num + 1
    except csv.Error as error:
        yield Problem(broken_quotes(error), None, "error", reader.file, line)
