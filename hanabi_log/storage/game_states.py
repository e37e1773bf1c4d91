"""A game as a state: its facts with fireworks and seats, read and written.

The score is not part of it: it is computed anew whenever a state is written, by the
definition of the ruleset that is stored with the game.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset, from_definition
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.storage.changes import State
from hanabi_log.storage.rows import pk_of

_COLUMNS = (
    *("date", "strikes", "said", "total", "hints", "deck", "discards", "minutes", "talk"),
    *("place", "note", "tags", "excluded", "source", "logged_at", "deleted_at"),
)
_PIECE = 2_000
"""Games that are read at once."""
_LISTS = frozenset({"discards", "tags"})
"""Facts of a game that a state has as lists and the table as words."""


def read_game(connection: sqlite3.Connection, id: str) -> dict[str, Any] | None:
    """The state of a game, deleted ones too; None if it is not there."""
    return dict(_read(connection, "games.id = ?", (id,))).get(id)


def read_games(connection: sqlite3.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """Id and state of every game, deleted ones too; many are read in one go."""
    (last,) = connection.execute("SELECT coalesce(max(pk), 0) FROM games").fetchone()
    for first in range(1, last + 1, _PIECE):
        yield from _read(connection, "games.pk BETWEEN ? AND ?", (first, first + _PIECE - 1))


def _read(
    connection: sqlite3.Connection, condition: str, values: Sequence[str | int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    columns = ", ".join(f"games.{column}" for column in _COLUMNS)
    rows = connection.execute(
        f"SELECT games.pk, games.id, groups.id, digest, {columns} FROM games"
        " JOIN rulesets ON rulesets.pk = ruleset_pk LEFT JOIN groups ON groups.pk = group_pk"
        f" WHERE {condition}",
        values,
    ).fetchall()
    chosen = f"FROM games WHERE {condition}"
    suits = {
        digest: [suit.code for suit in _ruleset(definition).suits]
        for digest, definition in connection.execute(
            f"SELECT digest, definition FROM rulesets WHERE pk IN (SELECT ruleset_pk {chosen})",
            values,
        )
    }
    laid: dict[int, dict[str, int]] = defaultdict(dict)
    for pk, suit, last in connection.execute(
        f"SELECT game_pk, suit, last FROM fireworks WHERE game_pk IN (SELECT pk {chosen})", values
    ):
        laid[pk][suit] = last
    seats: dict[int, list[str | None]] = defaultdict(list)
    for pk, player in connection.execute(
        "SELECT game_pk, players.id FROM seats LEFT JOIN players ON players.pk = player_pk"
        f" WHERE game_pk IN (SELECT pk {chosen}) ORDER BY game_pk, seat",
        values,
    ):
        seats[pk].append(player)
    for pk, id, group, digest, date, *others in rows:
        facts = {
            "date": date,
            "group": group,
            "seats": seats[pk],
            "ruleset": digest,
            "stacks": {code: laid[pk][code] for code in suits[digest] if code in laid[pk]} or None,
            **dict(zip(_COLUMNS[1:], others, strict=True)),
        }
        yield id, {key: _listed(key, value) for key, value in facts.items() if value is not None}


def write_game(
    connection: sqlite3.Connection, id: str, state: State, at: int | None = None
) -> None:
    """Make a game what a state says; `at` is when it changed, else that hour stays."""
    found = connection.execute(
        "SELECT pk, definition FROM rulesets WHERE digest = ?", (state["ruleset"],)
    ).fetchone()
    if found is None:
        raise KeyError(state["ruleset"])
    ruleset_pk, definition = found
    seats = [pk_of(connection, "players", player) for player in state.get("seats") or ()]
    end = _end_of(state, len(seats))
    result = evaluate(end, _ruleset(definition))
    values = {
        **{column: _stored(column, state.get(column)) for column in _COLUMNS},
        "group_pk": pk_of(connection, "groups", state.get("group")),
        "ruleset_pk": ruleset_pk,
        "table_size": len(seats),
        "outcome": result.outcome,
        "points": result.points,
        "score": result.score,
        "max_score": result.max_score,
        "band": result.band,
        "knowledge": result.knowledge,
    }
    (pk,) = connection.execute(
        f"INSERT INTO games (id, changed_at, {', '.join(values)})"
        f" VALUES (:id, coalesce(:at, :logged_at), {', '.join(f':{name}' for name in values)})"
        f" ON CONFLICT (id) DO UPDATE SET changed_at = coalesce(:at, changed_at),"
        f" {', '.join(f'{name} = excluded.{name}' for name in values)} RETURNING pk",
        {**values, "id": id, "at": at},
    ).fetchone()
    connection.execute("DELETE FROM fireworks WHERE game_pk = ?", (pk,))
    connection.execute("DELETE FROM seats WHERE game_pk = ?", (pk,))
    connection.executemany(
        "INSERT INTO fireworks (game_pk, suit, last) VALUES (?, ?, ?)",
        ((pk, suit, last) for suit, last in (end.stacks or {}).items()),
    )
    connection.executemany(
        "INSERT INTO seats (game_pk, seat, player_pk) VALUES (?, ?, ?)",
        ((pk, seat, player) for seat, player in enumerate(seats)),
    )


def seated_as_logged(connection: sqlite3.Connection, id: str, state: State) -> dict[str, Any]:
    """The state of a game with everybody under the id that they were logged by.

    A game is shown with the people that the merged ones turned out to be. Where one of
    them sits in the game already under the other id, that id stays.
    """
    rows = connection.execute(
        "WITH RECURSIVE up (logged, id, above) AS ("
        " SELECT players.id, players.id, merged_pk FROM seats JOIN games ON games.pk = game_pk"
        " JOIN players ON players.pk = player_pk"
        " WHERE games.id = ? AND merged_pk IS NOT NULL"
        " UNION SELECT logged, players.id, merged_pk FROM up"
        " JOIN players ON players.pk = above)"
        " SELECT id, logged FROM up WHERE above IS NULL",
        (id,),
    )
    logged = dict(rows)
    seats = [logged.get(seat, seat) for seat in state.get("seats") or ()]
    return {**state, "seats": seats} if logged else dict(state)


def _end_of(state: State, seats: int) -> EndState:
    discards = state.get("discards")
    return EndState(
        stacks=state.get("stacks"),
        strikes=state.get("strikes"),
        outcome=state.get("said"),
        total=state.get("total"),
        players=seats or None,
        hints=state.get("hints"),
        deck=state.get("deck"),
        discards=None if discards is None else tuple(discards),
    )


def _listed(key: str, value: Any) -> Any:
    return value.split() if key in _LISTS else value


def _stored(key: str, value: Any) -> Any:
    return " ".join(value) if key in _LISTS and value is not None else value


@lru_cache(maxsize=256)
def _ruleset(definition: str) -> Ruleset:
    return from_definition(json.loads(definition))
