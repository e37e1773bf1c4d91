"""A game of hanab.live played through, card by card, to the table as it was at the end.

The file says in which order the cards lay in the deck and what everybody did. Nothing is
taken on trust: whoever plays a card must hold it, and a game must come to an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hanabi_log.games.hanabi.suits import RANKS, Suit
from hanabi_log.i18n import _
from hanabi_log.importers.cells import UnfitError

PLAY, DISCARD, COLOUR, NUMBER, END = range(5)
"""The kinds of actions. `END` is written when the players stop, or when their time is up."""
STRIKES = 3
HINTS = 8


class Card(NamedTuple):
    """A card by the place of its suit (from 0) and its rank (1 to 5)."""

    suit: int
    rank: int


class Action(NamedTuple):
    """What a player did: `target` is a card by its place in the deck, or a player (from 0)."""

    kind: int
    target: int


class Setting(NamedTuple):
    """What the actions are played with; `first` is the seat (from 0) that begins.

    With `deck_plays` the last card may be played from the top of the deck.
    """

    players: int
    hand: int
    suits: tuple[Suit, ...]
    first: int = 0
    deck_plays: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """The table at the end: cards laid in each suit, cards by code, and counts.

    `stopped` tells that the players ended the game themselves.
    """

    laid: tuple[int, ...]
    strikes: int
    hints: int
    deck: int
    discards: tuple[Card, ...]
    stopped: bool


@dataclass(slots=True)
class _Table:
    setting: Setting
    deck: Sequence[Card]
    hands: list[set[int]]
    drawn: int
    laid: list[int]
    hints: int = HINTS
    strikes: int = 0
    turn: int = 0
    turns_left: int | None = None
    discards: list[Card] = field(default_factory=list)


def play_through(deck: Sequence[Card], actions: Sequence[Action], setting: Setting) -> Ending:
    """The end of a game. UnfitError names the first action that cannot be, or says that the
    actions stop before the game is over."""
    table = _deal(deck, setting)
    for number, action in enumerate(actions, 1):
        over = _is_over(table)
        if action.kind == END:
            if number < len(actions):
                raise UnfitError(_("Action {n} ends the game, but more follow").format(n=number))
            return _ending(table, stopped=not over)
        if over:
            raise UnfitError(_("The game is over before action {n}").format(n=number))
        if fault := _take_turn(table, action):
            raise UnfitError(_("Action {n}: {fault}").format(n=number, fault=fault))
    if not (_is_over(table) or _is_exhausted(table)):
        raise UnfitError(_("The {n} actions stop before the game is over").format(n=len(actions)))
    return _ending(table, stopped=False)


def _deal(deck: Sequence[Card], setting: Setting) -> _Table:
    needed = setting.players * setting.hand
    if len(deck) < needed:
        raise UnfitError(
            _("The deck has {found} cards, the hands need {needed}").format(
                found=len(deck), needed=needed
            )
        )
    hands = [
        set(range(seat * setting.hand, (seat + 1) * setting.hand))
        for seat in range(setting.players)
    ]
    laid = [0 for _suit in setting.suits]
    left = None if len(deck) > needed else setting.players
    return _Table(setting, deck, hands, needed, laid, turn=setting.first, turns_left=left)


def _take_turn(table: _Table, action: Action) -> str | None:
    """Let the player whose turn it is act; what is wrong with the action, if anything."""
    players = table.setting.players
    seat = table.turn % players
    last_round = table.turns_left is not None
    if action.kind in (COLOUR, NUMBER):
        if not 0 <= action.target < players or action.target == seat:
            return _("there is no other player {n} to be given a hint").format(n=action.target)
        if table.hints == 0:
            return _("a hint is given though no token is left")
        table.hints -= 1
    elif action.kind in (PLAY, DISCARD):
        if fault := _lay_off(table, table.hands[seat], action):
            return fault
    else:
        return _("there is no action of type {n}").format(n=action.kind)
    table.turn += 1
    if table.turns_left is not None and last_round:
        table.turns_left -= 1
    return None


def _lay_off(table: _Table, hand: set[int], action: Action) -> str | None:
    on_deck = table.setting.deck_plays and action.kind == PLAY and _is_last(table, action.target)
    if action.target in hand:
        hand.remove(action.target)
    elif not on_deck:
        return _("card {n} is not in the hand of the player").format(n=action.target)
    card = table.deck[action.target]
    if action.kind == DISCARD:
        table.discards.append(card)
        table.hints = min(HINTS, table.hints + 1)
    elif _next_rank(table, card.suit) == card.rank:
        table.laid[card.suit] += 1
        if table.laid[card.suit] == RANKS:
            table.hints = min(HINTS, table.hints + 1)
    else:
        table.discards.append(card)
        table.strikes += 1
    if table.drawn < len(table.deck):
        if not on_deck:
            hand.add(table.drawn)
        table.drawn += 1
        if table.drawn == len(table.deck):
            table.turns_left = table.setting.players
    return None


def _is_last(table: _Table, target: int) -> bool:
    return target == table.drawn == len(table.deck) - 1


def _next_rank(table: _Table, suit: int) -> int | None:
    laid = table.laid[suit]
    return table.setting.suits[suit].ranks[laid] if laid < RANKS else None


def _is_over(table: _Table) -> bool:
    complete = sum(table.laid) == RANKS * len(table.laid)
    return complete or table.strikes >= STRIKES or table.turns_left == 0


def _is_exhausted(table: _Table) -> bool:
    """Whether no stack can grow, because nobody will ever lay a card that one waits for.

    In the last round only those who have a turn left can. The site stops then, other
    programs may play on.
    """
    players = table.setting.players
    if table.turns_left is None:
        left = set(Counter(table.deck) - Counter(table.discards))
    else:
        seats = [(table.turn + n) % players for n in range(table.turns_left)]
        left = {table.deck[card] for seat in seats for card in table.hands[seat]}
    return not any(_next_rank(table, card.suit) == card.rank for card in left)


def _ending(table: _Table, *, stopped: bool) -> Ending:
    return Ending(
        laid=tuple(table.laid),
        strikes=table.strikes,
        hints=table.hints,
        deck=len(table.deck) - table.drawn,
        discards=tuple(table.discards),
        stopped=stopped,
    )
