"""Opening the log: the only place that makes a connection.

A connection that leaves this module is safe to use: the file is ours, its schema is
current, foreign keys hold, and a commit is on disk when it returns. SQLite's errors are
turned into the program's own here and nowhere else.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from hanabi_log.errors import BadDatabase, Conflict, NotFound, reason_of
from hanabi_log.i18n import _

APPLICATION_ID = 0x48414E42
"""Written into the file's header, so that a foreign SQLite file is told apart."""
SCHEMA_VERSION = 4
BUSY_SECONDS = 10.0


def open_database(path: str, *, create: bool = False) -> sqlite3.Connection:
    """A connection to the log at `path`, migrated and ready.

    Raises NotFound when there is no log yet and `create` is off, BadDatabase when the
    file is foreign, damaged, empty, newer than the program or cannot be written, and
    Conflict when somebody else holds it for longer than ten seconds.
    """
    fresh = not os.path.exists(path)
    if fresh and not create:
        raise NotFound(
            _("There is no log yet at {path}: `hanabi-log add` or `init` makes one").format(
                path=path
            )
        )
    with explained(path):
        if fresh:
            make_folder(path)
        elif os.path.getsize(path) == 0:
            raise unusable(
                path,
                _(
                    "it is empty, as a full disk or a synced folder may leave it; restore a"
                    " backup, or remove the file to begin anew"
                ),
            )
        if os.path.exists(f"{path}-wal"):
            # A clean end leaves none, so this is looked at after crashes and among several
            # programs only.
            from hanabi_log.storage.wal import refuse_stray_wal

            refuse_stray_wal(path)
        if fresh and path != ":memory:":
            _make(path)
        return _connect(path, path)


def _connect(file: str, path: str) -> sqlite3.Connection:
    """A connection to `file`, which messages call `path`."""
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(path: str) -> None:
    """Make a log that is whole from the moment that anybody sees it.

    Whoever makes it at the same time finds it made. So an empty file is never one of ours.
    """
    partial = f"{path}.new-{os.getpid()}"
    try:
        _connect(partial, path).close()
        try:
            os.link(partial, path)
        except FileExistsError:
            return
        except OSError:
            # Not every file system has links; there the last of several would win.
            if not os.path.exists(path):
                os.rename(partial, path)
    finally:
        remove_database(partial)


def remove_database(file: str) -> None:
    """Remove a database, if it is there, and the files that SQLite keeps beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            os.remove(f"{file}{end}")


@contextmanager
def transaction(connection: sqlite3.Connection, path: str = "") -> Iterator[None]:
    """All or nothing: commits at the end of the block, rolls back on any exception."""
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def look(connection: sqlite3.Connection) -> None:
    """Begin to look at the log: from the first query on, every other one finds the same state,
    whatever is written elsewhere, until `look_away`."""
    connection.execute("SAVEPOINT look")


def look_away(connection: sqlite3.Connection) -> None:
    """End what `look` began; within a transaction of the program's own it is an error."""
    connection.execute("RELEASE look")


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn SQLite's errors inside the block into errors that a person understands."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text or "busy" in text:
            raise Conflict(
                _("The log is in use by another program; try again in a moment")
            ) from error
        reasons = {
            "readonly": _("it cannot be written: check the permissions of file and folder"),
            "full": _("the disk is full; nothing was stored"),
            "unable to open": _("it cannot be opened: check the path and the permissions"),
            "no such": _("it is damaged: a table or a column is gone ({text})").format(text=text),
            "disk I/O": _("the disk reports an error; nothing was stored"),
        }
        reason = next((reasons[word] for word in reasons if word in text), text)
        raise unusable(path, reason) from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            raise
        raise unusable(
            path, _("it is damaged or no SQLite file ({text})").format(text=error)
        ) from error


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    version = check_identity(connection, path)
    if version < SCHEMA_VERSION:
        if version:
            _keep_copy(connection, f"{path}.schema{version}.bak")
        _upgrade(connection, path)
    _let_others_write(connection)


def check_identity(connection: sqlite3.Connection, path: str) -> int:
    """The schema of a file that is ours or empty; 0 when it is empty.

    Raises BadDatabase when it belongs to another program or to a newer one.
    """
    application, version = identity(connection)
    if application != APPLICATION_ID:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if application or version or tables:
            raise unusable(path, _("it is a database of another program"))
    if version > SCHEMA_VERSION:
        raise unusable(
            path,
            _(
                "it was written by a newer hanabi-log (schema {found}, this one knows {known})"
            ).format(found=version, known=SCHEMA_VERSION),
        )
    return version


def identity(connection: sqlite3.Connection) -> tuple[int, int]:
    """The number of the program that a file says it belongs to, and its schema."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _keep_copy(connection: sqlite3.Connection, path: str) -> None:
    partial = f"{path}.part"
    try:
        with closing(sqlite3.connect(partial)) as copy:
            connection.backup(copy)
        os.replace(partial, path)
    finally:
        remove_database(partial)


def _upgrade(connection: sqlite3.Connection, path: str) -> None:
    # Imported here because sqlite-utils costs more than logging a game may.
    from hanabi_log.storage.migrations import migrate

    with transaction(connection, path):
        # Another process may have been first while this one waited for the lock.
        if identity(connection)[1] < SCHEMA_VERSION:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            migrate(connection)


def _let_others_write(connection: sqlite3.Connection) -> None:
    """Have a write-ahead log, with which whoever looks keeps nobody from writing.

    A backup that was copied into its place has none, and a new log gets one when it is whole:
    what a write-ahead log could not hand over to the file, on a full disk, would be lost.
    """
    if connection.execute("PRAGMA journal_mode").fetchone() == ("delete",):
        # Where it cannot be had, since the disk is only read or somebody else reads just now,
        # the log can be used without; so nobody waits for it.
        connection.execute("PRAGMA busy_timeout = 0")
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")


def make_folder(path: str) -> None:
    """Make the folder that a file is to lie in."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise unusable(path, reason_of(error)) from error


def unusable(path: str, reason: str) -> BadDatabase:
    """The error of a log that cannot be used; `reason` is half a sentence."""
    return BadDatabase(
        _("The log {path} cannot be used: {reason}").format(path=path, reason=reason)
    )
