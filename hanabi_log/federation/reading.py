"""Public datasets in, the figures of every club and of all clubs together out.

All grouping happens in the engine. What comes back is the size of people, setups, groups and
line-ups that can stand on a board, in the order of clubs, so that one club at a time is held
here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.federation import aggregates, endings
from hanabi_log.federation.dataset import ClubFolder, Dataset, open_datasets
from hanabi_log.federation.engines import (
    Engine,
    EngineName,
    check_engine,
    default_engine,
    opened,
)
from hanabi_log.federation.figures import ClubFigures, Member, Outcomes
from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.i18n import _
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.boards import MIN_GAMES
from hanabi_log.stats.counting import MODES, Mode
from hanabi_log.stats.endings import Ending, Sums
from hanabi_log.stats.rolled import Brought, Evenings, Rolled, Total, Totals
from hanabi_log.stats.rolls import By

Rows = Iterable[Sequence[Any]]
_NO_GAMES = (0, None, None, 0)


class Counted(NamedTuple):
    """What an engine says of a club, row by row: the answers to the questions of `aggregates`."""

    logged: Sequence[Sequence[Any]]
    counts: Sequence[Sequence[Any]]
    totals: Sequence[Sequence[Any]]
    evenings: Sequence[Sequence[Any]]


@contextmanager
def federate(
    datasets: Sequence[str],
    engine: EngineName | None = None,
    master: str | None = None,
    *,
    modes: Sequence[Mode] = ("points",),
    fewest: int = MIN_GAMES,
) -> Iterator[Federation]:
    """The federation of some datasets, open for as long as the context lasts.

    `engine` is DuckDB where it is installed, else SQLite; `master` is Spark's, its own default
    where it is None. Means have intervals under the score modes in `modes` only, and line-ups
    with fewer than `fewest` counted games are not told: what nobody asks for stays with the
    engine. Raises InvalidInput, before any work, when the engine or what it needs is missing,
    and with all that is wrong with the datasets.
    """
    name = engine or default_engine()
    check_engine(name, master)
    dataset = open_datasets(datasets)
    with opened(name, dataset, master) as running:
        yield Federation(dataset, running, tuple(modes), fewest)


@dataclass(frozen=True)
class Federation:
    """Clubs as an engine has them. Iterating gives the figures of each, in the order of ids."""

    dataset: Dataset
    engine: Engine
    modes: tuple[Mode, ...] = ("points",)
    fewest: int = MIN_GAMES

    @cached_property
    def endings(self) -> Sequence[Ending]:
        """Every ending of a counted game; the engine knows them by their places from then on."""
        engine = self.engine
        engine.define("logs", aggregates.logs(engine.dialect, self.dataset.suits), kept=True)
        engine.define("plays", aggregates.plays(engine.dialect))
        engine.define("ended", aggregates.ended(), kept=True)
        found = endings.endings_of(engine.rows(aggregates.distinct_endings()))
        engine.fill("endings", endings.TABLE, endings.endings_table(found))
        engine.define("results", aggregates.results())
        engine.define("sittings", aggregates.sittings(endings.maxima_of(found)), kept=True)
        engine.define("seated", aggregates.seated(engine.dialect))
        engine.define("regular", aggregates.regular(self.fewest))
        return found

    @cached_property
    def maxima(self) -> Sequence[int]:
        """The maxima of games that enter means."""
        return endings.maxima_of(self.endings)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each club, by id."""
        return {club.id: club.name for club in self.dataset.clubs}

    @property
    def tables(self) -> Tables:
        """All clubs together: counts, setups, means with their sessions, colours.

        People, line-ups and groups are not in it: those are their clubs' own.
        """
        return self._whole.tables

    @property
    def months(self) -> Mapping[str, Outcomes]:
        """The counted games of each month of all clubs by outcome, in order."""
        return self._whole.months

    def __len__(self) -> int:
        """How many clubs there are."""
        return len(self.dataset.clubs)

    def __iter__(self) -> Iterator[ClubFigures]:
        """The figures of each club; only one of them is held at a time."""
        for folder, counted in self.counted():
            yield self.figures(folder.member(), counted)

    def counted(self) -> Iterator[tuple[ClubFolder, Counted]]:
        """Each club with all that the engine counted of it."""
        take = self._take(by_club=True)
        for folder in self.dataset.clubs:
            counted = take(folder.id)
            games = counted.logged[0][0] if counted.logged else 0
            if games != folder.games:
                raise _miscounted(folder, games)
            yield folder, counted

    @cached_property
    def _whole(self) -> ClubFigures:
        return self.figures(Member("", ""), self._take(by_club=False)(""))

    def _take(self, *, by_club: bool) -> Callable[[str], Counted]:
        # The endings come first: they make the relations.
        maxima, rows = self.maxima, self.engine.rows
        parts = [
            _ByClub(rows(aggregates.logged(self.dataset.suits, by_club=by_club))),
            _ByClub(rows(aggregates.counts(by_club=by_club))),
            _ByClub(rows(aggregates.totals(maxima)) if by_club else ()),
            _ByClub(rows(aggregates.evenings(self.modes, maxima, by_club=by_club))),
        ]
        return lambda club: Counted(*(list(part.take(club)) for part in parts))

    def figures(self, member: Member, counted: Counted) -> ClubFigures:
        """The figures of a club; they need no engine any more."""
        found = _by_kind(counted.counts)
        ((games, first, last, coloured, *laid),) = counted.logged or [_NO_GAMES]
        tables = Rolled(
            logged=games or 0,
            colours=dict(self._colours(laid)),
            coloured=coloured or 0,
            tallies={self.endings[row[2]]: row[3] for row in found["all"]},
            totals=self._totals(counted.totals),
            evenings=self._evenings(counted.evenings),
            members=_members(found["member"]),
            links=frozenset(tuple(sorted({row[0], row[1]})) for row in found["link"]),
            held=sum(row[3] for row in found["held"]),
            fewest=self.fewest,
        )
        return ClubFigures(member, tables, _months(found["month"]), first, last)

    def _colours(self, laid: Sequence[int | None]) -> Iterator[tuple[str, tuple[int, ...]]]:
        each = len(aggregates.CARDS)
        for place, suit in enumerate(self.dataset.suits):
            counts = tuple(count or 0 for count in laid[place * each : (place + 1) * each])
            if any(counts):
                yield suit, counts

    def _totals(self, rows: Rows) -> Mapping[By, Mapping[Any, Totals]]:
        found: Mapping[By, defaultdict[Any, dict[tuple[str, int], Total]]] = {
            by: defaultdict(dict) for by in ("person", "group", "lineup")
        }
        width = 1 + len(self.maxima)
        for kind, name, ruleset, seats, *numbers in rows:
            starts = range(len(Sums._fields), len(numbers), width)
            brought = {
                mode: self._brought(numbers[start : start + width])
                for mode, start in zip(MODES, starts, strict=True)
            }
            total = Total(Sums(*numbers[: len(Sums._fields)]), brought)
            found[kind][_key(kind, name)][ruleset, seats] = total
        return found

    def _evenings(self, rows: Rows) -> Mapping[Mode, Mapping[By, Mapping[Any, list[Evenings]]]]:
        found: Mapping[Mode, Mapping[By, defaultdict[Any, list[Evenings]]]] = {
            mode: {by: defaultdict(list) for by in ("all", "setup", "group", "lineup")}
            for mode in self.modes
        }
        for kind, mode, name, seats, times, *numbers in rows:
            key = (name, seats) if kind == "setup" else _key(kind, name)
            found[mode][kind][key].append(Evenings(times, self._brought(numbers)))
        return found

    def _brought(self, numbers: Sequence[int]) -> Brought:
        points = zip(self.maxima, numbers[1:], strict=True)
        return Brought(numbers[0], {most: number for most, number in points if number})


