"""Public datasets in, the figures of every club and of all clubs together out.

All grouping happens in the engine. What comes back is the size of people, line-ups and
groups, in the order of clubs, so that one club at a time is held here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from hanabi_log.federation import aggregates
from hanabi_log.federation.dataset import Dataset, open_datasets
from hanabi_log.federation.engines import (
    Engine,
    EngineName,
    check_engine,
    default_engine,
    opened,
)
from hanabi_log.federation.figures import ClubFigures
from hanabi_log.stats.aggregates import Ending, Tables, Tally
from hanabi_log.stats.counting import MODES
from hanabi_log.stats.rolled import Evenings, Rolled

Rows = Iterable[tuple[Any, ...]]


@contextmanager
def federate(
    datasets: Sequence[str], engine: EngineName | None = None, master: str | None = None
) -> Iterator[Federation]:
    """The federation of some datasets, open for as long as the context lasts.

    Raises InvalidInput, before any work, when the engine or what it needs is missing, and
    with all that is wrong with the datasets. `engine` is DuckDB where it is installed, else
    SQLite; `master` is Spark's, its own default where it is None.
    """
    name = engine or default_engine()
    check_engine(name, master)
    dataset = open_datasets(datasets)
    with opened(name, dataset, master) as running:
        yield Federation(dataset, running)


@dataclass(frozen=True)
class Federation:
    """Clubs as an engine has them. Iterating gives the figures of each, in the order of ids."""

    dataset: Dataset
    engine: Engine

    @cached_property
    def endings(self) -> Sequence[Ending]:
        """Every ending of a counted game; the engine knows them by their places from then on."""
        engine = self.engine
        engine.define("plays", aggregates.plays(engine.dialect))
        endings = aggregates.endings_of(engine.rows(aggregates.distinct_endings()))
        engine.fill("endings", aggregates.ENDINGS_TABLE, aggregates.endings_table(endings))
        engine.define("counted", aggregates.counted(), kept=True)
        engine.define("seated", aggregates.seated(engine.dialect))
        return endings

    @cached_property
    def maxima(self) -> Sequence[int]:
        """The maxima of games that enter means."""
        return aggregates.maxima_of(self.endings)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each club, by id."""
        return {club.id: club.name for club in self.dataset.clubs}

    @cached_property
    def tables(self) -> Tables:
        """All clubs together: counts, setups, means with their sessions, colours.

        People, line-ups and groups are not in it: those are their clubs' own.
        """
        tallies = _tally(self._rows(aggregates.tally()), self.endings)
        logged = sum(row[1] for row in self.engine.rows(aggregates.clubs(self.engine.dialect)))
        colours, coloured = _colours(row[1:] for row in self._colours())
        return Rolled(
            logged=logged,
            colours=colours,
            coloured=coloured,
            tallies=tallies,
            evenings={
                "all": {(): self._evenings(self._rows(aggregates.evenings((), self.maxima)))},
                "setup": self._by(
                    self._rows(aggregates.evenings(("ruleset", "seats"), self.maxima)), 2
                ),
            },
            held=next(iter(self._rows(aggregates.held())))[0],
        )

    @cached_property
    def months(self) -> Mapping[str, Tally]:
        """The counted games of each month of all clubs, in order."""
        return _months(self._rows(aggregates.tally("month")), self.endings)

    def __len__(self) -> int:
        """How many clubs there are."""
        return len(self.dataset.clubs)

    def __iter__(self) -> Iterator[ClubFigures]:
        """The figures of each club; only one of them is held at a time."""
        parts = {name: _Parts(rows) for name, rows in self._queries().items()}
        for folder in self.dataset.clubs:
            found = {name: part.take(folder.id) for name, part in parts.items()}
            (_logged, *dates) = found["clubs"][0] if found["clubs"] else (0, None, None)
            yield ClubFigures(
                folder.member(), self._rolled(found), _months(found["month"], self.endings), *dates
            )

    def _queries(self) -> dict[str, Rows]:
        maxima = self.maxima
        queries = {
            "clubs": aggregates.clubs(self.engine.dialect),
            "all": aggregates.tally("club"),
            "month": aggregates.tally("club", "month"),
            "group": aggregates.tally("club", "grp"),
            "party": aggregates.tally("club", "party"),
            "person": aggregates.tally("club", "person", source="seated"),
            "members": aggregates.members(),
            "held": aggregates.held("club"),
            "evenings": aggregates.evenings(("club",), maxima),
            "setups": aggregates.evenings(("club", "ruleset", "seats"), maxima),
            "groups": aggregates.evenings(("club", "grp"), maxima),
            "lineups": aggregates.evenings(("club", "party", "seats"), maxima),
        }
        return {name: self.engine.rows(sql) for name, sql in queries.items()} | {
            "colours": self._colours()
        }

    def _rolled(self, found: Mapping[str, Sequence[tuple[Any, ...]]]) -> Rolled:
        endings = self.endings
        colours, coloured = _colours(found["colours"])
        groups = _keyed(found["group"], endings)
        members: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for group, person, count in found["members"]:
            members[group][person] = count
        lineups = {
            party: evenings
            for (text, seats), evenings in self._by(found["lineups"], 2).items()
            if len(party := _party(text)) == seats >= 2
        }
        return Rolled(
            logged=found["clubs"][0][0] if found["clubs"] else 0,
            colours=colours,
            coloured=coloured,
            tallies=_tally(found["all"], endings),
            by_person=_keyed(found["person"], endings),
            by_group={group: tally for group, tally in groups.items() if group is not None},
            by_party=_keyed(found["party"], endings, _party),
            evenings={
                "all": {(): self._evenings(found["evenings"])},
                "setup": self._by(found["setups"], 2),
                "group": self._by(found["groups"], 1),
                "lineup": lineups,
            },
            members=dict(members),
            held=found["held"][0][0] if found["held"] else 0,
        )

    def _rows(self, sql: str) -> Rows:
        # Whoever asks first makes the relations.
        assert self.endings is not None
        return self.engine.rows(sql)

    def _colours(self) -> Rows:
        suits = self.dataset.suits
        return self.engine.rows(aggregates.colours(suits)) if suits else ()

    def _by(self, rows: Rows, width: int) -> dict[Any, list[Evenings]]:
        """The sessions of each key, which is a tuple where it has several parts."""
        found: defaultdict[Any, list[Evenings]] = defaultdict(list)
        for row in rows:
            key = row[0] if width == 1 else row[:width]
            found[key] += self._evenings((row[width:],))
        return dict(found)

    def _evenings(self, rows: Rows) -> list[Evenings]:
        modes, maxima = len(MODES), self.maxima
        made = []
        for times, *numbers in rows:
            points = [
                {
                    most: int(number)
                    for most, number in zip(
                        maxima, numbers[start : start + len(maxima)], strict=True
                    )
                    if number
                }
                for start in range(modes, modes * (1 + len(maxima)), len(maxima))
            ]
            games = tuple(int(number) for number in numbers[:modes])
            made.append(Evenings(times, games, tuple(points)))
        return made


