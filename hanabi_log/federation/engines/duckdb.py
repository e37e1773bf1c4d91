"""DuckDB: one machine, all its cores, and more games than fit into memory.

It reads the Parquet files where they lie. What it cannot hold goes into a temporary folder.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import duckdb

from hanabi_log.federation.aggregates import DUCKDB
from hanabi_log.federation.dataset import Dataset
from hanabi_log.federation.engines import unreadable

_BATCH = 10_000


class DuckdbEngine:
    """A temporary database over Parquet files."""

    dialect = DUCKDB

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def define(self, name: str, sql: str, *, kept: bool = False) -> None:
        """Give a query a name; a `kept` one is computed once."""
        self._run(f"CREATE {'TABLE' if kept else 'VIEW'} {name} AS {sql}")

    def fill(
        self, name: str, columns: Sequence[tuple[str, type]], rows: Iterable[Sequence[int | str]]
    ) -> None:
        """Make a small table of rows from here."""
        import pyarrow

        kinds = {int: pyarrow.int64(), str: pyarrow.string()}
        schema = pyarrow.schema([(column, kinds[kind]) for column, kind in columns])
        made = [dict(zip(schema.names, row, strict=True)) for row in rows]
        self.connection.register("filling", pyarrow.Table.from_pylist(made, schema=schema))
        self._run(f"CREATE TABLE {name} AS TABLE filling")
        self.connection.unregister("filling")

    def rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as a stream; each has a cursor of its own."""
        with closing(self.connection.cursor()) as cursor:
            try:
                cursor.execute(sql)
                while rows := cursor.fetchmany(_BATCH):
                    yield from rows
            except duckdb.Error as error:
                raise unreadable(error) from error

    def _run(self, sql: str) -> None:
        try:
            self.connection.execute(sql)
        except duckdb.Error as error:
            raise unreadable(error) from error


@contextmanager
def opened(dataset: Dataset, _master: str | None = None) -> Iterator[DuckdbEngine]:
    """The engine over all games."""
    with (
        tempfile.TemporaryDirectory(prefix="hanabi-log-") as folder,
        closing(duckdb.connect(os.path.join(folder, "games.duckdb"))) as connection,
    ):
        engine = DuckdbEngine(connection)
        connection.execute(f"SET temp_directory = {_quoted(os.path.join(folder, 'spilled'))}")
        connection.execute("SET preserve_insertion_order = false")
        connection.execute("SET enable_progress_bar = false")
        connection.execute("SET TimeZone = 'UTC'")
        # The path above a dataset may look like one of ours, so it says nothing of the club.
        engine.fill("files", (("club", str), ("file", str)), dataset.files)
        files = ", ".join(_quoted(file) for _club, file in dataset.files)
        engine.define(
            "source",
            f"FROM read_parquet([{files}], union_by_name = true, hive_partitioning = false,"
            " filename = 'file') JOIN files USING (file)",
        )
        yield engine


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
