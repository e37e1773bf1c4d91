"""Some games of a log: their plays are at hand, whole games are fetched where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.records import Game
from hanabi_log.site.club import BATCH, Seats, Shelf
from hanabi_log.site.people import People, without_hidden
from hanabi_log.stats.packed import Facts, Packed


@dataclass(frozen=True, eq=False, slots=True)
class Source:
    """Where games come from, as they may be shown."""

    shelf: Shelf
    people: People
    plays: Packed

    def fetch(self, places: Sequence[int]) -> tuple[Game, ...]:
        """The whole games at some places of the log."""
        return without_hidden(self.shelf.at(places), self.people)

    def seats(self, places: Sequence[int]) -> Sequence[Seats]:
        """The seats of the games at some places, those of hidden people given to guests."""
        shown = self.people.shown
        return [
            tuple([one if one in shown else None for one in seats])
            for seats in self.shelf.seats(places)
        ]


class Games(Sequence[Game]):
    """Some games of a log, by their places in it, in the order of play.

    Looking at one fetches it. Slices, and walking over them, fetch several in one go.
    """

    __slots__ = ("places", "source")

    def __init__(self, source: Source, places: Sequence[int]) -> None:
        self.source, self.places = source, places

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, place: int) -> Game: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Game, ...]: ...
    def __getitem__(self, place: int | slice) -> Game | tuple[Game, ...]:
        if isinstance(place, slice):
            return self.source.fetch(self.places[place])
        return self.source.fetch([self.places[place]])[0]

    def __iter__(self) -> Iterator[Game]:
        for start in range(0, len(self), BATCH):
            yield from self[start : start + BATCH]

    @property
    def plays(self) -> Packed:
        """The games as figures see them."""
        if len(self.places) == len(self.source.plays):
            return self.source.plays
        return self.source.plays.at(self.places)

    def newest(self, count: int) -> list[int]:
        """The places of the latest games, newest first."""
        return [*reversed(self.places[max(0, len(self) - count) :])]

    @property
    def last_date(self) -> str | None:
        """The date of the last game that has one."""
        return self.source.plays.date_at(self.places[-1]) if self.places else None

    @property
    def best(self) -> int | None:
        """The place of the counted game with the highest share of its maximum, above nothing; of
        equal ones the latest, which is the one that people remember.
        """
        plays = self.source.plays
        percents = plays.shared.of_facts(_percent)
        best, found = 0.0, None
        for place in self.places:
            percent = percents[plays.fact[place]]
            if percent and percent > 0 and percent >= best:
                best, found = percent, place
        return found


def _percent(facts: Facts) -> float | None:
    """The share of the maximum in percent, of counted games."""
    return result_of(facts).percent if facts.counted else None


def result_of(facts: Facts) -> Result:
    """What games with these facts came to."""
    return Result(
        facts.outcome, facts.points, facts.score, facts.max_score, facts.band, facts.knowledge
    )
