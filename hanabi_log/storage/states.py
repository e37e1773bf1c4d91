"""One thing of the log as a value, read and written: what the audit trail keeps of it.

Writing a state that was read before brings back exactly that: a game with its fireworks
and seats, a person with their names. So every command can be taken back by writing the
states from before it, last change first. What follows from the facts is computed anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from hanabi_log.names import key_of
from hanabi_log.storage import hoola_states
from hanabi_log.storage.changes import ERASED, Batch, Kind, State
from hanabi_log.storage.game_states import read_game, write_game
from hanabi_log.storage.rows import pk_of


def read_state(connection: sqlite3.Connection, kind: Kind, id: str) -> dict[str, Any] | None:
    """The state of a game, person, group or session as it is now; None if it is not there.

    People and groups are named by id. The seats of a game are those that were logged: a
    person who was merged into another since still sits there.
    """
    if kind == "hoola_match" or kind == "hoola_round":
        return hoola_states.read_state(connection, kind, id)
    return _READERS[kind](connection, id)


def write_state(
    connection: sqlite3.Connection,
    kind: Kind,
    id: str,
    state: State | None,
    *,
    at: int | None = None,
) -> None:
    """Make a thing what a state says; None removes it from its tables.

    Whatever the state names (people, a group, the ruleset's digest) must be stored, else
    KeyError is raised. A fact that the state leaves out is unknown. `at`, in microseconds,
    is when a game changed; without it that hour stays. The score of a game is computed
    anew by the definition of the ruleset that is stored with it.
    """
    if kind == "hoola_match" or kind == "hoola_round":
        hoola_states.write_state(connection, kind, id, state)
    elif state is None:
        table = {"game": "games", "player": "players", "group": "groups", "session": "sessions"}
        connection.execute(f"DELETE FROM {table[kind]} WHERE id = ?", (id,))
    elif kind == "game":
        write_game(connection, id, state, at)
    else:
        _WRITERS[kind](connection, id, state)


def change_state(
    connection: sqlite3.Connection, kind: Kind, id: str, state: State | None, batch: Batch
) -> None:
    """Write a state and put the change on record; nothing happens where nothing differs.

    Where an erased person stood in the state, a guest is written.
    """
    before = read_state(connection, kind, id)
    if state is not None:
        for key in ("seats", "players"):
            if ERASED in state.get(key, ()):
                state = {**state, key: [None if one == ERASED else one for one in state[key]]}
    if before != state:
        hour = batch.record(kind, id, before, state)
        write_state(connection, kind, id, state, at=hour)


def _read_player(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    row = connection.execute(
        "SELECT one.pk, one.name, one.visibility, one.alias, one.retired, other.id"
        " FROM players AS one LEFT JOIN players AS other ON other.pk = one.merged_pk"
        " WHERE one.id = ?",
        (id,),
    ).fetchone()
    if row is None:
        return None
    pk, name, visibility, alias, retired, merged_into = row
    names = connection.execute(
        "SELECT name FROM aliases WHERE player_pk = ? AND key <> ? ORDER BY key",
        (pk, key_of(name)),
    )
    state = {
        "id": id,
        "name": name,
        "visibility": visibility,
        "alias": alias,
        "retired": bool(retired),
        "aliases": [other for (other,) in names],
    }
    return state if merged_into is None else {**state, "merged_into": merged_into}


def _write_player(connection: sqlite3.Connection, id: str, state: State) -> None:
    name = state["name"]
    above = pk_of(connection, "players", state.get("merged_into"))
    (pk,) = connection.execute(
        "INSERT INTO players (id, name, key, visibility, alias, retired, merged_pk)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key,"
        " visibility = excluded.visibility, alias = excluded.alias, retired = excluded.retired,"
        " merged_pk = excluded.merged_pk RETURNING pk",
        (
            id,
            name,
            key_of(name) if above is None else id,
            state.get("visibility"),
            state.get("alias"),
            bool(state.get("retired")),
            above,
        ),
    ).fetchone()
    connection.execute("DELETE FROM aliases WHERE player_pk = ?", (pk,))
    connection.executemany(
        "INSERT INTO aliases (key, name, player_pk) VALUES (?, ?, ?)",
        ((key_of(other), other, pk) for other in state.get("aliases") or ()),
    )
    if above is not None:
        # The other person may take this name, so the row lets go of it and only answers to it,
        # unless somebody of the same name who was merged does.
        connection.execute(
            "INSERT INTO aliases (key, name, player_pk) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (key_of(name), name, pk),
        )


def _read_group(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    row = connection.execute(
        "SELECT id, name, ruleset, talk, visibility FROM groups WHERE id = ?", (id,)
    ).fetchone()
    names = ("id", "name", "ruleset", "talk", "visibility")
    return dict(zip(names, row, strict=True)) if row else None


def _write_group(connection: sqlite3.Connection, id: str, state: State) -> None:
    name = state["name"]
    connection.execute(
        "INSERT INTO groups (id, name, key, ruleset, talk, visibility) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key,"
        " ruleset = excluded.ruleset, talk = excluded.talk, visibility = excluded.visibility",
        (id, name, key_of(name), state.get("ruleset"), state.get("talk"), state.get("visibility")),
    )


def _read_session(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    row = connection.execute(
        "SELECT date, groups.id, players, sessions.ruleset, place, sessions.talk, started_at,"
        " ended_at FROM sessions LEFT JOIN groups ON groups.pk = group_pk WHERE sessions.id = ?",
        (id,),
    ).fetchone()
    if row is None:
        return None
    date, group, players, ruleset, place, talk, started_at, ended_at = row
    state = {
        "date": date,
        "group": group,
        "players": json.loads(players),
        "ruleset": ruleset,
        "place": place,
        "talk": talk,
        "started_at": started_at,
    }
    return state if ended_at is None else {**state, "ended_at": ended_at}


def _write_session(connection: sqlite3.Connection, id: str, state: State) -> None:
    # Trails of the first schema do not tell when a session began; its row does.
    connection.execute(
        "INSERT INTO sessions (id, date, group_pk, players, ruleset, place, talk, started_at,"
        " ended_at) VALUES (:id, :date, :group_pk, :players, :ruleset, :place, :talk,"
        " coalesce(:started_at, :ended_at, 0), :ended_at)"
        " ON CONFLICT (id) DO UPDATE SET date = :date, group_pk = :group_pk, players = :players,"
        " ruleset = :ruleset, place = :place, talk = :talk,"
        " started_at = coalesce(:started_at, started_at), ended_at = :ended_at",
        {
            **{key: state.get(key) for key in ("date", "ruleset", "place", "talk")},
            "id": id,
            "group_pk": pk_of(connection, "groups", state.get("group")),
            "players": json.dumps(state["players"]),
            "started_at": state.get("started_at"),
            "ended_at": state.get("ended_at"),
        },
    )


_READERS: dict[Kind, Callable[[sqlite3.Connection, str], dict[str, Any] | None]] = {
    "game": read_game,
    "player": _read_player,
    "group": _read_group,
    "session": _read_session,
}
_WRITERS: dict[Kind, Callable[[sqlite3.Connection, str, State], None]] = {
    "player": _write_player,
    "group": _write_group,
    "session": _write_session,
}
