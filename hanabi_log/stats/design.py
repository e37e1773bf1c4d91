"""The games as rows of the mixed model: which columns each game touches.

Everything here goes by named people; a guest's seat takes its share of the table and is
taken as average. Games of the same people under the same setup differ in their value and in
experience only, so a kind of game is a row, and sums over its games are all that is kept.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log1p
from typing import NamedTuple, TypeVar

import numpy as np

from hanabi_log.stats.counting import Mode, is_counted, value_of
from hanabi_log.stats.mixed import Array, Indices, Sizes, products
from hanabi_log.stats.packed import Numbered, Packed, pack
from hanabi_log.stats.plays import Play

PAIR_FROM = 3
"""The fewest joint games for which a pair has an effect of its own."""
MOST_PEOPLE = 400
MOST_PAIRS = 800
"""Beyond these, people with fewer games are taken as guests and pairs as none, so that the
work grows with the games only."""

Level = TypeVar("Level", str, int)


class Kind(NamedTuple):
    """What games have in common: the people of the model, the number of seats, the ruleset."""

    people: tuple[str, ...]
    seats: int
    ruleset: str


@dataclass(frozen=True, eq=False)
class Entries:
    """The games of the model: `kind`, `value` and `experience` have a place for each.

    `kinds` are what the numbers in `kind` stand for. `everybody` is how many people there are,
    also those beyond the model.
    """

    kinds: Sequence[Kind]
    kind: Indices
    value: Array
    experience: Array
    everybody: int

    def __len__(self) -> int:
        return len(self.kind)

    @cached_property
    def games(self) -> Sequence[int]:
        """How many games of each kind there are."""
        counts: list[int] = np.bincount(self.kind, minlength=len(self.kinds)).tolist()
        return counts

    @cached_property
    def people(self) -> Counter[str]:
        """How many games each person of the model has in it."""
        return _games_of(self.kinds, self.games)

    @property
    def seats(self) -> float:
        """The mean number of seats at the table; there must be a game."""
        seats = zip(self.kinds, self.games, strict=True)
        return sum(kind.seats * games for kind, games in seats) / len(self)


def entries_of(plays: Sequence[Play], mode: Mode) -> Entries:
    """The games of the model, with experience from all counted games."""
    packed = pack(plays).where(is_counted)
    shared = packed.shared
    values = shared.of_facts(value_of, mode)
    of_model = np.array([value is not None for value in values], dtype=bool)
    named = np.array([bool(people) for people in shared.tables], dtype=bool)
    table, fact = (np.frombuffer(column, dtype=np.intc) for column in (packed.table, packed.fact))
    there = of_model[fact] & named[table]
    setups = Numbered[tuple[str, int]]()
    setup = np.array([setups[one.ruleset, one.seats] for one in shared.facts], dtype=np.intp)
    keys, kind = np.unique(
        table[there] * np.intp(max(1, len(setups))) + setup[fact[there]], return_inverse=True
    )
    found = [
        _kind(shared.tables[place], *list(setups)[which])
        for place, which in (divmod(key, len(setups)) for key in keys.tolist())
    ]
    games = _games_of(found, np.bincount(kind, minlength=len(found)).tolist())
    kept = set(sorted(games, key=lambda one: (-games[one], one))[:MOST_PEOPLE])
    kinds = Numbered[Kind]()
    number = np.array(
        [
            kinds[one._replace(people=tuple(each for each in one.people if each in kept))]
            for one in found
        ],
        dtype=np.intp,
    )
    return Entries(
        kinds=list(kinds),
        kind=number[kind],
        value=np.array([value or 0.0 for value in values])[fact[there]],
        experience=np.frombuffer(_experience(packed))[there],
        everybody=len(games),
    )


def _kind(people: tuple[str, ...], ruleset: str, seats: int) -> Kind:
    return Kind(people, max(seats, len(people)), ruleset)


def _games_of(kinds: Sequence[Kind], games: Sequence[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for kind, count in zip(kinds, games, strict=True):
        for person in kind.people:
            found[person] += count
    return found


def _experience(plays: Packed) -> array[float]:
    """The mean of log(1 + games played before) of the people at each table; 0 for nobody."""
    numbers = Numbered[str]()
    tables = [[numbers[one] for one in people] for people in plays.shared.tables]
    before, logs = [0] * len(numbers), [0.0] * len(numbers)
    found = array("d")
    for table in plays.table:
        people, total = tables[table], 0.0
        for one in people:
            total += logs[one]
            before[one] += 1
            logs[one] = log1p(before[one])
        found.append(total / len(people) if people else 0.0)
    return found


def joint_games(entries: Entries) -> dict[tuple[str, str], tuple[int, float]]:
    """The pairs with joint games enough: how many, and the sum of the pair's weights there."""
    games: Counter[tuple[str, str]] = Counter()
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for kind, count in zip(entries.kinds, entries.games, strict=True):
        for pair in combinations(kind.people, 2):
            games[pair] += count
            weights[pair] += count * _pair_weight(kind.seats)
    kept = sorted(
        (pair for pair, n in games.items() if n >= PAIR_FROM),
        key=lambda pair: (-games[pair], pair),
    )
    return {pair: (games[pair], weights[pair]) for pair in sorted(kept[:MOST_PAIRS])}


