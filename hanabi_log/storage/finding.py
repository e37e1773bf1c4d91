"""Which game is meant: by the beginning of its id, or as the last one."""

from __future__ import annotations

import sqlite3


def find_ids(
    connection: sqlite3.Connection, prefix: str, most: int = 10, *, deleted: bool = False
) -> list[str]:
    """The ids of games that start with `prefix`; those of deleted games if asked for."""
    rows = connection.execute(
        f"SELECT id FROM games WHERE deleted_at IS {'NOT ' * deleted}NULL"
        " AND id >= ? AND id < ? ORDER BY id LIMIT ?",
        (prefix, prefix + "g", most),
    )
    return [id for (id,) in rows]


def last_logged(connection: sqlite3.Connection) -> str | None:
    """The id of the game that `add` logged last; where none of its games is left, of the newest."""
    row = _last(connection, "deleted_at IS NULL")
    return row[0] if row else None


def last_deleted(connection: sqlite3.Connection) -> str | None:
    """The id of the game that was deleted last."""
    row = connection.execute(
        "SELECT id FROM games WHERE deleted_at IS NOT NULL"
        " ORDER BY deleted_at DESC, pk DESC LIMIT 1"
    ).fetchone()
    return row[0] if row else None


def last_group(connection: sqlite3.Connection) -> int | None:
    """The row number of the group for which `add` logged a game last, as in `last_logged`."""
    row = _last(connection, "deleted_at IS NULL AND group_pk IS NOT NULL")
    return row[1] if row else None


def _last(connection: sqlite3.Connection, condition: str) -> tuple[str, int] | None:
    """Id and group of the last game that a condition holds for."""
    # A club that has just imported its history still means the game that it logged itself.
    # CROSS JOIN keeps the order of the tables: from the newest batch on, until one fits.
    row: tuple[str, int] | None = connection.execute(
        "SELECT games.id, group_pk FROM batches CROSS JOIN changes ON batch_pk = batches.pk"
        " CROSS JOIN games ON games.id = changes.id"
        f" WHERE command = 'add' AND kind = 'game' AND {condition}"
        " ORDER BY batches.pk DESC LIMIT 1"
    ).fetchone()
    if row is None:
        # As _NEWEST_FIRST, in words that an index answers.
        newest = "ORDER BY date DESC, logged_at DESC LIMIT 1"
        row = connection.execute(
            f"SELECT id, group_pk FROM games WHERE {condition} AND (date, logged_at) IS"
            f" (SELECT date, logged_at FROM games WHERE {condition} {newest})"
            " ORDER BY id DESC LIMIT 1"
        ).fetchone()
    return row


def neighbours(connection: sqlite3.Connection, id: str) -> list[str]:
    """The ids just before and after an id, which decide how short it can be written."""
    query = """SELECT max(id) FROM games WHERE id < :id
        UNION ALL SELECT min(id) FROM games WHERE id > :id"""
    return [other for (other,) in connection.execute(query, {"id": id}) if other]
