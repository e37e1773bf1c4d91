"""How often each result came out: one bar per whole number, struck-out games told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hanabi_log.stats.counting import Mode, number_of
from hanabi_log.stats.endings import Tally
from hanabi_log.stats.intervals import quartiles
from hanabi_log.stats.packed import pack
from hanabi_log.stats.plays import Play


@dataclass(frozen=True, slots=True)
class Bar:
    """How many games came to `value`, and how many of those were struck out."""

    value: int
    games: int
    struck_out: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The bars from 0 (or the lowest result) to the maximum, none left out.

    `n` of the `of` counted games have a number. Where their maxima differ, `scaled` is
    true and the bars are whole points of the scale of 25, rounded down so that only a
    perfect table reaches 25. The quartiles are of the numbers before rounding.
    """

    bars: tuple[Bar, ...]
    max_score: int
    scaled: bool
    n: int
    of: int
    quartiles: tuple[float, float, float] | None


Results = Mapping[tuple[int, int, bool], int]
"""How often each number came out of each maximum, struck-out games told apart."""


def distribution(plays: Sequence[Play], mode: Mode = "points") -> Distribution:
    """The distribution of some games; with no game at all, empty bars from 0 to 25."""
    packed = pack(plays)
    numbers = packed.shared.of_facts(number_of, mode)
    found: Counter[tuple[int, int, bool]] = Counter()
    counted = 0
    for place, count in Counter(packed.fact).items():
        facts, number = packed.shared.facts[place], numbers[place]
        if number is not None and facts.max_score:
            found[number, facts.max_score, facts.outcome == "struck_out"] += count
        counted += facts.counted * count
    return spread(found, counted)


def results_of(tally: Tally, mode: Mode = "points") -> Results:
    """The results of a tally that enter a mean."""
    found: Counter[tuple[int, int, bool]] = Counter()
    for ending, count in tally.items():
        number, most = ending.numbers[mode], ending.max_score
        if number is not None and most:
            found[number, most, ending.struck_out] += count
    return found


def spread(results: Results, of: int) -> Distribution:
    """The distribution of results that come from `of` counted games."""
    maxima = {most for _number, most, _struck in results}
    scaled = len(maxima) > 1
    top = maxima.pop() if len(maxima) == 1 else 25
    games: Counter[int] = Counter()
    struck_out: Counter[int] = Counter()
    values: Counter[float] = Counter()
    for (number, most, struck), count in results.items():
        value = 25 * number // most if scaled else number
        games[value] += count
        struck_out[value] += struck * count
        values[25 * number / most if scaled else number] += count
    low, high = min([0, *games]), max([top, *games])
    return Distribution(
        bars=tuple(Bar(value, games[value], struck_out[value]) for value in range(low, high + 1)),
        max_score=top,
        scaled=scaled,
        n=sum(results.values()),
        of=of,
        quartiles=quartiles(values),
    )
