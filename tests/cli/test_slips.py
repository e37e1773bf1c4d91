"""What is said so that a slip is noticed: groups taken for granted, games logged twice, ids that
fit several games, days to come."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Shell

TABLE = ("-p", "Mina, Jun")


def test_a_group_that_nobody_said_is_told_where_there_are_several(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    alone = shell.run("add", "54431", *TABLE)
    assert "The group is" not in alone.stderr
    shell.run("add", "54433", *TABLE, "-g", "Elm")
    taken = shell.run("add", "54430", *TABLE)
    assert "The group is Elm, as last time; -g says another, and -g - none." in taken.stderr
    for words in (("--again",), ("-g", "Owl"), ("-g", "-")):
        assert "The group is" not in shell.run("add", "54430", *TABLE, *words).stderr


def test_an_import_does_not_change_the_usual_group(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    (shell.folder / "old.csv").write_text("date,group,total\n2026-11-28,Elm,7\n", encoding="utf-8")
    shell.run("import", "old.csv")
    assert shell.json("add", "54430", *TABLE)["group"] == "Owl"


@pytest.mark.parametrize("none", ["-", ""])
def test_a_game_may_have_no_group(shell: Shell, none: str) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    assert shell.json("add", "54430", *TABLE, "-g", none)["group"] is None
    assert shell.json("add", "54431", "--again")["group"] is None
    assert shell.json("add", "54430", *TABLE)["group"] == "Owl"
    assert [group["name"] for group in shell.json("groups", "list")] == ["Owl"]


def test_a_session_may_have_no_group_and_a_game_leaves_the_session_of_one(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    assert shell.json("session", "start", *TABLE, "-g", "-")["group"] is None
    game = shell.json("add", "54430")
    assert (game["group"], game["players"]) == (None, ["Mina", "Jun"])
    shell.run("session", "end")
    shell.run("session", "start", *TABLE, "-g", "Owl")
    game = shell.json("add", "54431", "-g", "-")
    assert (game["group"], game["players"]) == (None, [])


def test_a_match_of_hoola_king_may_have_no_group(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    assert shell.json("hoola", "new", "-p", "Ann, Bo, Cy", "-g", "-")["group"] is None


def test_the_same_game_twice_in_a_row_is_pointed_out(shell: Shell) -> None:
    same = "The game logged before is the same"
    first = ("add", "54432", "-s", "1", *TABLE)
    assert same not in shell.run(*first).stderr
    assert same in shell.run(*first).stderr
    shell.run("undo")
    for other in (("-s", "2"), ("-d", "yesterday"), ("-p", "Ara")):
        assert same not in shell.run(*first, *other, "--dry-run").stderr


def test_games_that_an_id_fits_are_told_apart(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE)
    shell.run("add", "55555", "-p", "Ara, guest", "-d", "2026-01-02")
    ids = [game["id"] for game in shell.json("list")]
    told = [message for _field, message in shell.problems("show", ids[0][:4], code=3)]
    assert [message.split(" · ", 1)[1] for message in told] == [
        "2026-01-02 · Ara, guest · 25 points",
        "2026-11-28 · Mina, Jun · 18 points",
    ]
    for message in told:
        short = message.split(" · ")[0]
        assert len(short) < 36
        assert shell.json("show", short)["id"].startswith(short)


def test_a_module_alone_is_told_to_stand_behind_an_edition(shell: Shell) -> None:
    ((_field, message),) = shell.problems("add", "54432", *TABLE, "-r", "rainbow")
    assert message == "rainbow is a module, which goes behind an edition: basic+rainbow"
    ((_field, message),) = shell.problems("add", "54432", *TABLE, "-r", "basic+rainbo")
    assert "There is no module rainbo; near: rainbow" in message


def test_doctor_names_games_that_lie_in_the_future(shell: Shell) -> None:
    game = shell.json("add", "54432", *TABLE, "-d", "2027-01-02")
    shell.run("add", "54431", *TABLE)
    checks = {check["name"]: check for check in shell.json("doctor")["checks"]}
    assert checks["dates"]["level"] == "warning"
    assert checks["dates"]["message"] == f"these games lie in the future: {game['id']} (2027-01-02)"


def test_a_date_is_read_here_as_an_import_reads_it(shell: Shell) -> None:
    for typed in ("15.11.2026", "11/15/2026", "15-11-2026"):
        assert shell.json("add", "54432", *TABLE, "-d", typed, "--dry-run")["date"] == "2026-11-15"
    same = shell.json("add", "54432", *TABLE, "-d", "3.3.2026", "--dry-run")
    assert same["date"] == "2026-03-03"
    assert shell.problems("add", "54432", *TABLE, "-d", "3/4/2026") == [
        ("date", "'3/4/2026' can be read in two ways; write it like 2026-11-28")
    ]
    assert shell.problems("add", "54432", *TABLE, "-d", "32.13.2026") == [
        ("date", "There is no such day: 32.13.2026")
    ]


def test_everything_that_is_wrong_is_told_in_one_go_names_among_it(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jonathan", "-g", "Sunday Owls")
    wrong = ("add", "544", "-p", "Mina, Jonatan", "-g", "Sunday Owl")
    fields = [field for field, _message in shell.problems(*wrong)]
    assert fields == ["stacks", "group", "players"]
    slips = ("-p", "Mina, Jonatan", "-g", "Sunday Owl")
    for words in (("add", "54432"), ("session", "start"), ("edit", "last")):
        players = slips if words[0] != "edit" else (*slips, "-s", "1")
        told = shell.problems(*words, *players, code=4)
        assert [field for field, _message in told] == ["group", "players"]
    assert shell.json("add", "54432", *slips, "--new")["group"] == "Sunday Owl"


def test_a_session_says_when_its_day_is_odd_and_how_to_mend_it(shell: Shell) -> None:
    told = shell.run("session", "start", *TABLE, "-d", "2027-01-02").stderr
    assert "2027-01-02 lies in the future" in told
    assert "Is the day wrong? `hanabi-log undo`" in told
    assert "edit ID -d DATE" in shell.run("session", "start", *TABLE, code=4).stderr
    shell.run("undo")
    assert shell.json("session", "start", *TABLE, "-d", "27.11.2026")["date"] == "2026-11-27"


@pytest.mark.parametrize("rules", ["basic", "basic+rainbow", "basic+rainbow+black", "unknown"])
def test_what_a_session_proposes_to_type_can_be_typed(shell: Shell, rules: str) -> None:
    told = shell.run("session", "start", *TABLE, "-r", rules).stdout.strip()
    command = told.splitlines()[-1].partition(": hanabi-log ")[2]
    assert command.startswith("add ")
    assert shell.json(*command.split())["ruleset"] == rules


def test_a_session_and_a_match_tell_which_group_they_took(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE, "-g", "Owl")
    shell.run("add", "54432", *TABLE, "-g", "Elm")
    assert "The group is Elm" in shell.run("hoola", "new", "-p", "Ann, Bo, Cy").stderr
    assert "The group is Elm" in shell.run("session", "start", *TABLE).stderr
    assert "The group is" not in shell.run("add", "54431").stderr


def test_a_log_that_is_begun_is_told_once_and_a_folder_of_no_club_too(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = shell.run("add", "54432", *TABLE).stderr
    assert f"A new log was begun at {shell.folder / 'club.db'} (named by HANABI_LOG_DB)" in told
    assert "This is no club's folder; `hanabi-log init` makes one." in told
    assert "A new log" not in shell.run("add", "54431", *TABLE).stderr
    monkeypatch.delenv("HANABI_LOG_DB")
    assert "A new log" not in shell.run("init", "club").stderr
    monkeypatch.chdir(shell.folder / "club")
    (shell.folder / "club" / "data" / "hanabi.db").unlink()
    told = shell.run("session", "start", *TABLE).stderr
    assert "A new log was begun" in told
    assert "no club's folder" not in told


def test_sessions_and_games_without_a_date_add_up(shell: Shell) -> None:
    sheet = "date,players,total\n2026-11-20,Mo & Ida,7\n2026-11-21,Mo & Ida,9\n,Mo & Ida,8\n"
    (shell.folder / "old.csv").write_text(sheet, encoding="utf-8")
    shell.run("import", "old.csv", "-r", "basic")
    told = " ".join(shell.run("stats").stdout.split())
    assert "2 sessions, and 1 game without a date that stands for one" in told


def test_a_limit_is_described_by_what_a_person_may_type(shell: Shell) -> None:
    for command in (("list",), ("history",), ("hoola", "list")):
        told = shell.run(*command, "-h").stdout
        assert "[x>=0]" in told.replace("default: 20; ", "")
        assert "1000000000" not in told
    shell.run("list", "--limit", "9" * 30, code=2)


def test_history_tells_apart_what_an_id_fits_gone_games_by_their_ids(shell: Shell) -> None:
    shell.run("add", "54432", *TABLE)
    shell.run("add", "55555", *TABLE)
    kept, gone = (game["id"] for game in shell.json("list"))
    shell.run("delete", gone)
    told = [message for _field, message in shell.problems("history", kept[:4], code=3)]
    assert told[0].endswith("2026-11-28 · Mina, Jun · 25 points")
    assert told[1:] == [gone]


def test_an_import_may_leave_games_without_a_group(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HANABI_LOG_DB")
    shell.run("init", ".")
    config = shell.folder / "hanabi-log.toml"
    config.write_text(config.read_text(encoding="utf-8").replace("# group", "group"))
    (shell.folder / "old.csv").write_text("date,total\n2026-11-20,7\n", encoding="utf-8")
    shell.run("import", "old.csv", "--group", "-")
    assert [game["group"] for game in shell.json("list")] == [None]
    assert shell.json("add", "54432", *TABLE)["group"] == "Tuesday table"
    assert shell.json("add", "54431", *TABLE, "-g", "-")["group"] is None


def test_whoever_a_slip_means_hosts_the_match_too(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanabi_log.cli.slips.on_terminal", lambda: True)
    shell.run("add", "54432", *TABLE)
    shell.run("hoola", "new", "-p", "Minna, Jun, Ara", "--host", "minna", input="1\n")
    players = shell.json("hoola", "show", "last")["players"]
    assert [(one["name"], one["host"]) for one in players] == [
        ("Mina", True),
        ("Jun", False),
        ("Ara", False),
    ]
