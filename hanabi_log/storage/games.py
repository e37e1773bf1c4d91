"""Games in and out of the log: their SQL.

A game lies in three tables: its own row, one row for each firework and one for each
seat. Reading asks each table once, however many games are wanted.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hanabi_log.dates import confirmed
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.records import Game, Group, Player
from hanabi_log.storage.changes import Batch, game_state
from hanabi_log.storage.game_states import seated_as_logged
from hanabi_log.storage.people import load_groups, load_seated
from hanabi_log.storage.rows import insert_rows
from hanabi_log.storage.states import change_state


class Selection(NamedTuple):
    """Which games: any field that is None does not narrow; `limit` 0 means all.

    `group` is a group's id, `since` and `until` are dates, both included. `deleted` asks
    for the deleted games instead of the others.
    """

    ids: Sequence[str] | None = None
    group: str | None = None
    date: str | None = None
    since: str | None = None
    until: str | None = None
    newest_first: bool = False
    limit: int = 0
    deleted: bool = False

    @property
    def condition(self) -> tuple[str, list[str]]:
        """The WHERE clause and its parameters."""
        parts, values = [f"deleted_at IS {'NOT ' * self.deleted}NULL"], list[str]()
        if self.ids is not None:
            parts.append(f"games.id IN ({', '.join('?' * len(self.ids))})")
            values += self.ids
        for sql, value in (
            ("group_pk = (SELECT pk FROM groups WHERE id = ?)", self.group),
            ("date = ?", self.date),
            ("date >= ?", self.since),
            ("date <= ?", self.until),
        ):
            if value is not None:
                parts.append(sql)
                values.append(value)
        return " AND ".join(parts), values


ALL = Selection()
# NULL is the least of all, so games without a date are the oldest.
_IN_ORDER = "date, logged_at, games.id"
_NEWEST_FIRST = "date DESC, logged_at DESC, games.id DESC"


class Known(NamedTuple):
    """What games speak of: people and groups by row number, orders of suits by digest."""

    players: Mapping[int, Player]
    groups: Mapping[int, Group]
    orders: Mapping[str, tuple[str, ...]]


def load_known(connection: sqlite3.Connection) -> Known:
    """What the games of a log speak of, for whoever loads games many times."""
    return Known(load_seated(connection), load_groups(connection), load_suit_orders(connection))


def load_games(
    connection: sqlite3.Connection, wanted: Selection = ALL, known: Known | None = None
) -> list[Game]:
    """The games that were asked for, as they were played or newest first; dateless ones are the
    oldest."""
    condition, values = wanted.condition
    order = _NEWEST_FIRST if wanted.newest_first else _IN_ORDER
    limit = f" LIMIT {wanted.limit}" if wanted.limit else ""
    chosen = f"FROM games WHERE {condition} ORDER BY {order}{limit}"
    rows = connection.execute(
        "SELECT games.pk, games.id, date, group_pk, digest, spec, strikes, said, total, hints,"
        " deck, discards, minutes, talk, place, note, tags, excluded, source, outcome, points,"
        " score, max_score, band, knowledge, logged_at"
        " FROM games JOIN rulesets ON rulesets.pk = ruleset_pk"
        f" WHERE {condition} ORDER BY {order}{limit}",
        values,
    ).fetchall()
    if not rows:
        return []
    subset = f" WHERE game_pk IN (SELECT pk {chosen})" if wanted != ALL else ""
    stacks: dict[int, dict[str, int]] = defaultdict(dict)
    for pk, suit, last in connection.execute(
        f"SELECT game_pk, suit, last FROM fireworks{subset}", values if subset else ()
    ):
        stacks[pk][suit] = last
    seats: dict[int, list[int | None]] = defaultdict(list)
    for pk, player in connection.execute(
        f"SELECT game_pk, player_pk FROM seats{subset} ORDER BY game_pk, seat",
        values if subset else (),
    ):
        seats[pk].append(player)
    players, groups, orders = known or load_known(connection)
    return [
        _game(
            row,
            _in_order(stacks.get(row[0]), orders[row[4]]),
            tuple(None if pk is None else players[pk] for pk in seats.get(row[0], ())),
            groups.get(row[3]),
        )
        for row in rows
    ]


def add_games(
    connection: sqlite3.Connection, games: Sequence[Game], rules: dict[str, Ruleset], batch: Batch
) -> range:
    """Store new games with their fireworks, seats and changes; `rules` by digest.

    People and groups must be stored already. Gives back the row numbers of the games.
    """
    ruleset_pks = {digest: store_ruleset(connection, ruleset) for digest, ruleset in rules.items()}
    player_pks, group_pks = _people_of(connection, games)
    (last_pk,) = connection.execute("SELECT coalesce(max(pk), 0) FROM games").fetchone()
    pks = range(last_pk + 1, last_pk + 1 + len(games))
    insert_rows(
        connection,
        "games (pk, id, date, group_pk, ruleset_pk, strikes, said, total, hints, deck, discards,"
        " minutes, talk, place, note, tags, excluded, source, table_size, outcome, points, score,"
        " max_score, band, knowledge, logged_at, changed_at)",
        (
            (
                pk,
                game.id,
                game.date,
                group_pks[game.group.id] if game.group else None,
                ruleset_pks[game.digest],
                *_facts(game),
                game.logged_at,
                game.logged_at,
            )
            for pk, game in zip(pks, games, strict=True)
        ),
    )
    insert_rows(
        connection,
        "fireworks (game_pk, suit, last)",
        (
            (pk, suit, last)
            for pk, game in zip(pks, games, strict=True)
            for suit, last in (game.end.stacks or {}).items()
        ),
    )
    insert_rows(
        connection,
        "seats (game_pk, seat, player_pk)",
        (
            (pk, seat, player_pks[player.id] if player else None)
            for pk, game in zip(pks, games, strict=True)
            for seat, player in enumerate(game.seats)
        ),
    )
    batch.record_all("game", ((game.id, None, game_state(game)) for game in games))
    return pks


def change_game(
    connection: sqlite3.Connection,
    before: Game,
    after: Game,
    rules: Mapping[str, Ruleset],
    batch: Batch,
) -> None:
    """Store a game anew under the same id; `rules` holds the ruleset of its digest.

    People and groups must be stored already. The order of the evening, `logged_at`, stays.
    """
    if before == after:
        return
    store_ruleset(connection, rules[after.digest])
    state = seated_as_logged(connection, before.id, game_state(after))
    change_state(connection, "game", before.id, state, batch)


def store_ruleset(connection: sqlite3.Connection, ruleset: Ruleset) -> int:
    """The row number of a ruleset's definition, stored if it is new."""
    connection.execute(
        "INSERT INTO rulesets (digest, spec, definition) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (ruleset.digest, ruleset.spec, ruleset.definition_json),
    )
    query = "SELECT pk FROM rulesets WHERE digest = ?"
    pk: int = connection.execute(query, (ruleset.digest,)).fetchone()[0]
    return pk


