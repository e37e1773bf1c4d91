"""Logs of every earlier schema are brought up to date with all that is in them.

The rows are written with the statements of their time, never with those of today.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from hanabi_log.logbook.undoing import undo
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage import migrations
from hanabi_log.storage.database import APPLICATION_ID, SCHEMA_VERSION
from hanabi_log.storage.games import load_games
from hanabi_log.storage.people import load_open_session, load_players
from tests.logbook.logs import EMPTY, dump, open_club

AT = 1_795_000_000_000_000


def first_schema(path: Path) -> None:
    """A log as the first version left it: one game, changed twice by a re-import, a session
    that ended, and a person hidden."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrations.migrations.apply(
            Database(connection, execute_plugins=False),
            stop_before="m002_undo_and_one_person_under_two_names",
        )
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        rules = Rulebook().ruleset("basic")
        connection.execute(
            "INSERT INTO rulesets VALUES (1, ?, 'basic', ?)", (rules.digest, rules.definition_json)
        )
        connection.executemany(
            "INSERT INTO players (pk, id, name, key, visibility) VALUES (?, ?, ?, ?, ?)",
            [(1, "p-mina", "Mina", "mina", "hidden"), (2, "p-jun", "Jun", "jun", None)],
        )
        connection.execute("INSERT INTO groups (pk, id, name, key) VALUES (1, 'g', 'Tue', 'tue')")
        connection.execute(
            "INSERT INTO games (pk, id, date, group_pk, ruleset_pk, strikes, note, table_size,"
            " outcome, points, score, max_score, band, knowledge, logged_at, changed_at)"
            " VALUES (1, 'aaaa-1', '2026-11-28', 1, 1, 1, 'new', 3, 'finished', 18, 18, 25,"
            " 'good', 'full', ?, ?)",
            (AT, AT + 1),
        )
        connection.executemany(
            "INSERT INTO fireworks VALUES (1, ?, ?)", zip("RYGBW", (5, 4, 4, 3, 2), strict=True)
        )
        connection.executemany("INSERT INTO seats VALUES (1, ?, ?)", [(0, 1), (1, 2), (2, None)])
        connection.execute('INSERT INTO imports VALUES (1, \'{"note":"new"}\')')
        connection.execute(
            "INSERT INTO sessions VALUES (1, 's', '2026-11-28', 1, '[\"p-mina\", null]', 'basic',"
            " NULL, NULL, ?, ?)",
            (AT + 2, AT + 3),
        )
        game = {
            "date": "2026-11-28",
            "group": "g",
            "seats": ["p-mina", "p-jun", None],
            "ruleset": rules.digest,
            "stacks": {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2},
            "strikes": 1,
            "logged_at": AT,
        }
        mina = {"id": "p-mina", "name": "Mina", "visibility": None, "alias": None, "retired": False}
        session = {
            "date": "2026-11-28",
            "group": "g",
            "players": ["p-mina", None],
            "ruleset": "basic",
            "place": None,
            "talk": None,
        }
        record(connection, "import", "player", "p-mina", None, mina)
        jun = {**mina, "id": "p-jun", "name": "Jun"}
        record(connection, None, "player", "p-jun", None, jun)
        group = {"id": "g", "name": "Tue", "ruleset": None, "talk": None, "visibility": None}
        record(connection, None, "group", "g", None, group)
        record(connection, None, "game", "aaaa-1", None, game)
        record(connection, "import", "game", "aaaa-1", game, {**game, "note": "new"})
        record(connection, "session start", "session", "s", None, session)
        record(connection, "session end", "session", "s", session, {**session, "ended_at": AT + 3})
        record(
            connection, "players hide", "player", "p-mina", mina, {**mina, "visibility": "hidden"}
        )
        connection.commit()


def record(
    connection: sqlite3.Connection,
    command: str | None,
    kind: str,
    id: str,
    before: object,
    after: object,
) -> None:
    """One change as the first version wrote it; without a command in the batch before."""
    if command is not None:
        connection.execute("INSERT INTO batches (at, command) VALUES (?, ?)", (AT, command))
    connection.execute(
        "INSERT INTO changes (batch_pk, kind, id, before, after)"
        " VALUES ((SELECT max(pk) FROM batches), ?, ?, ?, ?)",
        (kind, id, before and json.dumps(before), after and json.dumps(after)),
    )


def second_schema(path: Path) -> None:
    """A log as the second version left it, brought there from the first."""
    first_schema(path)
    with closing(sqlite3.connect(path)) as connection:
        migrations.migrations.apply(
            Database(connection, execute_plugins=False), stop_before="m003_hoola_king"
        )
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        connection.commit()


def third_schema(path: Path) -> None:
    """A log as the third version left it, brought there from the first."""
    first_schema(path)
    with closing(sqlite3.connect(path)) as connection:
        migrations.migrations.apply(
            Database(connection, execute_plugins=False),
            stop_before="m004_when_a_merged_state_was_made",
        )
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)
        connection.commit()


MAKERS = {1: first_schema, 2: second_schema, 3: third_schema}
"""Writes a log of each earlier schema."""


def test_every_earlier_schema_is_tried() -> None:
    assert sorted(MAKERS) == list(range(1, SCHEMA_VERSION))


@pytest.mark.parametrize("version", MAKERS)
def test_a_log_of_an_earlier_schema_keeps_its_rows(tmp_path: Path, version: int) -> None:
    path = tmp_path / "club.db"
    MAKERS[version](path)
    with open_club(path) as log:
        assert log.connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert log.connection.execute("PRAGMA foreign_key_check").fetchall() == []
        (game,) = load_games(log.connection)
        assert [player and player.name for player in game.seats] == ["Mina", "Jun", None]
        assert (game.result.score, game.note, game.group and game.group.name) == (18, "new", "Tue")
        people = {one.name: one.visibility for one in load_players(log.connection).values()}
        assert people == {"Jun": None, "Mina": "hidden"}


@pytest.mark.parametrize("version", MAKERS)
def test_what_an_earlier_version_did_can_be_undone(tmp_path: Path, version: int) -> None:
    path = tmp_path / "club.db"
    MAKERS[version](path)
    with open_club(path) as log:
        assert undo(log).batch.command == "players hide"
        assert {one.visibility for one in load_players(log.connection).values()} == {None}
        assert undo(log).batch.command == "session end"
        session = load_open_session(log.connection)
        assert session is not None
        assert (session.started_at, session.players) == (AT + 2, ("p-mina", None))
        assert undo(log).batch.command == "session start"
        assert undo(log).total == 1
        assert load_games(log.connection)[0].note is None
        assert undo(log).total == 4
        assert dump(log.connection) == EMPTY


def test_the_schema_is_the_same_however_it_came_about(tmp_path: Path) -> None:
    def schema(path: Path) -> list[tuple[str, ...]]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(
                "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
            ).fetchall()

    first_schema(tmp_path / "old.db")
    for name in ("old.db", "new.db"):
        open_club(tmp_path / name).close()
    assert schema(tmp_path / "old.db") == schema(tmp_path / "new.db")
