"""What is public as data: games by year, boards, setups and records, as JSON and as CSV.

The files say no more than the pages: hidden people are guests, and notes, places and the
ids of the log are not there. Names of columns are English in every language. Cells that a
spreadsheet would run as a formula get an apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hanabi_log.importers.cells import defuse
from hanabi_log.importers.columns import SUITS
from hanabi_log.records import Game
from hanabi_log.site.games import Games
from hanabi_log.site.gather import Gathered
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.baselines import Baselines
from hanabi_log.stats.bests import bests
from hanabi_log.stats.boards import Board, BoardRow, group_board, lineup_board
from hanabi_log.stats.setups import setups
from hanabi_log.stats.summary import Summary, summarise

DECIMALS = 3
"""Of means and rates; more would only make files change without reason."""

Cell = str | int | float | bool | None | list[str] | dict[str, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to be published: its file without an ending, and its rows under their columns.

    `names` are the values from the log in it, for the check of privacy.
    """

    path: str
    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, Cell]]
    names: frozenset[str] = frozenset()


File = tuple[str, bytes, frozenset[str]]
"""Path, content, and the names from the log in it."""


def years(log: Gathered) -> dict[str, Games]:
    """The games by the year of their date, in the order of play."""
    found: dict[str, list[int]] = {}
    for place, evening in enumerate(log.plays.evenings):
        found.setdefault(year_of(evening.date), []).append(place)
    return {year: Games(log.games.source, places) for year, places in found.items()}


def year_of(date: str | None) -> str:
    """What the table of a game's year goes by."""
    return date[:4] if date else "undated"


def year_paths(year: str) -> tuple[str, str]:
    """The files of a year."""
    return f"data/games-{year}.json", f"data/games-{year}.csv"


def year_files(log: Gathered, year: str, games: Sequence[Game]) -> Iterator[File]:
    """The games of a year as JSON and as CSV."""
    return _both(_games(log, year, games))


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
    yield "data/index.json", text.encode(), frozenset((log.club.name,))


def _both(sheet: Sheet) -> Iterator[File]:
    yield f"data/{sheet.path}.json", as_json(sheet.rows), sheet.names
    yield f"data/{sheet.path}.csv", as_csv(sheet), frozenset()


def as_json(rows: Sequence[Mapping[str, Cell]]) -> bytes:
    """The rows as a JSON array, a row on a line, so that changes can be compared."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    lines = ",\n".join(map(encode, rows))
    return f"[\n{lines}\n]\n".encode() if rows else b"[]\n"


def as_csv(sheet: Sheet, *, headed: bool = True) -> bytes:
    """The rows as CSV with one heading for each column, safe to open in a spreadsheet.

    Without headings it is what goes on a table that was begun before.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    if headed:
        writer.writerow(
            heading
            for column in sheet.columns
            for heading in (SUITS if column == "stacks" else (column,))
        )
    for row in sheet.rows:
        cells: list[object] = []
        for column in sheet.columns:
            value = row[column]
            if column == "stacks":
                stacks = value if isinstance(value, dict) else {}
                cells += [stacks.get(suit, "") for suit in SUITS]
            else:
                cells.append(_cell(value))
        writer.writerow(cells)
    return stream.getvalue().encode()


def _cell(value: Cell) -> object:
    if isinstance(value, list):
        value = ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return defuse(value) if isinstance(value, str) else value


def _games(log: Gathered, year: str, games: Sequence[Game]) -> Sheet:
    rows = [_game(log, game) for game in games]
    names = {
        *(str(row["group"]) for row in rows if row["group"]),
        *(name for row in rows for column in ("players", "tags") for name in _names(row[column])),
    }
    return Sheet(f"games-{year}", _GAME_COLUMNS, rows, frozenset(names))


def _names(value: Cell) -> Sequence[str]:
    return value if isinstance(value, list) else ()


_GAME_COLUMNS = (
    "date",
    "group",
    "players",
    "guests",
    "ruleset",
    "stacks",
    "strikes",
    "outcome",
    "points",
    "score",
    "max_score",
    "percent",
    "band",
    "counted",
    "tags",
    "page",
)


def _game(log: Gathered, game: Game) -> dict[str, Cell]:
    session, number = log.place_of(game)
    result, end = game.result, game.end
    return {
        "date": game.date,
        "group": game.group.name if game.group else None,
        "players": [log.names[player.id] for player in game.players],
        "guests": game.guests,
        "ruleset": game.ruleset,
        "stacks": None if end.stacks is None else dict(end.stacks),
        "strikes": end.strikes,
        "outcome": result.outcome,
        "points": result.points,
        "score": result.score,
        "max_score": result.max_score,
        "percent": result.percent,
        "band": result.band,
        "counted": game.counted,
        "tags": list(game.tags),
        "page": session.anchor(number),
    }


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
                "mean": _round(setup.mean.value if setup.mean else None),
                "baseline": _round(baseline.m if baseline and baseline.shown else None),
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
        else {"value": _round(mean.value), "low": _round(mean.low), "high": _round(mean.high)},
        "perfect": found.perfect.hits,
        "struck_out": found.struck_out.hits,
        "told": found.perfect.n,
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
