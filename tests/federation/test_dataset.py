"""What is no dataset, or none that may be used, is told by file before any work."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.registry import save
from hanabi_log.federation.dataset import open_datasets
from hanabi_log.federation.engines import default_engine
from hanabi_log.federation.reading import federate
from hanabi_log.games.hanabi.fields import shown
from tests.federation.making import at_home, everything, in_federation, random_houses, write

HOUSES = random_houses(5, 2, games=20)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(write(HOUSES, tmp_path / "dataset"))


def _problems(*paths: Path) -> tuple[Problem, ...]:
    with pytest.raises(InvalidInput, match="cannot be made from these datasets") as caught:
        open_datasets([str(path) for path in paths])
    return caught.value.problems


def _file(folder: Path) -> Path:
    return max((folder / "club=c00").rglob("*.parquet"), key=lambda file: file.stat().st_size)


def test_a_sound_dataset(folder: Path) -> None:
    dataset = open_datasets([str(folder)])
    assert [(club.id, club.name) for club in dataset.clubs] == [
        ("c00", "Club c00"),
        ("c01", "Club c01"),
    ]
    member = dataset.clubs[0].member()
    assert set(member.people) == {player.name for g in HOUSES[0].games for player in g.players}
    assert set(member.rulesets) == {game.digest for game in HOUSES[0].games}


def test_all_that_is_wrong_is_told_at_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    file = _file(folder)
    file.write_bytes(file.read_bytes()[:-9])
    problems = _problems(folder, tmp_path / "photos", tmp_path / "nowhere")
    assert [(problem.file, problem.message.split(":")[0]) for problem in problems] == [
        (str(file), problems[0].message.split(":")[0]),
        (str(tmp_path / "photos"), "This is no dataset"),
        (str(tmp_path / "nowhere"), "There is no such folder"),
    ]
    assert "only a part of one" in problems[0].message


def _in_club(change: Callable[[dict[str, Any]], object], folder: Path) -> Path:
    path = folder / "club=c00" / "_club.json"
    document = json.loads(path.read_text("utf-8"))
    change(document)
    path.write_text(json.dumps(document), "utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda club: club.update(version=2), "version 2 of the format"),
        (lambda club: club.update(public=False), "export it with --public"),
        (lambda club: club.update(id="c07"), "the folder is of c00"),
        (lambda club: club.update(name=" "), "no name"),
        (lambda club: club.update(people=["Mina"]), "does not say who the club is"),
        (lambda club: club.update(rulesets={"x": {}}), "does not say who the club is"),
        (lambda club: club.update(rulesets={"x": {"spec": "y", "suits": 5}}), "does not say who"),
        (lambda club: club.pop("groups"), "does not say who the club is"),
        (lambda club: club.update(groups={"Attic": 1}), "does not say who the club is"),
        (lambda club: club.update(name=5), "does not say who the club is"),
        (lambda club: club.update(name="\ud800"), "does not say who the club is"),
        (lambda club: club["people"].update({"\udfff": {"retired": False}}), "does not say who"),
        (lambda club: club["people"].update({"Al": {"retired": 1}}), "does not say who"),
        (lambda club: club["people"].update({"a\x1fb": {"retired": False}}), "without control"),
        (lambda club: club["groups"].append("a\x00"), "without control characters"),
        (lambda club: club.update(name="bell\x07"), "without control characters"),
    ],
)
def test_a_club_file_that_will_not_do(
    change: Callable[[dict[str, Any]], object], said: str, folder: Path
) -> None:
    path = _in_club(change, folder)
    (problem,) = _problems(folder)
    assert (problem.file, said in problem.message) == (str(path), True)


def test_a_club_file_that_is_gone_or_no_json(folder: Path) -> None:
    path = folder / "club=c00" / "_club.json"
    for text in ("{", "[" * 100_000, "7"):
        path.write_text(text, "utf-8")
        assert "does not say who" in _problems(folder)[0].message
    path.unlink()
    assert "is missing" in _problems(folder)[0].message


def test_columns_of_others_are_refused(folder: Path) -> None:
    file = _file(folder)
    table = parquet.read_table(file, partitioning=None)
    place = table.schema.names.index("points")
    changed = table.drop_columns(["score"]).set_column(
        place, "points", table["points"].cast(pyarrow.float64())
    )
    parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), file)
    assert {(problem.field, problem.message) for problem in _problems(folder)} == {
        ("points", "The column points is double, and should be int32"),
        ("score", "The column score is missing"),
    }
    parquet.write_table(table.replace_schema_metadata(None), file)
    assert "was not written by hanabi-log" in _problems(folder)[0].message
    newer = {**table.schema.metadata, b"hanabi-log": b"2"}
    parquet.write_table(table.replace_schema_metadata(newer), file)
    assert "in version 2 of the format" in _problems(folder)[0].message


def test_private_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "private"
    save(HOUSES[0].export(public=False), "parquet", str(path))
    problems = _problems(path)
    assert {problem.message for problem in problems} == {
        "It holds what a club does not publish; export it with --public"
    }
    assert len(problems) == 1 + len(list(path.rglob("*.parquet")))


def test_the_same_club_twice(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    shutil.rmtree(other / "club=c01")
    (problem,) = _problems(other, folder)
    assert problem.message.startswith("The club Club c00 is in ")
    assert problem.file == str(other / "club=c00")
    assert str(folder / "club=c00") in problem.message


def test_the_same_folder_twice(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    for other in (folder, tmp_path / "link"):
        assert {problem.message for problem in _problems(folder, other)} == {
            "This folder was given twice"
        }


def test_an_empty_text_names_no_folder() -> None:
    with pytest.raises(InvalidInput) as caught:
        open_datasets([""])
    (problem,) = caught.value.problems
    assert problem.message == "An empty text names no folder"


def test_no_game_at_all(tmp_path: Path) -> None:
    (house,) = random_houses(1, 1, games=0)
    (problem,) = _problems(Path(write([house], tmp_path / "empty")))
    assert problem.message == "There is not a single game in it"


def test_engines_that_are_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="no engine flink"), federate([str(folder)], "flink"):
        pass
    with (
        pytest.raises(InvalidInput, match="Only Spark has a master"),
        federate([str(folder)], "sqlite", "local[2]"),
    ):
        pass
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert default_engine() == "sqlite"
    with pytest.raises(InvalidInput, match=r"hanabi-log\[duckdb\]"), federate(["x"], "duckdb"):
        pass


def test_a_file_that_is_damaged_inside(folder: Path) -> None:
    file = _file(folder)
    content = bytearray(file.read_bytes())
    content[100:1600] = bytes(1500)
    file.write_bytes(content)
    (problem,) = _problems(folder)
    assert (problem.file, problem.message.split(" (")[0]) == (str(file), "The file is damaged")


def test_one_changed_byte_is_found_by_the_sums_of_the_pages(folder: Path) -> None:
    file = _file(folder)
    content = bytearray(file.read_bytes())
    ids = parquet.read_metadata(file).row_group(0).column(0)
    content[ids.data_page_offset + ids.total_compressed_size - 3] ^= 1
    file.write_bytes(content)
    (problem,) = _problems(folder)
    assert (problem.file, "damaged" in problem.message) == (str(file), True)


def _with(change: dict[str, object], folder: Path) -> Path:
    """The first file of a club, its second row changed."""
    file = _file(folder)
    table = parquet.ParquetFile(file).read()
    rows = table.to_pylist()
    rows[1] |= change
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=table.schema), file)
    return file


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("id", None, "a value in every row"),
        ("counted", None, "a value in every row"),
        ("month", "9999-99x", "the month of the date"),
        ("group", "Nowhere", "_club.json of the club"),
        ("players", None, "_club.json of the club"),
        ("seats", 2_000_000_000, "as many as there are players"),
        ("seats", -3, "as many as there are players"),
        ("seats", None, "as many as there are players"),
        ("ruleset", "nosuch", "the name that its rules have"),
        ("ruleset", None, "the name that its rules have"),
        ("rules", "deadbeef", "_club.json of the club"),
        ("rules", None, "_club.json of the club"),
        ("outcome", "<b>exploded", "perfect, struck_out, finished, lost, abandoned"),
        ("points", 2_147_483_647, "a whole number from -100 to 100"),
        ("score", -2_000_000_000, "a whole number from -100 to 100"),
        ("max_score", 2_147_483_647, "a whole number from 0 to 50"),
        ("max_score", -5, "a whole number from 0 to 50"),
        ("laid_R", 6, "a whole number from 0 to 5"),
    ],
)
def test_rows_that_no_log_holds(column: str, value: object, said: str, folder: Path) -> None:
    file = _with({column: value}, folder)
    (problem,) = _problems(folder)
    assert (problem.file, problem.line, problem.field) == (str(file), 2, column)
    assert said in problem.message
    assert shown(value) in problem.message


def test_people_and_dates_that_no_log_holds(folder: Path) -> None:
    file = _with({"players": ["Nobody\x1f", None], "seats": 2}, folder)
    (problem,) = _problems(folder)
    assert (problem.file, problem.line, problem.field) == (str(file), 2, "players")
    assert '["Nobody\\u001f"] does not fit' in problem.message
    members = json.loads((folder / "club=c00" / "_club.json").read_text("utf-8"))["people"]
    _with({"players": [next(iter(members)), None], "seats": 2}, folder)
    assert len(open_datasets([str(folder)]).clubs) == 2
    table = parquet.ParquetFile(file).read()
    days = pyarrow.array([5_000_000] * len(table), pyarrow.int32()).cast(pyarrow.date32())
    place = table.schema.names.index("date")
    parquet.write_table(table.set_column(place, table.schema.field("date"), days), file)
    assert {problem.field for problem in _problems(folder)} == {"date", "month"}


def test_text_that_is_no_text(folder: Path) -> None:
    file = _file(folder)
    table = parquet.ParquetFile(file).read()
    torn = pyarrow.array([b"\xff"] * len(table), pyarrow.binary())
    broken = pyarrow.Array.from_buffers(pyarrow.string(), len(torn), torn.buffers())
    parquet.write_table(table.set_column(0, table.schema.field(0), broken), file)
    (problem,) = _problems(folder)
    assert (problem.file, "UTF8" in problem.message) == (str(file), True)


def test_a_game_that_a_club_has_twice(folder: Path) -> None:
    shutil.copy(_file(folder), _file(folder).with_name("games-1.parquet"))
    (problem,) = _problems(folder)
    assert (problem.file, problem.field) == (str(folder / "club=c00"), "id")
    assert "more than once" in problem.message


def test_of_many_problems_some_are_told_and_the_number_of_the_others(folder: Path) -> None:
    table = parquet.ParquetFile(_file(folder)).read()
    place = table.schema.names.index("points")
    wrong = table.set_column(
        place, table.schema.field(place), pyarrow.array([999] * len(table), pyarrow.int32())
    )
    for number in range(25):
        parquet.write_table(wrong, _file(folder).with_name(f"wrong-{number}.parquet"))
    problems = _problems(folder)
    assert len(problems) == 21
    assert problems[-1].message == "And 6 problems more"


def test_the_club_comes_from_its_folder_and_from_nowhere_above(tmp_path: Path) -> None:
    odd = tmp_path / "club=zz" / "year=1" / "a{b,c}[x] *?"
    odd.mkdir(parents=True)
    write(HOUSES, odd)
    for engine in ("sqlite", "duckdb"):
        with everything([str(odd)], engine) as federation:
            assert [in_federation(club) for club in federation] == [at_home(one) for one in HOUSES]


@pytest.mark.parametrize("processes", [2, 3])
def test_several_processes_find_the_same_in_the_same_order(tmp_path: Path, processes: int) -> None:
    paths = [write([house], tmp_path / house.id) for house in random_houses(9, 6, games=40)]
    assert open_datasets(paths, processes) == open_datasets(paths, 1)
    for number, path in enumerate(paths):
        files = sorted(Path(path).rglob("*.parquet"))
        files[0].write_bytes(files[0].read_bytes()[: 100 * number])
        files[-1].write_bytes(b"")
    paths.insert(3, str(tmp_path / "nowhere"))
    told = []
    for shared in (1, processes):
        with pytest.raises(InvalidInput) as caught:
            open_datasets(paths, shared)
        told.append(caught.value.problems)
    assert told[0] == told[1]
    assert len(told[0]) == 13


def test_an_engine_that_loses_games_is_not_believed(folder: Path) -> None:
    with federate([str(folder)], "sqlite") as federation:
        (first, *others) = federation.dataset.clubs
        clubs = (replace(first, games=first.games + 1), *others)
        lost = replace(federation, dataset=replace(federation.dataset, clubs=clubs))
        with pytest.raises(InvalidInput, match="The files hold 21 games, and the engine found 20"):
            list(lost)


def test_what_an_engine_raises_is_told(folder: Path) -> None:
    for engine in ("sqlite", "duckdb"):
        with federate([str(folder)], engine) as federation:
            with pytest.raises(InvalidInput, match="could not read"):
                list(federation.engine.rows("SELECT nothing FROM nowhere"))
            with pytest.raises(InvalidInput, match="could not read"):
                federation.engine.define("odd", "SELECT nothing FROM nowhere", kept=True)


def test_a_folder_that_nobody_may_look_into(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = os.listdir

    def refuse(path: str) -> list[str]:
        if path.endswith("club=c00"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "listdir", refuse)
    (problem,) = _problems(folder)
    assert problem.file == str(folder / "club=c00")
    assert problem.message == "it may not be read or written"
