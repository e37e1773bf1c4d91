"""Every card of the deck is on a firework, discarded, in a hand or still to draw."""

import pytest

from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.rulesets import Ruleset, from_definition

from .states import end_state, faults, fields_of, ruleset

# Deck and most discards of a perfect game with 2, 3, 4, 5 players, as printed.
MOST_DISCARDS = [
    ("basic", 50, 25, (17, 13, 13, 10)),
    ("basic+rainbow5", 55, 30, (17, 13, 13, 10)),
    ("basic+rainbow", 60, 30, (22, 18, 18, 15)),
    ("basic+wild", 60, 30, (22, 18, 18, 15)),
    ("basic+black", 60, 30, (22, 18, 18, 15)),
    ("basic+rainbow5+black", 65, 35, (22, 18, 18, 15)),
    ("baobab+wild+black", 70, 35, (27, 23, 23, 20)),
]
BY_PLAYERS = [
    (spec, players, most)
    for spec, _deck, _fireworks, row in MOST_DISCARDS
    for players, most in zip((2, 3, 4, 5), row, strict=True)
]


def spare_cards(rules: Ruleset) -> list[str]:
    """Every card that no complete firework needs."""
    return [
        f"{suit.code}{rank}"
        for suit in rules.suits
        for rank, copies in enumerate(suit.copies, 1)
        for _copy in range(copies - 1)
    ]


def perfect(spec: str, players: int, discarded: int, deck: int | None = None) -> list[str | None]:
    """The errors of a perfect game with so many harmless discards."""
    rules = ruleset(spec)
    stacks = " ".join(f"{suit.code}{suit.ranks[-1]}" for suit in rules.suits)
    discards = " ".join(spare_cards(rules)[:discarded])
    state = end_state(spec, stacks, discards, strikes=0, players=players, deck=deck)
    assert len(state.discards or ()) == discarded
    return fields_of(faults(spec, state))


@pytest.mark.parametrize(("spec", "deck", "fireworks"), [row[:3] for row in MOST_DISCARDS])
def test_decks_are_as_large_as_the_table_says(spec: str, deck: int, fireworks: int) -> None:
    assert ruleset(spec).deck_size == deck
    assert ruleset(spec).fireworks_size == fireworks


@pytest.mark.parametrize(("spec", "players", "most"), BY_PLAYERS)
def test_a_perfect_game_has_most_discards(spec: str, players: int, most: int) -> None:
    assert perfect(spec, players, most) == []
    assert perfect(spec, players, most + 1) == ["discards"]


@pytest.mark.parametrize("ending", ["expert", "endless"])
@pytest.mark.parametrize(("spec", "players", "_most"), BY_PLAYERS)
def test_played_on_to_the_last_card_it_may_have_more(
    spec: str, ending: str, players: int, _most: int
) -> None:
    rules = ruleset(f"{spec}+{ending}")
    every_spare = rules.deck_size - rules.fireworks_size
    assert perfect(rules.spec, players, every_spare) == []


def test_where_discards_return_the_count_has_no_most() -> None:
    assert perfect("basic+bonus", 2, 18) == []


@pytest.mark.parametrize(
    ("players", "most"),
    # R ≤ N - Ph - M + 1
    [(2, 50 - 10 - 25 + 1), (3, 50 - 15 - 25 + 1), (4, 50 - 16 - 25 + 1), (5, 50 - 20 - 25 + 1)],
)
def test_a_perfect_game_leaves_so_many_to_draw(players: int, most: int) -> None:
    for deck, fields in ((most, []), (most + 1, ["deck"])):
        state = end_state("basic", "55555", strikes=0, players=players, deck=deck)
        assert fields_of(faults("basic", state)) == fields


def test_every_strike_is_a_card_less_to_draw() -> None:
    for deck, fields in ((14, []), (15, ["deck"])):
        state = end_state("basic", "55555", strikes=2, players=2, deck=deck)
        assert fields_of(faults("basic", state)) == fields
    repaired = end_state("basic+bonus", "55555", strikes=2, players=2, deck=15)
    assert fields_of(faults("basic+bonus", repaired)) == []


