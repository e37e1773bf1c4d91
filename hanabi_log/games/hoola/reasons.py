"""The outcome of a round in words: how it was won, what each loser owes, and who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_log.games.hoola.words import fill

if TYPE_CHECKING:
    from hanabi_log.games.hoola.payments import Outcome, Share


def reasons(outcome: Outcome) -> tuple[str, ...]:
    """One sentence for the win, one for each loser, one for who pays."""
    shares = tuple(_share(share) for share in outcome.shares)
    return (*_ending(outcome), *shares, *_paying(outcome))


def formula(share: Share) -> str:
    """What a loser owes as a product: `1 for the place × 4 for sevens (2)`."""
    factors = [fill("factor_place", n=share.by_place)]
    if share.multiplier != 1:
        factors.append(fill("factor_end", n=share.multiplier))
    if share.unlaid:
        factors.append(fill("factor_unlaid", n=2))
    if share.sevens:
        factors.append(fill("factor_sevens", n=1 << share.sevens, sevens=share.sevens))
    return " × ".join(factors)


def _ending(outcome: Outcome) -> tuple[str, ...]:
    played, winner = outcome.round, outcome.winner
    totals = {hand.player: hand.total for hand in played.hands}
    stopped = totals.get(played.by or "", 0)
    if winner is None or outcome.decided:
        return (
            fill("failed_stop_open", payer=played.by, total=stopped)
            if played.end == "stop"
            else fill("open_deck"),
            fill("void") if winner is None else fill("decided", winner=winner),
        )
    if outcome.penalty == "stop":
        other = totals[winner]
        return (fill("failed_stop", payer=played.by, total=stopped, winner=winner, other=other),)
    limit = played.limits.high if played.end == "high" else played.limits.low
    values = {"winner": winner, "m": outcome.multiplier, "total": totals[winner], "limit": limit}
    return (fill(f"won_{played.end}", **values),)


def _share(share: Share) -> str:
    code = "placed_unlaid" if share.unlaid else "placed_tied" if share.tied else "placed"
    return fill(
        code,
        player=share.player,
        place=share.place,
        total=share.total,
        formula=formula(share),
        amount=share.amount,
    )


def _paying(outcome: Outcome) -> tuple[str, ...]:
    if outcome.winner is None:
        return ()
    code = {"stop": "stopper_pays", "thanked": "thanked_pays"}.get(
        outcome.penalty or "", "each_pays"
    )
    return (fill(code, payer=outcome.payer, winner=outcome.winner, sum=outcome.pot),)
