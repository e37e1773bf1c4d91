"""Erasing a person: no row, no trail and no free page keeps the name.

Seats become a guest's. In the audit trail a word stands where the person stood, so that
earlier changes can still be told and taken back without bringing anybody back. In notes
and other words of the club an ellipsis takes the place of the name. Only the bare id is
remembered as gone, so that another copy of the log cannot bring it in again.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from typing import Any

from hanabi_log.names import key_of
from hanabi_log.storage.changes import ERASED, Batch
from hanabi_log.storage.people import rows_of
from hanabi_log.storage.wal import open_as_it_is

_MAGIC = b"SQLite format 3\x00"
_WORDS = ("note", "place", "excluded", "tags")
"""What somebody wrote about a game; a name may be among the words."""
GAP = "…"


def known_as(connection: sqlite3.Connection, id: str) -> tuple[list[str], list[str]]:
    """The ids of a person, of those merged into it too, and every name they answered to,
    also in the past."""
    rows = connection.execute(
        f"SELECT id FROM players WHERE pk IN ({rows_of('player')})", {"player": id}
    )
    ids = [found for (found,) in rows]
    states = connection.execute(
        "SELECT coalesce(after, before) FROM changes WHERE kind = 'player'"
        " AND id IN (SELECT value FROM json_each(:ids)) AND coalesce(after, before) IS NOT NULL"
        " UNION ALL SELECT before FROM changes WHERE kind = 'player'"
        " AND id IN (SELECT value FROM json_each(:ids)) AND before IS NOT NULL"
        " UNION ALL SELECT json_object('name', name, 'alias', alias) FROM players"
        " WHERE id IN (SELECT value FROM json_each(:ids))",
        {"ids": json.dumps(ids)},
    )
    names: dict[str, None] = {}
    for (text,) in states:
        state = json.loads(text)
        for name in (state["name"], state.get("alias"), *(state.get("aliases") or ())):
            if name:
                names[name] = None
    return ids, list(names)


def erase_person(
    connection: sqlite3.Connection, ids: Collection[str], names: Collection[str], batch: Batch
) -> list[str]:
    """Take a person out of every table and out of the trail, whatever they were called.

    The batch must be final. Gives back the ids of the games in whose words the name was.
    """
    connection.execute("PRAGMA secure_delete = ON")
    pattern = whole_words(names)
    rows = "SELECT pk FROM players WHERE id IN (SELECT value FROM json_each(:ids))"
    values = {"ids": json.dumps(list(ids)), "at": batch.at}
    connection.execute(
        f"UPDATE games SET changed_at = :at"
        f" WHERE pk IN (SELECT game_pk FROM seats WHERE player_pk IN ({rows}))",
        values,
    )
    connection.execute(f"UPDATE seats SET player_pk = NULL WHERE player_pk IN ({rows})", values)
    rewritten = _scrub_games(connection, pattern, batch.at)
    _scrub_sessions(connection, ids, pattern)
    _scrub_imports(connection, {key_of(name) for name in names}, pattern)
    _scrub_trail(connection, ids, pattern)
    _scrub_commands(connection, pattern)
    connection.execute(f"UPDATE players SET merged_pk = NULL WHERE pk IN ({rows})", values)
    connection.execute(f"DELETE FROM players WHERE pk IN ({rows})", values)
    batch.record_all("player", ((id, None, None) for id in ids))
    return rewritten


def whole_words(names: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the names, whatever their case, but not inside another word."""
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def overwrite_free_pages(connection: sqlite3.Connection) -> None:
    """Write the file anew, so that nothing deleted is left in it; others may delay that."""
    with suppress(sqlite3.OperationalError):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copies_with(path: str, ids: Collection[str], names: Iterable[str]) -> list[str]:
    """The SQLite files beside a log, or in a folder beside it, that hold an id or a name.

    Files are opened for reading only; those that cannot be read as a log are passed over.
    """
    keys = {key_of(name) for name in names}
    folder = os.path.dirname(os.path.abspath(path))
    found = []
    for place in _folders(folder):
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            if not entry.is_file() or os.path.abspath(entry.path) == os.path.abspath(path):
                continue
            if _is_sqlite(entry.path) and _holds(entry.path, ids, keys):
                found.append(entry.path)
    return found


