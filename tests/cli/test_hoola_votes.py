"""Matches of Hoola King that end early: settled by a vote, or broken off."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Shell
from tests.cli.hoola import HANDS, OUT, THREE, begin, won


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


def test_settle_and_abort_are_undone_too(shell: Shell) -> None:
    begin(shell)
    won(shell)
    for command in (("settle", "--all"), ("abort", "--yes")):
        assert shell.json("hoola", *command)["status"] != "open"
        shell.run("undo")
        assert shell.json("hoola", "show")["status"] == "open"


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
