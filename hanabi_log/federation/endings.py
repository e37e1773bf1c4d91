"""The endings of games as an engine gets them: numbered, with what each counts and brings.

What an ending brings into a mean is decided by `hanabi_log.stats.counting` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.stats.counting import MODES
from hanabi_log.stats.endings import Ending, EndingKey, Sums, ending_of
from hanabi_log.stats.plays import counted_play

NONE = -1_000_000
"""Stands for a number that is not known, so that games and endings can be joined by equality;
no game has so few points."""
KEY = ("ruleset", "seats", "max_score", "points", "score", "outcome", "win_or_lose")
"""The columns that an ending is told by."""
SUMS = Sums._fields[1:]
"""What an ending is counted in besides being a game, 1 or 0 of each."""
_BROUGHT = tuple(f"{what}_{mode}" for mode in MODES for what in ("games", "brings"))
TABLE = (
    ("ending", int),
    *(("ruleset", str), ("seats", int), ("max_score", int), ("points", int), ("score", int)),
    *(("outcome", str), ("win_or_lose", int)),
    *((name, int) for name in (*SUMS, *_BROUGHT)),
)
"""The columns of the table `endings`: its number, the key, what it is counted in, and for each
mode whether a game enters a mean (1 or 0) and the points that it brings."""


def endings_of(rows: Iterable[Sequence[object]]) -> list[Ending]:
    """The endings of rows of `aggregates.distinct_endings`, in an order that never changes."""
    return [ending_of(counted_play(*key)) for key in sorted(map(_key_of, rows), key=repr)]


def endings_table(endings: Sequence[Ending]) -> Iterator[tuple[int | str, ...]]:
    """The rows of the table `endings`; their numbers are places in the sequence."""
    for number, ending in enumerate(endings):
        ruleset, seats, most, points, score, outcome, lost = ending.key
        counts = [ending.numbers[mode] if most else None for mode in MODES]
        yield (
            *(number, ruleset, seats),
            *(NONE if found is None else found for found in (most, points, score)),
            *(outcome or "", int(lost)),
            *(int(getattr(ending, name)) for name in SUMS),
            *(part for count in counts for part in (int(count is not None), count or 0)),
        )


def _key_of(row: Sequence[Any]) -> EndingKey:
    ruleset, seats, most, points, score, outcome, lost = row
    numbers = (None if number == NONE else number for number in (most, points, score))
    told: Outcome | None = outcome or None
    most, points, score = numbers
    return ruleset, seats, most, points, score, told, bool(lost)


def maxima_of(endings: Iterable[Ending]) -> tuple[int, ...]:
    """The maxima of endings that enter a mean, in order."""
    return tuple(
        sorted(
            {
                ending.max_score
                for ending in endings
                if ending.max_score and any(n is not None for n in ending.numbers.values())
            }
        )
    )