class _ByClub:
    """Rows in the order of clubs, taken club by club."""

    def __init__(self, rows: Rows) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    def take(self, club: str) -> Iterator[Sequence[Any]]:
        """The rows of a club, without it; clubs are asked for in their order."""
        if self._next is not None and self._next[0] == club:
            for row in self._next[1]:
                yield row[1:]
            self._next = next(self._groups, None)


def _miscounted(folder: ClubFolder, found: int) -> InvalidInput:
    text = _("The files hold {games} games, and the engine found {found}").format(
        games=folder.games, found=found
    )
    return InvalidInput(
        _("The engine could not read the datasets to their end"), [Problem(text, file=folder.path)]
    )


def _by_kind(rows: Rows) -> Mapping[str, Sequence[Sequence[Any]]]:
    """The rows of each kind of count, without it."""
    found: defaultdict[str, list[Sequence[Any]]] = defaultdict(list)
    for kind, *rest in rows:
        found[kind].append(rest)
    return found


def _key(kind: By, name: str) -> Any:
    if kind == "all":
        return ()
    return tuple(name.split(aggregates.APART)) if kind == "lineup" else name


def _months(rows: Iterable[Sequence[Any]]) -> dict[str, Outcomes]:
    found: defaultdict[str, Counter[Outcome | None]] = defaultdict(Counter)
    for month, outcome, _none, games in rows:
        found[month][outcome or None] += games
    return dict(sorted(found.items()))


def _members(rows: Iterable[Sequence[Any]]) -> Mapping[str, Mapping[str, int]]:
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for group, person, _none, games in rows:
        found[group][person] = games
    return found
