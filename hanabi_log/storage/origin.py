"""Which log this is, so that two exports of one club are known as such.

A log is known by how it began: the hour of its first batch and the id of the first game in
its trail. Neither ever changes, so copies and backups of a log keep its identity.
"""

from __future__ import annotations

import sqlite3

from hanabi_log.digests import sha256


def log_id(connection: sqlite3.Connection) -> str:
    """The identity of a log: a `c` and 16 hexadecimal digits, which tell nothing of the club.

    It is safe as the name of a file, and no reader takes it for a number. All logs without
    a game that were begun at the same hour, or not at all, have the same one.
    """
    hour, game = connection.execute(
        "SELECT (SELECT at FROM batches ORDER BY pk LIMIT 1),"
        " (SELECT id FROM changes WHERE kind = 'game' ORDER BY pk LIMIT 1)"
    ).fetchone()
    return "c" + sha256(f"{hour} {game}".encode())[:16]