# ruleset, stacks, discards, other facts, the field of each error
SUMS = [
    # Finished with three players: from 12 to 15 cards are left in hands, none to draw.
    ("basic", "54432", 16, {"players": 3, "strikes": 1}, ["discards"]),
    ("basic", "54432", 17, {"players": 3, "strikes": 1}, []),
    ("basic", "54432", 20, {"players": 3, "strikes": 1}, []),
    ("basic", "54432", 21, {"players": 3, "strikes": 1}, ["discards"]),
    # Endless and expert: hands may be empty.
    ("basic+endless", "54432", 16, {"players": 3, "strikes": 1}, ["discards"]),
    ("basic+endless", "54432", 17, {"players": 3, "strikes": 1}, []),
    ("basic+endless", "54432", 25, {"players": 3, "strikes": 1}, []),
    ("basic+expert", "54432", 25, {"players": 3, "strikes": 1, "deck": 0}, []),
    # Struck out with 10 to draw: two hands of 5, or one card less.
    ("basic", "54432", 11, {"players": 2, "strikes": 3, "deck": 10}, ["discards"]),
    ("basic", "54432", 12, {"players": 2, "strikes": 3, "deck": 10}, []),
    ("basic", "54432", 13, {"players": 2, "strikes": 3, "deck": 10}, []),
    ("basic", "54432", 14, {"players": 2, "strikes": 3, "deck": 10}, ["discards"]),
    # The same equation holds for a table that stopped early.
    ("basic", "54432", 12, {"players": 2, "strikes": 0, "deck": 10, "outcome": "abandoned"}, []),
    (
        "basic",
        "54432",
        14,
        {"players": 2, "strikes": 0, "deck": 10, "outcome": "abandoned"},
        ["discards"],
    ),
    # Stopped online with cards to draw, since nothing more could be scored.
    ("hanablive", "54432", 12, {"players": 2, "strikes": 0, "deck": 10}, []),
    ("hanablive", "54432", 14, {"players": 2, "strikes": 0, "deck": 10}, ["discards"]),
    # Without a number of players any table will do: 8 to 16 + 4 cards in hands.
    ("basic", "54432", 11, {"strikes": 1}, ["discards"]),
    ("basic", "54432", 12, {"strikes": 1}, []),
    ("basic", "54432", 24, {"strikes": 1}, []),
    ("basic", "54432", 25, {"strikes": 1}, ["discards"]),
    # 6 Every mistake is a discard, unless it can be repaired.
    ("basic", "54432", 17, {"players": 3, "strikes": 2}, []),
    ("basic", "00000", 2, {"strikes": 3}, ["discards"]),
    ("basic", "00000", 3, {"strikes": 3}, []),
    ("basic+bonus", "00000", 2, {"strikes": 3}, []),
]


@pytest.mark.parametrize(("spec", "stacks", "discarded", "facts", "fields"), SUMS)
def test_discards_add_up_or_are_refused(
    spec: str, stacks: str, discarded: int, facts: dict[str, int], fields: list[str]
) -> None:
    discards = " ".join(spare_cards(ruleset(spec))[:discarded])
    state = end_state(spec, stacks, discards, **facts)
    assert fields_of(faults(spec, state)) == fields


# 7 ruleset, stacks, discards, what the message says; nothing where it is possible
CARD_BY_CARD = [
    ("basic", "30000", "R1 R1", None),
    (
        "basic",
        "30000",
        "R1 R1 R1",
        "Every R1 is discarded, so the stack of Red is 0 high at most, found 3",
    ),
    ("basic", "00000", "R1 R1 R1", None),
    ("basic", "00000", "R1 R1 R1 R1", "R1 is discarded 4 times, the deck holds 3"),
    ("basic", "40000", "R5", None),
    (
        "basic",
        "50000",
        "R5",
        "Every R5 is discarded, so the stack of Red is 4 high at most, found 5",
    ),
    ("basic", "10000", "R2 R2", None),
    (
        "basic",
        "20000",
        "R2 R2",
        "Every R2 is discarded, so the stack of Red is 1 high at most, found 2",
    ),
    (
        "basic",
        "40000",
        "R2 R2",
        "Every R2 is discarded, so the stack of Red is 1 high at most, found 4",
    ),
    ("basic+black", "000002", "K1", None),
    (
        "basic+black",
        "000001",
        "K1",
        "Every K1 is discarded, so the stack of Black is 4 high at most, found 5",
    ),
    ("basic+black", "000005", "K5 K5", None),
    (
        "basic+black",
        "000005",
        "K5 K5 K5",
        "Every K5 is discarded, so the stack of Black is 0 high at most, found 1",
    ),
    (
        "basic+rainbow5",
        "000003",
        "M3",
        "Every M3 is discarded, so the stack of Rainbow is 2 high at most, found 3",
    ),
    ("basic+rainbow5", "000002", "M3", None),
]


@pytest.mark.parametrize(("spec", "stacks", "discards", "message"), CARD_BY_CARD)
def test_a_card_is_not_in_two_places(
    spec: str, stacks: str, discards: str, message: str | None
) -> None:
    found = faults(spec, end_state(spec, stacks, discards))
    assert [problem.message for problem in found] == ([] if message is None else [message])


def test_cards_that_no_deck_holds_are_refused() -> None:
    state = end_state("basic+rainbow", "300000", "M1 M1")
    (problem,) = [problem for problem in faults("basic", state) if problem.field == "discards"]
    assert problem.message == "basic has no card M1"


@pytest.mark.parametrize("discards", ["R1 R1 R1", "R1"])
def test_discards_are_checked_without_stacks_too(discards: str) -> None:
    state = end_state("basic", None, f"{discards} R1", total=18)
    assert fields_of(faults("basic", state)) == (["discards"] if "R1 R1 R1" in discards else [])


def test_a_small_deck_cannot_fill_both_table_and_hands() -> None:
    definition = ruleset("basic").as_definition()
    for suit in definition["suits"]:
        suit["copies"] = [1, 1, 1, 1, 1]
    rules = from_definition(definition)
    # Two players hold 8 cards or more when a game of 25 cards is finished.
    for stacks, fields in (("54332", []), ("54432", ["stacks"])):
        state = end_state("basic", stacks, strikes=0, players=2)
        assert fields_of(check(state, rules)) == fields
