"""The schema, as numbered steps that are only ever added to.

Each step says why it exists and ends by raising `user_version`, which tells whether a
step is pending without importing this module: opening an up-to-date log stays quick.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _without(*names: str) -> Iterator[None]:
    """Modules that seem not to be installed inside the with-block."""
    hidden = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]
        sys.modules.update(hidden)


# Where they are installed, sqlite-utils imports both for the kinds of their numbers. That takes a
# second and a hundred MiB, more than an import of a million games may.
with _without("numpy", "pandas"):
    from sqlite_utils import Database, Migrations

migrations = Migrations("hanabi_log")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; each step is one transaction."""
    migrations.apply(Database(connection, execute_plugins=False))


@migrations()
def m001_first_schema(db: Database) -> None:
    """Why: the log keeps facts (stacks, strikes, seats) and a cache of what they came to,
    from `table_size` to `knowledge`.

    A ruleset is stored as it was when a game was logged, so that the game stays
    explicable after a house file changes. `batches` and `changes` record who changed
    what: one batch a command, one change a thing, with its state before and after.
    """
    for statement in _FIRST_SCHEMA:
        db.conn.execute(statement)
    db.conn.execute("PRAGMA user_version = 1")


@migrations()
def m002_undo_and_one_person_under_two_names(db: Database) -> None:
    """Why: a change can be taken back, and a person can be known by several names.

    `undoes` names the batch that a batch took back; `final` marks what never can be. A
    person who turned out to be another keeps a row of their own that points to the other
    by `merged_pk`, so that the seats in old games stay what was logged and a merge can be
    taken apart at any time. `aliases` are further names that a person answers to.
    """
    for statement in _UNDO_AND_NAMES:
        db.conn.execute(statement)
    db.conn.execute("PRAGMA user_version = 2")


@migrations()
def m003_hoola_king(db: Database) -> None:
    """Why: the club plays a second game.

    A match keeps its own row, a row for each seat, round and hand. Facts only: payments and
    standings follow from them whenever they are read. A seat whose person is erased becomes
    a guest's. The audit trail learns the two new kinds; SQLite changes a CHECK only with the
    table, so the table is copied as it is but for that.
    """
    for statement in _HOOLA:
        db.conn.execute(statement)
    (schema,) = db.conn.execute("SELECT sql FROM sqlite_schema WHERE name = 'changes'").fetchone()
    indexes = db.conn.execute(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'changes' AND sql <> ''"
    ).fetchall()
    db.conn.execute("ALTER TABLE changes RENAME TO changes_before")
    db.conn.execute(schema.replace("'session')", "'session', 'hoola_match', 'hoola_round')"))
    db.conn.execute("INSERT INTO changes SELECT * FROM changes_before")
    db.conn.execute("DROP TABLE changes_before")
    for (index,) in indexes:
        db.conn.execute(index)
    db.conn.execute("PRAGMA user_version = 3")


@migrations()
def m004_when_a_merged_state_was_made(db: Database) -> None:
    """Why: two logs that are joined agree only if both know which state is the newer one.

    A merge puts states on record that were made earlier, elsewhere. `made_at` keeps that
    hour, so that merging in the other direction, or again, weighs them in the same way.
    """
    db.conn.execute("ALTER TABLE changes ADD COLUMN made_at INTEGER")
    db.conn.execute("PRAGMA user_version = 4")


