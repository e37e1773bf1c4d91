"""`undo` and `history`: every kind of change is told, and taken back one by one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from tests.cli.conftest import Shell
from tests.logbook.logs import EMPTY, dump

SHEET = """date,group,players,ruleset,R,Y,G,B,W,strikes
2026-11-01,Attic,"Mina, Jun",basic,5,4,4,3,2,1
2026-11-02,Attic,"Mina, Ara",basic,5,5,4,3,2,0
"""


def rows(shell: Shell) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(shell.folder / "club.db")) as connection:
        return dump(connection)


DEEDS: list[list[str]] = [
    ["add", "54432", "-p", "Mina, Jun, guest", "-g", "Tuesday table", "-s", "1"],
    ["import", "sheet.csv"],
    ["edit", "last", "-s", "2", "-p", "Mina, Bo", "-g", "Friday", "--tag", "late"],
    ["edit", "last", "-r", "baobab+wild+black", "5443222"],
    ["delete", "last"],
    ["restore", "last"],
    ["session", "start", "-p", "Mina, Jun", "-g", "Attic"],
    ["add", "55432"],
    ["session", "end"],
    ["players", "add", "Dilek"],
    ["players", "rename", "Dilek", "Ayla"],
    ["players", "alias", "Ayla", "Dil", "Dili"],
    ["players", "merge", "Ara", "Jun"],
    ["players", "unmerge", "Ara"],
    ["players", "publish", "Jun", "alias", "--as", "J."],
    ["players", "retire", "Jun"],
    ["players", "merge", "Jun", "Ayla"],
    ["groups", "rename", "Attic", "Roof"],
    ["groups", "edit", "Roof", "-r", "rnr", "--visibility", "hidden", "--talk", "strict"],
    ["groups", "move-games", "Roof", "Tuesday table", "--drop"],
]


def test_undo_walks_back_to_the_empty_log(shell: Shell) -> None:
    """Each deed is taken back exactly; after the first one nothing is left at all."""
    (shell.folder / "sheet.csv").write_text(SHEET, encoding="utf-8")
    before: list[dict[str, list[Any]]] = []
    for deed in DEEDS:
        shell.run(*deed)
        before.append(rows(shell))
    # `restore` and `unmerge` lead back to what was there before.
    assert len({json.dumps(state) for state in before}) == len(DEEDS) - 2
    for deed, state in zip(reversed(DEEDS), [*reversed(before[:-1]), EMPTY], strict=True):
        undone = shell.json("undo")["undone"]["command"]
        assert undone.startswith(deed[0])
        assert rows(shell) == state, deed
    assert shell.json("undo", code=3)["error"]["code"] == "not_found"
    assert shell.json("list") == shell.json("players", "list") == shell.json("groups", "list") == []


def test_an_undo_is_no_change_to_undo(shell: Shell) -> None:
    shell.run("add", "54432")
    shell.run("edit", "last", "-s", "1")
    shell.run("undo")
    shell.run("edit", "last", "-s", "2")
    shell.run("undo")
    assert shell.json("show", "last")["strikes"] == 0
    shell.run("undo")
    assert shell.json("list") == []
    shell.run("undo", code=3)


def test_undo_says_what_it_undid(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("edit", "last", "-s", "1", "-p", "Mina, Ara")
    text = shell.run("undo").stdout
    assert "2026-11-28 21:00  edit" in text
    assert "strikes: 1 → 0" in text
    assert "players: Mina, Ara → Mina, Jun" in text
    assert "Person Ara: taken out of the log" in text


def test_what_was_undone_can_be_imported_again(shell: Shell) -> None:
    sheet = shell.folder / "sheet.csv"
    sheet.write_text(SHEET, encoding="utf-8")
    shell.run("import", "sheet.csv")
    first = rows(shell)
    shell.run("undo")
    assert rows(shell) == EMPTY
    assert shell.json("import", "sheet.csv")["added"] == 2
    assert [len(table) for table in rows(shell).values()] == [
        len(table) for table in first.values()
    ]


def test_a_changed_import_is_taken_back_alone(shell: Shell) -> None:
    sheet = shell.folder / "sheet.csv"
    sheet.write_text("id," + SHEET.replace("\n2026", "\nx,2026", 1).replace("\n2026", "\ny,2026"))
    shell.run("import", "sheet.csv")
    games = shell.json("list")
    sheet.write_text(sheet.read_text().replace("3,2,1\n", "3,2,2\n"))
    assert shell.json("import", "sheet.csv")["changed"] == 1
    assert shell.json("undo")["total"] == 1
    assert shell.json("list") == games
    # What was taken back, the sheet may say again.
    assert shell.json("import", "sheet.csv")["changed"] == 1


def test_what_was_edited_or_deleted_here_is_not_imported_again(shell: Shell) -> None:
    (shell.folder / "sheet.csv").write_text(SHEET, encoding="utf-8")
    shell.run("import", "sheet.csv")
    shell.run("delete", "last")
    shell.run("edit", "last", "-s", "2")
    before = shell.json("list")
    report = shell.json("import", "sheet.csv")
    assert (report["added"], report["changed"], report["unchanged"]) == (0, 0, 2)
    assert shell.json("list") == before


def test_history_tells_who_knows_what(shell: Shell) -> None:
    game = shell.json("add", "54432", "-p", "Mina, Jun", "-s", "1")
    shell.run("edit", "last", "-s", "2")
    shell.run("delete", "last")
    shell.run("undo")
    history = shell.json("history", game["id"])
    assert [one["command"] for one in history] == ["undo", "delete", "edit", "add"]
    assert [one["undone"] for one in history] == [False, True, False, False]
    assert all(set(one) == KEYS for one in history)
    edit = history[2]
    assert (edit["kind"], edit["id"], edit["name"]) == ("game", game["id"], game["date"])
    assert (edit["before"]["strikes"], edit["after"]["strikes"]) == (1, 2)
    assert history[3]["before"] is None
    hours = [datetime.fromisoformat(one["at"]) for one in history]
    assert hours == sorted(hours, reverse=True)
    assert all(hour.tzinfo for hour in hours)


KEYS = {"at", "command", "kind", "id", "name", "before", "after", "undone"}


def test_history_is_readable(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun, guest", "-g", "Tuesday table", "-r", "rnr")
    shell.run("edit", "last", "55432", "-p", "Ara, Jun")
    shell.run("players", "merge", "Ara", "Mina")
    text = shell.run("history").stdout
    for line in (
        "players: Mina, Jun, guest → Ara, Jun",
        "stacks: R5 Y4 G4 B3 W2 → R5 Y5 G4 B3 W2",
        "ruleset: rnr",
        "group: Tuesday table",
        "strikes: 0",
        "merged_into: – → Mina",
        "Person Ara: new",
    ):
        assert line in text, text


@pytest.mark.parametrize("word", ["Mina", "MINA", "Minnie", "Tuesday table"])
def test_history_of_a_person_or_a_group(shell: Shell, word: str) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun", "-g", "Tuesday table")
    shell.run("players", "alias", "Mina", "Minnie")
    shell.run("groups", "edit", "Tuesday table", "--talk", "strict")
    history = shell.json("history", word)
    assert {one["kind"] for one in history} == {"group" if "table" in word else "player"}
    assert len(history) == 2


def test_history_is_limited_and_finds_what_is_gone(shell: Shell) -> None:
    game = shell.json("add", "54432", "-p", "Mina, Jun")
    shell.run("undo")
    assert len(shell.json("history", "--limit", "2")) == 2
    assert len(shell.json("history", "--limit", "0")) == 6
    assert [one["command"] for one in shell.json("history", game["id"][:13])] == ["undo", "add"]
    shell.run("history", "zzzz", code=3)
    shell.run("history", "abc", code=3)
    shell.run("add", "54432")
    shell.run("history", game["id"][:4], code=3)
