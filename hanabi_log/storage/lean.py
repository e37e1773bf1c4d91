"""The log as figures need it: a row a game with nothing in it that no figure asks for.

Seats and fireworks come as one text each, which a log has far fewer of than games, so that
whoever reads a million games looks at few of them twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hanabi_log.games.hanabi.endstate import Knowledge, Outcome
from hanabi_log.records import Talk


class EndingRow(NamedTuple):
    """How a game ended; `ruleset` is a row number, `tags` are joined by spaces."""

    ruleset: int
    seats: int
    points: int | None
    score: int | None
    max_score: int | None
    outcome: Outcome | None
    strikes: int | None
    knowledge: Knowledge
    excluded: int
    tags: str | None
    band: str | None
    talk: Talk | None


_LEAN = """SELECT id, date, group_pk,
    (SELECT group_concat(player_pk, ' ') FROM seats WHERE game_pk = games.pk),
    (SELECT group_concat(suit || last, '') FROM fireworks WHERE game_pk = games.pk),
    ruleset_pk, table_size, points, score, max_score, outcome, strikes, knowledge,
    excluded IS NOT NULL, tags, band, talk
    FROM games WHERE deleted_at IS NULL ORDER BY date, logged_at, id"""


def read_lean(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Every game that was not deleted, in the order of play.

    Id, date, the row number of the group, those of the people joined by spaces, the last card
    of each suit (`B4G3`), and from the sixth column on the fields of an EndingRow.
    """
    return connection.execute(_LEAN)


def read_seats(
    connection: sqlite3.Connection, ids: Sequence[str]
) -> Iterator[tuple[str, str | None]]:
    """The id of some games, in any order, with the row numbers of the people in the order of
    their seats, joined by spaces; a guest has no number, a game without seats no text.
    """
    seats = "SELECT player_pk FROM seats WHERE game_pk = games.pk ORDER BY seat"
    return connection.execute(
        f"SELECT id, (SELECT group_concat(coalesce(player_pk, ''), ' ') FROM ({seats}))"
        f" FROM games WHERE id IN ({', '.join('?' * len(ids))})",
        ids,
    )


def load_specs(connection: sqlite3.Connection) -> dict[int, tuple[str, str]]:
    """The spec and the digest of every stored ruleset, by row number."""
    rows = connection.execute("SELECT pk, spec, digest FROM rulesets")
    return {pk: (spec, digest) for pk, spec, digest in rows}


def count_games(connection: sqlite3.Connection) -> int:
    """How many games there are that were not deleted."""
    count: int = connection.execute(
        "SELECT count(*) FROM games WHERE deleted_at IS NULL"
    ).fetchone()[0]
    return count
