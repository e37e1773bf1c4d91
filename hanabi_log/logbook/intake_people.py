"""The people and groups of a file: met by name, made if unknown, and compared at the end.

Nobody can be asked while a file is read, so an unknown name is a new person. Names that
may be slips for each other are pointed out afterwards, each pair once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence

from hanabi_log.errors import Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.intake_report import Row
from hanabi_log.names import key_of, look_alikes, skeleton, tidy
from hanabi_log.records import Draft, Group, Player
from hanabi_log.storage import people as store
from hanabi_log.storage.changes import Batch

_PARTS = 4
_MOST_NAMED = 5
"""Look-alikes that a warning names."""
_MOST_SPELLINGS = 20_000
_LONGEST_COMPARED = 64
"""Letters; a longer name is hardly one, and has as many shortened forms as letters."""


class Company:
    """Everybody in the log and in the file, looked up by any spelling of their names."""

    def __init__(
        self, connection: sqlite3.Connection, batch: Batch, new_id: Callable[[], str]
    ) -> None:
        self._connection = connection
        self._batch = batch
        self._new_id = new_id
        self._players = store.load_people_by_key(connection)
        self._groups = {
            key_of(group.name): group for group in store.load_groups(connection).values()
        }
        self._spelled: dict[str, Player] = {}
        self._met_at: dict[tuple[str, str], tuple[str | None, int | None]] = {}

    def seat(self, names: Iterable[str | None], draft: Draft) -> tuple[Player | None, ...]:
        """The people of these names; `draft` is where unknown ones come from."""
        spelled = self._spelled
        return tuple(
            None if name is None else spelled.get(name) or self._meet(name, draft) for name in names
        )

    def known_person(self, name: str | None) -> Player | None:
        """The person of this name, None for a guest and for a name that is unknown."""
        return None if name is None else self._players.get(key_of(name))

    def group(self, name: str | None, draft: Draft) -> Group | None:
        """The group of this name, made if it is unknown."""
        if name is None:
            return None
        found = self.known_group(name)
        if found is None:
            found = Group(id=self._new_id(), name=tidy(name))
            store.add_group(self._connection, found, self._batch)
            self._groups[key_of(name)] = found
            self._met_at["group", found.name] = (draft.file, draft.line)
        return found

    def known_group(self, name: str) -> Group | None:
        """The group of this name, None if the log has none yet."""
        return self._groups.get(name) or self._groups.get(key_of(name))

    @property
    def new_people(self) -> tuple[str, ...]:
        """The names that were not in the log before, in the order of the file."""
        return tuple(name for field, name in self._met_at if field == "players")

    def doubts(self) -> Iterator[Problem]:
        """A warning for each new name that looks like another one, each pair once."""
        people = dict.fromkeys(player.name for player in self._players.values())
        groups = dict.fromkeys(group.name for group in self._groups.values())
        for field, names in (("players", people), ("group", groups)):
            new = {name: place for (kind, name), place in self._met_at.items() if kind == field}
            known = [name for name in names if name not in new]
            for name, found in near_names(known, list(new)).items():
                yield Problem(_doubt(field, name, found), field, "warning", *new[name])

    def _meet(self, name: str, draft: Draft) -> Player:
        key = key_of(name)
        player = self._players.get(key)
        if player is None:
            player = Player(id=self._new_id(), name=tidy(name))
            store.add_player(self._connection, player, self._batch)
            self._players[key] = player
            self._met_at["players", player.name] = (draft.file, draft.line)
        if len(self._spelled) >= _MOST_SPELLINGS:
            self._spelled.clear()
        self._spelled[name] = player
        return player


def seated_twice(row: Row, seats: Sequence[Player | None]) -> Problem | None:
    """The error of a row that calls somebody by two known names, who then sits in two seats."""
    people = [player for player in seats if player]
    if len({player.id for player in people}) == len(people):
        return None
    twice = next(player for player in people if people.count(player) > 1)
    message = _("{name} sits at the table twice, under two names")
    return row.problem(message.format(name=twice.name), "players")


def _doubt(field: str, name: str, found: Sequence[str]) -> str:
    if field == "group":
        command = 'hanabi-log groups move-games "{name}" "{other}" --drop'
    else:
        command = 'hanabi-log players merge "{name}" "{other}"'
    message = _("{name} is new here, but looks like {candidates}; if they are one: {command}")
    return message.format(
        name=name,
        candidates=", ".join(found),
        command=command.format(name=name, other=found[0]),
    )


def near_names(
    known: Sequence[str], new: Sequence[str], most: int = _MOST_NAMED, *, short: bool = False
) -> dict[str, list[str]]:
    """The names that new names may be slips for: known ones, and new ones that come before.

    No more than `most` are given for a name; `short` is that of `look_alikes`.

    Names one slip apart become equal when one letter is taken out of each or one of them,
    two swapped letters as well. So each name is filed under all its shortened forms, and
    only names that share one are compared, which keeps thousands of names quick.
    """
    words = [(name, skeleton(name)) for name in (*known, *new)]
    near: dict[str, list[str]] = {}
    # The forms are many more than the names: only a part of them is held at once.
    for part in range(_PARTS if new else 0):
        first: dict[int, int] = {}
        shared: dict[int, list[int]] = {}
        for place, (name, word) in enumerate(words):
            for form in _shortened(word):
                if form % _PARTS != part or first.setdefault(form, place) == place:
                    continue
                others = shared.setdefault(form, [first[form]])
                if place >= len(known):
                    _compare(name, (words[other][0] for other in others), near, most, short)
                others.append(place)
    return near


def _compare(
    name: str, others: Iterable[str], near: dict[str, list[str]], most: int, short: bool
) -> None:
    for other in others:
        found = near.get(name, [])
        if len(found) >= most:
            return
        if other not in found and look_alikes(name, [other], short=short):
            near[name] = [*found, other]


def _shortened(word: str) -> set[int]:
    """Numbers that stand for a word and for what it is without any one of its letters."""
    # One slip in less than four letters is no slip (`look_alikes`).
    if not 4 <= len(word) <= _LONGEST_COMPARED:
        return {hash(word)}
    return {hash(word), *(hash(word[:i] + word[i + 1 :]) for i in range(len(word)))}