def _scrub_games(connection: sqlite3.Connection, pattern: re.Pattern[str], at: int) -> list[str]:
    found = []
    rows = connection.execute(f"SELECT pk, id, {', '.join(_WORDS)} FROM games")
    for pk, id, *words in rows.fetchall():
        kept = [word and pattern.sub(GAP, word) for word in words]
        if kept != words:
            found.append(id)
            connection.execute(
                "UPDATE games SET note = ?, place = ?, excluded = ?, tags = ?, changed_at = ?"
                " WHERE pk = ?",
                (*kept, at, pk),
            )
    return found


def _scrub_sessions(
    connection: sqlite3.Connection, ids: Collection[str], pattern: re.Pattern[str]
) -> None:
    for pk, text, place in connection.execute("SELECT pk, players, place FROM sessions").fetchall():
        players = [None if one in ids else one for one in json.loads(text)]
        connection.execute(
            "UPDATE sessions SET players = ?, place = ? WHERE pk = ?",
            (json.dumps(players), place and pattern.sub(GAP, place), pk),
        )


def _scrub_imports(
    connection: sqlite3.Connection, keys: Collection[str], pattern: re.Pattern[str]
) -> None:
    scrubbed = []
    for pk, text in connection.execute("SELECT game_pk, seen FROM imports"):
        seen = json.loads(text)
        players = seen.get("players") or []
        kept = [None if isinstance(one, str) and key_of(one) in keys else one for one in players]
        after = _reworded({**seen, "players": kept} if players else seen, pattern)
        if after != seen:
            scrubbed.append((_dump(after), pk))
    connection.executemany("UPDATE imports SET seen = ? WHERE game_pk = ?", scrubbed)


def _scrub_trail(
    connection: sqlite3.Connection, ids: Collection[str], pattern: re.Pattern[str]
) -> None:
    connection.execute(
        "DELETE FROM changes WHERE kind = 'player' AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    rows = connection.execute("SELECT pk, before, after FROM changes WHERE kind <> 'group'")
    scrubbed = []
    for pk, before, after in rows:
        states = _without(before, ids, pattern), _without(after, ids, pattern)
        if states != (before, after):
            scrubbed.append((*states, pk))
    connection.executemany("UPDATE changes SET before = ?, after = ? WHERE pk = ?", scrubbed)
    connection.executemany(
        "DELETE FROM changes WHERE pk = ? AND before = after", [(pk,) for *_states, pk in scrubbed]
    )


def _without(text: str | None, ids: Collection[str], pattern: re.Pattern[str]) -> str | None:
    """A state without the person; the same text when they are not in it."""
    if text is None or not (pattern.search(text) or any(id in text for id in ids)):
        return text
    before: dict[str, Any] = json.loads(text)
    state = _reworded(before, pattern)
    for key in ("seats", "players"):
        if key in state:
            state[key] = [ERASED if one in ids else one for one in state[key]]
    if state.get("merged_into") in ids:
        del state["merged_into"]
    return text if state == before else _dump(state)


def _reworded(state: dict[str, Any], pattern: re.Pattern[str]) -> dict[str, Any]:
    state = dict(state)
    for key in _WORDS:
        value = state.get(key)
        if isinstance(value, str):
            state[key] = pattern.sub(GAP, value)
        elif isinstance(value, list):
            state[key] = [pattern.sub(GAP, word) for word in value]
    return state


def _scrub_commands(connection: sqlite3.Connection, pattern: re.Pattern[str]) -> None:
    rows = connection.execute("SELECT pk, command FROM batches").fetchall()
    scrubbed = [(pattern.sub(GAP, command), pk) for pk, command in rows if pattern.search(command)]
    connection.executemany("UPDATE batches SET command = ? WHERE pk = ?", scrubbed)


def _folders(folder: str) -> list[str]:
    inside = sorted(entry.path for entry in os.scandir(folder) if entry.is_dir())
    return [folder, *inside]


def _is_sqlite(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def _holds(path: str, ids: Collection[str], keys: Collection[str]) -> bool:
    with (
        suppress(sqlite3.Error),
        closing(open_as_it_is(path, wal=os.path.exists(f"{path}-wal"))) as connection,
    ):
        values = {"ids": json.dumps(list(ids)), "keys": json.dumps(list(keys))}
        row = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM players"
            " WHERE id IN (SELECT value FROM json_each(:ids))"
            " OR key IN (SELECT value FROM json_each(:keys)))"
            " OR EXISTS (SELECT 1 FROM changes WHERE kind = 'player' AND after IS NOT NULL"
            " AND id IN (SELECT value FROM json_each(:ids)))",
            values,
        ).fetchone()
        return bool(row[0])
    return False


def _dump(state: Any) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))
