"""`score` keeps the contract: keys, values, exit codes."""

from __future__ import annotations

from itertools import combinations

import pytest

from hanabi_log.rulebook import Rulebook
from tests.cli.conftest import Shell

KEYS = [
    "id",
    "date",
    "group",
    "players",
    "guests",
    "ruleset",
    "stacks",
    "strikes",
    "outcome",
    "points",
    "score",
    "max_score",
    "percent",
    "band",
    "band_text",
    "knowledge",
    "counted",
    "excluded",
    "hints",
    "deck",
    "discards",
    "minutes",
    "talk",
    "place",
    "note",
    "tags",
    "source",
    "warnings",
]


def every_spec() -> list[str]:
    """Each edition alone and with every module, and every pair of modules that may be."""
    book = Rulebook()
    specs = [name for name in book.names if name != "unknown"]
    specs += [f"{name}+{module}" for name in list(specs) for module in book.modules]
    for first, second in combinations(book.modules, 2):
        if second not in book.modules[first].excludes:
            specs.append(f"basic+{first}+{second}")
    return specs


@pytest.mark.parametrize("spec", every_spec())
def test_every_ruleset_scores_an_unfinished_table(shell: Shell, spec: str) -> None:
    ruleset = Rulebook().ruleset(spec)
    stacks = [f"{suit.code}{suit.last_card(2)}" for suit in ruleset.suits]
    points = sum(2 if suit.points == "laid" else -3 for suit in ruleset.suits)
    game = shell.json("score", *stacks, "-r", spec)
    assert list(game) == KEYS
    assert game["ruleset"] == spec
    assert list(game["stacks"]) == [suit.code for suit in ruleset.suits]
    assert game["points"] == points
    assert game["max_score"] == 5 * sum(suit.points == "laid" for suit in ruleset.suits)
    assert game["outcome"] == ("lost" if "+expert" in spec else "finished")
    assert game["score"] == (None if "+expert" in spec else points)
    if "+expert" in spec:
        assert (game["percent"], game["band"], game["band_text"]) == (None, None, None)
    else:
        assert game["percent"] == pytest.approx(100 * points / game["max_score"], abs=0.051)
        assert game["band"] is not None
        assert game["band_text"]


def test_the_example_of_the_contract(shell: Shell) -> None:
    game = shell.json("score", "54432", "-s", "1")
    assert game["stacks"] == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}
    found = [game[key] for key in ("points", "score", "max_score", "percent", "band", "knowledge")]
    assert found == [18, 18, 25, 72.0, "good", "full"]
    assert (game["strikes"], game["outcome"], game["counted"]) == (1, "finished", True)


@pytest.mark.parametrize(
    ("spec", "score"),
    [("basic", 0), ("cocktail", None), ("rnr", None), ("baobab", None), ("hanablive", 0)],
)
def test_struck_out_is_for_the_edition_to_score(shell: Shell, spec: str, score: int) -> None:
    game = shell.json("score", "44443", "-s", "3", "-r", spec)
    assert (game["outcome"], game["points"], game["score"]) == ("struck_out", 19, score)
    assert game["band"] == ("boos" if score == 0 else None)


@pytest.mark.parametrize("spec", ["basic", "unknown"])
def test_a_bare_total_has_no_maximum(shell: Shell, spec: str) -> None:
    game = shell.json("score", "--total", "17", "-r", spec)
    assert (game["points"], game["score"], game["knowledge"]) == (17, 17, "total")
    empty = ("outcome", "max_score", "percent", "band", "stacks", "strikes")
    assert [game[key] for key in empty] == [None] * 6
    assert game["counted"] is True


def test_all_problems_are_listed_in_one_go(shell: Shell) -> None:
    found = shell.problems("score", "R5 Y9 Q3", "-s", "7", "--players", "6")
    assert [field for field, _message in found] == ["stacks", "players", "strikes"]
    assert "Q" in found[0][1]


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["55555", "-s", "3"], "strikes"),
        (["54436"], "stacks"),
        (["5443"], "stacks"),
        (["544321"], "stacks"),
        (["54432", "--players", "1"], "players"),
        (["54432", "--players", "6"], "players"),
        (["54432", "--outcome", "perfect"], "outcome"),
        (["54432", "--total", "19"], "total"),
        (["54432", "--hints", "9"], "hints"),
        (["54432", "--discards", "R5"], "discards"),
        (["54432", "--players", "3", "--deck", "4"], "deck"),
        ([], "stacks"),
    ],
)
def test_end_states_that_cannot_be_are_refused(shell: Shell, words: list[str], field: str) -> None:
    assert field in [found for found, _message in shell.problems("score", *words)]


def test_an_unknown_ruleset_names_the_nearest(shell: Shell) -> None:
    ((field, message),) = shell.problems("score", "54432", "-r", "basik")
    assert field == "ruleset"
    assert "near: basic" in message


@pytest.mark.parametrize("words", [["--nonsense"], ["54432", "-s", "two"], ["--players", "0"]])
def test_a_command_that_cannot_be_read_is_json_too(shell: Shell, words: list[str]) -> None:
    error = shell.json("score", *words, code=2)["error"]
    assert error["code"] == "invalid"
    assert error["problems"][0]["message"]


def test_a_caret_points_at_the_fault(shell: Shell) -> None:
    lines = shell.run("score", "R5 빨강4 Y3", code=2).stderr.splitlines()
    caret = next(line for line in lines if line.strip() == "^")
    assert caret.index("^") == lines[lines.index(caret) - 1].index("빨강4")


def test_it_stores_nothing(shell: Shell) -> None:
    shell.run("score", "54432")
    assert list(shell.folder.iterdir()) == []
