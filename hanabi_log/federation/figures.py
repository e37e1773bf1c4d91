"""What a federation knows of a club: who it is, who may be named, and its tables rolled up.

Everything here comes from public datasets: people are known by the names they are published
under and by nothing else, and whoever is hidden sits as a guest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.boards import BoardRow

Outcomes = Counter[Outcome | None]
"""How many games ended in each way; None where nobody said."""


class Person(NamedTuple):
    """Somebody as published; the name tells them from everybody else of the club."""

    name: str
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A club of the federation; `id` is its log's own, the same in every export.

    `people` and `groups` go by the keys that stand in the tables. `rulesets` maps digests to
    the definitions that games were logged under.
    """

    id: str
    name: str
    people: Mapping[str, Person] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    rulesets: Mapping[str, Ruleset] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """The published name of everybody, by key."""
        return {key: person.name for key, person in self.people.items()}

    @property
    def boarded(self) -> dict[str, str]:
        """The same of those who have not retired: who may stand on a board of people."""
        return {key: person.name for key, person in self.people.items() if not person.retired}


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """A club and its tables, which every figure of `hanabi_log.stats` takes that takes tables.

    `months` are the counted games of each month (`2026-11`) by outcome, in order. The dates are
    those of the first and the last game, None where no game has a date.
    """

    member: Member
    tables: Tables
    months: Mapping[str, Outcomes]
    first_date: str | None = None
    last_date: str | None = None

    @property
    def games(self) -> int:
        """How many games were logged, also those that do not count."""
        return self.tables.logged

    @property
    def sessions(self) -> int:
        """How many sessions the counted games make; games without a date are in none."""
        return self.tables.dated_sessions


class Entrant(NamedTuple):
    """A club that a site will have: its name, and its figures for whoever asks for them."""

    name: str
    figures: Callable[[], ClubFigures]


class Placed(NamedTuple):
    """A row of a club's board with the id of the club that it comes from."""

    club: str
    row: BoardRow


def leading(rows: Iterable[Placed], most: int) -> tuple[Placed, ...]:
    """The best of the listed rows of many clubs, at most `most`, in the order of a board.

    Rows may come as a stream; no more than `most` of them are held.
    """
    listed = (placed for placed in rows if placed.row.listed)
    return tuple(nsmallest(most, listed, key=_place))


def _place(placed: Placed) -> tuple[float, int, str, str]:
    row = placed.row
    return (-row.value, -row.games, row.name, placed.club)
