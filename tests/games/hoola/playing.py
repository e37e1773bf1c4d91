"""Rounds dealt from a real deck, so that every one of them can have happened."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from hanabi_log.games.hoola.cards import RANKS, SUIT_WORDS, Card
from hanabi_log.games.hoola.hands import Hand, hand_of
from hanabi_log.games.hoola.rounds import ENDS, THRESHOLD_SETS, Round

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli")
DECK = tuple(Card(rank, suit) for suit in SUIT_WORDS for rank in RANKS)


def deal(chance: random.Random) -> Round:
    """A round whose end state breaks no rule; the rules may still leave it open."""
    while True:
        end = chance.choice(ENDS)
        names = NAMES[: chance.randint(3, 5)]
        deck = list(DECK)
        chance.shuffle(deck)
        if chance.random() < 0.5:
            # Small sums make stops, lows and ties likely.
            deck.sort(key=lambda card: card.value + chance.random() * 6)
        by = None if end == "deck" else chance.choice(names)
        hands = [_hand(chance, deck, name, end if name == by else "") for name in names]
        thresholds = chance.choice(THRESHOLD_SETS)
        played = Round(end=end, hands=tuple(hands), by=by, thresholds=thresholds)
        if end == "hoola" and chance.random() < 0.5:
            thanked = chance.choice([name for name in names if name != by])
            played = replace(played, thanked_from=thanked)
        if _can_be(played):
            return played


def _hand(chance: random.Random, deck: list[Card], name: str, ends: str) -> Hand:
    if ends in ("out", "hoola"):
        return hand_of(name, (), ends == "out")
    laid = ends == "stop" or (ends not in ("low", "high", "chongtong") and chance.random() < 0.7)
    if ends == "chongtong":
        deck.sort(key=lambda card: card.rank != "7")
    if ends == "high":
        deck.sort(key=lambda card: -card.value)
    if ends == "low":
        deck.sort(key=lambda card: card.value)
    count = chance.randint(1, 3 if ends == "stop" else 6) if laid else 7
    cards = tuple(deck[:count])
    del deck[:count]
    hand = hand_of(name, cards, laid)
    if chance.random() < 0.4:
        return replace(hand, cards=None)
    return hand


def _can_be(played: Round) -> bool:
    from hanabi_log.games.hoola.checks import check

    return not check(played)


def rounds() -> st.SearchStrategy[Round]:
    """Rounds that can have happened."""
    return st.integers(0, 2**32).map(lambda seed: deal(random.Random(seed)))


def facts(played: Round) -> dict[str, Any]:
    """The round as the object that a file holds."""
    from hanabi_log.games.hoola.reading import facts_of

    return facts_of(played)
