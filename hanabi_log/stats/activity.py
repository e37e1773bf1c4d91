"""When the club plays, and how its games end month by month. Dates are civil dates as logged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hanabi_log.games.hanabi.endstate import OUTCOMES, Outcome
from hanabi_log.stats.counting import is_counted
from hanabi_log.stats.packed import Facts, pack
from hanabi_log.stats.plays import Play


@dataclass(frozen=True, slots=True)
class Month:
    """A month (`2026-11`) and its games by outcome; `unsaid` are those without one."""

    month: str
    games: int
    outcomes: tuple[tuple[Outcome, int], ...]
    unsaid: int


@dataclass(frozen=True, slots=True)
class Activity:
    """Counted games by month, weekday (Monday first) and day.

    Months without a game between the first and the last are there with zeros, unless they
    span more than a hundred years; days are not. `dateless` games are in none of the three.
    """

    months: tuple[Month, ...]
    weekdays: tuple[int, ...]
    days: tuple[tuple[str, int], ...]
    dateless: int

    @property
    def games(self) -> int:
        """How many games the figure counts."""
        return sum(self.weekdays) + self.dateless


def activity(plays: Sequence[Play]) -> Activity:
    """When the counted games took place."""
    days: Counter[str] = Counter()
    endings: defaultdict[str, Counter[Outcome | None]] = defaultdict(Counter)
    dateless = 0
    counted = pack(plays).where(is_counted)
    together = Counter(zip(counted.evening, counted.of_facts(_outcome), strict=True))
    for (evening, outcome), games in together.items():
        day = counted.shared.evenings[evening].date
        if day is None:
            dateless += games
        else:
            days[day] += games
            endings[day[:7]][outcome] += games
    weekdays = [0] * 7
    for day, games in days.items():
        weekdays[date.fromisoformat(day).weekday()] += games
    return Activity(months(endings), tuple(weekdays), tuple(sorted(days.items())), dateless)


def _outcome(facts: Facts) -> Outcome | None:
    return facts.outcome


MOST_MONTHS = 1_200
"""From the first to the last; beyond, some year was mistyped."""


def months(endings: Mapping[str, Counter[Outcome | None]]) -> tuple[Month, ...]:
    """Every month from the first to the last (`2026-11`) with its games by outcome; where they
    span more than a hundred years, only those that are given.
    """
    return tuple(_month(month, endings.get(month, Counter())) for month in _span(sorted(endings)))


def _month(month: str, endings: Counter[Outcome | None]) -> Month:
    outcomes = tuple((outcome, endings[outcome]) for outcome in OUTCOMES if endings[outcome])
    return Month(month, endings.total(), outcomes, endings[None])


def _span(found: Sequence[str]) -> Iterable[str]:
    """Every month from the first to the last of some, which come in order."""
    if not found:
        return ()
    first, last = _number(found[0]), _number(found[-1])
    if last - first >= MOST_MONTHS:
        return found
    return (f"{n // 12:04}-{n % 12 + 1:02}" for n in range(first, last + 1))


def _number(month: str) -> int:
    """The months since the year 0."""
    year, number = map(int, month.split("-"))
    return 12 * year + number - 1
