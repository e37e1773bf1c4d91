"""The sample files that ship with the program say what the guide tells of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.log import Log
from hanabi_log.resources import shipped
from hanabi_log.storage.games import load_games
from tests.logbook.logs import open_club


@pytest.fixture
def log() -> Iterator[Log]:
    with open_club(":memory:") as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "map_name", "points", "outcomes"),
    [
        (
            "club-sheet.csv",
            None,
            [18, 25, 25, 21, 8],
            ["finished", "perfect", "finished", "finished", "struck_out"],
        ),
        ("club-sheet-ko.csv", None, [18, 25, 23], ["finished", "perfect", "finished"]),
        (
            "club-sheet-de.csv",
            "club-sheet-de.map.toml",
            [21, 8, 20],
            ["finished", "struck_out", "finished"],
        ),
        ("games.jsonl", None, [21, 24, 19], ["finished", "finished", None]),
    ],
)
def test_each_sample_is_read_whole_and_only_once(
    log: Log, name: str, map_name: str | None, points: list[int], outcomes: list[str | None]
) -> None:
    for added in (len(points), 0):
        map_file = shipped("data", "samples", map_name) if map_name else None
        reading = read_files([shipped("data", "samples", name)], map_file=map_file)
        report = import_drafts(log, reading)
        assert not report.problems
        assert (report.added, report.unchanged) == (added, len(points) - added)
    games = load_games(log.connection)
    assert [game.result.points for game in games] == points
    assert [game.result.outcome for game in games] == outcomes


def test_the_study_map_reads_the_studys_columns(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "study.csv"
    path.write_text(
        "game_id,participant,finished_utc,ai_partner,green,yellow,white,blue,red,strikes,score\n"
        "00aa,11bb,2019-05-06T07:08:09Z,outer,3,3,5,2,3,3,16\n"
    )
    map_file = shipped("data", "samples", "study-endstates.map.toml")
    report = import_drafts(log, read_files([str(path)], map_file=map_file))
    assert report.added == 1
    (game,) = load_games(log.connection)
    assert (game.date, game.guests, game.source) == ("2019-05-06", 1, "csv:00aa")
    assert (game.result.points, game.result.score) == (16, 0)
    assert game.group is not None
    assert game.group.name == "Study"
