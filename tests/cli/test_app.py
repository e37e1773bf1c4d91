"""The root of the command line: what it answers when whoever reads it goes away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Shell

PROGRAM = [sys.executable, "-m", "hanabi_log"]
CUT_OFF = 141


def _unread(*words: str, input: str | None = None, lines: int = 0) -> tuple[int, str]:
    """The exit code, and what is said on stderr, of a run of which only so much is read."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        for _line in range(lines):
            assert run.stdout.readline()
        run.stdout.close()
        if run.stdin is not None and input is not None:
            run.stdin.write(input)
            run.stdin.close()
        said = run.stderr.read()
    return run.returncode, said


@pytest.fixture
def club(shell: Shell) -> Shell:
    shell.run("add", "54432", "-p", "Mina, Jun")
    return shell


@pytest.mark.parametrize(
    "words",
    [
        ["stats"],
        ["stats", "--json"],
        ["leaderboard", "--csv"],
        ["list", "--limit", "0"],
        ["export"],
        ["--help"],
        ["stats", "--help"],
        ["--version"],
        ["list", "--json", "--limit", "-1"],
    ],
)
def test_a_closed_pipe_ends_quietly(club: Shell, words: list[str]) -> None:
    assert _unread(*words) == (CUT_OFF, "")


def test_a_pipe_that_is_closed_on_the_way(shell: Shell) -> None:
    line = json.dumps({"date": "2026-01-01", "players": ["Mina", "Jun"], "score": 18})
    (shell.folder / "many.jsonl").write_text(f"{line}\n" * 3000)
    shell.run("import", "many.jsonl")
    assert _unread("list", "--limit", "0", lines=1) == (CUT_OFF, "")
    assert _unread("export", lines=1) == (CUT_OFF, "")


def test_a_file_is_not_blamed_for_the_reader(shell: Shell) -> None:
    hands = {name: {"sum": 10, "sevens": 0, "laid": True} for name in ("Ann", "Bo", "Cy")}
    line = json.dumps({"end": "stop", "by": "Ann", "thresholds": "basic", "hands": hands})
    lines = f"{line}\n" * 2000
    Path("rounds.jsonl").write_text(lines)
    assert _unread("hoola", "score", "rounds.jsonl", lines=1) == (CUT_OFF, "")
    assert _unread("hoola", "score", "-", input=f"{line}\n") == (CUT_OFF, "")


def test_what_a_command_stored_stays_stored(club: Shell) -> None:
    assert _unread("add", "55555", "-p", "Mina, Jun") == (CUT_OFF, "")
    assert len(club.json("list")) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_is_no_closed_pipe(club: Shell) -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run([*PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert run.returncode == 2
    assert "The output could not be written" in run.stderr


def test_more_than_any_log_holds_is_refused(club: Shell) -> None:
    for words in (["list"], ["history"], ["hoola", "list"]):
        for number in ("1" + 30 * "0", "-1"):
            assert club.problems(*words, "--limit", number)[0][0] == "limit"
        club.run(*words, "--limit", "1000000000")


def test_an_option_is_named_as_it_is_typed(shell: Shell) -> None:
    ((field, _message),) = shell.problems("export", "--format", "papyrus")
    assert field == "format"
