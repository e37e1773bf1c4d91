"""`export` at the edge: screen, file, link, one JSON document, and what is not for everybody."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cli.conftest import Shell


@pytest.fixture
def club(shell: Shell) -> Shell:
    """Three games on three days; Jun wants not to be seen, Ara only by initials."""
    shell.run("add", "54432", "-p", "Mina, Jun, Ara Sol", "-s", "1", "-d", "2026-05-01",
              "--note", "secret", "--place", "Mina's", "-g", "Attic")  # fmt: skip
    shell.run("add", "55555", "-p", "Mina, guest", "-d", "2026-06-01")
    shell.run("add", "11000", "-p", "Jun, Ara Sol", "-s", "3", "-d", "2026-07-01", "-g", "Cellar")
    shell.run("players", "hide", "Jun")
    shell.run("players", "publish", "Ara Sol", "initials")
    return shell


def test_lines_on_the_screen_and_in_a_file_are_the_same(club: Shell, tmp_path: Path) -> None:
    text = club.run("export").stdout
    assert [json.loads(line)["date"][5:7] for line in text.splitlines()] == ["05", "06", "07"]
    assert club.run("export", "-o", "-").stdout == text
    club.run("export", "-o", "games.jsonl")
    assert (tmp_path / "games.jsonl").read_text() == text


def test_json_is_one_document(club: Shell, tmp_path: Path) -> None:
    for format_ in ("jsonl", "csv", "parquet"):
        games = club.json("export", "--format", format_)
        assert [game["points"] for game in games] == [18, 25, 2]
    links = club.json("export", "--format", "bgstats-link")
    assert [link["id"] for link in links] == [game["id"] for game in games]
    told = club.json("export", "--format", "csv", "-o", "games.csv")
    assert told == {"path": "games.csv", "format": "csv", "games": 3}


def test_some_of_the_games(club: Shell) -> None:
    assert len(club.json("export", "--since", "2026-06-01")) == 2
    assert len(club.json("export", "-g", "cellar")) == 1
    assert club.run("export", "--since", "2027-01-01").stdout == ""
    club.run("export", "-g", "Nobody", code=3)
    assert club.problems("export", "--since", "soon")[0][0] == "since"


def test_public_says_no_more_than_the_site(club: Shell, tmp_path: Path) -> None:
    club.run("export", "--public", "-o", "public.jsonl")
    text = (tmp_path / "public.jsonl").read_text()
    for word in ("Jun", "Ara", "Sol", "secret", "Mina's"):
        assert word not in text
    games = [json.loads(line) for line in text.splitlines()]
    assert [game["players"] for game in games] == [
        ["Mina", None, "A. S."],
        ["Mina", None],
        [None, "A. S."],
    ]
    assert [game["guests"] for game in games] == [1, 1, 1]
    for format_ in ("csv", "bgstats-link"):
        shown = club.run("export", "--public", "--format", format_).stdout
        assert "Jun" not in shown
        assert "secret" not in shown
    club.run("export", "--public", "--format", "parquet", "-o", "columns")
    columns = str(parquet.read_table(str(tmp_path / "columns")).to_pydict())
    assert "Jun" not in columns
    assert "A. S." in columns


def test_hidden_people_are_hidden_however_few_games_are_written(club: Shell) -> None:
    (game,) = club.json("export", "--public", "--since", "2026-07-01")
    assert game["players"] == [None, "A. S."]


def test_a_link_keeps_its_target_and_a_sheet_its_mark(club: Shell, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    club.run("export", "--format", "csv", "--bom", "-o", "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes().startswith(b"\xef\xbb\xbfdate,")


def test_places_that_cannot_be_written_are_told(club: Shell, tmp_path: Path) -> None:
    for path in (".", "nowhere/games.jsonl", "/dev/full"):
        assert club.json("export", "-o", path, code=2)["error"]["problems"]
    assert os.path.exists("/dev/full")
    for format_ in ("csv", "parquet"):
        words = ("export", "--format", format_, "-o", "nowhere/games")
        (problem,) = club.json(*words, code=2)["error"]["problems"]
        assert problem["file"] == str(tmp_path / "nowhere")
    problems = club.problems("export", "--format", "parquet", "-o", str(tmp_path))
    assert problems[0][0] == "output"
    club.run("export", "--format", "parquet", code=2)


def test_the_log_is_never_replaced_by_its_export(club: Shell, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "club.db")
    before = (tmp_path / "club.db").read_bytes()
    for words in (
        ("export", "-o", "club.db"),
        ("export", "-o", "link"),
        ("export", "-o", "club.db-wal"),
        ("export", "--format", "parquet", "-o", str(tmp_path)),
        ("hoola", "export", "-o", "club.db"),
    ):
        ((field, message),) = club.problems(*words)
        assert (field, message[:16]) == ("output", "It would replace")
    assert (tmp_path / "club.db").read_bytes() == before


def test_an_empty_log_gives_an_empty_export(shell: Shell) -> None:
    shell.run("export", code=3)
    shell.run("add", "55555", "-p", "Mina, Jun")
    shell.run("undo")
    assert shell.json("export") == []
    assert shell.run("export").stdout == ""


@pytest.mark.parametrize("format_", ["jsonl", "csv", "parquet", "bgstats-link"])
def test_a_public_export_refuses_what_a_build_refuses(shell: Shell, format_: str) -> None:
    shell.run("add", "54432", "-p", "Mina, Oskar", "-g", "Quill", "--tag", "late")
    shell.run("add", "54432", "-p", "Quill, late", "--new")
    for name in ("Quill", "late"):
        shell.run("players", "publish", name, "hidden")
    words = ("export", "--public", "--format", format_, "-o", "out")
    for error in (shell.json(*words, code=2)["error"], shell.json("build", code=2)["error"]):
        assert "may not be shown" in error["message"]
        assert any("Quill is withheld" in problem["message"] for problem in error["problems"])
    assert not (shell.folder / "out").exists()
    shell.run("export", "--format", format_, "-o", "out")
