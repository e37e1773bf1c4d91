"""What is public as data beside the games: boards, setups and records, as JSON and as CSV.

The files say no more than the pages: hidden people are guests, and notes, places and the
ids of the log are not there. Names of columns are English in every language. Cells that a
spreadsheet would run as a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hanabi_log.importers.cells import defuse
from hanabi_log.site.gather import Gathered
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.baselines import Baselines
from hanabi_log.stats.bests import bests
from hanabi_log.stats.boards import Board, BoardRow, group_board, lineup_board
from hanabi_log.stats.setups import setups
from hanabi_log.stats.summary import Summary, summarise

DECIMALS = 3
"""Of means and rates; more would only make files change without reason."""

Cell = str | int | float | bool | None | list[str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to be published: its file without an ending, and its rows under their columns.

    `names` are the values from the log in it, for the check of privacy.
    """

    path: str
    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, Cell]]
    names: frozenset[str] = frozenset()


class File(NamedTuple):
    """A file of the site; `names` are the values from the log in it, for the check of privacy."""

    path: str
    content: bytes
    names: frozenset[str] = frozenset()


def table_files(
    log: Gathered, people: Board, expected: Baselines, games: Mapping[str, int]
) -> Iterator[File]:
    """Every other table, and at last the list of them with the club's figures.

    `games` says how many games each year has.
    """
    names = {
        **log.names,
        **{table.group.id: table.group.name for table in log.tables if table.group},
    }
    listed = [{"name": f"games-{year}", "rows": count} for year, count in games.items()]
    for sheet in (
        board_sheet("people", people),
        board_sheet("lineups", lineup_board(log.sums, log.names)),
        board_sheet("groups", group_board(log.sums, names)),
        setups_sheet(log.sums, expected),
        _records(log),
    ):
        listed.append({"name": sheet.path, "rows": len(sheet.rows)})
        yield from _both(sheet)
    index = {"club": log.club.name, **summary_values(summarise(log.sums)), "tables": listed}
    text = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    yield File("data/index.json", text.encode(), frozenset((log.club.name,)))


def _both(sheet: Sheet) -> Iterator[File]:
    yield File(f"data/{sheet.path}.json", as_json(sheet.rows), sheet.names)
    yield File(f"data/{sheet.path}.csv", as_csv(sheet))


def as_json(rows: Sequence[Mapping[str, Cell]]) -> bytes:
    """The rows as a JSON array, a row on a line, so that changes can be compared."""
    lines = ",\n".join(map(encode, rows))
    return f"[\n{lines}\n]\n".encode() if lines else b"[]\n"


encode = json.JSONEncoder(ensure_ascii=False).encode


def as_csv(sheet: Sheet, *, headed: bool = True) -> bytes:
    """The rows as CSV with one heading for each column, safe to open in a spreadsheet.

    Without headings it is what goes on a table that was begun before.
    """
    rows = (cells(row[column] for column in sheet.columns) for row in sheet.rows)
    return csv_lines([*([sheet.columns] if headed else []), *rows]).encode()


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """Rows of cells as CSV."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def cells(values: Iterable[Cell]) -> list[object]:
    """Values as the cells of a row of CSV."""
    return [_cell(value) for value in values]


def _cell(value: Cell) -> object:
    if isinstance(value, list):
        value = ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return defuse(value) if isinstance(value, str) else value


def board_sheet(path: str, board: Board) -> Sheet:
    """The rows of a board, listed or not."""
    columns = (
        *("name", "players", "games", "listed", "value", "low", "high"),
        *("mean_points", "mean_score", "perfect", "struck_out"),
    )
    rows = [_board_row(row, columns) for row in board.rows]
    names = {name for row in board.rows for name in (row.name, *row.players)}
    return Sheet(path, columns, rows, frozenset(names))


def _board_row(row: BoardRow, columns: Sequence[str]) -> dict[str, Cell]:
    values: Mapping[str, Any] = row.as_json()
    return {
        column: round(value, DECIMALS) if isinstance(value, float) else value
        for column in columns
        for value in (values[column],)
    }


def setups_sheet(tables: Tables, expected: Baselines) -> Sheet:
    """What each setup gave."""
    rows: list[dict[str, Cell]] = []
    for setup in setups(tables):
        baseline = expected.setups.get((setup.ruleset, setup.seats))
        rows.append(
            {
                "ruleset": setup.ruleset,
                "players": setup.seats,
                "games": setup.games,
                "mean": to_decimals(setup.mean.value if setup.mean else None),
                "baseline": to_decimals(baseline.m if baseline and baseline.shown else None),
                "perfect": setup.perfect.hits,
                "struck_out": setup.struck_out.hits,
                "told": setup.perfect.n,
            }
        )
    columns = (
        *("ruleset", "players", "games", "mean", "baseline"),
        *("perfect", "struck_out", "told"),
    )
    return Sheet("setups", columns, rows)


def _records(log: Gathered) -> Sheet:
    rows: list[dict[str, Cell]] = []
    for best in bests(log.plays):
        session, number = log.place_of(best.plays[0])
        rows.append(
            {
                "ruleset": best.cell.ruleset,
                "players": best.cell.seats,
                "max_score": best.cell.max_score,
                "score": best.value,
                "date": best.plays[0].date,
                "shared": len(best.plays),
                "games": best.n,
                "page": session.anchor(number),
            }
        )
    columns = (
        *("ruleset", "players", "max_score", "score"),
        *("date", "shared", "games", "page"),
    )
    return Sheet("records", columns, rows)


def summary_values(found: Summary) -> dict[str, Any]:
    """The headline figures as plain values."""
    mean = found.mean
    return {
        "games": found.games,
        "counted": found.counted,
        "sessions": found.sessions,
        "people": found.people,
        "mean": None
        if mean is None
        else {
            "value": to_decimals(mean.value),
            "low": to_decimals(mean.low),
            "high": to_decimals(mean.high),
        },
        "perfect": found.perfect.hits,
        "struck_out": found.struck_out.hits,
        "told": found.perfect.n,
    }


def to_decimals(value: float | None) -> float | None:
    """A value as it is published, if there is one."""
    return None if value is None else round(value, DECIMALS)
