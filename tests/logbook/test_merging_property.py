"""Two logs come to the same whichever takes in the other, and a second time changes nothing."""

from __future__ import annotations

import json
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput, NotFound
from hanabi_log.logbook.log import Log, with_warnings
from hanabi_log.logbook.merging import merge_log
from hanabi_log.logbook.people_erasing import erase_player
from hanabi_log.logbook.undoing import undo
from hanabi_log.mentions import Mentions
from hanabi_log.storage.erasing import known_as
from hanabi_log.storage.foreign import reading
from hanabi_log.storage.games import load_games
from hanabi_log.storage.health import broken_references, loose_rows, unrecorded_games, wrong_keys
from hanabi_log.storage.people import load_groups, load_players
from hanabi_log.storage.states import change_state, read_state
from hanabi_log.storage.whole import load_erased
from tests.logbook.logs import add, agreed_on, dump, open_club

NAMES = ("Mina", "mina", "Jun", "Ara", "Minseo")
GROUPS = (None, "Tuesday", "tuesday", "Friday")
NOTES = ("a", "Mina won", "thanks, Jun", "Minseo and mina")
WISHES = (None, "full", "hidden")

ADD = st.tuples(
    st.just("add"),
    st.sampled_from(["54432", "55555", "11111"]),
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique_by=str.casefold),
    st.sampled_from(GROUPS),
    st.sampled_from([None, None, "bgg:1", "bgg:2"]),
)
NUMBER = st.integers(0, 5)
CHANGE = st.one_of(
    ADD,
    st.tuples(st.just("delete"), NUMBER),
    st.tuples(st.just("note"), NUMBER, st.sampled_from(NOTES)),
    st.tuples(st.just("rename"), NUMBER, st.sampled_from(NAMES)),
    st.tuples(st.just("alias"), NUMBER, st.sampled_from(NAMES)),
    st.tuples(st.just("wish"), NUMBER, st.sampled_from(WISHES)),
    st.tuples(st.just("one"), NUMBER, NUMBER),
    st.tuples(st.just("regroup"), NUMBER, st.sampled_from(GROUPS[1:])),
    st.tuples(st.just("undo")),
    st.tuples(st.just("erase"), NUMBER),
)
HISTORY = st.lists(st.tuples(st.integers(0, 3), CHANGE), max_size=8)


def play(path: Path, history: list[tuple[int, tuple[Any, ...]]], start: int) -> None:
    """Let things happen to a log; what cannot be done is left out."""
    seconds = start
    for pause, (verb, *said) in history:
        seconds += pause
        with open_club(path, seconds=seconds) as log:
            do(log, verb, said)


def do(log: Log, verb: str, said: list[Any]) -> None:
    if verb == "add":
        stacks, names, group, source = said
        taken = log.connection.execute("SELECT 1 FROM games WHERE source = ?", (source,))
        if taken.fetchone() is None:
            # Two of the names may be one person by now.
            with suppress(InvalidInput):
                add(log, stacks, ", ".join(names), group=group, source=source)
    elif verb == "undo":
        with suppress(NotFound):
            undo(log)
    else:
        table = {"delete": "games", "note": "games", "regroup": "groups"}.get(verb, "players")
        ids = [id for (id,) in log.connection.execute(f"SELECT id FROM {table} ORDER BY id")]
        if ids:
            change(log, verb, ids[said[0] % len(ids)], ids, said)


def change(log: Log, verb: str, id: str, ids: list[str], said: list[Any]) -> None:
    kind: Any = {"delete": "game", "note": "game", "regroup": "group"}.get(verb, "player")
    state = read_state(log.connection, kind, id)
    assert state is not None
    if verb == "erase":
        players = load_players(log.connection)
        erase_player(log, min(players.values(), key=lambda one: (one.id != id, one.id)).name)
        return
    with log.change(verb) as batch:
        if verb == "delete":
            state["deleted_at"] = batch.at
        elif verb == "note":
            state["note"] = said[1]
        elif verb in ("rename", "regroup", "alias"):
            if is_taken(log, said[1], kind):
                return
            if verb == "alias":
                state["aliases"] = sorted({*state["aliases"], said[1]})
            else:
                state["name"] = said[1]
        elif verb == "wish":
            state["visibility"] = said[1]
        elif verb == "one":
            other = ids[said[1] % len(ids)]
            live = {player.id for player in load_players(log.connection).values()}
            shared = log.connection.execute(
                "SELECT 1 FROM seats AS a JOIN seats AS b ON a.game_pk = b.game_pk"
                " JOIN players AS p ON p.pk = a.player_pk JOIN players AS q ON q.pk = b.player_pk"
                " WHERE p.id = ? AND q.id = ?",
                (id, other),
            ).fetchone()
            if not {id, other} <= live or id == other or shared or merged(log, {id, other}):
                return
            state["merged_into"] = other
        change_state(log.connection, kind, id, state, batch)


