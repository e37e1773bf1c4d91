"""Engines that run the SQL of a federation; a module is imported when its engine is asked for.

Each offers `opened(dataset, master)`: a context in which the relation `source` holds all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Protocol

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.extras import missing_extra
from hanabi_log.federation.aggregates import Dialect
from hanabi_log.federation.dataset import Dataset
from hanabi_log.i18n import _

EngineName = Literal["sqlite", "duckdb", "spark"]
ENGINES: tuple[EngineName, ...] = ("sqlite", "duckdb", "spark")
_NEEDS = {"sqlite": ("pyarrow",), "duckdb": ("pyarrow", "duckdb"), "spark": ("pyarrow", "pyspark")}
_EXTRAS = {"sqlite": "parquet", "duckdb": "duckdb", "spark": "spark"}


class Engine(Protocol):
    """An engine at work. Errors of its own come out as InvalidInput."""

    dialect: Dialect

    def define(self, name: str, sql: str, *, kept: bool = False) -> None:
        """Give a query a name; a `kept` one is computed once."""

    def fill(
        self, name: str, columns: Sequence[tuple[str, type]], rows: Iterable[Sequence[int | str]]
    ) -> None:
        """Make a small table of rows from here."""

    def rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, as a stream; several may be read side by side."""


def default_engine() -> EngineName:
    """DuckDB where it is installed, else SQLite, which gives the same figures later."""
    return "duckdb" if find_spec("duckdb") else "sqlite"


def opened(
    name: EngineName, dataset: Dataset, master: str | None = None
) -> AbstractContextManager[Engine]:
    """An engine over a dataset; `check_engine` comes first. `master` is Spark's."""
    module = import_module(f"hanabi_log.federation.engines.{name}")
    context: AbstractContextManager[Engine] = module.opened(dataset, master)
    return context


def check_engine(name: str, master: str | None = None) -> None:
    """Raises InvalidInput when there is no such engine, or when what it needs is missing."""
    if name not in ENGINES:
        text = _("There are {names}").format(names=", ".join(ENGINES))
        raise InvalidInput(
            _("There is no engine {name}").format(name=name), [Problem(text, "engine")]
        )
    if master is not None and name != "spark":
        text = _("Only Spark has a master; say --engine spark as well")
        raise InvalidInput(_("{engine} runs here").format(engine=name), [Problem(text, "master")])
    if not all(find_spec(package) for package in _NEEDS[name]):
        raise InvalidInput(
            _("The engine {name} needs a further package").format(name=name),
            [missing_extra(_EXTRAS[name], "engine")],
        )
    if name == "spark":
        from hanabi_log.federation.engines.spark import check_java

        check_java()


def unreadable(error: Exception) -> InvalidInput:
    """What is told when an engine gives up on a dataset that looked sound."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return InvalidInput(
        _("The engine could not read the datasets to their end"),
        [Problem(lines[0] if lines else type(error).__name__)],
    )
