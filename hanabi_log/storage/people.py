"""People, groups and the evening that is open: their SQL.

A person who turned out to be another keeps a row that points to the other one. Such a row
is nobody of its own: its name, its further names and its seats are those of the person
whom the pointers lead to. It is filed under its id, and answers to its name as an alias.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from hanabi_log.dates import confirmed
from hanabi_log.names import key_of
from hanabi_log.records import Group, Player, Talk
from hanabi_log.storage.changes import Batch, Kind, group_state, player_state
from hanabi_log.storage.states import change_state, read_state


class OpenSession(NamedTuple):
    """The evening that is under way: what each `add` need not say again.

    `players` are ids, None for a guest; `started_at` is in microseconds since 1970.
    """

    id: str
    date: str
    started_at: int
    group: Group | None = None
    players: tuple[str | None, ...] = ()
    ruleset: str | None = None
    place: str | None = None
    talk: Talk | None = None

    def state(self) -> dict[str, Any]:
        """The state as the audit trail keeps it."""
        return {
            "date": self.date,
            "group": self.group.id if self.group else None,
            "players": list(self.players),
            "ruleset": self.ruleset,
            "place": self.place,
            "talk": self.talk,
            "started_at": self.started_at,
        }


_PLAYER = "SELECT pk, id, name, visibility, alias, retired FROM players"
_GROUP = "SELECT pk, id, name, ruleset, talk, visibility FROM groups"

PERSONS = """WITH RECURSIVE persons (pk, person) AS (
    SELECT pk, pk FROM players WHERE merged_pk IS NULL
    UNION ALL SELECT players.pk, person FROM players JOIN persons ON merged_pk = persons.pk)"""
"""Every row of a player, and the row of the person that it stands for."""


def rows_of(*parameters: str) -> str:
    """A query for the rows of people whose ids these parameters hold, merged ones too."""
    return f"""WITH RECURSIVE rows_of (pk) AS (
        SELECT pk FROM players WHERE id IN ({", ".join(f":{name}" for name in parameters)})
        UNION SELECT players.pk FROM players JOIN rows_of ON merged_pk = rows_of.pk)
        SELECT pk FROM rows_of"""


def load_players(connection: sqlite3.Connection) -> dict[int, Player]:
    """Everybody, by row number, in the order of their names."""
    aliases: dict[int, list[str]] = {}
    for pk, name in connection.execute("SELECT player_pk, name FROM aliases ORDER BY key"):
        aliases.setdefault(pk, []).append(name)
    rows = connection.execute(f"{_PLAYER} WHERE merged_pk IS NULL ORDER BY key, id")
    return {row[0]: player_of(row, aliases.get(row[0], ())) for row in rows}


def load_seated(connection: sqlite3.Connection) -> dict[int, Player]:
    """The person that each row number in a seat stands for, merged ones too."""
    people = load_players(connection)
    merged = connection.execute(
        f"{PERSONS} SELECT pk, person FROM persons WHERE pk <> person"
    ).fetchall()
    return {**people, **{pk: people[person] for pk, person in merged}}


def load_people_by_id(connection: sqlite3.Connection) -> dict[str, Player]:
    """The person of every id, also of ids that were merged into another since."""
    people = load_seated(connection)
    return {id: people[pk] for id, pk in connection.execute("SELECT id, pk FROM players")}


def load_people_by_key(connection: sqlite3.Connection) -> dict[str, Player]:
    """The person of every known spelling: names, further names, names of merged people.

    The keys are those of `names.key_of`.
    """
    people = load_seated(connection)
    keys = connection.execute(
        "SELECT key, player_pk FROM aliases"
        " UNION ALL SELECT key, pk FROM players WHERE merged_pk IS NULL"
    )
    return {key: people[pk] for key, pk in keys}


def find_player(connection: sqlite3.Connection, name: str) -> Player | None:
    """The person who answers to this name, matched without case."""
    row = connection.execute(
        "WITH RECURSIVE up (pk, above) AS ("
        " SELECT pk, merged_pk FROM players WHERE key = :key"
        " OR pk = (SELECT player_pk FROM aliases WHERE key = :key)"
        " UNION SELECT players.pk, merged_pk FROM players JOIN up ON players.pk = above)"
        f" {_PLAYER} WHERE pk = (SELECT pk FROM up WHERE above IS NULL)",
        {"key": key_of(name)},
    ).fetchone()
    if row is None:
        return None
    names = connection.execute(
        "SELECT name FROM aliases WHERE player_pk = ? ORDER BY key", (row[0],)
    )
    return player_of(row, [other for (other,) in names])


def add_player(connection: sqlite3.Connection, player: Player, batch: Batch) -> None:
    """Store a new person."""
    connection.execute(
        "INSERT INTO players (id, name, key, visibility, alias, retired) VALUES (?, ?, ?, ?, ?, ?)",
        (
            player.id,
            player.name,
            key_of(player.name),
            player.visibility,
            player.alias,
            player.retired,
        ),
    )
    batch.record("player", player.id, None, player_state(player))


def change_player(
    connection: sqlite3.Connection, before: Player, after: Player, batch: Batch
) -> None:
    """Store a person anew under the same id."""
    change_state(connection, "player", before.id, player_state(after), batch)


def load_groups(connection: sqlite3.Connection) -> dict[int, Group]:
    """Every group, by row number, in the order of their names."""
    return {row[0]: _group(row) for row in connection.execute(f"{_GROUP} ORDER BY key, id")}


def find_group(connection: sqlite3.Connection, name: str) -> Group | None:
    """The group of this name, matched without case."""
    row = connection.execute(f"{_GROUP} WHERE key = ?", (key_of(name),)).fetchone()
    return _group(row) if row else None


def add_group(connection: sqlite3.Connection, group: Group, batch: Batch) -> None:
    """Store a new group."""
    connection.execute(
        "INSERT INTO groups (id, name, key, ruleset, talk, visibility) VALUES (?, ?, ?, ?, ?, ?)",
        (group.id, group.name, key_of(group.name), group.ruleset, group.talk, group.visibility),
    )
    batch.record("group", group.id, None, group_state(group))


def change_group(connection: sqlite3.Connection, before: Group, after: Group, batch: Batch) -> None:
    """Store a group anew under the same id."""
    change_state(connection, "group", before.id, group_state(after), batch)


def things_of_group(connection: sqlite3.Connection, kind: Kind, group: str) -> list[str]:
    """The ids of the games (deleted ones too), sessions or Hoola matches of a group."""
    table = {"game": "games", "session": "sessions", "hoola_match": "hoola_matches"}[kind]
    rows = connection.execute(
        f"SELECT id FROM {table} WHERE group_pk = (SELECT pk FROM groups WHERE id = ?) ORDER BY pk",
        (group,),
    )
    return [id for (id,) in rows]


def count_games_by_player(connection: sqlite3.Connection) -> dict[str, int]:
    """How many games each person sat in, by id; people without games are left out."""
    return dict(
        connection.execute(
            f"{PERSONS} SELECT players.id, count(*) FROM seats"
            " JOIN games ON games.pk = game_pk JOIN persons ON persons.pk = player_pk"
            " JOIN players ON players.pk = person"
            " WHERE deleted_at IS NULL GROUP BY players.id"
        )
    )


def count_games_by_group(connection: sqlite3.Connection) -> dict[str, int]:
    """How many games each group logged, by id; groups without games are left out."""
    return dict(
        connection.execute(
            "SELECT groups.id, count(*) FROM games JOIN groups ON groups.pk = group_pk"
            " WHERE deleted_at IS NULL GROUP BY groups.id"
        )
    )


def load_open_session(connection: sqlite3.Connection) -> OpenSession | None:
    """The evening that is under way, if any."""
    row = connection.execute(
        "SELECT id, date, started_at, group_pk, players, ruleset, place, talk"
        " FROM sessions WHERE ended_at IS NULL"
    ).fetchone()
    if row is None:
        return None
    id, date, started_at, group_pk, players, ruleset, place, talk = row
    people = load_people_by_id(connection)
    return OpenSession(
        id=id,
        date=confirmed(date) or "",
        started_at=started_at,
        group=load_groups(connection).get(group_pk),
        players=tuple(people[one].id if one else None for one in json.loads(players)),
        ruleset=ruleset,
        place=place,
        talk=talk,
    )


def start_session(connection: sqlite3.Connection, session: OpenSession, batch: Batch) -> None:
    """Open an evening; there must be none open."""
    connection.execute(
        "INSERT INTO sessions (id, date, group_pk, players, ruleset, place, talk, started_at)"
        " VALUES (?, ?, (SELECT pk FROM groups WHERE id = ?), ?, ?, ?, ?, ?)",
        (
            session.id,
            session.date,
            session.group.id if session.group else None,
            json.dumps(session.players),
            session.ruleset,
            session.place,
            session.talk,
            session.started_at,
        ),
    )
    batch.record("session", session.id, None, session.state())


def end_session(
    connection: sqlite3.Connection, session: OpenSession, at: int, batch: Batch
) -> None:
    """Close the evening that is under way."""
    state = read_state(connection, "session", session.id) or session.state()
    change_state(connection, "session", session.id, {**state, "ended_at": at}, batch)


def player_of(row: tuple[Any, ...], aliases: Iterable[str] = ()) -> Player:
    """The person in a row of `pk, id, name, visibility, alias, retired`."""
    _pk, id, name, visibility, alias, retired = row
    return Player(
        id=id,
        name=name,
        visibility=visibility,
        alias=alias,
        retired=bool(retired),
        aliases=tuple(aliases),
    )


def _group(row: tuple[Any, ...]) -> Group:
    _pk, id, name, ruleset, talk, visibility = row
    return Group(id=id, name=name, ruleset=ruleset, talk=talk, visibility=visibility)
