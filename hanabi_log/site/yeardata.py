"""The games of a year as data, as JSON and as CSV: one pass over the packed plays.

A row is put together from pieces of text, and what many games have in common, like an
evening, a table or an ending, is put into text once, for both files from the same values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from hanabi_log.importers.columns import SUITS
from hanabi_log.site.club import Seats
from hanabi_log.site.games import Games, result_of
from hanabi_log.site.gather import Gathered, Session
from hanabi_log.site.publicdata import Cell, File, cells, csv_lines, encode, json_lines

COLUMNS = (
    *("date", "group", "players", "guests", "ruleset", "stacks", "strikes", "outcome"),
    *("points", "score", "max_score", "percent", "band", "counted", "tags", "page"),
)
"""The columns, in their order; the CSV has one for each suit in the place of `stacks`."""


class Piece(NamedTuple):
    """Some columns of a row as JSON and as CSV, without what surrounds them."""

    json: str
    csv: str


def years(log: Gathered) -> dict[str, Games]:
    """The games by the year of their date, in the order of play."""
    year_of_evening = [year_of(evening.date) for evening in log.plays.shared.evenings]
    found: dict[str, list[int]] = {}
    for place, evening in enumerate(log.plays.evening):
        found.setdefault(year_of_evening[evening], []).append(place)
    return {year: Games(log.games.source, places) for year, places in found.items()}


def year_of(date: str | None) -> str:
    """What the table of a game's year goes by."""
    return date[:4] if date else "undated"


def year_paths(year: str) -> tuple[str, str]:
    """The files of a year."""
    return f"data/games-{year}.json", f"data/games-{year}.csv"


def year_files(log: Gathered, year: str, games: Games) -> Iterator[File]:
    """The games of a year as JSON and as CSV."""
    rows = _Rows(log)
    lines = [rows.row(place, seats) for place, seats in _seated(games)]
    as_json, as_csv = year_paths(year)
    yield as_json, json_lines([json for json, _csv in lines]), frozenset(rows.names)
    headings = [*COLUMNS]
    headings[COLUMNS.index("stacks") : COLUMNS.index("stacks") + 1] = SUITS
    text = csv_lines([headings]) + "".join([csv for _json, csv in lines])
    yield as_csv, text.encode(), frozenset()


def _seated(games: Games) -> Iterator[tuple[int, Seats]]:
    return zip(games.places, games.source.seats(games.places), strict=True)


class _Rows:
    """Puts rows together; `names` are the values from the log that came up in them."""

    def __init__(self, log: Gathered) -> None:
        self.names: set[str] = set()
        self._log, self._plays = log, log.plays
        self._number = Counter[int]()
        self._evening = cache(self._evening_piece)
        self._seats = cache(self._seats_piece)
        self._laid = cache(self._laid_piece)
        self._ending = cache(self._ending_piece)

    def row(self, place: int, seats: Seats) -> tuple[str, str]:
        """The line of a game in both files. Games come in the order of play, and whole
        sessions, so that counting them gives their numbers.
        """
        plays = self._plays
        evening, fact = plays.evening[place], plays.fact[place]
        self._number[evening] += 1
        session, when = self._evening(evening)
        who, end = self._seats(seats), self._ending(fact)
        laid = self._laid(fact, plays.stack[place])
        page = session.anchor(self._number[evening])
        return (
            f'{{{when.json}, {who.json}, {laid.json}, {end.json}, "page": "{page}"}}',
            f"{when.csv},{who.csv},{laid.csv},{end.csv},{page}\n",
        )

    def _evening_piece(self, number: int) -> tuple[Session, Piece]:
        session = self._log.session_of(number)
        group = session.group.name if session.group else None
        if group:
            self.names.add(group)
        return session, _piece({"date": session.date, "group": group})

    def _seats_piece(self, seats: Seats) -> Piece:
        players = [self._log.names[one] for one in seats if one is not None]
        self.names.update(players)
        return _piece({"players": players, "guests": len(seats) - len(players)})

    def _laid_piece(self, fact: int, stack: int) -> Piece:
        laid = self._plays.shared.stacks[stack]
        stacks = None if laid is None else {code: last for code, _laid, last in laid}
        ruleset = self._plays.shared.facts[fact].ruleset
        row = [*cells([ruleset]), *((stacks or {}).get(suit, "") for suit in SUITS)]
        json = encode({"ruleset": ruleset, "stacks": stacks})
        return Piece(json[1:-1], csv_lines([row])[:-1])

    def _ending_piece(self, fact: int) -> Piece:
        facts = self._plays.shared.facts[fact]
        self.names.update(facts.tags)
        return _piece(
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


def _piece(values: Mapping[str, Cell]) -> Piece:
    return Piece(encode(values)[1:-1], csv_lines([cells(values.values())])[:-1])
