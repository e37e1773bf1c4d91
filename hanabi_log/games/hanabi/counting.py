"""Whether the cards of an end state add up.

One equation carries all counts: every card of the deck is on a firework, discarded, in a
hand or in the draw pile, S + D + H + R = N. S is known from the stacks; of D, H and R at
least the bounds are, and the state is possible when some values within them fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.endstate import EndState, Outcome
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS, Suit
from hanabi_log.i18n import _


def check_counts(state: EndState, ruleset: Ruleset, outcome: Outcome | None) -> Iterator[Problem]:
    """Discards or a draw pile that cannot be, given the table and the number of players.

    `outcome` is how the game ended; None allows whatever any end allows. Where mistakes
    can be repaired, discards may be counted as often as they happened, so there is no
    most of them.
    """
    if state.stacks is None or not ruleset.hand_sizes:
        return
    elsewhere = ruleset.deck_size - state.cards_laid(ruleset)
    deck = 0 if must_empty_deck(outcome, ruleset) else state.deck
    named = None if state.discards is None else len(state.discards)
    spent = named if named is not None else _least_discards(state, ruleset)
    least, most = _hands(state, ruleset, outcome, deck)
    surplus = spent + least + (deck or 0) - elsewhere
    if surplus > 0 and named is None and deck:
        message = _("Cards left to draw: at most {most}, found {found}")
        yield Problem(message.format(most=max(0, deck - surplus), found=deck), "deck")
    elif surplus > 0 and named is None:
        message = _("{laid} cards on the table leave {left}, but hands and discards hold {held}")
        yield Problem(
            message.format(laid=state.cards_laid(ruleset), left=elsewhere, held=spent + least),
            "stacks",
        )
    elif surplus > 0 and not ruleset.repairs:
        message = _(
            "Discards do not add up with table, hands and deck: at most {most}, found {found}"
        )
        yield Problem(message.format(most=max(0, spent - surplus), found=spent), "discards")
    elif named is not None and deck is not None and named + most + deck < elsewhere:
        message = _(
            "Discards do not add up with table, hands and deck: at least {least}, found {found}"
        )
        yield Problem(message.format(least=elsewhere - most - deck, found=named), "discards")


def must_empty_deck(outcome: Outcome | None, ruleset: Ruleset) -> bool:
    """Whether an end like this comes only after the last card was drawn."""
    return outcome == "finished" and not ruleset.early_stop


def check_cards(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    """Cards discarded more often than they exist, or also needed under a stack."""
    if state.discards is None:
        return
    gone = Counter(state.discards)
    for suit in ruleset.suits:
        last = None if state.stacks is None else state.stacks.get(suit.code, 0)
        yield from _check_suit(
            suit, last, [gone.pop(f"{suit.code}{n}", 0) for n in range(1, RANKS + 1)]
        )
    if gone:
        message = _("{spec} has no card {cards}")
        yield Problem(message.format(spec=ruleset.spec, cards=", ".join(gone)), "discards")
    least = _least_discards(state, ruleset)
    if least > len(state.discards):
        message = _("Each strike is a card discarded: at least {strikes}, found {found}")
        yield Problem(message.format(strikes=least, found=len(state.discards)), "discards")


def _check_suit(suit: Suit, last: int | None, gone: list[int]) -> Iterator[Problem]:
    laid = 0 if last is None else suit.cards_laid(last)
    for place, rank in enumerate(suit.ranks):
        found, copies = gone[rank - 1], suit.copies[rank - 1]
        card = f"{suit.code}{rank}"
        if found > copies:
            message = _("{card} is discarded {found} times, the deck holds {copies}")
            yield Problem(message.format(card=card, found=found, copies=copies), "discards")
        elif found == copies and place < laid:
            message = _(
                "Every {card} is discarded, so the stack of {suit} is {most} high at most,"
                " found {found}"
            )
            yield Problem(
                message.format(card=card, suit=suit.label, most=place, found=laid), "discards"
            )


def _least_discards(state: EndState, ruleset: Ruleset) -> int:
    """Every mistake puts a card on the discards, unless it can be repaired."""
    return 0 if ruleset.repairs else state.strikes or 0


def _hands(
    state: EndState, ruleset: Ruleset, outcome: Outcome | None, deck: int | None
) -> tuple[int, int]:
    """The fewest and the most cards that all hands together can hold.

    Hands are full while there are cards to draw, but for the one that ended the game.
    In the last round each player lays off one card at most.
    """
    tables = [
        (players, size)
        for players, size in ruleset.hand_sizes
        if not state.players or players == state.players
    ] or list(ruleset.hand_sizes)
    if deck:
        missing = [1 for _table in tables]
    elif outcome in (None, "abandoned") or not ruleset.last_round:
        missing = [players * size for players, size in tables]
    else:
        missing = [players for players, _size in tables]
    full = [players * size for players, size in tables]
    return min(f - m for f, m in zip(full, missing, strict=True)), max(full)
