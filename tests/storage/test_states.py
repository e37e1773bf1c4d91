"""States: what is read and written again is exactly what was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_log.logbook.evenings import end_session, start_session
from hanabi_log.logbook.log import Log
from hanabi_log.records import Draft
from hanabi_log.storage.changes import ERASED, Kind, game_state
from hanabi_log.storage.game_states import seated_as_logged
from hanabi_log.storage.games import Selection, load_games
from hanabi_log.storage.history import load_history
from hanabi_log.storage.identity import merge_player
from hanabi_log.storage.people import load_open_session
from hanabi_log.storage.states import change_state, read_state, write_state
from tests.logbook.logs import EMPTY, add, dump, open_club

FULL = {
    "strikes": 1,
    "hints": 3,
    "deck": 12,
    "outcome": "abandoned",
    "minutes": 31,
    "talk": "strict",
    "place": "At home",
    "note": "Close",
    "tags": ("teaching", "late"),
    "group": "Tuesday table",
    "guests": 1,
    "discards": "R1 Y1 G1 B1 W1",
}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with open_club(tmp_path / "club.db") as opened:
        yield opened


def things(log: Log) -> list[tuple[Kind, str]]:
    """Everything in the log that has a state, people before games."""
    found: list[tuple[Kind, str]] = []
    for kind, table in (
        ("player", "players"),
        ("group", "groups"),
        ("session", "sessions"),
        ("game", "games"),
    ):
        rows = log.connection.execute(f"SELECT id FROM {table}")
        found += [(kind, id) for (id,) in rows]  # type: ignore[misc]
    return found


def test_a_games_state_is_what_its_record_says(log: Log) -> None:
    for game in (add(log, **FULL), add(log, stacks="", total=18, strikes=None, players="")):
        assert read_state(log.connection, "game", game.id) == game_state(game)


def test_everything_comes_back_after_it_was_removed(log: Log) -> None:
    add(log, **FULL)
    add(log, players="Ara, Jun, guest", ruleset="baobab+wild+black", stacks="5443224")
    add(log, stacks="", total=0, outcome="struck_out", strikes=3, players="")
    start_session(log, Draft(players=("Mina", None), group="Tuesday table", place="Attic"))
    end_session(log)
    start_session(log, Draft(players=("Jun", "Ara")))
    before = dump(log.connection)
    states = [(kind, id, read_state(log.connection, kind, id)) for kind, id in things(log)]
    for kind, id, _state in reversed(states):
        write_state(log.connection, kind, id, None)
    assert dump(log.connection) == EMPTY
    for kind, id, state in states:
        write_state(log.connection, kind, id, json.loads(json.dumps(state)))
    assert dump(log.connection) == before


def test_a_state_that_is_written_over_another_leaves_nothing_of_it(log: Log) -> None:
    first, second = add(log, **FULL), add(log, stacks="R1", strikes=3, players="Ara, Bo")
    plain = read_state(log.connection, "game", second.id)
    assert plain is not None
    write_state(log.connection, "game", first.id, plain)
    assert read_state(log.connection, "game", first.id) == plain
    score = log.connection.execute("SELECT score FROM games WHERE id = ?", (first.id,)).fetchone()
    assert score == (second.result.score,)


def test_the_score_follows_the_ruleset_that_is_stored(log: Log) -> None:
    game = add(log, stacks="54432", strikes=1, ruleset="rnr")
    state = read_state(log.connection, "game", game.id)
    assert state is not None
    write_state(log.connection, "game", game.id, {**state, "strikes": 3})
    (found,) = load_games(log.connection)
    assert (found.result.outcome, found.result.score, found.result.points) == (
        "struck_out",
        None,
        18,
    )


def test_what_a_state_names_must_be_there(log: Log) -> None:
    game = add(log)
    state = read_state(log.connection, "game", game.id)
    assert state is not None
    for broken in ({"seats": ["nobody"]}, {"group": "none"}, {"ruleset": "unheard"}):
        with pytest.raises(KeyError):
            write_state(log.connection, "game", game.id, {**state, **broken})
    assert read_state(log.connection, "game", game.id) == state


def test_absent_things_have_no_state(log: Log) -> None:
    for kind in ("game", "player", "group", "session"):
        assert read_state(log.connection, kind, "nobody") is None  # type: ignore[arg-type]
        write_state(log.connection, kind, "nobody", None)  # type: ignore[arg-type]


def test_a_change_is_on_record_only_if_it_is_one(log: Log) -> None:
    game = add(log)
    state = read_state(log.connection, "game", game.id)
    assert state is not None
    with log.change("nothing") as batch:
        change_state(log.connection, "game", game.id, state, batch)
    with log.change("something") as batch:
        change_state(log.connection, "game", game.id, {**state, "place": "Attic"}, batch)
    newest = load_history(log.connection, limit=1)[0]
    assert newest.batch.command == "something"
    assert newest.before == state
    assert newest.after == {**state, "place": "Attic"}


def test_an_erased_person_comes_back_as_a_guest(log: Log) -> None:
    game = add(log, players="Mina, Jun")
    state = read_state(log.connection, "game", game.id)
    assert state is not None
    with log.change("undo") as batch:
        seats = [ERASED, state["seats"][1]]
        change_state(log.connection, "game", game.id, {**state, "seats": seats}, batch)
    (found,) = load_games(log.connection)
    assert [player and player.name for player in found.seats] == [None, "Jun"]


def test_a_merged_person_keeps_the_seats_that_were_logged(log: Log) -> None:
    game = add(log, players="Mina, Jun")
    mina, jun = (player.id for player in game.players)
    ara = add(log, players="Ara, Bo").players[0].id
    with log.change("merge") as batch:
        merge_player(log.connection, mina, ara, batch)
    (shown_game,) = load_games(log.connection, Selection(ids=[game.id]))
    assert [one.name for one in shown_game.players] == ["Ara", "Jun"]
    state = read_state(log.connection, "game", game.id)
    assert state is not None
    assert state["seats"] == [mina, jun]
    shown = {**state, "seats": [jun, ara, None]}
    assert seated_as_logged(log.connection, game.id, shown)["seats"] == [jun, mina, None]


def test_a_session_is_opened_again_from_a_trail_without_its_hour(log: Log) -> None:
    session = start_session(log, Draft(players=("Mina", None)))
    end_session(log)
    old = session.state()
    del old["started_at"]
    write_state(log.connection, "session", session.id, old)
    assert load_open_session(log.connection) == session
