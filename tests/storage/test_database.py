"""Opening the log: what is refused, what is kept, what happens when many come at once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from hanabi_log.config import Config, Place
from hanabi_log.errors import BadDatabase, Conflict, NotFound
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.log import open_log
from hanabi_log.records import Draft
from hanabi_log.storage import database
from hanabi_log.storage.database import SCHEMA_VERSION, open_database
from hanabi_log.storage.games import load_games

NOW = datetime(2026, 11, 28, 21, 0)


def place(path: Path) -> Place:
    return Place(str(path), "", Config())


def add(path: Path, stacks: str = "54432") -> None:
    with open_log(place(path), NOW, create=True) as log:
        add_game(log, Draft(stacks=stacks, strikes=0, players=("Mina", "Jun")))


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return found


def test_a_connection_is_safe_to_use(tmp_path: Path) -> None:
    with closing(open_database(str(tmp_path / "new" / "club.db"), create=True)) as connection:
        found = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("foreign_keys", "journal_mode", "synchronous", "user_version")
        ]
    assert found == [1, "wal", 2, SCHEMA_VERSION]


def test_a_new_log_is_whole_without_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write-ahead log may never get its content into the file: when the disk is full by then."""
    prepare, others = database._prepare, list[sqlite3.Connection]()

    def prepare_watched(connection: sqlite3.Connection, path: str) -> None:
        prepare(connection, path)
        file = connection.execute("PRAGMA database_list").fetchone()[2]
        # Whoever else has it open keeps the content where it is.
        others.append(sqlite3.connect(file))
        others[-1].execute("SELECT count(*) FROM games").fetchone()

    monkeypatch.setattr(database, "_prepare", prepare_watched)
    add(tmp_path / "club.db")
    assert count(tmp_path / "club.db") == 1
    for other in others:
        other.close()
    assert [file.name for file in tmp_path.iterdir()] == ["club.db"]


def test_a_copied_backup_keeps_nobody_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
    with open_log(place(path), NOW) as log:
        assert len(load_games(log.connection)) == 1
        add(path, "55555")
        assert len(load_games(log.connection)) == 1
    assert count(path) == 2


def test_a_log_without_wal_is_used_as_it_is_while_another_program_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM games").fetchone()
        began = time.monotonic()
        with open_log(place(path), NOW) as log:
            assert len(load_games(log.connection)) == 1
            assert log.connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert log.connection.execute("PRAGMA busy_timeout").fetchone() == (10_000,)
        assert time.monotonic() - began < database.BUSY_SECONDS / 2
    add(path)


def test_without_a_log_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no log yet"):
        open_database(str(tmp_path / "none.db"))


@pytest.mark.parametrize("create", [False, True])
def test_an_empty_file_is_a_log_that_was_lost(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "club.db"
    path.touch()
    with pytest.raises(BadDatabase, match="is empty"):
        open_database(str(path), create=create)
    assert path.stat().st_size == 0


@pytest.mark.parametrize("links", [True, False])
def test_a_new_log_leaves_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:

        def refuse(_source: str, _target: str) -> None:
            raise PermissionError

        monkeypatch.setattr("os.link", refuse)
    path = tmp_path / "club.db"
    add(path)
    assert [file.name for file in tmp_path.iterdir()] == ["club.db"]
    assert count(path) == 1


def test_a_text_file_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_text("Tuesday: 18 points\n" * 200)
    with pytest.raises(BadDatabase, match="no SQLite file"):
        open_database(str(path), create=True)
    assert path.read_text().startswith("Tuesday")


def test_a_folder_and_an_unwritable_place_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="cannot be used"):
        open_database(str(tmp_path), create=True)
    (tmp_path / "file").touch()
    with pytest.raises(BadDatabase, match="cannot be used"):
        open_database(str(tmp_path / "file" / "club.db"), create=True)


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(BadDatabase, match="newer hanabi-log"):
        open_database(str(path))
    assert count(path) == 1


def test_a_copy_is_kept_before_the_schema_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.db"
    add(path)
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    open_database(str(path)).close()
    assert count(tmp_path / f"club.db.schema{SCHEMA_VERSION}.bak") == 1


def test_a_locked_log_is_a_conflict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.db"
    add(path)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Conflict, match="in use"):
            add(path)
    assert count(path) == 1


def test_a_full_disk_leaves_nothing_half_stored(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    with open_log(place(path), NOW) as log:
        pages = log.connection.execute("PRAGMA page_count").fetchone()[0]
        log.connection.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            for number in range(500):
                names = (f"Player {number} the first", f"Somebody {number} else")
                draft = Draft(stacks="54432", strikes=0, players=names, note="x" * 500)
                add_game(log, draft, new=True)
                stored.append(names)

        stored: list[tuple[str, str]] = []
        with pytest.raises(BadDatabase, match="disk is full"):
            fill()
        assert len(load_games(log.connection)) == 1 + len(stored) < 500
        assert log.connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert log.connection.execute("PRAGMA foreign_key_check").fetchall() == []
        orphans = "SELECT count(*) FROM players WHERE pk NOT IN (SELECT player_pk FROM seats)"
        assert log.connection.execute(orphans).fetchone()[0] == 0


def test_many_at_once_lose_nothing(tmp_path: Path) -> None:
    """Four processes make the log and add to it at the same time."""
    path = tmp_path / "club.db"
    program = (
        "import sys; from tests.storage.test_database import add; from pathlib import Path\n"
        "for _ in range(10): add(Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, str(path)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for process in running:
        _out, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert count(path) == 40
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM players").fetchone()[0] == 2


def test_every_change_is_on_record(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT command, kind, before, after FROM changes JOIN batches ON batches.pk = batch_pk"
            " ORDER BY changes.pk"
        ).fetchall()
    assert [(command, kind, before) for command, kind, before, _after in rows] == [
        ("add", "player", None),
        ("add", "player", None),
        ("add", "game", None),
    ]
    states = [json.loads(after) for *_rest, after in rows]
    assert [state["name"] for state in states[:2]] == ["Mina", "Jun"]
    assert states[2]["stacks"] == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}
    assert states[2]["seats"] == [state["id"] for state in states[:2]]
    assert "score" not in states[2]


def test_the_ruleset_in_force_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    add(path)
    add(path, "55432")
    with closing(sqlite3.connect(path)) as connection:
        ((spec, digest, definition),) = connection.execute(
            "SELECT spec, digest, definition FROM rulesets"
        ).fetchall()
    assert spec == "basic"
    assert len(digest) == 64
    assert [suit["code"] for suit in json.loads(definition)["suits"]] == list("RYGBW")
