"""Cards in every spelling, and what their sums can be."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from hanabi_log.games.hoola.cards import Card, parse_cards, spelled
from hanabi_log.games.hoola.hands import can_hold, hand_of


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("7S 7H 9D", "7S 7H 9D"),
        ("S7 h7 d9", "7S 7H 9D"),
        ("♠7, ♥️7; ♢9", "7S 7H 9D"),
        ("10H TH Q♠", "10H 10H QS"),
        ("♠8 9 10", "8S 9S 10S"),
        ("♠ 8 9 10 ♥ A K", "8S 9S 10S AH KH"),
        ("스페이드 7 8 하트Q", "7S 8S QH"),
        ("7스페 다이아10 클로버 2", "7S 10D 2C"),
        ("spades 7", "7S"),
        ("clubs j q", "JC QC"),
        ("7S7H9D", "7S 7H 9D"),
        ("S7H7D9", "7S 7H 9D"),
        ("7 7 9", "7 7 9"),
        ("k q j a", "K Q J A"),
        ("７Ｓ", "7S"),
        ("", ""),
    ],
)  # fmt: skip
def test_spellings(typed: str, cards: str) -> None:
    found, problems = parse_cards(typed)
    assert not problems
    assert spelled(found) == cards


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("7X", "Ann: 7X is no card; write it like 7S, S7, ♠7 or 10H"),
        ("11S", "Ann: 11S is no card; write it like 7S, S7, ♠7 or 10H"),
        ("77", "Ann: 77 is no card; write it like 7S, S7, ♠7 or 10H"),
        ("7S ♥", "Ann: no card follows the suit ♥"),
        ("♠ ♥ 7", "Ann: no card follows the suit ♠"),
        ("♠ 7H", "Ann: no card follows the suit ♠"),
        ("7S 8", "Ann: 8 has no suit; name the suit of every card, or of none"),
        ("8 9 10S", "Ann: 8 has no suit; name the suit of every card, or of none"),
        ("joker", "Ann: joker is no card; write it like 7S, S7, ♠7 or 10H"),
    ],
)
def test_what_is_no_hand(typed: str, message: str) -> None:
    _cards, problems = parse_cards(typed, "Ann")
    assert [problem.message for problem in problems] == [message]


def test_every_fault_is_told_with_its_place() -> None:
    _cards, problems = parse_cards("7S 0H 8D 1C")
    assert [(problem.text, problem.column) for problem in problems] == [
        ("7S 0H 8D 1C", 3),
        ("7S 0H 8D 1C", 9),
    ]


@pytest.mark.parametrize(
    ("typed", "total", "sevens"),
    [
        ("K Q J A", 37, 0),
        ("7 7 9", 23, 2),
        ("A 2 3 4 5 2 3", 20, 0),
        ("K K K Q Q J J", 85, 0),
        ("A 2 3 4", 10, 0),
        ("7 7 7 7 A 2 5", 36, 4),
    ],
)
def test_sums(typed: str, total: int, sevens: int) -> None:
    hand = hand_of("Ann", parse_cards(typed)[0], True)
    assert (hand.total, hand.sevens) == (total, sevens)
    count = len(hand.cards or ())
    assert can_hold(total, sevens, count, count)


def test_an_ace_counts_one() -> None:
    assert [Card(rank).value for rank in ("A", "10", "J", "Q", "K")] == [1, 10, 11, 12, 13]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_possible_sums_are_those_that_hands_have(count: int) -> None:
    seen = {
        (sum(values), values.count(7))
        for values in combinations_with_replacement(range(1, 14), count)
        if max(values.count(value) for value in values) <= 4
    }
    for sevens in range(5):
        for total in range(60):
            assert can_hold(total, sevens, count, count) == ((total, sevens) in seen)


def test_the_bounds_of_the_rules() -> None:
    seven = [total for total in range(120) if any(can_hold(total, k, 7, 7) for k in range(5))]
    assert (min(seven), max(seven)) == (10, 88)
    few = [total for total in range(120) if any(can_hold(total, k, 1, 6) for k in range(5))]
    assert (min(few), max(few)) == (1, 76)
