"""Where the audit trail stands, and which sessions it says have changed since."""

from __future__ import annotations

import sqlite3

from hanabi_log.storage.changes import newest_batch

_UNRECORDED = ("doctor --fix", "rescore")
"""Commands that store numbers of games anew; numbers are no facts, so no change tells which."""


def mark_of(connection: sqlite3.Connection) -> str:
    """A word for the present state: the newest batch, and the schema. Empty before any batch."""
    newest = newest_batch(connection)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return f"{version}.{newest[0]}.{newest[1]}" if newest else ""


def touched_since(
    connection: sqlite3.Connection, mark: str
) -> frozenset[tuple[str | None, str | None]] | None:
    """Date and group's id of each session of which a game changed since `mark`, before and
    after the change. None where the trail cannot tell: another log, or another history.
    """
    version, _dot, batch = mark.partition(".")
    known = connection.execute(
        "SELECT pk FROM batches WHERE pk || '.' || at = ?", (batch,)
    ).fetchone()
    if known is None or (int(version),) != connection.execute("PRAGMA user_version").fetchone():
        return None
    (vague,) = connection.execute(
        "SELECT count(*) FROM batches WHERE pk > ? AND (final OR command IN (?, ?))",
        (known[0], *_UNRECORDED),
    ).fetchone()
    if vague:
        return None
    return frozenset(
        connection.execute(
            "SELECT json_extract(state, '$.date'), json_extract(state, '$.group') FROM ("
            "SELECT before AS state, batch_pk, kind FROM changes"
            " UNION ALL SELECT after, batch_pk, kind FROM changes)"
            " WHERE batch_pk > ? AND kind = 'game' AND state IS NOT NULL",
            known,
        )
    )
