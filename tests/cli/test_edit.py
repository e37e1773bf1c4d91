"""`edit`, `delete` and `restore`: what was logged wrong is mended, by the rules of `add`."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.cli import editing
from tests.cli.conftest import Shell


def add(shell: Shell, *words: str) -> dict[str, Any]:
    table = ("-p", "Mina, Jun, guest", "-g", "Tuesday table", "-s", "1")
    game: dict[str, Any] = shell.json("add", "54432", *table, *words)
    return game


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["55432"], {"points": 19, "stacks": {"R": 5, "Y": 5, "G": 4, "B": 3, "W": 2}}),
        (["R5", "Y4"], {"points": 9, "stacks": {"R": 5, "Y": 4, "G": 0, "B": 0, "W": 0}}),
        (["-s", "3"], {"strikes": 3, "outcome": "struck_out", "score": 0}),
        (["-p", "Mina, Ara"], {"players": ["Mina", "Ara"], "guests": 0}),
        (["--guests", "2"], {"players": ["Mina", "Jun"], "guests": 2}),
        (["--guests", "-"], {"players": ["Mina", "Jun"], "guests": 0}),
        (["-p", "-"], {"players": [], "guests": 0}),
        (["-r", "rnr"], {"ruleset": "rnr"}),
        (["-g", "Friday"], {"group": "Friday"}),
        (["-g", "-"], {"group": None}),
        (["-d", "2026-11-03"], {"date": "2026-11-03"}),
        (["-d", ""], {"date": None}),
        (["--outcome", "abandoned"], {"outcome": "abandoned", "counted": False}),
        (["--hints", "2"], {"hints": 2}),
        (["--total", "18"], {"score": 18}),
        (["--minutes", "31"], {"minutes": 31}),
        (["--talk", "strict"], {"talk": "strict"}),
        (["--place", "Attic"], {"place": "Attic"}),
        (["--note", "Close"], {"note": "Close"}),
        (["--tag", "late", "--tag", "teaching"], {"tags": ["late", "teaching"]}),
        (["--exclude", "rules misread"], {"excluded": "rules misread", "counted": False}),
    ],
)
def test_every_field_can_be_changed(
    shell: Shell, words: list[str], expected: dict[str, Any]
) -> None:
    before = add(shell)
    after = shell.json("edit", "last", *words)
    assert {key: after[key] for key in expected} == expected
    changed = {key for key in after if after[key] != before[key]}
    follow = {"points", "score", "percent", "band", "band_text", "outcome", "warnings", "counted"}
    assert changed - follow <= expected.keys()
    assert shell.json("show", before["id"]) == after


def test_what_is_optional_can_be_cleared(shell: Shell) -> None:
    said = ["--minutes", "31", "--talk", "strict", "--place", "Attic", "--note", "Close"]
    game = add(shell, *said, "--tag", "late", "--hints", "2")
    cleared = ["--minutes", "-", "--talk", "", "--place", "-", "--note", "", "--tag", "-"]
    after = shell.json("edit", game["id"], *cleared, "--hints", "-")
    assert [after[key] for key in ("minutes", "talk", "place", "note", "hints")] == [None] * 5
    assert after["tags"] == []


def test_stacks_give_way_to_a_bare_total(shell: Shell) -> None:
    add(shell)
    after = shell.json("edit", "last", "-", "-s", "-", "--total", "17")
    assert (after["stacks"], after["strikes"], after["score"]) == (None, None, 17)


def test_an_excluded_game_counts_again(shell: Shell) -> None:
    add(shell)
    assert shell.json("edit", "last", "--exclude", "rules misread")["counted"] is False
    assert shell.json("edit", "last", "--count")["counted"] is True
    shell.run("edit", "last", "--exclude", "misread", "--count", code=2)


def test_an_edit_is_checked_like_a_new_game(shell: Shell) -> None:
    before = add(shell)
    problems = shell.problems("edit", "last", "66", "-s", "9", "-d", "soon", "--talk", "loud")
    assert {field for field, _message in problems} >= {"stacks", "strikes", "date", "talk"}
    unread = shell.problems("edit", "last", "--hints", "many", "--deck", "few", "-r", "-")
    assert {field for field, _message in unread} == {"hints", "deck", "ruleset"}
    shell.run("edit", "last", "-r", "basik", code=2)
    shell.run("edit", "last", code=2)
    assert shell.json("show", "last") == before
    assert [one["command"] for one in shell.json("history", "last")] == ["add"]


def test_names_are_looked_at_as_on_entry(shell: Shell) -> None:
    add(shell)
    shell.run("edit", "last", "-p", "Minna, Jun", code=4)
    assert shell.json("edit", "last", "-p", "Minna, Jun", "--new")["players"] == ["Minna", "Jun"]
    shell.run("edit", "last", "-p", "Mina, mina", code=2)


def test_a_trial_stores_nothing(shell: Shell) -> None:
    before = add(shell)
    assert shell.json("edit", "last", "-s", "2", "-p", "Ara, Bo", "--dry-run")["strikes"] == 2
    assert shell.json("show", "last") == before
    assert [one["name"] for one in shell.json("players", "list")] == ["Jun", "Mina"]


def test_an_edit_tells_what_changed(shell: Shell) -> None:
    add(shell)
    result = shell.run("edit", "last", "-s", "0", "-p", "Mina, Jun")
    assert "players: Mina, Jun, guest → Mina, Jun" in result.stderr
    assert "strikes: 1 → 0" in result.stderr
    assert "Nothing changed" in shell.run("edit", "last", "-s", "0").stderr


def test_rules_that_nobody_mentions_stay_those_in_force(shell: Shell) -> None:
    shell.run("init", ".")
    house = shell.folder / "rulesets" / "attic.toml"
    house.write_text('extends = "basic"\nstruck_out = "zero"\n', encoding="utf-8")
    game = shell.json("add", "54432", "-s", "3", "-r", "attic")
    assert game["score"] == 0
    house.write_text('extends = "basic"\nstruck_out = "keep"\n', encoding="utf-8")
    assert shell.json("edit", game["id"], "--note", "x")["score"] == 0
    assert shell.json("edit", game["id"], "54433")["score"] == 0
    assert shell.json("edit", game["id"], "-r", "attic")["score"] == 19


def test_a_deleted_game_is_gone_until_it_is_restored(shell: Shell) -> None:
    first, second = add(shell), add(shell)
    assert shell.json("delete", second["id"]) == second
    assert shell.json("list") == [first]
    assert shell.json("show", "last") == first
    for command in ("show", "edit", "delete"):
        words = ["-s", "2"] if command == "edit" else []
        error = shell.json(command, second["id"], *words, code=3)["error"]
        assert "restore" in error["message"]
    assert shell.json("restore", second["id"]) == second
    assert shell.json("list") == [second, first]
    shell.run("restore", second["id"], code=3)
    shell.run("restore", "last", code=3)


def test_last_restores_what_was_deleted_last(shell: Shell) -> None:
    games = [add(shell) for _ in range(3)]
    for game in (games[2], games[0]):
        shell.run("delete", game["id"])
    assert shell.json("restore", "last") == games[0]


def test_a_game_of_two_who_became_one_is_not_restored(shell: Shell) -> None:
    shell.json("add", "54432", "-p", "Mina, Ara")
    shell.run("delete", "last")
    shell.run("players", "merge", "Ara", "Mina")
    shell.run("restore", "last", code=4)
    shell.run("players", "unmerge", "Ara")
    assert shell.json("restore", "last")["players"] == ["Mina", "Ara"]


# In an editor


def use_editor(shell: Shell, monkeypatch: pytest.MonkeyPatch, *substitutions: str) -> Path:
    """An editor that makes these substitutions (`s/a/b/`), one list each time it is opened."""
    script, count = shell.folder / "editor.sh", shell.folder / "opened"
    cases = "\n".join(
        f'  {number}) sed -i {substitution!r} "$1" ;;'
        for number, substitution in enumerate(substitutions, 1)
    )
    script.write_text(
        f"n=$(cat {count} 2>/dev/null || echo 0); n=$((n + 1)); echo $n > {count}\n"
        f'cp "$1" {shell.folder}/seen.$n\ncase $n in\n{cases}\nesac\n'
    )
    monkeypatch.setenv("EDITOR", f"sh {script}")
    monkeypatch.delenv("VISUAL", raising=False)
    return count


def test_the_editor_shows_the_whole_game(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    add(shell, "--note", 'She said "now"\tand \\ then', "--tag", "late")
    use_editor(shell, monkeypatch)
    before = shell.json("show", "last")
    assert shell.json("edit", "last", "-e") == before
    seen = tomllib.loads((shell.folder / "seen.1").read_text(encoding="utf-8"))
    assert seen["players"] == ["Mina", "Jun", "guest"]
    assert seen["stacks"] == "R5 Y4 G4 B3 W2"
    assert seen["note"] == 'She said "now"\tand \\ then'
    assert seen["tags"] == ["late"]
    assert "minutes" not in seen
    assert len(shell.json("history", "last")) == 1


def test_the_editor_changes_and_clears(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    add(shell, "--note", "Close", "--place", "Attic")
    use_editor(
        shell,
        monkeypatch,
        "s/^strikes.*/strikes = 0/; s/^note.*//; s/^# minutes =/minutes = 31/;"
        ' s/^players.*/players = "Mina, Ara"/; s/^date.*/date = 2026-11-03/',
    )
    after = shell.json("edit", "last", "-e")
    assert (after["strikes"], after["note"], after["minutes"]) == (0, None, 31)
    assert (after["players"], after["guests"], after["place"]) == (["Mina", "Ara"], 0, "Attic")
    assert after["date"] == "2026-11-03"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ("s/^strikes.*/strikes = 9/", "strikes"),
        ("s/^strikes.*/strikes = true/", "strikes"),
        ("s/^ruleset.*/ruleset = 7/", "ruleset"),
        ("s/^strikes/strokes/", "strokes"),
        ("s/^ruleset.*/ruleset = /", None),
    ],
)
def test_what_was_typed_is_never_lost(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, typed: str, field: str | None
) -> None:
    before = add(shell)
    use_editor(shell, monkeypatch, typed)
    error = shell.json("edit", "last", "-e", code=2)["error"]
    assert field in [problem["field"] for problem in error["problems"]]
    path = re.search(r"kept in (\S+)", error["message"])
    assert path is not None
    kept = Path(path[1])
    assert kept.read_text(encoding="utf-8") != (shell.folder / "seen.1").read_text(encoding="utf-8")
    kept.unlink()
    assert shell.json("show", "last") == before


def write_in_editor(shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """An editor that is one line of Python; `path` is the text."""
    script = shell.folder / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{line}\n")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.delenv("VISUAL", raising=False)


def test_what_an_editor_of_windows_saves_can_be_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(shell)
    text = r"path.read_text('utf-8').replace('strikes = 1', 'strikes = 2')"
    written = rf"path.write_bytes({text}.replace('\n', '\r\n').encode('utf-8-sig'))"
    write_in_editor(shell, monkeypatch, written)
    assert shell.json("edit", "last", "-e")["strikes"] == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (r"path.write_bytes(b'note = \xff')", r"kept in \S+"),
        (r"path.write_bytes(path.read_text('utf-8').encode('utf-16'))", r"kept in \S+"),
        ("path.unlink()", "the game is unchanged"),
    ],
)
def test_what_cannot_be_read_changes_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    before = add(shell)
    write_in_editor(shell, monkeypatch, line)
    assert re.search(said, shell.json("edit", "last", "-e", code=2)["error"]["message"])
    assert shell.json("show", "last") == before


def test_an_editor_that_cannot_be_started_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(shell)
    monkeypatch.setenv("EDITOR", "'")
    monkeypatch.delenv("VISUAL", raising=False)
    message = shell.json("edit", "last", "-e", code=2)["error"]["message"]
    assert "cannot be started" in message
    assert "kept in" in message


def test_on_a_terminal_the_text_is_opened_again(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(shell)
    monkeypatch.setattr(editing, "on_terminal", lambda: True)
    count = use_editor(shell, monkeypatch, "s/^strikes.*/strikes = 9/", "s/9/2/")
    result = shell.run("edit", "last", "-e", input="y\n")
    assert count.read_text().strip() == "2"
    assert "strikes" in result.stderr
    assert shell.json("show", "last")["strikes"] == 2
    assert "strikes = 9" in (shell.folder / "seen.2").read_text(encoding="utf-8")


def test_an_editor_that_fails_or_is_given_up_loses_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = add(shell)
    monkeypatch.setenv("EDITOR", "false")
    monkeypatch.delenv("VISUAL", raising=False)
    assert "kept in" in shell.json("edit", "last", "-e", code=2)["error"]["message"]
    monkeypatch.setattr(editing, "on_terminal", lambda: True)
    use_editor(shell, monkeypatch, "s/^strikes.*/strikes = 9/")
    given_up = shell.run("edit", "last", "-e", input="n\n", code=130)
    assert "kept in" in given_up.stderr
    assert shell.json("show", "last") == before
