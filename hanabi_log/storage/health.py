"""What a check-up asks of the log, and the few things that it may mend: their SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.names import key_of
from hanabi_log.storage.changes import ERASED
from hanabi_log.storage.people import PERSONS
from hanabi_log.storage.states import read_state

NAMED = {"player": "players", "group": "groups", "alias": "aliases"}
"""The tables of what has a name, and a key that it is found by."""

_LOOSE_ROWS = {
    "fireworks": "SELECT count(*) FROM fireworks WHERE game_pk NOT IN (SELECT pk FROM games)",
    "seats": "SELECT count(*) FROM seats WHERE game_pk NOT IN (SELECT pk FROM games)"
    " OR (player_pk IS NOT NULL AND player_pk NOT IN (SELECT pk FROM players))",
    "games": "SELECT count(*) FROM games WHERE ruleset_pk NOT IN (SELECT pk FROM rulesets)"
    " OR (group_pk IS NOT NULL AND group_pk NOT IN (SELECT pk FROM groups))"
    " OR table_size <> (SELECT count(*) FROM seats WHERE game_pk = games.pk)",
    "imports": "SELECT count(*) FROM imports WHERE game_pk NOT IN (SELECT pk FROM games)",
    "changes": "SELECT count(*) FROM changes WHERE batch_pk NOT IN (SELECT pk FROM batches)",
    "aliases": "SELECT count(*) FROM aliases WHERE player_pk NOT IN (SELECT pk FROM players)",
}


class WrongKey(NamedTuple):
    """A name whose key is not the one that the name gives; `free` if the right one is."""

    table: str
    name: str
    found: str
    right: str
    free: bool


def integrity_faults(connection: sqlite3.Connection, most: int = 20) -> list[str]:
    """What SQLite finds wrong with the file; empty when it is whole."""
    rows = connection.execute(f"PRAGMA integrity_check({most})").fetchall()
    return [] if rows == [("ok",)] else [text for (text,) in rows]


def broken_references(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows of each table refer to a row that is not there."""
    found: dict[str, int] = {}
    for table, *_rest in connection.execute("PRAGMA foreign_key_check"):
        found[table] = found.get(table, 0) + 1
    return found


def loose_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows of each table belong to nothing, or lack some that belong to them."""
    counts = {name: connection.execute(query).fetchone()[0] for name, query in _LOOSE_ROWS.items()}
    return {name: count for name, count in counts.items() if count}


def wrong_keys(connection: sqlite3.Connection) -> list[WrongKey]:
    """The names that would not be found by what they are."""
    wrong = []
    for table in NAMED.values():
        # Who was merged into another person lets go of the name and answers to it only.
        own = " WHERE merged_pk IS NULL" if table == "players" else ""
        rows = connection.execute(f"SELECT name, key FROM {table}{own} ORDER BY key").fetchall()
        taken = {key for _name, key in rows}
        rights = [key_of(name) for name, _key in rows]
        for (name, key), right in zip(rows, rights, strict=True):
            if key != right:
                free = right not in taken and rights.count(right) == 1
                wrong.append(WrongKey(table, name, key, right, free))
    return wrong


def mend_key(connection: sqlite3.Connection, wrong: WrongKey) -> None:
    """Give a name the key that it should have; the key must be free."""
    connection.execute(
        f"UPDATE {wrong.table} SET key = ? WHERE key = ?", (wrong.right, wrong.found)
    )


def shared_keys(connection: sqlite3.Connection) -> list[str]:
    """Keys that a person's name and another person's further name both have."""
    rows = connection.execute(
        f"{PERSONS} SELECT players.key FROM players JOIN aliases ON aliases.key = players.key"
        " JOIN persons ON persons.pk = aliases.player_pk"
        " WHERE merged_pk IS NULL AND person <> players.pk ORDER BY players.key"
    )
    return [key for (key,) in rows]


def store_results(connection: sqlite3.Connection, results: Iterable[tuple[str, Result]]) -> None:
    """Store what games (id, result) came to; their facts stay as they are."""
    connection.executemany(
        "UPDATE games SET outcome = ?, points = ?, score = ?, max_score = ?, band = ?,"
        " knowledge = ? WHERE id = ?",
        (
            (
                result.outcome,
                result.points,
                result.score,
                result.max_score,
                result.band,
                result.knowledge,
                id,
            )
            for id, result in results
        ),
    )


def rulesets_in_use(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Spec and digest of every definition that a game, not a deleted one, was logged by."""
    return connection.execute(
        "SELECT DISTINCT spec, digest FROM rulesets JOIN games ON ruleset_pk = rulesets.pk"
        " WHERE deleted_at IS NULL ORDER BY spec, digest"
    ).fetchall()


def unrecorded_games(connection: sqlite3.Connection) -> Iterator[str]:
    """The ids of games that are not as the audit trail has left them."""
    last = dict(
        connection.execute(
            "SELECT id, after FROM changes WHERE pk IN"
            " (SELECT max(pk) FROM changes WHERE kind = 'game' GROUP BY id)"
        )
    )
    for (id,) in connection.execute("SELECT id FROM games ORDER BY id").fetchall():
        after = json.loads(last.pop(id, None) or "null")
        if after:
            after["seats"] = [None if seat == ERASED else seat for seat in after["seats"]]
        if after != read_state(connection, "game", id):
            yield id
    yield from (id for id, after in last.items() if after is not None)
