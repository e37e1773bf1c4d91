"""Consoles that lack half of the letters, and pipes as Windows has them: nothing fails for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

KOREAN = "달그림자"
PEOPLE = "Mina, 서연, Ana Petrović"
ENCODINGS = ("cp949", "cp1252")
COMMANDS = (
    ("show", "last", "--text"),
    ("list",),
    ("players", "list"),
    ("stats",),
    ("leaderboard", "--all"),
    ("records",),
    ("progress",),
    ("history",),
    ("doctor",),
    ("rulesets", "list"),
    ("add", "--help"),
    ("--help",),
)


class Console:
    """Runs the program where consoles and pipes have an encoding of their own."""

    def __init__(self, folder: Path, encoding: str, **further: str) -> None:
        self.folder, self.encoding = folder, encoding
        self.environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("LC_")},
            "PYTHONUTF8": "0",
            "PYTHONIOENCODING": encoding,
            "HANABI_LOG_DB": str(folder / "club.db"),
            **further,
        }

    def raw(self, *words: str, code: int = 0, input: bytes = b"") -> bytes:
        """What stands on stdout, byte for byte."""
        run = subprocess.run(
            [sys.executable, "-m", "hanabi_log", *words],
            cwd=self.folder,
            env=self.environ,
            input=input,
            capture_output=True,
        )
        said = (run.stdout + run.stderr).decode("latin-1")
        assert run.returncode == code, said
        assert "Traceback" not in said
        assert "--debug`" not in said
        self.errors = run.stderr.decode(self.encoding, errors="replace")
        return run.stdout

    def run(self, *words: str, code: int = 0) -> str:
        """What stands on stdout, as the console shows it."""
        return self.raw(*words, code=code).decode(self.encoding)


@pytest.fixture
def console(tmp_path: Path, request: pytest.FixtureRequest) -> Console:
    made = Console(tmp_path, request.param)
    made.run("add", "54432", "-p", PEOPLE, "-s", "1", "-g", KOREAN)
    return made


@pytest.mark.parametrize(
    ("console", "language"),
    [("cp949", "en"), ("cp949", "ko"), ("cp1252", "ko")],
    indirect=["console"],
)
def test_every_command_prints_what_it_can(console: Console, language: str) -> None:
    for words in COMMANDS:
        assert console.run("--lang", language, *words), words


@pytest.mark.parametrize("console", ["cp949"], indirect=True)
def test_what_a_korean_console_has_is_shown_and_the_rest_replaced(console: Console) -> None:
    shown = console.run("show", "last")
    assert KOREAN in shown
    assert "Ana Petrovi?" in shown
    console.run("--lang", "ko", "add", "99999", code=2)
    assert "0부터 5까지" in console.errors or "0~5" in console.errors


@pytest.mark.parametrize("console", ENCODINGS, indirect=True)
def test_json_loses_nothing(console: Console) -> None:
    told = json.loads(console.run("show", "last", "--json"))
    assert (told["group"], told["players"]) == (KOREAN, PEOPLE.split(", "))
    problems = json.loads(console.run("--lang", "ko", "add", "99999", "--json", code=2))
    assert problems["error"]["code"] == "invalid"


@pytest.mark.parametrize("console", ENCODINGS, indirect=True)
def test_files_and_sheets_are_utf8_whatever_the_console(console: Console) -> None:
    sheet = console.raw("export", "--format", "csv")
    assert KOREAN in sheet.decode("utf-8")
    lines = console.raw("export").decode("utf-8")
    assert "Ana Petrović" in lines
    assert "\r" not in lines
    board = console.raw("leaderboard", "--all", "--csv")
    assert "Ana Petrović" in board.decode("utf-8")
    assert b"\r" not in board
    console.run("export", "-o", "club.jsonl")
    assert (console.folder / "club.jsonl").read_text(encoding="utf-8") == lines
    console.run("build", "--out", "site", "--lang", "ko")
    assert "서연" in (console.folder / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("console", ["cp1252"], indirect=True)
def test_a_file_is_read_as_what_it_is(console: Console) -> None:
    sheet = f"date,players,R,Y,G,B,W\r\n2026-11-01,{KOREAN}; Jun,5,5,4,4,3\r\n"
    (console.folder / "ours.csv").write_bytes(sheet.encode("utf-8"))
    console.run("import", "ours.csv")
    listed = json.loads(console.run("list", "--json"))
    assert [KOREAN, "Jun"] in [game["players"] for game in listed]


@pytest.mark.parametrize("console", ["cp949"], indirect=True)
def test_lines_that_end_as_on_windows_are_read_from_a_pipe(console: Console) -> None:
    sheet = "date,players,total\r\n2026-11-02,Mina; Jun,18\r\n"
    added = json.loads(console.raw("import", "-", "--json", input=sheet.encode()))
    assert added["added"] == 1
    game = json.dumps({"date": "2026-11-03", "players": ["Mina", "Jun"], "score": 17})
    added = json.loads(console.raw("import", "-", "--json", input=f"{game}\r\n".encode()))
    assert added["added"] == 1
    hands = {
        name: {"sum": total, "sevens": 0, "laid": True}
        for name, total in (("Ann", 5), ("Bo", 9), ("Cy", 12))
    }
    facts = json.dumps({"end": "stop", "by": "Ann", "hands": hands})
    lines = console.raw("hoola", "score", "-", input=f"{facts}\r\n{facts}\r\n".encode())
    assert [json.loads(line)["winner"] for line in lines.splitlines()] == ["Ann", "Ann"]


def test_a_locale_without_letters_beyond_ascii_refuses_what_it_cannot_read(
    tmp_path: Path,
) -> None:
    console = Console(tmp_path, "ascii", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    del console.environ["PYTHONIOENCODING"]
    console.raw("add", "54432", "-p", "Mina, 서연", code=2)
    console.raw("add", "54432", "-p", "Mina, Jun")
    assert b"18" in console.raw("show", "last")
    assert b"Mina" in console.raw("leaderboard", "--all")
    assert not (tmp_path / "data").exists()
