"""What is no dataset, or none that may be used, is told by file before any work."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.registry import save
from hanabi_log.federation.dataset import open_datasets
from hanabi_log.federation.engines import default_engine
from hanabi_log.federation.reading import federate
from tests.federation.making import random_houses, write

HOUSES = random_houses(5, 2, games=20)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(write(HOUSES, tmp_path / "dataset"))


def _problems(*paths: Path) -> tuple[Problem, ...]:
    with pytest.raises(InvalidInput, match="cannot be made from these datasets") as caught:
        open_datasets([str(path) for path in paths])
    return caught.value.problems


def _file(folder: Path) -> Path:
    return next((folder / "club=c00").rglob("*.parquet"))


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
    _file(folder).write_bytes(_file(folder).read_bytes()[:-9])
    problems = _problems(folder, tmp_path / "photos", tmp_path / "nowhere")
    assert [(problem.file, problem.message.split(":")[0]) for problem in problems] == [
        (str(_file(folder)), problems[0].message.split(":")[0]),
        (str(tmp_path / "photos"), "This is no dataset"),
        (str(tmp_path / "nowhere"), "There is no such folder"),
    ]
    assert "only a part of one" in problems[0].message


def _in_club(change: Callable[[dict[str, object]], object], folder: Path) -> Path:
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
        (lambda club: club.pop("groups"), "does not say who the club is"),
    ],
)
def test_a_club_file_that_will_not_do(
    change: Callable[[dict[str, object]], object], said: str, folder: Path
) -> None:
    path = _in_club(change, folder)
    (problem,) = _problems(folder)
    assert (problem.file, said in problem.message) == (str(path), True)


def test_a_club_file_that_is_gone_or_no_json(folder: Path) -> None:
    path = folder / "club=c00" / "_club.json"
    path.write_text("{", "utf-8")
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


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_a_file_that_is_damaged_inside(engine: str, folder: Path) -> None:
    file = _file(folder)
    content = bytearray(file.read_bytes())
    content[4:2000] = bytes(1996)
    file.write_bytes(content)
    with (
        pytest.raises(InvalidInput, match="could not read"),
        federate([str(folder)], engine) as federation,
    ):
        list(federation)
