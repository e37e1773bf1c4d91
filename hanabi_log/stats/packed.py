"""Many plays, packed: what games have in common is kept once, and a game is a few numbers.

A club of a million games has some thousand ways in which they ended, some thousand evenings
and as many tables. Figures look at these, and walk over numbers only. Packed plays are a
sequence of plays like any other, so whatever takes plays takes them too.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import eq
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, overload

from hanabi_log.games.hanabi.endstate import Knowledge, Outcome
from hanabi_log.records import Talk
from hanabi_log.stats.plays import Play, SessionKey, Stack
from hanabi_log.stats.texts import part_of

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
Codes: TypeAlias = "array[int]"
"""A number for each game."""


class Evening(NamedTuple):
    """When and with which group games were played; without a date they have no session."""

    date: str | None
    session: SessionKey | None
    group: str | None


class Facts(NamedTuple):
    """What many games have in common: rules, number of players, and how they ended.

    The fields are those of a Play. `digest` names the definition of the ruleset.
    """

    ruleset: str
    seats: int
    y: float | None
    points: int | None
    score: int | None
    max_score: int | None
    outcome: Outcome | None
    strikes: int | None
    knowledge: Knowledge
    counted: bool
    tags: tuple[str, ...] = ()
    band: str | None = None
    win_or_lose: bool = False
    talk: Talk | None = None
    digest: str = ""


Stacks = tuple[Stack, ...] | None


class Numbered(dict[H, int], Generic[H]):
    """Numbers things from 0 as they come up, equal ones alike."""

    def __missing__(self, thing: H) -> int:
        number = self[thing] = len(self)
        return number


class Shared:
    """What the numbers of packed plays stand for, and what was worked out about it."""

    def __init__(
        self,
        evenings: Iterable[Evening],
        tables: Iterable[tuple[str, ...]],
        facts: Iterable[Facts],
        stacks: Iterable[Stacks],
    ) -> None:
        self.evenings, self.tables = list(evenings), list(tables)
        self.facts, self.stacks = list(facts), list(stacks)
        self._worked_out: dict[tuple[object, ...], list[Any]] = {}

    @cached_property
    def dated(self) -> list[bool]:
        """Which evenings are sessions: those with a date."""
        return [evening.session is not None for evening in self.evenings]

    def of_facts(self, figure: Callable[..., T], *arguments: Hashable) -> list[T]:
        """A figure of all facts, worked out once."""
        key = (figure, *arguments)
        if key not in self._worked_out:
            self._worked_out[key] = [figure(facts, *arguments) for facts in self.facts]
        return self._worked_out[key]


class Packed(Sequence[Play]):
    """Plays as columns: ids, and the numbers of evening, people, facts and stacks.

    A part of it, made by slicing or with `at`, shares everything else with it.
    """

    __slots__ = ("evening", "fact", "ids", "shared", "stack", "table")

    def __init__(
        self,
        ids: Sequence[str],
        evening: Codes,
        table: Codes,
        fact: Codes,
        stack: Codes,
        shared: Shared,
    ) -> None:
        self.ids, self.shared = ids, shared
        self.evening, self.table, self.fact, self.stack = evening, table, fact, stack

    def __len__(self) -> int:
        return len(self.fact)

    @overload
    def __getitem__(self, place: int) -> Play: ...
    @overload
    def __getitem__(self, place: slice) -> Packed: ...
    def __getitem__(self, place: int | slice) -> Play | Packed:
        if isinstance(place, slice):
            return Packed(
                self.ids[place],
                self.evening[place],
                self.table[place],
                self.fact[place],
                self.stack[place],
                self.shared,
            )
        shared = self.shared
        return _play(
            self.ids[place],
            shared.evenings[self.evening[place]],
            shared.tables[self.table[place]],
            shared.facts[self.fact[place]],
            shared.stacks[self.stack[place]],
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __iter__(self) -> Iterator[Play]:
        return map(_play, self.ids, self.evenings, self.tables, self.facts, self.stacks)

    def at(self, places: Sequence[int]) -> Packed:
        """The plays at some places, in the order of the places."""
        return Packed(
            part_of(self.ids, places),
            _taken(self.evening, places),
            _taken(self.table, places),
            _taken(self.fact, places),
            _taken(self.stack, places),
            self.shared,
        )

    def without_ids(self) -> Packed:
        """The same games for whoever must not tell them by their ids, which are empty."""
        ids = [""] * len(self)
        return Packed(ids, self.evening, self.table, self.fact, self.stack, self.shared)

    def date_at(self, place: int) -> str | None:
        """The date of one game."""
        return self.shared.evenings[self.evening[place]].date

    @property
    def evenings(self) -> Iterator[Evening]:
        """When each game was played."""
        return map(self.shared.evenings.__getitem__, self.evening)

    @property
    def tables(self) -> Iterator[tuple[str, ...]]:
        """The people of each game."""
        return map(self.shared.tables.__getitem__, self.table)

    @property
    def facts(self) -> Iterator[Facts]:
        """The facts of each game."""
        return map(self.shared.facts.__getitem__, self.fact)

    @property
    def stacks(self) -> Iterator[Stacks]:
        """The stacks of each game."""
        return map(self.shared.stacks.__getitem__, self.stack)

    def seating(self, shown: Container[str]) -> Packed:
        """The same games, with only those of their people who are `shown`."""
        tables = Numbered[tuple[str, ...]]()
        number = [
            tables[tuple(one for one in people if one in shown)] for people in self.shared.tables
        ]
        if list(tables) == self.shared.tables:
            return self
        table = array("i", map(number.__getitem__, self.table))
        shared = Shared(self.shared.evenings, tables, self.shared.facts, self.shared.stacks)
        return Packed(self.ids, self.evening, table, self.fact, self.stack, shared)

    def of_facts(self, figure: Callable[..., T], *arguments: Hashable) -> Iterator[T]:
        """A figure of its facts, for each game."""
        return map(self.shared.of_facts(figure, *arguments).__getitem__, self.fact)

    def where(self, figure: Callable[..., bool], *arguments: Hashable) -> Packed:
        """The games for whose facts a figure is true."""
        taken = bytes(self.of_facts(figure, *arguments))
        if 0 not in taken:
            return self
        return Packed(
            part_of(self.ids, array("i", compress(range(len(self)), taken))),
            array("i", compress(self.evening, taken)),
            array("i", compress(self.table, taken)),
            array("i", compress(self.fact, taken)),
            array("i", compress(self.stack, taken)),
            self.shared,
        )

    def found(self, figure: Callable[[Facts], T]) -> dict[int, T]:
        """A figure of the facts that come up here, by their number; it is not kept."""
        return {facts: figure(self.shared.facts[facts]) for facts in dict.fromkeys(self.fact)}

    def tally(self) -> list[tuple[Facts, int]]:
        """How often all facts occur, in the order in which they come up."""
        return [(self.shared.facts[facts], count) for facts, count in Counter(self.fact).items()]

    def tally_by(self, key: Callable[[Facts], H]) -> Counter[H]:
        """How many games there are by something of their facts, in the order of first use."""
        found: Counter[H] = Counter()
        for facts, count in self.tally():
            found[key(facts)] += count
        return found

    def units(self) -> Iterator[int]:
        """A number for what a game shares its evening with: below 0, the place with all bits
        turned, for a game without a date, which is alone.
        """
        dated = self.shared.dated
        return (evening if dated[evening] else ~place for place, evening in enumerate(self.evening))


def pack(plays: Iterable[Play], digests: Iterable[str] = repeat("")) -> Packed:
    """Plays as columns, with the digests of their rulesets; packed ones as they are."""
    if isinstance(plays, Packed):
        return plays
    ids: list[str] = []
    evening, table, fact, stack = (array("i") for _column in range(4))
    evenings, tables = Numbered[Evening](), Numbered[tuple[str, ...]]()
    facts, stacks = Numbered[Facts](), Numbered[Stacks]()
    for play, digest in zip(plays, digests, strict=False):
        (id_, date, session, group, ruleset, seats, people) = play[:7]
        ids.append(id_)
        evening.append(evenings[Evening(date, session, group)])
        table.append(tables[people])
        stack.append(stacks[play.stacks])
        fact.append(facts[Facts(ruleset, seats, *play[7:13], *play[14:], digest)])
    return Packed(ids, evening, table, fact, stack, Shared(evenings, tables, facts, stacks))


def _taken(column: Codes, places: Sequence[int]) -> Codes:
    return array("i", map(column.__getitem__, places))


def _play(id: str, evening: Evening, people: tuple[str, ...], facts: Facts, stacks: Stacks) -> Play:
    return Play._make((id, *evening, facts[0], facts[1], people, *facts[2:8], stacks, *facts[8:14]))
