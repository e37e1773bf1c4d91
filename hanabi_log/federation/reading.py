"""Public datasets in, the figures of every club and of all clubs together out.

All grouping happens in the engine. What comes back is the size of people, line-ups and
groups, in the order of clubs, so that one club at a time is held here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from hanabi_log.stats.rolls import By

Rows = Iterable[tuple[Any, ...]]
Counts = Mapping[str, Sequence[tuple[Any, ...]]]


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
        return self._rolled(self._whole, self._evenings(by_club=False))

    @cached_property
    def months(self) -> Mapping[str, Tally]:
        """The counted games of each month of all clubs, in order."""
        return self._months(self._whole)

    def __len__(self) -> int:
        """How many clubs there are."""
        return len(self.dataset.clubs)

    def __iter__(self) -> Iterator[ClubFigures]:
        """The figures of each club; only one of them is held at a time."""
        counts, evenings = (
            _Parts(rows) for rows in (self._counts(by_club=True), self._evenings(by_club=True))
        )
        for folder in self.dataset.clubs:
            found = _by_kind(counts.take(folder.id))
            tables = self._rolled(found, evenings.take(folder.id))
            dates = found["logged"][0][:2] if found["logged"] else (None, None)
            yield ClubFigures(folder.member(), tables, self._months(found), *dates)

    @cached_property
    def _whole(self) -> Counts:
        return _by_kind(self._counts(by_club=False))

    def _counts(self, *, by_club: bool) -> Rows:
        # The endings come first: they make the relations.
        assert self.endings is not None
        sql = aggregates.counts(self.engine.dialect, self.dataset.suits, by_club=by_club)
        return self.engine.rows(sql)

    def _evenings(self, *, by_club: bool) -> Rows:
        return self.engine.rows(aggregates.evenings(self.maxima, by_club=by_club))

    def _rolled(self, found: Counts, evenings: Rows) -> Rolled:
        laid: defaultdict[str, list[int]] = defaultdict(lambda: [0] * 6)
        for suit, _none, cards, games in found["laid"]:
            laid[suit][cards] += games
        coloured = sum(laid.pop("", ()))
        members: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for group, person, _none, games in found["member"]:
            members[group][person] = games
        return Rolled(
            logged=sum(row[-1] for row in found["logged"]),
            colours={suit: tuple(laid[suit]) for suit in sorted(laid)},
            coloured=coloured,
            tallies=self._tallies(found["all"]).get("", {}),
            by_person=self._tallies(found["person"]),
            by_group=self._tallies(found["group"]),
            by_party={_party(text): tally for text, tally in self._tallies(found["party"]).items()},
            evenings=self._sessions(evenings),
            members=members,
            held=sum(row[-1] for row in found["held"]),
        )

    def _tallies(self, rows: Rows) -> dict[str, dict[Ending, int]]:
        tallies: defaultdict[str, dict[Ending, int]] = defaultdict(dict)
        for name, _other, ending, games in rows:
            tallies[name][self.endings[ending]] = games
        return dict(tallies)

    def _months(self, found: Counts) -> dict[str, Tally]:
        return dict(sorted(self._tallies(found["month"]).items()))

    def _sessions(self, rows: Rows) -> dict[By, dict[Any, list[Evenings]]]:
        found: dict[By, defaultdict[Any, list[Evenings]]] = {
            by: defaultdict(list) for by in ("all", "setup", "group", "lineup")
        }
        for _club, kind, name, seats, times, *numbers in rows:
            key: Any = {"all": (), "setup": (name, seats), "group": name}.get(kind)
            if kind == "lineup":
                key = _party(name)
                if not len(key) == seats >= 2:
                    continue
            found[kind][key].append(self._alike(times, numbers))
        return {by: dict(sessions) for by, sessions in found.items()}

    def _alike(self, times: int, numbers: Sequence[int]) -> Evenings:
        modes, maxima = len(MODES), self.maxima
        points = (
            tuple(
                {
                    most: int(number)
                    for most, number in zip(maxima, numbers[start:], strict=False)
                    if number
                }
                for start in range(modes, len(numbers), len(maxima))
            )
            if maxima
            else ({},) * modes
        )
        return Evenings(times, tuple(int(games) for games in numbers[:modes]), points)


class _Parts:
    """Rows in the order of clubs, taken club by club."""

    def __init__(self, rows: Rows) -> None:
        self._groups = groupby(rows, key=lambda row: row[0])
        self._next = next(self._groups, None)

    def take(self, club: str) -> Rows:
        """The rows of a club; clubs are asked for in their order."""
        if self._next is None or self._next[0] != club:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows


def _by_kind(rows: Rows) -> Counts:
    """The rows of each kind of count, without club and kind."""
    found: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for _club, kind, *rest in rows:
        found[kind].append(tuple(rest))
    return found


def _party(text: str) -> tuple[str, ...]:
    return tuple(text.split(aggregates.APART)) if text else ()
