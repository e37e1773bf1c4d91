"""Who meets where in the sample club, how well they play, and by which rules.

The people are made up. Some come to two tables, one stops coming and some join later, as
in any club.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

FIRST_DAY = date(2024, 10, 1)
LAST_DAY = date(2026, 10, 31)


class Regular(NamedTuple):
    """Somebody at a table: how many points they add to a mean game of 25, and when they come."""

    form: float
    since: date = FIRST_DAY
    until: date = LAST_DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A group of the club. It meets every `weeks` weeks from `first` on, in some `months`.

    `rulesets` and `seats` are drawn from, so that a value that stands there twice comes twice
    as often. `notes` are what somebody wrote beside a game now and then.
    """

    name: str
    place: str
    first: date
    weeks: int
    months: Sequence[int]
    regulars: Mapping[str, Regular]
    rulesets: Sequence[str]
    seats: Sequence[int]
    talk: str
    notes: Sequence[str]

    @property
    def evenings(self) -> tuple[date, ...]:
        """The days on which the table would meet if nothing came between."""
        step = timedelta(weeks=self.weeks)
        days = [self.first + step * n for n in range((LAST_DAY - self.first) // step + 1)]
        return tuple(day for day in days if day.month in self.months)

    def present(self, day: date) -> list[str]:
        """Who belongs to the table on a day."""
        return [name for name, one in self.regulars.items() if one.since <= day <= one.until]


TUESDAY = Table(
    name="Tuesday table",
    place="Library cellar",
    first=FIRST_DAY,
    weeks=2,
    months=(1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12),
    regulars={
        "Mina": Regular(1.6),
        "Jun": Regular(0.4),
        "서연": Regular(1.2),
        "Tomasz": Regular(-0.6, until=date(2025, 12, 16)),
        "Ana Petrović": Regular(0.9),
        "Priya": Regular(-0.2, since=date(2025, 2, 1)),
        "도윤": Regular(-1.1),
        "Noor": Regular(0.6, since=date(2025, 11, 1)),
    },
    rulesets=("basic", "basic", "basic", "basic", "basic+rainbow", "baobab+wild+black"),
    seats=(2, 3, 3, 4, 4, 4, 5),
    talk="strict",
    notes=(
        "Out of hints twice, and still calm.",
        "New sleeves, same mistakes.",
        "Agreed beforehand: the oldest card goes first.",
        "The cellar was cold; we played fast.",
        "Everybody saw it but the one who held it.",
    ),
)

DALGEURIMJA = Table(
    name="달그림자",
    place="동아리방",
    first=date(2024, 10, 3),
    weeks=2,
    months=(3, 4, 5, 6, 9, 10, 11, 12),
    regulars={
        "서연": Regular(1.2),
        "하은": Regular(0.3),
        "지호": Regular(-0.8),
        "Marco": Regular(0.7),
        "민재": Regular(-0.1, since=date(2025, 3, 1)),
    },
    rulesets=("korean-first", "korean-first", "korean-first+rainbow5"),
    seats=(3, 4, 4),
    talk="relaxed",
    notes=(
        "시험 전날이라 한 판 더 했습니다.",
        "힌트를 아끼다가 놓쳤습니다.",
        "마지막 바퀴에서 모두 숨을 죽였습니다.",
    ),
)

ATTIC = Table(
    name="Sunday attic",
    place="Marco's attic",
    first=date(2025, 6, 8),
    weeks=5,
    months=range(1, 13),
    regulars={
        "Mina": Regular(1.6),
        "Marco": Regular(0.7),
        "Ana Petrović": Regular(0.9),
        "Ben O'Neill": Regular(-0.4),
        "Lotte": Regular(0.2),
    },
    rulesets=("lantern", "lantern", "lantern+black", "basic"),
    seats=(2, 3, 3, 4),
    talk="relaxed",
    notes=("Turquoise last, as always.", "Thunder outside, fireworks inside."),
)

TABLES = (TUESDAY, DALGEURIMJA, ATTIC)
