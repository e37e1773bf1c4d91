"""A shell in an empty folder, with a clock that can be set."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi_log.cli.app import root
from hanabi_log.cli.context import Session


class Shell:
    """Runs the program as a person would, and checks the exit code of every run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = datetime(2026, 11, 28, 21, 0)

    def tick(self) -> datetime:
        """The hour, a second later each time that anybody looks."""
        self.now += timedelta(seconds=1)
        return self.now

    def run(self, *words: str, code: int = 0, input: str | None = None) -> Result:
        result = CliRunner().invoke(root, words, input=input, prog_name="hanabi-log")
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self.run(*words, "--json", code=code).stdout)

    def problems(self, *words: str, code: int = 2) -> list[tuple[str | None, str]]:
        """The field and message of everything that is wrong with a command."""
        error = self.json(*words, code=code)["error"]
        return [(problem["field"], problem["message"]) for problem in error["problems"]]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    made = Shell(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANABI_LOG_DB", str(tmp_path / "club.db"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Session, "now", property(lambda _session: made.tick()))
    return made
