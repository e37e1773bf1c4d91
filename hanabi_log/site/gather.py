"""One pass over the log: sessions, and the games of each group and person.

The order of the log is kept throughout. Hidden people are already gone here, and what
has no place on a page (notes, places) is gone with them. Games are places in the log: what
figures need of them is there at once, whole games are fetched where they are drawn.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import quote

from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.records import Game, Group
from hanabi_log.site.club import Club
from hanabi_log.site.games import Games, Source
from hanabi_log.site.people import Name, People, Slugs, publish, script_of, slug_of
from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.changepoint import Change, change_point
from hanabi_log.stats.packed import Evening, Facts, Packed
from hanabi_log.stats.plays import Play

PART = 48
"""The most games on one page of a session; longer ones go on to further pages."""


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """The games of one group on one date, in the order they were logged."""

    date: str | None
    group: Group | None
    slug: str
    games: Games

    @property
    def parts(self) -> int:
        """How many pages the session takes."""
        return max(1, -(-len(self.games) // PART))

    def path(self, part: int = 1) -> str:
        """The file of a part, counted from 1, below the root of a language."""
        return f"sessions/{self.slug}.html" if part == 1 else f"sessions/{self.slug}.{part}.html"

    def href(self, part: int = 1) -> str:
        """The link to a part."""
        return _quoted(self.path(part))

    def anchor(self, number: int) -> str:
        """The link to the game with this number, counted from 1."""
        return f"{self.href((number - 1) // PART + 1)}#game-{number}"

    @property
    def people(self) -> frozenset[str]:
        """The ids of those who may be named."""
        plays = self.games.source.plays
        tables = {plays.table[place] for place in self.games.places}
        return frozenset(person for table in tables for person in plays.shared.tables[table])

    @property
    def guests(self) -> int:
        """The most guests of one game, for nobody knows whether they were the same."""
        plays = self.games.source.plays
        seats, tables = plays.shared.of_facts(_seats), plays.shared.tables
        return max(
            seats[plays.fact[place]] - len(tables[plays.table[place]])
            for place in self.games.places
        )

    @property
    def best(self) -> int:
        """The number of the best game: highest share of its maximum, then the earlier one."""
        fact, places = self.games.source.plays.fact, self.games.places
        merits = self.games.source.plays.shared.of_facts(_merit)
        return 1 + max(range(len(places)), key=lambda number: merits[fact[places[number]]])


@dataclass(frozen=True, eq=False)
class Table:
    """A group as published: its slug and its games; `group` is None for games of no group."""

    group: Group | None
    slug: str
    games: Games

    @property
    def path(self) -> str:
        """The file of the group's page."""
        return f"groups/{self.slug}.html"

    @cached_property
    def href(self) -> str:
        """The link to the group's page."""
        return quote(self.path)

    @cached_property
    def name(self) -> Name:
        """The name of the group with a link to its page."""
        text = self.group.name if self.group else ""
        return Name(text, self.href, script_of(text))


