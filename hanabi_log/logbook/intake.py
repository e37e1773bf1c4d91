"""Taking a file's games into the log: all of them or none, and never twice.

A game is known again by its id, by what its source calls it, or by what its row says.
Files are taken in piece by piece inside one transaction, so their length costs no memory.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import TYPE_CHECKING

from hanabi_log.digests import sha256
from hanabi_log.drafts import Settled
from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset
from hanabi_log.i18n import _
from hanabi_log.importers.identity import is_of_site, is_row, nth_row
from hanabi_log.logbook.adding import group_said, make_game
from hanabi_log.logbook.intake_burying import bury
from hanabi_log.logbook.intake_changes import seen_text
from hanabi_log.logbook.intake_oddities import Oddities
from hanabi_log.logbook.intake_people import Company, seated_twice
from hanabi_log.logbook.intake_report import FATES, Account, Fate, ImportReport, Row
from hanabi_log.logbook.intake_reunion import Reunion
from hanabi_log.logbook.intake_settling import Settler
from hanabi_log.logbook.log import Log, RollBackError
from hanabi_log.records import Draft, Game
from hanabi_log.storage import games as game_store
from hanabi_log.storage import imports as store
from hanabi_log.storage.changes import Batch

if TYPE_CHECKING:
    from hanabi_log.importers.registry import Reading

PIECE = 2_000
"""Drafts that are held at once."""


def import_drafts(
    log: Log,
    reading: Reading,
    *,
    group: str | None = None,
    ruleset: str | None = None,
    skip_bad: bool = False,
    dry_run: bool = False,
    entries: int = 0,
    fates: Collection[Fate] = FATES,
) -> ImportReport:
    """Store the games of files in one transaction and tell what became of each.

    `group` and `ruleset` are for games that do not say their own; without them the map's,
    the group's and the config's are taken. With any error nothing is stored unless
    `skip_bad` is set. The report tells of as many single rows of these `fates` as `entries`
    says. Raises InvalidInput when a file turns out to be unreadable.
    """
    ruleset = ruleset or reading.ruleset
    if ruleset is not None:
        log.rulebook.ruleset(ruleset)
    command = f"import {', '.join(map(os.path.basename, reading.files))}".strip()
    account = Account(entries, fates)
    with log.change(command) as batch:
        if group is None:
            group = reading.group or log.config.group
        group = group and group_said(group)
        unknown = reading.unknown_rules if ruleset is None else frozenset()
        new_people = _Intake(log, batch, account, group, ruleset, unknown).take(reading)
        failed = account.errors > 0 and not skip_bad
        if dry_run or failed:
            raise RollBackError
    return account.report(reading.files, new_people, failed=failed)


class _Intake:
    """One import under way."""

    def __init__(
        self,
        log: Log,
        batch: Batch,
        account: Account,
        group: str | None,
        ruleset: str | None,
        unknown_rules: frozenset[str],
    ) -> None:
        self._unknown_rules = unknown_rules
        self._log = log
        self._batch = batch
        self._group = group
        self._ruleset = ruleset
        self._settler = Settler(log.rulebook, log.today)
        self._company = Company(log.connection, batch, log.new_id)
        self._at = log.microseconds
        self._account = account
        self._oddities = Oddities()
        self._reunion = Reunion(log, batch, account, self._company, self._settle)

    def take(self, reading: Reading) -> tuple[str, ...]:
        """Read everything there is; the names of people who were not in the log before."""
        store.start_counting(self._log.connection)
        for _file, drafts in groupby(reading.drafts, lambda draft: draft.file):
            while rows := list(self._next(drafts, reading.problems)):
                self._account.pass_over(reading.passed_over)
                self._take_rows(rows)
        self._account.note_unread(reading.problems)
        self._account.pass_over(reading.passed_over)
        bury(self._log.connection, self._batch, reading.tombstones, self._account)
        store.stop_counting(self._log.connection)
        # Comparing thousands of names takes room as well.
        self._settler.forget()
        self._account.note(self._company.doubts())
        self._account.note(self._oddities.problems())
        return self._company.new_people

    def _next(self, drafts: Iterator[Draft], problems: list[Problem]) -> Iterator[Row]:
        """The next rows; a draft comes after the problems of its row."""
        for draft in islice(drafts, PIECE):
            if problems:
                self._account.note_unread(problems)
            yield self._account.row(draft)

    def _take_rows(self, rows: Sequence[Row]) -> None:
        connection = self._log.connection
        rows = list(self._told_apart(rows))
        known = store.find_known(
            connection,
            [row.draft.id for row in rows if row.draft.id],
            [row.draft.source for row in rows if row.draft.source],
        )
        games: list[Game] = []
        rules: dict[str, Ruleset] = {}
        seen: list[str] = []
        met: list[tuple[Row, store.Known]] = []
        sources = set[str]()
        for row in rows:
            draft = row.draft
            found = known.get(draft.id or "") or known.get(draft.source or "")
            if found is not None and row.readable:
                met.append((row, found))
                continue
            settled, problems = self._settle(draft)
            if settled is None or not row.readable:
                self._account.refuse(row, problems)
            elif draft.source in sources:
                message = _("Another game of this file has the source {source} too")
                self._account.refuse(
                    row, [row.problem(message.format(source=draft.source), "source")]
                )
            else:
                game = self._make(settled)
                if twice := seated_twice(row, game.seats):
                    self._account.refuse(row, [*problems, twice])
                    continue
                self._account.note(problems)
                games.append(game)
                self._account.add(row, game, (problem.message for problem in problems))
                self._oddities.look_at(row, game)
                rules[game.digest] = settled.ruleset
                seen.append(seen_text(draft))
                if draft.source:
                    sources.add(draft.source)
        if games:
            pks = game_store.add_games(connection, games, rules, self._batch)
            store.remember_new(connection, zip(pks, seen, strict=True))
        if met:
            self._reunion.meet(met)

    def _told_apart(self, rows: Sequence[Row]) -> Iterator[Row]:
        """The rows, equal ones of a file numbered.

        A second row with the id of another is refused in the same sheet, and in another one
        if it says something else.
        """
        counted = store.count_rows(self._log.connection, [_counted(row) for row in rows])
        for row, (first, n) in zip(rows, counted, strict=True):
            draft = row.draft
            if n == 1:
                yield row
            elif is_row(row.key):
                yield replace(row, draft=draft._replace(source=nth_row(row.key, n)))
            elif first.file == draft.file:
                message = _("{key} is the id of line {line} already")
                message = message.format(key=row.key, line=first.line)
                self._account.refuse(row, [row.problem(message, "id")])
            elif first.said == sha256(seen_text(draft).encode()) or is_of_site(row.key):
                yield row
            else:
                message = _("{key} is the id of another game already: {place}")
                place = Problem("", None, "error", first.file, first.line).where
                self._account.refuse(
                    row, [row.problem(message.format(key=row.key, place=place), "id")]
                )

    def _settle(self, draft: Draft) -> tuple[Settled | None, list[Problem]]:
        # An empty name says that there is no group, and none is filled in.
        group = (self._group if draft.group is None else draft.group) or None
        ruleset = draft.ruleset or self._ruleset
        if ruleset is None and draft.file in self._unknown_rules:
            ruleset = UNKNOWN
        if ruleset is None and group:
            known = self._company.known_group(group)
            ruleset = known.ruleset if known else None
        return self._settler.settle(draft, group, ruleset or self._log.config.ruleset)

    def _make(self, settled: Settled) -> Game:
        self._at += 1
        draft = settled.draft
        group = self._company.group(settled.group, draft)
        seats = self._company.seat(settled.names, draft)
        return make_game(self._log, settled, group, seats, at=self._at, id=draft.id)


def _counted(row: Row) -> tuple[str, store.First]:
    """What a row is counted by: its id in the whole import, or what it says in its own sheet."""
    draft = row.draft
    if is_row(row.key):
        return f"{draft.file}:{row.key}", store.First(draft.file, draft.line, "")
    return row.key, store.First(draft.file, draft.line, sha256(seen_text(draft).encode()))
