"""What becomes of the rows of an import: counted while it runs, told when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hanabi_log.errors import Level, Problem
from hanabi_log.i18n import ngettext
from hanabi_log.records import Draft

MOST_PROBLEMS = 10_000
"""Problems that are listed; what goes beyond is counted."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import came to: numbers of games, and everything wrong or odd.

    `skipped` counts rows with errors. `failed` tells that errors kept everything out; then
    nothing was added or changed. `new_people` are names that were not in the log before.
    """

    added: int
    changed: int
    unchanged: int
    skipped: int
    problems: tuple[Problem, ...] = ()
    failed: bool = False
    new_people: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report under the keys that `import --json` promises."""
        return {
            "added": self.added,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "skipped": self.skipped,
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
    """The account of an import under way."""

    def __init__(self) -> None:
        self.added = 0
        self.changed = 0
        self.unchanged = 0
        self.errors = 0
        self._skipped = 0
        self._problems: list[Problem] = []
        self._unlisted = 0
        self._unread: tuple[str | None, int | None] | None = None

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
        self.note(problems)
        problems.clear()

    def row(self, draft: Draft) -> Row:
        """The row of a draft that came after its problems were noted."""
        readable = (draft.file, draft.line) != self._unread
        return Row(draft, draft.id or draft.source or "", readable)

    def refuse(self, row: Row, problems: Iterable[Problem]) -> None:
        """Leave a row out; one that could not be read is counted already."""
        self.note(problems)
        self._skipped += row.readable

    def report(
        self, files: Sequence[str], new_people: tuple[str, ...], *, failed: bool
    ) -> ImportReport:
        """What became of the games, problems in the order of the files."""
        place = {file: number for number, file in enumerate(files)}
        problems = sorted(self._problems, key=lambda p: (place.get(p.file or "", 0), p.line or 0))
        if self._unlisted:
            message = ngettext(
                "{n} more problem is not listed", "{n} more problems are not listed", self._unlisted
            ).format(n=self._unlisted)
            problems.append(Problem(message, level="error" if failed else "warning"))
        return ImportReport(
            added=0 if failed else self.added,
            changed=0 if failed else self.changed,
            unchanged=self.unchanged,
            skipped=self._skipped,
            problems=tuple(problems),
            failed=failed,
            new_people=new_people,
        )
