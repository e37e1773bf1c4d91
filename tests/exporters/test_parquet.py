"""The log in columns: what other programs see, and folders that are not ours."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pandas
import pytest
from pyarrow import dataset, parquet

from hanabi_log.errors import InvalidInput
from hanabi_log.exporters.registry import Export, Origin, save
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.log import stored_rulesets
from hanabi_log.records import Draft
from hanabi_log.storage.games import load_games
from hanabi_log.storage.origin import log_id
from tests.logbook.logs import add, open_club

CLUB = Origin("c0ffee", "Attic Club")


@pytest.fixture(scope="module")
def export() -> Export:
    with open_club(":memory:") as log:
        add_game(log, Draft(total=12, ruleset="unknown", date="2026-06-02"), new=True)
        add(
            log,
            "54432",
            "Mina, guest",
            strikes=1,
            date="2025-05-02",
            group="Attic/Köln",
            tags=("a",),
        )
        add(log, "55555", strikes=0, date="2025-05-30", group="7", minutes=31, note="=1+1")
        add(log, "544325", strikes=0, ruleset="basic+black", date="2026-06-01")
        games = load_games(log.connection)
        return Export(games, stored_rulesets(log), club=CLUB)


def test_clubs_and_years_are_folders(export: Export, tmp_path: Path) -> None:
    undated = replace(export.games[0], date=None)
    save(replace(export, games=[*export.games, undated]), "parquet", str(tmp_path / "log"))
    assert sorted(os.listdir(tmp_path / "log")) == ["_hanabi-log", "club=c0ffee"]
    assert sorted(os.listdir(tmp_path / "log" / "club=c0ffee")) == [
        "_club.json",
        "year=2025",
        "year=2026",
        "year=undated",
    ]
    assert sorted(os.listdir(tmp_path)) == ["log"]
    years = pandas.read_parquet(tmp_path / "log")["year"].astype(str)
    assert sorted(years) == ["2025", "2025", "2026", "2026", "undated"]


def test_what_a_reader_of_columns_sees(export: Export, tmp_path: Path) -> None:
    path = str(tmp_path / "log")
    save(export, "parquet", path)
    table = dataset.dataset(path, partitioning="hive").to_table().sort_by("date")
    first, second, third, fourth = table.to_pylist()
    assert (str(first["date"]), first["month"], first["group"], first["club"], first["year"]) == (
        "2025-05-02",
        "2025-05",
        "Attic/Köln",
        "c0ffee",
        2025,
    )
    assert (first["players"], first["seats"]) == (["Mina", None], 2)
    assert (first["stack_R"], first["stack_W"], first["stack_K"], first["tags"]) == (
        5,
        2,
        None,
        ["a"],
    )
    assert (first["points"], first["percent"], first["outcome"], first["counted"]) == (
        18,
        72.0,
        "finished",
        True,
    )
    assert (second["group"], second["minutes"], second["note"]) == ("7", 31, "=1+1")
    assert (third["group"], third["stack_K"], third["points"]) == ("7", 5, 14)
    # Black is laid from 5 down: its last card is a 5, and one card lies there.
    assert (third["laid_K"], third["laid_R"], third["win_or_lose"]) == (1, 5, False)
    assert (fourth["stack_R"], fourth["laid_R"], fourth["points"], fourth["max_score"]) == (
        None,
        None,
        12,
        None,
    )
    assert fourth["rules"] == export.games[3].digest
    assert parquet.read_table(path).num_rows == 4


def test_other_readers_see_the_same(export: Export, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = str(tmp_path / "log")
    save(export, "parquet", path)
    query = f"SELECT club, sum(points) FROM read_parquet('{path}/**/*.parquet') GROUP BY 1"
    assert duckdb.sql(query).fetchall() == [("c0ffee", 18 + 25 + 14 + 12)]


def test_who_the_club_is_stands_beside_its_years(export: Export, tmp_path: Path) -> None:
    save(export, "parquet", str(tmp_path / "log"))
    club = json.loads((tmp_path / "log" / "club=c0ffee" / "_club.json").read_text("utf-8"))
    assert (club["version"], club["public"], club["id"]) == (1, False, "c0ffee")
    assert club["name"] == "Attic Club"
    assert club["people"] == {"Jun": {"retired": False}, "Mina": {"retired": False}}
    assert club["groups"] == ["7", "Attic/Köln"]
    assert set(club["rulesets"]) == {game.digest for game in export.games}


def test_a_public_export_has_no_private_columns(export: Export, tmp_path: Path) -> None:
    save(replace(export, public=True), "parquet", str(tmp_path / "log"))
    (file, *_more) = sorted((tmp_path / "log").rglob("*.parquet"))
    schema = parquet.read_schema(file)
    assert {"note", "place", "source", "excluded", "warnings"}.isdisjoint(schema.names)
    assert (schema.metadata[b"hanabi-log"], schema.metadata[b"hanabi-log-public"]) == (b"1", b"yes")


@pytest.mark.parametrize(
    "facts",
    [{"group": None}, {"date": None, "group": "Attic"}, {"date": None, "group": None}],
    ids=["groups", "dates", "both"],
)
def test_a_club_without_groups_or_dates_can_be_read(
    facts: dict[str, str | None], tmp_path: Path
) -> None:
    path = str(tmp_path / "log")
    with open_club(":memory:") as log:
        add(log, "54432", group=facts["group"], date="2026-05-02")
        games = load_games(log.connection)
        games = [replace(game, date=facts.get("date", game.date)) for game in games]
        save(Export(games, stored_rulesets(log)), "parquet", path)
    (row,) = pandas.read_parquet(path).to_dict("records")
    assert row["points"] == 18
    for key in ("date", "group"):
        given = facts.get(key, "2026-05-02")
        assert pandas.isna(row[key]) if given is None else str(row[key]) == given
    assert parquet.read_table(path).num_rows == 1


def test_an_earlier_export_is_replaced_as_a_whole(export: Export, tmp_path: Path) -> None:
    path = str(tmp_path / "log")
    save(export, "parquet", path)
    save(replace(export, games=export.games[:1]), "parquet", path)
    assert parquet.read_table(path).num_rows == 1
    save(replace(export, games=[]), "parquet", path)
    assert os.listdir(Path(path) / "club=c0ffee") == ["_club.json"]
    assert os.listdir(tmp_path) == ["log"]


def test_an_export_replaces_its_own_club_only(export: Export, tmp_path: Path) -> None:
    path, other = tmp_path / "log", Origin("decaf", "Cellar Club")
    save(export, "parquet", str(path))
    save(replace(export, club=other), "parquet", str(path))
    before = {file: file.read_bytes() for file in (path / "club=decaf").rglob("*.*")}
    save(replace(export, games=export.games[:1]), "parquet", str(path))
    assert sorted(os.listdir(path)) == ["_hanabi-log", "club=c0ffee", "club=decaf"]
    assert sorted(os.listdir(path / "club=c0ffee")) == ["_club.json", "year=2025"]
    assert {file: file.read_bytes() for file in (path / "club=decaf").rglob("*.*")} == before
    (path / "notes.txt").write_text("dear")
    with pytest.raises(InvalidInput, match=r"notes\.txt"):
        save(export, "parquet", str(path))
    assert os.listdir(tmp_path) == ["log"]


def test_an_export_that_is_interrupted_leaves_the_old_one(
    export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    save(export, "parquet", str(path))
    before = {file: file.read_bytes() for file in path.rglob("*.*")}
    renamed = os.rename

    def stop(one: str, other: str) -> None:
        if other == str(path / "club=c0ffee") and not one.endswith(".old"):
            raise KeyboardInterrupt
        renamed(one, other)

    monkeypatch.setattr(os, "rename", stop)
    with pytest.raises(KeyboardInterrupt):
        save(replace(export, games=export.games[:1]), "parquet", str(path))
    assert {file: file.read_bytes() for file in path.rglob("*.*")} == before
    assert os.listdir(tmp_path) == ["log"]


def test_what_is_not_ours_is_left_alone(export: Export, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one.jpg").write_text("dear")
    (tmp_path / "file").write_text("dear")
    for name in ("photos", "file"):
        with pytest.raises(InvalidInput, match="cannot be written"):
            save(export, "parquet", str(tmp_path / name))
    assert (tmp_path / "photos" / "one.jpg").read_text() == "dear"
    assert sorted(os.listdir(tmp_path)) == ["file", "photos"]


def test_without_the_extra_the_message_names_it(
    export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInput) as caught:
        save(export, "parquet", str(tmp_path / "log"))
    assert "hanabi-log[parquet]" in caught.value.problems[0].message


def test_a_log_keeps_its_identity_and_shares_it_with_no_other() -> None:
    with open_club(":memory:") as one, open_club(":memory:", seconds=1) as other:
        for log in (one, other):
            add(log)
        first = log_id(one.connection)
        add(one)
        assert log_id(one.connection) == first != log_id(other.connection)
        assert first[0] == "c"
        assert len(first) == 17
