"""Logs in memory for tests: opened at an hour that can be set, filled by a line."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hanabi_log.config import Config, Place
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.names import split_names
from hanabi_log.records import Draft, Game
from hanabi_log.storage.whole import load_whole

NOW = datetime(2026, 11, 28, 21, 0)


def open_club(path: Path | str, config: Config | None = None, *, seconds: int = 0) -> Log:
    """The log at a path, so many seconds into the evening."""
    place = Place(str(path), "", config or Config())
    return open_log(place, NOW + timedelta(seconds=seconds), create=True)


def add(log: Log, stacks: str = "54432", players: str = "Mina, Jun", **said: Any) -> Game:
    """A game that was logged."""
    said = {"strikes": 0, "stacks": stacks or None, **said}
    return add_game(log, Draft(players=split_names(players), **said), new=True).game


def agreed_on(connection: sqlite3.Connection) -> tuple[Any, ...]:
    """Everything that two logs agree on after they were merged both ways."""
    whole = load_whole(connection)
    states = [
        {id: version.state for id, version in versions.items() if version.state is not None}
        for versions in (whole.players, whole.groups, whole.games, whole.matches)
    ]
    # Only games carry the hour of their last change with them.
    hours = {id: whole.games[id].at for id in states[2]}
    return states, hours, whole.rulesets


def dump(connection: sqlite3.Connection, *, trail: bool = False) -> dict[str, list[Any]]:
    """Every row of the log, by table, without row numbers and hours of change.

    With `trail` the audit trail is in it too.
    """
    queries = {
        "games": "SELECT games.id, date, groups.id, ruleset_pk, strikes, said, total, hints, deck,"
        " discards, minutes, games.talk, place, note, tags, excluded, source, table_size, outcome,"
        " points, score, max_score, band, knowledge, logged_at, deleted_at FROM games"
        " LEFT JOIN groups ON groups.pk = group_pk ORDER BY games.id",
        "fireworks": "SELECT id, suit, last FROM fireworks JOIN games ON pk = game_pk"
        " ORDER BY 1, 2",
        "seats": "SELECT games.id, seat, players.id FROM seats JOIN games ON games.pk = game_pk"
        " LEFT JOIN players ON players.pk = player_pk ORDER BY 1, 2",
        "imports": "SELECT id, seen FROM imports JOIN games ON pk = game_pk ORDER BY 1",
        "players": "SELECT one.id, one.name, one.key, one.visibility, one.alias, one.retired,"
        " other.id FROM players AS one LEFT JOIN players AS other ON other.pk = one.merged_pk"
        " ORDER BY 1",
        "aliases": "SELECT aliases.key, aliases.name, id FROM aliases"
        " JOIN players ON pk = player_pk ORDER BY 1",
        "groups": "SELECT id, name, key, ruleset, talk, visibility FROM groups ORDER BY 1",
        "sessions": "SELECT sessions.id, date, groups.id, players, sessions.ruleset, place,"
        " sessions.talk, started_at, ended_at FROM sessions"
        " LEFT JOIN groups ON groups.pk = group_pk ORDER BY 1",
    }
    if trail:
        queries["changes"] = (
            "SELECT at, command, undoes, kind, id, before, after FROM changes"
            " JOIN batches ON batches.pk = batch_pk ORDER BY changes.pk"
        )
    return {table: connection.execute(query).fetchall() for table, query in queries.items()}


EMPTY: dict[str, list[Any]] = {
    table: []
    for table in (
        *("games", "fireworks", "seats", "imports", "players", "aliases", "groups", "sessions"),
    )
}