class _Parts:
    """Rows in the order of clubs, taken club by club."""

    def __init__(self, rows: Rows) -> None:
        self._groups = groupby(rows, key=lambda row: row[0])
        self._next = next(self._groups, None)

    def take(self, club: str) -> list[tuple[Any, ...]]:
        """The rows of a club, without its id; clubs are asked for in their order."""
        if self._next is None or self._next[0] != club:
            return []
        rows = [row[1:] for row in self._next[1]]
        self._next = next(self._groups, None)
        return rows


def _tally(rows: Rows, endings: Sequence[Ending]) -> dict[Ending, int]:
    return {endings[ending]: count for ending, count in rows}


def _keyed(
    rows: Rows, endings: Sequence[Ending], named: Callable[[Any], Any] = lambda key: key
) -> dict[Any, dict[Ending, int]]:
    found: defaultdict[Any, dict[Ending, int]] = defaultdict(dict)
    for key, ending, count in rows:
        found[key][endings[ending]] = count
    return {named(key): tally for key, tally in found.items()}


def _months(rows: Rows, endings: Sequence[Ending]) -> dict[str, Tally]:
    found = _keyed(rows, endings)
    found.pop(None, None)
    return {month: found[month] for month in sorted(found)}


def _party(text: str) -> tuple[str, ...]:
    return tuple(text.split(aggregates.APART)) if text else ()


def _colours(rows: Rows) -> tuple[dict[str, tuple[int, ...]], int]:
    """The counts of cards laid by suit, and how many games tell of any."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0] * 6)
    told = 0
    for suit, laid, count in rows:
        if suit:
            found[suit][laid] += count
        else:
            told += count
    return {suit: tuple(found[suit]) for suit in sorted(found)}, told
