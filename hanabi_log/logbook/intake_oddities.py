"""What is odd about the games of a file without being wrong: rows that say the same, and days
that are missing here and there. It is told once for a file, not once for a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hanabi_log.errors import Problem
from hanabi_log.i18n import ngettext
from hanabi_log.importers.identity import is_row
from hanabi_log.logbook.intake_report import Row
from hanabi_log.records import Game

MOST_LINES = 5
"""Lines that a message names; of more it tells how many."""


@dataclass(slots=True)
class _Rows:
    """How many rows there are, and the lines of the first ones."""

    n: int = 0
    lines: list[int] = field(default_factory=list)

    def add(self, line: int | None) -> None:
        self.n += 1
        if line is not None and len(self.lines) < MOST_LINES:
            self.lines.append(line)

    @property
    def named(self) -> str:
        """The lines in words: `line 10`, or `lines 3, 4, 5, 6, 7 …`."""
        shown = ", ".join(map(str, self.lines)) + (" …" if self.n > len(self.lines) else "")
        return ngettext("line {lines}", "lines {lines}", self.n).format(lines=shown)


@dataclass(slots=True)
class _Sheet:
    dated: bool = False
    undated: _Rows = field(default_factory=_Rows)
    equal: _Rows = field(default_factory=_Rows)


class Oddities:
    """Looks at the games that an import adds."""

    def __init__(self) -> None:
        self._sheets: dict[str | None, _Sheet] = {}

    def look_at(self, row: Row, game: Game) -> None:
        """Remember what is odd about a game that is new here, and the row that it comes from."""
        sheet = self._sheets.setdefault(row.draft.file, _Sheet())
        if game.date is None:
            sheet.undated.add(row.draft.line)
        else:
            sheet.dated = True
        # A row that says the same as an earlier one was given a source of its own.
        if is_row(row.key) and row.draft.source != row.key:
            sheet.equal.add(row.draft.line)

    def problems(self) -> Iterator[Problem]:
        """A warning for each file and kind; a file without any dates has none to miss."""
        for file, sheet in self._sheets.items():
            if sheet.dated and sheet.undated.n:
                n = sheet.undated.n
                message = ngettext(
                    "{n} game without a date: {lines}", "{n} games without a date: {lines}", n
                )
                text = message.format(n=n, lines=sheet.undated.named)
                yield Problem(text, "date", "warning", file)
            if n := sheet.equal.n:
                message = ngettext(
                    "{n} row says the same as one above and became a game of its own: {lines}",
                    "{n} rows say the same as one above and became games of their own: {lines}",
                    n,
                )
                yield Problem(message.format(n=n, lines=sheet.equal.named), None, "warning", file)
