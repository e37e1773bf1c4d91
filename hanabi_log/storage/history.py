"""The audit trail read back: what happened, and what can be taken back.

Batches are numbered in the order of their commits. A batch that takes another one back
names it, so both can be told: what an undo did, and what has been undone.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hanabi_log.storage.changes import Kind

_PIECE = 1_000
"""Changes that are held at once."""
_NOT_UNDONE = "NOT EXISTS (SELECT 1 FROM batches AS later WHERE later.undoes = batches.pk)"


class PastBatch(NamedTuple):
    """One command of the past; `at` counts microseconds since 1970."""

    pk: int
    at: int
    command: str


class PastChange(NamedTuple):
    """What a command did to one thing: its state before, None if it was made then, and
    after, None if it was removed. `undone` tells that it was taken back since."""

    batch: PastBatch
    kind: Kind
    id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    undone: bool = False


def last_undoable(connection: sqlite3.Connection) -> PastBatch | None:
    """The newest batch that can be taken back: no undo, not undone yet, and not final."""
    row = connection.execute(
        f"SELECT pk, at, command FROM batches WHERE undoes IS NULL AND NOT final AND {_NOT_UNDONE}"
        " AND EXISTS (SELECT 1 FROM changes WHERE batch_pk = batches.pk)"
        " ORDER BY pk DESC LIMIT 1"
    ).fetchone()
    return PastBatch(*row) if row else None


def changes_backwards(connection: sqlite3.Connection, batch: PastBatch) -> Iterator[PastChange]:
    """The changes of a batch, the last one first; the log may be changed meanwhile."""
    below = None
    while rows := connection.execute(
        "SELECT pk, kind, id, before, after FROM changes"
        " WHERE batch_pk = :batch AND (:below IS NULL OR pk < :below)"
        " ORDER BY pk DESC LIMIT :most",
        {"batch": batch.pk, "below": below, "most": _PIECE},
    ).fetchall():
        for pk, kind, id, before, after in rows:
            below = pk
            yield PastChange(batch, kind, id, _load(before), _load(after))


def load_history(
    connection: sqlite3.Connection, ids: Sequence[str] | None = None, *, limit: int = 0
) -> list[PastChange]:
    """What happened, newest first: to these things, or to all; `limit` 0 means everything."""
    narrowed = "WHERE id IN (SELECT value FROM json_each(:ids))" if ids is not None else ""
    rows = connection.execute(
        f"SELECT batches.pk, at, command, kind, id, before, after, NOT {_NOT_UNDONE}"
        f" FROM changes JOIN batches ON batches.pk = batch_pk {narrowed}"
        " ORDER BY changes.pk DESC LIMIT :limit",
        {"ids": json.dumps(ids), "limit": limit or -1},
    )
    return [
        PastChange(PastBatch(pk, at, command), kind, id, _load(before), _load(after), bool(undone))
        for pk, at, command, kind, id, before, after, undone in rows
    ]


def find_changed(connection: sqlite3.Connection, prefix: str, *, games: bool = False) -> list[str]:
    """The ids that start with `prefix` of all that ever changed, or of games, gone ones too."""
    rows = connection.execute(
        "SELECT DISTINCT id FROM changes WHERE id >= ? AND id < ? AND (kind = 'game' OR NOT ?)"
        " ORDER BY id LIMIT 10",
        (prefix, prefix + "g", games),
    )
    return [id for (id,) in rows]


def load_names(connection: sqlite3.Connection) -> dict[str, str]:
    """The last known name of every person and group that ever was, by id."""
    rows = connection.execute(
        "SELECT id, coalesce(after, before) AS state FROM changes"
        " WHERE kind IN ('player', 'group') AND state IS NOT NULL ORDER BY pk"
    )
    return {id: json.loads(state)["name"] for id, state in rows}


def _load(text: str | None) -> dict[str, Any] | None:
    state: dict[str, Any] | None = json.loads(text) if text else None
    return state
