"""Taking changes back, and telling what happened.

An undo writes the states from before a batch, last change first, as a batch of its own.
Undoing again walks further back: what was undone and the undos themselves are passed
over, and so is what was erased for good. There is no redo.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanabi_log.errors import NotFound, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.intake_changes import facts_between
from hanabi_log.logbook.log import Log, as_prefix, candidates
from hanabi_log.storage import history as store
from hanabi_log.storage import imports
from hanabi_log.storage import people as people_store
from hanabi_log.storage.finding import last_logged
from hanabi_log.storage.games import Selection, load_games
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
            # What a file said and was taken back, it may say again; of a game that goes, all goes.
            if change.kind == "game" and change.before and imports.is_import(past.command):
                facts = facts_between(change.before, change.after or {})
                imports.forget_seen(log.connection, change.id, facts)
            total += 1
            if total <= MOST_TOLD:
                told.append(change)
    return Undone(past, tuple(told), total)


def load_history(log: Log, word: str | None = None, *, limit: int = 0) -> Sequence[PastChange]:
    """What happened, newest first: to everything, or to what a word means.

    The word is the id of anything that ever was in the log, a prefix of one with four
    letters or more, a game's before anything else's, `last` for the game logged last,
    or the name of a person or a group. Raises NotFound when it means nothing, or more than
    one thing.
    """
    ids = None if word is None else _ids_of(log, word)
    return store.load_history(log.connection, ids, limit=limit)


def _ids_of(log: Log, word: str) -> list[str]:
    named = people_store.find_player(log.connection, word)
    if named is not None:
        ids = people_store.load_people_by_id(log.connection).items()
        return [id for id, person in ids if person.id == named.id]
    if group := people_store.find_group(log.connection, word):
        return [group.id]
    if word.strip().lower() == "last":
        last = last_logged(log.connection)
        found = [last] if last else []
    else:
        # Ids of games are shown as short as tells them from other games.
        prefix = as_prefix(word)
        found = store.find_changed(log.connection, prefix, games=True)
        found = found or store.find_changed(log.connection, prefix)
    if not found:
        raise NotFound(_("Nothing in the log is called {word}").format(word=word))
    if len(found) > 1:
        games = load_games(log.connection, Selection(ids=found))
        gone = set(found) - {game.id for game in games}
        raise NotFound(
            _("{id} fits more than one thing").format(id=word),
            [*candidates(log, games), *(Problem(id, "id") for id in found if id in gone)],
        )
    return found
