"""Files of hanab.live in the making, for the tests that read them."""

from __future__ import annotations

import json
from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.importers.hanablive import read
from hanabi_log.records import Draft

Dict = dict[str, Any]
Card = tuple[int, int]


def texts(text: str) -> tuple[list[Draft], list[Problem]]:
    """The drafts and the problems of a file."""
    items = list(read(iter(text.splitlines(keepends=True)), file="f"))
    return (
        [item for item in items if isinstance(item, Draft)],
        [item for item in items if isinstance(item, Problem)],
    )


def one(found: Dict) -> Draft:
    """The draft of a single object."""
    (draft,), problems = texts(json.dumps(found))
    assert not problems
    return draft


def fault(found: Any) -> str:
    """What is wrong with a single object."""
    drafts, (problem,) = texts(json.dumps([found]))
    assert not drafts
    return problem.message


def record(**more: Any) -> Dict:
    """A record of the full history."""
    return {
        "id": 77,
        "options": {"numPlayers": 2, "variantID": 0, "variantName": "No Variant"},
        "score": 24,
        "endCondition": 1,
        "datetimeStarted": "2026-01-03T23:40:12.5Z",
        "playerNames": ["ada", "bo"],
        **more,
    }


def pack_of_cards(suits: int = 5, single: int | None = None) -> list[Card]:
    """A deck in order: three 1s, two 2s to 4s, one 5; one of each in the suit `single`."""
    return [
        (suit, rank)
        for suit in range(suits)
        for rank, copies in enumerate((3, 2, 2, 2, 1), 1)
        for _copy in range(1 if suit == single else copies)
    ]


def game(deck: list[Card], actions: list[tuple[int, int]], players: int = 2, **more: Any) -> Dict:
    """A whole game as the site exports it."""
    return {
        "id": 5,
        "players": ["ada", "bo", "cy", "di", "ed", "flo"][:players],
        "deck": [{"suitIndex": suit, "rank": rank} for suit, rank in deck],
        "actions": [{"type": kind, "target": target, "value": 0} for kind, target in actions],
        **more,
    }


def first_cards(wanted: list[Card], deck: list[Card]) -> list[Card]:
    """The deck with these cards on top."""
    rest = list(deck)
    for card in wanted:
        rest.remove(card)
    return wanted + rest


class Walk:
    """Somebody who keeps the hands of a game, to make actions that can be."""

    def __init__(self, deck: list[Card], players: int, hand: int) -> None:
        self.deck, self.players = deck, players
        self.hands = [list(range(p * hand, (p + 1) * hand)) for p in range(players)]
        self.drawn = players * hand
        self.turn = 0

    def discard(self, place: int = -1, kind: int = 1) -> tuple[int, int]:
        hand = self.hands[self.turn % self.players]
        card = hand.pop(place)
        if self.drawn < len(self.deck):
            hand.append(self.drawn)
            self.drawn += 1
        self.turn += 1
        return kind, card
