"""A log under fire: whatever is done to it and taken back, it is what a plain model says.

The model is a few dictionaries; an undo is a copy of them from before. Beside it the rows
of the file are compared, so that an undo brings back exactly what was there.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from hanabi_log.errors import Conflict, HanabiLogError, InvalidInput, NotFound
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.editing import delete_game, edit_game, restore_game
from hanabi_log.logbook.evenings import end_session, start_session
from hanabi_log.logbook.groups import move_games, rename_group
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people_merging import Pair, merge_players, unmerge_player
from hanabi_log.logbook.people_naming import alias_player, rename_player
from hanabi_log.logbook.undoing import undo
from hanabi_log.records import Draft, Game
from hanabi_log.storage.games import Selection, load_games
from hanabi_log.storage.people import load_open_session, load_players
from tests.logbook.logs import EMPTY, dump, open_club

NAMES = ("Mina", "Jun", "Ara", "Bo", "Cem", "Dilek")
GROUPS = ("Tuesday", "Attic")
names = st.sampled_from(NAMES)
tables = st.lists(names | st.none(), min_size=2, max_size=4).filter(
    lambda table: len(table) - table.count(None) == len({name for name in table if name})
)


@dataclass
class Person:
    """A row of a person: their name, further names, and the number of whom they are."""

    name: str
    aliases: set[str] = field(default_factory=set)
    above: int | None = None


@dataclass
class Table:
    """A game: people by number as they were logged, None for a guest."""

    seats: list[int | None]
    group: str
    strikes: int
    note: str | None = None
    deleted: bool = False


@dataclass
class Model:
    """What the log should hold."""

    people: dict[int, Person] = field(default_factory=dict)
    games: dict[str, Table] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    evenings: list[str] = field(default_factory=list)

    def root(self, number: int) -> int:
        above = self.people[number].above
        return number if above is None else self.root(above)

    def find(self, name: str) -> int | None:
        for number, person in self.people.items():
            if person.above is None and person.name == name:
                return number
        for number, person in self.people.items():
            if name in person.aliases or (person.above is not None and person.name == name):
                return self.root(number)
        return None

    def below(self, number: int) -> set[int]:
        return {one for one in self.people if one != number and number in self.path(one)}

    def path(self, number: int) -> list[int]:
        above = self.people[number].above
        return [number] if above is None else [number, *self.path(above)]

    def seat(self, table: list[str | None]) -> list[int | None] | None:
        """The people of a table, new ones made; None when somebody would sit there twice."""
        known = [name and self.find(name) for name in table]
        found = [number for number in known if number is not None]
        if len(found) != len(set(found)):
            return None
        seats: list[int | None] = []
        for name, number in zip(table, known, strict=True):
            if name is not None and number is None:
                number = max(self.people, default=0) + 1
                self.people[number] = Person(name)
            seats.append(number if name is not None else None)  # type: ignore[arg-type]
        return seats

    def shown(self, game: Table) -> tuple[Any, ...]:
        seats = [None if one is None else self.people[self.root(one)].name for one in game.seats]
        return (seats, game.group, game.strikes, game.note)


class Keeping(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.log: Log = open_club(":memory:")
        self.model = Model()
        self.before: list[tuple[Model, dict[str, list[Any]]]] = []

    def teardown(self) -> None:
        while self.before:
            self.take_back()
        with pytest.raises(NotFound):
            undo(self.log)
        assert dump(self.log.connection) == EMPTY
        self.log.close()

    def tick(self) -> Log:
        self.log = self.log._replace(now=self.log.now + timedelta(seconds=1))
        return self.log

    def remember(self) -> None:
        self.before.append((deepcopy(self.model), dump(self.log.connection)))

    def refused(self, family: type[HanabiLogError], deed: Any, *words: Any, **more: Any) -> None:
        """The deed is refused, and leaves everything as it was."""
        rows = dump(self.log.connection, trail=True)
        with pytest.raises(family):
            deed(self.tick(), *words, **more)
        assert dump(self.log.connection, trail=True) == rows

    def pick(self, data: st.DataObject, *, deleted: bool) -> str:
        ids = [id for id, game in self.model.games.items() if game.deleted == deleted]
        return data.draw(st.sampled_from(ids))

    def has_games(self) -> bool:
        return any(not game.deleted for game in self.model.games.values())

    @rule(table=tables, group=st.sampled_from(GROUPS), strikes=st.integers(0, 2))
    def log_a_game(self, table: list[str | None], group: str, strikes: int) -> None:
        wanted = deepcopy(self.model)
        seats = wanted.seat(table)
        draft = Draft(stacks="55432", strikes=strikes, players=tuple(table), group=group)
        if seats is None:
            self.refused(InvalidInput, log_draft, draft)
            return
        self.remember()
        game = log_draft(self.tick(), draft)
        wanted.groups.add(group)
        wanted.games[game.id] = Table(seats, group, strikes)
        self.model = wanted

    @precondition(has_games)
    @rule(
        data=st.data(),
        table=st.none() | tables,
        strikes=st.none() | st.integers(0, 2),
        note=st.none() | st.sampled_from(["close", "late"]),
        group=st.none() | st.sampled_from(GROUPS),
    )
    def edit(
        self,
        data: st.DataObject,
        table: list[str | None] | None,
        strikes: int | None,
        note: str | None,
        group: str | None,
    ) -> None:
        id = self.pick(data, deleted=False)
        wanted = deepcopy(self.model)
        game = wanted.games[id]
        said = {"strikes": strikes, "note": note, "group": group}
        changes: dict[str, Any] = {key: value for key, value in said.items() if value is not None}
        for key, value in changes.items():
            setattr(game, key, value)
        if table is not None:
            changes["players"] = tuple(table)
            seats = wanted.seat(table)
            if seats is None:
                self.refused(InvalidInput, edit_game, id, changes)
                return
            logged = {wanted.root(one): one for one in game.seats if one is not None}
            game.seats = [None if one is None else logged.get(one, one) for one in seats]
        if group is not None:
            wanted.groups.add(group)
        self.change(wanted, edit_game, id, changes, new=True)

    def change(self, wanted: Model, deed: Any, *words: Any, **more: Any) -> None:
        """A change that succeeds; one that changes nothing leaves nothing to undo."""
        if wanted != self.model:
            self.remember()
        deed(self.tick(), *words, **more)
        self.model = wanted

    @precondition(has_games)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        id = self.pick(data, deleted=False)
        wanted = deepcopy(self.model)
        wanted.games[id].deleted = True
        self.change(wanted, delete_game, id)
        self.refused(NotFound, delete_game, id)

    @precondition(lambda self: any(game.deleted for game in self.model.games.values()))
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        id = self.pick(data, deleted=True)
        wanted = deepcopy(self.model)
        game = wanted.games[id]
        game.deleted = False
        people = [wanted.root(one) for one in game.seats if one is not None]
        if len(people) != len(set(people)):
            self.refused(Conflict, restore_game, id)
        else:
            self.change(wanted, restore_game, id)

    @rule(gone=names, stays=names)
    def merge(self, gone: str, stays: str) -> None:
        one, other = self.model.find(gone), self.model.find(stays)
        pairs = [Pair(gone, stays)]
        if one is None or other is None:
            self.refused(NotFound, merge_players, pairs)
            return
        tables = [
            {self.model.root(seat) for seat in game.seats if seat is not None}
            for game in self.model.games.values()
            if not game.deleted
        ]
        if one == other or any({one, other} <= table for table in tables):
            self.refused(Conflict, merge_players, pairs)
            return
        wanted = deepcopy(self.model)
        wanted.people[one].above = other
        self.change(wanted, merge_players, pairs)

    @rule(name=names)
    def unmerge(self, name: str) -> None:
        people = self.model.people
        merged = [n for n, one in people.items() if one.above is not None and one.name == name]
        if not merged:
            self.refused(NotFound, unmerge_player, name)
            return
        number = max(merged)
        family = {number, *self.model.below(number)}
        known = {people[n].name for n in family} | set().union(*(people[n].aliases for n in family))
        if any(one.above is None and one.name in known for one in people.values()):
            self.refused(Conflict, unmerge_player, name)
            return
        wanted = deepcopy(self.model)
        wanted.people[number].above = None
        self.change(wanted, unmerge_player, name)

    @rule(name=names, to=names)
    def rename(self, name: str, to: str) -> None:
        number, taken = self.model.find(name), self.model.find(to)
        if number is None:
            self.refused(NotFound, rename_player, name, to)
            return
        if taken is not None and taken != number:
            self.refused(Conflict, rename_player, name, to)
            return
        wanted = deepcopy(self.model)
        person = wanted.people[number]
        below = [wanted.people[one] for one in wanted.below(number)]
        understood = {one.name for one in below} | set().union(*(one.aliases for one in below))
        person.aliases -= {to}
        if person.name != to and person.name not in understood:
            person.aliases.add(person.name)
        person.name = to
        self.change(wanted, rename_player, name, to)

    @rule(name=names, other=names)
    def alias(self, name: str, other: str) -> None:
        number, taken = self.model.find(name), self.model.find(other)
        if number is None:
            self.refused(NotFound, alias_player, name, [other])
            return
        if taken is not None and taken != number:
            self.refused(Conflict, alias_player, name, [other])
            return
        wanted = deepcopy(self.model)
        if taken is None:
            wanted.people[number].aliases.add(other)
        self.change(wanted, alias_player, name, [other])

    @precondition(lambda self: self.model.groups == set(GROUPS))
    @rule(drop=st.booleans())
    def move(self, drop: bool) -> None:
        source, target = GROUPS
        wanted = deepcopy(self.model)
        for game in wanted.games.values():
            game.group = target
        wanted.evenings = [target] * len(wanted.evenings)
        if drop:
            wanted.groups.remove(source)
        self.change(wanted, move_games, source, target, drop=drop)

    @precondition(lambda self: self.model.groups == set(GROUPS))
    @rule()
    def rename_a_group_into_another(self) -> None:
        self.refused(Conflict, rename_group, *GROUPS)

    @precondition(lambda self: "Mina" in {one.name for one in self.model.people.values()})
    @rule()
    def play_an_evening(self) -> None:
        if load_open_session(self.log.connection) is None:
            wanted = deepcopy(self.model)
            wanted.groups.add(GROUPS[0])
            wanted.evenings.append(GROUPS[0])
            self.remember()
            start_session(self.tick(), Draft(players=("Mina", None), group=GROUPS[0]))
            self.model = wanted
        self.remember()
        end_session(self.tick())

    @precondition(lambda self: self.before)
    @rule()
    def take_back(self) -> None:
        self.model, rows = self.before.pop()
        undo(self.tick())
        assert dump(self.log.connection) == rows

    @invariant()
    def is_what_the_model_says(self) -> None:
        for deleted in (False, True):
            found = {
                game.id: (
                    [player and player.name for player in game.seats],
                    game.group and game.group.name,
                    game.end.strikes,
                    game.note,
                )
                for game in load_games(self.log.connection, Selection(deleted=deleted))
            }
            assert found == {
                id: self.model.shown(game)
                for id, game in self.model.games.items()
                if game.deleted == deleted
            }
        people = {one.name: set(one.aliases) for one in load_players(self.log.connection).values()}
        assert people == {
            one.name: one.aliases for one in self.model.people.values() if one.above is None
        }
        assert self.log.connection.execute("PRAGMA foreign_key_check").fetchall() == []


def log_draft(log: Log, draft: Draft) -> Game:
    """A game that was logged, names as they are."""
    return add_game(log, draft, new=True).game


TestKeeping = Keeping.TestCase
TestKeeping.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
