"""What holds for every ruleset and every end state, tried on many of them."""

import json
import unicodedata
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.bands import KEYS
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.endstate import OUTCOMES, EndState
from hanabi_log.games.hanabi.notation import parse_cards, parse_stacks, stacks_from_mapping
from hanabi_log.games.hanabi.rulesets import Ruleset, from_definition
from hanabi_log.games.hanabi.scoring import evaluate

from .states import ruleset
from .test_editions import LEGAL, MODULES, NAMES

STACK = st.integers(0, 5)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """Any edition with any modules, under any policy and scale that a house may choose."""
    spec = "+".join((draw(st.sampled_from(NAMES)), *draw(st.sampled_from(LEGAL))))
    plain = ruleset(spec).as_definition()
    plain["scale"] = draw(st.sampled_from(["scaled", "extended", "printed"]))
    plain["struck_out"] = draw(st.sampled_from(["zero", "none", "keep", -10, 3]))
    plain["floor"] = draw(st.sampled_from([None, 0, -2]))
    return from_definition(plain)


def stacks_of(rules: Ruleset) -> st.SearchStrategy[dict[str, int]]:
    codes = [suit.code for suit in rules.suits]
    numbers = st.lists(STACK, min_size=len(codes), max_size=len(codes))
    return numbers.map(lambda found: dict(zip(codes, found, strict=True)))


@given(rules=rulesets(), data=st.data())
def test_points_and_score_stay_within_their_bounds(rules: Ruleset, data: st.DataObject) -> None:
    stacks = data.draw(stacks_of(rules))
    strikes = data.draw(st.integers(0, rules.strikes))
    result = evaluate(EndState(stacks=stacks, strikes=strikes), rules)
    assert result.points is not None
    assert rules.min_points <= result.points <= rules.max_score
    assert result.max_score == rules.max_score
    if rules.win_or_lose:
        assert (result.score, result.percent, result.band) == (None, None, None)
    elif result.outcome != "struck_out" or rules.struck_out in ("zero", "keep"):
        assert result.score is not None
        assert min(rules.min_points, 0) <= result.score <= rules.max_score
        assert rules.floor is None or result.score >= rules.floor
    else:
        assert result.score == (None if rules.struck_out == "none" else rules.struck_out)
    assert (result.band is None) == (result.score is None)
    assert result.band in (*KEYS, "beyond", None)


@given(rules=rulesets(), data=st.data())
def test_one_more_card_never_lowers_points_or_band(rules: Ruleset, data: st.DataObject) -> None:
    stacks = data.draw(stacks_of(rules))
    suit = data.draw(st.sampled_from(rules.suits))
    laid = data.draw(st.integers(0, 4))
    order = (None, *KEYS, "beyond")
    before, after = (
        evaluate(EndState(stacks={**stacks, suit.code: suit.last_card(n)}, strikes=0), rules)
        for n in (laid, laid + 1)
    )
    assert before.points is not None
    assert after.points == before.points + 1
    assert order.index(after.band) >= order.index(before.band)


@given(
    name=st.sampled_from(NAMES),
    modules=st.sampled_from(LEGAL).flatmap(st.permutations),
    blanks=st.sampled_from(["+", " + ", "+ "]),
)
def test_the_order_of_modules_does_not_matter(name: str, modules: list[str], blanks: str) -> None:
    typed = ruleset(blanks.join((name, *modules)))
    assert typed == ruleset("+".join((name, *sorted(modules, key=list(MODULES).index))))
    assert ruleset(typed.spec) == typed


@given(rules=rulesets())
def test_a_definition_survives_json(rules: Ruleset) -> None:
    again = from_definition(json.loads(json.dumps(rules.as_definition())))
    assert again == rules
    assert again.digest == rules.digest
    assert from_definition(json.loads(rules.definition_json)) == rules


def test_different_rules_have_different_digests() -> None:
    every = [ruleset("+".join((name, *modules))) for name in NAMES for modules in LEGAL[:60]]
    assert len({rules.digest for rules in every}) == len(every)


