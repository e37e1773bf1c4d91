"""What becomes of the rows of an import: counted while it runs, told when it is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hanabi_log.errors import Level, Problem
from hanabi_log.i18n import ngettext
from hanabi_log.importers.items import PassedOver
from hanabi_log.records import Draft, Game

MOST_PROBLEMS = 10_000
"""Problems that are listed; what goes beyond is counted."""

Fate = Literal["added", "changed", "unchanged", "skipped"]
FATES: tuple[Fate, ...] = ("added", "changed", "unchanged", "skipped")


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one row, and why; `players` are names, None for a guest."""

    fate: Fate
    file: str | None
    line: int | None
    why: tuple[str, ...] = ()
    date: str | None = None
    group: str | None = None
    players: tuple[str | None, ...] = ()
    ruleset: str | None = None
    outcome: str | None = None
    score: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The entry as a report has it."""
        return {
            "what": self.fate,
            "file": self.file,
            "line": self.line,
            "why": list(self.why),
            "date": self.date,
            "group": self.group,
            "players": list(self.players),
            "ruleset": self.ruleset,
            "outcome": self.outcome,
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import came to: numbers of games, and everything wrong or odd.

    `skipped` counts rows with errors, and what is no game of ours. `failed` tells that errors
    kept everything out; then nothing was added or changed. `new_people` are names that were
    not in the log before. `entries` tell what became of each row, as many as were asked for;
    `unlisted` counts the others. `kept` counts rows that say otherwise than the log about what
    was changed or deleted here; they are among `unchanged` or `changed`.
    """

    added: int
    changed: int
    unchanged: int
    skipped: int
    problems: tuple[Problem, ...] = ()
    failed: bool = False
    new_people: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    unlisted: int = 0
    kept: int = 0

    def as_json(self) -> dict[str, Any]:
        """The report under the keys that `import --json` promises."""
        return {
            "added": self.added,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "skipped": self.skipped,
            "kept": self.kept,
            "problems": [problem.as_json() for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A draft and what it is known by; `readable` unless its row held unreadable cells."""

    draft: Draft
    key: str
    readable: bool

    def problem(self, message: str, field: str | None, level: Level = "error") -> Problem:
        """Something about this row."""
        return Problem(message, field, level, self.draft.file, self.draft.line)


class Account:
    """The account of an import under way; it counts all rows, and keeps the first `most` of
    these fates."""

    def __init__(self, most: int = 0, fates: Collection[Fate] = FATES) -> None:
        self.added = 0
        self.changed = 0
        self.unchanged = 0
        self.kept = 0
        self.errors = 0
        self._skipped = 0
        self._problems: list[Problem] = []
        self._unlisted = 0
        self._unread: tuple[str | None, int | None] | None = None
        self._most = most
        self._fates = fates
        self._entries: list[Entry] = []

    def note(self, problems: Iterable[Problem]) -> None:
        """Take problems down."""
        for problem in problems:
            self.errors += problem.level == "error"
            if len(self._problems) < MOST_PROBLEMS:
                self._problems.append(problem)
            else:
                self._unlisted += 1

    def note_unread(self, problems: list[Problem]) -> None:
        """Take down, and take over, what is wrong with rows that were just read.

        A row with an error is skipped, however many errors it has.
        """
        for problem in problems:
            place = (problem.file, problem.line)
            if problem.level == "error" and place != self._unread:
                self._skipped += 1
                self._unread = place
                if self._keeps("skipped"):
                    why = tuple(
                        one.message
                        for one in problems
                        if (one.file, one.line) == place and one.level == "error"
                    )
                    self._entries.append(Entry("skipped", *place, why))
        self.note(problems)
        problems.clear()

    def pass_over(self, found: list[PassedOver]) -> None:
        """Count, and take over, what is no game of ours."""
        self._skipped += sum(one.n for one in found)
        for one in found:
            if self._keeps("skipped"):
                self._entries.append(Entry("skipped", one.file, one.line, (one.reason,)))
        found.clear()

    def row(self, draft: Draft) -> Row:
        """The row of a draft that came after its problems were noted."""
        readable = (draft.file, draft.line) != self._unread
        # Several plays may stand in one line of a file, and each has faults of its own.
        self._unread = None if not readable else self._unread
        return Row(draft, draft.id or draft.source or "", readable)

    def refuse(self, row: Row, problems: Sequence[Problem]) -> None:
        """Leave a row out; one that could not be read is counted already."""
        self.note(problems)
        self._skipped += row.readable
        if row.readable and self._keeps("skipped"):
            why = tuple(problem.message for problem in problems if problem.level == "error")
            self._entries.append(_entry("skipped", row, why))

    def add(self, row: Row, game: Game, why: Iterable[str] = ()) -> None:
        """Count a game that is new here."""
        self.added += 1
        if self._keeps("added"):
            self._entries.append(_entry("added", row, tuple(why), game))

    def change(self, row: Row, game: Game, why: Iterable[str], kept: str = "") -> None:
        """Count a game that is otherwise now; `kept` tells of what is not, though the row is."""
        self.changed += 1
        self.kept += bool(kept)
        if self._keeps("changed"):
            self._entries.append(_entry("changed", row, (*why, kept) if kept else tuple(why), game))

    def leave(self, row: Row, kept: str = "") -> None:
        """Count a game that stays as it is; `kept` tells why, where the row says otherwise."""
        self.unchanged += 1
        self.kept += bool(kept)
        if self._keeps("unchanged"):
            self._entries.append(_entry("unchanged", row, (kept,) if kept else ()))

    def _keeps(self, fate: Fate) -> bool:
        return len(self._entries) < self._most and fate in self._fates

    def report(
        self, files: Sequence[str], new_people: tuple[str, ...], *, failed: bool
    ) -> ImportReport:
        """What became of the games, problems in the order of the files."""
        place = {file: number for number, file in enumerate(files)}
        problems = sorted(
            dict.fromkeys(self._problems), key=lambda p: (place.get(p.file or "", 0), p.line or 0)
        )
        if self._unlisted:
            message = ngettext(
                "{n} more problem is not listed", "{n} more problems are not listed", self._unlisted
            ).format(n=self._unlisted)
            problems.append(Problem(message, level="error" if failed else "warning"))
        entries = sorted(self._entries, key=lambda e: (place.get(e.file or "", 0), e.line or 0))
        everything = self.added + self.changed + self.unchanged + self._skipped
        return ImportReport(
            added=0 if failed else self.added,
            changed=0 if failed else self.changed,
            unchanged=self.unchanged,
            skipped=self._skipped,
            problems=tuple(problems),
            failed=failed,
            new_people=new_people,
            entries=tuple(entries),
            unlisted=everything - len(entries),
            kept=self.kept,
        )


def _entry(fate: Fate, row: Row, why: tuple[str, ...], game: Game | None = None) -> Entry:
    draft = row.draft
    if game is None:
        players = draft.players + (None,) * max(0, min(draft.guests or 0, 10))
        return Entry(fate, draft.file, draft.line, why, draft.date, draft.group or None, players)
    return Entry(
        fate,
        draft.file,
        draft.line,
        why,
        game.date,
        game.group.name if game.group else None,
        tuple(player.name if player else None for player in game.seats),
        game.ruleset,
        game.result.outcome,
        game.result.points if game.result.score is None else game.result.score,
    )
