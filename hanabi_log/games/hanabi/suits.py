"""A suit of fireworks, and what its last card says.

A stack is logged by the card laid last. In a suit that climbs 1 to 5 that card is also
the number of cards; in black powder, which descends 5 to 1, it is not: a lone 5 is one
card, a 1 is all five.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from hanabi_log.i18n import _

RANKS = 5
"""Every suit has the ranks 1 to 5."""
MOST_SUITS = 10
"""More suits than any printed edition or online variant has."""

Direction = Literal["up", "down"]
Scoring = Literal["laid", "missing"]
Touch = Literal["named", "every", "numbers", "none"]

WORDS: dict[str, tuple[str, ...]] = {
    "red": ("red", "빨강", "빨간", "빨간색", "빨", "적"),
    "yellow": ("yellow", "노랑", "노란", "노란색", "노", "황"),
    "green": ("green", "초록", "초록색", "녹색", "초"),
    "blue": ("blue", "파랑", "파란", "파란색", "파", "청"),
    "white": ("white", "하양", "흰색", "하얀", "하얀색", "하", "흰", "백"),
    "purple": ("purple", "보라", "보라색", "보"),
    "rainbow": ("rainbow", "multicolour", "multicolor", "무지개", "멀티컬러", "조커", "무"),
    "black": ("black", "검정", "검은", "검은색", "검", "흑"),
}
"""What people call a suit, beside its code, by the suit's name."""

STANDARD_NAMES = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "W": "white",
    "P": "purple",
    "M": "rainbow",
    "K": "black",
}


def folded(word: str) -> str:
    """A word as words are compared: composed, without blanks around it, in lower case."""
    return unicodedata.normalize("NFKC", word).strip().lower()


@dataclass(frozen=True, slots=True)
class Suit:
    """One colour of a ruleset.

    `copies` counts the cards of rank 1, 2, 3, 4, 5. `points` is `laid` where each card
    laid gives a point and `missing` where each card not laid takes one. `touch` says
    which hints reach the suit: its own colour and numbers (`named`), every colour and
    numbers (`every`), only numbers (`numbers`) or no hint at all (`none`).
    """

    code: str
    name: str
    direction: Direction = "up"
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    points: Scoring = "laid"
    touch: Touch = "named"
    words: tuple[str, ...] = ()

    def cards_laid(self, last: int) -> int:
        """How many cards the stack holds, 0 to 5, when `last` lies on top (0: none)."""
        if self.direction == "up" or last == 0:
            return last
        return RANKS + 1 - last

    def points_of(self, last: int) -> int:
        """What the stack adds to the points: 0 to 5, or -5 to 0 where missing cards count."""
        laid = self.cards_laid(last)
        return laid if self.points == "laid" else laid - RANKS

    def last_card(self, laid: int) -> int:
        """The card on top of a stack of `laid` cards (0 to 5); 0 for an empty one."""
        return laid if self.direction == "up" or laid == 0 else RANKS + 1 - laid

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks in the order in which they are laid."""
        climbing = tuple(range(1, RANKS + 1))
        return climbing if self.direction == "up" else climbing[::-1]

    @property
    def size(self) -> int:
        """How many cards of this suit the deck holds."""
        return sum(self.copies)

    @property
    def max_points(self) -> int:
        """What a complete stack adds: 5, or 0 where missing cards count."""
        return RANKS if self.points == "laid" else 0

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every word that names the suit, in lower case, its code first."""
        name = folded(self.name)
        return (self.code.lower(), name, *WORDS.get(name, ()), *self.words)

    @property
    def short(self) -> str:
        """How a list spells the suit: by its code, or by a word where letters are foreign."""
        return _(self.code)

    @property
    def label(self) -> str:
        """The name for people, in the language in use; house suits keep their own."""
        labels = {
            "red": _("Red"),
            "yellow": _("Yellow"),
            "green": _("Green"),
            "blue": _("Blue"),
            "white": _("White"),
            "purple": _("Purple"),
            "rainbow": _("Rainbow"),
            "black": _("Black"),
        }
        return labels.get(folded(self.name), self.name)