def merged(log: Log, ids: set[str]) -> bool:
    """Whether somebody points to one of these; such chains are tried elsewhere."""
    rows = log.connection.execute(
        "SELECT above.id FROM players AS one JOIN players AS above ON above.pk = one.merged_pk"
    )
    return any(id in ids for (id,) in rows)


def is_taken(log: Log, name: str, kind: str) -> bool:
    tables = ["groups"] if kind == "group" else ["players", "aliases"]
    return any(
        log.connection.execute(f"SELECT 1 FROM {table} WHERE key = ?", (name.lower(),)).fetchone()
        for table in tables
    )


def visible(log: Log) -> str:
    """What a person sees of a log."""
    games = [game.as_json() for game in with_warnings(log, load_games(log.connection))]
    people = [one.as_json() for one in load_players(log.connection).values()]
    groups = [one.as_json() for one in load_groups(log.connection).values()]
    return json.dumps([games, people, groups], sort_keys=True)


def assert_nobody_comes_back(log: Log, *others: Path) -> None:
    """Whoever was erased is nowhere under any name that one of the logs has for them."""
    gone = load_erased(log.connection)
    names: set[str] = set()
    for path in others:
        with reading(str(path)) as connection:
            names.update(*(known_as(connection, id)[1] for id in gone))
    mentions = Mentions(names)
    words = [
        word
        for query in (
            "SELECT note FROM games WHERE note IS NOT NULL",
            "SELECT before ->> 'note' FROM changes WHERE before ->> 'note' IS NOT NULL",
            "SELECT after ->> 'note' FROM changes WHERE after ->> 'note' IS NOT NULL",
        )
        for (word,) in log.connection.execute(query)
    ]
    assert not [word for word in words if mentions.found_in(word)]
    ids = {id for (id,) in log.connection.execute("SELECT id FROM players")}
    assert gone.isdisjoint(ids)


def assert_healthy(log: Log) -> None:
    assert broken_references(log.connection) == {}
    assert loose_rows(log.connection) == {}
    assert wrong_keys(log.connection) == []
    assert list(unrecorded_games(log.connection)) == []
    for game in load_games(log.connection):
        ids = [player.id for player in game.players]
        assert len(ids) == len(set(ids))


# A note that names somebody after they were erased: after a first merge nobody knows the name.
NAMED_LATER = [(0, ("erase", 1)), (2, ("note", 0, "Minseo and mina"))]
TABLE = [(3, ("add", "55555", ["Minseo", "mina"], "Tuesday", None))]

# One that names somebody who was erased before, and loses: the state without the name is in
# the history after a first merge, and a second one does not bring the name back.
NAMED_AND_LOST = [(0, ("erase", 0)), (0, ("note", 3, "Mina won")), (0, ("erase", 3))]
ERASED_LATER = [(2, ("erase", 5))]
TWICE = [(0, ("add", "54432", ["Mina", "Jun", "Ara"], None, None))] * 2


@settings(max_examples=60)
@example(before=TABLE, here=[], there=NAMED_LATER)
@example(before=TABLE, here=NAMED_LATER, there=[])
@example(before=TWICE, here=NAMED_AND_LOST, there=ERASED_LATER)
@example(before=TWICE, here=ERASED_LATER, there=NAMED_AND_LOST)
@given(before=HISTORY, here=HISTORY, there=HISTORY)
def test_the_order_of_two_logs_does_not_matter(
    before: list[Any], here: list[Any], there: list[Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder, mock.patch("hanabi_log.ids.os") as chance:
        chance.urandom = Random(0).randbytes
        a, b, ab, ba = (Path(folder, f"{name}.db") for name in ("a", "b", "ab", "ba"))
        open_club(a).close()
        play(a, before, 0)
        shutil.copy(a, b)
        play(a, here, 30)
        play(b, there, 30)
        shutil.copy(a, ab)
        shutil.copy(b, ba)
        bytes_of_b = b.read_bytes()
        with open_club(ab, seconds=60) as one, open_club(ba, seconds=90) as other:
            untouched = dump(one.connection)
            first = merge_log(one, str(b))
            merge_log(other, str(a))
            assert b.read_bytes() == bytes_of_b
            assert agreed_on(one.connection) == agreed_on(other.connection)
            assert visible(one) == visible(other)
            assert_healthy(one)
            for log in (one, other):
                assert_nobody_comes_back(log, a, b)
            merged_state = dump(one.connection, trail=True)
            for again in (b, a):
                report = merge_log(one, str(again))
                assert (report.added, report.changed, report.removed) == (0, 0, 0)
                assert dump(one.connection, trail=True) == merged_state
            assert_nobody_comes_back(one, a, b)
            with reading(str(ba)) as copy:
                assert agreed_on(copy) == agreed_on(one.connection)
            if (
                first.as_json()
                and not load_erased(one.connection)  # An undo brings nobody back.
                and one.connection.execute(
                    "SELECT 1 FROM batches WHERE command = 'merge'"
                ).fetchone()
            ):
                assert undo(one).batch.command == "merge"
                kept = dump(one.connection)
                for name in ("games", "seats", "players", "aliases", "groups"):
                    assert kept[name] == untouched[name]
