"""People who are renamed, merged, retired or erased keep what they played at Hoola King."""

from __future__ import annotations

from dataclasses import replace

from hanabi_log.config import Config, Place
from hanabi_log.logbook.log import open_log
from hanabi_log.storage.people import change_player, find_player
from tests.cli.conftest import Shell
from tests.cli.hoola import HANDS, begin, won


def test_renamed_people_keep_their_hands(shell: Shell) -> None:
    begin(shell)
    won(shell)
    with open_log(Place(str(shell.folder / "club.db"), "", Config()), shell.now) as log:
        before = find_player(log.connection, "Jun")
        assert before is not None
        with log.change("players rename") as batch:
            change_player(log.connection, before, replace(before, name="Juno"), batch)
    (played,) = shell.json("hoola", "show")["rounds"]
    assert list(played["hands"]) == ["Mina", "Juno", "Ara"]


def test_an_erased_person_leaves_a_guest_with_all_hands(shell: Shell) -> None:
    begin(shell)
    won(shell)
    before = shell.json("hoola", "show")["rounds"][0]["result"]["payments"]
    shell.run("players", "erase", "Jun", "--yes")
    shown = shell.json("hoola", "show")
    assert [(one["name"], one["guest"]) for one in shown["players"]] == [
        ("Mina", False), ("guest", True), ("Ara", False),
    ]  # fmt: skip
    assert list(shown["rounds"][0]["result"]["payments"].values()) == list(before.values())
    shell.run("undo")
    assert shell.json("hoola", "show")["rounds"] == []
    assert "Jun" not in shell.run("history").stdout
    shell.run("hoola", "export", "-o", "out.jsonl")
    report = shell.json("hoola", "import", "out.jsonl", "--db", "other.db")
    assert (report["added"], report["problems"]) == (1, [])
    assert shell.json("hoola", "list", "--db", "other.db")[0]["players"][1]["guest"]


def test_merged_people_keep_their_seats(shell: Shell) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "abort", "--yes")
    shell.json("hoola", "new", "-p", "Mina, Juno, Ara", "--rounds", "1", "--new")
    shell.json("hoola", "round", "--end", "out", "--by", "Juno", "--hand", "Mina=10/0",
               "--hand", "Ara=20/0")  # fmt: skip
    shell.run("players", "merge", "Juno", "Jun")
    lines = shell.json("hoola", "standings")
    assert [line["name"] for line in lines] == ["Jun", "Mina", "Ara"]


def test_retired_people_leave_the_standings(shell: Shell) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "settle", "--all")
    shell.run("players", "retire", "Mina")
    assert [line["name"] for line in shell.json("hoola", "standings")] == ["Jun", "Ara"]


def test_names_of_merged_people_are_understood(shell: Shell) -> None:
    shell.run("players", "add", "Mena")
    begin(shell, "--new")
    shell.run("players", "merge", "Mena", "Mina", "--json")
    played = shell.json("hoola", "round", "--end", "out", "--by", "Mena", *HANDS)
    assert played["by"] == "Mina"
    assert shell.json("hoola", "settle", "--by", "MENA", "--open")["vote"]["proposer"] == "Mina"


def test_erasing_and_merging_count_matches(shell: Shell) -> None:
    begin(shell)
    shell.run("players", "add", "Juno", "--new")
    assert shell.json("players", "merge", "Jun", "Juno")["matches"] == 1
    assert "with 1 Hoola King match," in shell.run("players", "unmerge", "Jun").stdout
    told = shell.run("players", "erase", "Jun", "--yes").stdout
    assert told == "Gone for good, a guest instead in 1 Hoola King match.\n"
