"""What a line of JSON may say of a round, and how its faults are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hanabi_log.games.hoola.cards import parse_cards
from hanabi_log.games.hoola.reading import read_round
from tests.games.hoola.table import laid

OUT: dict[str, Any] = {"end": "out", "by": "W"}


def problems_of(**found: Any) -> list[str]:
    return [problem.message for problem in read_round(found)[1]]


def test_names_are_trimmed_and_matched_without_case() -> None:
    hands = {" W ": {}, "a": laid(10), "B\u0020\u0020b": laid(20)}
    played, problems = read_round({"end": "hoola", "by": "w", "thanked_from": "A", "hands": hands})
    assert (played, problems) != (None, [])
    assert played is not None
    assert (played.by, played.thanked_from, played.players) == ("W", "a", ("W", "a", "B b"))


@pytest.mark.parametrize("other", ["A", " a", "a\u200b"])
def test_one_name_in_two_spellings_is_refused(other: str) -> None:
    hands = {"W": {}, "a": laid(10), other: laid(20)}
    assert problems_of(**OUT, hands=hands) == ["a comes twice"]


def test_an_empty_name_is_refused() -> None:
    assert problems_of(**OUT, hands={"W": {}, "a": laid(10), " ": laid(20)}) == ["A name is empty"]


def test_values_are_shown_as_they_were_written() -> None:
    line = '{"end": null, "by": true, "void": "yes", "hands": {"A": {"sum": Infinity}}}'
    told = " ".join(problem.message for problem in read_round(json.loads(line))[1])
    assert "null does not fit" in told
    assert "true does not fit" in told
    assert '"yes" does not fit' in told
    assert "Infinity" in told


def test_an_end_that_is_none_is_the_only_problem() -> None:
    found = problems_of(end="OUT", by="W", hands={"W": {}, "a": laid(10), "b": laid(20)})
    assert len(found) == 1


def test_doubled_cards_are_told_beside_everything_else() -> None:
    hands = {"W": {}, "a": {"cards": "7S", "laid": True}, "b": {"cards": "7S", "laid": True}}
    found = problems_of(**OUT, void="yes", hands=hands)
    assert found[1:] == ["7S comes twice, with a and with b"]


def test_what_is_no_card_is_shown_as_it_was_typed() -> None:
    (problem,) = parse_cards("7S Joker", "Mina")[1]
    assert "Joker" in problem.message
    assert (problem.text, problem.column) == ("7S Joker", 3)