def load_rulesets(connection: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    """Every stored definition by digest."""
    rows = connection.execute("SELECT digest, definition FROM rulesets ORDER BY pk")
    return {digest: json.loads(definition) for digest, definition in rows}


def load_suit_orders(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The suit codes of every stored ruleset, in its order, by digest."""
    return {
        digest: tuple(suit["code"] for suit in definition["suits"])
        for digest, definition in load_rulesets(connection).items()
    }


def _people_of(
    connection: sqlite3.Connection, games: Sequence[Game]
) -> tuple[dict[str, int], dict[str, int]]:
    """The row numbers of the players and the groups of games, by id."""
    players = {player.id for game in games for player in game.players}
    groups = {game.group.id for game in games if game.group}
    query = "SELECT id, pk FROM {table} WHERE id IN (SELECT value FROM json_each(?))"
    return (
        dict(connection.execute(query.format(table="players"), (json.dumps([*players]),))),
        dict(connection.execute(query.format(table="groups"), (json.dumps([*groups]),))),
    )


def _in_order(stacks: dict[str, int] | None, order: tuple[str, ...]) -> dict[str, int] | None:
    return None if stacks is None else {code: stacks[code] for code in order if code in stacks}


def _facts(game: Game) -> tuple[Any, ...]:
    end, result = game.end, game.result
    return (
        end.strikes,
        end.outcome,
        end.total,
        end.hints,
        end.deck,
        None if end.discards is None else " ".join(end.discards),
        game.minutes,
        game.talk,
        game.place,
        game.note,
        " ".join(game.tags) or None,
        game.excluded,
        game.source,
        len(game.seats),
        result.outcome,
        result.points,
        result.score,
        result.max_score,
        result.band,
        result.knowledge,
    )


def _game(row: tuple[Any, ...], stacks: dict[str, int] | None, seats: Any, group: Any) -> Game:
    (_pk, id, date, _group, digest, spec, strikes, said, total, hints, deck, discards) = row[:12]
    (minutes, talk, place, note, tags, excluded, source) = row[12:19]
    (outcome, points, score, max_score, band, knowledge, logged_at) = row[19:]
    end = EndState(
        stacks=stacks,
        strikes=strikes,
        outcome=said,
        total=total,
        players=len(seats) or None,
        hints=hints,
        deck=deck,
        discards=None if discards is None else tuple(discards.split()),
    )
    return Game(
        id=id,
        ruleset=spec,
        digest=digest,
        end=end,
        result=Result(outcome, points, score, max_score, band, knowledge),
        logged_at=logged_at,
        date=confirmed(date),
        group=group,
        seats=seats,
        minutes=minutes,
        talk=talk,
        place=place,
        note=note,
        tags=tuple(tags.split()) if tags else (),
        excluded=excluded,
        source=source,
    )
