"""Every edition, every module, and every way to combine them.

The numbers are counted here on their own, from the boxes: how many cards a suit adds, how
many fireworks, how many points.
"""

from itertools import chain, combinations, permutations, product

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.rulebook import Rulebook

from .states import ruleset

# edition, struck out, empty hints, suits, most players
EDITIONS = [
    ("basic", "zero", None, "RYGBW", 5),
    ("cocktail", "none", True, "RYGBW", 5),
    ("rnr", "none", False, "RYGBW", 5),
    ("abacus", "zero", True, "RYGBW", 5),
    ("pocket", "zero", True, "RYGBW", 5),
    ("korean-first", "zero", None, "RYGBW", 5),
    ("baobab", "none", False, "RYGBW", 5),
    ("hanablive", "zero", None, "RYGBP", 6),
]
NAMES = [row[0] for row in EDITIONS]

# In canonical order, each with what it cannot stand beside.
MODULES = {
    "rainbow": {"rainbow5", "wild"},
    "rainbow5": {"rainbow", "wild"},
    "wild": {"rainbow", "rainbow5"},
    "black": set(),
    "bonus": set(),
    "expert": {"endless"},
    "endless": {"expert"},
    "strikes1": {"strikes2"},
    "strikes2": {"strikes1"},
    "spare-hint": set(),
}
CARDS = {"rainbow": 10, "rainbow5": 5, "wild": 10, "black": 10}
SIXTH = {"rainbow", "rainbow5", "wild"}

Modules = tuple[str, ...]


def subsets() -> list[Modules]:
    """Every set of modules, in canonical order."""
    sizes = range(len(MODULES) + 1)
    return list(chain.from_iterable(combinations(MODULES, size) for size in sizes))


def fits(modules: Modules) -> bool:
    return not any(second in MODULES[first] for first, second in combinations(modules, 2))


LEGAL = [modules for modules in subsets() if fits(modules)]


@pytest.mark.parametrize(("name", "struck_out", "empty_hints", "suits", "most"), EDITIONS)
def test_an_edition_is_what_its_leaflet_says(
    name: str, struck_out: str, empty_hints: bool | None, suits: str, most: int
) -> None:
    rules = ruleset(name)
    assert rules.struck_out == struck_out
    assert rules.empty_hints is empty_hints
    assert "".join(suit.code for suit in rules.suits) == suits
    assert rules.player_counts == tuple(range(2, most + 1))
    assert (rules.strikes, rules.hints) == (3, 8)
    assert (rules.max_score, rules.min_points, rules.deck_size, rules.fireworks_size) == (
        (25, 0, 50, 25)
    )
    assert rules.last_round
    assert rules.five_returns_hint
    assert rules.early_stop is (name == "hanablive")
    assert not any((rules.win_or_lose, rules.lost_card, rules.repairs))
    assert rules.floor is None
    assert rules.scale == "scaled"


def test_hands_are_five_cards_or_four() -> None:
    for name in NAMES:
        if name != "hanablive":
            assert ruleset(name).hand_sizes == ((2, 5), (3, 5), (4, 4), (5, 4))


def test_six_play_online_with_three_cards_each() -> None:
    sizes = ((2, 5), (3, 5), (4, 4), (5, 4), (6, 3))
    assert ruleset("hanablive").hand_sizes == sizes


def test_an_ordinary_suit_has_ten_cards() -> None:
    for suit in ruleset("basic").suits:
        assert suit.copies == (3, 2, 2, 2, 1)
        assert (suit.direction, suit.points, suit.touch) == ("up", "laid", "named")


