"""Who plays with whom: circles of people that never met.

Two circles without a common game cannot be compared by their tables, since nothing tells
a better circle from an easier evening; a board with both says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hanabi_log.i18n import ngettext


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
