"""The audit trail: what changed, when, by which command, from what to what.

A batch is one command; it holds one change for each thing that it touched, with the
whole state of the thing before and after. None before means made, None after removed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from hanabi_log.records import Game, Group, Player
from hanabi_log.storage.rows import insert_rows

Kind = Literal["game", "player", "group", "session", "hoola_match", "hoola_round"]
State = Mapping[str, Any]
compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON as the log keeps it: without blanks, letters as they are."""

ERASED = "erased"
"""Stands in the trail where the id of an erased person stood; such a seat is a guest's."""


def newest_batch(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """Number and hour of the newest batch, which tell one state of the log from others, since
    batches are only ever added. None before the first one."""
    found: tuple[int, int] | None = connection.execute(
        "SELECT pk, at FROM batches ORDER BY pk DESC LIMIT 1"
    ).fetchone()
    return found


class Batch:
    """The changes of one command; written with the command's own transaction.

    `at` counts microseconds since 1970. A `final` batch can never be taken back.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        at: int,
        command: str,
        *,
        final: bool = False,
    ) -> None:
        self.at = at
        self._connection = connection
        self._command = command
        self._undoes: int | None = None
        self._final = final
        self._pk: int | None = None

    def record(self, kind: Kind, id: str, before: State | None, after: State | None) -> int:
        """Record one change and give back its hour; an unchanged state is no change.

        A change is later than the one it follows, also where the clock of another computer
        ran ahead: `merge` would take the older state for the newer one otherwise.
        """
        if before == after:
            return self.at
        hour = max(self.at, self._last_hour(kind, id) + 1)
        if hour == self.at:
            self.record_all(kind, [(id, before, after)])
        else:
            self.record_at(kind, id, before, after, hour)
        return hour

    def _last_hour(self, kind: Kind, id: str) -> int:
        (hour,) = self._connection.execute(
            "SELECT coalesce(max(coalesce(made_at, batches.at)), 0) FROM changes"
            " JOIN batches ON batches.pk = batch_pk WHERE kind = ? AND id = ?",
            (kind, id),
        ).fetchone()
        return int(hour)

    def record_all(
        self, kind: Kind, changes: Iterable[tuple[str, State | None, State | None]]
    ) -> None:
        """Record many changes of one kind at once."""
        pk = self.open()
        insert_rows(
            self._connection,
            "changes (batch_pk, kind, id, before, after)",
            ((pk, kind, id, _dump(before), _dump(after)) for id, before, after in changes),
        )

    def record_at(
        self, kind: Kind, id: str, before: State | None, after: State | None, made_at: int
    ) -> None:
        """Record a change whose hour, `made_at` in microseconds since 1970, is not the batch's."""
        self._connection.execute(
            "INSERT INTO changes (batch_pk, kind, id, before, after, made_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (self.open(), kind, id, _dump(before), _dump(after), made_at),
        )

    def take_back(self, earlier: int) -> None:
        """Make this the batch that takes an earlier one, by its number, back."""
        self._undoes = earlier
        self.open()

    def open(self) -> int:
        """The number of this batch. A command that changes nothing leaves none behind."""
        if self._pk is None:
            cursor = self._connection.execute(
                "INSERT INTO batches (at, command, undoes, final) VALUES (?, ?, ?, ?)",
                (self.at, self._command, self._undoes, self._final),
            )
            self._pk = cursor.lastrowid or 0
        return self._pk


def player_state(player: Player) -> dict[str, Any]:
    """The state of a person as the trail keeps it."""
    return player.as_json()


def group_state(group: Group) -> dict[str, Any]:
    """The state of a group as the trail keeps it."""
    return group.as_json()


def game_state(game: Game) -> dict[str, Any]:
    """The facts of a game: people and group by id, so that a new name changes no game.

    What was computed from the facts is left out, and so is whatever is not known.
    """
    end = game.end
    facts: dict[str, Any] = {
        "date": game.date,
        "group": game.group.id if game.group else None,
        "seats": [player.id if player else None for player in game.seats],
        "ruleset": game.digest,
        "stacks": None if end.stacks is None else dict(end.stacks),
        "strikes": end.strikes,
        "said": end.outcome,
        "total": end.total,
        "hints": end.hints,
        "deck": end.deck,
        "discards": None if end.discards is None else list(end.discards),
        "minutes": game.minutes,
        "talk": game.talk,
        "place": game.place,
        "note": game.note,
        "tags": list(game.tags) or None,
        "excluded": game.excluded,
        "source": game.source,
        "logged_at": game.logged_at,
    }
    return {key: value for key, value in facts.items() if value is not None}


def _dump(state: State | None) -> str | None:
    return None if state is None else compact(state)
