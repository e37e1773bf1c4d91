"""`federation build`: from the exports of clubs to one site, and what is refused before it."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Shell
from tests.site.test_build import bytes_of, dead_links

SECRET = "Quillon Vane"


@pytest.fixture
def clubs(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Two clubs with a hidden and a retired person, each exported for the public."""
    for name, town in (("lantern", "Lantern Street"), ("attic", "다락방 모임")):
        monkeypatch.setenv("HANABI_LOG_DB", str(shell.folder / f"{name}.db"))
        config = shell.folder / "hanabi-log.toml"
        config.write_text(f'club = "{town}"\n', encoding="utf-8")
        for points in ("54432", "55555", "43210", "55543", "33333"):
            shell.run("add", points, "-p", f"Mina, Oskar, {SECRET}", "--note", "Spilled tea")
            shell.run("add", points, "-p", "Mina, Oskar", "--place", "Cellar")
        shell.run("players", "publish", SECRET, "hidden")
        shell.run("players", "retire", "Oskar")
        shell.run("export", "--format", "parquet", "--public", "-o", name)
    return shell


def test_two_clubs_become_a_site(clubs: Shell) -> None:
    result = clubs.run("federation", "build", "lantern", "attic", "--name", "Valley league")
    assert result.stdout.startswith("Built ")
    site = clubs.folder / "federation-site"
    assert dead_links(site) == []
    assert "Valley league" in (site / "index.html").read_text(encoding="utf-8")
    assert {path.name for path in (site / "clubs").iterdir()} == {
        *("index.html", "by.name.html", "lantern-street.html", "다락방-모임.html")
    }
    data = json.loads((site / "data" / "clubs.json").read_text(encoding="utf-8"))
    assert {(row["club"], row["games"], row["people"]) for row in data} == {
        ("Lantern Street", 10, 2),
        ("다락방 모임", 10, 2),
    }
    people = json.loads((site / "data" / "people.json").read_text(encoding="utf-8"))
    assert {row["name"] for row in people} == {"Mina"}


def test_nothing_private_of_a_club_is_on_the_site(clubs: Shell) -> None:
    clubs.run("federation", "build", "lantern", "attic")
    for path, content in bytes_of(clubs.folder / "federation-site").items():
        for secret in (SECRET, "Spilled tea", "Cellar"):
            assert secret.encode() not in content, path


def test_json_says_what_was_built_and_the_second_time_nothing_changes(clubs: Shell) -> None:
    words = ("federation", "build", "lantern", "attic", "--out", "out", "--lang", "ko,en")
    first, second = clubs.json(*words), clubs.json(*words)
    assert first["clubs"] == second["clubs"] == 2
    assert (first["written"], first["unchanged"]) == (first["files"], 0)
    assert (second["written"], second["unchanged"]) == (0, first["files"])
    page = (clubs.folder / "out" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="ko">' in page
    assert (clubs.folder / "out" / "en" / "index.html").is_file()


def test_sqlite_and_duckdb_give_the_same_bytes(clubs: Shell) -> None:
    for engine in ("sqlite", "duckdb"):
        clubs.run("federation", "build", "lantern", "attic", "--engine", engine, "--out", engine)
    assert bytes_of(clubs.folder / "sqlite") == bytes_of(clubs.folder / "duckdb")


def test_a_club_and_a_federation_never_replace_each_other(clubs: Shell) -> None:
    clubs.run("build", "--out", "club")
    clubs.run("federation", "build", "lantern", "--out", "many")
    before = {path: bytes_of(clubs.folder / path) for path in ("club", "many")}
    for words in (
        ("federation", "build", "nowhere", "--out", "club"),
        ("build", "--out", "many"),
        ("publish", "--to", "many"),
    ):
        error = clubs.json(*words, code=2)["error"]
        assert "a site of another kind" in error["message"]
    assert {path: bytes_of(clubs.folder / path) for path in before} == before


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "club.example", "https://", "http:///x"]
)
def test_an_address_is_one_of_the_web(clubs: Shell, address: str) -> None:
    for words in (("build",), ("publish", "--to", "site"), ("federation", "build", "lantern")):
        error = clubs.json(*words, "--base-url", address, code=2)["error"]
        assert address in json.dumps(error)
    config = clubs.folder / "hanabi-log.toml"
    config.write_text(f'[site]\nbase_url = "{address}"\n', encoding="utf-8")
    assert clubs.json("build", code=2)["error"]["problems"][0]["field"] == "site.base_url"


def test_exports_may_be_copied_into_one_folder(clubs: Shell) -> None:
    together = clubs.folder / "together"
    together.mkdir()
    for name in ("lantern", "attic"):
        for club in (clubs.folder / name).glob("club=*"):
            shutil.copytree(club, together / club.name)
    assert clubs.json("federation", "build", "together")["clubs"] == 2


