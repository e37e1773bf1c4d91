"""What people type for stacks and cards, and what they are told when it cannot be read."""

import unicodedata
from collections.abc import Sequence

import pytest

from hanabi_log.games.hanabi.notation import parse_cards, parse_stacks, stacks_from_mapping

from .states import ruleset

RIGHT: list[tuple[str, str | Sequence[str], tuple[int, ...]]] = [
    # Digits in the order of the suits.
    ("basic", "54432", (5, 4, 4, 3, 2)),
    ("basic", "5 4 4 3 2", (5, 4, 4, 3, 2)),
    ("basic", ["5", "4", "4", "3", "2"], (5, 4, 4, 3, 2)),
    ("basic", "5,4;4 , 3 2 ", (5, 4, 4, 3, 2)),
    ("basic", "５４４３２", (5, 4, 4, 3, 2)),
    ("basic+rainbow+black", "5443215", (5, 4, 4, 3, 2, 1, 5)),
    ("hanablive", "54432", (5, 4, 4, 3, 2)),
    # Each suit by letter or word, in any order; one left out has no card.
    ("basic", "R5 Y4 G4 B3 W2", (5, 4, 4, 3, 2)),
    ("basic", ["W2", "B3", "R5", "Y4", "G4"], (5, 4, 4, 3, 2)),
    ("basic", "r5y4g4b3w2", (5, 4, 4, 3, 2)),
    ("basic", "R5", (5, 0, 0, 0, 0)),
    ("basic", "R0", (0, 0, 0, 0, 0)),
    ("basic", "red=5, White: 2", (5, 0, 0, 0, 2)),
    ("basic", "RED 5 blue 3", (5, 0, 0, 3, 0)),
    ("basic", "빨강5 노랑4 초록4 파랑3 하양2", (5, 4, 4, 3, 2)),
    ("basic", "적5황4녹색4청3백2", (5, 4, 4, 3, 2)),
    ("basic", unicodedata.normalize("NFD", "빨간5 흰색2"), (5, 0, 0, 0, 2)),
    ("basic+rainbow", "M3 R5", (5, 0, 0, 0, 0, 3)),
    ("basic+wild", "조커2", (0, 0, 0, 0, 0, 2)),
    ("basic+black", "검은5", (0, 0, 0, 0, 0, 5)),
    ("hanablive", "보라4", (0, 0, 0, 0, 4)),
    # Whether a stack can be so high is not a question of spelling.
    ("basic", "R9", (9, 0, 0, 0, 0)),
    ("basic", "9 0 0 0 12", (9, 0, 0, 0, 12)),
]


@pytest.mark.parametrize(("spec", "typed", "stacks"), RIGHT)
def test_stacks_are_read(spec: str, typed: str | Sequence[str], stacks: tuple[int, ...]) -> None:
    found, problems = parse_stacks(typed, ruleset(spec))
    assert problems == []
    assert tuple(found.values()) == stacks
    assert list(found) == [suit.code for suit in ruleset(spec).suits]


# ruleset, what is typed, and for each fault the column and what the message holds
WRONG = [
    ("basic", "", [(0, "No stacks given")]),
    ("basic", " , ", [(0, "Stacks given: 0")]),
    ("basic", "5443", [(0, "Stacks given: 4; basic has 5: R Y G B W")]),
    ("basic", "544321", [(0, "Stacks given: 6")]),
    ("basic", "54 43 2", [(0, "Stacks given: 3")]),
    ("basic", "5 4 4 3 222", [(8, "222 is no card")]),
    ("basic+rainbow", "54432", [(0, "Stacks given: 5; basic+rainbow has 6: R Y G B W M")]),
    # The two styles never mix.
    ("basic", "R5 4 4 3 2", [(3, "4 is not"), (5, "4 is not"), (7, "3 is not"), (9, "2 is not")]),
    ("basic", "54432 R5", [(0, "54432 is not a suit with a number, such as R5")]),
    ("basic", "5Y4", [(0, "5Y4 is not")]),
    # A suit comes once.
    ("basic", "R5 Y4 R3", [(6, "Red comes twice, as R5 and R3")]),
    ("basic", "R5 red5", [(3, "Red comes twice, as R5 and red5")]),
    ("basic", "빨강5 적5", [(4, "Red comes twice, as 빨강5 and 적5")]),
    # A suit must be one of the ruleset's.
    ("basic", "R5 P4", [(3, "basic has no suit P; it has R Y G B W")]),
    ("basic", "R5 M4", [(3, "basic has no suit M")]),
    ("basic", "yelow4", [(0, "basic has no suit yelow; is it yellow? It has R Y G B W")]),
    ("basic", "빨강5 햐양4", [(4, "no suit 햐양; is it 하양?")]),
    ("hanablive", "W4", [(0, "hanablive has no suit W; it has R Y G B P")]),
    ("basic", "pink5 R5 teal2", [(0, "no suit pink"), (9, "no suit teal")]),
    # And a number must be one.
    ("basic", "R", [(0, "R is not a suit with a number")]),
    ("basic", "R-1", [(0, "R-1 is not")]),
    ("basic", "R54432", [(0, "R54432 is no card; cards go from 1 to 5")]),
    ("basic", "R5 ?? Y4 R1", [(3, "?? is not"), (9, "Red comes twice")]),
    ("unknown", "54432", [(0, "The ruleset unknown has no suits: give a total instead")]),
]


