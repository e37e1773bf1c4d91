"""From a round to its payments: one pure function, with the reason for each number.

A loser at place r owes 2^(r-2), times the multiplier of the end, times 2 for never having laid
down, times 2 for each seven in hand. The winner receives all that is paid, so that a round
adds up to zero. Source: the club's rules of Hoola King; where they leave something open
nothing is guessed, and the table decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from hanabi_log.games.hoola.checks import Fault, check
from hanabi_log.games.hoola.hands import Hand
from hanabi_log.games.hoola.rounds import MULTIPLIERS, Round

Penalty = Literal["stop", "thanked"]


@dataclass(frozen=True, slots=True)
class Share:
    """What a loser owes: `place` from 2, `tied` where equal sums share the last of places."""

    player: str
    total: int
    place: int
    multiplier: int
    unlaid: bool
    sevens: int
    tied: bool

    @property
    def by_place(self) -> int:
        """The part that the place gives: 1, 2, 4, 8 at places 2 to 5."""
        return 1 << (self.place - 2)

    @property
    def amount(self) -> int:
        """The points owed."""
        return self.by_place * self.multiplier * (2 if self.unlaid else 1) << self.sevens


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a round comes to. `winner` is None in a void round, which has no shares either.

    `payer` pays everything under a `penalty`; without one each loser pays their own.
    `decided` tells that the table named the winner, because the rules name none.
    """

    round: Round
    winner: str | None
    multiplier: int
    shares: tuple[Share, ...] = ()
    payer: str | None = None
    penalty: Penalty | None = None
    decided: bool = False

    @property
    def pot(self) -> int:
        """All that is paid."""
        return sum(share.amount for share in self.shares)

    @property
    def payments(self) -> dict[str, int]:
        """What everybody wins or loses, in the order of the hands; it adds up to zero."""
        owed = {share.player: share.amount for share in self.shares}
        if self.payer is not None:
            owed = {self.payer: self.pot}
        return {
            player: self.pot if player == self.winner else -owed.get(player, 0)
            for player in self.round.players
        }

    @property
    def places(self) -> dict[str, int]:
        """The places of the losers, from 2, in the order of the hands."""
        return {share.player: share.place for share in self.shares}

    @property
    def why(self) -> tuple[str, ...]:
        """The reasons in words, in the language in use."""
        from hanabi_log.games.hoola.reasons import reasons

        return reasons(self)

    def renamed(self, names: Mapping[str, str]) -> Outcome:
        """The same outcome with other names, each of them different."""

        def name(old: str | None) -> str | None:
            return None if old is None else names.get(old, old)

        return replace(
            self,
            round=self.round.renamed(names),
            winner=name(self.winner),
            shares=tuple(
                replace(share, player=names.get(share.player, share.player))
                for share in self.shares
            ),
            payer=name(self.payer),
        )

    def as_json(self) -> dict[str, object]:
        """The outcome under the keys that `hoola score` promises."""
        return {
            "winner": self.winner,
            "multiplier": self.multiplier,
            "places": self.places,
            "payments": self.payments,
            "why": list(self.why),
        }


def evaluate(played: Round) -> tuple[Outcome | None, list[Fault]]:
    """The outcome of a round, or all that stands in its way: what cannot be, or what the rules
    leave open and the table did not decide."""
    if faults := check(played):
        return None, faults
    ruled = _rule(played)
    if ruled.gap is None:
        if fault := _overruled(played, ruled):
            return None, [fault]
        return _outcome(played, ruled.winner, ruled), []
    if played.void:
        return Outcome(round=played, winner=None, multiplier=MULTIPLIERS[played.end]), []
    if played.winner is None:
        return None, [ruled.gap]
    if played.winner not in ruled.possible:
        values = {"player": played.winner, "players": ", ".join(ruled.possible)}
        return None, [Fault("winner_unfit", "winner", values)]
    return _outcome(played, played.winner, ruled), []


class _Ruling(NamedTuple):
    """What the rules say: the winner, or the gap and who may be named instead."""

    winner: str | None = None
    failed: bool = False
    gap: Fault | None = None
    possible: tuple[str, ...] = ()


def _rule(played: Round) -> _Ruling:
    if played.end == "deck":
        return _lowest(played, played.hands, failed=False)
    hand = played.ender
    if played.end != "stop" or hand is None:
        return _Ruling(played.by)
    reached = [other for other in played.others if other.total <= hand.total]
    return _lowest(played, tuple(reached), failed=True) if reached else _Ruling(played.by)


def _lowest(played: Round, hands: tuple[Hand, ...], *, failed: bool) -> _Ruling:
    """The winner by the lowest sum of those who laid down, if there is just one."""
    kind = "stop" if failed else "deck"
    laid = [hand for hand in hands if hand.laid]
    if not laid:
        total = played.ender.total if played.ender else 0
        gap = Fault(f"{kind}_nobody", "winner", {"total": total}, gap=True)
        return _Ruling(None, failed, gap, tuple(p for p in played.players if p != played.by))
    least = min(hand.total for hand in laid)
    lowest = tuple(hand.player for hand in laid if hand.total == least)
    if len(lowest) == 1:
        return _Ruling(lowest[0], failed)
    tied = ", ".join(lowest)
    gap = Fault(f"{kind}_tied", "winner", {"players": tied, "total": least}, gap=True)
    return _Ruling(None, failed, gap, lowest)


def _overruled(played: Round, ruled: _Ruling) -> Fault | None:
    winner = ruled.winner or ""
    if played.void:
        return Fault("void_decided", "void", {"winner": winner})
    if played.winner not in (None, winner):
        values = {"winner": winner, "player": played.winner or ""}
        return Fault("winner_decided", "winner", values)
    return None


def _outcome(played: Round, winner: str | None, ruled: _Ruling) -> Outcome:
    multiplier = MULTIPLIERS[played.end]
    losers = [hand for hand in played.hands if hand.player != winner]
    laid = [hand.total for hand in losers if hand.laid]
    shares = tuple(
        Share(
            player=hand.player,
            total=hand.total,
            # Equal sums take the last of their places: everybody at or below counts.
            place=1 + sum(total <= hand.total for total in laid)
            if hand.laid
            else len(played.hands),
            multiplier=multiplier,
            unlaid=not hand.laid,
            sevens=hand.sevens,
            tied=hand.laid and laid.count(hand.total) > 1,
        )
        for hand in losers
    )
    payer = played.by if ruled.failed else played.thanked_from
    penalty: Penalty = "stop" if ruled.failed else "thanked"
    return Outcome(
        round=played,
        winner=winner,
        multiplier=multiplier,
        shares=shares,
        payer=payer,
        penalty=None if payer is None else penalty,
        decided=ruled.gap is not None,
    )