@pytest.mark.parametrize(
    ("module", "code", "copies", "direction", "points", "touch"),
    [
        ("rainbow", "M", (3, 2, 2, 2, 1), "up", "laid", "named"),
        ("rainbow5", "M", (1, 1, 1, 1, 1), "up", "laid", "named"),
        ("wild", "M", (3, 2, 2, 2, 1), "up", "laid", "every"),
        ("black", "K", (1, 2, 2, 2, 3), "down", "missing", "numbers"),
    ],
)
def test_a_module_with_cards_adds_one_suit(
    module: str, code: str, copies: tuple[int, ...], direction: str, points: str, touch: str
) -> None:
    suit = ruleset(f"basic+{module}").suits[-1]
    assert (suit.code, suit.copies, suit.direction, suit.points, suit.touch) == (
        (code, copies, direction, points, touch)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_combination_counts_right(name: str) -> None:
    alone = ruleset(name)
    for modules in LEGAL:
        rules = ruleset("+".join((name, *modules)))
        sixth, black = bool(SIXTH & set(modules)), "black" in modules
        assert rules.deck_size == 50 + sum(CARDS.get(module, 0) for module in modules)
        assert rules.fireworks_size == 25 + 5 * sixth + 5 * black
        assert rules.max_score == 25 + 5 * sixth
        assert rules.min_points == (-5 if black else 0)
        codes = "".join(suit.code for suit in rules.suits)
        assert codes == "".join(suit.code for suit in alone.suits) + "M" * sixth + "K" * black
        assert rules.strikes == (1 if "strikes1" in modules else 2 if "strikes2" in modules else 3)
        assert rules.hints == (9 if "spare-hint" in modules else 8)
        assert rules.win_or_lose is ("expert" in modules)
        assert rules.last_round is not bool({"expert", "endless"} & set(modules))
        assert rules.lost_card is (name == "rnr" and "expert" in modules)
        assert rules.repairs is ("bonus" in modules)
        assert rules.five_returns_hint is ("bonus" not in modules)
        assert (rules.struck_out, rules.hand_sizes) == (alone.struck_out, alone.hand_sizes)
        assert (rules.spec, rules.modules) == ("+".join((name, *modules)), modules)


def test_the_largest_show_of_the_big_box() -> None:
    rules = ruleset("baobab+wild+black+bonus")
    assert (len(rules.suits), rules.deck_size, rules.max_score, rules.min_points) == (7, 70, 30, -5)


def test_the_combinations_are_as_many_as_the_table_allows() -> None:
    # sixth suit or none · black · bonus · one ending of three · strikes of three · hint
    assert len(LEGAL) == 4 * 2 * 2 * 3 * 3 * 2
    assert list(Rulebook().modules) == list(MODULES)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        (name, first, second)
        for name, (first, second) in product(NAMES, permutations(MODULES, 2))
        if second in MODULES[first]
    ],
)
def test_modules_that_exclude_each_other_are_refused(name: str, first: str, second: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ruleset(f"{name}+{first}+{second}")
    (problem,) = caught.value.problems
    assert problem.field == "ruleset"
    assert problem.message == f"{first} and {second} cannot be combined"


@pytest.mark.parametrize(
    ("typed", "spec"),
    [
        ("basic+black+rainbow", "basic+rainbow+black"),
        ("pocket+strikes2+rainbow5", "pocket+rainbow5+strikes2"),
        ("baobab+spare-hint+expert+bonus+black+wild", "baobab+wild+black+bonus+expert+spare-hint"),
        (" Basic + BLACK ", "basic+black"),
        ("RNR+expert", "rnr+expert"),
    ],
)
def test_a_spec_has_one_canonical_spelling(typed: str, spec: str) -> None:
    assert ruleset(typed).spec == spec
    assert ruleset(typed) == ruleset(spec)
    assert ruleset(typed).digest == ruleset(spec).digest


@pytest.mark.parametrize(
    ("spec", "messages"),
    [
        ("", ["There is no ruleset ''"]),
        ("basik", ["There is no ruleset basik; near: basic"]),
        ("basic+", ["There is no module ''"]),
        ("basic+snow", ["There is no module snow; there are rainbow, rainbow5"]),
        ("basic+black+black", ["The module black is there twice"]),
        ("unknown+black", ["unknown takes no modules"]),
        ("basik+snow", ["There is no ruleset basik", "There is no module snow"]),
        (
            "basic+snow+wild+wild+rainbow",
            [
                "There is no module snow",
                "The module wild is there twice",
                "wild and rainbow cannot be combined",
            ],
        ),
    ],
)
def test_a_wrong_spec_is_refused_with_all_that_is_wrong(spec: str, messages: list[str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        ruleset(spec)
    found = [problem.message for problem in caught.value.problems]
    assert len(found) == len(messages)
    for whole, start in zip(found, messages, strict=True):
        assert whole.startswith(start)
    assert caught.value.exit_code == 2


def test_the_unknown_ruleset_knows_nothing() -> None:
    rules = ruleset("unknown")
    assert not rules.known
    assert (rules.suits, rules.max_score, rules.player_counts) == ((), 0, ())


def test_a_label_tells_rulesets_apart() -> None:
    assert ruleset("basic").label == "Hanabi"
    assert ruleset("basic+rainbow+black").label == "Hanabi + rainbow + black"
    labels = [ruleset(spec).label for spec in (*NAMES, *(f"basic+{name}" for name in MODULES))]
    assert len(set(labels)) == len(labels)