@pytest.mark.parametrize(("spec", "typed", "faults"), WRONG)
def test_every_fault_is_shown_with_its_place(
    spec: str, typed: str, faults: list[tuple[int, str]]
) -> None:
    _stacks, problems = parse_stacks(typed, ruleset(spec))
    assert [problem.column for problem in problems] == [column for column, _words in faults]
    for problem, (_column, words) in zip(problems, faults, strict=True):
        assert words in problem.message
        assert problem.field == "stacks"
        assert problem.text is not None


def test_a_number_of_any_length_is_a_fault_and_not_a_failure() -> None:
    for typed in ("R" + "9" * 5000, "9" * 5000, "1 1 1 1 " + "9" * 5000):
        _stacks, problems = parse_stacks(typed, ruleset("basic"))
        assert len(problems) == 1


MAPPINGS = [
    ({"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}, []),
    ({"w": 2, "b": 3, "g": 4, "y": 4, "r": 5}, []),
    ({" red ": 5, "Yellow": 4, "초록": 4, "청": 3, "White": 2}, []),
    ({"R": 5, "Y": 4, "G": 4, "B": 3}, ["No stack given for W; basic has R Y G B W"]),
    ({"R": 5, "Y": 4, "G": 4, "B": 3, "W": None}, ["No stack given for W"]),
    ({}, ["No stack given for R, Y, G, B, W"]),
    (
        {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2, "M": 1, "Q": 1},
        ["basic has no suit M, Q; it has R Y G B W"],
    ),
    ({"R": 5, "red": 4, "Y": 4, "G": 4, "B": 3, "W": 2}, ["Red comes twice, as R and red"]),
    ({"R": "5", "Y": 4, "G": 4, "B": 3, "W": 2}, ["Red is '5'; allowed: a whole number"]),
    ({"R": 5.0, "Y": True, "G": 4, "B": 3, "W": 2}, ["Red is 5.0", "Yellow is True"]),
]


@pytest.mark.parametrize(("given", "messages"), MAPPINGS)
def test_a_table_of_stacks_is_read_or_refused(
    given: dict[str, object], messages: list[str]
) -> None:
    stacks, problems = stacks_from_mapping(given, ruleset("basic"))
    assert len(problems) == len(messages)
    for problem, words in zip(problems, messages, strict=True):
        assert problem.message.startswith(words)
    if not messages:
        assert stacks == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}


def test_a_table_of_stacks_needs_a_ruleset_with_suits() -> None:
    stacks, problems = stacks_from_mapping({"R": 5}, ruleset("unknown"))
    assert stacks == {}
    assert [problem.message for problem in problems] == [
        "The ruleset unknown has no suits: give a total instead"
    ]


@pytest.mark.parametrize(
    ("spec", "typed", "cards"),
    [
        ("basic", "", ()),
        ("basic", "R1 R1 Y5", ("R1", "R1", "Y5")),
        ("basic", "r1r1y5", ("R1", "R1", "Y5")),
        ("basic", ["빨강1", "white 3"], ("R1", "W3")),
        ("basic+black", "K1, 검정2", ("K1", "K2")),
    ],
)
def test_cards_are_read(spec: str, typed: str | Sequence[str], cards: tuple[str, ...]) -> None:
    assert parse_cards(typed, ruleset(spec)) == (cards, [])


@pytest.mark.parametrize(
    ("spec", "typed", "faults"),
    [
        ("basic", "R1 R6 R0", [(3, "There is no card R6"), (6, "There is no card R0")]),
        ("basic", "R9 K1 R1", [(0, "There is no card R9"), (3, "basic has no suit K")]),
        ("basic", "R1 12", [(3, "12 is not a suit with a number")]),
        ("unknown", "?", [(0, "The ruleset unknown has no suits")]),
    ],
)
def test_cards_that_cannot_be(spec: str, typed: str, faults: list[tuple[int, str]]) -> None:
    _cards, problems = parse_cards(typed, ruleset(spec))
    assert [problem.column for problem in problems] == [column for column, _words in faults]
    for problem, (_column, words) in zip(problems, faults, strict=True):
        assert problem.message.startswith(words)
        assert problem.field == "discards"
