"""The log in columns: what other programs see, and folders that are not ours."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pandas
import pytest
from pyarrow import dataset, parquet

from hanabi_log.errors import InvalidInput
from hanabi_log.exporters.registry import Export, save
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.log import stored_rulesets
from hanabi_log.records import Draft
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, open_club


@pytest.fixture(scope="module")
def export() -> Export:
    with open_club(":memory:") as log:
        add_game(log, Draft(total=12, ruleset="unknown", date="2026-06-02"), new=True)
        add(
            log,
            "54432",
            "Mina, guest",
            strikes=1,
            date="2026-05-02",
            group="Attic/Köln",
            tags=("a",),
        )
        add(log, "55555", strikes=0, date="2026-05-30", group="7", minutes=31, note="=1+1")
        add(log, "544325", strikes=0, ruleset="basic+black", date="2026-06-01")
        games = load_games(log.connection)
        return Export(games, stored_rulesets(log))


def test_months_and_groups_are_folders(export: Export, tmp_path: Path) -> None:
    save(export, "parquet", str(tmp_path / "log"))
    months = {name for name in os.listdir(tmp_path / "log") if "=" in name}
    assert months == {"month=2026-05", "month=2026-06"}
    assert len(os.listdir(tmp_path / "log" / "month=2026-05")) == 2
    assert sorted(os.listdir(tmp_path)) == ["log"]


def test_what_a_reader_of_columns_sees(export: Export, tmp_path: Path) -> None:
    path = str(tmp_path / "log")
    save(export, "parquet", path)
    table = dataset.dataset(path, partitioning="hive").to_table().sort_by("date")
    first, second, third, fourth = table.to_pylist()
    assert (str(first["date"]), first["month"], first["group"]) == (
        "2026-05-02",
        "2026-05",
        "Attic/Köln",
    )
    assert first["players"] == ["Mina", None]
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
    assert (fourth["stack_R"], fourth["points"], fourth["max_score"]) == (None, 12, None)
    assert (fourth["group"], fourth["month"]) == (None, "2026-06")
    assert parquet.read_table(path).num_rows == 4


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
    save(Export(export.games[:1], export.rules), "parquet", path)
    assert parquet.read_table(path).num_rows == 1
    save(Export([]), "parquet", path)
    assert [name for name in os.listdir(path) if "=" in name] == []
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
