"""Clubs whose players' skills are known, to see whether figures find them.

Friends sit together on most evenings, some people come often and some twice, rulesets and
numbers of players differ in difficulty, people learn, and results are whole points that end
at 25. How much people differ varies from club to club.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import log1p
from random import Random
from statistics import fmean
from typing import NamedTuple

from hanabi_log.stats.effects import player_effects
from hanabi_log.stats.plays import Play
from tests.stats.making import play

CELLS = ((30, 8), (100, 20), (300, 20), (300, 60), (1000, 20), (1000, 60))
"""Games and people of the clubs that are tried."""
NOISE = 3.0
RULESETS = {"basic": 0.0, "rnr": -1.0, "baobab": 0.7}
SEATS = {2: 1.0, 3: 0.0, 4: -0.5, 5: -1.5}
LISTED_FROM = 5


@dataclass(frozen=True)
class Club:
    """A made club: its games in the order of play, and everybody's true skill."""

    plays: tuple[Play, ...]
    skills: Mapping[str, float]


def simulate(games: int, people: int, seed: int, differing: float | None = None) -> Club:
    """A club with so many games and people.

    `differing` is the standard deviation of skills over that of a game; without it, it is
    drawn anew for each club, 0.1 to 0.8.
    """
    dice = Random(seed)
    rho = dice.uniform(0.1, 0.8) if differing is None else differing
    names = [f"p{number:03}" for number in range(people)]
    skills = {name: dice.gauss(0, rho * NOISE) for name in names}
    zeal = {name: dice.expovariate(1) + 0.15 for name in names}
    circles = [names[start : start + 6] for start in range(0, people, 6)]
    bonds: dict[tuple[str, str], float] = {}
    before = dict.fromkeys(names, 0)
    plays: list[Play] = []
    day = 0
    while len(plays) < games:
        day += dice.choice((1, 2, 4))
        home = dice.randrange(len(circles))
        table = _table(dice, names, circles[home], zeal)
        ruleset = dice.choice(list(RULESETS))
        for _game in range(min(dice.choice((1, 1, 2, 3)), games - len(plays))):
            mean = 17 + RULESETS[ruleset] + SEATS[len(table)]
            mean += fmean(skills[name] for name in table)
            mean += 0.25 * fmean(log1p(before[name]) for name in table)
            mean += fmean(
                bonds.setdefault((one, other), dice.gauss(0, 0.25 * NOISE))
                for one in table
                for other in table
                if one < other
            )
            points = min(25, max(0, round(dice.gauss(mean, NOISE))))
            evening = str(date(2020, 1, 1) + timedelta(day))
            plays.append(
                play(points, date=evening, group=f"g{home}", people=table, ruleset=ruleset)
            )
            for name in table:
                before[name] += 1
    return Club(tuple(plays), skills)


def _table(
    dice: Random, names: Sequence[str], circle: Sequence[str], zeal: Mapping[str, float]
) -> tuple[str, ...]:
    """Two to five people: most seats go to the circle, and to those who like to come."""
    size = min(dice.choice((2, 3, 3, 4, 4, 5)), len(names))
    table: list[str] = []
    while len(table) < size:
        pool = circle if dice.random() < 0.8 else names
        left = [name for name in pool if name not in table]
        left = left or [name for name in names if name not in table]
        table += dice.choices(left, [zeal[name] for name in left])
    return tuple(sorted(table))


class Verdict(NamedTuple):
    """How a club's effects did: intervals that hold the truth, of how many, and the rank
    correlations with the true skills of the effects and of the raw means.
    """

    held: int
    of: int
    effects: float
    raw: float


def judge(club: Club) -> Verdict | None:
    """The effects of a club against its skills; None where fewer than three are listed."""
    found = player_effects(club.plays)
    if found is None:
        return None
    seats = sum(row.games for row in found.rows)
    centre = sum(row.games * club.skills[row.person] for row in found.rows) / seats
    listed = [row for row in found.rows if row.games >= LISTED_FROM]
    if len(listed) < 3:
        return None
    truths = [(club.skills[row.person] - centre) / found.seats for row in listed]
    held = sum(row.low <= truth <= row.high for row, truth in zip(listed, truths, strict=True))
    raw = [fmean(one.y or 0 for one in club.plays if row.person in one.people) for row in listed]
    return Verdict(
        held,
        len(listed),
        rank_correlation([row.value for row in listed], truths),
        rank_correlation(raw, truths),
    )


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's correlation, for values without many ties."""
    first, second = _ranks(one), _ranks(other)
    middle = (len(one) - 1) / 2
    shared = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    return shared / sum((a - middle) ** 2 for a in first)


def _ranks(values: Sequence[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, place in enumerate(sorted(range(len(values)), key=lambda one: values[one])):
        ranks[place] = rank
    return ranks


class Tally(NamedTuple):
    """A cell over several clubs: the share of intervals that hold the truth, and the mean
    rank correlations of the effects and of the raw means.
    """

    coverage: float
    effects: float
    raw: float
    intervals: int


def tally(
    games: int, people: int, clubs: int, first: int = 0, differing: float | None = None
) -> Tally:
    """The verdicts on clubs with the seeds `first`, `first` + 1, …, together."""
    seeds = range(first, first + clubs)
    found = [judge(simulate(games, people, seed, differing)) for seed in seeds]
    verdicts = [verdict for verdict in found if verdict is not None]
    intervals = sum(verdict.of for verdict in verdicts)
    return Tally(
        sum(verdict.held for verdict in verdicts) / intervals,
        fmean(verdict.effects for verdict in verdicts),
        fmean(verdict.raw for verdict in verdicts),
        intervals,
    )
