"""Matches and rounds of Hoola King as states: what the audit trail keeps, read and written.

A state names people by id and players of a round by the number of their seat. Writing a
state is the only way in which a match or a round gets into its tables, so whatever was done
can be taken back by writing the state from before.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from hanabi_log.storage.changes import State, compact
from hanabi_log.storage.rows import pk_of

_TABLES: dict[str, str] = {"hoola_match": "hoola_matches", "hoola_round": "hoola_rounds"}


def read_state(connection: sqlite3.Connection, kind: str, id: str) -> dict[str, Any] | None:
    """The state of a match or a round as it is now; None if it is not there."""
    return (_read_match if kind == "hoola_match" else _read_round)(connection, id)


def write_state(connection: sqlite3.Connection, kind: str, id: str, state: State | None) -> None:
    """Make a match or a round what a state says; None removes it.

    People, the group and the match that a state names must be stored, else KeyError.
    """
    if state is None:
        connection.execute(f"DELETE FROM {_TABLES[kind]} WHERE id = ?", (id,))
    elif kind == "hoola_match":
        _write_match(connection, id, state)
    else:
        _write_round(connection, id, state)


def _read_match(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    row = connection.execute(
        "SELECT hoola_matches.pk, date, groups.id, target, thresholds, host, vote, agreed, aborted,"
        " logged_at FROM hoola_matches LEFT JOIN groups ON groups.pk = group_pk"
        " WHERE hoola_matches.id = ?",
        (id,),
    ).fetchone()
    if row is None:
        return None
    pk, date, group, target, thresholds, host, vote, agreed, aborted, logged_at = row
    seats = connection.execute(
        "SELECT players.id, bot FROM hoola_seats LEFT JOIN players ON players.pk = player_pk"
        " WHERE match_pk = ? ORDER BY seat",
        (pk,),
    ).fetchall()
    facts = {
        "date": date,
        "group": group,
        "seats": [player for player, _bot in seats],
        "bots": {str(n): bot for n, (_player, bot) in enumerate(seats) if bot is not None} or None,
        "host": host,
        "target": target,
        "thresholds": thresholds,
        "vote": vote and json.loads(vote),
        "agreed": agreed and json.loads(agreed),
        "aborted": True if aborted else None,
        "logged_at": logged_at,
    }
    return {key: value for key, value in facts.items() if value is not None}


def _write_match(connection: sqlite3.Connection, id: str, state: State) -> None:
    values = {
        "date": state.get("date"),
        "group_pk": pk_of(connection, "groups", state.get("group")),
        "target": state["target"],
        "thresholds": state["thresholds"],
        "host": state.get("host"),
        "vote": _dump(state.get("vote")),
        "agreed": _dump(state.get("agreed")),
        "aborted": bool(state.get("aborted")),
        "logged_at": state["logged_at"],
    }
    pk = _store(connection, "hoola_matches", id, values)
    connection.execute("DELETE FROM hoola_seats WHERE match_pk = ?", (pk,))
    bots = state.get("bots") or {}
    connection.executemany(
        "INSERT INTO hoola_seats (match_pk, seat, player_pk, bot) VALUES (?, ?, ?, ?)",
        [
            (pk, seat, pk_of(connection, "players", player), bots.get(str(seat)))
            for seat, player in enumerate(state["seats"])
        ],
    )


def _read_round(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    row = connection.execute(
        "SELECT hoola_rounds.pk, hoola_matches.id, number, ending, by_seat, thanked_seat,"
        " winner_seat, void, hoola_rounds.logged_at FROM hoola_rounds"
        " JOIN hoola_matches ON hoola_matches.pk = match_pk WHERE hoola_rounds.id = ?",
        (id,),
    ).fetchone()
    if row is None:
        return None
    pk, match, number, ending, by, thanked, winner, void, logged_at = row
    hands = connection.execute(
        "SELECT cards, total, sevens, laid FROM hoola_hands WHERE round_pk = ? ORDER BY seat",
        (pk,),
    )
    facts = {
        "match": match,
        "number": number,
        "end": ending,
        "by": by,
        "thanked_from": thanked,
        "winner": winner,
        "void": True if void else None,
        "hands": [
            {"cards": cards, "sum": total, "sevens": sevens, "laid": bool(laid)}
            for cards, total, sevens, laid in hands
        ],
        "logged_at": logged_at,
    }
    return {key: value for key, value in facts.items() if value is not None}


def _write_round(connection: sqlite3.Connection, id: str, state: State) -> None:
    values = {
        "match_pk": pk_of(connection, "hoola_matches", state["match"]),
        "number": state["number"],
        "ending": state["end"],
        "by_seat": state.get("by"),
        "thanked_seat": state.get("thanked_from"),
        "winner_seat": state.get("winner"),
        "void": bool(state.get("void")),
        "logged_at": state["logged_at"],
    }
    pk = _store(connection, "hoola_rounds", id, values)
    connection.execute("DELETE FROM hoola_hands WHERE round_pk = ?", (pk,))
    connection.executemany(
        "INSERT INTO hoola_hands (round_pk, seat, cards, total, sevens, laid)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (pk, seat, hand["cards"], hand["sum"], hand["sevens"], hand["laid"])
            for seat, hand in enumerate(state["hands"])
        ],
    )


def _store(
    connection: sqlite3.Connection, table: str, id: str, values: Mapping[str, object]
) -> int:
    (pk,) = connection.execute(
        f"INSERT INTO {table} (id, {', '.join(values)})"
        f" VALUES (:id, {', '.join(f':{name}' for name in values)})"
        f" ON CONFLICT (id) DO UPDATE SET"
        f" {', '.join(f'{name} = excluded.{name}' for name in values)} RETURNING pk",
        {**values, "id": id},
    ).fetchone()
    return int(pk)


def _dump(value: object) -> str | None:
    return None if value is None else compact(value)
