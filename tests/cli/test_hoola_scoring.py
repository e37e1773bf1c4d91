"""Rounds of Hoola King computed line by line, without a log."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Shell
from tests.cli.hoola import scored
from tests.games.hoola.table import EXAMPLES, UNDECIDED, facts, laid, unlaid


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
