"""Rows and their numbers: the number of a row by its id, and new rows in bulk.

For each statement SQLite makes the lists anew that a CHECK compares a value with; one row a
statement, that takes a third of the time of storing a game.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any

AT_ONCE = 200
"""Rows of one statement; SQLite takes 32,766 values in one, and no table has so many columns."""


def pk_of(connection: sqlite3.Connection, table: str, id: str | None) -> int | None:
    """The number of the row with this id; None for none, KeyError when the id is unknown."""
    if id is None:
        return None
    row = connection.execute(f"SELECT pk FROM {table} WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise KeyError(id)
    pk: int = row[0]
    return pk


def insert_rows(connection: sqlite3.Connection, into: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of equal length; `into` is a table with its columns, `seats (game_pk, seat)`."""
    pending = iter(rows)
    while piece := list(islice(pending, AT_ONCE)):
        if len(piece) == AT_ONCE:
            statement = _statement(into, len(piece[0]), AT_ONCE)
            connection.execute(statement, list(chain.from_iterable(piece)))
        else:
            # One by one, for each length would be a statement that is kept in memory.
            connection.executemany(_statement(into, len(piece[0]), 1), piece)


@lru_cache(maxsize=32)
def _statement(into: str, width: int, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT INTO {into} VALUES {', '.join([row] * rows)}"
