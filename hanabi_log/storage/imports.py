"""What the log knows about games that came from files: their SQL.

A file is taken in piece by piece, so every question is asked for one piece of it and
answered through an index; nothing here grows with the log or with the file.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hanabi_log.storage.rows import insert_rows


@dataclass(frozen=True, slots=True)
class Known:
    """A game that is in the log; `seen` is what its source said last, as JSON."""

    id: str
    deleted: bool
    seen: str | None


def find_known(
    connection: sqlite3.Connection, ids: Iterable[str], sources: Iterable[str]
) -> dict[str, Known]:
    """The games of these ids and sources, deleted ones too, by id and by source."""
    query = (
        "SELECT games.id, deleted_at IS NOT NULL, seen, source FROM games"
        " LEFT JOIN imports ON game_pk = games.pk"
        " WHERE {column} IN (SELECT value FROM json_each(?))"
    )
    known: dict[str, Known] = {}
    for column, wanted in (("source", [*sources]), ("games.id", [*ids])):
        if not wanted:
            continue
        rows = connection.execute(query.format(column=column), (json.dumps(wanted),))
        for id, deleted, seen, source in rows:
            known[source if column == "source" else id] = Known(id, bool(deleted), seen)
    return known


def remember_imports(connection: sqlite3.Connection, seen: Iterable[tuple[str, str]]) -> None:
    """Keep what a source said about games (id, JSON), to tell later what changed there."""
    connection.executemany(
        "INSERT INTO imports (game_pk, seen) SELECT pk, ? FROM games WHERE id = ?"
        " ON CONFLICT (game_pk) DO UPDATE SET seen = excluded.seen",
        ((text, id) for id, text in seen),
    )


def remember_new(connection: sqlite3.Connection, seen: Iterable[tuple[int, str]]) -> None:
    """The same for games that were just stored (row number, JSON)."""
    insert_rows(connection, "imports (game_pk, seen)", seen)


def is_import(command: str) -> bool:
    """Whether a batch of this command took files in."""
    return command == "import" or command.startswith("import ")


def forget_seen(connection: sqlite3.Connection, id: str, names: Iterable[str]) -> None:
    """Forget what a source said of some facts of a game, so that it may say them again."""
    for name in names:
        connection.execute(
            "UPDATE imports SET seen = json_remove(seen, ?)"
            " WHERE game_pk = (SELECT pk FROM games WHERE id = ?)",
            (f"$.{name}", id),
        )


def changed_here(connection: sqlite3.Connection, ids: Iterable[str]) -> set[str]:
    """Those of these games that something else than an import has changed.

    Scoring anew by other rules is no change of what was said.
    """
    rows = connection.execute(
        "SELECT DISTINCT id FROM changes JOIN batches ON batches.pk = batch_pk"
        " WHERE id IN (SELECT value FROM json_each(?)) AND kind = 'game'"
        " AND command <> 'import' AND command NOT LIKE 'import %' AND command NOT LIKE 'rescore%'",
        (json.dumps([*ids]),),
    )
    return {id for (id,) in rows}


def imported_state(connection: sqlite3.Connection, id: str) -> dict[str, Any]:
    """The value that an import last gave to each fact of a game, by the audit trail.

    A fact that no import ever set is missing. Imports that were undone set nothing.
    """
    rows = connection.execute(
        "SELECT before, after FROM changes JOIN batches ON batches.pk = batch_pk"
        " WHERE kind = 'game' AND id = ? AND (command = 'import' OR command LIKE 'import %')"
        " AND NOT EXISTS (SELECT 1 FROM batches AS later WHERE later.undoes = batches.pk)"
        " ORDER BY changes.pk",
        (id,),
    )
    state: dict[str, Any] = {}
    for before_text, after_text in rows:
        before: dict[str, Any] | None = json.loads(before_text) if before_text else None
        after: dict[str, Any] = json.loads(after_text) if after_text else {}
        for key in after.keys() | (before or {}).keys():
            if before is None or before.get(key) != after.get(key):
                state[key] = after.get(key)
    return state


def start_counting(connection: sqlite3.Connection) -> None:
    """Begin to count the rows of one import; what was counted before is forgotten."""
    stop_counting(connection)
    connection.execute(
        "CREATE TEMP TABLE import_rows"
        " (key TEXT PRIMARY KEY, file TEXT, line INTEGER, said TEXT, n INTEGER) WITHOUT ROWID"
    )


class First(NamedTuple):
    """Where a key came first, and a digest of what was said there."""

    file: str | None
    line: int | None
    said: str


def count_rows(
    connection: sqlite3.Connection, rows: Sequence[tuple[str, First]]
) -> list[tuple[First, int]]:
    """For each row (key, place) the place where its key came first, and the how manieth it is."""
    found = connection.execute(
        "SELECT key, file, line, said, n FROM import_rows"
        " WHERE key IN (SELECT value FROM json_each(?))",
        (json.dumps([key for key, _place in rows]),),
    )
    counted = {key: (First(*place), n) for key, *place, n in found}
    answers = []
    for key, place in rows:
        first, n = counted.get(key, (place, 0))
        counted[key] = first, n + 1
        answers.append((first, n + 1))
    connection.executemany(
        "INSERT OR REPLACE INTO import_rows VALUES (?, ?, ?, ?, ?)",
        ((key, *first, n) for key, (first, n) in sorted(counted.items())),
    )
    return answers


def stop_counting(connection: sqlite3.Connection) -> None:
    """Let go of what was counted."""
    connection.execute("DROP TABLE IF EXISTS temp.import_rows")
