"""`list`, `show`, `players`, `groups`, `where` and `init`: reading back and setting up."""

from __future__ import annotations

import sqlite3

import pytest

from hanabi_log.cli.app import COMMANDS, root
from tests.cli.conftest import Shell


def test_list_is_newest_first_and_limited(shell: Shell) -> None:
    days = ["2026-11-03", "2026-11-01", "2026-11-02"]
    for day in days:
        shell.run("add", "54432", "-d", day)
    assert [game["date"] for game in shell.json("list")] == sorted(days, reverse=True)
    assert len(shell.json("list", "--limit", "2")) == 2
    assert len(shell.json("list", "--limit", "0")) == 3
    shell.run("list", "--limit", "-1", code=2)


def test_list_of_a_group(shell: Shell) -> None:
    shell.run("add", "54432", "-g", "Tuesday table")
    shell.run("add", "55432", "-g", "Friday")
    assert [game["points"] for game in shell.json("list", "-g", "friday")] == [19]
    shell.run("list", "-g", "Monday", code=3)


def test_a_game_is_found_by_prefix_and_as_last(shell: Shell) -> None:
    first = shell.json("add", "54432")
    second = shell.json("add", "55432")
    assert shell.json("show", "last") == second
    assert shell.json("show", first["id"].upper()) == first
    assert shell.json("show", first["id"][:20]) == first
    shell.run("show", first["id"][:4], code=3)
    shell.run("show", "ffff", code=3)
    shell.run("show", first["id"][:3], code=3)


def test_short_ids_in_the_table_find_their_game(shell: Shell) -> None:
    games = [shell.json("add", "54432") for _ in range(5)]
    shown = [line.split()[0] for line in shell.run("list").stdout.splitlines()[1:]]
    found = [shell.json("show", short)["id"] for short in shown]
    assert sorted(found) == sorted(game["id"] for game in games)


@pytest.mark.parametrize("words", [["list"], ["show", "last"], ["players", "list"], ["export"]])
def test_reading_never_makes_a_log(shell: Shell, words: list[str]) -> None:
    error = shell.json(*words, code=3)["error"]
    assert error["code"] == "not_found"
    assert list(shell.folder.iterdir()) == []


def test_hide_publishes_a_guest(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    assert shell.json("players", "hide", "mina")["visibility"] == "hidden"
    assert {one["name"]: one["visibility"] for one in shell.json("players", "list")} == {
        "Mina": "hidden",
        "Jun": None,
    }
    shell.run("players", "hide", "Nobody", code=3)


def test_names_are_taken_once(shell: Shell) -> None:
    assert shell.json("players", "add", " Mina ")["name"] == "Mina"
    shell.run("players", "add", "MINA", code=4)
    shell.run("players", "add", "Minna", code=4)
    shell.run("players", "add", "  ", code=2)
    shell.run("groups", "add", "Tuesday table")
    shell.run("groups", "add", "tuesday  TABLE", code=4)
    shell.run("groups", "add", "Friday", "-r", "basik", code=2)
    assert [one["name"] for one in shell.json("groups", "list")] == ["Tuesday table"]


def test_where_says_which_and_why(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shell.json("where")
    assert found["path"] == str(shell.folder / "club.db")
    assert "HANABI_LOG_DB" in found["reason"]
    assert found["exists"] is False
    assert shell.json("where", "--db", "other.db")["path"] == "other.db"
    monkeypatch.delenv("HANABI_LOG_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.folder / "own"))
    assert shell.json("where")["path"] == str(shell.folder / "own" / "hanabi-log" / "hanabi.db")
    (shell.folder / "data").mkdir()
    (shell.folder / "data" / "hanabi.db").touch()
    assert shell.json("where")["path"] == str(shell.folder / "data" / "hanabi.db")
    (shell.folder / "hanabi-log.toml").write_text('db = "elsewhere.db"\n')
    assert shell.json("where")["path"] == str(shell.folder / "elsewhere.db")


def test_init_makes_a_club_that_works(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANABI_LOG_DB")
    made = shell.json("init", "club", "--club", 'The "Lantern" Club')
    assert sorted(path.name for path in (shell.folder / "club").iterdir()) == [
        ".gitignore",
        "data",
        "hanabi-log.toml",
        "rulesets",
    ]
    shell.run("init", "club", code=4)
    monkeypatch.chdir(shell.folder / "club" / "rulesets")
    assert shell.json("where")["path"] == made["db"]
    shell.run("rulesets", "new", "attic", "--extends", "basic+rainbow")
    assert shell.json("add", "544321", "-r", "attic")["max_score"] == 30


def test_a_config_with_faults_lists_them_all(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.folder / "hanabi-log.toml").write_text(
        'club = 7\nday_starts = "25:00"\ncolour = "red"\nvisibility = "none"\n'
        '[seasons]\n"2026" = ["2026-12-31", "2026-01-01"]\n[site]\nlanguages = ["fr"]\n'
    )
    fields = {field for field, _message in shell.problems("where")}
    wrong = {"club", "day_starts", "colour", "visibility", "seasons.2026", "languages"}
    assert fields == wrong - {"languages"} | {"site.languages"}


def test_the_config_fills_in_group_and_ruleset(shell: Shell) -> None:
    (shell.folder / "hanabi-log.toml").write_text(
        'group = "Tuesday table"\nruleset = "rnr"\nday_starts = "22:00"\n'
    )
    game = shell.json("add", "54432")
    assert (game["group"], game["ruleset"]) == ("Tuesday table", "rnr")
    assert game["date"] == "2026-11-27"


def test_rulesets_can_be_listed_shown_and_checked(shell: Shell) -> None:
    listed = shell.json("rulesets", "list")
    assert {"basic", "rnr", "hanablive", "unknown"} <= {one["spec"] for one in listed["rulesets"]}
    assert [one["name"] for one in listed["modules"]][:3] == ["rainbow", "rainbow5", "wild"]
    assert shell.json("rulesets", "show", "baobab+bonus+wild+black")["max_score"] == 30
    shell.run("rulesets", "show", "basic+rainbow+wild", code=2)
    (shell.folder / "attic.toml").write_text('extends = "basic"\nstrikes = "four"\nhue = 1\n')
    fields = [field for field, _m in shell.problems("rulesets", "check", "attic.toml")]
    assert sorted(str(field) for field in fields) == ["hue", "strikes"]
    shell.run("rulesets", "check", "nowhere.toml", code=2)
    shell.run("rulesets", "new", "attic", code=2)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(shell: Shell, name: str) -> None:
    printed = shell.run(name, "-h").stdout
    assert "Example:" in printed
    assert "--json" in printed
    command = root.get_command(None, name)
    for verb in getattr(command, "commands", {}):
        assert "Example:" in shell.run(name, verb, "--help").stdout


def test_a_foreign_file_is_refused_and_left_alone(shell: Shell) -> None:
    path = shell.folder / "club.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert shell.json("add", "54432", code=5)["error"]["code"] == "database"
    shell.run("list", code=5)
    assert path.read_bytes() == before


def test_shared_options_stand_before_or_after(shell: Shell) -> None:
    shell.run("--db", "a.db", "add", "54432")
    shell.run("add", "54432", "--db", "a.db")
    assert len(shell.json("list", "--db", "a.db")) == 2
    assert shell.run("--json", "list", "--db", "a.db").stdout.startswith("[")
