"""Two files, one club: who wins, who is who, and what is told."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hanabi_log.errors import BadDatabase, InvalidInput
from hanabi_log.logbook.editing import delete_game, edit_game
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.merging import merge_log
from hanabi_log.logbook.people_erasing import erase_player
from hanabi_log.logbook.people_merging import Pair, merge_players, unmerge_player
from hanabi_log.logbook.people_naming import alias_player, publish_player, rename_player
from hanabi_log.logbook.undoing import load_history, undo
from hanabi_log.storage.games import load_games
from hanabi_log.storage.people import load_groups, load_players
from tests.logbook.logs import add, agreed_on, dump, open_club


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two copies of one log that holds a game."""
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    with open_club(here) as log:
        add(log, "54432", "Mina, Jun", group="Tuesday")
    shutil.copy(here, there)
    return here, there


def names(log: Log) -> list[list[str]]:
    return [[player.name for player in game.players] for game in load_games(log.connection)]


def notes(log: Log) -> list[str | None]:
    return [game.note for game in load_games(log.connection)]


def test_games_of_both_are_there(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=5) as log:
        add(log, "55555", "Mina, Ara", group="Tuesday")
    with open_club(here, seconds=9) as log:
        add(log, "11111", "Jun, Mina", group="Friday")
        report = merge_log(log, str(there))
        assert (report.added, report.unchanged, report.kept) == (1, 1, 0)
        assert report.new_people == ("Ara",)
        assert names(log) == [["Mina", "Jun"], ["Mina", "Ara"], ["Jun", "Mina"]]
        assert [group.name for group in load_groups(log.connection).values()] == [
            "Friday",
            "Tuesday",
        ]


@pytest.mark.parametrize(("first", "second", "winner"), [(1, 2, "there"), (2, 1, "here")])
def test_the_newer_change_wins_and_both_are_in_the_history(
    files: tuple[Path, Path], first: int, second: int, winner: str
) -> None:
    here, there = files
    with open_club(here, seconds=first) as log:
        edit_game(log, "last", {"note": "here"})
    with open_club(there, seconds=second) as log:
        edit_game(log, "last", {"note": "there"})
    with open_club(here, seconds=9) as log:
        report = merge_log(log, str(there))
        assert notes(log) == [winner]
        assert (report.changed, report.kept) == ((1, 0) if winner == "there" else (0, 1))
        told = [change.after and change.after.get("note") for change in load_history(log, "last")]
        assert {"here", "there"} <= set(told)
        before = dump(log.connection, trail=True)
        merge_log(log, str(there))
        assert dump(log.connection, trail=True) == before


def test_of_two_changes_of_one_moment_the_same_one_wins_on_both_sides(
    files: tuple[Path, Path],
) -> None:
    here, there = files
    for path, note in ((here, "one"), (there, "other")):
        with open_club(path, seconds=3) as log:
            edit_game(log, "last", {"note": note})
    copy = here.with_name("copy.db")
    shutil.copy(here, copy)
    with open_club(here, seconds=9) as one, open_club(there, seconds=11) as other:
        merge_log(one, str(there))
        merge_log(other, str(copy))
        assert notes(one) == notes(other)
        assert agreed_on(one.connection) == agreed_on(other.connection)


def test_a_clock_that_runs_ahead_wins_nothing_back(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=7200) as log:
        edit_game(log, "last", {"note": "from a clock two hours ahead"})
    with open_club(here, seconds=5) as log:
        assert merge_log(log, str(there)).changed == 1
        edit_game(log, "last", {"note": "seen and changed"})
        assert merge_log(log, str(there)).changed == 0
        assert notes(log) == ["seen and changed"]
        delete_game(log, "last")
        merge_log(log, str(there))
        assert notes(log) == []


def test_hours_of_the_future_are_told(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=7200) as log:
        edit_game(log, "last", {"note": "from a clock two hours ahead"})
    with open_club(here, seconds=60) as log:
        (remark,) = merge_log(log, str(there)).remarks
        assert remark.startswith("1 state of the other log is from the future, as late as 2026-11")
    with open_club(here, seconds=7200) as log:
        assert merge_log(log, str(there)).remarks == ()


