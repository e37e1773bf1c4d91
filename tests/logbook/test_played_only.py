"""Games of which no more is known than that they were played: kept, and told more of later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_log.exporters.registry import Export, save
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.editing import edit_game
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.records import Game
from hanabi_log.storage.games import load_games
from tests.importers.logged import counts
from tests.logbook.logs import dump, open_club

PLAYS = 'Play ID,Game ID,Name,Date,Plays,Players\n7,98778,Hanabi,2025-05-02,x2,"Nuri, Bori"\n'


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    path = tmp_path / "plays.csv"
    path.write_text(PLAYS, encoding="utf-8")
    with open_club(":memory:") as opened:
        import_drafts(opened, read_files([str(path)]))
        yield opened


def games_of(log: Log) -> list[Game]:
    return load_games(log.connection)


def test_they_go_out_and_come_back_as_they_were(log: Log, tmp_path: Path) -> None:
    path = str(tmp_path / "out.jsonl")
    save(Export(tuple(games_of(log)), stored_rulesets(log)), "jsonl", path)
    with open_club(":memory:") as other:
        assert counts(import_drafts(other, read_files([path]))) == (2, 0, 0, 0)
        assert dump(other.connection)["games"] == dump(log.connection)["games"]


def test_they_can_be_edited_and_told_more_of(log: Log) -> None:
    first, second = games_of(log)
    edit_game(log, first.id, {"note": "by the lake"})
    edit_game(log, second.id, {"total": 21})
    assert [game.note for game in games_of(log)] == ["by the lake", None]
    assert [game.result.points for game in games_of(log)] == [None, 21]
    assert [game.result.knowledge for game in games_of(log)] == ["outcome", "total"]


def test_their_rules_can_be_answered(log: Log) -> None:
    for game in games_of(log):
        edit_game(log, game.id, {"ruleset": "basic"})
    assert [game.ruleset for game in games_of(log)] == ["basic", "basic"]
