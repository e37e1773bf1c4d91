"""Backups that can be trusted, and the way back from one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from hanabi_log.errors import BadDatabase, Conflict, HanabiLogError, InvalidInput
from hanabi_log.storage import backup as backup_module
from hanabi_log.storage.backup import back_up, backup_name, find_backups, restore, thin_out
from hanabi_log.storage.database import SCHEMA_VERSION
from hanabi_log.storage.foreign import Contents, verify
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, agreed_on, open_club
from tests.storage.test_migrations import first_schema

STAMP = "2026-11-28-210000"


def club(path: Path, games: int = 2) -> Path:
    with open_club(path) as log:
        for _ in range(games):
            add(log)
    return path


def count(path: Path) -> int:
    with open_club(path) as log:
        return len(load_games(log.connection))


def damage(path: Path) -> None:
    """Overwrite the pages after the first."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))


def test_a_backup_is_one_file_that_holds_everything(tmp_path: Path) -> None:
    path = club(tmp_path / "club.db")
    target = tmp_path / "far" / "copy.bak"
    with open_club(path) as log:
        assert back_up(log.connection, str(target)) == Contents(2, 2, 0, 4)
        with open_club(target) as copy:
            assert agreed_on(copy.connection) == agreed_on(log.connection)
    assert [file.name for file in target.parent.iterdir()] == ["copy.bak"]


def test_a_backup_never_writes_over_a_file_unasked(tmp_path: Path) -> None:
    path, target = club(tmp_path / "club.db"), tmp_path / "copy.bak"
    target.write_text("a letter")
    with open_club(path) as log:
        with pytest.raises(Conflict, match="there already"):
            back_up(log.connection, str(target))
        assert target.read_text() == "a letter"
        back_up(log.connection, str(target), replace=True)
    assert count(target) == 2


def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    path = club(tmp_path / "club.db")
    done = threading.Event()

    def write() -> None:
        with open_club(path) as log:
            while not done.is_set():
                add(log)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with open_club(path) as log:
            found = [back_up(log.connection, str(tmp_path / f"{n}.bak")) for n in range(5)]
    finally:
        done.set()
        writer.join()
    for number, contents in enumerate(found):
        assert verify(str(tmp_path / f"{number}.bak")) == contents
        # A game and its change are stored together; two people were met.
        assert contents.changes == contents.games + 2


def test_a_copy_that_is_not_right_gets_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = club(tmp_path / "club.db")
    monkeypatch.setattr(backup_module, "verify", lambda *_: Contents(1, 1, 1, 1))
    with open_club(path) as log, pytest.raises(BadDatabase, match="does not hold"):
        back_up(log.connection, str(tmp_path / "copy.bak"))
    assert not [file for file in tmp_path.iterdir() if "copy" in file.name]


def test_names_are_dated_and_free(tmp_path: Path) -> None:
    path = str(tmp_path / "club.db")
    first = backup_name(path, STAMP)
    assert first == f"{path}.{STAMP}.bak"
    Path(first).touch()
    assert backup_name(path, STAMP) == f"{path}.{STAMP}-2.bak"
    assert backup_name(path, STAMP, str(tmp_path / "stick")) == str(
        tmp_path / "stick" / f"club.db.{STAMP}.bak"
    )


def test_only_the_oldest_dated_backups_are_thinned_out(tmp_path: Path) -> None:
    path = str(tmp_path / "club.db")
    kept = ["club.db.schema1.bak", f"club.db.before-restore-{STAMP}.bak", "other.db.bak"]
    dated = [f"club.db.2026-11-{day}-210000.bak" for day in ("01", "02", "03")]
    for name in kept + dated:
        (tmp_path / name).touch()
    assert thin_out(path, 2) == [str(tmp_path / dated[0])]
    assert thin_out(path, 2) == []
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(kept + dated[1:])
    assert len(find_backups(path)) == 4


