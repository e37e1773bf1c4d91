"""The games as rows of the mixed model: which columns each game touches.

Everything here goes by named people; a guest's seat takes its share of the table and is
taken as average.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import log1p
from typing import TypeVar

import numpy as np

from hanabi_log.stats.counting import Mode, value_of
from hanabi_log.stats.mixed import Array, Sizes, products
from hanabi_log.stats.plays import Play

PAIR_FROM = 3
"""The fewest joint games for which a pair has an effect of its own."""
MOST_PEOPLE = 400
MOST_PAIRS = 800
"""Beyond these, people with fewer games are taken as guests and pairs as none, so that the
work grows with the games only."""

Level = TypeVar("Level", str, int)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the model: the people at the table who are in it, and how many sat there."""

    play: Play
    value: float
    people: tuple[str, ...]
    seats: int
    experience: float


def entries_of(plays: Sequence[Play], mode: Mode) -> tuple[list[Entry], int]:
    """The games of the model with experience from all counted games; and how many people."""
    before: Counter[str] = Counter()
    found = []
    for play in plays:
        if not play.counted:
            continue
        value = value_of(play, mode)
        if value is not None and play.people:
            experience = sum(log1p(before[one]) for one in play.people) / len(play.people)
            seats = max(play.seats, len(play.people))
            found.append(Entry(play, value, play.people, seats, experience))
        before.update(play.people)
    games = Counter(person for entry in found for person in entry.people)
    if len(games) > MOST_PEOPLE:
        kept = set(sorted(games, key=lambda one: (-games[one], one))[:MOST_PEOPLE])
        found = [
            replace(entry, people=tuple(one for one in entry.people if one in kept))
            for entry in found
        ]
    return found, len(games)


def joint_games(entries: Iterable[Entry]) -> dict[tuple[str, str], tuple[int, float]]:
    """The pairs with joint games enough: how many, and the sum of the pair's weights there."""
    games: Counter[tuple[str, str]] = Counter()
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for entry in entries:
        for one, other in combinations(entry.people, 2):
            games[one, other] += 1
            weights[one, other] += _pair_weight(entry.seats)
    kept = sorted(
        (pair for pair, n in games.items() if n >= PAIR_FROM),
        key=lambda pair: (-games[pair], pair),
    )
    return {pair: (games[pair], weights[pair]) for pair in sorted(kept[:MOST_PAIRS])}


def _pair_weight(seats: int) -> float:
    return 2 / (seats * (seats - 1))


def sums_of_products(
    entries: Sequence[Entry], people: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> tuple[Array, Sizes]:
    """W'W of the model. The most common ruleset and number of players are the reference."""
    rulesets = _levels(entry.play.ruleset for entry in entries)
    counts = _levels(entry.seats for entry in entries)
    fixed = 2 + len(rulesets) + len(counts)
    place_of = {name: fixed + place for place, name in enumerate(people)}
    start = fixed + len(people)
    pair_of = {pair: start + place for place, pair in enumerate(pairs)}
    levels: list[str | int] = [*rulesets, *counts]
    level_of = {level: 2 + place for place, level in enumerate(levels)}
    middle = sum(entry.value for entry in entries) / max(1, len(entries))
    most = max((len(entry.people) for entry in entries), default=0)
    width = 4 + most + (most * (most - 1) // 2 if pairs else 0)
    columns = np.zeros((len(entries), width), dtype=np.intp)
    values = np.zeros((len(entries), width))
    for row, entry in enumerate(entries):
        cells = [(0, 1.0), (1, entry.experience)]
        cells += [
            (level_of[one], 1.0) for one in (entry.play.ruleset, entry.seats) if one in level_of
        ]
        cells += [(place_of[one], 1 / entry.seats) for one in entry.people]
        if pairs:
            weight = _pair_weight(entry.seats) if entry.seats > 1 else 0.0
            cells += [
                (pair_of[pair], weight) for pair in combinations(entry.people, 2) if pair in pair_of
            ]
        columns[row, : len(cells)], values[row, : len(cells)] = zip(*cells, strict=True)
    y = np.array([entry.value - middle for entry in entries])
    sizes = Sizes(fixed, len(people), len(pairs))
    return products(columns, values, y, sizes.total), sizes


def _levels(found: Iterable[Level]) -> list[Level]:
    """The levels of a factor in order, without the most common one."""
    counts = Counter(found)
    reference = min(counts, key=lambda level: (-counts[level], level), default=None)
    return sorted(level for level in counts if level != reference)


def together(entries: Sequence[Entry], people: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The columns of people who sat at exactly the same tables, where those are several."""
    tables: defaultdict[str, list[int]] = defaultdict(list)
    for row, entry in enumerate(entries):
        for person in entry.people:
            tables[person].append(row)
    sets: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for column, person in enumerate(people):
        sets[tuple(tables[person])].append(column)
    return tuple(tuple(columns) for columns in sets.values() if len(columns) > 1)
