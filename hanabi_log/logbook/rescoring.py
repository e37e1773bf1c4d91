"""Scores computed anew: under the rules that were in force, or under those of today.

What a game came to follows from its facts and the definition of its ruleset that was
stored with it. A house file that changed since touches old games only when somebody says
that they shall move to its present definition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hanabi_log.errors import Conflict, InvalidInput, Problem, only_errors
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.records import Game
from hanabi_log.storage import games as game_store
from hanabi_log.storage.changes import newest_batch
from hanabi_log.storage.health import rulesets_in_use, store_results, unrecorded_games


@dataclass(frozen=True, slots=True)
class Difference:
    """A game as it is shown now and as it would be."""

    before: Game
    after: Game

    @property
    def moved(self) -> bool:
        """Whether the game would be judged by another definition than so far."""
        return self.before.digest != self.after.digest

    def as_json(self) -> dict[str, Any]:
        """The difference under the keys that `rescore --json` promises."""
        return {
            "id": self.before.id,
            "date": self.before.date,
            "ruleset": self.after.ruleset,
            "moved": self.moved,
            "before": self.before.result.as_json(),
            "after": self.after.result.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What scoring anew would change, and what stays although it was asked for.

    `problems` name the games that break a rule of the new definition, games whose facts
    are not as their history says, and house rules whose present definition is another one
    than that of their games. `newest` is the batch that was the newest when it was planned.
    """

    differences: tuple[Difference, ...]
    rules: dict[str, Ruleset]
    problems: tuple[Problem, ...]
    newest: tuple[int, int] | None


def plan_rescoring(log: Log, spec: str | None = None) -> Rescoring:
    """What would change; nothing is stored.

    Without a spec every game is scored by the definition that is stored with it. With one,
    its games move to the present definition; a name without modules means the games with
    modules as well. Nothing is computed from facts that something else changed. Raises
    InvalidInput for an unknown spec.
    """
    wanted = log.rulebook.ruleset(spec).spec if spec is not None else None
    stored = stored_rulesets(log)
    differences, problems = [], list[Problem]()
    suspect = set(unrecorded_games(log.connection))
    for game in game_store.load_games(log.connection):
        rules = stored[game.digest]
        if wanted is not None:
            if not belongs(game.ruleset, wanted):
                continue
            rules = log.rulebook.ruleset(game.ruleset)
            if broken := only_errors(check(game.end, rules, game.minutes)):
                problems += [named(problem, game) for problem in broken]
                continue
            stored[rules.digest] = rules
        after = replace(game, digest=rules.digest, result=evaluate(game.end, rules))
        if after == game:
            continue
        if game.id in suspect:
            message = _("something else than hanabi-log changed it; restore a backup first")
            problems.append(named(Problem(message), game))
            continue
        differences.append(Difference(game, after))
    if wanted is None:
        problems += changed_house_rules(log)
    newest = newest_batch(log.connection)
    return Rescoring(tuple(differences), stored, tuple(problems), newest)


def rescore(log: Log, plan: Rescoring) -> None:
    """Store what was planned, in one batch; Conflict where the log was changed since."""
    with log.change("rescore") as batch:
        if newest_batch(log.connection) != plan.newest:
            raise Conflict(_("The log was changed meanwhile: look at what would change once more"))
        if plan.differences:
            batch.open()
        for one in plan.differences:
            if one.moved:
                game_store.change_game(log.connection, one.before, one.after, plan.rules, batch)
        # Numbers are no facts: where only they differ, there is nothing to put on record.
        store_results(
            log.connection,
            [(one.after.id, one.after.result) for one in plan.differences if not one.moved],
        )


def changed_house_rules(log: Log) -> list[Problem]:
    """A warning for each ruleset whose present definition is another than that of its games.

    Rules that no file has (any more), such as came with imported games, did not change.
    """
    problems = []
    fileless = rulesets_without_file(log)
    for spec, digests in digests_in_use(log).items():
        if spec in fileless:
            continue
        name = spec.partition("+")[0]
        try:
            present = log.rulebook.ruleset(spec).digest
        except InvalidInput as error:
            message = _("Games were logged by {spec}, which cannot be read any more: {reason}")
            reason = "; ".join(problem.message for problem in error.problems) or error.message
            problems.append(Problem(message.format(spec=spec, reason=reason), spec, "warning"))
            continue
        if digests != {present}:
            message = _(
                "{spec} was changed since games were logged by it; they keep the rules of their"
                " day, and `rescore --ruleset {name}` moves them to the present ones"
            )
            problems.append(Problem(message.format(spec=spec, name=name), spec, "warning"))
    return problems


def rulesets_without_file(log: Log) -> list[str]:
    """The specs that games were logged by and that only the log knows, whole as they are."""
    return [
        spec for spec in digests_in_use(log) if spec.partition("+")[0] not in log.rulebook.names
    ]


def digests_in_use(log: Log) -> dict[str, set[str]]:
    """The definitions that games were logged by, as digests by spec, in order."""
    found: dict[str, set[str]] = {}
    for spec, digest in rulesets_in_use(log.connection):
        found.setdefault(spec, set()).add(digest)
    return found


def known_spec(log: Log, text: str) -> str:
    """The spec that a text means: one of the rulebook, or one that games were logged by.

    A house file may be gone; its games are still there to be asked for. Raises InvalidInput
    for what neither knows.
    """
    try:
        return log.rulebook.ruleset(text).spec
    except InvalidInput:
        spec = text.strip().lower()
        if spec not in digests_in_use(log):
            raise
        return spec


def belongs(spec: str, wanted: str) -> bool:
    """Whether games of `spec` are meant by `wanted`: the same, or its modules left open."""
    return spec == wanted or spec.partition("+")[0] == wanted


def named(problem: Problem, game: Game) -> Problem:
    """The problem as one of a game in the log."""
    message = _("{id} of {date}: {problem}").format(
        id=game.id, date=game.date or _("no date"), problem=problem.message
    )
    return problem._replace(message=message, level="warning")
