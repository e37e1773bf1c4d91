"""What cannot have happened is refused, what is odd is shown; each with its boundary."""

from typing import Any

import pytest

from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import from_definition

from .states import end_state, faults, fields_of, ruleset

FULL = {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}

# ruleset, facts, the field of each error; none where the state is possible
ERRORS: list[tuple[str, dict[str, Any], list[str]]] = [
    # 1 Exactly the suits of the ruleset, each 0 to 5.
    ("basic", {"stacks": FULL}, []),
    ("basic", {"stacks": {**FULL, "R": 0}}, []),
    ("basic", {"stacks": {**FULL, "R": -1}}, ["stacks"]),
    ("basic", {"stacks": {**FULL, "R": 6}}, ["stacks"]),
    ("basic", {"stacks": {**FULL, "M": 1}}, ["stacks"]),
    ("basic", {"stacks": {"R": 5, "Y": 4, "G": 4, "B": 3}}, ["stacks"]),
    ("basic", {"stacks": {}}, ["stacks"]),
    ("hanablive", {"stacks": FULL}, ["stacks"]),
    ("unknown", {"stacks": FULL}, ["stacks"]),
    # 1 Two to five at the table, unless the ruleset says more.
    ("basic", {"stacks": FULL, "players": 1}, ["players"]),
    ("basic", {"stacks": FULL, "players": 2}, []),
    ("basic", {"stacks": FULL, "players": 5}, []),
    ("basic", {"stacks": FULL, "players": 6}, ["players"]),
    ("hanablive", {"total": 18, "players": 6}, []),
    ("hanablive", {"total": 18, "players": 7}, ["players"]),
    ("unknown", {"total": 18, "players": 9}, []),
    # 1 No more strikes than the game allows.
    ("basic", {"stacks": FULL, "strikes": -1}, ["strikes"]),
    ("basic", {"stacks": FULL, "strikes": 0}, []),
    ("basic", {"stacks": FULL, "strikes": 3}, []),
    ("basic", {"stacks": FULL, "strikes": 4}, ["strikes"]),
    ("basic+strikes1", {"stacks": FULL, "strikes": 2}, ["strikes"]),
    ("basic+strikes2", {"stacks": FULL, "strikes": 2}, []),
    ("unknown", {"total": 18, "strikes": 21}, ["strikes"]),
    # 2 The last strike and struck out are one thing.
    ("basic", {"stacks": FULL, "strikes": 3, "outcome": "struck_out"}, []),
    ("basic", {"stacks": FULL, "strikes": 2, "outcome": "struck_out"}, ["outcome"]),
    ("basic", {"stacks": FULL, "strikes": 3, "outcome": "finished"}, ["outcome"]),
    ("basic", {"stacks": FULL, "strikes": 3, "outcome": "abandoned"}, ["outcome"]),
    ("basic+expert", {"stacks": FULL, "strikes": 3, "outcome": "lost"}, ["outcome"]),
    ("basic", {"stacks": FULL, "outcome": "struck_out"}, []),
    ("basic", {"outcome": "struck_out"}, []),
    # 2 Twenty-five with three mistakes is impossible, twenty-four with three is not.
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "strikes": 3}, ["strikes"]),
    ("basic", {"stacks": {**dict.fromkeys("RYGBW", 5), "W": 4}, "strikes": 3}, []),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "outcome": "struck_out"}, ["outcome"]),
    ("basic", {"total": 25, "strikes": 3}, ["strikes"]),
    ("basic", {"total": 24, "strikes": 3}, []),
    ("basic+black", {"stacks": {**dict.fromkeys("RYGBW", 5), "K": 1}, "strikes": 3}, ["strikes"]),
    ("basic+black", {"stacks": {**dict.fromkeys("RYGBW", 5), "K": 2}, "strikes": 3}, []),
    # 3 Perfect and complete are one thing.
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "outcome": "perfect"}, []),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "outcome": "finished"}, ["outcome"]),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "outcome": "abandoned"}, ["outcome"]),
    ("basic", {"stacks": FULL, "outcome": "perfect"}, ["outcome"]),
    ("basic", {"total": 25, "outcome": "perfect"}, []),
    ("basic", {"total": 24, "outcome": "perfect"}, ["outcome"]),
    ("basic", {"total": 25, "outcome": "finished"}, ["outcome"]),
    (
        "basic+black",
        {"stacks": {**dict.fromkeys("RYGBW", 5), "K": 2}, "outcome": "perfect"},
        ["outcome"],
    ),
    # 3 A finished game has nothing left to draw, but for online play.
    ("basic", {"stacks": FULL, "strikes": 0, "deck": 0}, []),
    ("basic", {"stacks": FULL, "strikes": 0, "deck": 1}, ["deck"]),
    ("basic", {"stacks": FULL, "outcome": "finished", "deck": 1}, ["deck"]),
    ("basic+endless", {"stacks": FULL, "strikes": 0, "deck": 1}, ["deck"]),
    ("basic", {"stacks": FULL, "strikes": 0, "outcome": "abandoned", "deck": 1}, []),
    ("basic", {"stacks": FULL, "strikes": 3, "deck": 1}, []),
    (
        "hanablive",
        {"stacks": {"R": 5, "Y": 4, "G": 4, "B": 3, "P": 2}, "strikes": 0, "deck": 1},
        [],
    ),
    # 3 Lost is a word of win-or-lose rules, finished is not.
    ("basic", {"stacks": FULL, "strikes": 0, "outcome": "lost"}, ["outcome"]),
    ("basic+expert", {"stacks": FULL, "strikes": 0, "outcome": "lost"}, []),
    ("basic+expert", {"stacks": FULL, "strikes": 0, "outcome": "lost", "deck": 9}, []),
    ("basic+expert", {"stacks": FULL, "strikes": 0, "outcome": "finished"}, ["outcome"]),
    # 6 Hint tokens.
    ("basic", {"stacks": FULL, "hints": -1}, ["hints"]),
    ("basic", {"stacks": FULL, "hints": 8}, []),
    ("basic", {"stacks": FULL, "hints": 9}, ["hints"]),
    ("basic+spare-hint", {"stacks": FULL, "hints": 9}, []),
    ("basic+spare-hint", {"stacks": FULL, "hints": 10}, ["hints"]),
    ("unknown", {"total": 18, "hints": 51}, ["hints"]),
    # A deck holds what it holds.
    ("basic", {"total": 18, "deck": -1}, ["deck"]),
    ("basic", {"total": 18, "deck": 51}, ["deck"]),
    ("unknown", {"total": 18, "deck": 101}, ["deck"]),
    # 9 A total is the points or the score.
    ("basic", {"stacks": FULL, "strikes": 1, "total": 18}, []),
    ("basic", {"stacks": FULL, "strikes": 1, "total": 17}, ["total"]),
    ("basic", {"stacks": FULL, "strikes": 3, "total": 18}, []),
    ("basic", {"stacks": FULL, "strikes": 3, "total": 0}, []),
    ("basic", {"stacks": FULL, "strikes": 3, "total": 3}, ["total"]),
    ("rnr", {"stacks": FULL, "strikes": 3, "total": 0}, ["total"]),
    ("basic", {"stacks": FULL, "total": 28}, ["total"]),
    ("basic", {"total": 30}, []),
    ("basic", {"total": 31}, ["total"]),
    ("basic", {"total": 0}, []),
    ("basic", {"total": -1}, ["total"]),
    ("basic+black", {"total": -5}, []),
    ("basic+black", {"total": -6}, ["total"]),
    ("basic+rainbow", {"total": 30}, []),
    ("basic+rainbow", {"total": 31}, ["total"]),
    ("unknown", {"total": 50}, []),
    ("unknown", {"total": 51}, ["total"]),
    # Something must be known.
    ("basic", {}, ["stacks"]),
    ("unknown", {"players": 3}, ["stacks"]),
    ("basic", {"outcome": "finished"}, []),
    ("basic", {"strikes": 3}, []),
    ("basic", {"strikes": 2}, ["stacks"]),
]


