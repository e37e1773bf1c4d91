"""A write-ahead log that does not belong to its database, found before it does harm.

SQLite plays back whatever valid `-wal` file lies beside a database; nothing in the file
says which state it was written on. A synced folder or a copied file can bring the two
out of step, and then playing back takes newer games away. Batches are only ever added,
so the newest one in the file itself must still be there after playing back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal

from hanabi_log.errors import reason_of
from hanabi_log.i18n import _
from hanabi_log.storage.changes import newest_batch
from hanabi_log.storage.database import unusable

WalState = Literal["none", "waiting", "stray", "damaged"]
"""`waiting`: changes of a crash or of a running program, which SQLite takes over itself."""

_SAME = "SELECT 1 FROM batches WHERE pk = ? AND at = ?"
_PAUSE_SECONDS = 0.05


def open_as_it_is(path: str, *, wal: bool) -> sqlite3.Connection:
    """A connection that only reads: the file with its `-wal` played back, or the file alone.

    Neither the file nor its `-wal` is written.
    """
    how = "mode=ro" if wal else "immutable=1"
    uri = f"{Path(os.path.abspath(path)).as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10)


def wal_state(path: str) -> WalState:
    """What lies beside a log, without changing anything; BadDatabase if it cannot be read."""
    if not _has_wal(path):
        return "none"
    # Programs that run and crashes leave an index beside it; copies often do not. Looking
    # makes one, so what has none is looked at elsewhere.
    if not os.path.exists(f"{path}-shm"):
        with tempfile.TemporaryDirectory(prefix="hanabi-log-") as folder:
            copy = os.path.join(folder, "copy.db")
            try:
                for end in ("", "-wal"):
                    if os.path.exists(f"{path}{end}"):
                        shutil.copyfile(f"{path}{end}", f"{copy}{end}")
            except OSError as error:
                raise unusable(path, reason_of(error)) from error
            return _judge(copy, _plays_back(copy) and _is_sound(copy, wal=True))
    for _attempt in range(3):
        if _plays_back(path):
            return "waiting"
        # Another program may just have moved changes from one file to the other.
        time.sleep(_PAUSE_SECONDS)
        if not _has_wal(path):
            return "none"
    return _judge(path, plays_back=False)


def _judge(path: str, plays_back: bool) -> WalState:
    if plays_back:
        return "waiting"
    if _is_empty(path) or _is_sound(path, wal=False):
        return "stray"
    # A crash in the middle of taking over leaves a file that is only whole when played back.
    return "waiting" if _is_sound(path, wal=True) else "damaged"


def refuse_stray_wal(path: str) -> None:
    """Raise BadDatabase when playing back the `-wal` beside a log would take changes away."""
    state = wal_state(path)
    if state in ("stray", "damaged"):
        raise unusable(path, wal_reason(path, state))


def wal_reason(path: str, state: WalState) -> str:
    """Why a log is left alone because of what lies beside it, and what to do about it."""
    if state == "damaged":
        return _("it is damaged, with the changes in {wal} and without; restore a backup").format(
            wal=f"{os.path.basename(path)}-wal"
        )
    return _(
        "the file {wal} beside it belongs to another state of it, as happens in synced folders;"
        " nothing was touched. Move {wal} to another place, and the log opens as it lies there"
    ).format(wal=f"{os.path.basename(path)}-wal")


def _has_wal(path: str) -> bool:
    try:
        return os.path.getsize(f"{path}-wal") > 0
    except OSError:
        return False


def _plays_back(path: str) -> bool:
    """Whether the newest batch of the file alone is there after playing back as well."""
    if _is_empty(path):
        # SQLite would throw the changes away and begin anew.
        return False
    newest = None
    # What the file alone says is only a hint: it may be in the middle of taking over.
    with suppress(sqlite3.DatabaseError), closing(open_as_it_is(path, wal=False)) as alone:
        newest = newest_batch(alone)
    if newest is None:
        return True
    try:
        with closing(open_as_it_is(path, wal=True)) as played:
            return played.execute(_SAME, newest).fetchone() is not None
    except sqlite3.OperationalError:
        # Locked, or in a place that cannot be written: opening it properly will tell.
        return True
    except sqlite3.DatabaseError:
        return False


def _is_empty(path: str) -> bool:
    return not os.path.exists(path) or os.path.getsize(path) == 0


def _is_sound(path: str, *, wal: bool) -> bool:
    try:
        with closing(open_as_it_is(path, wal=wal)) as connection:
            found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            return found == "ok"
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False
