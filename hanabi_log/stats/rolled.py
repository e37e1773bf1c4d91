"""Tables that come rolled up already, from an engine that holds the games itself.

They have no row for each game. Endings, what people, line-ups and groups brought, and the
numbers of sessions are whole numbers that the engine counted; every figure made of them is the
figure that the rows themselves would give, to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, NamedTuple

from hanabi_log.stats.aggregates import People, Tables
from hanabi_log.stats.baselines import Baselines
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.endings import Sums, Tally
from hanabi_log.stats.rolls import By, Numbers, Roll, roll_of


class Brought(NamedTuple):
    """What games bring into a mean: how many they are, and their points by maximum."""

    games: int
    points: Mapping[int, int]

    @property
    def numbers(self) -> Numbers:
        """The same with one sum, on the scale of 25."""
        total = 0.0
        for most in sorted(self.points):
            total += 25 * self.points[most] / most
        return self.games, total


class Total(NamedTuple):
    """The counts of some games, and what they bring under each score mode."""

    sums: Sums
    brought: Mapping[Mode, Brought]


class Evenings(NamedTuple):
    """So many sessions, each of which brought the same into a mean."""

    times: int
    brought: Brought


Totals = Mapping[tuple[str, int], Total]
"""By ruleset and number of players."""
Sessions = Mapping[Any, Sequence[Evenings]]
"""What the sessions of each key brought; of a line-up or group, its own games in them."""


@dataclass(frozen=True)
class Rolled(Tables):
    """The tables of games that stayed with an engine.

    `totals` has people, groups, and line-ups with `fewest` counted games or more. `evenings`
    has the sessions by "all" (key ()), "setup", "group" and "lineup", for those score modes
    that are in it. `links` are pairs of people, or one alone, that link whoever sat together.
    """

    tallies: Tally = field(default_factory=dict)
    totals: Mapping[By, Mapping[Any, Totals]] = field(default_factory=dict)
    evenings: Mapping[Mode, Mapping[By, Sessions]] = field(default_factory=dict)
    members: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    links: frozenset[People] = frozenset()
    held: int = 0
    fewest: int = 1

    @property
    def rolled(self) -> Rolled:
        """They are."""
        return self

    @property
    def endings(self) -> Tally:
        """All games."""
        return self.tallies

    @property
    def dated_sessions(self) -> int:
        """How many sessions there are; a game without a date is in none."""
        return self.held

    @property
    def parties(self) -> frozenset[People]:
        """Sets of people that sat at a table: not every one, but all people and their circles."""
        return self.links

    def rolls(
        self, by: By, mode: Mode, expected: Baselines | None, least: int
    ) -> Mapping[Any, Roll]:
        """The roll-up that `hanabi_log.stats.rolls.rolls` promises.

        Raises ValueError for what stayed with the engine: line-ups with fewer than `fewest`
        games, and the sessions of further score modes.
        """
        least = max(1, least)
        if by == "lineup" and least < self.fewest:
            raise ValueError(f"line-ups with {least} games are not here, from {self.fewest} on are")
        if by != "person" and mode not in self.evenings:
            raise ValueError(f"the sessions of {mode} are not here")
        sessions = {} if by == "person" else self.evenings[mode].get(by, {})
        return {
            key: roll._replace(sessions=list(_each(sessions.get(key, ()))))
            for key, roll in self._rolls(by, mode, expected)
            if roll.sums.games >= least
        }

    def people_of_groups(self) -> Mapping[str, Mapping[str, int]]:
        """How many games each person sat at with each group."""
        return self.members

    def _rolls(self, by: By, mode: Mode, expected: Baselines | None) -> Iterator[tuple[Any, Roll]]:
        if by == "all":
            yield (), roll_of(self.tallies, mode, expected)
        elif by == "setup":
            for setup, tally in self.setups.items():
                yield setup, roll_of(tally, mode, expected)
        else:
            for key, totals in self.totals.get(by, {}).items():
                yield key, _roll(totals, mode, expected)


def _roll(totals: Totals, mode: Mode, expected: Baselines | None) -> Roll:
    baseline = 0.0
    if expected:
        for setup in sorted(totals):
            baseline += totals[setup].brought[mode].games * (expected.of(*setup) or 0.0)
    return Roll(
        sums=Sums(*map(sum, zip(*(total.sums for total in totals.values()), strict=True))),
        numbers=_numbers(totals.values(), mode),
        points=_numbers(totals.values(), "points"),
        score=_numbers(totals.values(), "official"),
        baseline=baseline,
    )


def _numbers(totals: Iterable[Total], mode: Mode) -> Numbers:
    games, points = 0, dict[int, int]()
    for total in totals:
        brought = total.brought[mode]
        games += brought.games
        for most, number in brought.points.items():
            points[most] = points.get(most, 0) + number
    return Brought(games, points).numbers


def _each(evenings: Iterable[Evenings]) -> Iterator[Numbers]:
    return chain.from_iterable(repeat(some.brought.numbers, some.times) for some in evenings)
