"""Copies of the log that can be trusted, and the way back from one.

A copy is made by SQLite while others go on writing, checked like a log, and only then
gets its name. A log that is replaced is kept beside the new one.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from glob import escape, glob
from typing import NamedTuple

from hanabi_log.errors import BadDatabase, Conflict, InvalidInput, Problem, reason_of
from hanabi_log.i18n import _
from hanabi_log.storage.database import (
    APPLICATION_ID,
    BUSY_SECONDS,
    explained,
    identity,
    look,
    look_away,
    make_folder,
    open_database,
    remove_database,
    unusable,
)
from hanabi_log.storage.foreign import Contents, count_contents, reading, verify
from hanabi_log.storage.wal import open_as_it_is, wal_state

_COMPANIONS = ("", "-wal", "-shm")
_STAMPED = re.compile(r"\.\d{4}-\d\d-\d\d-\d{6}\.bak")


class Restored(NamedTuple):
    """A log that came back: what it holds, and where the one before is kept, if there was one."""

    contents: Contents
    kept: str | None


def backup_name(path: str, stamp: str, folder: str | None = None) -> str:
    """The usual name of a backup: `club.db.2026-11-28-210000.bak`, beside the log or in a folder.

    `stamp` is the hour as `YYYY-MM-DD-HHMMSS`.
    """
    return _free(os.path.join(folder or os.path.dirname(path), os.path.basename(path)), stamp)


def find_backups(path: str, folder: str | None = None) -> list[str]:
    """Every copy of a log that carries one of our names, oldest name first.

    These are the dated ones, those kept before a restore and those before a migration.
    """
    base = os.path.join(folder or os.path.dirname(path), os.path.basename(path))
    return sorted(glob(f"{escape(base)}.*.bak"))


def back_up(connection: sqlite3.Connection, target: str, *, replace: bool = False) -> Contents:
    """Copy an open log into the file `target` and give back what the copy holds.

    Others may go on writing. The copy is one file; until it is checked it has another name.
    Raises Conflict when `target` is there and may not be replaced, and BadDatabase when
    the copy cannot be written or does not hold what the log holds.
    """
    if os.path.exists(target) and not replace:
        raise Conflict(_("{file} is there already").format(file=target))
    with explained(target):
        make_folder(target)
    partial = f"{target}.part"
    remove_database(partial)
    try:
        with explained(target):
            expected = _copy_snapshot(connection, partial)
        if verify(partial, target) != expected:
            raise unusable(target, _("the copy does not hold what the log holds"))
        os.replace(partial, target)
    finally:
        remove_database(partial)
    return expected


def thin_out(path: str, most: int, folder: str | None = None) -> list[str]:
    """Remove the oldest dated backups until `most` are left; give back what was removed."""
    base = os.path.basename(path)
    dated = [
        file
        for file in find_backups(path, folder)
        if _STAMPED.fullmatch(os.path.basename(file).removeprefix(base))
    ]
    removed = dated[: max(0, len(dated) - most)]
    for file in removed:
        os.remove(file)
    return removed


def restore(path: str, source: str, stamp: str) -> Restored:
    """Put the state of the file `source` in the place of the log at `path`.

    The log that was there is kept beside it. Raises BadDatabase, and leaves everything as
    it was, when `source` is damaged, foreign or newer than the program, or when a database
    of another program lies at `path`; Conflict when somebody else holds the log.
    """
    if os.path.exists(path) and os.path.exists(source) and os.path.samefile(path, source):
        raise InvalidInput(
            _("A log cannot be restored from itself"), [Problem(_("this is the log"), file=source)]
        )
    with reading(source) as wanted:
        contents = count_contents(wanted)
        present = _hold(path)
        if present is None:
            kept = _move_aside(path, stamp)
            _put_in_place(wanted, path)
        else:
            with closing(present), explained(path):
                kept = _free(path, f"before-restore-{stamp}")
                back_up(present, kept)
                # One transaction: whoever has the log open sees the one state or the other.
                wanted.backup(present)
    open_database(path).close()
    return Restored(contents, kept)


def _copy_snapshot(connection: sqlite3.Connection, target: str) -> Contents:
    """Copy one state of the log and say what it holds."""
    look(connection)
    try:
        contents = count_contents(connection)
        with closing(sqlite3.connect(target)) as copy:
            connection.backup(copy)
            # Without this the copy would need a -wal of its own as soon as it is looked at.
            copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        look_away(connection)
    return contents


def _hold(path: str) -> sqlite3.Connection | None:
    """The log at `path`, held against everybody else; None when there is none to be used.

    Raises BadDatabase when it belongs to another program.
    """
    empty = not os.path.exists(path) or os.path.getsize(path) == 0
    try:
        if empty or wal_state(path) in ("stray", "damaged"):
            return None
        with explained(path):
            connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except BadDatabase:
        # What may not be read can still be put aside.
        return None
    try:
        with explained(path):
            if identity(connection)[0] != APPLICATION_ID:
                raise unusable(path, _("it is a database of another program"))
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            sound = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            if sound and not connection.execute("PRAGMA foreign_key_check").fetchone():
                return connection
    except Conflict:
        connection.close()
        raise
    except BadDatabase:
        connection.close()
        if _is_foreign(path):
            raise
        return None
    connection.close()
    return None


def _is_foreign(path: str) -> bool:
    with suppress(sqlite3.DatabaseError), closing(open_as_it_is(path, wal=False)) as connection:
        return identity(connection)[0] != APPLICATION_ID
    return False


def _move_aside(path: str, stamp: str) -> str | None:
    """Give an unusable log, with what lies beside it, another name; None if there is none."""
    if not any(os.path.exists(f"{path}{end}") for end in _COMPANIONS[:2]):
        return None
    kept = _free(path, f"before-restore-{stamp}")
    try:
        for end in _COMPANIONS:
            if os.path.exists(f"{path}{end}"):
                os.replace(f"{path}{end}", f"{kept}{end}")
    except OSError as error:
        raise unusable(path, reason_of(error)) from error
    return kept


def _put_in_place(wanted: sqlite3.Connection, path: str) -> None:
    with explained(path):
        make_folder(path)
        partial = f"{path}.part"
        remove_database(partial)
        try:
            with closing(sqlite3.connect(partial)) as copy:
                wanted.backup(copy)
                copy.execute("PRAGMA journal_mode = WAL")
            os.replace(partial, path)
        finally:
            remove_database(partial)


def _free(path: str, words: str) -> str:
    """A name beside `path` that nothing has yet."""
    name, number = f"{path}.{words}.bak", 1
    while os.path.exists(name):
        number += 1
        name = f"{path}.{words}-{number}.bak"
    return name
