"""Where each colour stops: how often its stack ended at 0, 1, 2, 3, 4 or 5 cards.

Only games whose stacks and strikes were both logged can tell, and every figure says how
many those are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import ngettext
from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.estimates import Rate, rate
from hanabi_log.stats.plays import Play

ORDER = "RYGBWPMK"
"""The order in which the shipped suits are read; suits of the house follow."""


@dataclass(frozen=True, slots=True)
class ColourRow:
    """A suit: `counts[n]` games laid n of its cards, 0 to 5 (a black 5 alone is one card)."""

    code: str
    counts: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games had the suit."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean number of cards laid."""
        return sum(laid * games for laid, games in enumerate(self.counts)) / self.games

    @property
    def complete(self) -> Rate:
        """How often the firework was completed."""
        return rate(self.counts[RANKS], self.games)


@dataclass(frozen=True, slots=True)
class Colours:
    """The suits that were in play, from `n` of the `of` counted games."""

    rows: tuple[ColourRow, ...]
    n: int
    of: int

    @property
    def text(self) -> str:
        """From how many games the figure is made."""
        return ngettext("from {n} of {of} game", "from {n} of {of} games", self.of).format(
            n=self.n, of=self.of
        )


def colours(plays: Sequence[Play] | Tables) -> Colours:
    """Where each colour stops, in the order of the suits."""
    tables = tables_of(plays)
    rows = [ColourRow(code, counts) for code, counts in tables.colours.items()]
    rows.sort(key=lambda row: (row.code not in ORDER, ORDER.find(row.code), row.code))
    return Colours(tuple(rows), tables.coloured, sum(tables.endings.values()))
