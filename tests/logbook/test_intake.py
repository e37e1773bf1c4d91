"""Files into the log: all or nothing, never twice, and what was done here stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.config import Config
from hanabi_log.drafts import settle
from hanabi_log.errors import InvalidInput
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook import intake, intake_report
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.intake_people import near_names
from hanabi_log.logbook.intake_report import ImportReport
from hanabi_log.logbook.intake_settling import Settler
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.undoing import undo
from hanabi_log.names import look_alikes
from hanabi_log.records import Draft, Game
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage.games import change_game, load_games, load_rulesets
from hanabi_log.storage.people import change_player, find_group, find_player, load_players
from tests.importers.books import xlsx
from tests.logbook.logs import add, open_club

HEAD = "date,players,R,Y,G,B,W,strikes,note,id\n"
GOOD = HEAD + '2026-05-02,"Mina, Jun",5,4,4,3,2,1,first,a\n2026-05-02,"Jun, Ara",5,5,5,5,5,0,,b\n'
MIXED = GOOD + '2026-05-09,Mina,6,0,0,0,0,x,,c\n2026-05-09,"Mina, Jun",5,5,5,5,5,3,,d\n'


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Log]:
    with open_club(tmp_path / "club.db") as log:
        yield log


class Desk:
    """A folder where files are written and read into a log."""

    def __init__(self, log: Log, folder: Path) -> None:
        self.log = log
        self.folder = folder

    def take(self, text: str, name: str = "sheet.csv", **options: Any) -> ImportReport:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        reading = read_files([str(path)], map_file=options.pop("map_file", None))
        return import_drafts(self.log, reading, **options)

    @property
    def games(self) -> list[Game]:
        return load_games(self.log.connection)


@pytest.fixture
def desk(club: Log, tmp_path: Path) -> Desk:
    return Desk(club, tmp_path)


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.unchanged, report.skipped


def test_games_are_stored_in_the_order_of_the_file(desk: Desk) -> None:
    report = desk.take(GOOD, group="Attic")
    assert counts(report) == (2, 0, 0, 0)
    assert report.new_people == ("Mina", "Jun", "Ara")
    first, second = desk.games
    assert (first.note, first.source, first.result.points) == ("first", "csv:a", 18)
    assert first.group is not None
    assert first.group.name == "Attic"
    assert second.result.outcome == "perfect"
    assert second.logged_at == first.logged_at + 1
    commands = desk.log.connection.execute("SELECT command FROM batches").fetchall()
    assert commands == [("import sheet.csv",)]


def test_the_same_file_again_changes_nothing(desk: Desk) -> None:
    desk.take(GOOD)
    before = desk.games
    assert counts(desk.take(GOOD)) == (0, 0, 2, 0)
    assert desk.games == before
    assert desk.log.connection.execute("SELECT count(*) FROM batches").fetchone() == (1,)


def test_an_id_in_two_files_is_one_game_or_an_error(desk: Desk) -> None:
    paths = [str(desk.folder / name) for name in ("2025.csv", "2026.csv", "copy.csv")]
    texts = (GOOD, GOOD.replace("2026-05-02", "2026-06-06"), GOOD)
    for path, text in zip(paths, texts, strict=True):
        Path(path).write_text(text, encoding="utf-8")
    report = import_drafts(desk.log, read_files(paths[:2]))
    assert report.failed
    assert [(p.file, p.line, p.message) for p in report.problems] == [
        (paths[1], 2, f"csv:a is the id of another game already: {paths[0]}:2"),
        (paths[1], 3, f"csv:b is the id of another game already: {paths[0]}:3"),
    ]
    assert counts(import_drafts(desk.log, read_files([paths[0], paths[2]]))) == (2, 0, 2, 0)


def test_an_id_in_two_sheets_of_a_workbook_is_an_error(desk: Desk) -> None:
    head = ["date", "total", "id"]
    book = xlsx(
        desk.folder / "b.xlsx",
        {"2025": [head, ["2025-05-02", 7, 1]], "2026": [head, ["2026-05-02", 9, 1]]},
    )
    report = import_drafts(desk.log, read_files([book]))
    (problem,) = report.problems
    assert (report.failed, problem.file, problem.line) == (True, f"{book} [2026]", 2)
    assert problem.message.endswith(f"{book} [2025]:2")
    assert not desk.games


def test_equal_rows_are_counted_in_each_file(desk: Desk) -> None:
    text = "date,total\n2026-05-02,7\n2026-05-02,7\n"
    for name in ("a.csv", "b.csv"):
        (desk.folder / name).write_text(text, encoding="utf-8")
    both = read_files([str(desk.folder / "a.csv"), str(desk.folder / "b.csv")])
    assert counts(import_drafts(desk.log, both)) == (2, 0, 2, 0)


def test_a_number_that_is_used_again_is_asked_about(desk: Desk) -> None:
    desk.take(GOOD)
    report = desk.take(GOOD.replace('2026-05-02,"Jun, Ara"', '2026-06-06,"Jun, Bo"'))
    assert counts(report) == (0, 1, 1, 0)
    (problem,) = report.problems
    assert (problem.level, problem.line, problem.field) == ("warning", 3, "id")
    assert "another game with the same number" in problem.message
    # A day or somebody that was corrected is no other game.
    assert not desk.take(GOOD.replace('2026-05-02,"Jun, Ara"', '2026-06-06,"Bo, Jun"')).problems
    assert not desk.take(GOOD.replace('2026-05-02,"Jun, Ara"', '2026-06-06,"Ara, Jun"')).problems


def test_a_day_before_the_game_came_out_is_pointed_out(desk: Desk) -> None:
    report = desk.take("date,total\n2009-12-31,7\n2010-01-01,8\n")
    assert counts(report) == (2, 0, 0, 0)
    assert [(p.line, p.field, p.level) for p in report.problems] == [(2, "date", "warning")]


def test_one_bad_row_keeps_everything_out(desk: Desk) -> None:
    report = desk.take(MIXED)
    assert report.failed
    assert counts(report) == (0, 0, 0, 2)
    assert [(p.line, p.field) for p in report.problems] == [
        (4, "strikes"),
        (4, "players"),
        (4, "stacks"),
        (5, "strikes"),
    ]
    assert not desk.games
    assert not load_players(desk.log.connection)


def test_bad_rows_can_be_left_out(desk: Desk) -> None:
    report = desk.take(MIXED, skip_bad=True)
    assert not report.failed
    assert counts(report) == (2, 0, 0, 2)
    assert len(desk.games) == 2
    assert report.as_json()["problems"][0] == {
        "file": str(desk.folder / "sheet.csv"),
        "line": 4,
        "field": "strikes",
        "message": "'x' is no whole number",
        "level": "error",
    }


def test_a_trial_stores_nothing(desk: Desk) -> None:
    assert counts(desk.take(GOOD, dry_run=True)) == (2, 0, 0, 0)
    assert not desk.games


def test_equal_rows_without_an_id_are_games_of_their_own(desk: Desk) -> None:
    text = "date,players,total\n" + '2026-05-02,"Mina, Jun",7\n' * 3
    assert counts(desk.take(text)) == (3, 0, 0, 0)
    assert counts(desk.take(text)) == (0, 0, 3, 0)
    assert counts(desk.take(text + '2026-05-02,"Mina, Jun",7\n')) == (1, 0, 3, 0)
    assert len({game.source for game in desk.games}) == 4


def test_the_same_id_twice_in_a_file_is_an_error(desk: Desk) -> None:
    report = desk.take("id,total\n7,1\n8,2\n7,3\n")
    (problem,) = [p for p in report.problems if p.level == "error"]
    assert (problem.line, problem.field) == (4, "id")
    assert "line 2" in problem.message


def test_pieces_of_a_file_know_of_each_other(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "PIECE", 2)
    text = "date,players,total,id\n" + "".join(f"2026-05-02,P{i % 3}&Q,7,\n" for i in range(7))
    assert counts(desk.take(text)) == (7, 0, 0, 0)
    assert counts(desk.take(text)) == (0, 0, 7, 0)
    assert desk.take("id,total\n1,5\n2,6\n3,7\n1,5\n").failed


def test_a_changed_row_moves_only_what_changed(desk: Desk) -> None:
    desk.take(GOOD)
    first, second = desk.games
    text = GOOD.replace("5,4,4,3,2,1,first", "5,4,4,4,2,2,first").replace("Ara", "Bo")
    assert counts(desk.take(text)) == (0, 2, 0, 0)
    changed, other = desk.games
    assert (changed.id, changed.logged_at) == (first.id, first.logged_at)
    assert changed.end.stacks == {"R": 5, "Y": 4, "G": 4, "B": 4, "W": 2}
    assert (changed.end.strikes, changed.result.points) == (2, 19)
    assert [player.name for player in other.players] == ["Jun", "Bo"]
    assert other.result == second.result
    assert counts(desk.take(text)) == (0, 0, 2, 0)


def edit(desk: Desk, game: Game, **facts: Any) -> Game:
    """The game after somebody changed it in the log."""
    after = replace(game, **facts)
    rules = {game.digest: desk.log.rulebook.ruleset(game.ruleset)}
    with desk.log.change("edit") as batch:
        change_game(desk.log.connection, game, after, rules, batch)
    return after


def test_edits_made_here_win(desk: Desk) -> None:
    desk.take(GOOD)
    game = desk.games[0]
    edit(desk, game, note="ours", place="cellar")
    text = GOOD.replace("3,2,1,first", "3,2,2,theirs")
    assert counts(desk.take(text)) == (0, 1, 1, 0)
    changed = desk.games[0]
    assert (changed.note, changed.place, changed.end.strikes) == ("ours", "cellar", 2)
    assert counts(desk.take(text.replace("theirs", "again"))) == (0, 0, 2, 0)
    assert desk.games[0].note == "ours"


def test_an_edit_that_was_taken_back_is_no_edit(desk: Desk) -> None:
    desk.take(GOOD)
    edit(desk, desk.games[0], note="ours")
    undo(desk.log)
    assert counts(desk.take(GOOD.replace("first", "theirs"))) == (0, 1, 1, 0)
    assert desk.games[0].note == "theirs"


def test_what_was_kept_is_told(desk: Desk) -> None:
    desk.take(GOOD)
    edit(desk, desk.games[0], note="ours")
    edit(desk, desk.games[1], note="ours as well, of which the file says nothing")
    report = desk.take(GOOD, entries=9)
    assert (counts(report), report.kept) == ((0, 0, 2, 0), 1)
    assert [entry.why for entry in report.entries] == [("kept as it was changed here: note",), ()]
    report = desk.take(GOOD.replace("first", "theirs").replace("3,2,1", "3,2,2"), entries=9)
    assert (counts(report), report.kept) == ((0, 1, 1, 0), 1)
    assert report.entries[0].why[-1] == "kept as it was changed here: note"
    desk.log.connection.execute("UPDATE games SET deleted_at = 1 WHERE source = 'csv:b'")
    report = desk.take(GOOD, entries=9)
    assert report.kept == 2
    assert report.entries[1].why == ("deleted here, and stays so",)


def test_what_an_undo_took_back_the_file_may_say_again(desk: Desk) -> None:
    desk.take(GOOD)
    wrong = GOOD.replace("first", "wrong")
    assert counts(desk.take(wrong)) == (0, 1, 1, 0)
    undo(desk.log)
    assert desk.games[0].note == "first"
    assert counts(desk.take(GOOD)) == (0, 0, 2, 0)
    assert counts(desk.take(GOOD.replace("first", "right"))) == (0, 1, 1, 0)
    undo(desk.log)
    assert counts(desk.take(wrong)) == (0, 1, 1, 0)
    assert desk.games[0].note == "wrong"


def test_a_change_that_fits_no_edit_is_refused(desk: Desk) -> None:
    desk.take(GOOD)
    game = desk.games[0]
    edit(desk, game, end=replace(game.end, strikes=3))
    report = desk.take(GOOD.replace("5,4,4,3,2,1", "5,5,5,5,5,1"))
    assert report.failed
    assert [(p.line, p.field) for p in report.problems] == [(2, "strikes")]
    assert desk.games[0].end.stacks == game.end.stacks


def test_deleted_games_stay_deleted(desk: Desk) -> None:
    desk.take(GOOD)
    desk.log.connection.execute("UPDATE games SET deleted_at = 1 WHERE source = 'csv:a'")
    assert counts(desk.take(GOOD.replace("first", "revived"))) == (0, 0, 2, 0)
    assert len(desk.games) == 1


def test_an_import_that_was_undone_can_be_repeated(desk: Desk) -> None:
    desk.take(GOOD)
    undo(desk.log)
    assert not desk.games
    assert counts(desk.take(GOOD)) == (2, 0, 0, 0)


def test_a_person_renamed_here_keeps_the_name(desk: Desk) -> None:
    desk.take(GOOD)
    with desk.log.change("players rename") as batch:
        mina = find_player(desk.log.connection, "Mina")
        assert mina is not None
        change_player(desk.log.connection, mina, replace(mina, name="Minah"), batch)
    assert counts(desk.take(GOOD.replace("first", "other"))) == (0, 1, 1, 0)
    assert [player.name for player in desk.games[0].players] == ["Minah", "Jun"]
    assert find_player(desk.log.connection, "Mina") is None


def test_a_game_made_here_is_kept_and_the_difference_told(desk: Desk) -> None:
    game = add(desk.log, note="ours", date="2026-05-02")
    line = f'{{"id": "{game.id}", "date": "2026-05-02", "note": "theirs", "outcome": "finished",'
    same = line.replace("theirs", "ours") + ' "points": 18}\n'
    assert counts(desk.take(same, "a.jsonl")) == (0, 0, 1, 0)
    report = desk.take(line + ' "score": 18}\n', "a.jsonl", skip_bad=True)
    assert counts(report) == (0, 0, 1, 0)
    assert desk.games == [replace(game, warnings=())]
    # The file was read before; now it is the file that changed, and the log was first.
    assert not report.problems


def test_a_first_difference_is_a_warning(desk: Desk) -> None:
    game = add(desk.log, note="ours")
    report = desk.take(
        f'{{"id": "{game.id}", "note": "theirs", "strikes": 2, "score": 1}}\n', "a.jsonl"
    )
    (problem,) = report.problems
    assert problem.level == "warning"
    for fact in ("note", "strikes", "total"):
        assert fact in problem.message


def test_our_own_files_do_not_disturb_what_a_sheet_said(desk: Desk) -> None:
    desk.take(GOOD, group="Attic")
    game = desk.games[0]
    own = f'{{"id": "{game.id}", "group": "Attic", "note": "first", "strikes": 1, "total": 18}}\n'
    assert counts(desk.take(own, "own.jsonl")) == (0, 0, 1, 0)
    assert counts(desk.take(GOOD)) == (0, 0, 2, 0)
    assert desk.games[0] == game


def test_a_bare_total_beyond_the_rules_leaves_them_unknown(desk: Desk) -> None:
    report = desk.take('players,total\n"Mina, Jun",28\n"Mina, Jun",25\n', ruleset="basic")
    assert counts(report) == (2, 0, 0, 0)
    (problem,) = report.problems
    assert (problem.line, problem.level) == (2, "warning")
    assert sorted(game.ruleset for game in desk.games) == ["basic", "unknown"]
    assert desk.take("total\n31\n").failed


def test_what_rows_do_not_say_is_filled_in(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('[defaults]\ngroup = "Cellar"\nruleset = "rnr"\n')
    text = "id,group,ruleset,total\n1,,,5\n2,Own,pocket,6\n"
    desk.take(text, map_file=str(tmp_path / "map.toml"))
    said = {g.source: (g.group and g.group.name, g.ruleset) for g in desk.games}
    assert said == {"csv:1": ("Cellar", "rnr"), "csv:2": ("Own", "pocket")}
    # What was filled in is not what the sheet said, so another default moves nothing.
    assert counts(desk.take(text, group="Attic")) == (0, 0, 2, 0)
    assert counts(desk.take(text.replace("1,,", "1,Own,"))) == (0, 1, 1, 0)


def test_options_come_before_the_map_and_the_config_last(tmp_path: Path) -> None:
    config = Config(group="Config", ruleset="abacus")
    (tmp_path / "map.toml").write_text('[defaults]\ngroup = "Map"\n')
    with open_club(tmp_path / "club.db", config) as log:
        desk = Desk(log, tmp_path)
        desk.take("id,total\n1,5\n")
        desk.take("id,total\n2,5\n", map_file=str(tmp_path / "map.toml"))
        desk.take(
            "id,total\n3,5\n", map_file=str(tmp_path / "map.toml"), group="Said", ruleset="rnr"
        )
        desk.take('{"score": 5, "group": null, "source": "j"}\n', "a.jsonl")
        said = {g.source: (g.group and g.group.name, g.ruleset) for g in desk.games}
    assert said == {
        "csv:1": ("Config", "abacus"),
        "csv:2": ("Map", "abacus"),
        "csv:3": ("Said", "rnr"),
        "j": (None, "abacus"),
    }


def test_an_unknown_ruleset_is_refused_before_anything_is_read(desk: Desk) -> None:
    with pytest.raises(InvalidInput):
        desk.take(GOOD, ruleset="bsic")
    report = desk.take("total,ruleset\n5,bsic\n")
    assert [(p.line, p.field) for p in report.problems] == [(2, "ruleset")]


def test_one_person_under_two_names_is_not_seated_twice(desk: Desk) -> None:
    desk.take(GOOD)
    connection = desk.log.connection
    connection.execute(
        "INSERT INTO aliases (key, name, player_pk) SELECT 'mi', 'Mi', pk FROM players"
        " WHERE key = 'mina'"
    )
    report = desk.take('id,players,total\nz,"Mina, Mi",5\n')
    assert [(p.field, p.level) for p in report.problems] == [("players", "error")]
    assert counts(desk.take("id,players,total\nz,Mi & Jun,5\n")) == (1, 0, 0, 0)
    assert {player.name for game in desk.games for player in game.players} == {"Mina", "Jun", "Ara"}


def test_look_alikes_are_warnings_once_a_pair(desk: Desk) -> None:
    add(desk.log, players="Jonathan, Mina")
    report = desk.take(
        'id,group,players,total\n1,Atttic,"Jonatan, Mina",5\n2,Attic,"Jonatan, Jonathon",6\n'
    )
    warnings = [(p.line, p.field, p.message) for p in report.problems]
    assert [(line, field) for line, field, _message in warnings] == [
        (2, "players"),
        (3, "players"),
        (3, "group"),
    ]
    assert warnings[0][2].startswith("Jonatan is new here, but looks like Jonathan; if they")
    assert 'hanabi-log players merge "Jonatan" "Jonathan"' in warnings[0][2]
    assert 'hanabi-log groups move-games "Attic" "Atttic" --drop' in warnings[2][2]
    assert counts(report) == (2, 0, 0, 0)


NAMES = st.lists(st.text("abnoJ-n é", min_size=1, max_size=6), min_size=1, max_size=12, unique=True)


@given(NAMES, st.integers(0, 12))
def test_near_names_are_the_look_alikes(names: list[str], known: int) -> None:
    near = near_names(names[:known], names[known:])
    for place, name in enumerate(names[known:], known):
        expected = look_alikes(name, names[:place])
        found = near.get(name, [])
        assert set(found) <= set(expected)
        assert len(found) == min(len(expected), 5)


RULEBOOK = Rulebook()
TODAY = date(2026, 11, 28)
COMPLETE = st.sampled_from(["RYGBW", "RYGBWK", "WYGBR"]).flatmap(
    lambda suits: st.fixed_dictionaries({suit: st.sampled_from([5, 4, 1, 0]) for suit in suits})
)
DRAFTS = st.fixed_dictionaries(
    {
        "date": st.sampled_from([None, "2026-05-02", "2026-02-30", "2027-01-01", "never"]),
        "group": st.sampled_from([None, "", " Attic "]),
        "players": st.lists(
            st.sampled_from([None, "Mina", "mina ", "Jun", "", "Ara", "Bo", "Mina Jun"]), max_size=6
        ).map(tuple),
        "guests": st.sampled_from([0, 1, 2, -1, 11]),
        "ruleset": st.sampled_from(
            [None, "basic", "BASIC", "rnr+expert", "baobab+black", "unknown", "x"]
        ),
        "stacks": st.sampled_from([None, "54432", "55555", "x"])
        | COMPLETE
        | st.dictionaries(
            st.sampled_from("RYGBWK"),
            st.integers(0, 6) | st.sampled_from([True, 1.0, "1", None]),
            max_size=6,
        ),
        "strikes": st.sampled_from([None, 0, 1, 3, 4]),
        "outcome": st.sampled_from(
            [None, "won", "defeat", "finished", "Struck-out", "abandoned", "x"]
        ),
        "total": st.sampled_from([None, 0, 18, 25, 31]),
        "hints": st.sampled_from([None, 0, 8, 9]),
        "deck": st.sampled_from([None, 0, 3]),
        "discards": st.sampled_from([None, "", "R1 R1", "Q9"]),
        "minutes": st.sampled_from([None, 0, 4, 5, 30, 1440, 1441]),
        "talk": st.sampled_from([None, "strict", "loud"]),
        "tags": st.sampled_from([(), ("late",), ("two words",)]),
        "note": st.sampled_from([None, "", "plain", "two\nlines", "\x1b[31mred\u200b", "\x07"]),
        "place": st.sampled_from([None, "home", "ho\x00me"]),
        "file": st.just("f.csv"),
        "line": st.integers(1, 9),
    }
).map(lambda facts: Draft(**facts))


@given(st.lists(DRAFTS, min_size=1, max_size=4))
def test_remembering_changes_no_answer(drafts: list[Draft]) -> None:
    settler = Settler(RULEBOOK, TODAY)
    for draft in drafts * 2:
        settled, problems = settle(draft, RULEBOOK, TODAY)
        remembered, found = settler.settle(draft, draft.group, draft.ruleset)
        assert sorted(map(str, found)) == sorted(map(str, problems))
        if settled is None:
            assert remembered is None
        else:
            assert remembered is not None
            assert remembered._replace(warnings=()) == settled._replace(warnings=())


def test_many_problems_are_counted_beyond_a_limit(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake_report, "MOST_PROBLEMS", 2)
    report = desk.take("id,total\n" + "".join(f"{i},x\n" for i in range(5)))
    assert report.failed
    assert report.skipped == 5
    assert len(report.problems) == 3
    assert report.problems[-1].message == "8 more problems are not listed"


def test_the_groups_ruleset_is_used(desk: Desk) -> None:
    desk.take("id,group,total\n1,Attic,5\n")
    desk.log.connection.execute("UPDATE groups SET ruleset = 'cocktail'")
    assert find_group(desk.log.connection, "Attic") is not None
    desk.take("id,group,total\n2,attic,5\n")
    assert {game.source: game.ruleset for game in desk.games} == {
        "csv:1": "basic",
        "csv:2": "cocktail",
    }
    assert len(load_rulesets(desk.log.connection)) == 2
