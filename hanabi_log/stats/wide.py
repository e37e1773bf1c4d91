"""The tables of a large log: no row for each game, but the columns of all of them.

They give the same figures as the rows of a small log, to the last digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.stats.aggregates import People, Tables, Takes, Unit, anything
from hanabi_log.stats.columns import Columns, Endings
from hanabi_log.stats.counting import is_counted, is_full
from hanabi_log.stats.endings import Ending, Tally, ending_of
from hanabi_log.stats.packed import Codes, Facts, Numbered, Packed


@dataclass(frozen=True, eq=False)
class Wide(Tables):
    """The tables of a large log: they have no rows, but columns of the same games."""

    columns: Columns | None = None

    @property
    def rolled(self) -> Columns:
        """The columns, which roll themselves up."""
        assert self.columns is not None
        return self.columns

    @cached_property
    def endings(self) -> Tally:
        """All games."""
        columns = self.rolled
        counts = np.bincount(columns.ending, minlength=len(columns.endings.endings)).tolist()
        return {one: n for one, n in zip(columns.endings.endings, counts, strict=True) if n}

    @property
    def dated_sessions(self) -> int:
        """How many sessions there are; a game without a date is in none."""
        units = self.rolled.units
        return sum(units[unit][1] is not None for unit in np.unique(self.rolled.unit).tolist())

    @property
    def parties(self) -> frozenset[People]:
        """The sets of people that sat at a table, guests left out."""
        tables = self.rolled.tables
        found = (tables[table] for table in np.unique(self.rolled.table).tolist())
        return frozenset(filter(None, found))

    def part(self, ending: Takes[Ending] = anything, unit: Takes[Unit] = anything) -> Wide:
        """The tables of the counted games that ended and were played in such a way."""
        columns = self.rolled
        endings = np.array([ending(one) for one in columns.endings.endings], dtype=bool)
        units = np.array([unit(one) for one in columns.units], dtype=bool)
        kept = columns.where(endings[columns.ending] & units[columns.unit])
        return Wide(len(kept.table), columns=kept)


def columns_of(plays: Packed) -> Wide:
    """The tables of many games. Dateless games are evenings of their own."""
    shared = plays.shared
    evening, fact = _numbers(plays.evening), _numbers(plays.fact)
    counted = _of_facts(shared.facts, is_counted)[fact]
    numbered = Numbered[Ending]()
    ending = np.array([numbered[ending_of(facts)] for facts in shared.facts], dtype=np.intc)
    units: list[Unit] = [one.session or (one.group, None, "") for one in shared.evenings]
    dateless = np.array([one.session is None for one in shared.evenings], dtype=bool)[evening]
    unit = evening.copy()
    alone = np.flatnonzero(dateless).tolist()
    unit[alone] = np.arange(len(units), len(units) + len(alone))
    units += [(shared.evenings[plays.evening[one]].group, None, plays.ids[one]) for one in alone]
    columns = Columns(
        _numbers(plays.table)[counted],
        unit[counted],
        ending[fact[counted]],
        shared.tables,
        units,
        Endings(list(numbered)),
    )
    full = _of_facts(shared.facts, is_full)[fact]
    colours, coloured = _colours(plays, np.bincount(_numbers(plays.stack)[full]).tolist())
    return Wide(len(plays), colours=colours, coloured=coloured, columns=columns)


def _numbers(codes: Codes) -> NDArray[np.intc]:
    return np.frombuffer(codes, dtype=np.intc)


def _of_facts(facts: Sequence[Facts], figure: Callable[[Facts], bool]) -> NDArray[np.bool_]:
    return np.array([figure(one) for one in facts], dtype=bool)


def _colours(plays: Packed, games: Sequence[int]) -> tuple[dict[str, tuple[int, ...]], int]:
    """How many games laid so many cards of each suit, and how many games tell."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (RANKS + 1))
    coloured = 0
    for stacks, count in zip(plays.shared.stacks, games, strict=False):
        if stacks is not None and count:
            coloured += count
            for code, laid, _last in stacks:
                found[code][laid] += count
    return {code: tuple(counts) for code, counts in found.items()}, coloured
