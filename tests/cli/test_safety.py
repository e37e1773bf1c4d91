"""`backup`, `doctor`, `rescore`, `merge` and `unknown` as a person meets them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hanabi_log.cli import safety
from tests.cli.conftest import Shell


@pytest.fixture
def club(shell: Shell) -> Shell:
    shell.run("add", "54432", "-p", "Mina, Jun", "-s", "1")
    return shell


def break_score(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "club.db")) as connection:
        connection.execute("UPDATE games SET score = 99")
        connection.commit()


def test_a_backup_lies_beside_the_log_with_the_date(club: Shell) -> None:
    made = club.json("backup")
    assert made["path"].startswith(str(club.folder / "club.db.2026-11-28-21"))
    assert made["path"].endswith(".bak")
    assert (made["games"], made["people"], made["removed"]) == (1, 2, [])
    assert "1 game, checked" in club.run("backup").stdout


def test_a_backup_to_a_file_or_a_folder(club: Shell) -> None:
    assert club.json("backup", "copy.bak")["path"] == "copy.bak"
    assert club.json("backup", "copy.bak", code=4)["error"]["code"] == "conflict"
    club.run("backup", "copy.bak", "--replace")
    (club.folder / "stick").mkdir()
    assert club.json("backup", "stick")["path"].startswith("stick/club.db.2026-11-28")
    club.run("backup", "--json", "--db", "elsewhere.db", code=3)


def test_the_config_says_how_many_backups_are_kept(club: Shell) -> None:
    (club.folder / "hanabi-log.toml").write_text("backups = 2\n")
    made = [club.json("backup") for _ in range(3)]
    assert [len(one["removed"]) for one in made] == [0, 0, 1]
    assert made[2]["removed"] == [made[0]["path"]]
    club.json("backup", "copy.bak")
    assert len(list(club.folder.glob("*.bak"))) == 3
    for wrong in ("0", '"ten"', "true"):
        (club.folder / "hanabi-log.toml").write_text(f"backups = {wrong}\n")
        assert [field for field, _message in club.problems("backup")] == ["backups"]


def test_restore_brings_back_and_keeps(club: Shell) -> None:
    club.run("backup", "copy.bak")
    club.run("add", "55555")
    restored = club.json("backup", "restore", "copy.bak")
    assert (restored["games"], restored["restored"]) == (1, "copy.bak")
    assert len(club.json("list")) == 1
    assert len(club.json("list", "--db", restored["kept"])) == 2
    club.run("backup", "restore", "nothing.bak", code=2)
    (club.folder / "letter.bak").write_text("Tuesday: 18 points\n" * 300)
    assert club.json("backup", "restore", "letter.bak", code=5)["error"]["code"] == "database"


def test_restore_makes_a_log_where_there_is_none(club: Shell) -> None:
    club.run("backup", "copy.bak")
    made = club.json("backup", "restore", "copy.bak", "--db", "new/data/club.db")
    assert made["kept"] is None
    assert len(club.json("list", "--db", "new/data/club.db")) == 1


def test_doctor_tells_and_mends(club: Shell) -> None:
    assert {check["level"] for check in club.json("doctor")["checks"]} == {"ok"}
    break_score(club.folder)
    checks = club.json("doctor", code=5)["checks"]
    (trouble,) = [check for check in checks if check["level"] != "ok"]
    assert trouble.keys() == {"name", "level", "message", "fixable"}
    assert (trouble["name"], trouble["level"], trouble["fixable"]) == ("scores", "error", True)
    assert "--fix" in club.run("doctor", code=5).stderr
    club.run("doctor", "--fix")
    assert club.json("show", "last")["score"] == 18


def test_doctor_with_warnings_only_is_content(club: Shell) -> None:
    with closing(sqlite3.connect(club.folder / "club.db")) as connection:
        connection.execute("UPDATE players SET key = 'x' WHERE name = 'Mina'")
        connection.commit()
    assert "! names" in club.run("doctor").stdout
    club.run("doctor", "--fix")
    assert {check["level"] for check in club.json("doctor")["checks"]} == {"ok"}


def test_doctor_of_what_is_no_log(shell: Shell) -> None:
    shell.run("doctor", code=3)
    (shell.folder / "club.db").write_text("Tuesday: 18 points\n" * 300)
    checks = shell.json("doctor", code=5)["checks"]
    assert [(check["name"], check["level"]) for check in checks] == [("file", "error")]
    shell.run("doctor", "--fix", code=5)


def test_rescore_shows_before_it_stores(club: Shell) -> None:
    assert club.json("rescore") == {"changed": 0, "stored": False, "games": [], "problems": []}
    break_score(club.folder)
    shown = club.json("rescore")
    assert (shown["changed"], shown["stored"]) == (1, False)
    ((game),) = shown["games"]
    assert (game["before"]["score"], game["after"]["score"], game["moved"]) == (99, 18, False)
    assert "--yes" in club.run("rescore").stderr
    assert club.json("rescore", "--dry-run", "--yes")["stored"] is False
    assert club.json("show", "last")["score"] == 99
    assert club.json("rescore", "--yes")["stored"] is True
    assert club.json("show", "last")["score"] == 18
    club.run("rescore", "--ruleset", "basik", code=2)


@pytest.mark.parametrize(("answer", "score"), [("y\n", 18), ("n\n", 99)])
def test_rescore_asks_where_somebody_can_answer(
    club: Shell, monkeypatch: pytest.MonkeyPatch, answer: str, score: int
) -> None:
    break_score(club.folder)
    monkeypatch.setattr(safety, "on_terminal", lambda: True)
    shown = club.run("rescore", input=answer)
    assert "99 of 25" in shown.stdout
    assert "18 of 25" in shown.stdout
    assert club.json("show", "last")["score"] == score


def test_merge_tells_what_came_of_it(club: Shell) -> None:
    for stacks, names in (("55555", "mina, Ara"), ("54432", "Minna, Jun")):
        club.run("add", stacks, "-p", names, "-s", "1", "--new", "--db", "other.db")
    trial = club.json("merge", "other.db", "--dry-run")
    assert (trial["added"], trial["stored"]) == (2, False)
    assert len(club.json("list")) == 1
    printed = club.run("merge", "other.db")
    assert "2 added" in printed.stdout
    assert "mina is one person in both logs, as Mina" in printed.stdout
    assert "Minna is new but looks like Mina" in printed.stderr
    assert len(club.json("list")) == 3
    again = club.json("merge", "other.db")
    assert (again["added"], again["changed"], again["unchanged"]) == (0, 0, 2)
    club.run("undo")
    assert len(club.json("list")) == 1


def test_merge_makes_a_log_and_lists_what_looks_alike(club: Shell) -> None:
    assert club.json("merge", "club.db", "--db", "new.db")["added"] == 1
    club.run("add", "54432", "-p", "Jun, Mina", "-s", "1", "--db", "other.db")
    ((twin),) = club.json("merge", "other.db", "--dry-run")["looks_like_the_same"]
    assert (twin["date"], twin["points"]) == ("2026-11-28", 18)
    assert "look like one game" in club.run("merge", "other.db").stdout
    club.run("merge", "nothing.db", code=2)
    (club.folder / "letter.db").write_text("Tuesday: 18 points\n" * 300)
    club.run("merge", "letter.db", code=5)


def test_unknown_games_are_listed_and_answered(shell: Shell) -> None:
    for total in ("18", "27"):
        shell.run("add", "--total", total, "-r", "unknown", "-p", "Mina, Jun", "-g", "Tuesday")
    queues = shell.json("unknown", "list")
    assert [(one["maximum"], one["games"]) for one in queues] == [(25, 1), (30, 1)]
    assert "sixth suit" in shell.run("unknown", "list").stdout
    trial = shell.json("unknown", "answer", "basic", "--dry-run")
    assert (trial["answered"], trial["refused"], trial["stored"]) == (1, 1, False)
    printed = shell.run("unknown", "answer", "basic")
    assert "1 game is basic now" in printed.stdout
    assert "27 is more than basic can give" in printed.stderr
    error = shell.json("unknown", "answer", "basic", code=2)["error"]
    assert error["problems"][0]["field"] == "total"
    shell.run("unknown", "answer", "basic+rainbow", "-p", "mina", "--since", "2026-11-01")
    assert "Nothing waits" in shell.run("unknown", "list").stderr
    shell.run("unknown", "list", "-p", "Nobody", code=3)
    shell.run("unknown", "list", "--since", "never", code=2)
    shell.run("unknown", "answer", "basic", "--max", "-1", code=2)
    words = ["--since", "2026-02-01", "--until", "2026-01-31"]
    assert shell.problems("unknown", "answer", "basic", *words)[0][0] == "until"


def play_round(shell: Shell, db: str, winner: str, sums: dict[str, int]) -> None:
    hands = [word for name, n in sums.items() for word in ("--hand", f"{name}={n}/0")]
    shell.run("hoola", "round", "--end", "out", "--by", winner, *hands, "--db", db)


def test_a_match_of_both_counts_as_the_side_that_changed_it_last(shell: Shell) -> None:
    here, there = "here.db", "there.db"
    shell.run("hoola", "new", "-p", "Mina, Jun, Ara", "--rounds", "5", "--db", here)
    play_round(shell, here, "Mina", {"Jun": 12, "Ara": 13})
    shutil.copy(here, there)
    play_round(shell, here, "Jun", {"Mina": 14, "Ara": 15})
    play_round(shell, there, "Ara", {"Mina": 16, "Jun": 17})
    play_round(shell, there, "Ara", {"Mina": 18, "Jun": 19})
    shutil.copy(here, "copy.db")
    assert shell.json("merge", there, "--db", here)["matches"] == 1
    assert shell.json("merge", "copy.db", "--db", there)["matches"] == 0
    shown = [shell.json("hoola", "show", "--db", db) for db in (here, there)]
    assert shown[0] == shown[1]
    assert len(shown[0]["rounds"]) == 3
    shell.run("undo", "--db", here)
    assert shell.json("hoola", "show", "--db", here) == shell.json(
        "hoola", "show", "--db", "copy.db"
    )
    assert shell.json("doctor", "--db", here)["checks"]
