"""Tables that come rolled up already, from an engine that holds the games itself.

They have no row for each game. Tallies by person, line-up and group, and the numbers of
sessions, are whole numbers that the engine counted; every figure made of them is the figure
that the rows themselves would give, to the last digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import Any, NamedTuple

from hanabi_log.stats.aggregates import Ending, People, Tables, Tally
from hanabi_log.stats.baselines import Baselines
from hanabi_log.stats.counting import MODES, Mode
from hanabi_log.stats.rolls import By, Numbers, Roll, roll_of


class Evenings(NamedTuple):
    """So many sessions that brought the same: games and points under each of MODES.

    Points are whole numbers, by maximum; `games` and `points` go in the order of MODES.
    """

    times: int
    games: tuple[int, ...]
    points: tuple[Mapping[int, int], ...]

    def numbers(self, mode: Mode) -> Numbers:
        """How many games of one of them enter a mean, and their sum on the scale of 25."""
        place = MODES.index(mode)
        points, total = self.points[place], 0.0
        for most in sorted(points):
            total += 25 * points[most] / most
        return self.games[place], total


Sessions = Mapping[Any, Sequence[Evenings]]
"""What the sessions of each key brought; of a line-up or group, its own games in them."""


@dataclass(frozen=True)
class Rolled(Tables):
    """The tables of games that stayed with an engine.

    `parties` are the tallies of the sets of people at a table, with those that had a guest.
    `evenings` has the sessions by "all" (key ()), "setup", "group" and "lineup".
    """

    tallies: Tally = field(default_factory=dict)
    by_person: Mapping[str, Tally] = field(default_factory=dict)
    by_group: Mapping[str, Tally] = field(default_factory=dict)
    by_party: Mapping[People, Tally] = field(default_factory=dict)
    evenings: Mapping[By, Sessions] = field(default_factory=dict)
    members: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    held: int = 0

    @property
    def rolled(self) -> Rolled:
        """They are."""
        return self

    @property
    def endings(self) -> Tally:
        """All games."""
        return self.tallies

    @property
    def people(self) -> Mapping[str, Tally]:
        """By person."""
        return self.by_person

    @property
    def dated_sessions(self) -> int:
        """How many sessions there are; a game without a date is in none."""
        return self.held

    @property
    def parties(self) -> frozenset[People]:
        """The sets of people that sat at a table, guests left out."""
        return frozenset(party for party in self.by_party if party)

    @cached_property
    def by_lineup(self) -> Mapping[People, Tally]:
        """By exact set of people. Tables with a guest are in none."""
        found: defaultdict[People, dict[Ending, int]] = defaultdict(dict)
        for party, tally in self.by_party.items():
            for ending, count in tally.items():
                if len(party) == ending.seats >= 2:
                    found[party][ending] = count
        return found

    def rolls(
        self, by: By, mode: Mode, expected: Baselines | None, least: int
    ) -> Mapping[Any, Roll]:
        """The roll-up that `hanabi_log.stats.rolls.rolls` promises."""
        tallies = self._tallies(by)
        sessions = self.evenings.get(by, {})
        found = {}
        for key, tally in tallies.items():
            if sum(tally.values()) >= max(1, least):
                numbers = list(_each(sessions.get(key, ()), mode))
                found[key] = roll_of(tally, mode, expected)._replace(sessions=numbers)
        return found

    def _tallies(self, by: By) -> Mapping[Any, Tally]:
        if by == "all":
            return {(): self.tallies}
        if by == "setup":
            return self.setups
        if by == "group":
            return self.by_group
        return self.by_lineup if by == "lineup" else self.by_person

    def people_of_groups(self) -> Mapping[str, Mapping[str, int]]:
        """How many games each person sat at with each group."""
        return self.members


def _each(evenings: Sequence[Evenings], mode: Mode) -> Iterator[Numbers]:
    for some in evenings:
        numbers = some.numbers(mode)
        if numbers[0]:
            yield from repeat(numbers, some.times)
