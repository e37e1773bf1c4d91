"""A `-wal` file of another state beside the log is reported, and takes nothing away."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi_log.errors import BadDatabase, NotFound
from hanabi_log.storage.database import open_database
from hanabi_log.storage.games import load_games
from hanabi_log.storage.wal import wal_state
from tests.logbook.logs import add, open_club


def club(path: Path, games: int) -> None:
    with open_club(path) as log:
        for _ in range(games):
            add(log)


def copy_in_the_middle(path: Path, target: Path, ends: tuple[str, ...]) -> None:
    """Copy what lies there while the log is open, as a program that keeps folders alike does."""
    with open_club(path) as log:
        add(log)
        for end in ends:
            shutil.copy(f"{path}{end}", f"{target}{end}")


def state_of(path: Path) -> dict[str, bytes]:
    return {
        end: Path(f"{path}{end}").read_bytes()
        for end in ("", "-wal")
        if os.path.exists(f"{path}{end}")
    }


def assert_refused(path: Path) -> None:
    before = state_of(path)
    for create in (False, True):
        with pytest.raises(BadDatabase, match="another state"):
            open_database(str(path), create=create)
    assert state_of(path) == before


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm")])
def test_an_older_wal_is_not_played_back(tmp_path: Path, ends: tuple[str, ...]) -> None:
    path, old = tmp_path / "club.db", tmp_path / "old"
    club(path, 3)
    copy_in_the_middle(path, old, ends)
    club(path, 5)
    for end in ends:
        shutil.copy(f"{old}{end}", f"{path}{end}")
    assert wal_state(str(path)) == "stray"
    assert_refused(path)
    os.replace(f"{path}-wal", tmp_path / "aside")
    with open_club(path) as log:
        assert len(load_games(log.connection)) == 9


def test_the_wal_of_another_machine_is_not_played_back(tmp_path: Path) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    club(here, 3)
    shutil.copy(here, there)
    club(here, 2)
    with open_club(there, seconds=7) as log:
        for _ in range(4):
            add(log)
        shutil.copy(f"{there}-wal", f"{here}-wal")
    assert wal_state(str(here)) == "stray"
    assert_refused(here)


def test_a_wal_that_is_newer_than_its_copied_log_is_not_played_back(tmp_path: Path) -> None:
    """The file is of yesterday, the `-wal` builds on what was taken over since."""
    path, yesterday = tmp_path / "club.db", tmp_path / "yesterday.db"
    club(path, 3)
    shutil.copy(path, yesterday)
    with open_club(path) as log:
        for number in range(60):
            add(log, players=f"Player {number}, Jun")
    with open_club(path) as log:
        add(log)
        shutil.copy(f"{path}-wal", f"{yesterday}-wal")
    assert wal_state(str(yesterday)) == "stray"
    assert_refused(yesterday)


def test_a_wal_without_its_log_is_not_thrown_away(tmp_path: Path) -> None:
    path, target = tmp_path / "club.db", tmp_path / "copy.db"
    copy_in_the_middle(path, target, ("-wal",))
    before = state_of(target)
    with pytest.raises(NotFound):
        open_database(str(target))
    with pytest.raises(BadDatabase, match="another state"):
        open_database(str(target), create=True)
    assert state_of(target) == before


def test_the_changes_of_a_crash_are_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    program = (
        "import os, sys; from pathlib import Path\n"
        "from tests.logbook.logs import add, open_club\n"
        "log = open_club(Path(sys.argv[1]))\n"
        "for _ in range(3): add(log)\n"
        "os._exit(1)"
    )
    club(path, 2)
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert Path(f"{path}-wal").stat().st_size > 0
    assert wal_state(str(path)) == "waiting"
    # Also where the files were copied together, without the index.
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{tmp_path / 'copy.db'}{end}")
    for one in (path, tmp_path / "copy.db"):
        with open_club(one) as log:
            assert len(load_games(log.connection)) == 5


def test_a_log_in_use_is_nothing_unusual(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_club(path) as log:
        add(log)
        assert wal_state(str(path)) == "waiting"
        with open_club(path) as other:
            assert len(load_games(other.connection)) == 1
    assert wal_state(str(path)) == "none"


def test_looking_changes_nothing(tmp_path: Path) -> None:
    path, target = tmp_path / "club.db", tmp_path / "copy.db"
    club(path, 2)
    copy_in_the_middle(path, target, ("", "-wal"))
    before = state_of(target)
    assert wal_state(str(target)) == "waiting"
    assert state_of(target) == before
    with sqlite3.connect(target) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (3,)
