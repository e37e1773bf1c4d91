"""The games of a large log: they stay in the store, and are fetched when they are drawn.

A process that was forked opens the log itself. It must find the same newest batch as the
process that it comes from, for batches are only ever added: then it sees the same games.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial

from hanabi_log.errors import Conflict
from hanabi_log.i18n import _
from hanabi_log.logbook.lean import load_plays
from hanabi_log.logbook.log import Log
from hanabi_log.records import Game, Player
from hanabi_log.site.club import BATCH, Seats, Shelf
from hanabi_log.storage.changes import newest_batch
from hanabi_log.storage.database import explained, look, look_away, open_database
from hanabi_log.storage.games import Selection, load_games, load_known
from hanabi_log.storage.lean import read_seats


class StoredGames(Shelf):
    """The games of a log as they were when this was made, whatever is written meanwhile.

    It has a connection of its own, so the log may be closed. Until then both show one state:
    where somebody writes just now, the log is looked at anew.
    """

    def __init__(self, log: Log) -> None:
        self._path = log.path
        self._process = os.getpid()
        self._connection = open_database(log.path)
        with explained(log.path):
            self._newest = _look_at(self._connection)
            while newest_batch(log.connection) != self._newest:
                look_away(self._connection)
                self._newest = _look_at(self._connection)
                with log.anew():
                    pass
            self.plays = load_plays(log._replace(connection=self._connection))
            self._known = load_known(self._connection)
        self._inherited = self._connection
        # The same people sit down in the same order again and again. The cache does not know
        # this object: it would keep the log open until a collection of cycles.
        self._seats = lru_cache(maxsize=4096)(partial(_seated, self._known.players))

    def at(self, places: Sequence[int]) -> Sequence[Game]:
        """The games at some places, in their order.

        Raises Conflict in a forked process when the log was changed since.
        """
        if os.getpid() != self._process:
            self._open_anew()
        ids = [self.plays.ids[place] for place in places]
        found: dict[str, Game] = {}
        with explained(self._path):
            for start in range(0, len(ids), BATCH):
                some = Selection(ids=ids[start : start + BATCH])
                found.update(
                    (game.id, game) for game in load_games(self._connection, some, self._known)
                )
        return [found[id] for id in ids]

    def seats(self, places: Sequence[int]) -> Sequence[Seats]:
        """The seats of the games at some places, in the order of the places; see `at`."""
        if os.getpid() != self._process:
            self._open_anew()
        ids = [self.plays.ids[place] for place in places]
        found: dict[str, str | None] = {}
        with explained(self._path):
            for start in range(0, len(ids), BATCH):
                found.update(read_seats(self._connection, ids[start : start + BATCH]))
        return [self._seats(found[id]) for id in ids]

    def _open_anew(self) -> None:
        # The inherited connection is left alone: SQLite forbids to use one after a fork, and
        # closing it would be using it.
        self._connection = open_database(self._path)
        self._process = os.getpid()
        with explained(self._path):
            if _look_at(self._connection) != self._newest:
                raise Conflict(_("The log was changed while the site was made; make it again"))

    def close(self) -> None:
        """Let go of the log."""
        if os.getpid() == self._process:
            self._connection.close()

    def __del__(self) -> None:
        with suppress(AttributeError):
            self.close()


def _look_at(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """Begin to look at a log, and the newest batch that is seen."""
    look(connection)
    return newest_batch(connection)


def _seated(players: Mapping[int, Player], text: str | None) -> Seats:
    if text is None:
        return ()
    return tuple([players[int(pk)].id if pk else None for pk in text.split(" ")])
