"""What stays of the clubs while they pass by: their list, their sums, the best rows of each board.

Nothing else is held, so ten thousand clubs need no more memory than their list. What some
clubs and those after them left can be put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from hanabi_log.federation.figures import Placed, leading
from hanabi_log.site.federation.portraits import Boards, Entry, Portrait
from hanabi_log.stats.boards import BoardRow
from hanabi_log.stats.clubs import Together, club_row

Kind = Literal["people", "lineups", "groups", "clubs"]
KINDS: tuple[Kind, ...] = ("people", "lineups", "groups", "clubs")

FEWEST_GAMES = 20
"""From so many games on a row stands on a board of all clubs: of many rows with few games, the
luckiest would lead."""
MOST_ROWS = 60


@dataclass
class Ranking:
    """The best rows of a board of all clubs, and how many have games enough to be listed.

    `closest` is the most games of any row.
    """

    listed: int = 0
    closest: int = 0
    best: tuple[Placed, ...] = ()

    def add(self, rows: Iterable[Placed]) -> None:
        """Take in the rows of a club."""
        rows = list(rows)
        self.closest = max([self.closest, *(placed.row.games for placed in rows)])
        found = [placed for placed in rows if placed.row.games >= FEWEST_GAMES]
        self.listed += len(found)
        self.best = leading((*self.best, *found), MOST_ROWS)

    def merge(self, others: Ranking) -> None:
        """Take in what other clubs came to."""
        self.listed += others.listed
        self.closest = max(self.closest, others.closest)
        self.best = leading((*self.best, *others.best), MOST_ROWS)


@dataclass
class Overview:
    """All clubs so far."""

    entries: dict[str, Entry] = field(default_factory=dict)
    together: Together = field(default_factory=Together)
    rankings: dict[Kind, Ranking] = field(
        default_factory=lambda: {kind: Ranking() for kind in KINDS}
    )

    def add(self, club: Portrait, boards: Boards) -> None:
        """Take in a club."""
        tables, summary = club.figures.tables, club.summary
        self.entries[club.entry.id] = club.entry
        self.together.add(tables, summary, club.figures.months)
        self.rankings["people"].add(_placed(club, boards.people.rows))
        self.rankings["lineups"].add(_placed(club, boards.lineups.rows))
        self.rankings["groups"].add(_placed(club, boards.groups.rows))
        row = club_row("", club.entry.name, tables, summary, FEWEST_GAMES)
        self.rankings["clubs"].add(_placed(club, (row,) if row else ()))

    def merge(self, others: Overview) -> None:
        """Take in the clubs that come after these."""
        self.entries.update(others.entries)
        self.together.merge(others.together)
        for kind in KINDS:
            self.rankings[kind].merge(others.rankings[kind])

    @property
    def since(self) -> str | None:
        """The date of the first game of all."""
        return min((entry.first for entry in self.entries.values() if entry.first), default=None)


def _placed(club: Portrait, rows: Iterable[BoardRow]) -> Iterator[Placed]:
    """Rows of equal keys in two clubs are different, so the club becomes a part of the key."""
    id_ = club.entry.id
    for row in rows:
        yield Placed(id_, replace(row, key=(id_, row.key), listed=True))
