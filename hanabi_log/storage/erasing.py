"""Erasing a person: no row, no trail and no free page keeps the name.

Seats become a guest's. In the audit trail a word stands where the person stood, so that
earlier changes can still be told and taken back without bringing anybody back. In notes
and other words of the club, ids of sources among them, an ellipsis takes the place of the name.
Only the bare id is remembered as gone, so that another copy of the log cannot bring it in
again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from typing import Any

from hanabi_log.mentions import Mentions
from hanabi_log.names import key_of
from hanabi_log.storage.changes import ERASED, Batch, compact
from hanabi_log.storage.people import rows_of
from hanabi_log.storage.wal import open_as_it_is

_MAGIC = b"SQLite format 3\x00"
_WORDS = ("note", "place", "excluded", "tags")
"""What somebody wrote about a game; a name may be among the words."""
_HOUR = "coalesce(max(:at, changed_at + 1), changed_at)"
"""When a game changed, later than what it replaces; without an hour it stays as old as it is."""


def known_as(connection: sqlite3.Connection, id: str) -> tuple[list[str], list[str]]:
    """The ids of a person, of those merged into it too, and every name they answered to,
    also in the past."""
    rows = connection.execute(
        f"SELECT id FROM players WHERE pk IN ({rows_of('player')})", {"player": id}
    )
    # Somebody whom an undo took away is in the trail only.
    ids = list(dict.fromkeys([id, *(found for (found,) in rows)]))
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
    rewritten = take_out(connection, ids, names, batch.at)
    batch.record_all("player", ((id, None, None) for id in ids))
    return rewritten


def take_out(
    connection: sqlite3.Connection,
    ids: Collection[str],
    names: Collection[str],
    at: int | None = None,
) -> list[str]:
    """Take people and names out, and put nothing on record about it.

    `at`, in microseconds, is when it happens; without it every game keeps its hour. Gives
    back the ids of the games in whose words a name was.
    """
    connection.execute("PRAGMA secure_delete = ON")
    pattern = Mentions(names)
    rows = "SELECT pk FROM players WHERE id IN (SELECT value FROM json_each(:ids))"
    values = {"ids": json.dumps(list(ids)), "at": at}
    connection.execute(
        f"UPDATE games SET changed_at = {_HOUR}"
        f" WHERE pk IN (SELECT game_pk FROM seats WHERE player_pk IN ({rows}))",
        values,
    )
    connection.execute(f"UPDATE seats SET player_pk = NULL WHERE player_pk IN ({rows})", values)
    rewritten = _scrub_games(connection, pattern, at)
    _scrub_sessions(connection, ids, pattern)
    _scrub_imports(connection, {key_of(name) for name in names}, pattern)
    _scrub_trail(connection, ids, pattern)
    _scrub_commands(connection, pattern)
    connection.execute(f"UPDATE players SET merged_pk = NULL WHERE pk IN ({rows})", values)
    connection.execute(f"UPDATE players SET merged_pk = NULL WHERE merged_pk IN ({rows})", values)
    connection.execute(f"DELETE FROM players WHERE pk IN ({rows})", values)
    return rewritten


def games_with_letters(connection: sqlite3.Connection, names: Collection[str]) -> list[str]:
    """The ids of games in whose words or history the letters of a name still are, as a part
    of other words or of names of others."""
    mentions = Mentions(names)
    found: dict[str, None] = {}
    for id, *words in connection.execute(
        f"SELECT id, source, {', '.join(_WORDS)} FROM games ORDER BY id"
    ):
        if any(word and mentions.letters_in(word) for word in words):
            found[id] = None
    for id, *states in connection.execute(
        "SELECT id, before, after FROM changes WHERE kind = 'game' ORDER BY pk"
    ):
        if id not in found and any(_has_letters(text, mentions) for text in states):
            found[id] = None
    return list(found)


def overwrite_free_pages(connection: sqlite3.Connection) -> None:
    """Write the file anew, so that nothing deleted is left in it; others may delay that.

    Within a transaction, and while somebody looks at the log, it cannot be done.
    """
    with suppress(sqlite3.OperationalError):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copies_with(
    path: str, ids: Collection[str], names: Iterable[str], club: str | None = None
) -> list[str]:
    """The SQLite files beside a log or in the folder of the club that hold an id or a name.

    Of both folders the ones within are looked into as well, but none deeper.

    Files are opened for reading only; those that cannot be read as a log are passed over.
    """
    keys = {key_of(name) for name in names}
    around = [os.path.dirname(os.path.abspath(path)), *([os.path.abspath(club)] if club else [])]
    found = []
    for place in dict.fromkeys(inner for folder in around for inner in _folders(folder)):
        for entry in sorted(_entries(place), key=lambda entry: entry.name):
            if not entry.is_file() or os.path.abspath(entry.path) == os.path.abspath(path):
                continue
            if _is_sqlite(entry.path) and _holds(entry.path, ids, keys):
                found.append(entry.path)
    return found


def _scrub_games(connection: sqlite3.Connection, pattern: Mentions, at: int | None) -> list[str]:
    found = []
    rows = connection.execute(f"SELECT pk, id, source, {', '.join(_WORDS)} FROM games")
    for pk, id, source, *words in rows.fetchall():
        kept = [word and pattern.taken_out_of(word) for word in words]
        nameless = source and _nameless(source, id, pattern)
        if [nameless, *kept] != [source, *words]:
            found.append(id)
            values = dict(zip(_WORDS, kept, strict=True))
            connection.execute(
                "UPDATE games SET note = :note, place = :place, excluded = :excluded,"
                f" tags = :tags, source = :source, changed_at = {_HOUR} WHERE pk = :pk",
                {**values, "source": nameless, "at": at, "pk": pk},
            )
    return found


def _nameless(source: str, id: str, pattern: Mentions) -> str:
    """The id of a source without names; with that of the game, it still means one game only."""
    kept = pattern.taken_out_of(source)
    return kept if kept == source or kept.endswith(f"#{id}") else f"{kept}#{id}"


def _scrub_sessions(
    connection: sqlite3.Connection, ids: Collection[str], pattern: Mentions
) -> None:
    for pk, text, place in connection.execute("SELECT pk, players, place FROM sessions").fetchall():
        seated = json.loads(text)
        players = [None if one in ids else one for one in seated]
        kept = place and pattern.taken_out_of(place)
        if (players, kept) != (seated, place):
            connection.execute(
                "UPDATE sessions SET players = ?, place = ? WHERE pk = ?",
                (json.dumps(players), kept, pk),
            )


def _scrub_imports(
    connection: sqlite3.Connection, keys: Collection[str], pattern: Mentions
) -> None:
    scrubbed = []
    rows = connection.execute("SELECT game_pk, id, seen FROM imports JOIN games ON pk = game_pk")
    for pk, id, text in rows:
        seen = json.loads(text)
        players = seen.get("players") or []
        kept = [None if isinstance(one, str) and key_of(one) in keys else one for one in players]
        after = _reworded({**seen, "players": kept} if players else seen, id, pattern)
        if after != seen:
            scrubbed.append((compact(after), pk))
    connection.executemany("UPDATE imports SET seen = ? WHERE game_pk = ?", scrubbed)


def _scrub_trail(connection: sqlite3.Connection, ids: Collection[str], pattern: Mentions) -> None:
    connection.execute(
        # What has no state at all tells that somebody is gone.
        "DELETE FROM changes WHERE kind = 'player' AND id IN (SELECT value FROM json_each(?))"
        " AND coalesce(before, after) IS NOT NULL",
        (json.dumps(list(ids)),),
    )
    rows = connection.execute("SELECT pk, id, before, after FROM changes WHERE kind <> 'group'")
    scrubbed = []
    for pk, id, before, after in rows:
        states = _without(before, id, ids, pattern), _without(after, id, ids, pattern)
        if states != (before, after):
            scrubbed.append((*states, pk))
    connection.executemany("UPDATE changes SET before = ?, after = ? WHERE pk = ?", scrubbed)
    connection.executemany(
        "DELETE FROM changes WHERE pk = ? AND before = after", [(pk,) for *_states, pk in scrubbed]
    )


def _without(text: str | None, id: str, ids: Collection[str], pattern: Mentions) -> str | None:
    """The state of a thing without the person; the same text when they are not in it."""
    if text is None:
        return text
    before: dict[str, Any] = json.loads(text)
    state = _reworded(before, id, pattern)
    for key in ("seats", "players"):
        if key in state:
            state[key] = [ERASED if one in ids else one for one in state[key]]
    if state.get("merged_into") in ids:
        del state["merged_into"]
    return text if state == before else compact(state)


def _has_letters(text: str | None, mentions: Mentions) -> bool:
    state: dict[str, Any] = json.loads(text) if text else {}
    words = [state.get(key) or "" for key in ("source", *_WORDS)]
    return any(mentions.letters_in(one if isinstance(one, str) else " ".join(one)) for one in words)


def _reworded(state: dict[str, Any], id: str, pattern: Mentions) -> dict[str, Any]:
    state = dict(state)
    if isinstance(state.get("source"), str):
        state["source"] = _nameless(state["source"], id, pattern)
    for key in _WORDS:
        value = state.get(key)
        if isinstance(value, str):
            state[key] = pattern.taken_out_of(value)
        elif isinstance(value, list):
            state[key] = [pattern.taken_out_of(word) for word in value]
    return state


def _scrub_commands(connection: sqlite3.Connection, pattern: Mentions) -> None:
    rows = connection.execute("SELECT pk, command FROM batches").fetchall()
    scrubbed = [
        (kept, pk) for pk, command in rows if (kept := pattern.taken_out_of(command)) != command
    ]
    connection.executemany("UPDATE batches SET command = ? WHERE pk = ?", scrubbed)


def _folders(folder: str) -> list[str]:
    return [folder, *sorted(entry.path for entry in _entries(folder) if entry.is_dir())]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing where nobody may look."""
    with suppress(OSError), os.scandir(folder) as entries:
        return list(entries)
    return []


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