@pytest.mark.parametrize(
    "words",
    [
        ("nowhere",),
        ("lantern", "lantern"),
        ("lantern", "private"),
        ("lantern", "torn"),
        ("lantern", "--lang", "xx"),
        ("lantern", "--engine", "abacus"),
        ("lantern", "--master", "local[2]", "--engine", "sqlite"),
        ("lantern", "--out", "attic"),
        ("lantern", "--out", "attic/site"),
        ("lantern", "--out", "federation-site/clubs/new"),
        ("lantern", "--templates", "nowhere"),
        ("lantern", "pipes"),
        (),
    ],
    ids=" ".join,
)
def test_what_is_unfit_is_refused_and_the_old_site_stays(
    clubs: Shell, words: tuple[str, ...]
) -> None:
    clubs.run("export", "--format", "parquet", "-o", "private")
    shutil.copytree(clubs.folder / "attic", clubs.folder / "torn")
    torn = next((clubs.folder / "torn").rglob("*.parquet"))
    torn.write_bytes(torn.read_bytes()[:-100])
    shutil.copytree(clubs.folder / "attic", clubs.folder / "pipes")
    pipe = next((clubs.folder / "pipes").rglob("*.parquet"))
    pipe.unlink()
    os.mkfifo(pipe)
    clubs.run("federation", "build", "lantern", "--name", "Old")
    before = {path: bytes_of(clubs.folder / path) for path in ("federation-site", "attic")}
    error = clubs.json("federation", "build", *words, code=2)["error"]
    assert error["code"] == "invalid"
    assert error["problems"]
    assert {path: bytes_of(clubs.folder / path) for path in before} == before


def test_a_build_that_is_interrupted_leaves_the_old_site(
    clubs: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanabi_log.site.federation.data import Tables

    def stop(*_parts: object) -> None:
        raise KeyboardInterrupt

    clubs.run("federation", "build", "lantern", "--name", "Old")
    before = bytes_of(clubs.folder / "federation-site")
    beside = sorted(clubs.folder.iterdir())
    monkeypatch.setattr(Tables, "add", stop)
    clubs.run("federation", "build", "lantern", "attic", code=130)
    assert bytes_of(clubs.folder / "federation-site") == before
    assert sorted(clubs.folder.iterdir()) == beside


def test_a_club_that_is_exported_again_meanwhile_is_told(
    clubs: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanabi_log.federation.reading import Federation

    clubs.run("federation", "build", "lantern", "--name", "Old")
    before = bytes_of(clubs.folder / "federation-site")
    counted = Federation.counted
    for change in (
        lambda: clubs.run("export", "--format", "parquet", "--public", "-o", "attic"),
        lambda: shutil.rmtree(clubs.folder / "attic"),
    ):

        def late(federation: Federation, change: Callable[[], object] = change) -> Any:
            yield from counted(federation)
            change()

        monkeypatch.setattr(Federation, "counted", late)
        error = clubs.json("federation", "build", "lantern", "attic", code=2)["error"]
        assert "changed while they were read" in error["message"]
        assert "attic" in error["problems"][0]["file"]
        assert bytes_of(clubs.folder / "federation-site") == before


@pytest.mark.parametrize("full", ["pickle", "parts"])
def test_a_full_disk_is_told_and_the_old_site_stays(
    clubs: Shell, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    def fail(*_parts: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    clubs.run("federation", "build", "lantern", "--name", "Old")
    before = bytes_of(clubs.folder / "federation-site")
    beside = sorted(clubs.folder.iterdir())
    where = "hanabi_log.federation.collecting.pickle.dump"
    monkeypatch.setattr(where if full == "pickle" else "shutil.copyfileobj", fail)
    error = clubs.json("federation", "build", "lantern", "attic", code=2)["error"]
    assert error["problems"][0]["message"] == "the disk is full"
    assert bytes_of(clubs.folder / "federation-site") == before
    assert sorted(clubs.folder.iterdir()) == beside


def test_its_own_templates(clubs: Shell) -> None:
    page = clubs.folder / "mine" / "federation" / "about.html"
    page.parent.mkdir(parents=True)
    page.write_text("<!doctype html>{{ club.text }}", encoding="utf-8")
    clubs.run("federation", "build", "lantern", "--name", "Valley", "--templates", "mine")
    assert (clubs.folder / "federation-site" / "about.html").read_text() == "<!doctype html>Valley"


def test_its_help_says_where_datasets_come_from(shell: Shell) -> None:
    text = shell.run("federation", "build", "--help").output
    assert "--format parquet --public" in " ".join(text.split())
    assert "Example:" in text
    assert "federation" in shell.run("--help").output


def test_folders_are_named_where_something_is_wrong(clubs: Shell) -> None:
    (clubs.folder / "empty").mkdir()
    error = clubs.json("federation", "build", "lantern", "empty", "nowhere", code=2)["error"]
    files = {Path(problem["file"]).name for problem in error["problems"]}
    assert files == {"empty", "nowhere"}
