"""What is known about a game when it is over.

An end state holds facts only: what lies on the table and what the table says about it.
Points, score and band are derived from it and a ruleset, and never stored as truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _

Outcome = Literal["perfect", "struck_out", "finished", "lost", "abandoned"]
OUTCOMES: tuple[Outcome, ...] = ("perfect", "struck_out", "finished", "lost", "abandoned")

Knowledge = Literal["full", "total", "outcome"]


@dataclass(frozen=True, slots=True)
class EndState:
    """The end of a game; None means that nobody wrote it down.

    `stacks` maps suit codes to the last card laid (0: none). `strikes` counts mistakes
    made. `outcome` is what was said, not what follows. `total` is a bare number from a
    source. `players` counts everybody at the table, guests too (0: nobody written down).
    `hints` are tokens left, `deck` cards left to draw, `discards` the cards that lie
    discarded, failed plays included.
    """

    stacks: Mapping[str, int] | None = None
    strikes: int | None = None
    outcome: Outcome | None = None
    total: int | None = None
    players: int | None = None
    hints: int | None = None
    deck: int | None = None
    discards: tuple[str, ...] | None = None

    @property
    def knowledge(self) -> Knowledge:
        """How much the log knows: stacks and strikes, a number only, or the outcome only."""
        if self.stacks is not None:
            return "total" if self.strikes is None else "full"
        return "outcome" if self.total is None else "total"

    def cards_laid(self, ruleset: Ruleset) -> int:
        """How many cards lie on the fireworks; needs stacks."""
        stacks = self.stacks or {}
        return sum(suit.cards_laid(stacks.get(suit.code, 0)) for suit in ruleset.suits)

    def points_on_table(self, ruleset: Ruleset) -> int:
        """The points of the stacks, black penalty included; needs stacks."""
        stacks = self.stacks or {}
        return sum(suit.points_of(stacks.get(suit.code, 0)) for suit in ruleset.suits)


def is_complete(state: EndState, ruleset: Ruleset) -> bool | None:
    """Whether every firework is complete; None when neither stacks nor a total say it."""
    if state.stacks is not None:
        return state.cards_laid(ruleset) == ruleset.fireworks_size
    if state.total is not None:
        return state.total == ruleset.max_score
    return None


def outcome_of(state: EndState, ruleset: Ruleset) -> Outcome | None:
    """How the game ended: as said, else as it follows from the facts; None if it does not.

    `abandoned` never follows from facts. A total without strikes proves nothing: whoever
    writes only a number down may count otherwise.
    """
    if state.outcome is not None or not ruleset.known:
        return state.outcome
    if state.stacks is None and state.strikes is None:
        return None
    if is_complete(state, ruleset):
        return "perfect"
    if state.strikes is None:
        return None
    if state.strikes >= ruleset.strikes:
        return "struck_out"
    if state.stacks is None and state.total is None:
        return None
    return "lost" if ruleset.win_or_lose else "finished"


def with_outcome(state: EndState, ruleset: Ruleset, shown: Outcome | None) -> EndState:
    """The state with an outcome that a source shows: said only where the facts do not give it."""
    silent = replace(state, outcome=None)
    return silent if outcome_of(silent, ruleset) == shown else replace(state, outcome=shown)


def outcome_label(outcome: Outcome) -> str:
    """The outcome in words, in the language in use."""
    return {
        "perfect": _("Perfect"),
        "struck_out": _("Struck out"),
        "finished": _("Finished"),
        "lost": _("Lost"),
        "abandoned": _("Abandoned"),
    }[outcome]
