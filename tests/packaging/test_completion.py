"""Completion, asked for as the scripts of the shells ask: by variables of the environment."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.conftest import Shell


@pytest.fixture
def club(shell: Shell) -> Shell:
    shell.run("add", "54432", "-p", "Mina, Ana Petrović, Ben O'Neill", "-g", "Tuesday table")
    shell.run("add", "54432", "-p", "Mina, Jun, Tomasz", "-g", "달그림자", "--new")
    shell.run("players", "retire", "Tomasz")
    return shell


def asked(shell: str, *words: str, **further: str) -> list[str]:
    """The lines that the script of a shell gets for these words, the last one unfinished."""
    line = {
        "bash": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)},
        "fish": {"COMP_WORDS": " ".join(words), "COMP_CWORD": words[-1]},
    }[shell]
    environ = {**os.environ, **line, **further, "_HANABI_LOG_COMPLETE": f"{shell}_complete"}
    run = subprocess.run(
        [sys.executable, "-m", "hanabi_log"],
        env=environ,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


def values(*words: str, **further: str) -> list[str]:
    """What fish would offer: the values without quoting."""
    lines = asked("fish", "hanabi-log", *words, **further)
    return [line.partition(",")[2] for line in lines if line]


def test_commands_and_their_verbs(club: Shell) -> None:
    assert asked("bash", "hanabi-log", "leader") == ["plain,leaderboard"]
    assert "plain" in asked("zsh", "hanabi-log", "leader")
    offered = asked("fish", "hanabi-log", "players", "me")
    assert [line.partition("\t")[0] for line in offered] == ["plain,merge"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("add", "-r", "ba"), ["baobab", "basic"]),
        (("add", "-r", "baobab+bl"), ["baobab+black"]),
        (("add", "-p", "mi"), ["Mina"]),
        (("add", "-p", "Mina,Ju"), ["Mina,Jun"]),
        (("add", "-p", "Mina,Mi"), []),
        (("add", "-p", "To"), []),
        (("add", "-g", "달"), ["달그림자"]),
        (("players", "show", "an"), ["Ana Petrović"]),
        (("groups", "show", "tu"), ["Tuesday table"]),
        (("leaderboard", "--board", "e"), ["effects", "elo"]),
    ],
)
def test_names_and_words(club: Shell, words: tuple[str, ...], offered: list[str]) -> None:
    assert values(*words) == offered


def test_the_blanks_in_a_list_of_names_stay(club: Shell) -> None:
    assert values("add", "-p", '"Mina,  Ju') == ["Mina,  Jun"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Be", "Ben\\\\ O\\\\'Neill"),
        ('"Be', "Ben O'Neill"),
        ("'Be", "Ben O'\\\\''Neill"),
        ("달", "달그림자"),
    ],
)
def test_bash_gets_what_its_read_and_its_words_leave_whole(
    club: Shell, typed: str, offered: str
) -> None:
    option = "-g" if typed == "달" else "-p"
    assert asked("bash", "hanabi-log", "add", option, typed) == [f"plain,{offered}"]


def test_without_a_log_or_with_a_broken_config_nothing_is_offered_and_nothing_said(
    shell: Shell,
) -> None:
    assert values("add", "-p", "Mi") == []
    (shell.folder / "hanabi-log.toml").write_text("language = 7\n", encoding="utf-8")
    assert values("add", "-r", "ba") == []


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_this_program(shell: Shell, name: str) -> None:
    script = shell.run("completion", name).stdout
    assert f"_HANABI_LOG_COMPLETE={name}_complete" in script
    assert shell.json("completion", name) == {"shell": name, "script": script}


def test_fish_takes_a_value_with_commas_as_a_whole(shell: Shell) -> None:
    assert 'string split --max 1 ","' in shell.run("completion", "fish").stdout


def test_another_shell_is_refused_by_name(shell: Shell) -> None:
    assert "bash" in shell.run("completion", "tcsh", code=2).stderr
