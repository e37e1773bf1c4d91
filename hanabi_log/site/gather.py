"""One pass over the log: sessions, and the games of each group and person.

The order of the log is kept throughout. Hidden people are already gone here, and what
has no place on a page (notes, places) is gone with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.records import Game, Group
from hanabi_log.site.club import Club
from hanabi_log.site.people import People, Slugs, publish, slug_of, without_hidden
from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.plays import Play, plays_of

PART = 48
"""The most games on one page of a session; longer ones go on to further pages."""


@dataclass(frozen=True)
class Session:
    """The games of one group on one date, in the order they were logged."""

    date: str | None
    group: Group | None
    slug: str
    games: tuple[Game, ...]

    @property
    def parts(self) -> int:
        """How many pages the session takes."""
        return max(1, -(-len(self.games) // PART))

    def path(self, part: int = 1) -> str:
        """The file of a part, counted from 1, below the root of a language."""
        return f"sessions/{self.slug}.html" if part == 1 else f"sessions/{self.slug}.{part}.html"

    def href(self, part: int = 1) -> str:
        """The link to a part."""
        return self._first_href if part == 1 else quote(self.path(part))

    def anchor(self, number: int) -> str:
        """The link to the game with this number, counted from 1."""
        return f"{self.href((number - 1) // PART + 1)}#game-{number}"

    @cached_property
    def _first_href(self) -> str:
        return quote(self.path())

    @property
    def people(self) -> frozenset[str]:
        """The ids of those who may be named."""
        return frozenset(player.id for game in self.games for player in game.players)

    @property
    def guests(self) -> int:
        """The most guests of one game, for nobody knows whether they were the same."""
        return max(game.guests for game in self.games)

    @cached_property
    def best(self) -> int:
        """The number of the best game: highest share of its maximum, then the earlier one."""
        ranked = [(_merit(game), -number) for number, game in enumerate(self.games, 1)]
        return -max(ranked)[1]


@dataclass(frozen=True)
class Table:
    """A group as published: its slug and its games; `group` is None for games of no group."""

    group: Group | None
    slug: str
    games: tuple[Game, ...]

    @property
    def path(self) -> str:
        """The file of the group's page."""
        return f"groups/{self.slug}.html"

    @property
    def href(self) -> str:
        """The link to the group's page."""
        return quote(self.path)


@dataclass(frozen=True)
class Gathered:
    """The log arranged for pages. Sessions run from the oldest to the newest."""

    club: Club
    people: People
    games: tuple[Game, ...]
    sessions: tuple[Session, ...]
    tables: tuple[Table, ...]
    games_of: Mapping[str, tuple[Game, ...]]
    place_of: Mapping[str, tuple[Session, int]]
    """Where each game stands, by its id: the session, and its number in it from 1."""

    def ruleset(self, game: Game) -> Ruleset:
        """The definition that was in force for a game."""
        return self.club.rulesets[game.digest]

    def table(self, group: Group | None) -> Table | None:
        """The group's page, None for games of no group."""
        return self._tables.get(group.id) if group else None

    @property
    def last_session(self) -> Session | None:
        """The latest session with a date; one without a date when there is no other."""
        dated = [session for session in self.sessions if session.date is not None]
        return (dated or list(self.sessions))[-1] if self.sessions else None

    @cached_property
    def plays(self) -> Mapping[str, Play]:
        """The games as statistics see them, by id, in the order of play."""
        return {play.id: play for play in plays_of(self.games, self.ruleset)}

    def plays_among(self, games: Iterable[Game]) -> list[Play]:
        """The rows of some games, in the order in which they come."""
        return [self.plays[game.id] for game in games]

    @cached_property
    def sums(self) -> Tables:
        """The tables of all games, from which boards and summaries are made."""
        return tables_of(list(self.plays.values()))

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


def gather(club: Club) -> Gathered:
    """The club arranged for pages; games that were excluded are kept, and marked there."""
    people = publish(club)
    games = without_hidden(club.games, people)
    by_session: dict[tuple[str | None, str | None], list[Game]] = {}
    by_group: dict[str, list[Game]] = {group.id: [] for group in club.groups}
    by_person: dict[str, list[Game]] = {id_: [] for id_ in people.shown}
    groups = {group.id: group for group in club.groups}
    for game in games:
        group_id = None
        if game.group is not None:
            group_id = game.group.id
            groups.setdefault(group_id, game.group)
            by_group.setdefault(group_id, []).append(game)
        by_session.setdefault((game.date, group_id), []).append(game)
        for player in game.seats:
            if player is not None:
                by_person[player.id].append(game)
    tables = _tables(groups, by_group)
    slugs = {table.group.id: table.slug for table in tables if table.group}
    sessions = tuple(
        Session(
            date,
            groups[group_id] if group_id else None,
            _session_slug(date, slugs[group_id] if group_id else None),
            tuple(played),
        )
        for (date, group_id), played in by_session.items()
    )
    return Gathered(
        club=club,
        people=people,
        games=games,
        sessions=sessions,
        tables=tables,
        games_of={id_: tuple(played) for id_, played in by_person.items()},
        place_of={
            game.id: (session, number)
            for session in sessions
            for number, game in enumerate(session.games, 1)
        },
    )


def _tables(groups: Mapping[str, Group], played: Mapping[str, list[Game]]) -> tuple[Table, ...]:
    slugs = Slugs("group")
    made = [
        Table(groups[id_], slugs.take(groups[id_].name), tuple(played.get(id_, ())))
        for id_ in sorted(groups)
    ]
    return tuple(sorted(made, key=lambda table: (-len(table.games), table.slug)))


def _session_slug(date: str | None, group: str | None) -> str:
    day = slug_of(date) if date else "undated"
    return f"{day}-{group}" if group else day


def _merit(game: Game) -> tuple[bool, float, float, int]:
    result = game.result
    share = result.score / result.max_score if result.score and result.max_score else 0.0
    return (result.outcome == "perfect", share, game.points25 or 0.0, result.points or 0)
