"""Games whose source did not say by which rules they were played, answered many at once.

They are listed by where they come from, by group, and by the number of suits that their
totals need, because one answer usually fits all of a kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from hanabi_log.errors import InvalidInput, Problem, only_errors
from hanabi_log.games.hanabi.checks import PRINTED_SUITS, check
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.games.hanabi.suits import MOST_SUITS, RANKS
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, RollBackError
from hanabi_log.logbook.rescoring import named
from hanabi_log.records import Game, Player, span_of
from hanabi_log.storage.games import Selection, change_game, load_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which of the games: any field that is None does not narrow.

    `group` is a group's id. `since` and `until` are dates in ISO form, both included; a game
    without a date lies in no span. `source` is the kind of source, such as `bgg`, or a whole
    source. `most` is the highest total.
    """

    player: Player | None = None
    group: str | None = None
    since: str | None = None
    until: str | None = None
    source: str | None = None
    most: int | None = None

    def fits(self, game: Game) -> bool:
        """Whether the game is meant."""
        total = game.end.total
        return (
            (self.player is None or self.player.id in {one.id for one in game.players})
            and (self.source is None or self.source in (game.source, source_kind(game)))
            and (self.most is None or (total is not None and total <= self.most))
        )


EVERYTHING = Filter()


@dataclass(frozen=True, slots=True)
class Queue:
    """Games of one kind that wait for an answer, in the order they were played.

    `maximum` is the most that the suits give which the totals need: 25, 30 or 35 and more;
    None where there are no totals.
    """

    source: str | None
    group: str | None
    maximum: int | None
    games: tuple[Game, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals of the games that have one, lowest first."""
        return tuple(sorted(game.end.total for game in self.games if game.end.total is not None))

    @property
    def implies(self) -> str:
        """What the totals say about the rules, in words."""
        return implication(self.maximum)

    def as_json(self) -> dict[str, Any]:
        """The queue under the keys that `unknown list --json` promises."""
        first, last = span_of(self.games)
        return {
            "source": self.source,
            "group": self.group,
            "maximum": self.maximum,
            "games": len(self.games),
            "lowest": self.totals[0] if self.totals else None,
            "highest": self.totals[-1] if self.totals else None,
            "first": first,
            "last": last,
            "implies": self.implies,
            "ids": [game.id for game in self.games],
        }


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer came to: the games that have rules now, and why others have not."""

    games: tuple[Game, ...]
    refused: int
    problems: tuple[Problem, ...]
    stored: bool

    def as_json(self) -> dict[str, Any]:
        """The answer under the keys that `unknown answer --json` promises."""
        return {
            "answered": len(self.games),
            "refused": self.refused,
            "games": [game.id for game in self.games],
            "problems": [problem.as_json() for problem in self.problems],
            "stored": self.stored,
        }


def list_unknown(log: Log, wanted: Filter = EVERYTHING) -> list[Queue]:
    """The games that wait, by source, group and maximum."""

    def key(game: Game) -> tuple[str, str, int]:
        group = game.group.name if game.group else ""
        return (source_kind(game) or "", group, needed_maximum(game.end.total) or 0)

    games = sorted(_waiting(log, wanted), key=key)
    return [
        Queue(source or None, group or None, maximum or None, tuple(members))
        for (source, group, maximum), members in groupby(games, key)
    ]


def answer_unknown(
    log: Log, spec: str, wanted: Filter = EVERYTHING, *, dry_run: bool = False
) -> Answered:
    """Give the games that are meant a ruleset, in one batch.

    Each is checked; one that cannot have been played by it, a total above its maximum
    for instance, stays unknown and is told. Raises InvalidInput for an unknown spec, and
    with every reason when no game at all fits.
    """
    ruleset = log.rulebook.ruleset(spec)
    if not ruleset.known:
        raise InvalidInput(
            _("This is no answer"), [Problem(_("{spec} is the question").format(spec=spec), "spec")]
        )
    answered, problems, refused = [], list[Problem](), 0
    with log.change("unknown answer") as batch:
        for game in _waiting(log, wanted):
            if broken := _faults(game, ruleset):
                problems += [named(problem, game) for problem in broken]
                refused += 1
                continue
            after = replace(
                game,
                ruleset=ruleset.spec,
                digest=ruleset.digest,
                result=evaluate(game.end, ruleset),
            )
            change_game(log.connection, game, after, {ruleset.digest: ruleset}, batch)
            answered.append(after)
        if refused and not answered:
            raise InvalidInput(
                _("None of these games can have been played by {spec}").format(spec=ruleset.spec),
                [problem._replace(level="error") for problem in problems],
            )
        if dry_run:
            raise RollBackError
    return Answered(tuple(answered), refused, tuple(problems), not dry_run)


def source_kind(game: Game) -> str | None:
    """Where a game was imported from, in a word such as `bgstats`; None if it was not."""
    return game.source.partition(":")[0] if game.source else None


def needed_maximum(total: int | None) -> int | None:
    """The most points of as many suits as a total needs, five at least; None without one."""
    if total is None:
        return None
    return RANKS * max(PRINTED_SUITS, -(-total // RANKS))


def implication(maximum: int | None) -> str:
    """What it says about the rules that totals need a maximum."""
    if maximum is None:
        return _("no totals, so any ruleset fits")
    if maximum == RANKS * PRINTED_SUITS:
        return _("fits five suits, and every other ruleset")
    suits = maximum // RANKS
    if suits > MOST_SUITS:
        return _("more than any ruleset gives: a miscount")
    if suits == PRINTED_SUITS + 1:
        return _("above 25: a sixth suit (rainbow, rainbow5 or wild), or a miscount")
    return _("above 30: more suits than any edition has; house rules, or a miscount")


def _waiting(log: Log, wanted: Filter) -> list[Game]:
    selection = Selection(group=wanted.group, since=wanted.since, until=wanted.until)
    games = load_games(log.connection, selection)
    return [game for game in games if game.ruleset == UNKNOWN and wanted.fits(game)]


def _faults(game: Game, ruleset: Ruleset) -> Sequence[Problem]:
    found = check(game.end, ruleset, game.minutes)
    too_much = [problem for problem in found if _is_above(problem, game, ruleset)]
    return [*only_errors(found), *too_much]


def _is_above(problem: Problem, game: Game, ruleset: Ruleset) -> bool:
    total = game.end.total
    above = total is not None and total > ruleset.max_score and total != ruleset.struck_out
    return above and problem.field == "total" and problem.level == "warning"
