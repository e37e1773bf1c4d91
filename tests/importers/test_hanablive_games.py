"""Whole games from hanab.live, played through to the end, and those that cannot be."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.importers.registry import Reading, read_files
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.storage.games import load_games
from tests.importers.hanablive_files import (
    Dict,
    Walk,
    fault,
    first_cards,
    game,
    one,
    pack_of_cards,
    record,
)
from tests.logbook.logs import open_club

STRIKING = first_cards([(0, 5), (0, 4), (0, 4), (0, 3), (0, 3), (1, 1), (2, 1)], pack_of_cards())


def test_three_mistakes_end_a_game() -> None:
    # Ada plays 5, 4, 4 onto nothing; Bo lays a yellow 1 and gives a hint.
    draft = one(game(STRIKING, [(0, 0), (0, 5), (0, 1), (2, 0), (0, 2)]))
    assert draft.stacks == {"R": 0, "Y": 1, "G": 0, "B": 0, "P": 0}
    assert (draft.strikes, draft.hints, draft.deck) == (3, 7, 36)
    assert (draft.discards, draft.outcome) == ("R5 R4 R4", None)


def test_players_may_stop() -> None:
    draft = one(game(STRIKING, [(1, 0), (0, 5), (4, 0)]))
    assert (draft.outcome, draft.strikes, draft.discards) == ("abandoned", 0, "R5")


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([(0, 9)], "not in the hand"),
        ([(0, 40)], "not in the hand"),
        ([(1, 0), (0, 0)], "not in the hand"),
        ([(2, 0)], "no other player"),
        ([(3, 7)], "no other player"),
        ([(2, 1), (2, 0)] * 5, "no token"),
        ([(1, 0)], "stop before"),
        ([], "stop before"),
        ([(0, 0), (0, 5), (0, 1), (2, 0), (0, 2), (2, 0)], "over before action 6"),
        ([(4, 0), (1, 0)], "more follow"),
        ([(7, 0)], "does not fit"),
        ([(2, 1)] * 10_000, "too many"),
    ],
)
def test_actions_that_cannot_be(actions: list[tuple[int, int]], words: str) -> None:
    assert words in fault(game(STRIKING, actions))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": [{"suitIndex": -1, "rank": -1}] * 50}, "unknown"),
        ({"deck": [{"suitIndex": 5, "rank": 1}] * 50}, "does not fit"),
        ({"deck": [3] * 50}, "does not fit"),
        ({"deck": "cards"}, "deck"),
        ({"deck": []}, "not that of"),
        ({"actions": [3]}, "does not fit"),
        ({"actions": {}}, "actions"),
        ({"actions": None}, "actions"),
        ({"options": {"startingPlayer": 2}}, "no seat"),
        ({"options": {"variant": "Sudoku (5 Suits)"}}, "Sudoku"),
        ({"options": {"variant": "Throw It in a Hole (5 Suits)"}}, "Throw It"),
        ({"options": {"detrimentalCharacters": True}}, "detrimentalCharacters"),
        ({"options": {"variantID": 424242}}, "424242"),
    ],
)
def test_games_that_cannot_be_played_through(change: Dict, words: str) -> None:
    assert words in fault({**game(STRIKING, [(4, 0)]), **change})


def test_a_variant_of_other_rules_falls_back_to_its_score() -> None:
    whole = {**game(STRIKING, [(0, 0)]), "score": 17, "options": {"variant": "Sudoku (5 Suits)"}}
    draft = one(whole)
    assert (draft.total, draft.stacks, draft.ruleset) == (17, None, "unknown")


def test_a_plain_variant_of_other_hints_is_counted() -> None:
    deck = first_cards(STRIKING[:7], pack_of_cards(4))
    options = {"variant": "Pink (4 Suits)"}
    draft = one(game(deck, [(1, 0), (0, 5), (4, 0)], options=options))
    assert (draft.ruleset, draft.total, draft.outcome) == ("unknown", 1, "abandoned")
    draft = one(game(deck, [(0, 0), (0, 5), (0, 1), (2, 0), (0, 2)], options=options))
    assert (draft.total, draft.outcome) == (1, "struck_out")


def test_black_powder_is_laid_from_5_down() -> None:
    # The suit has three 5s there and one 1, the reverse of the others.
    copies = {(5, rank): n for rank, n in enumerate((1, 2, 2, 2, 3), 1)}
    deck = pack_of_cards(5) + [c for c, n in copies.items() for _ in range(n)]
    deck = first_cards([(5, 5), (5, 4), (5, 1), (0, 1), (0, 1)], deck)
    actions = [(0, 0), (2, 0), (0, 1), (2, 0), (0, 2), (4, 0)]
    draft = one(game(deck, actions, options={"variant": "White Reversed (6 Suits)"}))
    assert isinstance(draft.stacks, dict)
    assert (draft.stacks["K"], draft.strikes, draft.discards) == (4, 1, "K1")


@pytest.mark.parametrize(
    ("option", "hand", "spec"),
    [("oneExtraCard", 6, "hanablive-extra-card"), ("oneLessCard", 4, "hanablive-less-card")],
)
def test_another_number_of_cards_in_hand_is_a_ruleset_of_its_own(
    option: str, hand: int, spec: str
) -> None:
    actions = [(1, 0), (1, hand), (4, 0)]
    whole = game(pack_of_cards(), actions, options={option: True, "variant": "No Variant"})
    draft = one(whole)
    assert (draft.ruleset, draft.deck) == (spec, 50 - 2 * hand - 2)
    assert draft.rules is not None
    assert dict(draft.rules.hand_sizes)[2] == hand
    assert draft.rules.label.startswith("hanab.live, one")
    black = one(record(options={option: True, "variantName": "White Reversed (6 Suits)"}))
    assert black.ruleset == f"{spec}+black"
    assert one(record(options={option: True, "variantName": "Pink (6 Suits)"})).rules is None


def test_the_last_card_may_be_played_from_the_deck() -> None:
    deck = pack_of_cards()
    turns = [(1, card) for card in range(39)]
    options = {"deckPlays": True}
    # In turn both discard what they drew last, until one card is left.
    hands = Walk(deck, 2, 5)
    actions = [hands.discard() for _turn in turns]
    assert hands.drawn == 49
    draft = one(game(deck, [*actions, (0, 49), (4, 0)], options=options))
    assert (draft.deck, len((draft.discards or "").split())) == (0, 40)
    assert "not in the hand" in fault(game(deck, [*actions, (0, 49), (4, 0)]))


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_whatever_is_played_breaks_no_rule(seed: int, players: int) -> None:
    chance = random.Random(seed)
    deck = pack_of_cards()
    chance.shuffle(deck)
    walk = Walk(deck, players, {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}[players])
    laid, strikes, actions, left = [0] * 5, 0, list[tuple[int, int]](), players
    while strikes < 3 and left and sum(laid) < 25:
        left -= walk.drawn == len(deck)
        playable = [
            place
            for place, card in enumerate(walk.hands[walk.turn % players])
            if deck[card][1] == laid[deck[card][0]] + 1
        ]
        kind = 0 if playable or chance.random() < 0.02 else 1
        place = chance.choice(playable) if playable else 0
        suit, rank = deck[walk.hands[walk.turn % players][place]]
        if kind == 0:
            laid[suit] += rank == laid[suit] + 1
            strikes += not playable
        actions.append(walk.discard(place, kind))
    draft = one(game(deck, actions, players))
    assert draft.stacks == dict(zip("RYGBP", laid, strict=True))
    assert draft.strikes == strikes
    with open_club(":memory:") as log:
        report = import_drafts(log, Reading(("f",), iter([draft])))
        assert not report.failed, report.problems
        (stored,) = load_games(log.connection)
    assert stored.result.points == sum(laid)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_history_read_again_takes_no_table_away(tmp_path: Path, stopped: bool) -> None:
    actions = [(0, 0), (0, 5), (4, 0)] if stopped else [(0, 0), (0, 5), (0, 1), (2, 0), (0, 2)]
    history, games = tmp_path / "history.tsv", tmp_path / "games.json"
    history.write_text("5\t2\t0\tNo Variant\t2026-03-14 — 20:15:00 UTC\tada, bo\t1\t5\t25\n")
    games.write_text(json.dumps(game(STRIKING, actions)))
    with open_club(":memory:") as log:
        counts = []
        for path in (history, games, history, games, history):
            report = import_drafts(log, read_files([str(path)]))
            assert not report.failed, report.problems
            counts.append((report.added, report.changed, report.unchanged))
        (stored,) = load_games(log.connection)
    assert counts == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1)]
    assert stored.end.stacks == {"R": 0, "Y": 1, "G": 0, "B": 0, "P": 0}
    assert (stored.date, stored.result.outcome) == (
        "2026-03-14",
        "abandoned" if stopped else "struck_out",
    )
