"""The house keeps its order: imports run one way, and dear ones come late."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hanabi_log

PACKAGE = Path(hanabi_log.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

MAY_IMPORT = {
    "errors": {"i18n", "labels"},
    "labels": {"i18n"},
    "resources": set(),
    "extras": {"errors", "i18n"},
    "i18n": {"resources"},
    "ids": set(),
    "digests": set(),
    "names": set(),
    "mentions": {"names"},
    "dates": {"i18n"},
    "tomlfile": {"errors", "i18n"},
    "games": {"games", "errors", "i18n", "digests", "names"},
    "rulebook": {"games", "errors", "i18n", "names", "resources", "tomlfile"},
    "records": {"games"},
    "visibility": {"records"},
    "hoola_records": {"records", "games"},
    "stats": {"stats", "records", "hoola_records", "games", "i18n", "names"},
    "site": {
        *("site", "stats", "records", "games", "rulebook", "errors", "i18n", "resources", "names"),
        # The values that the pages of many clubs are made of.
        "federation",
        # How cells of sheets are written safely is decided where sheets are read.
        "importers",
        "visibility",
        "hoola_records",
    },
    "storage": {
        *("storage", "records", "hoola_records", "games", "names", "dates", "mentions"),
        *("digests", "errors", "i18n"),
    },
    "importers": {
        *("importers", "records", "games", "names", "errors", "i18n", "drafts", "dates"),
        *("tomlfile", "ids", "rulebook", "extras"),
    },
    "exporters": {
        *("exporters", "importers", "records", "hoola_records", "games", "names", "errors"),
        *("i18n", "rulebook", "stats", "extras"),
    },
    "federation": {
        *("federation", "site", "stats", "exporters", "records", "games", "names", "errors"),
        *("i18n", "rulebook", "resources", "extras"),
    },
}
"""What the modules of the lower floors may import of the package; the upper ones are free."""

HEAVY = {"sqlite_utils", "jinja2", "plotly", "numpy", "pandas", "rich", "babel", "rapidfuzz"}
ONLY_IN = {
    "sqlite3": {"storage", "logbook", "federation/engines/sqlite.py"},
    "duckdb": {"federation/engines/duckdb.py"},
    "pyspark": {"federation/engines/spark.py"},
    "click": {"cli"},
    "sqlite_utils": {"storage/migrations.py"},
    "jinja2": {"site"},
    "ghp_import": {"publishing/branch.py"},
}
"""Libraries that only these places know of."""


FEDERATION_SQL = {
    PACKAGE / "federation" / "aggregates.py",
    PACKAGE / "federation" / "engines" / "sqlite.py",
}
"""The aggregates that every engine runs, and the loading of the one that reads no Parquet."""


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path, *, at_start: bool) -> set[str]:
    """The modules that a file imports, when it is loaded or whenever."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        only_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if not (at_start and (in_function or only_for_types)):
            pending += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    room = room_of(path)
    if room not in MAY_IMPORT:
        assert room in {"__init__", "__main__", "cli", "logbook", "config", "drafts", "scoring"} | {
            "clubfolder",
            "configfile",
            "demo",
            "publishing",
        }, f"{room} has no floor yet"
        return
    ours = {name.split(".")[1] for name in imports(path, at_start=False) if "hanabi_log." in name}
    assert ours - MAY_IMPORT[room] == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_libraries_stay_in_their_place(path: Path) -> None:
    inside = str(path.relative_to(PACKAGE)).replace("\\", "/")
    used = {name.split(".")[0] for name in imports(path, at_start=False)}
    for library, places in ONLY_IN.items():
        if library in used:
            assert any(inside.startswith(place) for place in places), f"{inside} uses {library}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_sql_is_spoken_in_the_store_only(path: Path) -> None:
    if room_of(path) == "storage" or path in FEDERATION_SQL:
        return
    spoken = re.compile(r"(SELECT .* FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA) ")
    texts = [
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [text for text in texts if spoken.search(text)] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_opens_with_its_idea(path: Path) -> None:
    opening = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert opening
    assert opening.rstrip().endswith((".", "`"))


def test_the_command_line_loads_nothing_heavy_at_the_start() -> None:
    for path in MODULES:
        if room_of(path) in {"cli", "logbook", "storage", "config", "drafts", "records"}:
            if path.name == "migrations.py":
                continue
            loaded = {name.split(".")[0] for name in imports(path, at_start=True)}
            assert loaded & HEAVY == set(), path
