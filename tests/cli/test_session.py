"""`session`: an evening at the table."""

from __future__ import annotations

from datetime import datetime

from tests.cli.conftest import Shell


def start(shell: Shell) -> None:
    shell.run(
        *("session", "start", "-p", "Mina, Jun, guest", "-g", "Tuesday table"),
        *("-r", "baobab+black", "--place", "Library", "--talk", "relaxed"),
    )


def test_a_started_session_fills_in_the_rest(shell: Shell) -> None:
    start(shell)
    game = shell.json("add", "555552", "-s", "1")
    assert (game["players"], game["guests"]) == (["Mina", "Jun"], 1)
    assert (game["group"], game["ruleset"]) == ("Tuesday table", "baobab+black")
    assert (game["place"], game["talk"]) == ("Library", "relaxed")


def test_what_is_said_wins_over_the_session(shell: Shell) -> None:
    start(shell)
    game = shell.json("add", "54432", "-r", "basic", "-p", "Ara, Mina")
    assert (game["players"], game["ruleset"]) == (["Ara", "Mina"], "basic")
    other = shell.json("add", "54432", "-g", "Friday", "-p", "Ara, Mina")
    assert (other["ruleset"], other["place"]) == ("basic", None)


def test_guests_said_anew_replace_those_of_the_session(shell: Shell) -> None:
    start(shell)
    for said, seated in ((["--guests", "0"], 0), (["--guests", "2"], 2), ([], 1)):
        assert shell.json("add", "555552", *said)["guests"] == seated
    assert shell.json("add", "555552", "--again", "--guests", "0")["guests"] == 0


def test_it_is_the_same_evening_past_midnight_and_past_the_start_of_the_day(
    shell: Shell,
) -> None:
    start(shell)
    shell.now = datetime(2026, 11, 29, 6, 30)
    assert shell.json("add", "555552")["date"] == "2026-11-28"


def test_a_forgotten_session_is_over_the_next_evening(shell: Shell) -> None:
    start(shell)
    shell.now = datetime(2026, 11, 29, 20, 0)
    game = shell.json("add", "54432", "-r", "basic")
    assert (game["date"], game["players"]) == ("2026-11-29", [])
    start(shell)
    assert shell.json("add", "555552")["date"] == "2026-11-29"


def test_only_one_is_open(shell: Shell) -> None:
    start(shell)
    assert shell.json("session", "start", code=4)["error"]["code"] == "conflict"
    shell.run("session", "end")
    shell.run("session", "end", code=3)
    start(shell)


def test_a_table_that_cannot_be_is_not_opened(shell: Shell) -> None:
    fields = [field for field, _m in shell.problems("session", "start", "-p", "A, B, C, D, E, F")]
    assert fields == ["players"]
    shell.problems("session", "start", "-r", "basik")
    shell.run("session", "end", code=3)


def test_show_and_list_tell_evenings_in_order(shell: Shell) -> None:
    start(shell)
    first = shell.json("add", "555552")["id"]
    second = shell.json("add", "444444")["id"]
    ended = shell.json("session", "end")
    assert (ended["date"], ended["group"]) == ("2026-11-28", "Tuesday table")
    assert [game["id"] for game in ended["games"]] == [first, second]
    assert shell.json("session", "show", "2026-11-28") == ended
    assert shell.json("session", "show") == ended
    shell.run("add", "54432", "-g", "Friday", "-p", "Mina, Jun", "-d", "2026-11-27", "-r", "basic")
    listed = shell.json("session", "list")
    assert [(one["date"], one["group"], one["games"]) for one in listed] == [
        ("2026-11-28", "Tuesday table", 2),
        ("2026-11-27", "Friday", 1),
    ]
    assert listed[0]["best"] == first


def test_two_groups_on_one_date_are_two_sessions(shell: Shell) -> None:
    for group in ("Tuesday table", "Friday"):
        shell.run("add", "54432", "-g", group, "-p", "Mina, Jun")
    shown = shell.json("session", "show", "2026-11-28")
    assert [one["group"] for one in shown] == ["Friday", "Tuesday table"]


def test_text_is_one_line_a_game(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    lines = shell.run("session", "show", "--text").stdout.splitlines()
    assert lines == [
        "2026-11-28 · 1 game · best: Good",
        "1. R5 Y4 G4 B3 W2 — 18 of 25 · 72.0 % · Good",
    ]


def test_a_day_without_games_is_not_found(shell: Shell) -> None:
    shell.run("add", "54432")
    shell.run("session", "show", "2020-01-01", code=3)
    shell.run("session", "show", "2020-13-01", code=2)
