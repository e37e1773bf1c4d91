"""Games that were really played, if at random: nothing that happens may be refused."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.games.hanabi.endstate import EndState, outcome_of
from hanabi_log.games.hanabi.scoring import evaluate

from .states import faults, fields_of, ruleset
from .table import ORDINARY, SINGLE, Rules, Table

FIVE = dict.fromkeys("RYGBW", ORDINARY)
POWDER = {"K": (3, 2, 2, 2, 1)}

TABLES = {
    "basic": Rules(FIVE),
    "baobab+wild+black": Rules({**FIVE, "M": ORDINARY, **POWDER}, falling="K"),
    "basic+rainbow5+strikes2": Rules({**FIVE, "M": SINGLE}, strikes=2),
    "rnr+expert": Rules(FIVE, win_or_lose=True, last_round=False, lost_card=True),
    "baobab+expert": Rules(FIVE, win_or_lose=True, last_round=False),
    "basic+endless": Rules(FIVE, last_round=False),
    "pocket+black+strikes1+spare-hint": Rules({**FIVE, **POWDER}, falling="K", strikes=1, hints=9),
    "hanablive": Rules(
        dict.fromkeys("RYGBP", ORDINARY),
        early_stop=True,
        hands={2: 5, 3: 5, 4: 4, 5: 4, 6: 3},
    ),
}

played = pytest.mark.parametrize("spec", TABLES)
seeds = st.integers(0, 2**32 - 1)
cares = st.sampled_from([0.0, 0.5, 0.8, 0.95, 1.0])


def play(spec: str, seed: int, care: float) -> tuple[Table, EndState]:
    """A game of random people, and all that can be written down about its end."""
    rules, random = TABLES[spec], Random(seed)
    table = Table(rules, random.choice(list(rules.hands)), care, random)
    outcome = table.play_out()
    state = EndState(
        stacks={suit: table.last_card(suit) for suit in rules.suits},
        strikes=table.strikes,
        outcome=outcome,
        players=table.players,
        hints=table.hints,
        deck=len(table.deck),
        discards=tuple(f"{card[0]}{table.number(card)}" for card in table.discards),
    )
    return table, state


@played
@given(
    seed=seeds,
    care=cares,
    unsaid=st.sets(st.sampled_from(["players", "hints", "deck", "discards"])),
)
def test_what_happened_is_believed(spec: str, seed: int, care: float, unsaid: set[str]) -> None:
    table, state = play(spec, seed, care)
    assert fields_of(faults(spec, replace(state, **dict.fromkeys(unsaid)))) == []
    assert outcome_of(replace(state, outcome=None), ruleset(spec)) == state.outcome
    result = evaluate(state, ruleset(spec))
    assert (result.outcome, result.points) == (state.outcome, table.points)


@played
@given(seed=seeds, care=cares, slip=st.sampled_from([-3, -2, 2, 3]))
def test_a_miscounted_draw_pile_is_noticed(spec: str, seed: int, care: float, slip: int) -> None:
    # One card more or less may be the one that was drawn after the ending play, or not.
    _table, state = play(spec, seed, care)
    deck = (state.deck or 0) + slip
    if state.deck and deck > 0:
        assert fields_of(faults(spec, replace(state, deck=deck))) == ["discards"]


@played
@given(seed=seeds, care=cares)
def test_a_card_said_to_lie_in_two_places_is_noticed(spec: str, seed: int, care: float) -> None:
    table, state = play(spec, seed, care)
    seen = Counter(table.discards) + Counter(
        (suit, place) for suit, laid in table.laid.items() for place in range(laid)
    )
    used_up = [card for card, count in seen.items() if count == table.rules.suits[card[0]][card[1]]]
    for card in used_up[:3]:
        again = (*(state.discards or ()), f"{card[0]}{table.number(card)}")
        found = faults(spec, replace(state, players=None, deck=None, discards=again))
        assert "discards" in fields_of(found)


def test_random_games_end_in_every_way() -> None:
    ways = {
        play(spec, seed, care)[1].outcome
        for spec in ("basic", "baobab+expert")
        for seed in range(50)
        for care in (0.0, 0.95, 1.0)
    }
    assert ways == {"perfect", "struck_out", "finished", "lost"}
