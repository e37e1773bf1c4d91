"""What a file says of a game that is in the log already, set against what it said before.

Three states meet: what the file said last time, what it says now, and what the log holds.
A fact moves only where the file changed and nobody changed it here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from hanabi_log.errors import Problem, only_errors
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.records import Draft, Game
from hanabi_log.storage.changes import compact, game_state

FACTS: dict[str, str] = {
    "date": "date",
    "group": "group",
    "players": "seats",
    "guests": "seats",
    "ruleset": "ruleset",
    "stacks": "stacks",
    "strikes": "strikes",
    "outcome": "said",
    "total": "total",
    "hints": "hints",
    "deck": "deck",
    "discards": "discards",
    "minutes": "minutes",
    "talk": "talk",
    "place": "place",
    "note": "note",
    "tags": "tags",
    "excluded": "excluded",
}
"""The facts of a draft, and what the audit trail calls the fact of the game."""

_facts_of = attrgetter(*FACTS)
_END = {"stacks", "strikes", "total", "hints", "deck", "discards"}
_PLAIN = frozenset(FACTS.values()) - {"group", "seats", "ruleset", "said", "total"}


def seen_text(draft: Draft) -> str:
    """What a draft says, as the log keeps it to compare the next reading with.

    A game that was found by its source is compared with what that source said, and not
    with what a file of our own said under the game's id.
    """
    facts = {
        name: value
        for name, value in zip(FACTS, _facts_of(draft), strict=True)
        if value is not None and value != ()
    }
    if draft.id is None:
        facts["source"] = draft.source
    return compact(facts)


def completed(draft: Draft, seen: str) -> Draft:
    """The draft with what its source said earlier about facts that it has no place for now."""
    before: dict[str, Any] = json.loads(seen)
    facts = {name: before[name] for name in draft.unsaid if name in before and name in FACTS}
    for name in ("players", "tags"):
        if name in facts:
            facts[name] = tuple(facts[name])
    if "stacks" in facts and "total" in draft.unsaid:
        # A score that stands for the table says nothing where the table is known.
        facts.setdefault("total", None)
    return draft._replace(**facts)


def same_witness(seen: str, draft: Draft) -> bool:
    """Whether what was seen came from where the draft comes from."""
    witness: str | None = json.loads(seen).get("source")
    return witness == (draft.source if draft.id is None else None)


def changed_facts(seen: str, now: str) -> set[str]:
    """The facts, by their names in the audit trail, that a source says otherwise now."""
    before: dict[str, Any] = json.loads(seen)
    after: dict[str, Any] = json.loads(now)
    return {fact for name, fact in FACTS.items() if before.get(name) != after.get(name)}


def facts_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The facts of a draft, by name, in which two states of a game differ."""
    return [name for name, fact in FACTS.items() if before.get(fact) != after.get(fact)]


def kept_facts(draft: Draft, here: Mapping[str, Any], imported: Mapping[str, Any]) -> list[str]:
    """The facts, by name, that a draft says and that were changed here since they were
    imported."""
    return [
        name
        for name in facts_between({fact: here.get(fact) for fact in imported}, imported)
        if getattr(draft, name) not in (None, ())
    ]


def contradicted(game: Game, draft: Draft, fresh: Game) -> list[str]:
    """The facts of a game made here that a file says otherwise; its silence says nothing."""
    here, file = game_state(game), game_state(fresh)
    facts = [fact for fact in file if fact in _PLAIN and file[fact] != here.get(fact)]
    if draft.ruleset and fresh.digest != game.digest:
        facts.append("ruleset")
    # These follow from the end state, and files repeat them.
    if fresh.end.outcome not in (None, game.result.outcome):
        facts.append("outcome")
    if fresh.end.total not in (None, game.end.total, game.result.points, game.result.score):
        facts.append("total")
    return facts


def moved(current: Game, fresh: Game, facts: set[str]) -> Game:
    """The game with some facts taken from `fresh`; its result is that of neither."""
    end = replace(
        current.end,
        **{fact: getattr(fresh.end, fact) for fact in facts & _END},
        outcome=fresh.end.outcome if "said" in facts else current.end.outcome,
        players=fresh.end.players if "seats" in facts else current.end.players,
    )
    taken = {fact: getattr(fresh, fact) for fact in facts - _END - {"said", "ruleset"}}
    if "ruleset" in facts:
        taken.update(ruleset=fresh.ruleset, digest=fresh.digest)
    return replace(current, end=end, **taken)


def without_restating(current: Game, fresh: Game, facts: set[str], rules: Ruleset) -> Game | None:
    """The same but for an outcome and a total that the other facts give anyway; None if
    they do not give them."""
    told = facts & {"said", "total"}
    if not told:
        return None
    plain, problems = resettled(moved(current, fresh, facts - told), rules)
    full, _problems = resettled(moved(current, fresh, facts), rules)
    return plain if not problems and plain.result == full.result else None


def resettled(game: Game, rules: Ruleset) -> tuple[Game, list[Problem]]:
    """The game with the result of its facts, and what breaks a rule now."""
    problems = only_errors(check(game.end, rules, game.minutes))
    if problems:
        return game, problems
    return replace(game, result=evaluate(game.end, rules)), []
