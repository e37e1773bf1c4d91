"""Games as columns of numbers, rolled up for logs that are too large for dictionaries.

Every sum is a sum of whole numbers below 2⁵³, so it is exact, and no order of games can
change a digit of what is made from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabi_log.stats.aggregates import People, Unit
from hanabi_log.stats.counting import MODES, Mode
from hanabi_log.stats.endings import Ending, Sums
from hanabi_log.stats.rolls import By, Numbers, Roll

if TYPE_CHECKING:
    from hanabi_log.stats.baselines import Baselines

Floats = NDArray[np.float64]
Places = NDArray[np.integer[Any]]


class Keyed(NamedTuple):
    """Rows with the key that each belongs to: names of keys, and equally long columns."""

    names: Sequence[Any]
    key: Places
    row: Places


class Endings:
    """What endings bring, as columns: a place for each ending."""

    def __init__(self, endings: Sequence[Ending]) -> None:
        self.endings = endings
        self.seats = np.array([ending.seats for ending in endings], dtype=np.intp)
        self.flags = np.array(
            [(1, one.told, one.perfect, one.struck_out, one.decided, one.won) for one in endings],
            dtype=float,
        ).reshape(len(endings), len(Sums._fields))
        setups = [(ending.ruleset, ending.seats) for ending in endings]
        self.setups = sorted(set(setups))
        place = {setup: number for number, setup in enumerate(self.setups)}
        self.setup = np.array([place[setup] for setup in setups], dtype=np.intp)
        # An ending without a maximum has no number, so any place will do for it.
        self.maxima = sorted({ending.max_score or 25 for ending in endings})
        rank = {most: number for number, most in enumerate(self.maxima)}
        self.maximum = np.array([rank[one.max_score or 25] for one in endings], dtype=np.intp)
        self.known = {
            mode: np.array([one.numbers[mode] is not None for one in endings], dtype=float)
            for mode in MODES
        }
        self.number = {
            mode: np.array([one.numbers[mode] or 0 for one in endings], dtype=float)
            for mode in MODES
        }


class Columns:
    """Counted games: the number of each one's people, evening and ending.

    `tables`, `units` and `endings` say what the numbers stand for.
    """

    def __init__(
        self,
        table: Places,
        unit: Places,
        ending: Places,
        tables: Sequence[People],
        units: Sequence[Unit],
        endings: Endings,
    ) -> None:
        self.table, self.unit, self.ending = table, unit, ending
        self.tables, self.units, self.endings = tables, units, endings

    def where(self, kept: NDArray[np.bool_]) -> Columns:
        """The games that are kept."""
        columns = (self.table[kept], self.unit[kept], self.ending[kept])
        return Columns(*columns, self.tables, self.units, self.endings)

    def rolls(
        self, by: By, mode: Mode, expected: Baselines | None, least: int
    ) -> Mapping[Any, Roll]:
        """The roll-up that `rolls` promises."""
        found = self._keyed(by)
        size = len(found.names)
        ending, kind = self.endings, self.ending[found.row]
        flags = [np.bincount(found.key, column[kind], size) for column in ending.flags.T]
        kept = flags[0] >= max(1, least)
        numbers = {
            one: self._numbers(found.key, size, kind, one)
            for one in dict.fromkeys((mode, "points", "official"))
        }
        baseline = self._baseline(found.key, size, kind, mode, expected)
        sessions = self._sessions(found, kind, mode, kept) if by != "person" else None
        places = np.flatnonzero(kept)
        columns = [np.column_stack(flags)[places].astype(int).tolist(), baseline[places].tolist()]
        pairs = [_paired(*(part[places] for part in numbers[one])) for one in numbers]
        named = dict(zip(numbers, pairs, strict=True))
        return {
            found.names[place]: Roll(
                Sums(*sums), in_mode, points, score, base, next(sessions) if sessions else ()
            )
            for place, sums, base, in_mode, points, score in zip(
                places.tolist(),
                *columns,
                named[mode],
                named["points"],
                named["official"],
                strict=True,
            )
        }

    def people_of_groups(self) -> Mapping[str, Mapping[str, int]]:
        """How many games each person sat at with each group."""
        groups = self._keyed("group")
        pair = groups.key * np.intp(len(self.tables)) + self.table[groups.row]
        pairs, games = np.unique(pair, return_counts=True)
        found: dict[str, Counter[str]] = {}
        for number, count in zip(pairs.tolist(), games.tolist(), strict=True):
            group, table = divmod(number, len(self.tables))
            seated = found.setdefault(groups.names[group], Counter())
            for person in self.tables[table]:
                seated[person] += count
        return found

    def _keyed(self, by: By) -> Keyed:
        if by == "person":
            return self._people
        rows = np.arange(len(self.table), dtype=np.intc)
        if by == "all":
            return Keyed([()], np.zeros(len(rows), dtype=np.intc), rows)
        if by == "setup":
            return Keyed(self.endings.setups, self.endings.setup[self.ending], rows)
        if by == "lineup":
            sizes = np.array([len(people) for people in self.tables], dtype=np.intp)
            seats = self.endings.seats[self.ending]
            whole = np.flatnonzero((sizes[self.table] == seats) & (seats >= 2))
            return Keyed(self.tables, self.table[whole], whole)
        names, places = _numbered(unit[0] for unit in self.units)
        keys = places[self.unit]
        there = np.flatnonzero(np.array([name is not None for name in names], dtype=bool)[keys])
        return Keyed(names, keys[there], there)

    @cached_property
    def _people(self) -> Keyed:
        """A row for everybody at a table."""
        rows = np.arange(len(self.table), dtype=np.intc)
        sizes = np.array([len(people) for people in self.tables], dtype=np.intc)
        names, places = _numbered(chain.from_iterable(self.tables))
        starts = (np.cumsum(sizes) - sizes).astype(np.intc)
        width = sizes[self.table]
        # Where the people of a game begin among all seats, and from there one after the other.
        seat = np.arange(width.sum(), dtype=np.intc)
        seat += np.repeat(starts[self.table] - np.cumsum(width, dtype=np.intc) + width, width)
        return Keyed(names, places[seat], np.repeat(rows, width))

    def _numbers(self, key: Places, size: int, kind: Places, mode: Mode) -> tuple[Floats, Floats]:
        """The games of each key that enter a mean, and the sums of their values."""
        ending = self.endings
        games: Floats = np.bincount(key, ending.known[mode][kind], size).astype(float)
        most = len(ending.maxima)
        cells = np.bincount(
            key * np.intp(most) + ending.maximum[kind], ending.number[mode][kind], size * most
        ).reshape(size, most)
        total = np.zeros(size)
        for column, maximum in enumerate(ending.maxima):
            total += 25 * cells[:, column] / maximum
        return games, total

    def _baseline(
        self,
        key: Places,
        size: int,
        kind: Places,
        mode: Mode,
        expected: Baselines | None,
    ) -> Floats:
        total = np.zeros(size)
        if expected is None:
            return total
        ending = self.endings
        width = len(ending.setups)
        cells = np.bincount(
            key * np.intp(width) + ending.setup[kind], ending.known[mode][kind], size * width
        ).reshape(size, width)
        for column, setup in enumerate(ending.setups):
            total += cells[:, column] * (expected.of(*setup) or 0.0)
        return total

    def _sessions(
        self, found: Keyed, kind: Places, mode: Mode, kept: NDArray[np.bool_]
    ) -> Iterator[Sequence[Numbers]]:
        """The numbers of the sessions of each key that is kept, in the order of the keys."""
        wanted = kept[found.key]
        pair = found.key[wanted] * np.intp(len(self.units)) + self.unit[found.row][wanted]
        pairs, place = np.unique(pair, return_inverse=True)
        games, total = self._numbers(place, len(pairs), kind[wanted], mode)
        there = games > 0
        owner = pairs[there] // len(self.units)
        numbers = _paired(games[there], total[there])
        places = np.flatnonzero(kept)
        starts = np.searchsorted(owner, places, "left").tolist()
        ends = np.searchsorted(owner, places, "right").tolist()
        return (numbers[start:end] for start, end in zip(starts, ends, strict=True))


def _paired(games: Floats, total: Floats) -> list[Numbers]:
    return list(zip(games.astype(int).tolist(), total.tolist(), strict=True))


def _numbered(items: Iterable[Any]) -> tuple[list[Any], Places]:
    """The different items, and the place of each item among them."""
    known: dict[Any, int] = {}
    places = [known.setdefault(item, len(known)) for item in items]
    return list(known), np.array(places, dtype=np.intc)