@pytest.mark.parametrize(("spec", "facts", "fields"), ERRORS)
def test_an_end_state_is_possible_or_refused(
    spec: str, facts: dict[str, Any], fields: list[str]
) -> None:
    assert fields_of(faults(spec, EndState(**facts))) == fields


def test_everything_wrong_is_listed_in_one_go() -> None:
    state = EndState(
        stacks={"R": 6, "Y": 7, "G": 0, "B": 0, "W": 0},
        strikes=4,
        players=9,
        hints=9,
        deck=51,
        discards=("R1",) * 4,
    )
    found = fields_of(faults("basic", state))
    assert found == ["players", "stacks", "stacks", "strikes", "hints", "deck", "discards"]


def test_a_wrong_value_does_not_hide_that_others_disagree() -> None:
    state = end_state("basic", "54432", strikes=2, outcome="struck_out", players=9, total=17)
    assert fields_of(faults("basic", state)) == ["players", "outcome", "total"]


def test_a_wrong_total_is_answered_with_both_numbers() -> None:
    (problem,) = faults("rnr", end_state("rnr", "54432", strikes=3, total=3))
    assert problem.message == ("The total is 3, but 18 lie on the table and the score is none")
    (problem,) = faults("basic", end_state("basic", "54432", strikes=3, total=3))
    assert "18" in problem.message
    assert "score is 0" in problem.message


