"""What a player is left with when a round ends.

A hand is known card by card, or by its sum and its sevens alone. Which sums a number of cards
can come to follows from the deck: four of each rank, and a seven is always told.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hanabi_log.games.hoola.cards import COPIES, RANKS, SEVEN, Card, spelled

WHOLE_DECK = (COPIES,) * len(RANKS)
"""How many cards of each rank there are, in the order of RANKS."""
DEALT = 7
"""Cards each player is dealt; who never laid down still holds as many."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards left with a player. `cards` is None where only `total` and `sevens` were said.

    `laid` tells whether the player had ever laid down cards before the turn that ended the round.
    """

    player: str
    total: int
    sevens: int
    laid: bool
    cards: tuple[Card, ...] | None = None

    @property
    def spelled(self) -> str | None:
        """The cards as text, None where they are not known."""
        return None if self.cards is None else spelled(self.cards)

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return self.total == 0 and self.sevens == 0 and not self.cards


def hand_of(player: str, cards: tuple[Card, ...], laid: bool) -> Hand:
    """The hand of just these cards; sum and sevens follow from them."""
    total = sum(card.value for card in cards)
    sevens = sum(card.value == SEVEN for card in cards)
    return Hand(player, total, sevens, laid, cards)


def can_hold(
    total: int, sevens: int, least: int, most: int, left: tuple[int, ...] = WHOLE_DECK
) -> bool:
    """Whether `least` to `most` cards, `sevens` of them sevens, can come to `total`.

    Of 7 cards the lowest sum is 10 (four aces, three twos) and the highest 88 (four kings,
    three queens); 6 cards reach 76. `left` counts the cards of each rank that there are to hold.
    """
    rest = total - SEVEN * sevens
    return any(rest in _sums(count - sevens, left) for count in range(max(least, sevens), most + 1))


@lru_cache(maxsize=512)
def _sums(count: int, left: tuple[int, ...]) -> frozenset[int]:
    """The sums that `count` of the cards `left` can have, none of them a seven."""
    reached: list[set[int]] = [{0}, *(set() for _more in range(count))]
    for value in range(1, len(RANKS) + 1):
        if value == SEVEN:
            continue
        reached = [
            {
                total + copies * value
                for copies in range(min(left[value - 1], size) + 1)
                for total in reached[size - copies]
            }
            for size in range(count + 1)
        ]
    return frozenset(reached[count])
