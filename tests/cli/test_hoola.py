"""Hoola King at the command line: matches from `new` to `standings`, and rounds by the line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.cli.hoola import hoola_command
from hanabi_log.config import Config, Place
from hanabi_log.logbook.log import open_log
from hanabi_log.storage.people import change_player, find_player
from tests.cli.conftest import Shell
from tests.games.hoola.table import EXAMPLES, UNDECIDED, facts, laid, unlaid

OUT = ("hoola", "round", "--end", "out", "--by", "Mina")
HANDS = ("--hand", "Jun=7S 8H", "--hand", "Ara=23/2")
THREE = "Mina, Jun, Ara"


def begin(shell: Shell, *more: str) -> Any:
    return shell.json("hoola", "new", "-p", THREE, "--rounds", "3", *more)


def won(shell: Shell, winner: str = "Mina") -> Any:
    others = [name for name in ("Mina", "Jun", "Ara") if name != winner]
    return shell.json(
        *("hoola", "round", "--end", "out", "--by", winner),
        *(word for n, name in enumerate(others) for word in ("--hand", f"{name}={10 + n}/0")),
    )


def scored(shell: Shell, *found: Any, code: int = 0) -> list[Any]:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in found)
    result = shell.run("hoola", "score", "-", input=text, code=code)
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_scoring_by_the_line_as_the_contract_has_it(shell: Shell) -> None:
    found = {
        "end": "stop", "by": "Ann", "thresholds": "basic",
        "hands": {
            "Ann": {"cards": "AS 2H 5D", "laid": True},
            "Bo": {"sum": 12, "sevens": 1, "laid": True},
            "Cy": {"cards": "3S 4S 6S 8S 9S 10S JS", "laid": False},
        },
        "thanked_from": None, "winner": None, "void": False,
    }  # fmt: skip
    (shown,) = scored(shell, found)
    assert list(shown) == ["winner", "multiplier", "places", "payments", "why"]
    assert shown["payments"] == {"Ann": 6, "Bo": -2, "Cy": -4}
    assert shown["places"] == {"Bo": 2, "Cy": 3}
    assert len(shown["why"]) == 4
    assert not (shell.folder / "club.db").exists()


def test_scoring_every_worked_example_from_a_file(shell: Shell) -> None:
    lines = [json.dumps(found) for _number, found, _payments in EXAMPLES]
    Path("rounds.jsonl").write_text("\n".join(lines) + "\n")
    shown = shell.run("hoola", "score", "rounds.jsonl").stdout.splitlines()
    assert [list(json.loads(line)["payments"].items()) for line in shown] == [
        [(name, payments[name]) for name in found["hands"]] for _number, found, payments in EXAMPLES
    ]


def test_a_line_that_cannot_be_has_its_error_and_the_others_their_answer(shell: Shell) -> None:
    fine = EXAMPLES[0][1]
    bad = facts("low", "A", A=unlaid(19), B=laid(0), C=laid(20))
    twice = '{"end": "deck", "end": "out"}'
    shown = scored(shell, fine, UNDECIDED, bad, "no json", twice, "[]", "", fine, code=2)
    assert [next(iter(one)) for one in shown] == ["winner", *["error"] * 5, "winner"]
    assert [len(one["error"]["problems"]) for one in shown[1:6]] == [1, 2, 1, 1, 1]
    (tied,) = shown[1]["error"]["problems"]
    assert (tied["line"], tied["field"], tied["level"]) == (2, "winner", "error")
    assert "No single lowest sum" in tied["message"]
    assert "--winner" in tied["message"]
    assert shown[1]["error"]["code"] == "invalid"
    assert scored(shell, {**UNDECIDED, "void": True})[0]["payments"] == {"A": 0, "B": 0, "C": 0}


def test_a_file_that_is_not_there_is_no_crash(shell: Shell) -> None:
    assert shell.problems("hoola", "score", "none.jsonl")


def test_a_match_to_its_target(shell: Shell) -> None:
    new = begin(shell, "-g", "Tuesday table", "--host", "Jun")
    assert (new["group"], new["date"], new["target"]) == ("Tuesday table", "2026-11-28", 3)
    assert [one["host"] for one in new["players"]] == [False, True, False]
    first = shell.json(*OUT, *HANDS)
    # Jun: 15 with one seven, Ara: 23 with two.
    assert first["result"]["payments"] == {"Mina": 10, "Jun": -2, "Ara": -8}
    assert first["totals"] == first["result"]["payments"]
    won(shell)
    last = won(shell, "Ara")
    assert last["status"] == "finished"
    shown = shell.json("hoola", "show")
    assert (shown["status"], shown["counted"], len(shown["rounds"])) == ("finished", True, 3)
    assert sum(one["points"] for one in shown["players"]) == 0
    error = shell.json(*OUT, *HANDS, code=4)["error"]
    assert "all its rounds are played" in error["message"]
    text = shell.run("hoola", "show", new["id"][:13]).stdout
    assert "Round 1: Out" in text
    assert "1 for the place × 2 for sevens (1) = 2" in text
    assert "finished" in text


def test_a_round_says_everything_that_is_wrong(shell: Shell) -> None:
    begin(shell)
    found = shell.problems(*OUT, "--hand", "Jun=23", "--hand", "Zoe=7S", "--unlaid", "Yan")
    assert [field for field, _message in found] == ["hands", "hand", "unlaid", "hands"]
    assert found[0][1] == "Jun: write a sum with its sevens, such as 23/0"
    found = shell.problems(*OUT, "--hand", "Jun=7S 7S")
    assert found == [
        ("hands", "Ara: the hand is missing, --hand Ara=…"),
        ("hands", "7S comes twice, with Jun and with Jun"),
    ]
    found = shell.problems(*OUT[:-1], "Mna", "--hand", "Jun=23", "--winner", "Zoe", "--void")
    assert [field for field, _message in found] == ["hands", "by", "winner", "hands", "hands"]
    found = shell.problems(*OUT, *HANDS, "--laid", "Jun", "--unlaid", "jun")
    assert found == [("laid", "Jun: laid down, or never; not both")]
    found = shell.problems(*OUT, "--hand", "Jun=7S 7S", "--hand", "Ara=99/0")
    assert [message for _field, message in found] == [
        "Ara: no 1 to 6 cards have sum 99 and sevens 0; 1 to 76",
        "7S comes twice, with Jun and with Jun",
    ]
    assert shell.problems("hoola", "round")[0][0] == "end"
    assert shell.json("hoola", "show")["rounds"] == []


def test_what_the_rules_leave_open_the_table_decides(shell: Shell) -> None:
    begin(shell)
    deck = ("hoola", "round", "--end", "deck", "--hand", "Mina=5/0", "--hand", "jun=5/0")
    deck = (*deck, "--hand", "ARA=20/0")
    ((field, message),) = shell.problems(*deck)
    assert field == "winner"
    assert "Mina, Jun hold 5" in message
    assert shell.json(*deck, "--winner", "jun", "--dry-run")["result"]["payments"]["Jun"] == 3
    assert set(shell.json(*deck, "--void")["totals"].values()) == {0}
    assert len(shell.json("hoola", "show")["rounds"]) == 1


def test_a_match_settled_early(shell: Shell) -> None:
    begin(shell, "--bot", "Robo")
    robo = ("--hand", "Robo=30/0")
    shell.json(*OUT, *HANDS, *robo)
    found = shell.problems("hoola", "settle", "--by", "Mina", "--agreed", "Jun")
    assert found == [("agreed", "Ara has not agreed")]
    assert shell.json("hoola", "show")["vote"] is None
    shell.json(*OUT, *HANDS, *robo)
    shell.json("hoola", "settle", "--by", "Mina", "--open")
    error = shell.json(*OUT, *HANDS, *robo, code=4)["error"]
    assert "no round starts during a vote" in error["message"]
    assert shell.json("hoola", "settle", "--refused", "Jun")["vote"] is None
    shell.problems("hoola", "settle", "--by", "Robo", "--agreed", THREE)
    shell.json("hoola", "settle", "--by", "Ara", "--open")
    settled = shell.json("hoola", "settle", "--agreed", "Mina, Jun")
    assert (settled["status"], settled["agreed"]) == ("settled", ["Ara", "Mina", "Jun"])
    assert settled["counted"]
    standings = shell.json("hoola", "standings")
    assert [line["name"] for line in standings] == ["Mina", "Jun", "Ara"]
    assert shell.json("hoola", "settle", "--all", code=4)


def test_whoever_agrees_first_proposed_it(shell: Shell) -> None:
    id = begin(shell)["id"]
    won(shell)
    found = shell.problems("hoola", "settle", id, "--agreed", "Jun, Mina")
    assert found == [("agreed", "Ara has not agreed")]
    settled = shell.json("hoola", "settle", id[:13], "--agreed", "Jun, ara, Mina")
    assert (settled["status"], settled["agreed"]) == ("settled", ["Jun", "Ara", "Mina"])
    assert shell.problems("hoola", "settle") == shell.problems("hoola", "settle", id)


def test_an_abort_is_asked_once_more_and_counts_nowhere(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(shell)
    won(shell)
    assert shell.problems("hoola", "abort")[0][0] == "yes"
    monkeypatch.setattr("hanabi_log.cli.hoola.on_terminal", lambda: True)
    shell.run("hoola", "abort", input="n\n", code=130)
    assert shell.json("hoola", "show")["status"] == "open"
    shell.run("hoola", "abort", input="y\n")
    assert [one["status"] for one in shell.json("hoola", "list")] == ["aborted"]
    assert shell.json("hoola", "standings") == []
    assert "aborted, does not count" in shell.run("hoola", "list").stdout


def test_a_round_is_corrected_and_the_correction_undone(shell: Shell) -> None:
    begin(shell)
    won(shell)
    before = shell.json("hoola", "show")
    edited = shell.json("hoola", "edit", "1", "--hand", "Jun=7S 8H", "--unlaid", "Ara",
                        "--hand", "Ara=40/0")  # fmt: skip
    assert edited["result"]["payments"] == {"Mina": 6, "Jun": -2, "Ara": -4}
    assert edited["id"] == before["rounds"][0]["id"]
    shell.run("undo")
    assert shell.json("hoola", "show") == before
    shell.run("undo")
    assert shell.json("hoola", "show")["rounds"] == []
    shell.run("undo")
    assert shell.json("hoola", "list") == []
    assert shell.json("history")


def test_corrections_that_cannot_be(shell: Shell) -> None:
    begin(shell)
    won(shell)
    assert shell.problems("hoola", "edit", "2", "--by", "Jun")[0][0] == "round"
    assert shell.problems("hoola", "edit", "1")
    # Mina went out with nothing; as a loser her hand is missing, and Jun's is empty now.
    ((_field, message),) = shell.problems("hoola", "edit", "1", "--by", "Jun")
    assert message == "Mina: the hand is missing, --hand Mina=…"
    other = shell.json("hoola", "edit", "1", "--by", "Jun", "--hand", "Mina=12/0")
    assert other["result"]["payments"] == {"Mina": -2, "Jun": 3, "Ara": -1}
    shell.run("undo")
    hoola = shell.json("hoola", "edit", "1", "--end", "hoola")
    assert hoola["result"]["multiplier"] == 4
    shell.run("undo")
    fixed = shell.json("hoola", "edit", "1", "--end", "deck", "--hand", "Mina=9/0")
    assert (fixed["by"], fixed["result"]["winner"]) == (None, "Mina")


def test_settle_and_abort_are_undone_too(shell: Shell) -> None:
    begin(shell)
    won(shell)
    for command in (("settle", "--all"), ("abort", "--yes")):
        assert shell.json("hoola", *command)["status"] != "open"
        shell.run("undo")
        assert shell.json("hoola", "show")["status"] == "open"


def test_standings_by_group_and_since(shell: Shell) -> None:
    for group, date, winner in (("A", "2026-01-05", "Mina"), ("B", "2026-03-05", "Jun")):
        begin(shell, "-g", group, "-d", date, "--new")
        for _round in range(3):
            won(shell, winner)
    lines = shell.json("hoola", "standings")
    assert [(line["name"], line["points"], line["wins"], line["matches"]) for line in lines] == [
        ("Jun", 6, 1, 2), ("Mina", 6, 1, 2), ("Ara", -12, 0, 2),
    ]  # fmt: skip
    assert lines[0]["best_round"] == 3
    assert lines[2]["places"] == {"1": 0, "2": 0, "3": 2, "4": 0, "5": 0}
    only = shell.json("hoola", "standings", "-g", "A")
    assert [line["points"] for line in only] == [9, -3, -6]
    assert shell.json("hoola", "standings", "--since", "2026-02-01")[0]["name"] == "Jun"
    assert "Best round" in shell.run("hoola", "standings").stdout
    assert [one["date"] for one in shell.json("hoola", "list")] == ["2026-03-05", "2026-01-05"]


def test_out_and_in_again_is_the_same_log(shell: Shell) -> None:
    begin(shell, "--bot", "Robo", "--host", "Jun", "-g", "Tuesday table")
    robo = ("--hand", "Robo=30/0")
    shell.json(*OUT, *HANDS, *robo)
    shell.json("hoola", "settle", "--all")
    shell.json("hoola", "new", "-p", THREE, "--rounds", "3")
    won(shell)
    shell.json("hoola", "settle", "--by", "Jun", "--open")
    before = shell.json("hoola", "list")
    shell.run("hoola", "export", "-o", "out.jsonl")
    other = ("--db", "other.db")
    assert shell.json("hoola", "import", "out.jsonl", *other)["added"] == 2
    assert shell.json("hoola", "list", *other) == before
    again = shell.json("hoola", "import", "out.jsonl", *other)
    assert (again["added"], again["changed"], again["unchanged"]) == (0, 0, 2)
    shell.json("hoola", "settle", "--refused", "Mina")
    won(shell)
    shell.json("hoola", "abort", "--yes")
    shell.run("hoola", "export", "-o", "more.jsonl")
    report = shell.json("hoola", "import", "more.jsonl", *other)
    # The other log is still voting on its match, and a vote does not stop a file.
    assert (report["changed"], report["unchanged"], report["problems"]) == (1, 1, [])
    assert shell.json("hoola", "list", *other)[0]["status"] == "aborted"
    assert len(shell.json("hoola", "list", *other)[0]["rounds"]) == 2
    shell.run("undo", *other)
    assert shell.json("hoola", "list", *other) == before


def test_export_goes_to_the_screen_as_lines_or_as_one_document(shell: Shell) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "abort", "--yes")
    begin(shell)
    lines = [json.loads(line) for line in shell.run("hoola", "export").stdout.splitlines()]
    assert len(lines) == 2
    assert shell.json("hoola", "export") == lines
    assert shell.json("hoola", "export", "-o", "-") == lines
    assert not Path("-").exists()


def test_lines_that_are_no_match_store_nothing(shell: Shell) -> None:
    begin(shell)
    won(shell)
    fine = json.loads(shell.run("hoola", "export").stdout)
    bad = {**fine, "id": "x", "players": fine["players"][:2]}
    worse = json.loads(json.dumps(fine))
    worse["rounds"][0]["hands"]["Jun"]["sum"] = 99
    lines = [fine, bad, worse, {"players": "Mina"}]
    Path("bad.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\nno\n")
    other = ("--db", "other.db")
    report = shell.json("hoola", "import", "bad.jsonl", *other, code=2)
    assert (report["added"], report["skipped"]) == (0, 4)
    assert {problem["line"] for problem in report["problems"]} == {2, 3, 4, 5}
    assert "rounds.1.hands" in [problem["field"] for problem in report["problems"]]
    assert shell.json("hoola", "list", *other) == []
    report = shell.json("hoola", "import", "bad.jsonl", "--skip-bad", *other)
    assert (report["added"], report["skipped"]) == (1, 4)


def test_the_form_asks_player_by_player(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(shell)
    for module in ("hoola", "hoola_rounds"):
        monkeypatch.setattr(f"hanabi_log.cli.{module}.on_terminal", lambda: True)
    answers = ["stop", "nobody", "Mina", "A 2 3", "23", "12/1", "y", "40/0", "n", "y"]
    shell.run("hoola", "round", input="\n".join(answers) + "\n")
    (stored,) = shell.json("hoola", "show")["rounds"]
    assert stored["result"]["payments"] == {"Mina": 6, "Jun": -2, "Ara": -4}
    assert stored["hands"]["Mina"] == {"cards": "A 2 3", "sum": 6, "sevens": 0, "laid": True}
    deck = ["deck", "5/0", "y", "5/0", "y", "20/0", "y", "Jun", "y"]
    shell.run("hoola", "round", input="\n".join(deck) + "\n")
    assert shell.json("hoola", "show")["rounds"][1]["winner"] == "Jun"
    hoola = ["hoola", "Ara", "y", "Jun", "5/0", "y", "5/0", "y", "y"]
    shell.run("hoola", "round", input="\n".join(hoola) + "\n")
    assert shell.json("hoola", "show")["rounds"][2]["thanked_from"] == "Jun"


def test_a_table_sits_down_again_without_being_named(shell: Shell) -> None:
    begin(shell, "--bot", "Robo", "--host", "Jun")
    shell.json("hoola", "abort", "--yes")
    again = shell.json("hoola", "new")
    assert [(one["name"], one["bot"], one["host"]) for one in again["players"]] == [
        ("Mina", False, False), ("Jun", False, True), ("Ara", False, False), ("Robo", True, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("-p", "Mina, Jun"), "players"),
        (("-p", "Mina, Jun, guest"), "players"),
        (("-p", "Mina, Jun, mina"), "players"),
        (("-p", THREE, "--host", "Zoe"), "host"),
        (("-p", THREE, "--rounds", "0"), "rounds"),
        (("-p", THREE, "-d", "soon"), "date"),
        (("-p", THREE, "--thresholds", "low"), "thresholds"),
    ],
)
def test_matches_that_cannot_be(shell: Shell, words: tuple[str, ...], field: str) -> None:
    assert [name for name, _message in shell.problems("hoola", "new", *words)] == [field]


def test_ids_that_mean_nothing_or_too_much(shell: Shell) -> None:
    begin(shell)
    shell.json("hoola", "show", "ffff", code=3)
    shell.problems("hoola", "show", "ff")
    shell.json("hoola", "new", "-p", THREE)
    assert "More than one" in shell.json("hoola", "show", code=3)["error"]["message"]
    assert shell.json("hoola", "show", "last")["target"] == 10
    assert shell.json("hoola", "standings") == []


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


def test_the_page_of_the_docs_names_every_command_and_its_example_holds(shell: Shell) -> None:
    text = (Path(__file__).parents[2] / "docs" / "hoola.md").read_text()
    for name in hoola_command.commands:
        assert f"hoola {name}" in text, name
    example = next(line for line in text.splitlines() if line.startswith("{"))
    assert scored(shell, example)[0]["payments"] == {"Ann": 6, "Bo": -2, "Cy": -4}


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


def test_an_open_vote_gathers_its_answers_one_by_one(shell: Shell) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "settle", "--by", "Mina", "--open")
    assert shell.json("hoola", "settle", "--agreed", "Jun")["vote"]["agreed"] == ["Mina", "Jun"]
    assert shell.json("hoola", "settle", "--agreed", "Ara")["status"] == "settled"


@pytest.mark.parametrize(
    "words",
    [
        ("--all", "--refused", "Jun"),
        ("--agreed", "Jun", "--withdraw", "Mina"),
        ("--by", "Mina", "--refused", "Jun"),
        ("--refused", "Jun", "--withdraw", "Mina"),
    ],
)
def test_a_refusal_stands_alone(shell: Shell, words: tuple[str, ...]) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "settle", "--by", "Mina", "--open")
    error = shell.json("hoola", "settle", *words, code=2)["error"]
    assert error["message"] == "These options do not go together"
    assert shell.json("hoola", "show")["vote"]["agreed"] == ["Mina"]


def test_retired_people_leave_the_standings(shell: Shell) -> None:
    begin(shell)
    won(shell)
    shell.json("hoola", "settle", "--all")
    shell.run("players", "retire", "Mina")
    assert [line["name"] for line in shell.json("hoola", "standings")] == ["Jun", "Ara"]


def test_a_match_of_the_future_is_warned_about(shell: Shell) -> None:
    result = shell.run("hoola", "new", "-p", THREE, "-d", "2031-01-01")
    assert "2031-01-01 lies in the future" in result.stderr
    assert "future" not in shell.run("hoola", "new", "-p", THREE).stderr


def test_two_matches_under_way_are_told_apart(shell: Shell) -> None:
    first = begin(shell, "-d", "2026-11-20")["id"]
    begin(shell)
    error = shell.json(*OUT, *HANDS, code=3)["error"]
    assert "-m ID" in error["message"]
    assert f"{first} · 2026-11-20 · Mina, Jun, Ara" in [
        problem["message"] for problem in error["problems"]
    ]


def test_names_of_merged_people_are_understood(shell: Shell) -> None:
    shell.run("players", "add", "Mena")
    begin(shell, "--new")
    shell.run("players", "merge", "Mena", "Mina", "--json")
    played = shell.json("hoola", "round", "--end", "out", "--by", "Mena", *HANDS)
    assert played["by"] == "Mina"
    assert shell.json("hoola", "settle", "--by", "MENA", "--open")["vote"]["proposer"] == "Mina"


def test_the_form_keeps_the_answers_after_a_fault(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(shell)
    for module in ("hoola", "hoola_rounds"):
        monkeypatch.setattr(f"hanabi_log.cli.{module}.on_terminal", lambda: True)
    # Jun cannot hold 99; the second time only that is said anew.
    answers = ["out", "Mina", "99/0", "y", "40/0", "n"]
    again = ["", "", "12/0", "", "", "", "y"]
    shell.run("hoola", "round", input="\n".join([*answers, *again]) + "\n")
    (stored,) = shell.json("hoola", "show")["rounds"]
    assert (stored["hands"]["Jun"]["sum"], stored["hands"]["Ara"]["laid"]) == (12, False)


def test_all_that_is_wrong_with_a_new_match(shell: Shell) -> None:
    found = shell.problems(
        *("hoola", "new", "-p", "Mina, Jun", "--host", "Zed", "--rounds", "-1", "-d", "soon"),
        *("--bot", "guest"),
    )
    assert [field for field, _message in found] == ["date", "host", "players", "rounds"]


def test_erasing_and_merging_count_matches(shell: Shell) -> None:
    begin(shell)
    shell.run("players", "add", "Juno", "--new")
    assert shell.json("players", "merge", "Jun", "Juno")["matches"] == 1
    assert "with 1 Hoola King match," in shell.run("players", "unmerge", "Jun").stdout
    told = shell.run("players", "erase", "Jun", "--yes").stdout
    assert told == "Gone for good, a guest instead in 1 Hoola King match.\n"


def test_the_history_of_a_match_names_its_table(shell: Shell) -> None:
    begin(shell, "--bot", "Robo", "--host", "Jun")
    robo = ("--hand", "Robo=30/0")
    shell.json(*OUT, *HANDS, *robo)
    shell.json("hoola", "settle", "--by", "Ara", "--open")
    shell.json("hoola", "settle", "--agreed", "Mina, Jun")
    told = shell.run("history").stdout
    assert "players: Mina, Jun, Ara, Robo (bot)" in told
    assert "host: Jun" in told
    assert "vote: – → Ara" in told
    assert "agreed: – → Ara, Mina, Jun" in told
    assert "{" not in told


def test_points_have_a_true_minus_and_a_round_no_blank_line_before(shell: Shell) -> None:
    begin(shell)
    won(shell)
    told = shell.run("hoola", "show", "--round", "1").stdout
    assert told.startswith("Round 1: Out\n")
    assert "Mina +3, Jun −1, Ara −2" in told
    for command in ("show", "list"):
        told = shell.run("hoola", command).stdout
        assert "−1" in told
        assert " -1" not in told


def test_payments_of_a_file_that_contradict_its_hands(shell: Shell) -> None:
    begin(shell)
    won(shell)
    match = json.loads(shell.run("hoola", "export").stdout)
    match["rounds"][0]["result"]["payments"]["Mina"] = 99
    Path("bad.jsonl").write_text(json.dumps(match) + "\n")
    report = shell.json("hoola", "import", "bad.jsonl", "--db", "other.db", code=2)
    (problem,) = report["problems"]
    assert problem["field"] == "rounds.1.result.payments"
    assert "Mina 3, Jun -1, Ara -2, not Mina 99" in problem["message"]
