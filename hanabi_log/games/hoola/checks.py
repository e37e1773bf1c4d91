"""Which end states of a round cannot be, each fault with its code, field and values.

Rules checked: 3 to 5 players; who ended it and how fit together; who laid down holds 1 to 6
cards, who did not holds exactly 7; four sevens in all and no card twice; outright and normal
stops keep to the thresholds of the match. Whether a low or high waited for its second turn
cannot be seen from an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hanabi_log.errors import Problem
from hanabi_log.games.hoola.cards import COPIES, RANKS
from hanabi_log.games.hoola.hands import DEALT, Hand, can_hold
from hanabi_log.games.hoola.rounds import PLAYERS, Round
from hanabi_log.games.hoola.words import fill

LAID_MOST = DEALT - 1


class Fault(NamedTuple):
    """Something that cannot be, or is left open by the rules: the code of its sentence, the
    field it is about, and the values that the sentence names. A `gap` is the table's to close."""

    code: str
    field: str
    values: Mapping[str, str | int]
    gap: bool = False

    @property
    def reason(self) -> str:
        """The sentence of the fault alone."""
        return fill(self.code, **self.values)

    @property
    def problem(self) -> Problem:
        """The fault in words, with what can be said to close a gap."""
        text = f"{self.reason} {fill('offer')}" if self.gap else self.reason
        return Problem(text, self.field)


def check(played: Round) -> list[Fault]:
    """Everything about a round that cannot be; an empty list if it can."""
    faults = [*_people(played)]
    if not faults:
        faults = [*_hands(played), *_ending(played)]
    return [*faults, *check_deck(played.hands)]


def _people(played: Round) -> Iterator[Fault]:
    players = played.players
    if len(players) not in PLAYERS:
        yield Fault("players", "hands", {"count": len(players)})
    if played.end == "deck" and played.by is not None:
        yield Fault("by_deck", "by", {"player": played.by})
    elif played.end != "deck" and played.by is None:
        yield Fault("by_missing", "by", {})
    elif played.by is not None and played.by not in players:
        yield _unknown("by", played.by, players)
    if (thanked := played.thanked_from) is not None:
        if played.end != "hoola":
            yield Fault("thanked_end", "thanked_from", {})
        elif thanked not in players:
            yield _unknown("thanked_from", thanked, players)
        elif thanked == played.by:
            yield Fault("thanked_self", "thanked_from", {"player": thanked})
    if played.winner is not None and played.void:
        yield Fault("winner_and_void", "winner", {})
    elif played.winner is not None and played.winner not in players:
        yield _unknown("winner", played.winner, players)


def _hands(played: Round) -> Iterator[Fault]:
    counts = Counter(card.rank for hand in played.hands for card in hand.cards or ())
    left = tuple(max(0, COPIES - counts[rank]) for rank in RANKS)
    for hand in played.hands:
        if hand.player == played.by and played.end in ("out", "hoola"):
            if not hand.empty:
                yield _of("not_empty", hand, total=hand.total)
        elif hand.player == played.by and played.end == "chongtong":
            most = LAID_MOST if hand.laid else DEALT
            yield from _held(hand, COPIES, most, "chongtong", left)
        elif hand.laid:
            yield from _held(hand, 1, LAID_MOST, "laid", left)
        else:
            yield from _held(hand, DEALT, DEALT, "unlaid", left)


def _held(hand: Hand, least: int, most: int, kind: str, left: tuple[int, ...]) -> Iterator[Fault]:
    if hand.cards is not None:
        if not least <= len(hand.cards) <= most:
            yield _of(f"count_{kind}", hand, count=len(hand.cards))
    elif hand.sevens <= COPIES and not can_hold(hand.total, hand.sevens, least, most):
        yield _of(f"sum_{kind}", hand, total=hand.total, sevens=hand.sevens)
    elif hand.sevens <= COPIES and not can_hold(hand.total, hand.sevens, least, most, left):
        yield _of("sum_left", hand, total=hand.total, sevens=hand.sevens)


def _ending(played: Round) -> Iterator[Fault]:
    hand, limits = played.ender, played.limits
    if hand is None:
        return
    if played.end in ("hoola", "low", "high") and hand.laid:
        yield _of("ender_laid", hand)
    if played.end == "out" and not hand.laid:
        yield _of("out_unlaid", hand)
    if played.end == "stop" and not hand.laid:
        yield _of("stop_unlaid", hand)
    if played.end == "low" and hand.total > limits.low:
        yield _of("low_over", hand, total=hand.total, limit=limits.low)
    if played.end == "high" and hand.total < limits.high:
        yield _of("high_under", hand, total=hand.total, limit=limits.high)
    if played.end == "stop" and hand.total > limits.stop:
        yield _of("stop_over", hand, total=hand.total, limit=limits.stop)
    if played.end == "chongtong" and hand.sevens != COPIES:
        yield _of("chongtong_sevens", hand, sevens=hand.sevens)


def check_deck(hands: Iterable[Hand]) -> Iterator[Fault]:
    """What cannot be true of these hands whatever the round: the deck has each card once."""
    hands = tuple(hands)
    sevens = sum(hand.sevens for hand in hands)
    if sevens > COPIES:
        yield Fault("sevens", "hands", {"count": sevens})
    holders: dict[str, str] = {}
    ranks: Counter[str] = Counter()
    for hand in hands:
        for card in hand.cards or ():
            ranks[card.rank] += 1
            if card.suit is None:
                continue
            if (first := holders.get(str(card))) is not None:
                values = {"card": str(card), "first": first, "second": hand.player}
                yield Fault("card_twice", "hands", values)
            holders.setdefault(str(card), hand.player)
    for rank, count in ranks.items():
        # Five sevens have been told above.
        if count > COPIES and rank != "7":
            yield Fault("rank_often", "hands", {"rank": rank, "count": count})


def _of(code: str, hand: Hand, **values: int) -> Fault:
    return Fault(code, "hands", {"player": hand.player, **values})


def _unknown(field: str, player: str, players: tuple[str, ...]) -> Fault:
    return Fault("unknown", field, {"player": player, "players": ", ".join(players)})
