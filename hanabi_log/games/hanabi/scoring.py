"""From an end state and a ruleset to points, score, percent and band.

Points are what lies on the table. The score is what the ruleset makes of them: a
struck-out game may score nothing at all, zero, its points, or a number of the house.
"""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.games.hanabi.bands import band_of
from hanabi_log.games.hanabi.endstate import EndState, Knowledge, Outcome, outcome_of
from hanabi_log.games.hanabi.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Result:
    """What a game came to; None where the facts or the ruleset give nothing."""

    outcome: Outcome | None
    points: int | None
    score: int | None
    max_score: int | None
    band: str | None
    knowledge: Knowledge

    @property
    def percent(self) -> float | None:
        """100·score/max_score to one decimal, half up; None without a score or a maximum."""
        if self.score is None or not self.max_score:
            return None
        return (2000 * self.score + self.max_score) // (2 * self.max_score) / 10

    def as_json(self) -> dict[str, str | float | None]:
        """The numbers under the keys of a game's JSON."""
        return {
            "outcome": self.outcome,
            "points": self.points,
            "score": self.score,
            "max_score": self.max_score,
            "percent": self.percent,
            "band": self.band,
        }


def evaluate(state: EndState, ruleset: Ruleset) -> Result:
    """The result of an end state that breaks no rule (see `checks`).

    A number keeps itself as points and score and has no maximum, percent or band when
    nothing says what it is out of: a bare total, one that is more than the ruleset can
    give, and every total of an unknown ruleset.
    """
    outcome = outcome_of(state, ruleset)
    if not _has_maximum(state, ruleset, outcome):
        return Result(outcome, state.total, state.total, None, None, state.knowledge)
    points = _points(state, ruleset, outcome)
    score = None if ruleset.win_or_lose else _score(points, outcome, ruleset)
    band = None if score is None else band_of(score, ruleset.scale, ruleset.max_score)
    return Result(outcome, points, score, ruleset.max_score, band, state.knowledge)


def _has_maximum(state: EndState, ruleset: Ruleset, outcome: Outcome | None) -> bool:
    if not ruleset.known:
        return False
    if state.stacks is not None:
        return True
    return outcome is not None and (state.total is None or state.total <= ruleset.max_score)


def _points(state: EndState, ruleset: Ruleset, outcome: Outcome | None) -> int | None:
    if state.stacks is not None:
        return state.points_on_table(ruleset)
    if state.total is None and outcome == "perfect":
        return ruleset.max_score
    return state.total


def _score(points: int | None, outcome: Outcome | None, ruleset: Ruleset) -> int | None:
    if outcome == "struck_out" and ruleset.struck_out != "keep":
        if isinstance(ruleset.struck_out, int):
            return ruleset.struck_out
        return 0 if ruleset.struck_out == "zero" else None
    if points is None or ruleset.floor is None:
        return points
    return max(points, ruleset.floor)
