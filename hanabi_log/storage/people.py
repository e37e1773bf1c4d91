"""People, groups and the evening that is open: their SQL."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, NamedTuple

from hanabi_log.names import key_of
from hanabi_log.records import Group, Player, Talk
from hanabi_log.storage.changes import Batch, group_state, player_state


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
        }


_PLAYER = "SELECT pk, id, name, visibility, alias, retired FROM players"
_GROUP = "SELECT pk, id, name, ruleset, talk, visibility FROM groups"


def load_players(connection: sqlite3.Connection) -> dict[int, Player]:
    """Everybody, by row number, in the order of their names."""
    return {row[0]: _player(row) for row in connection.execute(f"{_PLAYER} ORDER BY key, id")}


def find_player(connection: sqlite3.Connection, name: str) -> Player | None:
    """The person of this name, matched without case."""
    row = connection.execute(f"{_PLAYER} WHERE key = ?", (key_of(name),)).fetchone()
    return _player(row) if row else None


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
    connection.execute(
        "UPDATE players SET name = ?, key = ?, visibility = ?, alias = ?, retired = ? WHERE id = ?",
        (
            after.name,
            key_of(after.name),
            after.visibility,
            after.alias,
            after.retired,
            before.id,
        ),
    )
    batch.record("player", before.id, player_state(before), player_state(after))


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


def count_games_by_player(connection: sqlite3.Connection) -> dict[str, int]:
    """How many games each person sat in, by id; people without games are left out."""
    return dict(
        connection.execute(
            "SELECT players.id, count(*) FROM seats JOIN games ON games.pk = game_pk"
            " JOIN players ON players.pk = player_pk"
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
    return OpenSession(
        id=id,
        date=date,
        started_at=started_at,
        group=load_groups(connection).get(group_pk),
        players=tuple(json.loads(players)),
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
    connection.execute("UPDATE sessions SET ended_at = ? WHERE id = ?", (at, session.id))
    batch.record("session", session.id, session.state(), {**session.state(), "ended_at": at})


def _player(row: tuple[Any, ...]) -> Player:
    _pk, id, name, visibility, alias, retired = row
    return Player(id=id, name=name, visibility=visibility, alias=alias, retired=bool(retired))


def _group(row: tuple[Any, ...]) -> Group:
    _pk, id, name, ruleset, talk, visibility = row
    return Group(id=id, name=name, ruleset=ruleset, talk=talk, visibility=visibility)
