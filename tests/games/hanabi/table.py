"""Hanabi played at random, card by card, by the rules alone.

It shares no code with the program: suits are letters with their copies, a stack is the
number of cards laid. What it counts at the end is what the program has to believe.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

Card = tuple[str, int]
"""A suit and the place in its order of laying, 0 to 4."""

ORDINARY = (3, 2, 2, 2, 1)
SINGLE = (1, 1, 1, 1, 1)


@dataclass(frozen=True)
class Rules:
    """The rules of a table. Copies stand in the order of laying; `falling` go from 5 down."""

    suits: Mapping[str, tuple[int, ...]]
    falling: str = ""
    strikes: int = 3
    hints: int = 8
    last_round: bool = True
    win_or_lose: bool = False
    lost_card: bool = False
    early_stop: bool = False
    hands: Mapping[int, int] = field(default_factory=lambda: {2: 5, 3: 5, 4: 4, 5: 4})


@dataclass
class Table:
    """A game under way. `care` from 0 to 1 is how often a player does what helps."""

    rules: Rules
    players: int
    care: float
    random: Random
    strikes: int = 0

    def __post_init__(self) -> None:
        self.laid = dict.fromkeys(self.rules.suits, 0)
        self.discards: list[Card] = []
        self.hints = self.rules.hints
        self.deck = [
            (suit, place)
            for suit, copies in self.rules.suits.items()
            for place, count in enumerate(copies)
            for _copy in range(count)
        ]
        self.random.shuffle(self.deck)
        size = self.rules.hands[self.players]
        self.hands = [[self.deck.pop() for _card in range(size)] for _player in range(self.players)]

    @property
    def complete(self) -> bool:
        return all(laid == 5 for laid in self.laid.values())

    @property
    def points(self) -> int:
        """A point a card laid; black powder takes one for each card missing instead."""
        return sum(laid - 5 * (suit in self.rules.falling) for suit, laid in self.laid.items())

    def last_card(self, suit: str) -> int:
        """The number on top of a stack."""
        return self.number((suit, self.laid[suit] - 1)) if self.laid[suit] else 0

    def number(self, card: Card) -> int:
        suit, place = card
        return 5 - place if suit in self.rules.falling else place + 1

    def play_out(self) -> str:
        """Play until the game is over, and say how it ended."""
        turns_left: int | None = None
        player = 0
        while True:
            if self.hands[player]:
                over = self._take_turn(player)
                if over:
                    if self.deck and self.random.random() < 0.5:
                        self.hands[player].append(self.deck.pop())
                    return over
            if turns_left is not None:
                turns_left -= 1
            elif self.rules.last_round and not self.deck:
                turns_left = self.players
            if turns_left == 0 or not any(self.hands):
                return "lost" if self.rules.win_or_lose else "finished"
            if self.rules.early_stop and self._most_points() == sum(self.laid.values()):
                return "finished"
            if self.rules.lost_card and self._most_points() < 5 * len(self.laid):
                return "lost"
            player = (player + 1) % self.players

    def _take_turn(self, player: int) -> str | None:
        hand = self.hands[player]
        careful = self.random.random() < self.care
        useful = [card for card in hand if self.laid[card[0]] == card[1]]
        useless = [card for card in hand if not self._needed(card)]
        if careful and useful:
            over = self._lay(hand, self.random.choice(useful))
        elif careful and self.hints and (not useless or self.random.random() < 0.3):
            self.hints -= 1
            return None
        elif careful and useless:
            over = self._discard(hand, self.random.choice(useless))
        elif self.hints and self.random.random() < 0.4:
            self.hints -= 1
            return None
        elif self.random.random() < 0.5:
            over = self._lay(hand, self.random.choice(hand))
        else:
            over = self._discard(hand, self.random.choice(hand))
        if over is None and self.deck:
            hand.append(self.deck.pop())
        return over

    def _lay(self, hand: list[Card], card: Card) -> str | None:
        suit, place = card
        hand.remove(card)
        if self.laid[suit] != place:
            self.discards.append(card)
            self.strikes += 1
            return "struck_out" if self.strikes == self.rules.strikes else None
        self.laid[suit] += 1
        if self.laid[suit] == 5:
            self.hints = min(self.hints + 1, self.rules.hints)
        return "perfect" if self.complete else None

    def _discard(self, hand: list[Card], card: Card) -> None:
        hand.remove(card)
        self.discards.append(card)
        self.hints = min(self.hints + 1, self.rules.hints)

    def _needed(self, card: Card) -> bool:
        suit, place = card
        copies = self.rules.suits[suit][place]
        gone = Counter(self.discards)[card]
        return place >= self.laid[suit] and gone == copies - 1

    def _most_points(self) -> int:
        """How many cards can ever lie on the table, seen from the discards."""
        gone = Counter(self.discards)
        most = 0
        for suit, copies in self.rules.suits.items():
            reach = self.laid[suit]
            while reach < 5 and gone[suit, reach] < copies[reach]:
                reach += 1
            most += reach
        return most