def test_restore_brings_the_state_back_and_keeps_the_present_one(tmp_path: Path) -> None:
    path, copy = club(tmp_path / "club.db"), tmp_path / "copy.bak"
    with open_club(path) as log:
        back_up(log.connection, str(copy))
    club(path, 3)
    bytes_before = copy.read_bytes()
    restored = restore(str(path), str(copy), STAMP)
    assert restored.contents.games == count(path) == 2
    assert restored.kept == f"{path}.before-restore-{STAMP}.bak"
    assert count(Path(restored.kept)) == 5
    assert copy.read_bytes() == bytes_before


def test_restore_makes_the_folder_of_a_log_that_is_gone(tmp_path: Path) -> None:
    copy = club(tmp_path / "copy.bak")
    path = tmp_path / "new" / "data" / "club.db"
    assert restore(str(path), str(copy), STAMP).kept is None
    assert count(path) == 2


def test_restore_puts_a_damaged_log_aside_as_it_is(tmp_path: Path) -> None:
    copy, path = club(tmp_path / "copy.bak"), club(tmp_path / "club.db", 40)
    damage(path)
    broken = path.read_bytes()
    kept = restore(str(path), str(copy), STAMP).kept
    assert kept is not None
    assert Path(kept).read_bytes() == broken
    assert count(path) == 2


def test_restore_leaves_a_log_alone_that_somebody_has_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = club(tmp_path / "club.db", 4), club(tmp_path / "copy.bak")
    monkeypatch.setattr(backup_module, "BUSY_SECONDS", 0.1)
    with open_club(path) as log:
        assert len(load_games(log.connection)) == 4
        with pytest.raises(Conflict, match="in use"):
            restore(str(path), str(copy), STAMP)
    assert count(path) == 4
    restore(str(path), str(copy), STAMP)
    assert count(path) == 2


def bad_files(folder: Path) -> dict[str, Path]:
    files = {name: folder / f"{name}.bak" for name in ("damaged", "foreign", "newer", "text")}
    damage(club(files["damaged"], 40))
    with closing(sqlite3.connect(files["foreign"])) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with closing(sqlite3.connect(club(files["newer"]))) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    files["text"].write_text("Tuesday: 18 points\n" * 300)
    return {**files, "missing": folder / "missing.bak"}


@pytest.mark.parametrize("kind", ["damaged", "foreign", "newer", "text", "missing"])
def test_what_is_no_backup_is_refused_and_nothing_is_touched(tmp_path: Path, kind: str) -> None:
    path = club(tmp_path / "club.db")
    source = bad_files(tmp_path)[kind]
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(HanabiLogError) as caught:
        restore(str(path), str(source), STAMP)
    assert isinstance(caught.value, InvalidInput if kind == "missing" else BadDatabase)
    assert str(source) in caught.value.message + str(caught.value.problems)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_log_is_not_restored_over_a_foreign_file_or_from_itself(tmp_path: Path) -> None:
    copy = club(tmp_path / "copy.bak")
    foreign = bad_files(tmp_path)["foreign"]
    before = foreign.read_bytes()
    with pytest.raises(BadDatabase, match="another program"):
        restore(str(foreign), str(copy), STAMP)
    assert foreign.read_bytes() == before
    with pytest.raises(InvalidInput, match="itself"):
        restore(str(copy), str(copy), STAMP)


def test_a_backup_of_an_earlier_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    old, path = tmp_path / "old.bak", club(tmp_path / "club.db")
    first_schema(old)
    before = old.read_bytes()
    restore(str(path), str(old), STAMP)
    assert count(path) == 1
    assert old.read_bytes() == before


def test_a_log_that_is_in_use_is_copied_with_its_waiting_changes(tmp_path: Path) -> None:
    path, other = tmp_path / "club.db", tmp_path / "other.db"
    with open_club(other) as log:
        add(log)
        assert Path(f"{other}-wal").stat().st_size > 0
        assert restore(str(path), str(other), STAMP).contents.games == 1
    shutil.rmtree(tmp_path)
