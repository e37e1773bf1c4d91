"""Rounds in a short spelling, and the worked examples of the rules."""

from __future__ import annotations

from typing import Any

from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.games.hoola.reading import read_round
from hanabi_log.games.hoola.rounds import Round

Facts = dict[str, Any]


def laid(total: int, sevens: int = 0) -> Facts:
    """A hand of somebody who laid down."""
    return {"sum": total, "sevens": sevens, "laid": True}


def unlaid(total: int, sevens: int = 0) -> Facts:
    """A hand of somebody who never did."""
    return {"sum": total, "sevens": sevens, "laid": False}


def held(cards: str, laid: bool = True) -> Facts:
    """A hand known card by card."""
    return {"cards": cards, "laid": laid}


OUT: Facts = {"cards": "", "laid": True}
WENT: Facts = {"cards": "", "laid": False}


def facts(end: str, by: str | None, /, thresholds: str = "basic", **hands: Facts) -> Facts:
    """The object of a round; what is not a hand is added by hand."""
    return {"end": end, "by": by, "thresholds": thresholds, "hands": hands}


def round_of(found: Facts) -> Round:
    """The round of an object that can be read."""
    played, problems = read_round(found)
    assert played is not None, problems
    return played


def outcome_of(found: Facts) -> Outcome:
    """The outcome of an object that breaks no rule."""
    outcome, faults = evaluate(round_of(found))
    assert outcome is not None, faults
    return outcome


def codes_of(found: Facts) -> list[str]:
    """The codes of what is wrong with a round that can be read."""
    outcome, faults = evaluate(round_of(found))
    assert (outcome is None) == bool(faults)
    return [fault.code for fault in faults]


EXAMPLES: tuple[tuple[int, Facts, dict[str, int]], ...] = (
    (1, facts("out", "W", W=OUT, A=laid(10), B=laid(20), C=laid(30)),
     {"W": 7, "A": -1, "B": -2, "C": -4}),
    (2, facts("hoola", "W", W=WENT, A=laid(10), B=laid(20)), {"W": 12, "A": -4, "B": -8}),
    (3, facts("low", "W", W=unlaid(17), A=laid(25), B=laid(30), C=laid(41), D=laid(52)),
     {"W": 60, "A": -4, "B": -8, "C": -16, "D": -32}),
    (4, facts("out", "W", W=OUT, A=held("7 7 9"), B=laid(30)), {"W": 6, "A": -4, "B": -2}),
    (5, facts("out", "W", W=OUT, A=unlaid(35, 2), B=laid(50)), {"W": 17, "A": -16, "B": -1}),
    (6, facts("out", "W", W=OUT, A=laid(12), B=laid(12), C=laid(40), D=laid(50)),
     {"W": 16, "A": -2, "B": -2, "C": -4, "D": -8}),
    (7, facts("out", "W", W=OUT, A=laid(20), B=laid(20), C=laid(20)),
     {"W": 12, "A": -4, "B": -4, "C": -4}),
    (9, facts("chongtong", "W", W=held("7 7 7 7 A 2 5", False), A=unlaid(40), B=unlaid(41),
              C=unlaid(42), D=unlaid(43)),
     {"W": 512, "A": -128, "B": -128, "C": -128, "D": -128}),
    (10, facts("stop", "S", S=laid(8), A=laid(5), B=laid(7), C=laid(20)),
     {"S": -7, "A": 7, "B": 0, "C": 0}),
    (11, facts("stop", "S", S=laid(6), A=laid(6), C=laid(20)), {"S": -3, "A": 3, "C": 0}),
    (14, facts("deck", None, A=laid(5), B=laid(9), D=laid(30), C=unlaid(14)),
     {"A": 11, "B": -1, "D": -2, "C": -8}),
    (15, facts("stop", "S", S=laid(10), A=laid(12), B=laid(18), C=laid(25), D=laid(40)),
     {"S": 15, "A": -1, "B": -2, "C": -4, "D": -8}),
    (19, {**facts("hoola", "W", W=WENT, A=laid(10), B=laid(20), C=laid(30)),
          "thanked_from": "B"},
     {"W": 28, "A": 0, "B": -28, "C": 0}),
)  # fmt: skip
"""Number, round and payments, as the rules work them out."""

UNDECIDED = facts("deck", None, A=laid(5), B=laid(5), C=laid(20))
"""Example 18: no single lowest sum."""
