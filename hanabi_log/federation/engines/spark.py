"""Apache Spark: many machines, or two processes that behave as if they were.

A worker that dies takes nothing with it but time: its part is computed again from the files,
which every worker must be able to read under the same path.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

from py4j.protocol import Py4JError
from pyspark import StorageLevel
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.federation.aggregates import COLUMNS, LAID, SPARK
from hanabi_log.federation.dataset import Dataset
from hanabi_log.federation.engines import unreadable
from hanabi_log.i18n import _

_FAILURES = (PySparkException, Py4JError, OSError, EOFError)
_KINDS = {
    "string": "STRING",
    "date32[day]": "DATE",
    "int32": "INT",
    "bool": "BOOLEAN",
    "list<element: string>": "ARRAY<STRING>",
}
_SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # Figures may not depend on where a worker stands, nor wrap around where they are too large.
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    # A club is a text, also where every id looks like a number.
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
}
_LOOPBACK = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    # Two hundred parts, Spark's own number, are for clusters.
    "spark.sql.shuffle.partitions": "4",
}


class SparkEngine:
    """A session."""

    dialect = SPARK

    def __init__(self, session: SparkSession) -> None:
        self.session = session

    def define(self, name: str, sql: str, *, kept: bool = False) -> None:
        """Give a query a name; a `kept` one is computed once, and again where a worker died."""
        with _explained():
            frame = self.session.sql(sql)
            if kept:
                frame = frame.persist(StorageLevel.MEMORY_AND_DISK)
            frame.createOrReplaceTempView(name)

    def fill(
        self, name: str, columns: Sequence[tuple[str, type]], rows: Iterable[Sequence[int | str]]
    ) -> None:
        """Make a small table of rows from here."""
        schema = ", ".join(
            f"{column} {'INT' if kind is int else 'STRING'}" for column, kind in columns
        )
        made = [tuple(row) for row in rows]
        with _explained(), warnings.catch_warnings():
            # Spark has a word on the pandas that it finds, which is not used here.
            warnings.simplefilter("ignore")
            self.session.createDataFrame(made, schema).createOrReplaceTempView(name)

    def rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as a stream that holds one part of them at a time."""
        with _explained():
            for row in self.session.sql(sql).toLocalIterator(prefetchPartitions=True):
                yield tuple(row)


def check_java() -> None:
    """Raises InvalidInput where Spark would find no Java."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=os.path.join(home, "bin") if home else None)
    if java is None:
        where = _("JAVA_HOME names {path}, where there is none").format(path=home) if home else ""
        text = _("Install Java 17 or newer, or name its folder in JAVA_HOME")
        problems = [Problem(reason, "engine") for reason in (where, text) if reason]
        raise InvalidInput(_("Spark runs on Java, and there is none"), problems)


@contextmanager
def opened(dataset: Dataset, master: str | None = None) -> Iterator[SparkEngine]:
    """The engine over all games; without a `master`, Spark's own settings name one."""
    with tempfile.TemporaryDirectory(prefix="hanabi-log-", ignore_cleanup_errors=True) as folder:
        session = _start(folder, master)
        try:
            engine = SparkEngine(session)
            with _explained():
                _source(session, dataset).createOrReplaceTempView("source")
            yield engine
        finally:
            _stop(session)


def _start(folder: str, master: str | None) -> SparkSession:
    builder = SparkSession.builder.appName("hanabi-log federation")
    settings = {**_SETTINGS, "spark.sql.warehouse.dir": os.path.join(folder, "warehouse")}
    if master:
        builder = builder.master(master)
    if (master or "local").startswith("local"):
        settings |= _LOOPBACK
    for name, value in settings.items():
        builder = builder.config(name, value)
    said = os.path.join(folder, "said.txt")
    try:
        with _speaking_into(said):
            return builder.getOrCreate()
    except _FAILURES as error:
        text = _("Is the master right, and is Java 17 or newer?")
        problems = [Problem(reason, "master") for reason in (*_complaints(said), text)]
        raise InvalidInput(_("Spark did not start"), problems) from error


def _stop(session: SparkSession) -> None:
    context = session.sparkContext
    home, work = os.environ.get("SPARK_HOME"), context.applicationId
    session.stop()
    if home is None:
        # Workers that Spark makes for a local cluster leave a folder where Spark is installed.
        import pyspark

        home = os.path.dirname(pyspark.__file__)
    shutil.rmtree(os.path.join(home, "work", work), ignore_errors=True)


def _source(session: SparkSession, dataset: Dataset) -> DataFrame:
    kinds = COLUMNS | {f"{LAID}{suit}": "int8" for suit in dataset.suits}
    columns = [f"`{name}` {_KINDS.get(kind, 'TINYINT')}" for name, kind in kinds.items()]
    schema = ", ".join((*columns, "club STRING", "year STRING"))
    roots: defaultdict[str, list[str]] = defaultdict(list)
    for club in dataset.clubs:
        roots[os.path.abspath(club.root)] += map(os.path.abspath, club.files)
    # Files are named one by one, and a bracket in the name of a folder is a bracket.
    frames = (
        session.read.schema(schema)
        .options(**{"basePath": root, "__globPaths__": "false"})
        .parquet(*files)
        for root, files in roots.items()
        if files
    )
    return reduce(DataFrame.unionByName, frames)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except _FAILURES as error:
        raise unreadable(error) from error


@contextmanager
def _speaking_into(path: str) -> Iterator[None]:
    """What a program that is started meanwhile says of itself goes into a file."""
    kept = os.dup(2)
    with open(path, "wb") as stream:
        os.dup2(stream.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _complaints(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as stream:
        lines = [line.strip() for line in stream]
    return [line for line in lines if "Exception" in line][:1]
