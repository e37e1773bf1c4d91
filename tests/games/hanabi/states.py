"""End states written short, for tests of rules."""

from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.checks import check, check_said
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.notation import parse_cards, parse_stacks
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.rulebook import Rulebook

_RULEBOOK = Rulebook()


def ruleset(spec: str) -> Ruleset:
    """A shipped ruleset."""
    return _RULEBOOK.ruleset(spec)


def end_state(spec: str, stacks: str | None, discards: str | None = None, **said: Any) -> EndState:
    """An end state whose stacks and discards are in the notation of `add`."""
    laid, cards = None, None
    if stacks is not None:
        laid, problems = parse_stacks(stacks, ruleset(spec))
        assert not problems
    if discards is not None:
        cards, problems = parse_cards(discards, ruleset(spec))
        assert not problems
    return EndState(stacks=laid, discards=cards, **said)


def faults(spec: str, state: EndState, minutes: int | None = None) -> list[Problem]:
    """What `check` says."""
    rules = ruleset(spec)
    return [*check_said(state, rules), *check(state, rules, minutes)]


def fields_of(problems: list[Problem], level: str = "error") -> list[str | None]:
    """The fields that problems of a level are about."""
    return [problem.field for problem in problems if problem.level == level]
