"""The clubs that benchmarks measure: the same for the same seed, and sound."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from benchmarks.clubs import NOW, make_club
from hanabi_log.config import Config, Place
from hanabi_log.logbook.health import examine

TABLES = ("players", "groups", "rulesets", "games", "fireworks", "seats", "batches", "changes")


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES}


def test_the_same_club_is_made_again(tmp_path: Path) -> None:
    for name in "ab":
        make_club(str(tmp_path / name), 600, people=30)
    made = rows_of(tmp_path / "a")
    assert made == rows_of(tmp_path / "b")
    assert (len(made["games"]), len(made["players"])) == (600, 30)
    outcomes = {row[19] for row in made["games"]}
    assert outcomes > {"struck_out", "finished"}


def test_a_made_club_is_sound(tmp_path: Path) -> None:
    path = str(tmp_path / "log")
    make_club(path, 1_500, people=40)
    assert {check.level for check in examine(Place(path, "", Config()), NOW)} == {"ok"}
