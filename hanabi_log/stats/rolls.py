"""Tables rolled up: what the figures need of a person, a line-up, a group, a setup, or all.

Small logs are rolled up from tallies, large ones from columns of numbers. Points are added
as whole numbers, maximum by maximum, so both ways give the same figures to the last digit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hanabi_log.stats.aggregates import Tables, Unit
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.endings import Ending, Sums, Tally, numbers_of, sums_of

if TYPE_CHECKING:
    from hanabi_log.stats.baselines import Baselines

By = Literal["all", "setup", "group", "lineup", "person"]

Numbers = tuple[int, float]
"""How many games enter a mean, and the sum of their values on the scale of 25."""


class Roll(NamedTuple):
    """Some games: their counts, and their numbers under a score mode, as points and as scores.

    `baseline` is the sum of the baselines of the games in `numbers`, 0 where none were
    given. `sessions` are the numbers of each session; of persons they are not made.
    """

    sums: Sums
    numbers: Numbers
    points: Numbers
    score: Numbers
    baseline: float = 0.0
    sessions: Sequence[Numbers] = ()


def rolls(
    tables: Tables,
    by: By,
    mode: Mode = "points",
    expected: Baselines | None = None,
    least: int = 0,
) -> Mapping[Any, Roll]:
    """The roll-up by person, line-up, group or setup; "all" has the single key ().

    Keys with fewer than `least` counted games are left out, and those without any.
    """
    if tables.rolled is not None:
        return tables.rolled.rolls(by, mode, expected, least)
    return {
        key: roll_of(tally, mode, expected, sessions)
        for key, tally, sessions in _tallies(tables, by)
        if sum(tally.values()) >= max(1, least)
    }


def roll_of(
    tally: Tally,
    mode: Mode = "points",
    expected: Baselines | None = None,
    sessions: Iterable[Tally] = (),
) -> Roll:
    """The roll-up of a tally, and of the tallies of its sessions."""
    numbers = numbers_of(tally, mode)
    found = (numbers_of(session, mode) for session in sessions)
    return Roll(
        sums=sums_of(tally),
        numbers=numbers,
        points=numbers if mode == "points" else numbers_of(tally, "points"),
        score=numbers if mode == "official" else numbers_of(tally, "official"),
        baseline=_baseline(tally, mode, expected) if expected else 0.0,
        sessions=[pair for pair in found if pair[0]],
    )


def people_of_groups(tables: Tables) -> Mapping[str, Mapping[str, int]]:
    """How many games each person sat at with each group."""
    if tables.rolled is not None:
        return tables.rolled.people_of_groups()
    games: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (people, unit, _ending), count in tables.rows.items():
        if unit[0] is not None:
            for person in people:
                games[unit[0]][person] += count
    return games


def _baseline(tally: Tally, mode: Mode, expected: Baselines) -> float:
    games: Counter[tuple[str, int]] = Counter()
    for ending, count in tally.items():
        if ending.numbers[mode] is not None:
            games[ending.ruleset, ending.seats] += count
    total = 0.0
    for setup in sorted(games):
        total += games[setup] * (expected.of(*setup) or 0.0)
    return total


def _tallies(tables: Tables, by: By) -> Iterable[tuple[Hashable, Tally, Iterable[Tally]]]:
    if by == "all":
        return [((), tables.endings, tables.sessions.values())]
    if by == "person":
        return [(person, tally, ()) for person, tally in tables.people.items()]
    split = _sessions_by(tables, by)
    return [(key, _merged(tallies.values()), tallies.values()) for key, tallies in split.items()]


def _sessions_by(tables: Tables, by: By) -> Mapping[Any, Mapping[Unit, Tally]]:
    if by == "group":
        return tables.groups
    if by == "lineup":
        return tables.lineups
    split: defaultdict[tuple[str, int], defaultdict[Unit, dict[Ending, int]]] = defaultdict(
        lambda: defaultdict(dict)
    )
    for unit, tally in tables.sessions.items():
        for ending, count in tally.items():
            split[ending.ruleset, ending.seats][unit][ending] = count
    return split


def _merged(tallies: Iterable[Tally]) -> Tally:
    merged: defaultdict[Ending, int] = defaultdict(int)
    for tally in tallies:
        for ending, count in tally.items():
            merged[ending] += count
    return merged
