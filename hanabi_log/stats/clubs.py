"""Many clubs taken together, one after the other: only sums are kept of any of them.

Games of one club resemble each other, as those of one evening do within a club, so the
interval of a mean over clubs goes by clubs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.stats.activity import Month, months
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.boards import BoardRow, row_of
from hanabi_log.stats.distribution import Distribution, results_of, spread
from hanabi_log.stats.endings import numbers_of
from hanabi_log.stats.estimates import Rate, mean_by_session, rate
from hanabi_log.stats.rolls import rolls
from hanabi_log.stats.summary import Summary


@dataclass
class Together:
    """The sums of the clubs that were added so far; `people` of different clubs are different."""

    clubs: int = 0
    games: int = 0
    counted: int = 0
    sessions: int = 0
    people: int = 0
    _rates: Counter[tuple[str, str]] = field(default_factory=Counter)
    _numbers: list[tuple[int, float]] = field(default_factory=list)
    _results: Counter[tuple[int, int, bool]] = field(default_factory=Counter)
    _outcomes: defaultdict[str, Counter[Outcome | None]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    def add(
        self, tables: Tables, summary: Summary, by_month: Mapping[str, Counter[Outcome | None]]
    ) -> None:
        """Take in a club: its tables, what `summarise` says of them, its outcomes by month."""
        self.clubs += 1
        self.games += summary.games
        self.counted += summary.counted
        self.sessions += summary.sessions
        self.people += summary.people
        for kind in ("struck_out", "perfect", "won"):
            found: Rate = getattr(summary, kind)
            self._rates[kind, "hits"] += found.hits
            self._rates[kind, "n"] += found.n
        numbers = numbers_of(tables.endings)
        if numbers[0]:
            self._numbers.append(numbers)
        self._results.update(results_of(tables.endings))
        for month, outcomes in by_month.items():
            self._outcomes[month].update(outcomes)

    def merge(self, others: Together) -> None:
        """Take in clubs that come after these, as if they were added one by one."""
        for name in ("clubs", "games", "counted", "sessions", "people"):
            setattr(self, name, getattr(self, name) + getattr(others, name))
        self._rates.update(others._rates)
        self._numbers += others._numbers
        self._results.update(others._results)
        for month, outcomes in others._outcomes.items():
            self._outcomes[month].update(outcomes)

    @property
    def summary(self) -> Summary:
        """The headline figures; `mean.sessions` is the number of clubs that it goes by."""
        return Summary(
            games=self.games,
            counted=self.counted,
            sessions=self.sessions,
            people=self.people,
            mean=mean_by_session(self._numbers),
            struck_out=self._rate("struck_out"),
            perfect=self._rate("perfect"),
            won=self._rate("won"),
        )

    @property
    def months(self) -> tuple[Month, ...]:
        """Every month from the first to the last, with its games by outcome."""
        return months(self._outcomes)

    @property
    def distribution(self) -> Distribution:
        """How often each result came out."""
        return spread(self._results, self.counted)

    def _rate(self, kind: str) -> Rate:
        return rate(self._rates[kind, "hits"], self._rates[kind, "n"])


def club_row(
    key: Hashable, name: str, tables: Tables, summary: Summary, min_games: int
) -> BoardRow | None:
    """A club's row on a board of clubs, by the mean of its games; None without any in it."""
    mean = summary.mean
    if mean is None:
        return None
    roll = rolls(tables, "all")[()]
    return row_of(key, (name,), mean.n, min_games, mean.value, roll, mean.low, mean.high)
