"""The games of a year as data, as JSON and as CSV: one pass over the packed plays.

A row is put together from texts, and what many games have in common, like an evening, a
table or an ending, is put into text once, for both files from the same values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from hanabi_log.importers.columns import SUITS
from hanabi_log.site.club import Seats
from hanabi_log.site.games import Games, result_of
from hanabi_log.site.gather import Gathered, Session
from hanabi_log.site.publicdata import Cell, File, cells, csv_lines, encode

COLUMNS = (
    *("date", "group", "players", "guests", "ruleset", "stacks", "strikes", "outcome"),
    *("points", "score", "max_score", "percent", "band", "counted", "tags", "page"),
)
"""The columns, in their order; the CSV has one for each suit in the place of `stacks`."""


KEPT = 16_384
"""How many texts of a kind are kept; a large log has more tables and fireworks than that."""


_END = ",\n"


class Written(NamedTuple):
    """Some columns of a row as JSON and as CSV, without what surrounds them."""

    json: str
    csv: str


def years(log: Gathered) -> dict[str, Games]:
    """The games by the year of their date, in the order of play."""
    year_of_evening = [table_of(evening.date) for evening in log.plays.shared.evenings]
    found: dict[str, list[int]] = {}
    for place, evening in enumerate(log.plays.evening):
        found.setdefault(year_of_evening[evening], []).append(place)
    return {year: Games(log.games.source, places) for year, places in found.items()}


def table_of(date: str | None) -> str:
    """What the table of a game's year goes by."""
    return date[:4] if date else "undated"


def year_paths(year: str) -> tuple[str, str]:
    """The files of a year."""
    return f"data/games-{year}.json", f"data/games-{year}.csv"


class YearData:
    """Writes the games of one year after the other, with texts that many rows share."""

    def __init__(self, log: Gathered) -> None:
        self._log, self._plays = log, log.plays
        self._evening = lru_cache(maxsize=KEPT)(self._write_evening)
        self._seats = lru_cache(maxsize=KEPT)(self._write_seats)
        self._laid = lru_cache(maxsize=KEPT)(self._write_laid)
        self._ending = lru_cache(maxsize=KEPT)(self._write_ending)

    def files(self, year: str, games: Games) -> Iterator[File]:
        """All games of a year as JSON and as CSV."""
        seats = games.source.seats(games.places)
        headings = [*COLUMNS]
        headings[COLUMNS.index("stacks") : COLUMNS.index("stacks") + 1] = SUITS
        # Bytes from the first row on: a year of a large log takes a hundred megabytes as text.
        as_json, as_csv = bytearray(b"[\n"), bytearray(csv_lines([headings]).encode())
        for json, csv in self._rows(games.places, seats):
            as_json += json.encode()
            as_csv += csv.encode()
        as_json[-len(_END) :] = b"\n]\n"
        json_path, csv_path = year_paths(year)
        yield File(json_path, bytes(as_json), frozenset(self._names(games.places, seats)))
        yield File(csv_path, bytes(as_csv))

    def _rows(self, places: Sequence[int], seats: Sequence[Seats]) -> Iterator[tuple[str, str]]:
        """The line of each game in both files. A year has whole sessions, and games come in the
        order of play, so that counting them gives their numbers.
        """
        plays, number = self._plays, Counter[int]()
        for place, who in zip(places, seats, strict=True):
            evening, fact = plays.evening[place], plays.fact[place]
            number[evening] += 1
            session, when = self._evening(evening)
            table, end = self._seats(who), self._ending(fact)
            facts = plays.shared.facts[fact]
            laid = self._laid(facts.ruleset, plays.stack[place])
            page = session.anchor(number[evening])
            yield (
                f'{{{when.json}, {table.json}, {laid.json}, {end.json}, "page": "{page}"}}{_END}',
                f"{when.csv},{table.csv},{laid.csv},{end.csv},{page}\n",
            )

    def _names(self, places: Sequence[int], seats: Sequence[Seats]) -> Iterator[str]:
        """The values from the log in the rows, for the check of privacy."""
        shared = self._plays.shared
        for evening in {self._plays.evening[place] for place in places}:
            group = self._log.session_of(evening).group
            if group:
                yield group.name
        for fact in {self._plays.fact[place] for place in places}:
            yield from shared.facts[fact].tags
        yield from (self._log.names[one] for one in {*chain.from_iterable(seats)} if one)

    def _write_evening(self, number: int) -> tuple[Session, Written]:
        session = self._log.session_of(number)
        group = session.group.name if session.group else None
        return session, _write({"date": session.date, "group": group})

    def _write_seats(self, seats: Seats) -> Written:
        players = [self._log.names[one] for one in seats if one is not None]
        return _write({"players": players, "guests": len(seats) - len(players)})

    def _write_laid(self, ruleset: str, stack: int) -> Written:
        laid = self._plays.shared.stacks[stack]
        stacks = None if laid is None else {code: last for code, _laid, last in laid}
        row = [*cells([ruleset]), *((stacks or {}).get(suit, "") for suit in SUITS)]
        json = encode({"ruleset": ruleset, "stacks": stacks})
        return Written(json[1:-1], csv_lines([row])[:-1])

    def _write_ending(self, fact: int) -> Written:
        facts = self._plays.shared.facts[fact]
        return _write(
            {
                "strikes": facts.strikes,
                "outcome": facts.outcome,
                "points": facts.points,
                "score": facts.score,
                "max_score": facts.max_score,
                "percent": result_of(facts).percent,
                "band": facts.band,
                "counted": facts.counted,
                "tags": list(facts.tags),
            }
        )


def _write(values: Mapping[str, Cell]) -> Written:
    return Written(encode(values)[1:-1], csv_lines([cells(values.values())])[:-1])
