"""Reading a log that is not to be changed: another club's file, or a backup.

It is read once into a private copy, changes that wait in its `-wal` included; whatever
happens then, checking and migrating, happens to the copy.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.storage.database import (
    BUSY_SECONDS,
    check_identity,
    explained,
    open_database,
    unusable,
)
from hanabi_log.storage.wal import open_as_it_is, refuse_stray_wal, wal_state


class Contents(NamedTuple):
    """What a log holds, in numbers; `games` leaves deleted ones out."""

    games: int
    people: int
    groups: int
    changes: int


@contextmanager
def reading(path: str) -> Iterator[sqlite3.Connection]:
    """A connection to an up-to-date copy of the log at `path`, which is only read.

    Raises InvalidInput when there is no such file, BadDatabase when it is damaged, of
    another program, or newer than this one. Damaged is also what nobody could read later.
    """
    if not os.path.isfile(path):
        raise InvalidInput(
            _("There is no log to read"), [Problem(_("no such file"), "file", file=path)]
        )
    with tempfile.TemporaryDirectory(prefix="hanabi-log-") as folder:
        copy = os.path.join(folder, "copy.db")
        with explained(path):
            _copy(path, copy)
        with closing(open_database(copy)) as connection:
            # Imported here because opening the log itself needs none of it.
            from hanabi_log.storage.soundness import refuse_unreadable

            refuse_unreadable(connection, path)
            yield connection


def verify(path: str, named: str | None = None) -> Contents:
    """What the log at `path` holds, after a full check; nothing is written.

    Raises BadDatabase, about `named`, unless the file is ours, not newer, and whole.
    """
    named = named or path
    with explained(named), closing(open_as_it_is(path, wal=False)) as connection:
        if check_identity(connection, named) == 0:
            raise unusable(named, _("it is empty"))
        found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise unusable(named, _("it is damaged ({text})").format(text=" ".join(found.split())))
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise unusable(named, _("it is damaged: rows refer to others that are not there"))
        return count_contents(connection)


def count_contents(connection: sqlite3.Connection) -> Contents:
    """How much a log holds."""
    return Contents(
        *connection.execute(
            "SELECT (SELECT count(*) FROM games WHERE deleted_at IS NULL),"
            " (SELECT count(*) FROM players), (SELECT count(*) FROM groups),"
            " (SELECT count(*) FROM changes)"
        ).fetchone()
    )


def _copy(path: str, target: str) -> None:
    refuse_stray_wal(path)
    waiting = wal_state(path) == "waiting"
    with closing(open_as_it_is(path, wal=waiting)) as source:
        source.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
        check_identity(source, path)
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # The copy is one file, whatever the original was.
            copy.execute("PRAGMA journal_mode = DELETE")
    verify(target, path)
