"""What SQLite finds nothing wrong with and the program cannot have written is told."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hanabi_log.config import Config, Place
from hanabi_log.errors import BadDatabase
from hanabi_log.logbook.evenings import start_session
from hanabi_log.logbook.health import examine
from hanabi_log.logbook.merging import merge_log
from hanabi_log.records import Draft
from hanabi_log.storage.backup import restore
from hanabi_log.storage.soundness import unreadable
from tests.logbook.logs import NOW, add, dump, open_club

DAMAGE = {
    "UPDATE rulesets SET definition = '{}'": "rulesets",
    "UPDATE rulesets SET definition = '[]'": "rulesets",
    "DROP TABLE aliases": "aliases",
    "ALTER TABLE games DROP COLUMN note": "games.note",
    "UPDATE players SET merged_pk = 3 - pk WHERE pk < 3": "players",
    "UPDATE sessions SET players = '[\"nobody\"]'": "sessions",
    "UPDATE sessions SET players = '{}'": "sessions",
    "UPDATE sessions SET date = 'Tuesday'": "sessions",
    "DELETE FROM players WHERE name = 'Ara'": "seats",
    "UPDATE changes SET after = '[]'": "changes",
    "UPDATE changes SET before = '[1]'": "changes",
    "UPDATE changes SET after = '{}'": "changes",
    "UPDATE changes SET before = '{}'": "changes",
    "UPDATE changes SET after = '7'": "changes",
    "UPDATE imports SET seen = '[]'": "imports",
    "UPDATE games SET date = '2026-13-45'": "games",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_club(tmp_path / "club.db") as log:
        add(log, group="Tuesday")
        add(log, "55555", "Mina, Ara", group="Tuesday")
        start_session(log, Draft(players=("Mina", "Jun")))
        with log.anew():
            log.connection.execute("INSERT INTO imports SELECT pk, '{}' FROM games")
    with open_club(tmp_path / "other.db") as log:
        add(log, players="Jun, Bo")
    return tmp_path / "club.db"


def spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_log_that_the_program_wrote_can_be_read(path: Path) -> None:
    with open_club(path) as log:
        assert unreadable(log.connection) == []


@pytest.mark.parametrize("statement", DAMAGE)
def test_damage_is_named_by_the_doctor(path: Path, statement: str) -> None:
    spoil(path, statement)
    troubles = [
        check for check in examine(Place(str(path), "", Config()), NOW) if check.level == "error"
    ]
    assert len(troubles) == 1
    assert DAMAGE[statement] in troubles[0].message


@pytest.mark.parametrize("statement", DAMAGE)
def test_nothing_is_taken_from_a_damaged_log(path: Path, tmp_path: Path, statement: str) -> None:
    spoil(path, statement)
    with open_club(tmp_path / "other.db") as log:
        before = dump(log.connection, trail=True)
        with pytest.raises(BadDatabase, match=re.escape(str(path))):
            merge_log(log, str(path))
        with pytest.raises(BadDatabase, match=re.escape(str(path))):
            restore(str(tmp_path / "new.db"), str(path), "2026-11-28-210000")
        assert dump(log.connection, trail=True) == before
    assert not (tmp_path / "new.db").exists()
