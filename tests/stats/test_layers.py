"""Statistics are pure, and news stays cheap."""

import ast
import subprocess
import sys
from pathlib import Path

import hanabi_log.stats

FOLDER = Path(hanabi_log.stats.__file__).parent
ALLOWED = tuple(
    f"hanabi_log.{name}" for name in ("games", "hoola_records", "i18n", "records", "stats")
)
WITH_NUMPY = ("columns", "wide", "mixed", "design", "effects", "ranks")


def _imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_statistics_import_nothing_but_the_game_and_the_standard_library() -> None:
    for path in FOLDER.glob("*.py"):
        for name in _imported(path):
            known = name.split(".")[0] in sys.stdlib_module_names
            numbers = name.startswith("numpy") and path.stem in WITH_NUMPY
            assert name.startswith(ALLOWED) or known or numbers, (path.name, name)


def test_news_loads_no_other_figure() -> None:
    code = "import sys, hanabi_log.stats.news; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in run.stdout.split() if name.startswith("hanabi_log.stats.")}
    assert loaded == {f"hanabi_log.stats.{name}" for name in ("counting", "news", "plays")}
    heavy = {"numpy", "scipy", "pandas", "statistics", "random", "gettext", "sqlite3", "click"}
    assert heavy.isdisjoint(run.stdout.split())
