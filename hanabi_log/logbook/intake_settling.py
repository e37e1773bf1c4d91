"""Settling many drafts: the same answers as one by one, with less to think about.

Rows of a file repeat themselves: the same people, the same evening, the same end. A draft
falls into parts that do not touch each other, and the answer to each part is remembered.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from hanabi_log.drafts import MOST_GUESTS, Settled, settle
from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.rulesets import UNKNOWN
from hanabi_log.i18n import _
from hanabi_log.names import tidy
from hanabi_log.records import Draft
from hanabi_log.rulebook import Rulebook

PRINTED_MOST = 25
"""Points of five suits; a bare total above leaves open which rules were played."""
_REMEMBERED = 4096

Part = tuple[Settled | None, tuple[Problem, ...]]


class Settler:
    """Settles drafts under one rulebook, on one day and in one language."""

    def __init__(self, rulebook: Rulebook, today: date) -> None:
        self._rulebook = rulebook
        self._today = today
        self._date = lru_cache(_REMEMBERED)(self._settle_date)
        self._table = lru_cache(_REMEMBERED)(self._settle_table)
        self._words = lru_cache(_REMEMBERED)(self._settle_words)
        self._end = lru_cache(2 * _REMEMBERED)(self._settle_end)
        self._group = lru_cache(_REMEMBERED)(tidy)

    def settle(
        self, draft: Draft, group: str | None, ruleset: str | None
    ) -> tuple[Settled | None, list[Problem]]:
        """What `settle` says of the draft with this group and ruleset.

        But a bare total of more than 25 points, under rules that cannot give it, makes the
        ruleset unknown, with a warning.
        """
        stacks: Any = draft.stacks
        if isinstance(stacks, dict):
            # True equals 1 and 1.0 does too: such a table is not to be taken for another.
            if not {type(last) for last in stacks.values()} <= {int, str}:
                filled = replace(draft, group=group, ruleset=ruleset)
                return settle(filled, self._rulebook, self._today)
            stacks = tuple(stacks.items())
        day, day_problems = self._date(draft.date)
        table, table_problems = self._table(draft.players, draft.guests)
        words, word_problems = self._words(draft.talk, draft.tags)
        end, end_problems = self._end(
            ruleset,
            stacks,
            draft.strikes,
            draft.outcome,
            draft.total,
            draft.hints,
            draft.deck,
            draft.discards,
            draft.minutes,
            len(draft.players) + max(0, min(draft.guests, MOST_GUESTS)),
        )
        problems = [*day_problems, *table_problems, *word_problems, *end_problems]
        if problems:
            problems = [replace(p, file=draft.file, line=draft.line) for p in problems]
        if day is None or table is None or words is None or end is None:
            return None, problems
        settled = Settled(
            draft=draft,
            date=day.date,
            ruleset=end.ruleset,
            end=end.end,
            result=end.result,
            names=table.names,
            group=(self._group(group) or None) if group else None,
            talk=words.talk,
            warnings=tuple(problems),
        )
        return settled, problems

    def _part(self, draft: Draft) -> Part:
        settled, problems = settle(draft, self._rulebook, self._today)
        return settled, tuple(problems)

    def _settle_date(self, day: str | None) -> Part:
        return self._part(replace(_NO_END, date=day))

    def _settle_table(self, players: tuple[str | None, ...], guests: int) -> Part:
        return self._part(replace(_NO_END, players=players, guests=guests))

    def _settle_words(self, talk: str | None, tags: tuple[str, ...]) -> Part:
        return self._part(replace(_NO_END, talk=talk, tags=tags))

    def _settle_end(
        self,
        ruleset: str | None,
        stacks: tuple[tuple[str, Any], ...] | str | None,
        strikes: int | None,
        outcome: str | None,
        total: int | None,
        hints: int | None,
        deck: int | None,
        discards: str | None,
        minutes: int | None,
        seats: int,
    ) -> Part:
        draft = Draft(
            ruleset=ruleset,
            stacks=dict(stacks) if isinstance(stacks, tuple) else stacks,
            strikes=strikes,
            outcome=outcome,
            total=total,
            hints=hints,
            deck=deck,
            discards=discards,
            minutes=minutes,
            players=(None,) * seats,
        )
        settled, problems = self._part(draft)
        if settled is None or stacks is not None or not _beyond(total, settled):
            return settled, problems
        message = _(
            "{total} is more than the {most} points of {spec}: a sixth suit or a miscount?"
            " The ruleset stays unknown"
        ).format(total=total, most=PRINTED_MOST, spec=settled.ruleset.spec)
        settled, problems = self._part(replace(draft, ruleset=UNKNOWN))
        return settled, (Problem(message, "total", "warning"), *problems)


_NO_END = Draft(ruleset=UNKNOWN, outcome="abandoned")
"""A draft whose end gives nothing to say, so that its other parts can be asked about."""


def _beyond(total: int | None, settled: Settled) -> bool:
    rules = settled.ruleset
    return total is not None and rules.known and rules.max_score == PRINTED_MOST < total