_FIRST_SCHEMA = (
    """CREATE TABLE groups (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE CHECK (key <> ''),
        ruleset TEXT,
        talk TEXT CHECK (talk IN ('strict', 'relaxed')),
        visibility TEXT CHECK (visibility IN ('full', 'initials', 'alias', 'hidden'))
    ) STRICT""",
    """CREATE TABLE players (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE CHECK (key <> ''),
        visibility TEXT CHECK (visibility IN ('full', 'initials', 'alias', 'hidden')),
        alias TEXT,
        retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
    ) STRICT""",
    """CREATE TABLE rulesets (
        pk INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        spec TEXT NOT NULL,
        definition TEXT NOT NULL CHECK (json_valid(definition))
    ) STRICT""",
    """CREATE TABLE games (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
        group_pk INTEGER REFERENCES groups (pk),
        ruleset_pk INTEGER NOT NULL REFERENCES rulesets (pk),
        strikes INTEGER CHECK (strikes >= 0),
        said TEXT CHECK (said IN ('perfect', 'struck_out', 'finished', 'lost', 'abandoned')),
        total INTEGER,
        hints INTEGER CHECK (hints >= 0),
        deck INTEGER CHECK (deck >= 0),
        discards TEXT,
        minutes INTEGER CHECK (minutes >= 0),
        talk TEXT CHECK (talk IN ('strict', 'relaxed')),
        place TEXT,
        note TEXT,
        tags TEXT,
        excluded TEXT,
        source TEXT,
        table_size INTEGER NOT NULL CHECK (table_size >= 0),
        outcome TEXT CHECK (outcome IN ('perfect', 'struck_out', 'finished', 'lost', 'abandoned')),
        points INTEGER,
        score INTEGER,
        max_score INTEGER,
        band TEXT,
        knowledge TEXT NOT NULL CHECK (knowledge IN ('full', 'total', 'outcome')),
        logged_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        deleted_at INTEGER
    ) STRICT""",
    "CREATE INDEX games_in_order ON games (date, logged_at)",
    "CREATE INDEX games_of_group ON games (group_pk, date)",
    "CREATE INDEX games_by_setup ON games (ruleset_pk, table_size, score)",
    "CREATE UNIQUE INDEX games_by_source ON games (source) WHERE source IS NOT NULL",
    """CREATE TABLE fireworks (
        game_pk INTEGER NOT NULL REFERENCES games (pk) ON DELETE CASCADE,
        suit TEXT NOT NULL,
        last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 5),
        PRIMARY KEY (game_pk, suit)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE seats (
        game_pk INTEGER NOT NULL REFERENCES games (pk) ON DELETE CASCADE,
        seat INTEGER NOT NULL CHECK (seat >= 0),
        player_pk INTEGER REFERENCES players (pk),
        PRIMARY KEY (game_pk, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX seats_of_player ON seats (player_pk, game_pk)",
    """CREATE TABLE imports (
        game_pk INTEGER PRIMARY KEY REFERENCES games (pk) ON DELETE CASCADE,
        seen TEXT NOT NULL CHECK (json_valid(seen))
    ) STRICT""",
    """CREATE TABLE sessions (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        date TEXT NOT NULL,
        group_pk INTEGER REFERENCES groups (pk),
        players TEXT NOT NULL CHECK (json_valid(players)),
        ruleset TEXT,
        place TEXT,
        talk TEXT CHECK (talk IN ('strict', 'relaxed')),
        started_at INTEGER NOT NULL,
        ended_at INTEGER
    ) STRICT""",
    "CREATE UNIQUE INDEX one_open_session ON sessions ((1)) WHERE ended_at IS NULL",
    """CREATE TABLE batches (
        pk INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        command TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE changes (
        pk INTEGER PRIMARY KEY,
        batch_pk INTEGER NOT NULL REFERENCES batches (pk),
        kind TEXT NOT NULL CHECK (kind IN ('game', 'player', 'group', 'session')),
        id TEXT NOT NULL,
        before TEXT CHECK (before IS NULL OR json_valid(before)),
        after TEXT CHECK (after IS NULL OR json_valid(after))
    ) STRICT""",
    "CREATE INDEX changes_of ON changes (id)",
)

_UNDO_AND_NAMES = (
    "ALTER TABLE batches ADD COLUMN undoes INTEGER REFERENCES batches (pk)",
    "ALTER TABLE batches ADD COLUMN final INTEGER NOT NULL DEFAULT 0 CHECK (final IN (0, 1))",
    "CREATE UNIQUE INDEX undone_once ON batches (undoes) WHERE undoes IS NOT NULL",
    "CREATE INDEX changes_of_batch ON changes (batch_pk)",
    "ALTER TABLE players ADD COLUMN merged_pk INTEGER REFERENCES players (pk)"
    " CHECK (merged_pk <> pk)",
    "CREATE INDEX players_merged ON players (merged_pk) WHERE merged_pk IS NOT NULL",
    """CREATE TABLE aliases (
        key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
        name TEXT NOT NULL,
        player_pk INTEGER NOT NULL REFERENCES players (pk) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX aliases_of ON aliases (player_pk)",
)

_HOOLA = (
    """CREATE TABLE hoola_matches (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
        group_pk INTEGER REFERENCES groups (pk),
        target INTEGER NOT NULL CHECK (target BETWEEN 1 AND 999),
        thresholds TEXT NOT NULL CHECK (thresholds IN ('basic', 'high')),
        host INTEGER CHECK (host >= 0),
        vote TEXT CHECK (vote IS NULL OR json_valid(vote)),
        agreed TEXT CHECK (agreed IS NULL OR json_valid(agreed)),
        aborted INTEGER NOT NULL DEFAULT 0 CHECK (aborted IN (0, 1)),
        logged_at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX hoola_matches_in_order ON hoola_matches (date, logged_at)",
    "CREATE INDEX hoola_matches_of_group ON hoola_matches (group_pk, date)",
    """CREATE TABLE hoola_seats (
        match_pk INTEGER NOT NULL REFERENCES hoola_matches (pk) ON DELETE CASCADE,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),
        player_pk INTEGER REFERENCES players (pk) ON DELETE SET NULL,
        bot TEXT CHECK (bot IS NULL OR player_pk IS NULL),
        PRIMARY KEY (match_pk, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX hoola_seats_of_player ON hoola_seats (player_pk, match_pk)",
    """CREATE TABLE hoola_rounds (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        match_pk INTEGER NOT NULL REFERENCES hoola_matches (pk),
        number INTEGER NOT NULL CHECK (number >= 1),
        ending TEXT NOT NULL
            CHECK (ending IN ('out', 'deck', 'hoola', 'low', 'high', 'chongtong', 'stop')),
        by_seat INTEGER CHECK ((by_seat IS NULL) = (ending = 'deck')),
        thanked_seat INTEGER CHECK (thanked_seat IS NULL OR ending = 'hoola'),
        winner_seat INTEGER,
        void INTEGER NOT NULL DEFAULT 0 CHECK (void = 0 OR (void = 1 AND winner_seat IS NULL)),
        logged_at INTEGER NOT NULL,
        UNIQUE (match_pk, number)
    ) STRICT""",
    """CREATE TABLE hoola_hands (
        round_pk INTEGER NOT NULL REFERENCES hoola_rounds (pk) ON DELETE CASCADE,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 4),
        cards TEXT,
        total INTEGER NOT NULL CHECK (total BETWEEN 0 AND 88),
        sevens INTEGER NOT NULL CHECK (sevens BETWEEN 0 AND 4),
        laid INTEGER NOT NULL CHECK (laid IN (0, 1)),
        PRIMARY KEY (round_pk, seat)
    ) STRICT, WITHOUT ROWID""",
)
