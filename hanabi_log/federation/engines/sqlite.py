"""SQLite: the engine that is always there, and the one that the others are measured by.

The needed columns are read with Arrow, file by file, into a database that lives in a
temporary folder and goes with it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from hanabi_log.federation.aggregates import APART, COLUMNS, LAID, SQLITE
from hanabi_log.federation.dataset import Dataset
from hanabi_log.federation.engines import unreadable

_BATCH = 20_000


class SqliteEngine:
    """A temporary database."""

    dialect = SQLITE

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def define(self, name: str, sql: str, *, kept: bool = False) -> None:
        """Give a query a name; a `kept` one is computed once."""
        with _explained():
            self.connection.execute(f"CREATE {'TABLE' if kept else 'VIEW'} {name} AS {sql}")

    def fill(
        self, name: str, columns: Sequence[tuple[str, type]], rows: Iterable[Sequence[int | str]]
    ) -> None:
        """Make a small table of rows from here."""
        kinds = {int: "INTEGER", str: "TEXT"}
        named = ", ".join(f"{column} {kinds[kind]}" for column, kind in columns)
        marks = ", ".join("?" for _column in columns)
        with _explained():
            self.connection.execute(f"CREATE TABLE {name} ({named})")
            self.connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)

    def rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as a stream."""
        with _explained():
            yield from self.connection.execute(sql)


@contextmanager
def opened(dataset: Dataset, _master: str | None = None) -> Iterator[SqliteEngine]:
    """The engine with all games in it."""
    with (
        tempfile.TemporaryDirectory(prefix="hanabi-log-") as folder,
        closing(sqlite3.connect(os.path.join(folder, "games.db"), isolation_level=None)) as one,
    ):
        engine = SqliteEngine(one)
        one.execute("PRAGMA synchronous = OFF")
        one.execute("PRAGMA journal_mode = OFF")
        with _explained():
            _load(engine, dataset)
        yield engine


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise unreadable(error) from error


def _load(engine: SqliteEngine, dataset: Dataset) -> None:
    laid = [f"{LAID}{suit}" for suit in dataset.suits]
    plain = [column for column in COLUMNS if column != "players"]
    names = ["club", *plain, "people", "party", *laid]
    quoted = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" for _name in names)
    engine.connection.execute(f"CREATE TABLE source ({quoted})")
    engine.connection.execute("BEGIN")
    for club, file in dataset.files:
        engine.connection.executemany(
            f"INSERT INTO source VALUES ({marks})", _rows(club, file, plain, laid)
        )
    engine.connection.execute("COMMIT")


def _rows(
    club: str, file: str, plain: Sequence[str], laid: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    from pyarrow import ArrowException, parquet, string

    try:
        with parquet.ParquetFile(file) as games:
            there = set(games.schema_arrow.names)
            suits = [column for column in laid if column in there]
            for batch in games.iter_batches(_BATCH, columns=[*plain, "players", *suits]):
                columns = {name: batch.column(name) for name in batch.schema.names}
                columns["date"] = columns["date"].cast(string())
                blank = [None] * len(batch)
                values = [columns[name].to_pylist() for name in plain]
                parties = [_party(seats) for seats in columns["players"].to_pylist()]
                values += [[text for text, _joined in parties], [name for _t, name in parties]]
                values += [columns[name].to_pylist() if name in columns else blank for name in laid]
                yield from zip([club] * len(batch), *values, strict=True)
    except (ArrowException, OSError) as error:
        raise unreadable(error) from error


def _party(seats: Sequence[str | None] | None) -> tuple[str, str]:
    people = sorted({name for name in seats or () if name is not None})
    return json.dumps(people), APART.join(people)
