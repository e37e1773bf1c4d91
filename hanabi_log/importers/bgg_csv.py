"""The list of plays that BoardGameGeek's own site saves as CSV.

Each row is a play; everybody stands in one cell as `name (score)`, `x2` counts the games and
a dash is an empty cell.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.importers.bgg import Item, read_play
from hanabi_log.importers.columns import listed
from hanabi_log.importers.csv import broken_quotes
from hanabi_log.importers.rows import too_wide

COLUMNS = {
    "play id": "id",
    "game id": "objectid",
    "name": "name",
    "date": "date",
    "plays": "quantity",
    "location": "location",
    "duration": "length",
    "incomplete": "incomplete",
    "report": "comments",
    "players": "players",
}
"""The site's headings, and what the same thing is called in its XML."""
_EMPTY = ("", "-")


def read(lines: Iterator[str], *, file: str) -> Iterator[Item]:
    """The items of a list; InvalidInput at once where it lacks the site's headings."""
    rows = csv.reader(lines, strict=True)
    headings: list[str] = []
    try:
        while not any(headings):
            headings = [heading.strip().casefold() for heading in next(rows)]
    except (csv.Error, StopIteration):
        headings = []
    missing = [column for column in ("play id", "game id", "date") if column not in headings]
    if missing:
        message = _("There is no column {heading}; there are {headings}").format(
            heading=repr(missing[0]), headings=listed(headings) or "–"
        )
        raise InvalidInput(
            _("{file} cannot be read as a sheet").format(file=file),
            [Problem(message, None, "error", file, 1)],
        )
    return _read_rows(rows, [COLUMNS.get(heading) for heading in headings], file)


def _read_rows(rows: Any, names: list[str | None], file: str) -> Iterator[Item]:
    line = rows.line_num + 1
    try:
        for cells in rows:
            if any(cell.strip() for cell in cells):
                if len(cells) > len(names):
                    yield Problem(too_wide(len(cells), len(names)), None, "error", file, line)
                else:
                    yield from read_play(_play(names, cells), file, line)
            line = rows.line_num + 1
    except csv.Error as error:
        yield Problem(broken_quotes(error), None, "error", file, line)


def _play(names: list[str | None], cells: list[str]) -> dict[str, Any]:
    play: dict[str, Any] = {
        name: cell.strip()
        for name, cell in zip(names, cells, strict=False)
        if name is not None and cell.strip() not in _EMPTY
    }
    play["players"] = [_person(piece) for piece in _people(play.get("players", ""))]
    play["quantity"] = play.get("quantity", "1").lstrip("xX×")
    if play.get("incomplete", "no").casefold() not in ("no", "0", "false"):
        play["incomplete"] = "1"
    return play


def _people(cell: str) -> Iterator[str]:
    """The pieces of a cell between commas that stand in no brackets."""
    piece, depth = "", 0
    for part in cell.split(","):
        piece = f"{piece},{part}" if depth > 0 else part
        depth = max(0, depth + part.count("(") - part.count(")"))
        if depth == 0 and piece.strip():
            yield piece.strip()
    if depth > 0:
        yield piece.strip()


def _person(piece: str) -> dict[str, str]:
    name, bracket, score = piece[:-1].rpartition("(") if piece.endswith(")") else (piece, "", "")
    if not bracket:
        return {"name": piece, "score": ""}
    return {"name": name.strip(), "score": "" if score.strip() in _EMPTY else score.strip()}
