"""Who turned out to be whom, and who sat with whom: the SQL behind merges.

A merge is one pointer between two rows of people; nothing else moves.
"""

from __future__ import annotations

import sqlite3

from hanabi_log.names import key_of
from hanabi_log.records import Player
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.people import PERSONS, player_of, rows_of
from hanabi_log.storage.states import change_state, read_state


def load_merged(connection: sqlite3.Connection) -> dict[str, list[Player]]:
    """Those merged directly into each person, by that one's id, in the order of names."""
    rows = connection.execute(
        "SELECT above.id, one.pk, one.id, one.name, one.visibility, one.alias, one.retired"
        " FROM players AS one JOIN players AS above ON above.pk = one.merged_pk"
        " ORDER BY one.name, one.id"
    )
    merged: dict[str, list[Player]] = {}
    for above, *row in rows:
        merged.setdefault(above, []).append(player_of(tuple(row)))
    return merged


def find_merged(connection: sqlite3.Connection, name: str) -> tuple[Player, str] | None:
    """Who of this name was merged into another person, and the id of that one; the last of
    several."""
    key = key_of(name)
    found = [
        (player, into)
        for into, merged in load_merged(connection).items()
        for player in merged
        if key_of(player.name) == key
    ]
    return max(found, key=lambda pair: pair[0].id) if found else None


def keys_of_merged(connection: sqlite3.Connection, id: str, *, own: bool = False) -> set[str]:
    """What a person answers to because of those merged into them, as `names.key_of` has it.

    With `own` their further names, and if they were merged their name, count as well.
    """
    rows = connection.execute(
        f"SELECT key FROM aliases WHERE player_pk IN ({rows_of('player')})"
        " AND (:own OR player_pk <> (SELECT pk FROM players WHERE id = :player))",
        {"player": id, "own": own},
    )
    return {key for (key,) in rows}


def count_matches_by_player(connection: sqlite3.Connection) -> dict[str, int]:
    """How many matches of Hoola King each person sat in, by id; others are left out."""
    rows = connection.execute(
        f"{PERSONS} SELECT players.id, count(*) FROM hoola_seats"
        " JOIN persons ON persons.pk = player_pk JOIN players ON players.pk = person"
        " GROUP BY players.id"
    )
    return dict(rows.fetchall())


def load_tables(connection: sqlite3.Connection) -> dict[str, set[str | None]]:
    """The ids of the groups at whose tables everybody sat, by the person's id; None among
    them for games without a group."""
    rows = connection.execute(
        f"{PERSONS} SELECT DISTINCT players.id, groups.id FROM seats"
        " JOIN games ON games.pk = game_pk JOIN persons ON persons.pk = player_pk"
        " JOIN players ON players.pk = person LEFT JOIN groups ON groups.pk = group_pk"
        " WHERE deleted_at IS NULL"
    )
    tables: dict[str, set[str | None]] = {}
    for player, group in rows:
        tables.setdefault(player, set()).add(group)
    return tables


def merge_player(connection: sqlite3.Connection, one: str, into: str | None, batch: Batch) -> None:
    """Make the person with the id `one` another person's, or with None their own again."""
    state = read_state(connection, "player", one)
    if state is None:
        raise KeyError(one)
    plain = {key: value for key, value in state.items() if key != "merged_into"}
    after = plain if into is None else {**plain, "merged_into": into}
    change_state(connection, "player", one, after, batch)


def shared_games(
    connection: sqlite3.Connection, one: str, other: str, *, most: int = 5
) -> list[str]:
    """The ids of games and Hoola matches in which two people both sat, by their ids.

    At most `most` of each, the newest first; deleted games do not count.
    """
    query = """SELECT {games}.id FROM {games} WHERE {condition}
        AND pk IN (SELECT {game}_pk FROM {seats} WHERE player_pk IN ({one}))
        AND pk IN (SELECT {game}_pk FROM {seats} WHERE player_pk IN ({other}))
        ORDER BY date DESC, logged_at DESC LIMIT :most"""
    found: list[str] = []
    for games, game, seats, condition in (
        ("games", "game", "seats", "deleted_at IS NULL"),
        ("hoola_matches", "match", "hoola_seats", "1"),
    ):
        sql = query.format(
            games=games,
            game=game,
            seats=seats,
            condition=condition,
            one=rows_of("one"),
            other=rows_of("other"),
        )
        rows = connection.execute(sql, {"one": one, "other": other, "most": most})
        found += [id for (id,) in rows]
    return found
