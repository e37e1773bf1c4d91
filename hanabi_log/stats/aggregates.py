"""The tables from which every mean, rate and board is computed: counts of games.

A table says how often each ending occurred for some people in some session; the tables by
person, line-up, session and group are roll-ups of it. Counts are whole numbers, so no order
of games can change a digit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Protocol, TypeVar

from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.stats.counting import is_counted, is_full
from hanabi_log.stats.endings import Ending, Tally, ending_of
from hanabi_log.stats.packed import pack
from hanabi_log.stats.plays import Play

if TYPE_CHECKING:
    from hanabi_log.stats.columns import Columns
    from hanabi_log.stats.rolled import Rolled

Unit = tuple[str | None, str] | tuple[str | None, None, str]
"""What games of one evening share: group and date, or group and own id without a date."""

People = tuple[str, ...]


T = TypeVar("T", contravariant=True)


class Takes(Protocol[T]):
    """Says whether something belongs to a part."""

    def __call__(self, one: T, /) -> bool: ...


def anything(_one: object) -> bool:
    """Takes whatever comes."""
    return True


Row = tuple[People, Unit, Ending]
"""What games are told apart by."""


@dataclass(frozen=True)
class Tables:
    """The tables of some games. `logged` counts all of them, also those that do not count.

    `colours` maps a suit's code to how many games laid 0, 1, 2, 3, 4 and 5 of its cards,
    over the `coloured` games that tell.
    """

    logged: int = 0
    rows: Mapping[Row, int] = field(default_factory=dict)
    colours: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    coloured: int = 0

    @cached_property
    def endings(self) -> Tally:
        """All games."""
        tally: Counter[Ending] = Counter()
        for (_people, _unit, ending), count in self.rows.items():
            tally[ending] += count
        return dict(tally)

    @cached_property
    def setups(self) -> Mapping[tuple[str, int], Tally]:
        """By ruleset and number of players."""
        tallies: defaultdict[tuple[str, int], dict[Ending, int]] = defaultdict(dict)
        for ending, count in self.endings.items():
            tallies[ending.ruleset, ending.seats][ending] = count
        return dict(tallies)

    @cached_property
    def people(self) -> Mapping[str, Tally]:
        """By person."""
        tallies: defaultdict[str, dict[Ending, int]] = defaultdict(dict)
        for (people, _unit, ending), count in self.rows.items():
            for person in people:
                tally = tallies[person]
                tally[ending] = tally.get(ending, 0) + count
        return dict(tallies)

    @cached_property
    def sessions(self) -> Mapping[Unit, Tally]:
        """By session, or single game without a date."""
        tallies: defaultdict[Unit, dict[Ending, int]] = defaultdict(dict)
        for (_people, unit, ending), count in self.rows.items():
            tally = tallies[unit]
            tally[ending] = tally.get(ending, 0) + count
        return dict(tallies)

    @cached_property
    def groups(self) -> Mapping[str, Mapping[Unit, Tally]]:
        """By group and session. Games without a group are in none."""
        split: defaultdict[str, dict[Unit, Tally]] = defaultdict(dict)
        for unit, tally in self.sessions.items():
            if unit[0] is not None:
                split[unit[0]][unit] = tally
        return dict(split)

    @cached_property
    def lineups(self) -> Mapping[People, Mapping[Unit, Tally]]:
        """By exact set of people and session. Tables with a guest are in none."""
        split: defaultdict[People, dict[Unit, dict[Ending, int]]] = defaultdict(dict)
        for (people, unit, ending), count in self.rows.items():
            if len(people) == ending.seats >= 2:
                tally = split[people].setdefault(unit, {})
                tally[ending] = tally.get(ending, 0) + count
        return dict(split)

    @property
    def dated_sessions(self) -> int:
        """How many sessions there are; a game without a date is in none."""
        return sum(unit[1] is not None for unit in {unit for _people, unit, _end in self.rows})

    @property
    def parties(self) -> frozenset[People]:
        """The sets of people that sat at a table, guests left out."""
        return frozenset(people for people, _unit, _ending in self.rows if people)

    @property
    def rolled(self) -> Rolled | Columns | None:
        """The tables as an engine or columns roll them up; None where the rows are here."""
        return None

    @property
    def games(self) -> int:
        """How many games count."""
        return sum(self.endings.values())

    def part(self, ending: Takes[Ending] = anything, unit: Takes[Unit] = anything) -> Tables:
        """The tables of the counted games that ended and were played in such a way.

        Colours are not told apart so, and are not in it.
        """
        rows = {row: n for row, n in self.rows.items() if unit(row[1]) and ending(row[2])}
        return Tables(sum(rows.values()), rows)


MANY = 5_000
"""From so many games on, tables are columns of numbers: numpy is worth its import."""


def gather(plays: Iterable[Play]) -> Tables:
    """The tables of some plays, in one pass."""
    packed = pack(plays)
    shared, counted = packed.shared, packed.where(is_counted)
    endings, full = shared.of_facts(ending_of), shared.of_facts(is_full)
    rows: defaultdict[Row, int] = defaultdict(int)
    games = Counter(zip(counted.table, counted.units(), counted.fact, strict=True))
    for (table, number, facts), count in games.items():
        evening = shared.evenings[counted.evening[~number] if number < 0 else number]
        unit: Unit = evening.session or (evening.group, None, counted.ids[~number])
        rows[shared.tables[table], unit, endings[facts]] += count
    colours: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (RANKS + 1))
    coloured = 0
    told = compress(counted.stack, map(full.__getitem__, counted.fact))
    for number, count in Counter(told).items():
        stacks = shared.stacks[number]
        if stacks is not None:
            coloured += count
            for code, laid, _last in stacks:
                colours[code][laid] += count
    table_of_colours = {code: tuple(counts) for code, counts in colours.items()}
    return Tables(len(packed), dict(rows), table_of_colours, coloured)


def tables_of(plays: Sequence[Play] | Tables) -> Tables:
    """The tables, gathered from plays unless they are there already."""
    if isinstance(plays, Tables):
        return plays
    if len(plays) < MANY:
        return gather(plays)
    from hanabi_log.stats.wide import columns_of

    return columns_of(pack(plays))
