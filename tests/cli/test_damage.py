"""A log that something else has spoiled is called damaged by every command, and never a bug."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from hanabi_log.cli.app import root
from tests.cli.conftest import Shell
from tests.storage.test_soundness import DAMAGE

COMMANDS = (
    *(
        ("add", "54432", "-p", "Mina, Jun"),
        ("list",),
        ("show", "last"),
        ("edit", "last", "-s", "1"),
    ),
    *(("delete", "last"), ("undo",), ("history",), ("players", "list"), ("groups", "list")),
    *(("session", "show"), ("stats",), ("leaderboard",), ("records",), ("export", "--to", "csv")),
    *(("rescore",), ("unknown", "list"), ("players", "rename", "Mina", "Minna"), ("doctor",)),
    *(("merge", "other.db"), ("hoola", "standings"), ("export", "--to", "jsonl")),
)


@pytest.mark.parametrize("statement", DAMAGE)
def test_no_command_calls_damage_a_bug(shell: Shell, statement: str) -> None:
    shell.run("add", "55555", "-p", "Mina, Ara", "-g", "Tuesday")
    shell.run("add", "54432", "-p", "Mina, Bo", "--db", "other.db")
    shell.run("session", "start", "-p", "Mina, Jun")
    with closing(sqlite3.connect("club.db")) as connection:
        connection.execute("INSERT INTO imports SELECT pk, '{}' FROM games")
        connection.execute(statement)
        connection.commit()
    codes = set()
    for words in COMMANDS:
        done = CliRunner().invoke(root, [*words, "--json"], prog_name="hanabi-log")
        assert done.exit_code != 1, (words, done.output)
        codes.add(done.exit_code)
        if done.exit_code == 5 and words != ("doctor",):
            assert json.loads(done.stdout)["error"]["code"] == "database", words
    assert 5 in codes
