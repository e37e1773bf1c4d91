"""Two files, one club: everything that another log holds, taken into this one.

The other file is only read. The newer state of each game wins and the one that lost is
put on record beside it. All of it is one batch, so that one `undo` takes it back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from hanabi_log.logbook.log import Log, RollBackError
from hanabi_log.logbook.merge_report import Erasure, MergeReport, report_of
from hanabi_log.logbook.reconciling import Agreed, reconcile
from hanabi_log.logbook.weighing import agree_on_seen, is_without_people
from hanabi_log.names import key_of
from hanabi_log.storage import whole as store
from hanabi_log.storage.changes import Batch, Kind
from hanabi_log.storage.erasing import known_as, overwrite_free_pages, take_out
from hanabi_log.storage.foreign import reading
from hanabi_log.storage.imports import remember_imports
from hanabi_log.storage.states import write_state
from hanabi_log.storage.whole import (
    Version,
    Versions,
    Whole,
    load_whole,
    state_in,
)


def merge_log(log: Log, other: str, *, dry_run: bool = False) -> MergeReport:
    """Take in everything that the log in the file `other` holds.

    Merging again changes nothing, and either log comes to the same. Raises InvalidInput
    when there is no such file, BadDatabase when it is damaged, foreign or newer than the
    program; then nothing was changed.
    """
    with reading(other) as connection, log.change(store.MERGE) as batch:
        erasure = _erase(log, connection, batch.at)
        mine, theirs = load_whole(log.connection), load_whole(connection)
        agreed = reconcile(mine, theirs)
        _Merge(log, batch, mine, theirs, agreed).write()
        report = report_of(log, mine, theirs, agreed, erasure, stored=not dry_run)
        if dry_run:
            raise RollBackError
    if erasure.done_here and not dry_run:
        with log.anew():
            overwrite_free_pages(log.connection)
    return report


def _erase(log: Log, theirs: sqlite3.Connection, at: int) -> Erasure:
    """Take whoever either log was asked to forget out of both, before they are compared.

    Theirs is a copy. Each log may know names of a person that the other does not, so both
    are searched for all of them. What that comes to here is final, as it was there, and no
    undo of the merge brings anybody back. Nobody decided anything about the games now, so
    they stay as old as they are.
    """
    mine = log.connection
    erased = store.load_erased(mine)
    ids, names = _asked_to_be_gone(mine, theirs)
    if not ids:
        return Erasure()
    store.forget_seen(theirs, ids)
    there = take_out(theirs, ids, names)
    before = mine.total_changes
    here = take_out(mine, ids, names)
    done = mine.total_changes > before
    if gone := ids - erased:
        batch = Batch(mine, at, "players erase", final=True)
        batch.record_all("player", ((id, None, None) for id in sorted(gone)))
    return Erasure(done or bool(gone), frozenset(here), frozenset(there))


def _asked_to_be_gone(*logs: sqlite3.Connection) -> tuple[frozenset[str], list[str]]:
    """The ids of those whom one of the logs was asked to forget, with all who turned out
    to be them, and every name that any log has for one of them."""
    ids: set[str] = set()
    names: set[str] = set()
    pending = set().union(*map(store.load_erased, logs))
    while pending:
        id = pending.pop()
        ids.add(id)
        for connection in logs:
            rows, known = known_as(connection, id)
            names.update(known)
            pending.update(set(rows) - ids)
    return frozenset(ids), sorted(names)


class _Merge:
    """A merge under way: states are written in an order in which each finds what it needs."""

    def __init__(self, log: Log, batch: Batch, mine: Whole, theirs: Whole, agreed: Agreed) -> None:
        self._connection = log.connection
        self._batch = batch
        self._mine, self._theirs, self._agreed = mine, theirs, agreed

    def write(self) -> None:
        store.store_rulesets(self._connection, self._theirs.rulesets)
        groups = self._write_all("group", self._mine.groups, self._agreed.groups)
        people = _from_the_top(self._agreed.players)
        players = self._write_all("player", self._mine.players, people)
        self._write_games()
        self._write_matches()
        self._remove("group", groups, self._agreed.groups)
        self._remove("player", players, self._agreed.players)
        seen = agree_on_seen(self._mine.seen, self._theirs.seen)
        remember_imports(self._connection, sorted(seen.items() - self._mine.seen.items()))

    def _write_all(self, kind: Kind, mine: Versions, wanted: Versions) -> Versions:
        """Write everything that stays, and give back mine as they are before the others go."""
        now = dict(mine)
        # First make room: who is called otherwise soon lets go of the name.
        for id, room in _with_room(mine, wanted).items():
            self._change(kind, id, now[id].state, room)
            now[id] = room
        for id, version in wanted.items():
            if version.state is not None:
                self._change(kind, id, state_in(now, id), version)
        return now

    def _remove(self, kind: Kind, mine: Versions, wanted: Versions) -> None:
        for id, version in wanted.items():
            if version.state is None and id in mine:
                self._change(kind, id, mine[id].state, version)

    def _write_games(self) -> None:
        wanted = self._agreed.games
        # Games that let go of their source come before those that take it over.
        for id in sorted(wanted, key=lambda id: (_source(wanted[id]) is not None, id)):
            before = self._put_on_record(id, wanted[id])
            self._change("game", id, before, wanted[id])
            mine = self._mine.games.get(id)
            if wanted[id].state is not None and mine and mine.at != wanted[id].at:
                store.store_hour(self._connection, id, wanted[id].at)

    def _put_on_record(self, id: str, wanted: Version) -> dict[str, Any] | None:
        """Keep a state of theirs that lost in the history of the game, unless it is there
        already; give back what the game was last by its history."""
        mine, theirs = state_in(self._mine.games, id), self._theirs.games.get(id)
        if theirs is None or theirs.state is None:
            return mine
        lost = dict(theirs.state)
        if lost.get("source") != _source(wanted):
            # Another game is that of the source, also when this one is written by an undo.
            lost.pop("source", None)
        if theirs.at == wanted.at and is_without_people(wanted.state or {}, lost):
            return mine
        if lost in (mine, wanted.state) or not self._names_the_present(lost):
            return mine
        if self._is_known(id, lost, theirs.state):
            return mine
        self._batch.record_at("game", id, mine, lost, theirs.at)
        return lost

    def _is_known(self, id: str, *states: dict[str, Any]) -> bool:
        """Whether one of these states is in the history of a game.

        Once somebody was erased it may be there without their name, which another file
        still has and nobody knows any more; from there it must not come back.
        """
        history = store.history_of(self._connection, id)
        return any(state in history for state in states) or (
            bool(self._mine.erased)
            and any(is_without_people(known, states[0]) for known in history)
        )

    def _names_the_present(self, state: Mapping[str, Any]) -> bool:
        """Whether everything that a state of a game names is there, so that it can be written."""
        people = [seat for seat in state["seats"] if seat is not None]
        return all(state_in(self._agreed.players, id) for id in people) and (
            "group" not in state or state_in(self._agreed.groups, state["group"]) is not None
        )

    def _write_matches(self) -> None:
        for id, version in self._agreed.matches.items():
            mine = self._mine.matches.get(id)
            before = mine.state if mine else None
            if before == version.state:
                continue
            rounds = dict((before or {}).get("rounds", {}))
            wanted = dict((version.state or {}).get("rounds", {}))
            # A number is given once in a match, so what goes comes first.
            for one in rounds:
                if rounds[one] != wanted.get(one):
                    gone = Version(None, version.at)
                    self._change("hoola_round", one, rounds[one], gone)
            self._change("hoola_match", id, _without_rounds(before), _bare(version))
            for one, state in sorted(wanted.items()):
                if rounds.get(one) != state:
                    self._change("hoola_round", one, None, Version(state, version.at))

    def _change(
        self, kind: Kind, id: str, before: Mapping[str, Any] | None, after: Version
    ) -> None:
        if before == after.state:
            return
        self._batch.record_at(kind, id, before, after.state, after.at)
        write_state(self._connection, kind, id, after.state, at=after.at)


def _with_room(mine: Versions, wanted: Versions) -> Versions:
    """Those of mine that must let go of a name which somebody else is to have, without it."""
    states = {id: version.state for id, version in wanted.items() if version.state is not None}
    names = {
        key_of(state["name"]): id for id, state in states.items() if "merged_into" not in state
    }
    further = {
        key_of(name): id for id, state in states.items() for name in state.get("aliases") or ()
    }
    room: Versions = {}
    for id, version in mine.items():
        if version.state is None:
            continue
        state = dict(version.state)
        owners = further if "merged_into" in state else names
        if owners.get(key_of(state["name"]), id) != id:
            state["name"] = f"{state['name']} ({id})"
        if state.get("aliases"):
            aliases = [name for name in state["aliases"] if further.get(key_of(name), id) == id]
            state["aliases"] = aliases
        if state != version.state:
            room[id] = version._replace(state=state)
    return room


def _from_the_top(players: Versions) -> Versions:
    """People before those who point to them."""

    def depth(id: str) -> int:
        steps = 0
        while above := (players[id].state or {}).get("merged_into"):
            id, steps = above, steps + 1
        return steps

    return {id: players[id] for id in sorted(players, key=lambda id: (depth(id), id))}


def _source(version: Version) -> str | None:
    return (version.state or {}).get("source")


def _without_rounds(state: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if state is None else {k: v for k, v in state.items() if k != "rounds"}


def _bare(version: Version) -> Version:
    return version._replace(state=_without_rounds(version.state))
