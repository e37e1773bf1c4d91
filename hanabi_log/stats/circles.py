"""Who plays with whom: the core of a group, and circles that never met.

Two circles without a common game cannot be compared by their tables, since nothing tells
a better circle from an easier evening; a board with both says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hanabi_log.i18n import ngettext
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.estimates import Mean, mean_of
from hanabi_log.stats.plays import Play

CORE_SHARE = 0.5
"""The share of a group's games that makes a person part of its core."""
CORE_FROM = 5
"""The fewest games of a group for which a core is named."""


@dataclass(frozen=True, slots=True)
class Core:
    """The people who sat at half of a group's games or more, most games first.

    `together` is the mean of the tables at which all of them sat; None if there is none.
    """

    group: str
    people: tuple[str, ...]
    games: int
    together: Mean | None


def core_of(plays: Sequence[Play], group: str, mode: Mode = "points") -> Core | None:
    """The core of a group; None under five games, or when fewer than two people make it."""
    table = [play for play in plays if play.counted and play.group == group]
    if len(table) < CORE_FROM:
        return None
    games = Counter(person for play in table for person in play.people)
    core = [person for person in games if games[person] >= CORE_SHARE * len(table)]
    if len(core) < 2:
        return None
    core.sort(key=lambda person: (-games[person], person))
    together = mean_of((play for play in table if set(core) <= set(play.people)), mode)
    return Core(group, tuple(core), len(table), together)


@dataclass(frozen=True, slots=True)
class Companion:
    """A person, how many counted games they shared with another, and the mean of those."""

    person: str
    games: int
    mean: Mean | None


def companions(plays: Sequence[Play], person: str, mode: Mode = "points") -> tuple[Companion, ...]:
    """Everybody who shared a table with a person, most games first."""
    shared: dict[str, list[Play]] = {}
    for play in plays:
        if play.counted and person in play.people:
            for other in play.people:
                if other != person:
                    shared.setdefault(other, []).append(play)
    ranked = sorted(shared, key=lambda other: (-len(shared[other]), other))
    return tuple(
        Companion(other, len(shared[other]), mean_of(shared[other], mode)) for other in ranked
    )


def circles(tables: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The circles of people linked by common tables, largest first; each is sorted."""
    parent: dict[str, str] = {}

    def root(person: str) -> str:
        above = parent.setdefault(person, person)
        while above != person:
            parent[person] = person = parent[above]
            above = parent[person]
        return person

    for people in tables:
        above = parent.get(people[0])
        if above is not None and all(parent.get(person) == above for person in people):
            # Most tables bring together who is together already.
            continue
        first = root(people[0])
        for person in people[1:]:
            other = root(person)
            if other != first:
                parent[other] = first
    members: dict[str, list[str]] = {}
    for person in sorted(parent):
        members.setdefault(root(person), []).append(person)
    return tuple(sorted(map(tuple, members.values()), key=lambda circle: (-len(circle), circle)))


def circles_text(number: int) -> str:
    """The note for a board on which people of more than one circle stand."""
    return ngettext(
        "All people here are linked by common games.",
        "There are {number} circles here that never shared a table: compare people within a"
        " circle, not across.",
        number,
    ).format(number=number)