@dataclass(frozen=True)
class Gathered:
    """The log arranged for pages. Sessions run from the oldest to the newest; those without a
    date stand before all others.

    `plays` are the games as figures see them, in the order of play.
    """

    club: Club
    people: People
    plays: Packed
    games: Games
    sessions: tuple[Session, ...]
    tables: tuple[Table, ...]
    games_of: Mapping[str, Games]

    def ruleset(self, game: Game | Facts) -> Ruleset:
        """The definition that was in force for a game."""
        return self.club.rulesets[game.digest]

    def table(self, group: Group | None) -> Table | None:
        """The group's page, None for games of no group."""
        return self._tables.get(group.id) if group else None

    def place_of(self, game: Game | Play) -> tuple[Session, int]:
        """Where a game stands: its session, and its number in it from 1."""
        group = game.group.id if isinstance(game.group, Group) else game.group
        session, numbers = self._numbers(game.date, group)
        return session, numbers[game.id]

    def session_of(self, evening: int) -> Session:
        """The session of an evening of the plays, by its number."""
        date, _session, group = self.plays.shared.evenings[evening]
        return self._sessions[date, group]

    def drawn(self, plays: Iterable[Play]) -> tuple[Game, ...]:
        """The whole games of some plays, fetched in one go."""
        stand = [self.place_of(play) for play in plays]
        return self.games.source.fetch(
            [session.games.places[number - 1] for session, number in stand]
        )

    @property
    def last_session(self) -> Session | None:
        """The latest session."""
        return self.sessions[-1] if self.sessions else None

    @cached_property
    def sums(self) -> Tables:
        """The tables of all games, from which boards and summaries are made."""
        return tables_of(self.plays)

    @cached_property
    def change(self) -> Change | None:
        """Since when the tables play differently."""
        return change_point(self.plays)

    @cached_property
    def boarded(self) -> Mapping[str, str]:
        """The published names of those who stand on boards: retired people do not."""
        return {id_: shown.text for id_, shown in self.people.shown.items() if not shown.retired}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The published names by id."""
        return {id_: person.text for id_, person in self.people.shown.items()}

    @cached_property
    def _tables(self) -> dict[str, Table]:
        return {table.group.id: table for table in self.tables if table.group}

    @cached_property
    def _sessions(self) -> dict[tuple[str | None, str | None], Session]:
        return {
            (session.date, session.group.id if session.group else None): session
            for session in self.sessions
        }

    @cached_property
    def _numbers(self) -> Callable[[str | None, str | None], tuple[Session, Mapping[str, int]]]:
        ids = self.plays.ids

        # Games come session by session mostly, so the last few sessions are remembered.
        @lru_cache(maxsize=128)
        def numbers(date: str | None, group: str | None) -> tuple[Session, Mapping[str, int]]:
            session = self._sessions[date, group]
            places = enumerate(session.games.places, 1)
            return session, {ids[place]: number for number, place in places}

        return numbers


def gather(club: Club) -> Gathered:
    """The club arranged for pages; games that were excluded are kept, and marked there."""
    people = publish(club)
    shown = people.shown
    plays = club.shelf.plays.seating(shown)
    source = Source(club.shelf, people, plays)
    by_evening, by_group, by_person = _arranged(plays)
    tables = _tables(club.tables, source, by_group)
    of_group = {table.group.id: table for table in tables if table.group}
    evenings = plays.shared.evenings
    return Gathered(
        club=club,
        people=people,
        plays=plays,
        games=Games(source, range(len(plays))),
        sessions=tuple(
            _session(
                evenings[evening],
                of_group.get(evenings[evening].group or ""),
                Games(source, places),
            )
            for evening, places in by_evening.items()
        ),
        tables=tables,
        games_of={id_: Games(source, by_person.get(id_, ())) for id_ in shown},
    )


Places = Mapping[str, Sequence[int]]
"""The places of games in the log, by the id of a group or a person."""


def _arranged(plays: Packed) -> tuple[Mapping[int, Sequence[int]], Places, Places]:
    """The places of the games of each evening, by its number; of each group; of each person."""
    by_evening: defaultdict[int, array[int]] = defaultdict(_no_places)
    by_group: defaultdict[str, array[int]] = defaultdict(_no_places)
    by_person: defaultdict[str, array[int]] = defaultdict(_no_places)
    for place, (evening, people) in enumerate(zip(plays.evening, plays.tables, strict=True)):
        by_evening[evening].append(place)
        for person in people:
            by_person[person].append(place)
    for place, (_date, _session, group) in enumerate(plays.evenings):
        if group is not None:
            by_group[group].append(place)
    return by_evening, by_group, by_person


def _no_places() -> array[int]:
    return array("i")


def _tables(groups: Mapping[str, Group], source: Source, places: Places) -> tuple[Table, ...]:
    slugs = Slugs("group")
    made = [
        Table(groups[id_], slugs.take(groups[id_].name), Games(source, places.get(id_, ())))
        for id_ in sorted(groups)
    ]
    return tuple(sorted(made, key=lambda table: (-len(table.games), table.slug)))


def _session(evening: Evening, table: Table | None, games: Games) -> Session:
    day = slug_of(evening.date) if evening.date else "undated"
    slug = f"{day}-{table.slug}" if table else day
    return Session(evening.date, table.group if table else None, slug, games)


@lru_cache(maxsize=4096)
def _quoted(path: str) -> str:
    return quote(path)


def _merit(facts: Facts) -> tuple[bool, float, float, int]:
    share = facts.score / facts.max_score if facts.score and facts.max_score else 0.0
    return (facts.outcome == "perfect", share, facts.y or 0.0, facts.points or 0)


def _seats(facts: Facts) -> int:
    return facts.seats
