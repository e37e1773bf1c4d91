"""Every refusal, and the nearest round that is none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.games.hoola.checks import check
from hanabi_log.games.hoola.reading import facts_of, read_round
from hanabi_log.games.hoola.rounds import Round
from hanabi_log.games.hoola.words import templates
from tests.games.hoola.playing import rounds
from tests.games.hoola.table import (
    OUT,
    WENT,
    Facts,
    codes_of,
    facts,
    held,
    laid,
    outcome_of,
    round_of,
    unlaid,
)

A, B = laid(10), laid(20)
LOW = held("A 2 3 4 5 2 3", False)
HIGH = held("K K K Q Q J J", False)
SEVENS = held("7 7 7 7 A 2 5", False)

REFUSED: tuple[tuple[str, Facts], ...] = (
    ("players", facts("out", "W", W=OUT, A=A)),
    ("players", facts("out", "W", W=OUT, A=A, B=B, C=B, D=B, E=B)),
    ("by_deck", facts("deck", "A", A=A, B=B, C=B)),
    ("by_missing", facts("out", None, A=A, B=B, C=B)),
    ("unknown", facts("out", "X", A=A, B=B, C=B)),
    ("thanked_end", {**facts("out", "W", W=OUT, A=A, B=B), "thanked_from": "A"}),
    ("unknown", {**facts("hoola", "W", W=WENT, A=A, B=B), "thanked_from": "X"}),
    ("thanked_self", {**facts("hoola", "W", W=WENT, A=A, B=B), "thanked_from": "W"}),
    ("winner_and_void", {**facts("deck", None, A=A, B=A, C=B), "winner": "A", "void": True}),
    ("unknown", {**facts("deck", None, A=A, B=A, C=B), "winner": "X"}),
    ("not_empty", facts("out", "W", W=laid(3), A=A, B=B)),
    ("not_empty", facts("hoola", "W", W=held("3S", False), A=A, B=B)),
    ("out_unlaid", facts("out", "W", W=WENT, A=A, B=B)),
    ("ender_laid", facts("hoola", "W", W=OUT, A=A, B=B)),
    ("ender_laid", facts("low", "W", W=laid(17), A=A, B=B)),
    ("ender_laid", facts("high", "W", "high", W=laid(76), A=A, B=B)),
    ("stop_unlaid", facts("stop", "W", W=unlaid(10), A=laid(12), B=B)),
    ("count_laid", facts("out", "W", W=OUT, A=held(""), B=B)),
    ("count_laid", facts("out", "W", W=OUT, A=held("A A A A 2 2 2"), B=B)),
    ("count_unlaid", facts("out", "W", W=OUT, A=held("A 2 3 4 5 6", False), B=B)),
    ("count_unlaid", facts("low", "W", W=held("A 2 3", False), A=A, B=B)),
    ("count_chongtong", facts("chongtong", "W", W=held("7 7 7 7 A 2 5 6", False), A=A, B=B)),
    ("sum_laid", facts("out", "W", W=OUT, A=laid(0), B=B)),
    ("sum_laid", facts("out", "W", W=OUT, A=laid(77), B=B)),
    ("sum_laid", facts("out", "W", W=OUT, A=laid(13, 2), B=B)),
    ("sum_unlaid", facts("out", "W", W=OUT, A=unlaid(9), B=B)),
    ("sum_unlaid", facts("out", "W", W=OUT, A=unlaid(89), B=B)),
    ("sum_unlaid", facts("out", "W", W=OUT, A=unlaid(88, 1), B=B)),
    ("sum_chongtong", facts("chongtong", "W", W=unlaid(27, 4), A=A, B=B)),
    ("sum_left", facts("out", "W", W=OUT, A=held("KS KH KD KC"), B=unlaid(88))),
    ("sum_left", facts("out", "W", W=OUT, A=held("A A"), B=laid(4), C=unlaid(10))),
    ("low_over", facts("low", "W", W=LOW, A=A, B=B)),
    ("high_under", facts("high", "W", W=unlaid(79), A=A, B=B)),
    ("stop_over", facts("stop", "W", W=laid(11), A=laid(20), B=laid(30))),
    ("chongtong_sevens", facts("chongtong", "W", W=unlaid(40, 3), A=A, B=B)),
    ("sevens", facts("chongtong", "W", W=SEVENS, A=laid(9, 1), B=B)),
    ("sevens", facts("out", "W", W=OUT, A=laid(21, 3), B=laid(14, 2))),
    ("card_twice", facts("out", "W", W=OUT, A=held("7S"), B=held("8S ♠7"))),
    ("rank_often", facts("out", "W", W=OUT, A=held("8 8 8"), B=held("8 8"))),
)  # fmt: skip


@pytest.mark.parametrize(("code", "found"), REFUSED)
def test_refusals(code: str, found: Facts) -> None:
    assert codes_of(found) == [code]


def test_every_check_is_tried() -> None:
    from hanabi_log.games.hoola import words

    assert {code for code, _found in REFUSED} == set(words._checks())


@pytest.mark.parametrize(
    "found",
    [
        facts("low", "W", "high", W=LOW, A=A, B=B),
        facts("high", "W", W=HIGH, A=A, B=B),
        facts("high", "W", "high", W=unlaid(76), A=A, B=B),
        facts("low", "W", W=unlaid(18), A=A, B=B),
        facts("stop", "W", W=held("A 2 3 4"), A=laid(12), B=B),
        facts("stop", "W", "high", W=laid(15), A=laid(16), B=B),
        facts("chongtong", "W", W=held("7 7 7 7 A"), A=A, B=B),
        facts("chongtong", "W", W=unlaid(36, 4), A=A, B=B),
        facts("out", "W", W={"laid": True}, A=A, B=B),
        facts("hoola", "W", W={}, A=unlaid(10), B=unlaid(88)),
        facts("out", "W", W={}, A=laid(1), B=laid(76)),
    ],
)
def test_rounds_that_can_be(found: Facts) -> None:
    assert outcome_of(found).winner == "W"


def test_all_faults_of_a_round_are_told_at_once() -> None:
    found = facts("stop", "W", W=laid(11), A=unlaid(9), B=laid(77))
    assert codes_of(found) == ["sum_unlaid", "sum_laid", "stop_over"]


def test_faults_name_the_player_and_what_is_allowed() -> None:
    (fault,) = check(round_of(facts("out", "W", W=OUT, A=unlaid(9), B=B)))
    problem = fault.problem
    assert problem.field == "hands"
    assert problem.message == "A: no 7 cards have sum 9 and sevens 0; 10 to 88"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"end": "won"}, '"won" does not fit; allowed: out, deck, hoola, low, high'),
        ({"thresholds": "low"}, '"low" does not fit; allowed: basic, high'),
        ({"hands": []}, "[] does not fit; allowed: an object of player and hand"),
        ({"by": 3}, "3 does not fit; allowed: a name, or null"),
        ({"void": 1}, "1 does not fit; allowed: true or false"),
        ({"points": 3}, "There is no such key; there are end, by"),
    ],
)
def test_objects_that_are_no_round(change: dict[str, Any], message: str) -> None:
    found = {**facts("out", "W", W=OUT, A=A, B=B), **change}
    played, problems = read_round(found)
    assert played is None
    assert problems[0].message.startswith(message)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ({"sum": 3}, "A: say whether they ever laid down cards, yes or no"),
        ({"laid": True}, "A: say the cards, or the sum and the number of sevens"),
        ({"sum": -1, "laid": True}, "A: sum is -1; allowed is a whole number from 0 to 200"),
        ({"sum": 7, "sevens": True, "laid": True}, "A: sevens is true; allowed is a whole number"),
        ({"cards": "7S", "sum": 8, "laid": True}, "A: the cards come to sum 7, not 8"),
        ({"cards": "7S", "sevens": 0, "laid": True}, "A: the cards come to sevens 1, not 0"),
        ({"cards": 7, "laid": True}, "7 does not fit; allowed: cards as one text"),
        ({"cards": "7X", "laid": True}, "A: 7X is no card; write it like 7S"),
        ({"cards": "7S", "laid": True, "won": 1}, "There is no such key; there are cards, sum"),
    ],
)
def test_hands_that_cannot_be_read(hand: Facts, message: str) -> None:
    played, problems = read_round(facts("out", "W", W=OUT, A=hand, B=B))
    assert played is None
    assert [problem.message.startswith(message) for problem in problems] == [True]


@given(rounds())
def test_facts_read_back_as_the_same_round(played: Round) -> None:
    again, problems = read_round(facts_of(played))
    assert not problems
    assert again == played


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda part:
       st.lists(part) | st.dictionaries(st.text(), part)))  # fmt: skip
def test_whatever_stands_in_an_object_is_answered(value: Any) -> None:
    base = facts("deck", None, A=A, B=B, C=laid(30))
    for key in ("end", "by", "thresholds", "hands", "thanked_from", "winner", "void"):
        played, problems = read_round({**base, key: value})
        assert (played is None) == bool(problems)
    played, problems = read_round({**base, "hands": {"A": value, "B": B, "C": B}})
    assert (played is None) == bool(problems)


def test_every_template_can_be_filled() -> None:
    for code, text in templates().items():
        assert text.strip() == text, code
        assert text.count("{") == text.count("}"), code
