"""What a source has no place for says nothing; what it computed must agree with the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.exporters.registry import Export, save
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.intake_report import ImportReport
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.storage.games import load_games
from tests.logbook.logs import open_club


@pytest.fixture
def log() -> Iterator[Log]:
    with open_club(":memory:") as opened:
        yield opened


def take(log: Log, folder: Path, text: str, name: str = "sheet.csv") -> ImportReport:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return import_drafts(log, read_files([str(path)]))


def line(**facts: Any) -> str:
    return (
        json.dumps({"date": "2026-05-02", "players": ["Nuri", "Bori"], "id": "a", **facts}) + "\n"
    )


ABANDONED = {"stacks": "54432", "strikes": 1, "discards": ["R1"], "outcome": "abandoned"}
FULL = "id,date,players,guests,R,Y,G,B,W,strikes,note,place,minutes\n"
ROW = 'a,2026-05-02,"Nuri, Bori",1,5,4,4,3,2,1,fine,Pier,30\n'


def test_a_sheet_with_fewer_columns_erases_nothing(log: Log, tmp_path: Path) -> None:
    take(log, tmp_path, FULL + ROW)
    (before,) = load_games(log.connection)
    report = take(log, tmp_path, "id,date,total\na,2026-05-02,18\n")
    assert (report.added, report.changed, report.problems) == (0, 0, ())
    assert load_games(log.connection) == [before]
    take(log, tmp_path, "id,total,players,note\na,18,Nuri & Mo,\n")
    (after,) = load_games(log.connection)
    assert [player.name for player in after.players] == ["Nuri", "Mo"]
    assert (after.guests, after.note, after.place, after.end.stacks) == (
        *(1, None, "Pier"),
        before.end.stacks,
    )


def test_an_empty_cell_still_says_that_there_is_nothing(log: Log, tmp_path: Path) -> None:
    take(log, tmp_path, FULL + ROW)
    take(log, tmp_path, FULL + ROW.replace("fine,Pier", ","))
    (game,) = load_games(log.connection)
    assert (game.note, game.place) == (None, None)


def test_a_line_with_fewer_keys_erases_nothing(log: Log, tmp_path: Path) -> None:
    take(log, tmp_path, line(**ABANDONED, tags=["x"]), "g.jsonl")
    (before,) = load_games(log.connection)
    report = take(log, tmp_path, line(points=18), "g.jsonl")
    assert (report.changed, report.skipped) == (0, 0)
    assert load_games(log.connection) == [before]
    take(log, tmp_path, line(points=18, minutes=40, note="new"), "g.jsonl")
    (after,) = load_games(log.connection)
    assert (after.minutes, after.note, after.tags) == (40, "new", ("x",))


def test_our_own_sheet_leaves_what_it_has_no_column_for(log: Log, tmp_path: Path) -> None:
    own = "019c1a00-0000-7000-8000-00000000000a"
    take(log, tmp_path, line(**{**ABANDONED, "id": own}, excluded="a lesson"), "g.jsonl")
    before = load_games(log.connection)
    assert [game.end.discards for game in before] == [("R1",)]
    path = str(tmp_path / "out.csv")
    save(Export(tuple(before), stored_rulesets(log)), "csv", path)
    report = import_drafts(log, read_files([path]))
    assert (report.added, report.changed, report.problems) == (0, 0, ())
    assert load_games(log.connection) == before


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"score": 18}, []),
        ({"points": 18, "score": 18}, []),
        ({"score": None}, []),
        ({"score": 19}, ["score"]),
        ({"points": 17, "score": 18}, ["points"]),
        ({"points": 1, "score": 2}, ["points", "score"]),
        ({"strikes": 3, "points": 18, "score": 0}, []),
        ({"strikes": 3, "score": 18}, []),
    ],
)
def test_numbers_beside_stacks_must_be_those_of_the_rules(
    log: Log, tmp_path: Path, facts: dict[str, Any], fields: list[str]
) -> None:
    report = take(log, tmp_path, line(stacks="54432", **{"strikes": 0, **facts}), "g.jsonl")
    assert [problem.field for problem in report.problems] == fields
    for problem in report.problems:
        assert "18 lie on the table and the score is 18" in problem.message
    assert report.failed == bool(fields)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.jsonl", line(score=7, guests=-1)),
        ("sheet.csv", "players,guests,total\nNuri & Bori,-1,7\n"),
    ],
)
def test_less_than_no_guests_are_refused(log: Log, tmp_path: Path, name: str, text: str) -> None:
    report = take(log, tmp_path, text, name)
    assert [problem.field for problem in report.problems] == ["guests"]
    assert report.failed


def test_unknown_keys_are_answered_with_those_that_people_write(log: Log, tmp_path: Path) -> None:
    (problem,) = take(log, tmp_path, line(score=7, mood=1), "g.jsonl").problems
    words = problem.message.replace(",", "").split()
    assert "score" in words
    assert "said" not in words
