"""A whole log as values, for setting two logs against each other.

Everything is held as the states of the audit trail, each with the hour it was made: that
of its last change, or, for what a merge brought, the hour it was made elsewhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hanabi_log.storage.changes import ERASED, Kind
from hanabi_log.storage.game_states import read_games
from hanabi_log.storage.states import read_state

MERGE = "merge"
"""The name of a merge in the audit trail."""


class Version(NamedTuple):
    """A state and the hour it was made, in microseconds since 1970.

    A state of None is that of a thing that was removed.
    """

    state: dict[str, Any] | None
    at: int

    @property
    def content(self) -> str:
        """The state as one canonical line."""
        return canonical(self.state)


Versions = dict[str, Version]
"""By id."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything that two logs are compared by; `rulesets` holds definitions by digest.

    `seen` is what the sources of imported games said, and `erased` the ids of people who asked
    to be gone.
    """

    players: Versions
    groups: Versions
    games: Versions
    matches: Versions
    rulesets: Mapping[str, tuple[str, str]]
    seen: Mapping[str, str]
    erased: frozenset[str] = frozenset()


def canonical(state: Mapping[str, Any] | None) -> str:
    """A state as one line of JSON, equal for equal states."""
    return json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def state_in(versions: Versions, id: str) -> dict[str, Any] | None:
    """The state of a thing in a log; None if it is not there."""
    return versions[id].state if id in versions else None


def load_whole(connection: sqlite3.Connection) -> Whole:
    """Everything in a log that a merge weighs; open sessions stay with their machine."""
    times = _times(connection)
    return Whole(
        players=_versions(connection, "player", "players", times),
        groups=_versions(connection, "group", "groups", times),
        games=_games(connection, times),
        matches=_matches(connection, times),
        rulesets={
            digest: (spec, definition)
            for digest, spec, definition in connection.execute(
                "SELECT digest, spec, definition FROM rulesets"
            )
        },
        seen=dict(connection.execute("SELECT id, seen FROM imports JOIN games ON pk = game_pk")),
        erased=load_erased(connection),
    )


def history_of(connection: sqlite3.Connection, id: str) -> list[dict[str, Any]]:
    """The states that a game ever had by its history, with guests for those who were erased."""
    rows = connection.execute(
        "SELECT before, after FROM changes WHERE kind = 'game' AND id = ? ORDER BY pk", (id,)
    )
    return [
        _guests_for(json.loads(text), {ERASED})
        for texts in rows
        for text in texts
        if text is not None
    ]


def load_erased(connection: sqlite3.Connection) -> frozenset[str]:
    """The ids of people who asked to be gone."""
    rows = connection.execute(
        "SELECT id FROM changes WHERE kind = 'player' AND before IS NULL AND after IS NULL"
    )
    return frozenset(id for (id,) in rows)


def store_rulesets(connection: sqlite3.Connection, rulesets: Mapping[str, tuple[str, str]]) -> None:
    """Store definitions by digest; of two that differ in their title the later text stays."""
    connection.executemany(
        "INSERT INTO rulesets (digest, spec, definition) VALUES (?, ?, ?)"
        " ON CONFLICT (digest) DO UPDATE SET definition = max(definition, excluded.definition)",
        ((digest, spec, text) for digest, (spec, text) in sorted(rulesets.items())),
    )


def forget_seen(connection: sqlite3.Connection, people: Collection[str]) -> None:
    """Forget what sources said about the games of some people: their names are in it."""
    connection.execute(
        "DELETE FROM imports WHERE game_pk IN (SELECT game_pk FROM seats"
        " JOIN players ON players.pk = player_pk"
        " WHERE players.id IN (SELECT value FROM json_each(?)))",
        (json.dumps(list(people)),),
    )


def store_hour(connection: sqlite3.Connection, id: str, at: int) -> None:
    """Set when a game changed last."""
    connection.execute("UPDATE games SET changed_at = ? WHERE id = ?", (at, id))


def _guests_for(state: dict[str, Any], people: Collection[str]) -> dict[str, Any]:
    return {**state, "seats": [None if seat in people else seat for seat in state["seats"]]}


class _Last(NamedTuple):
    at: int
    removed: bool


def _times(connection: sqlite3.Connection) -> dict[tuple[str, str], _Last]:
    """When each thing changed last, by kind and id, and whether it was removed then.

    What a merge brought and its undo took away was never removed by anybody.
    """
    rows = connection.execute(
        "SELECT kind, id, coalesce(made_at, batches.at),"
        " after IS NULL AND undone.command IS NOT ?, max(changes.pk) FROM changes"
        " JOIN batches ON batches.pk = batch_pk"
        " LEFT JOIN batches AS undone ON undone.pk = batches.undoes GROUP BY kind, id",
        (MERGE,),
    )
    return {(kind, id): _Last(at, bool(removed)) for kind, id, at, removed, _pk in rows}


def _versions(
    connection: sqlite3.Connection,
    kind: Kind,
    table: str,
    times: Mapping[tuple[str, str], _Last],
) -> Versions:
    ids = connection.execute(f"SELECT id FROM {table} ORDER BY id").fetchall()
    states = ((id, read_state(connection, kind, id)) for (id,) in ids)
    return _dated(kind, states, times)


def _games(connection: sqlite3.Connection, times: Mapping[tuple[str, str], _Last]) -> Versions:
    # A game knows its hour itself.
    hours = dict(connection.execute("SELECT id, changed_at FROM games"))
    return {
        id: version._replace(at=hours.get(id, version.at))
        for id, version in _dated("game", read_games(connection), times).items()
    }


def _dated(
    kind: Kind,
    states: Iterable[tuple[str, dict[str, Any] | None]],
    times: Mapping[tuple[str, str], _Last],
) -> Versions:
    """The states with their hours, and what was removed."""
    never = _Last(0, False)
    found = {id: Version(state, times.get((kind, id), never).at) for id, state in states}
    for (one, id), last in times.items():
        if one == kind and id not in found and last.removed:
            found[id] = Version(None, last.at)
    return found


def _matches(connection: sqlite3.Connection, times: Mapping[tuple[str, str], _Last]) -> Versions:
    """The matches of Hoola King, each with its rounds: the newest change counts for all."""
    matches = _versions(connection, "hoola_match", "hoola_matches", times)
    rounds = _versions(connection, "hoola_round", "hoola_rounds", times)
    # A round that was removed says in the trail which match it was of.
    homes = {
        id: json.loads(text)["match"]
        for id, text in connection.execute(
            "SELECT id, coalesce(after, before) FROM changes WHERE kind = 'hoola_round' ORDER BY pk"
        )
    }
    for id, version in matches.items():
        if version.state is not None:
            matches[id] = version._replace(state={**version.state, "rounds": {}})
    for id, version in rounds.items():
        home = matches.get(homes.get(id, ""))
        if home is None or home.state is None:
            continue
        if version.state is not None:
            home.state["rounds"][id] = version.state
        matches[homes[id]] = home._replace(at=max(home.at, version.at))
    return matches
