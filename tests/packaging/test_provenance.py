"""`--version`: a first line that stays as it is, and what bugs are reported with."""

from __future__ import annotations

import json
import re
import sqlite3
from importlib.metadata import PackageNotFoundError

import pytest

from hanabi_log import __version__
from hanabi_log.logbook import provenance
from tests.cli.conftest import Shell


def test_the_first_line_is_the_version_alone(shell: Shell) -> None:
    lines = shell.run("--version").stdout.splitlines()
    assert lines[0] == f"hanabi-log, version {__version__}"
    assert re.fullmatch(r"Built from commit: (unknown|[0-9a-f]{12}(-dirty)?)", lines[1])
    assert f"SQLite {sqlite3.sqlite_version}" in lines[2]


@pytest.mark.parametrize("words", [["--version", "--json"], ["--json", "--version"]])
def test_it_has_json_wherever_that_is_said(shell: Shell, words: list[str]) -> None:
    told = json.loads(shell.run(*words).stdout)
    assert list(told) == ["version", "commit", "python", "sqlite", "engines"]
    assert told["version"] == __version__


def test_engines_that_are_not_installed_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "duckdb":
            return "2.0"
        raise PackageNotFoundError(name)

    monkeypatch.setattr(provenance, "version", version)
    assert provenance.provenance().engines == {"DuckDB": "2.0"}


def test_without_a_repository_and_a_build_nobody_knows_the_commit(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setattr(provenance, "shipped", lambda *parts: str(elsewhere.joinpath(*parts)))
    assert provenance.provenance().commit is None
    (elsewhere / "commit.txt").write_text("0123456789ab\n", encoding="utf-8")
    assert provenance.provenance().commit == "0123456789ab"
