"""Games that their source has deleted since they were imported.

They are taken out as `delete` would, and can be restored. But what somebody edited, answered
or restored here stays: then there is a warning instead.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from hanabi_log.errors import Problem
from hanabi_log.i18n import _
from hanabi_log.importers.items import Tombstone
from hanabi_log.logbook.intake_report import Account, Row
from hanabi_log.records import Draft
from hanabi_log.storage import games as game_store
from hanabi_log.storage import imports as store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.states import change_state, read_state


def bury(
    connection: sqlite3.Connection, batch: Batch, stones: Sequence[Tombstone], account: Account
) -> None:
    """Delete the games of these tombstones that are in the log and were left alone here."""
    known = store.find_known(connection, (), [stone.source for stone in stones])
    for stone in stones:
        found = known.pop(stone.source, None)
        if found is None or found.deleted:
            continue
        state = read_state(connection, "game", found.id) or {}
        given = store.imported_state(connection, found.id)
        if any(given.get(fact) != value for fact, value in state.items()) or "deleted_at" in given:
            message = _("{source} was deleted there, but changed here; kept")
            message = message.format(source=stone.source)
            account.note([Problem(message, None, "warning", stone.file, stone.line)])
            continue
        (game,) = game_store.load_games(connection, game_store.Selection(ids=[found.id]))
        change_state(connection, "game", found.id, {**state, "deleted_at": batch.at}, batch)
        row = Row(Draft(source=stone.source, file=stone.file), stone.source, True)
        account.change(row, game, [_("deleted in the source")])
