"""Taking changes back, and telling what happened.

An undo writes the states from before a batch, last change first, as a batch of its own.
Undoing again walks further back: what was undone and the undos themselves are passed
over, and so is what was erased for good. There is no redo.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabi_log.errors import NotFound
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log
from hanabi_log.storage import history as store
from hanabi_log.storage.history import PastBatch, PastChange
from hanabi_log.storage.states import change_state

MOST_TOLD = 20
"""Changes of one undo that are handed back; what goes beyond is counted."""


class Undone(NamedTuple):
    """A batch that was taken back: its first changes as they were, and how many it had."""

    batch: PastBatch
    changes: tuple[PastChange, ...]
    total: int


def undo(log: Log) -> Undone:
    """Take back the newest batch that can be and was not yet; NotFound when there is none."""
    with log.change("undo") as batch:
        # Looked for inside the transaction: another program may write at the same time.
        past = store.last_undoable(log.connection)
        if past is None:
            raise NotFound(_("There is nothing left to undo"))
        batch.take_back(past.pk)
        told: list[PastChange] = []
        total = 0
        for change in store.changes_backwards(log.connection, past):
            change_state(log.connection, change.kind, change.id, change.before, batch)
            total += 1
            if total <= MOST_TOLD:
                told.append(change)
    return Undone(past, tuple(told), total)
