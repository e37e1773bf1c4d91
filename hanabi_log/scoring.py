"""Scoring without a log: for `hanabi-log score`, for Python, for whoever asks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hanabi_log.config import Config
from hanabi_log.dates import evening_of
from hanabi_log.drafts import Settled, settle
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.endstate import OUTCOMES
from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.i18n import _
from hanabi_log.records import Draft
from hanabi_log.rulebook import Rulebook


def score(
    stacks: str | dict[str, int] | None = None,
    *,
    ruleset: str = "basic",
    strikes: int | None = None,
    outcome: str | None = None,
    hints: int | None = None,
    deck: int | None = None,
    discards: str | None = None,
    total: int | None = None,
    players: int | None = None,
) -> Result:
    """The result of an end state: `score("54432", strikes=1).score == 18`.

    `stacks` is the notation of `hanabi-log add` or a table of suit to last card; strikes
    are 0 where stacks are given without. Raises InvalidInput, whose `problems` list
    everything that breaks a rule.
    """
    numbers = {
        **{"strikes": strikes, "hints": hints, "deck": deck, "total": total},
        "players": players,
    }
    problems = [
        Problem(_("{found} is no whole number").format(found=repr(value)), name)
        for name, value in numbers.items()
        if value is not None and (isinstance(value, bool) or not isinstance(value, int))
    ]
    if not isinstance(stacks, str | dict | None):
        message = _("{found} is neither text nor a table of suits").format(found=repr(stacks))
        problems.append(Problem(message, "stacks"))
    if outcome is not None and outcome not in OUTCOMES:
        message = _("{found} does not fit; allowed: {allowed}")
        message = message.format(found=repr(outcome), allowed=", ".join(OUTCOMES))
        problems.append(Problem(message, "outcome"))
    if problems:
        raise InvalidInput(_("This end state cannot be scored"), problems)
    draft = Draft(
        stacks=stacks,
        ruleset=ruleset,
        strikes=0 if strikes is None and stacks is not None else strikes,
        outcome=outcome,
        hints=hints,
        deck=deck,
        discards=discards,
        total=total,
        players=(None,) * (players or 0),
    )
    return settle_or_raise(draft, Config(), datetime.now()).result


def settle_or_raise(draft: Draft, config: Config, now: datetime) -> Settled:
    """The settled draft under the club's rules; InvalidInput with all its problems."""
    today = evening_of(now, config.day_starts)
    settled, problems = settle(draft, Rulebook(config.house_rules), today)
    if settled is None:
        raise InvalidInput(_("This end state cannot be scored"), problems)
    return settled


def settled_as_json(settled: Settled) -> dict[str, Any]:
    """A scored end state under the keys of a game; what only a log knows is None."""
    from hanabi_log.records import Game

    game = Game(
        id="",
        ruleset=settled.ruleset.spec,
        digest=settled.ruleset.digest,
        end=settled.end,
        result=settled.result,
        logged_at=0,
        warnings=tuple(problem.message for problem in settled.warnings),
    )
    return {**game.as_json(), "id": None}
