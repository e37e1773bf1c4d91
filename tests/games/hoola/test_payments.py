"""What rounds come to: the worked examples, the gaps of the rules, and what always holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanabi_log.games.hoola.payments import evaluate
from hanabi_log.games.hoola.rounds import Round
from tests.games.hoola.playing import rounds
from tests.games.hoola.table import (
    EXAMPLES,
    OUT,
    UNDECIDED,
    Facts,
    codes_of,
    facts,
    held,
    laid,
    outcome_of,
    unlaid,
)


@pytest.mark.parametrize(("number", "found", "payments"), EXAMPLES)
def test_worked_examples(number: int, found: Facts, payments: dict[str, int]) -> None:
    outcome = outcome_of(found)
    assert outcome.payments == payments, number
    assert sum(payments.values()) == 0
    assert list(outcome.payments) == list(found["hands"])


def test_example_18_is_refused_and_the_table_may_decide() -> None:
    assert codes_of(UNDECIDED) == ["deck_tied"]
    named = outcome_of({**UNDECIDED, "winner": "B"})
    assert (named.payments, named.decided) == ({"A": -1, "B": 3, "C": -2}, True)
    void = outcome_of({**UNDECIDED, "void": True})
    assert (void.payments, void.winner, void.places) == ({"A": 0, "B": 0, "C": 0}, None, {})
    assert codes_of({**UNDECIDED, "winner": "C"}) == ["winner_unfit"]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_without_ties_or_penalties_the_winner_gets_one_less_than_a_power_of_two(size: int) -> None:
    losers = {f"L{n}": laid(10 + n) for n in range(size - 1)}
    assert outcome_of(facts("out", "W", W=OUT, **losers)).payments["W"] == 2 ** (size - 1) - 1


def test_the_example_of_the_contract() -> None:
    found = facts("stop", "Ann", Ann=held("AS 2H 5D"), Bo=laid(12, 1), Cy=unlaid(40))
    shown = outcome_of(found).as_json()
    assert shown == {
        "winner": "Ann",
        "multiplier": 1,
        "places": {"Bo": 2, "Cy": 3},
        "payments": {"Ann": 6, "Bo": -2, "Cy": -4},
        "why": [
            "Ann stopped at 8 and all others hold more: multiplier 1.",
            "Bo, place 2 by a sum of 12: 1 for the place × 2 for sevens (1) = 2.",
            "Cy, never laid down, so the last place, 3:"
            " 2 for the place × 2 for never laying down = 4.",
            "Each loser pays their own; Ann receives 6.",
        ],
    }


def test_an_unregistered_hand_can_make_a_stop_fail_but_is_not_paid() -> None:
    found = facts("stop", "S", "high", S=laid(15), A=laid(15), B=unlaid(12), C=laid(40))
    outcome = outcome_of(found)
    assert outcome.winner == "A"
    assert outcome.places == {"S": 2, "B": 4, "C": 3}
    # B's doubling for never laying down is paid by the stopper too.
    assert outcome.payments == {"S": -(1 + 4 * 2 + 2), "A": 11, "B": 0, "C": 0}


def test_a_tie_is_a_failed_stop() -> None:
    found = facts("stop", "S", S=held("A 2 3 4"), A=laid(10), C=laid(40))
    assert outcome_of(found).payments == {"S": -3, "A": 3, "C": 0}


def test_a_failed_stop_that_the_rules_leave_open() -> None:
    nobody = facts("stop", "S", S=laid(10), A=unlaid(10), C=laid(40))
    assert codes_of(nobody) == ["stop_nobody"]
    assert outcome_of({**nobody, "winner": "A"}).payments == {"S": -3, "A": 3, "C": 0}
    assert codes_of({**nobody, "winner": "S"}) == ["winner_unfit"]
    tied = facts("stop", "S", S=laid(10), A=laid(4), B=laid(4), C=laid(40))
    assert codes_of(tied) == ["stop_tied"]
    assert outcome_of({**tied, "winner": "B"}).payments == {"S": -7, "A": 0, "B": 7, "C": 0}
    assert set(outcome_of({**tied, "void": True}).payments.values()) == {0}


def test_a_deck_on_which_nobody_laid_down_is_open() -> None:
    found = facts("deck", None, A=unlaid(40), B=unlaid(41), C=unlaid(42))
    assert codes_of(found) == ["deck_nobody"]
    assert outcome_of({**found, "winner": "C"}).payments == {"A": -4, "B": -4, "C": 8}


def test_what_the_rules_decide_is_not_up_to_the_table() -> None:
    found = EXAMPLES[0][1]
    assert codes_of({**found, "winner": "A"}) == ["winner_decided"]
    assert codes_of({**found, "void": True}) == ["void_decided"]
    assert outcome_of({**found, "winner": "W"}).payments["W"] == 7


def test_reasons_name_who_pays() -> None:
    by_number = {number: outcome_of(found) for number, found, _payments in EXAMPLES}
    assert by_number[10].why[0] == "S stopped at 8, but A holds 5: the stop failed."
    assert by_number[10].why[-1] == "S pays for everybody: 7 to A."
    assert by_number[19].why[-1] == (
        "B discarded the card that completed the hoola and pays for everybody: 28 to W."
    )
    assert by_number[6].why[1] == (
        "A, place 3, the last that equal sums of 12 share: 2 for the place = 2."
    )
    assert by_number[3].why[0] == "W called low with 17, 18 or less: multiplier 4."
    assert outcome_of({**UNDECIDED, "void": True}).why == (
        "The draw pile ran out.",
        "The rules do not decide this round; the table agreed that nobody pays.",
    )


@given(rounds())
def test_a_round_adds_up_to_zero(played: Round) -> None:
    outcome, faults = evaluate(played)
    if outcome is None:
        assert next(fault.code for fault in faults).startswith(("deck_", "stop_"))
        return
    assert sum(outcome.payments.values()) == 0
    assert all(paid <= 0 for player, paid in outcome.payments.items() if player != outcome.winner)
    assert set(outcome.places) == set(played.players) - {outcome.winner}
    assert all(2 <= place <= len(played.hands) for place in outcome.places.values())


@given(rounds(), st.randoms())
def test_the_order_of_the_hands_changes_nothing(played: Round, chance: object) -> None:
    hands = list(played.hands)
    chance.shuffle(hands)  # type: ignore[attr-defined]
    outcome, faults = evaluate(played)
    other, other_faults = evaluate(replace(played, hands=tuple(hands)))
    assert sorted(fault.code for fault in faults) == sorted(fault.code for fault in other_faults)
    if outcome and other:
        assert outcome.payments == other.payments
        assert outcome.places == other.places


@given(rounds(), st.integers(0, 4))
def test_one_more_seven_never_lowers_a_share(played: Round, index: int) -> None:
    outcome, _faults = evaluate(played)
    hand = played.hands[index % len(played.hands)]
    assume(outcome is not None and hand.player != outcome.winner)
    assert outcome is not None
    more = replace(hand, sevens=hand.sevens + 1, cards=None)
    hands = tuple(more if other is hand else other for other in played.hands)
    raised, _faults = evaluate(replace(played, hands=hands))
    # Some hands have no room for another seven at the same sum.
    assume(raised is not None)
    assert raised is not None
    before = {share.player: share.amount for share in outcome.shares}
    after = {share.player: share.amount for share in raised.shares}
    assert after[hand.player] == 2 * before[hand.player]
    assert {**after, hand.player: 0} == {**before, hand.player: 0}
