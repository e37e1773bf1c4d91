"""The tables from which every mean, rate and board is computed: counts of games.

A table says how often each ending occurred for some people in some session; the tables by
person, line-up, session and group are roll-ups of it. Counts are whole numbers, so adding
a game gives exactly what a rebuild gives, and no order of games can change a digit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from operator import add, itemgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.stats.counting import (
    MODES,
    Mode,
    is_full,
    number_of,
    tells_outcome,
    tells_win,
)
from hanabi_log.stats.packed import Facts, pack
from hanabi_log.stats.plays import Play, counted_play

if TYPE_CHECKING:
    from hanabi_log.stats.columns import Columns
    from hanabi_log.stats.rolled import Rolled

Unit = tuple[str | None, str] | tuple[str | None, None, str]
"""What games of one evening share: group and date, or group and own id without a date."""

People = tuple[str, ...]


EndingKey = tuple[str, int, int | None, int | None, int | None, Outcome | None, bool]
"""Ruleset, number of players, maximum, points, score, outcome, and whether one wins or loses."""


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a counted game ended, apart from who sat there and when, and what that brings.

    `numbers` are the points or the score that it brings into a mean under each score mode,
    of `max_score`; None where it enters none. Made by `ending_of` only, which makes one
    object for each ending, so that tables may compare endings by identity: they are looked
    up many times for every game.
    """

    key: EndingKey
    ruleset: str
    seats: int
    max_score: int | None
    numbers: Mapping[Mode, int | None]
    told: bool
    perfect: bool
    struck_out: bool
    decided: bool
    won: bool

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, where that is known."""
        return self.key[5]

    def __reduce__(self) -> tuple[Callable[[EndingKey], Ending], tuple[EndingKey]]:
        return _known_ending, (self.key,)


T = TypeVar("T", contravariant=True)


class Takes(Protocol[T]):
    """Says whether something belongs to a part."""

    def __call__(self, one: T, /) -> bool: ...


def anything(_one: object) -> bool:
    """Takes whatever comes."""
    return True


Tally = Mapping[Ending, int]
"""How often each ending occurred."""

Row = tuple[People, Unit, Ending]
"""What games are told apart by."""


class Sums(NamedTuple):
    """Counts of some games: `told` are those with a known outcome, of them `perfect` and
    `struck_out`; `decided` are win-or-lose games with a known outcome, of them `won`.
    """

    games: int
    told: int
    perfect: int
    struck_out: int
    decided: int
    won: int


_key_of: Callable[[Play], EndingKey] = itemgetter(
    *map(
        Play._fields.index,
        ("ruleset", "seats", "max_score", "points", "score", "outcome", "win_or_lose"),
    )
)
_endings: dict[EndingKey, Ending] = {}


def ending_of(play: Play) -> Ending:
    """The ending of a counted game; equal endings are one object."""
    key = _key_of(play)
    return _endings.get(key) or _known_ending(key)


def ending_of_facts(facts: Facts) -> Ending:
    """The ending of counted games that have these facts in common."""
    return _known_ending(
        (
            facts.ruleset,
            facts.seats,
            facts.max_score,
            facts.points,
            facts.score,
            facts.outcome,
            facts.win_or_lose,
        )
    )


def _known_ending(key: EndingKey) -> Ending:
    return _endings.get(key) or _endings.setdefault(key, _new_ending(key))


def _new_ending(key: EndingKey) -> Ending:
    play = counted_play(*key)
    told, decided = tells_outcome(play), tells_win(play)
    return Ending(
        key=key,
        ruleset=play.ruleset,
        seats=play.seats,
        max_score=play.max_score,
        numbers={mode: number_of(play, mode) for mode in MODES},
        told=told,
        perfect=told and play.outcome == "perfect",
        struck_out=told and play.outcome == "struck_out",
        decided=decided,
        won=decided and play.outcome == "perfect",
    )


def sums_of(tally: Tally) -> Sums:
    """The counts of a tally."""
    games = told = perfect = struck_out = decided = won = 0
    for ending, count in tally.items():
        games += count
        told += ending.told * count
        perfect += ending.perfect * count
        struck_out += ending.struck_out * count
        decided += ending.decided * count
        won += ending.won * count
    return Sums(games, told, perfect, struck_out, decided, won)


def numbers_of(tally: Tally, mode: Mode = "points") -> tuple[int, float]:
    """How many games of a tally enter a mean, and the sum of their values on the scale of 25.

    Points are added as whole numbers, those of each maximum by themselves.
    """
    n, points = 0, dict[int, int]()
    for ending, count in tally.items():
        number, most = ending.numbers[mode], ending.max_score
        if number is not None and most:
            n += count
            points[most] = points.get(most, 0) + count * number
    total = 0.0
    for most in sorted(points):
        total += 25 * points[most] / most
    return n, total


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

    def plus(self, other: Tables) -> Tables:
        """The tables of both sets of games."""
        rows = Counter(self.rows)
        rows.update(other.rows)
        colours = dict(self.colours)
        for code, counts in other.colours.items():
            before = colours.get(code, (0,) * len(counts))
            colours[code] = tuple(map(add, before, counts))
        logged, coloured = self.logged + other.logged, self.coloured + other.coloured
        return Tables(logged, dict(rows), colours, coloured)

    def adding(self, play: Play) -> Tables:
        """The tables with one more game in them."""
        return self.plus(gather((play,)))


MANY = 20_000
"""From so many games on, tables are columns of numbers: numpy is worth its import."""


def gather(plays: Iterable[Play]) -> Tables:
    """The tables of some plays, in one pass."""
    packed = pack(plays)
    shared, counted = packed.shared, packed.where(_counts)
    endings, full = shared.of_facts(ending_of_facts), shared.of_facts(is_full)
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


def _counts(facts: Facts) -> bool:
    return facts.counted


def tables_of(plays: Sequence[Play] | Tables) -> Tables:
    """The tables, gathered from plays unless they are there already."""
    if isinstance(plays, Tables):
        return plays
    if len(plays) < MANY:
        return gather(plays)
    from hanabi_log.stats.columns import columns_of

    return columns_of(pack(plays))
