"""Matches of Hoola King as files, out and in again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Shell
from tests.cli.hoola import HANDS, OUT, THREE, begin, won


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


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"vote": {"proposer": "Jun", "agreed": 5}}, "agreed"),
        ({"group": "\u200b"}, "group"),
        ({"group": "\ud800"}, None),
        ({"players": ["Jun", "Ara", "\udfff"]}, None),
        ({"\ud800": 1}, None),
    ],
)
def test_odd_values_are_told_with_their_line(
    shell: Shell, changes: dict[str, Any], field: str | None
) -> None:
    begin(shell)
    won(shell)
    fine = json.loads(shell.run("hoola", "export").stdout)
    Path("odd.jsonl").write_text(json.dumps({**fine, **changes}))
    shell.run("players", "list", "--db", "other.db", code=3)
    report = shell.json("hoola", "import", "odd.jsonl", "--db", "other.db", code=2)
    assert [(one["line"], one["field"]) for one in report["problems"]] == [(1, field)]
    assert shell.json("players", "list", "--db", "other.db") == []


def test_a_line_that_is_nested_too_deeply_is_one_bad_line(shell: Shell) -> None:
    for depth in range(900, 1010, 3):
        deep = "[" * depth + "]" * depth
        Path("deep.jsonl").write_text(f'{{"players": ["a", "b", "c"], "target": {deep}}}\n')
        report = shell.json("hoola", "import", "deep.jsonl", code=2)
        assert {one["line"] for one in report["problems"]} == {1}
        Path("deep.jsonl").write_text(f'{{"end": {deep}, "hands": {deep}}}\n')
        assert "error" in shell.json("hoola", "score", "deep.jsonl", code=2)


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
