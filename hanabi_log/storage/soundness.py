"""Rows that SQLite finds nothing wrong with and that the program cannot have written.

Something else changed the file: another program, a hand, a disk. Nobody looks for that on
the way of a command. But an error that nobody foresaw is held against the log first, and
where the log cannot be read, that is the reason.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from hanabi_log.errors import BadDatabase
from hanabi_log.games.hanabi.rulesets import from_definition
from hanabi_log.i18n import _
from hanabi_log.storage.database import explained, open_database, unusable
from hanabi_log.storage.games import load_games, load_rulesets
from hanabi_log.storage.health import broken_references
from hanabi_log.storage.hoola import load_matches
from hanabi_log.storage.people import PERSONS, load_open_session, load_people_by_key
from hanabi_log.storage.whole import load_whole

_STUMBLES = (LookupError, ValueError, TypeError, AttributeError, sqlite3.Error)
"""What reading comes to where a row is not as the program writes it."""

_SHAPE = """CASE WHEN {state} IS NULL THEN 0 WHEN NOT json_valid({state}) THEN 1
    WHEN json_type({state}) <> 'object' THEN 1 ELSE CASE kind
    WHEN 'game' THEN json_type({state}, '$.seats') IS NOT 'array'
        OR json_type({state}, '$.ruleset') IS NOT 'text'
    WHEN 'session' THEN json_type({state}, '$.players') IS NOT 'array'
    WHEN 'hoola_match' THEN json_type({state}, '$.seats') IS NOT 'array'
    WHEN 'hoola_round' THEN json_type({state}, '$.hands') IS NOT 'array'
        OR json_type({state}, '$.match') IS NOT 'text'
    ELSE json_type({state}, '$.name') IS NOT 'text' END END"""

_UNFIT_ROWS = {
    "players": f"{PERSONS} SELECT count(*) FROM players WHERE pk NOT IN (SELECT pk FROM persons)",
    "games": "SELECT count(*) FROM games WHERE date(date) IS NOT date",
    "hoola_matches": "SELECT count(*) FROM hoola_matches WHERE date(date) IS NOT date",
    "sessions": "SELECT count(*) FROM sessions WHERE date(date) IS NOT date"
    " OR CASE json_type(players) WHEN 'array' THEN ended_at IS NULL AND EXISTS (SELECT 1"
    " FROM json_each(players) WHERE value IS NOT NULL AND value NOT IN (SELECT id FROM players))"
    " ELSE 1 END",
    "changes": "SELECT count(*) FROM changes"
    f" WHERE {_SHAPE.format(state='before')} OR {_SHAPE.format(state='after')}",
    "imports": "SELECT count(*) FROM imports WHERE json_type(seen) <> 'object'",
}


def unreadable(connection: sqlite3.Connection) -> list[str]:
    """What of an up-to-date log cannot be read, as tables with numbers of rows; empty for none."""
    if missing := _missing_columns(connection):
        return missing
    found = broken_references(connection)
    for table, query in _UNFIT_ROWS.items():
        if count := connection.execute(query).fetchone()[0]:
            found[table] = count
    if found:
        return [f"{table} ({count})" for table, count in found.items()]
    return [table for table, read in _READERS.items() if not _reads(connection, read)]


def blame(connection: sqlite3.Connection, path: str, error: BaseException | None) -> None:
    """Raise BadDatabase in the place of an error that comes from what a log holds.

    Returns where the error is one for a person already, or has another reason.
    """
    if not isinstance(error, _STUMBLES):
        return
    with explained(path):
        if isinstance(error, sqlite3.DatabaseError) and _is_of_the_file(error):
            raise error
    try:
        refuse_unreadable(connection, path)
    except BadDatabase as damage:
        raise damage from error
    except sqlite3.Error:
        # Where not even that can be looked at, the error itself says most.
        return


def refuse_unreadable(connection: sqlite3.Connection, path: str) -> None:
    """Raise BadDatabase when a log cannot be read; `path` is what the message calls it."""
    if things := unreadable(connection):
        message = _("it is damaged, and this cannot be read: {things}; restore a backup")
        raise unusable(path, message.format(things=", ".join(things)))


def _is_of_the_file(error: sqlite3.DatabaseError) -> bool:
    return not isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)


def _missing_columns(connection: sqlite3.Connection) -> list[str]:
    with closing(open_database(":memory:", create=True)) as fresh:
        missing = _columns(fresh) - _columns(connection)
    tables = {table for table, _column in _columns(connection)}
    return sorted({f"{t}.{column}" if t in tables else t for t, column in missing})


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(
        connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
            " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
    )


def _reads(connection: sqlite3.Connection, read: Callable[[sqlite3.Connection], Any]) -> bool:
    try:
        read(connection)
    except (*_STUMBLES, BadDatabase):
        return False
    return True


def _read_rulesets(connection: sqlite3.Connection) -> None:
    for definition in load_rulesets(connection).values():
        from_definition(definition)


_READERS: dict[str, Callable[[sqlite3.Connection], Any]] = {
    "rulesets": _read_rulesets,
    "players": load_people_by_key,
    "games": load_games,
    "hoola_matches": load_matches,
    "sessions": load_open_session,
    "changes": load_whole,
}
