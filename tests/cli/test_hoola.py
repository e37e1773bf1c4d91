"""Hoola King at the command line: matches from `new` to `standings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabi_log.cli.hoola import hoola_command
from tests.cli.conftest import Shell
from tests.cli.hoola import HANDS, OUT, THREE, begin, scored, won


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
        (("-p", THREE, "-g", "\u200b"), "group"),
        (("-p", THREE, "-d", "soon"), "date"),
        (("-p", THREE, "--thresholds", "low"), "thresholds"),
    ],
)
def test_matches_that_cannot_be(shell: Shell, words: tuple[str, ...], field: str) -> None:
    assert [name for name, _message in shell.problems("hoola", "new", *words)] == [field]


def test_ids_that_mean_nothing_or_too_much(shell: Shell) -> None:
    begin(shell)
    shell.json("hoola", "show", "ffff", code=3)
    assert "too short" in shell.json("hoola", "show", "ff", code=3)["error"]["message"]
    shell.json("hoola", "new", "-p", THREE)
    assert "More than one" in shell.json("hoola", "show", code=3)["error"]["message"]
    assert shell.json("hoola", "show", "last")["target"] == 10
    assert shell.json("hoola", "standings") == []


def test_the_page_of_the_docs_names_every_command_and_its_example_holds(shell: Shell) -> None:
    text = (Path(__file__).parents[2] / "docs" / "hoola.md").read_text()
    for name in hoola_command.commands:
        assert f"hoola {name}" in text, name
    example = next(line for line in text.splitlines() if line.startswith("{"))
    assert scored(shell, example)[0]["payments"] == {"Ann": 6, "Bo": -2, "Cy": -4}


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