def _pair_weight(seats: int) -> float:
    return 2 / (seats * (seats - 1))


def sums_of_products(
    entries: Entries, people: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> tuple[Array, Sizes]:
    """W'W of the model. The most common ruleset and number of players are the reference.

    The columns are the constant, experience, levels, people and pairs, and at last the value
    as it differs from the mean.
    """
    kinds, games = entries.kinds, entries.games
    rulesets = _levels((kind.ruleset for kind in kinds), games)
    counts = _levels((kind.seats for kind in kinds), games)
    fixed = 2 + len(rulesets) + len(counts)
    place_of = {name: fixed + place for place, name in enumerate(people)}
    start = fixed + len(people)
    pair_of = {pair: start + place for place, pair in enumerate(pairs)}
    levels: list[str | int] = [*rulesets, *counts]
    level_of = {level: 2 + place for place, level in enumerate(levels)}
    most = max((len(kind.people) for kind in kinds), default=0)
    width = 3 + most + (most * (most - 1) // 2 if pairs else 0)
    columns = np.zeros((len(kinds), width), dtype=np.intp)
    values = np.zeros((len(kinds), width))
    for row, kind in enumerate(kinds):
        cells = [(0, 1.0)]
        cells += [(level_of[one], 1.0) for one in (kind.ruleset, kind.seats) if one in level_of]
        cells += [(place_of[one], 1 / kind.seats) for one in kind.people]
        if pairs:
            weight = _pair_weight(kind.seats) if kind.seats > 1 else 0.0
            cells += [
                (pair_of[pair], weight) for pair in combinations(kind.people, 2) if pair in pair_of
            ]
        columns[row, : len(cells)], values[row, : len(cells)] = zip(*cells, strict=True)
    sizes = Sizes(fixed, len(people), len(pairs))
    y = entries.value - entries.value.sum() / max(1, len(entries))
    own = {1: entries.experience, sizes.total: y}
    return products(columns, values, entries.kind, own, sizes.total + 1), sizes


def _levels(found: Iterable[Level], games: Sequence[int]) -> list[Level]:
    """The levels of a factor in order, without the one that most games have."""
    counts: Counter[Level] = Counter()
    for level, count in zip(found, games, strict=True):
        counts[level] += count
    reference = min(counts, key=lambda level: (-counts[level], level), default=None)
    return sorted(level for level in counts if level != reference)


def together(entries: Entries, people: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The columns of people who sat at exactly the same tables, where those are several."""
    tables: defaultdict[str, list[int]] = defaultdict(list)
    for row, kind in enumerate(entries.kinds):
        for person in kind.people:
            tables[person].append(row)
    sets: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for column, person in enumerate(people):
        sets[tuple(tables[person])].append(column)
    return tuple(tuple(columns) for columns in sets.values() if len(columns) > 1)