@st.composite
def spelled(draw: st.DrawFn) -> tuple[Ruleset, dict[str, int], str]:
    """A ruleset, stacks, and one of the many ways to type them."""
    rules = draw(rulesets())
    stacks = draw(stacks_of(rules))
    if draw(st.booleans()):
        between = draw(st.sampled_from(["", " ", ",", ", ", ";"]))
        return rules, stacks, between.join(map(str, stacks.values()))
    pieces = []
    for suit in draw(st.permutations(rules.suits)):
        if stacks[suit.code] == 0 and pieces and draw(st.booleans()):
            continue
        word = draw(st.sampled_from(suit.spellings))
        word = draw(st.sampled_from([word, word.upper(), word.title()]))
        equals = draw(st.sampled_from(["", "=", ":", " ", " = "]))
        pieces.append(f"{word}{equals}{stacks[suit.code]}")
    text = draw(st.sampled_from(["", " ", ",", ", "])).join(pieces)
    return rules, stacks, unicodedata.normalize(draw(st.sampled_from(["NFC", "NFD"])), text)


@given(spelled())
def test_every_spelling_of_stacks_gives_them_back(
    typed: tuple[Ruleset, dict[str, int], str],
) -> None:
    rules, stacks, text = typed
    assert parse_stacks(text, rules) == (stacks, [])


TYPED = st.one_of(
    st.text(),
    st.text(alphabet="RYGBWPMKryk0123456789 =:,;-빨강적+²５", max_size=30),
    st.lists(st.text(max_size=5), max_size=7),
)


@given(typed=TYPED, rules=rulesets())
def test_any_text_is_read_or_has_faults_with_a_place(
    typed: str | list[str], rules: Ruleset
) -> None:
    stacks, found = parse_stacks(typed, rules)
    cards, faults = parse_cards(typed, rules)
    for problem in (*found, *faults):
        assert problem.text is not None
        assert problem.column is not None
        assert 0 <= problem.column < max(1, len(problem.text))
    if not found:
        assert list(stacks) == [suit.code for suit in rules.suits]
        assert all(number >= 0 for number in stacks.values())
    if not faults:
        assert all(1 <= int(card[1:]) <= 5 for card in cards)


KEYS_OF_TABLES = st.sampled_from(["R", "red", "y", "G", " b ", "W", "흰색"]) | st.text(max_size=2)


@given(table=st.dictionaries(KEYS_OF_TABLES, st.none() | STACK | st.text(max_size=2), max_size=7))
def test_any_table_of_stacks_is_read_or_has_faults(table: dict[str, Any]) -> None:
    stacks, problems = stacks_from_mapping(table, ruleset("basic"))
    assert list(stacks) == list("RYGBW")
    if not problems:
        given_numbers = [number for number in table.values() if number is not None]
        assert sorted(stacks.values()) == sorted(given_numbers)


WIDE = st.none() | st.integers(-3, 60)


@given(
    rules=rulesets() | st.just(ruleset("unknown")),
    state=st.builds(
        EndState,
        stacks=st.none() | st.dictionaries(st.sampled_from([*"RYGBWPMK", "Q", ""]), st.integers()),
        strikes=WIDE,
        outcome=st.none() | st.sampled_from(OUTCOMES),
        total=WIDE,
        players=WIDE,
        hints=WIDE,
        deck=WIDE,
        discards=st.none() | st.lists(st.sampled_from(["R1", "K5", "M3", "?"])).map(tuple),
    ),
    minutes=WIDE,
)
def test_any_end_state_is_judged_and_valued(
    rules: Ruleset, state: EndState, minutes: int | None
) -> None:
    problems = check(state, rules, minutes)
    assert all(isinstance(problem, Problem) and problem.message for problem in problems)
    assert len(set(problems)) == len(problems)
    result = evaluate(state, rules)
    assert result.knowledge == state.knowledge


@pytest.mark.parametrize("name", NAMES)
def test_no_two_suits_of_a_ruleset_share_a_word(name: str) -> None:
    for modules in LEGAL:
        suits = ruleset("+".join((name, *modules))).suits
        for first, second in combinations(suits, 2):
            assert not set(first.spellings) & set(second.spellings)