# ruleset, facts, minutes, the field of each warning
WARNINGS: list[tuple[str, dict[str, Any], int | None, list[str]]] = [
    # Under 5 without striking out.
    (
        "basic",
        {"stacks": dict(zip("RYGBW", (1, 1, 1, 1, 0), strict=True)), "strikes": 2},
        None,
        ["stacks"],
    ),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 1), "strikes": 2}, None, []),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 0), "strikes": 3}, None, []),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 0), "outcome": "abandoned"}, None, []),
    ("basic+expert", {"stacks": dict.fromkeys("RYGBW", 0), "strikes": 0}, None, ["stacks"]),
    ("basic+black", {"stacks": {**dict.fromkeys("RYGBW", 2), "K": 0}, "strikes": 0}, None, []),
    (
        "basic+black",
        {"stacks": {**dict.fromkeys("RYGBW", 1), "K": 5}, "strikes": 0},
        None,
        ["stacks"],
    ),
    ("basic", {"total": 4, "outcome": "finished"}, None, ["total"]),
    ("basic", {"total": 4}, None, []),
    # Shorter than five minutes.
    ("basic", {"stacks": FULL}, 4, ["minutes"]),
    ("basic", {"stacks": FULL}, 5, []),
    ("unknown", {"total": 18}, 4, ["minutes"]),
    # More than five suits can give.
    ("basic", {"total": 25}, None, []),
    ("basic", {"total": 26}, None, ["total"]),
    ("basic", {"total": 30}, None, ["total"]),
    ("basic+rainbow", {"total": 30}, None, []),
    ("unknown", {"total": 28}, None, []),
    # Perfect without a hint token left.
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "hints": 0}, None, ["hints"]),
    ("basic", {"stacks": dict.fromkeys("RYGBW", 5), "hints": 1}, None, []),
    ("basic", {"stacks": FULL, "hints": 0}, None, []),
    ("basic+bonus", {"stacks": dict.fromkeys("RYGBW", 5), "hints": 0}, None, []),
]


@pytest.mark.parametrize(("spec", "facts", "minutes", "fields"), WARNINGS)
def test_what_is_odd_is_stored_and_shown(
    spec: str, facts: dict[str, Any], minutes: int | None, fields: list[str]
) -> None:
    problems = faults(spec, EndState(**facts), minutes)
    assert fields_of(problems, "warning") == fields
    assert fields_of(problems) == []


@pytest.mark.parametrize(
    ("direction", "suits", "words"),
    [
        ("up", 5, ["climbing"]),
        ("down", 5, ["falling"]),
        ("up", 6, []),
        ("down", 6, []),
    ],
)
def test_a_black_suit_among_five_is_pointed_out(
    direction: str, suits: int, words: list[str]
) -> None:
    definition = ruleset("basic+black").as_definition()
    definition["suits"] = definition["suits"][-suits:]
    definition["suits"][-1]["direction"] = direction
    rules = from_definition(definition)
    state = EndState(stacks={suit.code: 3 for suit in rules.suits}, strikes=0)
    problems = check(state, rules)
    assert fields_of(problems, "warning") == ["ruleset"] * len(words)
    assert all(word in problems[0].message for word in words)


def test_warnings_wait_until_nothing_is_wrong() -> None:
    problems = faults("basic", end_state("basic", "10000", strikes=0, hints=9), minutes=1)
    assert fields_of(problems, "warning") == []
