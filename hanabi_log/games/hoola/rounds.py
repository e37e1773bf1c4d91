"""A round as it is known when it ends: how it ended, by whom, and what everybody holds.

The round is a frozen value of facts. What they come to is for `payments` to say, and whether
they can be true for `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from hanabi_log.games.hoola.hands import Hand

End = Literal["out", "deck", "hoola", "low", "high", "chongtong", "stop"]
ENDS: tuple[End, ...] = get_args(End)
"""A hand is empty; the pile ran out; out in one turn without ever having laid down before;
the three outright stops; the normal stop."""

ThresholdSet = Literal["basic", "high"]
THRESHOLD_SETS: tuple[ThresholdSet, ...] = get_args(ThresholdSet)

PLAYERS = range(3, 6)
MULTIPLIERS: dict[End, int] = {
    "out": 1,
    "deck": 1,
    "stop": 1,
    "hoola": 4,
    "low": 4,
    "high": 4,
    "chongtong": 8,
}
"""What each way to win multiplies all payments by. A normal stop is in no table: 1 is ours."""


class Thresholds(NamedTuple):
    """The sums that outright and normal stops ask for: at most, at least, at most."""

    low: int
    high: int
    stop: int


THRESHOLDS: dict[ThresholdSet, Thresholds] = {
    "basic": Thresholds(18, 80, 10),
    "high": Thresholds(22, 76, 15),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The facts of a round.

    `by` is who ended it, None when the draw pile did. `thanked_from` is whose discard a hoola
    was completed with. `winner` and `void` are what the table decided where the rules decide
    nothing.
    """

    end: End
    hands: tuple[Hand, ...]
    by: str | None = None
    thresholds: ThresholdSet = "basic"
    thanked_from: str | None = None
    winner: str | None = None
    void: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in the order of the hands."""
        return tuple(hand.player for hand in self.hands)

    @property
    def ender(self) -> Hand | None:
        """The hand of whoever ended the round."""
        return next((hand for hand in self.hands if hand.player == self.by), None)

    @property
    def others(self) -> tuple[Hand, ...]:
        """The hands of everybody else."""
        return tuple(hand for hand in self.hands if hand.player != self.by)

    @property
    def limits(self) -> Thresholds:
        """The thresholds that hold in the match."""
        return THRESHOLDS[self.thresholds]

    def renamed(self, names: Mapping[str, str]) -> Round:
        """The same round with other names, each of them different."""

        def name(old: str | None) -> str | None:
            return None if old is None else names.get(old, old)

        return replace(
            self,
            hands=tuple(
                replace(hand, player=names.get(hand.player, hand.player)) for hand in self.hands
            ),
            by=name(self.by),
            thanked_from=name(self.thanked_from),
            winner=name(self.winner),
        )