def test_a_deleted_game_stays_deleted(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(here, seconds=2) as log:
        delete_game(log, "last")
        merge_log(log, str(there))
        assert load_games(log.connection) == []
    with open_club(there, seconds=5) as log:
        merge_log(log, str(here))
        assert load_games(log.connection) == []


def test_a_game_changed_after_it_was_deleted_elsewhere_comes_back(
    files: tuple[Path, Path],
) -> None:
    here, there = files
    with open_club(here, seconds=2) as log:
        delete_game(log, "last")
    with open_club(there, seconds=4) as log:
        edit_game(log, "last", {"note": "it counts"})
    with open_club(here, seconds=9) as log:
        merge_log(log, str(there))
        assert notes(log) == ["it counts"]


def test_a_game_that_was_taken_back_does_not_return(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(here, seconds=3) as log:
        undo(log)
        report = merge_log(log, str(there))
        assert load_games(log.connection) == []
        assert load_players(log.connection) == {}
        assert "taken back here" in report.remarks[0]


def test_a_merge_that_was_taken_back_can_be_done_again(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=3) as log:
        add(log, "55555", "Mina, Ara")
    with open_club(here, seconds=9) as log:
        before = dump(log.connection)
        merge_log(log, str(there))
        assert undo(log).batch.command == "merge"
        assert dump(log.connection) == before
        assert merge_log(log, str(there)).added == 1


def test_people_of_one_name_are_one_under_the_smaller_id(tmp_path: Path) -> None:
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    for seconds, path in enumerate(paths):
        with open_club(path, seconds=seconds) as log:
            add(log, "54432", "Mina, Jun", group="Tuesday")
    with open_club(paths[0]) as log:
        smaller = {player.name: player.id for player in load_players(log.connection).values()}
    with open_club(paths[1], seconds=9) as log:
        report = merge_log(log, str(paths[0]))
        assert sorted(report.one_person) == [("Jun", "Jun"), ("Mina", "Mina")]
        assert {
            player.name: player.id for player in load_players(log.connection).values()
        } == smaller
        assert names(log) == [["Mina", "Jun"]] * 2
        assert len(load_groups(log.connection)) == 1
        assert taken_apart(log) == "Mina"


def taken_apart(log: Log) -> str:
    """People whom a merge made one can be taken apart once they have names of their own."""
    rename_player(log, "Mina", "Mina K", forget=True)
    return unmerge_player(log, "Mina").gone.name


def test_people_are_known_by_a_further_name_before_they_are_made(tmp_path: Path) -> None:
    here, there = tmp_path / "a.db", tmp_path / "b.db"
    with open_club(here) as log:
        add(log, "54432", "Mina, Jun")
        alias_player(log, "Mina", ["Min-seo"])
    with open_club(there, seconds=1) as log:
        add(log, "55555", "Min-seo, Ara")
    with open_club(here, seconds=9) as log:
        report = merge_log(log, str(there))
        assert report.one_person == (("Min-seo", "Mina"),)
        assert report.new_people == ("Ara",)
        assert names(log) == [["Mina", "Jun"], ["Mina", "Ara"]]


def test_a_name_that_looks_like_another_is_told(tmp_path: Path) -> None:
    here, there = tmp_path / "a.db", tmp_path / "b.db"
    for path, players in ((here, "Mina, Jun"), (there, "Minna, Ara")):
        with open_club(path) as log:
            add(log, "54432", players)
    with open_club(here, seconds=9) as log:
        report = merge_log(log, str(there))
        assert report.new_people == ("Ara", "Minna")
        assert report.remarks == (
            "Minna is new but looks like Mina; `players merge` makes them one",
        )


def test_people_whom_a_log_tells_apart_stay_two(files: tuple[Path, Path]) -> None:
    """Each file renames another person to the same name; both sat in one game."""
    here, there = files
    with open_club(here, seconds=1) as log:
        rename_player(log, "Mina", "Ara", forget=True)
    with open_club(there, seconds=2) as log:
        rename_player(log, "Jun", "Ara", forget=True)
    with open_club(here, seconds=9) as log:
        report = merge_log(log, str(there))
        ((first, second),) = names(log)
        assert first == "Ara" or second == "Ara"
        assert first != second
        assert "Two people had one name" in report.remarks[0]


def test_people_who_are_one_here_stay_one(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(here, seconds=1) as log:
        add(log, "54432", "Minah, Ara")
        merge_players(log, [Pair("Minah", "Mina")])
    with open_club(there, seconds=5) as log:
        publish_player(log, "Mina", "initials")
    with open_club(here, seconds=9) as log:
        merge_log(log, str(there))
        people = {
            player.name: player.visibility for player in load_players(log.connection).values()
        }
        assert people == {"Ara": None, "Jun": None, "Mina": "initials"}


def test_a_wish_not_to_be_seen_wins_when_two_turn_out_to_be_one(tmp_path: Path) -> None:
    here, there = tmp_path / "a.db", tmp_path / "b.db"
    for seconds, path in enumerate((here, there)):
        with open_club(path, seconds=seconds) as log:
            add(log, "54432", "Mina, Jun")
    with open_club(there, seconds=4) as log:
        publish_player(log, "Mina", "hidden")
    with open_club(here, seconds=9) as log:
        merge_log(log, str(there))
        people = {
            player.name: player.visibility for player in load_players(log.connection).values()
        }
        assert people == {"Jun": None, "Mina": "hidden"}
        publish_player(log, "Mina", "full")
        merge_log(log, str(there))
        people = {
            player.name: player.visibility for player in load_players(log.connection).values()
        }
        assert people == {"Jun": None, "Mina": "full"}


def test_whoever_was_erased_does_not_come_back(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=1) as log:
        add(log, "55555", "Mina, Ara", note="later")
    with open_club(here, seconds=2) as log:
        erase_player(log, "Mina")
        merge_log(log, str(there))
        assert names(log) == [["Jun"], ["Ara"]]
        assert [game.guests for game in load_games(log.connection)] == [1, 1]
    assert b"Mina" not in here.read_bytes()


def test_an_erasure_is_done_here_as_well(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=1) as log:
        erase_player(log, "Mina")
    with open_club(here, seconds=2) as log:
        edit_game(log, "last", {"note": "mended"})
        merge_log(log, str(there), dry_run=True)
        assert names(log) == [["Mina", "Jun"]]
        merge_log(log, str(there))
        assert names(log) == [["Jun"]]
        assert notes(log) == ["mended"]
    assert b"Mina" not in here.read_bytes()
    with open_club(there, seconds=4) as log:
        merge_log(log, str(here))
        assert (names(log), notes(log)) == ([["Jun"]], ["mended"])


def test_nothing_of_an_erased_person_is_left_in_free_pages(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=1) as log:
        erase_player(log, "Mina")
    with open_club(here, seconds=2) as log:
        for number in range(80):
            rename_player(log, "Mina", f"Mina the {number}. of a long line of people")
    with open_club(here, seconds=3) as log:
        merge_log(log, str(there))
        assert log.connection.execute("PRAGMA freelist_count").fetchone() == (0,)


def words(path: Path) -> str:
    """Everything that a log holds, history included, as one text without case."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump()).casefold()


def test_a_copy_from_before_brings_no_name_back(tmp_path: Path) -> None:
    a, old = tmp_path / "a.db", tmp_path / "old.db"
    with open_club(a) as log:
        add(log, "54432", "Mina, Jun", note="Mina won", source="csv:Mina-1")
    shutil.copy(a, old)
    with open_club(a, seconds=1) as log:
        erase_player(log, "Mina")
        for _time in range(2):
            before = dump(log.connection, trail=True)
            report = merge_log(log, str(old))
            assert (report.changed, report.rewritten) == (0, ())
            assert dump(log.connection, trail=True) == before
    assert "mina" not in words(a)


def test_a_name_in_a_later_note_of_the_other_log_goes_too(files: tuple[Path, Path]) -> None:
    x, y = files
    with open_club(x, seconds=1) as log:
        erase_player(log, "Mina")
    with open_club(y, seconds=2) as log:
        edit_game(log, "last", {"note": "Mina won"})
    with open_club(x, seconds=3) as log:
        report = merge_log(log, str(y))
        assert notes(log) == ["… won"]
        assert report.rewritten == tuple(game.id for game in load_games(log.connection))
        assert merge_log(log, str(y)).rewritten == ()
    assert "mina" not in words(x)


def test_names_that_only_the_other_log_knows_go_on_both_sides(files: tuple[Path, Path]) -> None:
    a, b = files
    with open_club(a, seconds=1) as log:
        edit_game(log, "last", {"note": "Minuccia lost, Mina won"})
        erase_player(log, "Mina")
    with open_club(b, seconds=2) as log:
        rename_player(log, "Mina", "Minah")
        alias_player(log, "Minah", ["Minuccia"])
        add(log, "11111", "Mona, Jun", note="Mona and Minah")
        merge_players(log, [Pair("Mona", "Minah")])
        edit_game(log, "last", {"place": "at Minuccia's"})
    ab, ba = (path.with_name(f"{path.stem}-merged.db") for path in files)
    shutil.copy(a, ab)
    shutil.copy(b, ba)
    with open_club(ab, seconds=3) as one, open_club(ba, seconds=4) as other:
        first, second = merge_log(one, str(b)), merge_log(other, str(a))
        assert agreed_on(one.connection) == agreed_on(other.connection)
        assert sorted(map(str, notes(one))) == ["… and …", "… lost, … won"]
        assert len(first.rewritten) == len(second.rewritten) == 2
    for path in (ab, ba):
        found = words(path)
        assert not [name for name in ("mina", "minah", "minuccia", "mona") if name in found], path


def test_a_game_that_both_imported_is_one(tmp_path: Path) -> None:
    here, there = tmp_path / "a.db", tmp_path / "b.db"
    for seconds, path in enumerate((here, there)):
        with open_club(path, seconds=seconds) as log:
            add(log, "54432", "Mina, Jun", source="bgg:77")
    with open_club(there, seconds=5) as log:
        edit_game(log, "last", {"note": "mended"})
    with open_club(here, seconds=9) as log:
        merge_log(log, str(there))
        assert notes(log) == ["mended"]


def test_games_that_look_like_one_are_listed_but_kept(tmp_path: Path) -> None:
    here, there = tmp_path / "a.db", tmp_path / "b.db"
    for path, players in ((here, "Mina, Jun"), (there, "Jun, Mina")):
        with open_club(path) as log:
            add(log, "54432", players)
            add(log, "55555", players)
    with open_club(there, seconds=1) as log:
        add(log, "54432", "Jun, Mina, guest")
    with open_club(here, seconds=9) as log:
        report = merge_log(log, str(there))
        assert len(load_games(log.connection)) == 5
        assert {twin.here.result.points for twin in report.twins} == {18, 25}
        assert all(twin.here.id != twin.there.id for twin in report.twins)
        assert merge_log(log, str(there)).twins == ()


def test_a_trial_stores_nothing_and_tells_the_same(files: tuple[Path, Path]) -> None:
    here, there = files
    with open_club(there, seconds=1) as log:
        add(log, "55555", "Mina, Ara")
    with open_club(here, seconds=9) as log:
        before = dump(log.connection, trail=True)
        trial = merge_log(log, str(there), dry_run=True)
        assert dump(log.connection, trail=True) == before
        assert trial.as_json() == {**merge_log(log, str(there)).as_json(), "stored": False}


def test_house_rules_come_along(tmp_path: Path) -> None:
    from hanabi_log.config import Config

    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "attic.toml").write_text('extends = "basic"\nstrikes = 4\n')
    config = Config(folder=str(tmp_path))
    with open_club(tmp_path / "there.db", config) as log:
        add(log, "54432", strikes=3, ruleset="attic")
    with open_club(tmp_path / "here.db") as log:
        merge_log(log, str(tmp_path / "there.db"))
        (game,) = load_games(log.connection)
        assert (game.ruleset, game.result.score, game.result.outcome) == ("attic", 18, "finished")


def test_what_is_no_log_is_refused_and_nothing_is_changed(files: tuple[Path, Path]) -> None:
    here, _there = files
    letter = here.with_name("letter.db")
    letter.write_text("Tuesday: 18 points\n" * 300)
    with open_club(here, seconds=9) as log:
        before = dump(log.connection, trail=True)
        with pytest.raises(BadDatabase, match=r"letter\.db"):
            merge_log(log, str(letter))
        with pytest.raises(InvalidInput, match="no log"):
            merge_log(log, str(here.with_name("nothing.db")))
        assert dump(log.connection, trail=True) == before
    assert letter.read_text().startswith("Tuesday")
