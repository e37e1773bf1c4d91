"""Games that stay in the store are the same games, in this process and in its copies."""

from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.errors import Conflict
from hanabi_log.logbook import publishing
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.publishing import lean_club, load_club
from hanabi_log.logbook.shelf import StoredGames
from hanabi_log.site.build import build
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, open_club
from tests.logbook.test_lean import history


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def in_a_copy(shelf: StoredGames, places: list[int]) -> Any:
    """What a forked process fetches: ids, or the error."""
    context = get_context("fork")
    reader, writer = context.Pipe(duplex=False)

    def fetch() -> None:
        try:
            writer.send([game.id for game in shelf.at(places)])
        except Conflict as error:
            writer.send(error.message)

    process = context.Process(target=fetch)
    process.start()
    found = reader.recv()
    process.join()
    return found


def test_a_shelf_is_the_sequence_of_the_games(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        games = load_games(log.connection)
        shelf = StoredGames(log)
    assert list(shelf) == games
    assert len(shelf) == len(games)
    assert (shelf[3], shelf[-1], shelf[2:9:3]) == (games[3], games[-1], games[2:9:3])
    assert list(shelf.at([7, 1, 7])) == [games[7], games[1], games[7]]
    assert list(shelf.at([])) == []


def test_a_site_is_the_same_wherever_its_games_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        build(load_club(log), str(tmp_path / "whole"), languages=("en", "ko"))
        monkeypatch.setattr(publishing, "MANY", 0)
        club = load_club(log)
        assert isinstance(club.games, StoredGames)
        build(club, str(tmp_path / "lean"), languages=("en", "ko"))
        build(lean_club(log), str(tmp_path / "copies"), languages=("en", "ko"), processes=2)
    whole = files(tmp_path / "whole")
    assert files(tmp_path / "lean") == whole
    assert files(tmp_path / "copies") == whole


def test_what_others_write_is_not_seen(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        shelf = StoredGames(log)
        games = load_games(log.connection)
        add(log, date="2026-10-01")
        assert list(shelf) == games


def test_a_copy_of_the_process_sees_the_same_log_or_says_so(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        shelf = StoredGames(log)
        assert in_a_copy(shelf, [3, 0]) == [shelf[3].id, shelf[0].id]
        _change(log)
        assert "was changed" in in_a_copy(shelf, [3, 0])
        assert shelf[3].id == shelf.plays.ids[3]


def _change(log: Log) -> None:
    add(log, date="2026-10-02")


def test_seats_are_those_of_the_games_in_their_order(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        shelf = StoredGames(log)
    seats = [tuple(player and player.id for player in game.seats) for game in shelf]
    assert shelf.seats(range(len(shelf))) == seats
    assert shelf.seats([5, 0, 5]) == [seats[5], seats[0], seats[5]]
    assert any(None in who for who in seats)
    assert any(tuple(filter(None, who)) != tuple(sorted(filter(None, who))) for who in seats)
