"""Playing cards, and what people type for them.

A card is a rank and a suit; the suit may be unsaid (`7 7 9`), since values and sevens are all
that payments need. A suit stands before or after its rank, or once before several ranks.
Nothing is guessed: a hand names the suit of every card or of none.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from hanabi_log.errors import Problem
from hanabi_log.games.hoola.words import fill

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Each rank, in the order of its value from 1 to 13."""
COPIES = 4
"""Cards of each rank in the deck."""
SEVEN = 7

SUIT_WORDS: dict[str, tuple[str, ...]] = {
    "S": ("s", "♠", "♤", "spades", "spade", "스페이드", "스페", "스"),
    "H": ("h", "♥", "♡", "hearts", "heart", "하트", "하"),
    "D": ("d", "♦", "♢", "diamonds", "diamond", "다이아몬드", "다이아", "다"),
    "C": ("c", "♣", "♧", "clubs", "club", "클로버", "클럽", "클"),
}
"""What people call a suit, in lower case, by its letter."""

_BY_WORD = {word: suit for suit, words in SUIT_WORDS.items() for word in words}
_SUIT = "|".join(sorted(map(re.escape, _BY_WORD), key=len, reverse=True))
_RANK = "10|[2-9atjqk]"
_SUIT_FIRST = re.compile(f"({_SUIT})({_RANK})")
_RANK_FIRST = re.compile(f"({_RANK})({_SUIT})")
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Card:
    """A card: `rank` is one of RANKS, `suit` one of S H D C, or None where it was not said."""

    rank: str
    suit: str | None = None

    @property
    def value(self) -> int:
        """What the card counts in a hand: A 1, 2 to 10 as printed, J 11, Q 12, K 13."""
        return RANKS.index(self.rank) + 1

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"


def parse_cards(typed: str, player: str = "") -> tuple[tuple[Card, ...], list[Problem]]:
    """The cards of a hand in the order typed, and what is wrong with the text.

    Understood are `7S`, `S7`, `♠7`, `스페이드 7`, `10H` or `TH`, `Q♠`, a suit once for the
    ranks behind it (`♠8 9 10`), and ranks alone. An empty text is an empty hand. The cards are
    to be used only when there is no problem; `player` is named in the problems.
    """
    text, as_typed = _plain(typed)
    cards: list[Card] = []
    problems: list[Problem] = []
    carried: str | None = None
    waiting: tuple[str, int] | None = None
    for match in re.finditer(r"[^\s,;·]+", text):
        word, column = match[0], match.start()
        shown = as_typed[column : match.end()]
        if word in _BY_WORD:
            if waiting:
                problems.append(_lone_suit(waiting, player, as_typed))
            carried, waiting = _BY_WORD[word], (shown, column)
        elif re.fullmatch(_RANK, word):
            cards.append(Card(_rank(word), carried))
            waiting = None
        elif re.fullmatch(f"(?:{_SUIT_FIRST.pattern})+", word):
            found = [Card(_rank(m[2]), _BY_WORD[m[1]]) for m in _SUIT_FIRST.finditer(word)]
            if waiting:
                problems.append(_lone_suit(waiting, player, as_typed))
            cards, carried, waiting = [*cards, *found], found[-1].suit, None
        elif re.fullmatch(f"(?:{_RANK_FIRST.pattern})+", word):
            if waiting:
                problems.append(_lone_suit(waiting, player, as_typed))
            cards += [Card(_rank(m[1]), _BY_WORD[m[2]]) for m in _RANK_FIRST.finditer(word)]
            carried, waiting = None, None
        else:
            message = fill("no_card", player=player, found=shown[:_LONGEST])
            problems.append(Problem(message, "hands", text=as_typed, column=column))
            waiting = None
    if waiting:
        problems.append(_lone_suit(waiting, player, as_typed))
    if not problems and 0 < sum(card.suit is None for card in cards) < len(cards):
        bare = next(card for card in cards if card.suit is None)
        problems.append(Problem(fill("half_suits", player=player, card=str(bare)), "hands"))
    return tuple(cards), problems


def spelled(cards: tuple[Card, ...]) -> str:
    """The cards as they are stored and shown: `7S 10H`."""
    return " ".join(map(str, cards))


def _plain(typed: str) -> tuple[str, str]:
    """The text in lower case, and the same letters as they were typed."""
    # Suits pasted from a phone carry a selector that asks for the coloured picture.
    text = unicodedata.normalize("NFKC", typed).replace("\ufe0f", "").replace("\ufe0e", "")
    text = text.strip()
    lower = text.lower()
    # A few letters become two in lower case, and then columns would not agree.
    return lower, text if len(text) == len(lower) else lower


def _rank(word: str) -> str:
    return "10" if word == "t" else word.upper()


def _lone_suit(waiting: tuple[str, int], player: str, text: str) -> Problem:
    word, column = waiting
    return Problem(fill("lone_suit", player=player, found=word), "hands", text=text, column=column)
