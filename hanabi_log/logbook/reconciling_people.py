"""Who is who, when two logs are put together.

People are known by id first, then by a further name, then by name. Two ids that turn out
to be one person stay both, the larger one pointing to the smaller, as after `players
merge`; so every game keeps the seats that were logged. Nobody is made one with somebody
whom either log tells apart, or who sat at the same table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hanabi_log.logbook.weighing import joined
from hanabi_log.names import key_of
from hanabi_log.storage.whole import Versions, state_in

State = dict[str, Any]


class People(NamedTuple):
    """Everybody as both logs have them; see `reconciling.Agreed` for the other fields."""

    versions: Versions
    united: tuple[tuple[str, str], ...]
    renamed: tuple[str, ...]


def agree_on_people(
    agreed: Versions, mine: Versions, theirs: Versions, tables: Sequence[frozenset[str]]
) -> People:
    """Everybody in `agreed`, people of one name made one, and names made different.

    `tables` are the ids that sat together in a game that is not deleted.
    """
    circle = _Circle(agreed, mine, theirs, tables)
    circle.recall()
    circle.take_apart()
    circle.unite()
    circle.tell_apart()
    return People(circle.versions, tuple(circle.united), tuple(circle.renamed))


class _Circle:
    def __init__(
        self,
        agreed: Versions,
        mine: Versions,
        theirs: Versions,
        tables: Sequence[frozenset[str]],
    ) -> None:
        self.versions = dict(agreed)
        self.united: list[tuple[str, str]] = []
        self.renamed: list[str] = []
        self._logs = (mine, theirs)
        self._tables = tables

    def recall(self) -> None:
        """Let somebody point on to the person whom only one of the logs knows them to be.

        A log that does not know that person cannot have taken the two apart.
        """
        for log, other in (self._logs, self._logs[::-1]):
            for id in self._rows():
                above = (state_in(log, id) or {}).get("merged_into")
                unaware = id in other and (above is None or state_in(other, above) is None)
                if above is None or not unaware or self.versions[above].state is None:
                    continue
                if "merged_into" not in self._state(id):
                    self.versions[above] = joined(
                        self.versions[above], self.versions[id], ("alias",)
                    )
                    self._set(id, merged_into=above)

    def take_apart(self) -> None:
        """Let nobody point to somebody who is gone, to themselves, or to a neighbour."""
        for id in self._rows():
            above = self._state(id).get("merged_into")
            if above is not None and (
                self.versions[above].state is None or id in self._line(above)
            ):
                self._set(id, merged_into=None)
        for id in self._rows():
            root = self._root(id)
            if root != id and self._sat_together(self._rows_of(id), self._others(root, id)):
                self._set(id, merged_into=None)

    def unite(self) -> None:
        """Make one of those who answer to one name, as long as there are any."""
        while pair := next(self._pairs(), None):
            goes, stays = max(pair), min(pair)
            self.versions[stays] = joined(self.versions[stays], self.versions[goes], ("alias",))
            self._set(goes, merged_into=stays)
            self.united.append((goes, stays))

    def tell_apart(self) -> None:
        """Give everybody a name of their own, and every further name to one person."""
        rows = list(self._rows())
        taken: set[str] = set()
        for id in rows:
            if self._root(id) != id:
                continue
            name, length = self._state(id)["name"], 4
            while key_of(name) in taken:
                name = f"{self._state(id)['name']} ({id[-length:]})"
                length += 1
            if name != self._state(id)["name"]:
                self._set(id, name=name)
                self.renamed.append(id)
            taken.add(key_of(name))
        # Who points to somebody answers to the name and need not be alone in it.
        taken |= {key_of(self._state(id)["name"]) for id in rows}
        for id in rows:
            aliases = self._state(id).get("aliases") or []
            free = [name for name in aliases if key_of(name) not in taken]
            taken.update(map(key_of, free))
            if free != aliases:
                self._set(id, aliases=free)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """People who may be one, the surest first."""
        by_name: dict[str, list[str]] = defaultdict(list)
        by_further: dict[str, set[str]] = defaultdict(set)
        for id in self._rows():
            root = self._root(id)
            names = [*(self._state(id).get("aliases") or ())]
            if id == root:
                by_name[key_of(self._state(id)["name"])].append(id)
            else:
                names.append(self._state(id)["name"])
            for name in names:
                by_further[key_of(name)].add(root)
        for key in sorted(by_name):
            further = sorted(by_further.get(key, ()))
            yield from (
                (id, other)
                for id in by_name[key]
                for other in further
                if other != id and self._may_be_one(id, other)
            )
        for ids in (by_name[key] for key in sorted(by_name)):
            yield from (
                (id, other)
                for place, id in enumerate(ids)
                for other in ids[place + 1 :]
                if self._may_be_one(id, other)
            )

    def _may_be_one(self, one: str, other: str) -> bool:
        rows, others = self._rows_of(one), self._rows_of(other)
        told_apart = any(_knows(log, rows) and _knows(log, others) for log in self._logs)
        return not told_apart and not self._sat_together(rows, others)

    def _sat_together(self, rows: set[str], others: set[str]) -> bool:
        return any(table & rows and table & others for table in self._tables)

    def _others(self, root: str, id: str) -> set[str]:
        return self._rows_of(root) - self._rows_of(id)

    def _rows(self) -> Iterator[str]:
        return (id for id in sorted(self.versions) if self.versions[id].state is not None)

    def _rows_of(self, id: str) -> set[str]:
        return {row for row in self._rows() if id in self._line(row)}

    def _line(self, id: str) -> list[str]:
        """The id and those that it points to, one after the other."""
        line = [id]
        while (above := self._state(line[-1]).get("merged_into")) and above not in line:
            line.append(above)
        return line

    def _root(self, id: str) -> str:
        return self._line(id)[-1]

    def _state(self, id: str) -> State:
        return self.versions[id].state or {}

    def _set(self, id: str, **values: Any) -> None:
        state = {**self._state(id), **values}
        if state.get("merged_into") is None:
            state.pop("merged_into", None)
        self.versions[id] = self.versions[id]._replace(state=state)


def _knows(log: Versions, rows: set[str]) -> bool:
    return any(state_in(log, id) is not None for id in rows)
