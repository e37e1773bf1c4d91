"""Check-ups: each fault that was made is found, and only what is safe is mended."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from hanabi_log.config import Config, Place
from hanabi_log.errors import NotFound
from hanabi_log.logbook.evenings import start_session
from hanabi_log.logbook.health import Check, examine, mend
from hanabi_log.logbook.rescoring import plan_rescoring
from hanabi_log.records import Draft
from hanabi_log.storage.database import SCHEMA_VERSION
from tests.logbook.logs import NOW, add, dump, open_club
from tests.storage.test_migrations import first_schema

LATER = NOW + timedelta(hours=20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    with open_club(path) as log:
        add(log, group="Tuesday")
        add(log, "55555", "Mina, Ara", group="Tuesday")
    return path


def look(path: Path, config: Config | None = None) -> list[Check]:
    """The check-up; it may write nothing."""
    before = path.read_bytes() if path.exists() else b""
    checks = examine(Place(str(path), "", config or Config()), LATER)
    assert (path.read_bytes() if path.exists() else b"") == before
    return checks


def troubles(path: Path) -> dict[str, tuple[str, bool]]:
    return {check.name: (check.level, check.fixable) for check in look(path) if check.level != "ok"}


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_sound_log_is_well_in_every_respect(path: Path) -> None:
    checks = look(path)
    assert {check.level for check in checks} == {"ok"}
    assert [check.name for check in checks] == [
        *("integrity", "foreign_keys", "schema", "wal", "rows", "scores", "facts", "dates"),
        *("history", "names", "rules", "session"),
    ]


def test_without_a_log_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        look(tmp_path / "club.db")


FAULTS: dict[str, tuple[str, str, bool]] = {
    "UPDATE games SET score = 99 WHERE points = 25": ("scores", "error", True),
    "UPDATE games SET band = 'fair'": ("scores", "error", True),
    "DELETE FROM rulesets": ("foreign_keys", "error", False),
    "DELETE FROM players WHERE name = 'Ara'": ("foreign_keys", "error", False),
    "DELETE FROM seats WHERE seat = 1": ("rows", "error", False),
    "UPDATE games SET strikes = 2 WHERE points = 18": ("history", "warning", False),
    "UPDATE players SET key = 'x' WHERE name = 'Ara'": ("names", "warning", True),
    "UPDATE groups SET key = 'x'": ("names", "warning", True),
    "UPDATE players SET name = 'MINA', key = 'x' WHERE name = 'Ara'": ("names", "warning", False),
    "INSERT INTO aliases SELECT 'ara', 'Ara', pk FROM players WHERE key = 'mina'": (
        *("names", "warning"),
        False,
    ),
}


@pytest.mark.parametrize("statement", FAULTS)
def test_a_fault_is_found_and_mended_only_where_it_is_safe(path: Path, statement: str) -> None:
    name, level, fixable = FAULTS[statement]
    change(path, statement)
    assert troubles(path)[name] == (level, fixable)
    if name == "foreign_keys":
        return
    mend(Place(str(path), "", Config()), LATER)
    assert (name in troubles(path)) is not fixable


@pytest.mark.parametrize(
    "statement", ["DELETE FROM fireworks", "UPDATE fireworks SET last = 1", "DELETE FROM changes"]
)
def test_no_score_is_computed_from_facts_that_are_not_on_record(path: Path, statement: str) -> None:
    change(path, statement, "UPDATE games SET band = 'fair'")
    with open_club(path) as log:
        before = dump(log.connection)
    assert troubles(path)["scores"] == ("error", False)
    mend(Place(str(path), "", Config()), LATER)
    assert troubles(path)["scores"] == ("error", False)
    with open_club(path) as log:
        assert [named.level for named in plan_rescoring(log).problems] == ["warning", "warning"]
        assert plan_rescoring(log).differences == ()
        assert dump(log.connection) == before


def test_a_forgotten_session_is_found_and_ended(path: Path) -> None:
    with open_club(path) as log:
        start_session(log, Draft(players=("Mina", "Jun")))
    assert troubles(path) == {"session": ("warning", True)}
    mend(Place(str(path), "", Config()), LATER)
    assert troubles(path) == {}


def test_a_game_that_breaks_the_rules_is_told(path: Path) -> None:
    change(path, "UPDATE fireworks SET last = 1", "UPDATE games SET said = 'perfect'")
    assert troubles(path)["facts"] == ("warning", False)


def test_a_house_file_that_changed_is_told(path: Path, tmp_path: Path) -> None:
    house = tmp_path / "rulesets" / "attic.toml"
    house.parent.mkdir()
    house.write_text('extends = "basic"\nstrikes = 4\n')
    config = Config(folder=str(tmp_path))
    with open_club(path, config) as log:
        add(log, ruleset="attic", strikes=3)
    assert {check.level for check in look(path, config)} == {"ok"}
    house.write_text('extends = "basic"\nstrikes = 2\n')
    (rules,) = [check for check in look(path, config) if check.level != "ok"]
    assert (rules.name, rules.level, rules.fixable) == ("rules", "warning", False)
    house.unlink()
    rules = next(check for check in look(path, config) if "attic" in check.message)
    assert (rules.name, rules.level) == ("rules", "ok")


def damaged(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(4096 * 8))


def newer(path: Path) -> None:
    change(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def foreign(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE recipes (name TEXT)")


def text(path: Path) -> None:
    path.write_text("Tuesday: 18 points\n" * 300)


@pytest.mark.parametrize("harm", [damaged, newer, foreign, text])
def test_an_unusable_file_is_an_error_and_the_checks_end(
    path: Path, harm: Callable[[Path], None]
) -> None:
    harm(path)
    (trouble,) = [check for check in look(path) if check.level != "ok"]
    assert trouble.level == "error"
    assert not trouble.fixable


def test_an_older_schema_is_told_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    first_schema(path)
    assert troubles(path) == {"schema": ("warning", True)}
    mend(Place(str(path), "", Config()), LATER)
    assert troubles(path) == {}


def test_a_stray_wal_is_told(path: Path) -> None:
    with open_club(path, seconds=1) as log:
        add(log)
        wal = Path(f"{path}-wal").read_bytes()
    with open_club(path, seconds=2) as log:
        add(log)
        add(log)
    Path(f"{path}-wal").write_bytes(wal)
    (trouble,) = look(path)
    assert (trouble.name, trouble.level, trouble.fixable) == ("wal", "error", False)
    assert "synced" in trouble.message
    assert Path(f"{path}-wal").read_bytes() == wal
