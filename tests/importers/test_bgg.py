"""Plays of BoardGameGeek in all their forms, and its lists that hold none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.importers import bgg_csv, bgg_json, bgg_xml
from hanabi_log.importers.bgg import read_play
from hanabi_log.importers.items import PassedOver
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.log import Log
from hanabi_log.records import Draft
from hanabi_log.storage.games import load_games
from tests.importers.logged import FIXTURES, counts, found_in, take
from tests.logbook.logs import open_club


@pytest.fixture
def log() -> Iterator[Log]:
    with open_club(":memory:") as opened:
        yield opened


def test_xml_page_after_page(log: Log) -> None:
    found = found_in("bgg-plays.xml")
    assert [(p.line, p.field, p.level) for p in found.problems] == [
        (14, "quantity", "error"),
        (17, "score", "warning"),
        (22, "date", "error"),
        (23, "score", "warning"),
    ]
    assert found.passed_over == ["another game: Harbour Masters"]
    first = found.drafts[0]
    assert (first.source, first.date, first.minutes) == ("bgg:71", "2025-05-03", 25)
    assert (first.place, first.note) == ("Börse & Co", "a spark <left>")
    assert first.players == ("Nuri", "Bori", None)
    assert (first.total, first.outcome, first.ruleset) == (22, None, None)
    assert counts(take(log, "bgg-plays.xml")) == (0, 0, 0, 3)
    assert counts(take(log, "bgg-plays.xml", skip_bad=True)) == (6, 0, 0, 3)
    assert counts(take(log, "bgg-plays.xml", skip_bad=True)) == (0, 0, 6, 3)


def test_a_play_that_stands_for_two_games_without_a_score_is_two() -> None:
    twice = [d for d in found_in("bgg-plays.xml").drafts if d.source in ("bgg:72", "bgg:72:2")]
    assert [draft.players for draft in twice] == [("Nuri", None), ("Nuri", None)]
    assert [draft.total for draft in twice] == [None, None]


def test_incomplete_uncounted_and_wordy_plays(log: Log) -> None:
    take(log, "bgg-plays.xml", skip_bad=True)
    games = {game.source: game for game in load_games(log.connection)}
    abandoned, wordy, many = games["bgg:74"], games["bgg:75"], games["bgg:78"]
    assert (abandoned.result.outcome, abandoned.seats) == ("abandoned", ())
    assert wordy.result.knowledge == "outcome"
    assert not wordy.counted
    assert wordy.excluded == "not in the win statistics of BoardGameGeek"
    assert (many.result.points, many.ruleset) == (29, "unknown")


def test_the_list_of_the_site(log: Log) -> None:
    first, second, third, last = found_in("bgg-list.csv").drafts
    assert first.players == ("Nuri", "bori k", "Jo (the tall)")
    assert (first.total, first.tags, first.note) == (21, ("calm", "windy"), None)
    assert (first.place, first.minutes) == ("Pier", 25)
    assert [second.source, third.source] == ["bgg:802", "bgg:802:2"]
    assert (second.total, second.place, second.minutes) == (None, None, None)
    assert (last.outcome, last.note, last.players) == ("abandoned", "it rained", ())
    assert counts(take(log, "bgg-list.csv")) == (4, 0, 0, 1)
    assert {p.name for game in load_games(log.connection) for p in game.players} == {
        *("Nuri", "bori k", "Jo (the tall)"),
    }


def test_the_same_play_in_two_forms_is_one_game(log: Log, tmp_path: Path) -> None:
    take(log, "bgg-converted.json")
    path = tmp_path / "plays.xml"
    path.write_text(
        '<plays><play id="91" date="2025-07-05" length="28" location="Pier"><item name="Hanabi"'
        ' objectid="98778"/><comments>humid</comments><players><player name="Nuri" score="18"/>'
        '<player name="Bori" score="18"/></players></play></plays>'
    )
    assert counts(take(log, path)) == (0, 0, 1, 0)


def test_json_of_converters() -> None:
    first, second = found_in("bgg-converted.json").drafts
    assert (first.source, first.date, first.total) == ("bgg:91", "2025-07-05", 18)
    assert (first.players, first.note, first.minutes) == (("Nuri", "Bori"), "humid", 28)
    assert (second.players, second.total) == (("Nuri",), 15)
    assert second.excluded is not None
    (third,) = found_in("bgg-script.js").drafts
    assert (third.source, third.players, third.total) == ("bgg:93", ("Bori",), 11)
    assert third.note == "alone"


@pytest.mark.parametrize(
    "document",
    [
        {"play": {"id": "5", "item": {"objectid": "98778"}, "date": "2025-07-05"}},
        {"plays": [{"id": "5", "item": {"objectid": "98778"}, "date": "2025-07-05"}]},
        [{"id": 5, "item": {"objectid": 98778}, "date": "2025-07-05"}],
        [{"plays": {"play": {"@id": "5", "item": {"@objectid": "98778"}, "@date": "2025-07-05"}}}],
        {"plays": {"@attributes": {"total": 1}, "play": [{"@attributes": {"id": "5", "date":
            "2025-07-05"}, "item": {"@attributes": {"objectid": "98778"}}}]}},
    ],
)  # fmt: skip
def test_every_spelling_of_a_converter_is_undone(document: Any) -> None:
    (draft,) = bgg_json.read(json.dumps(document), file="plays.json")
    assert isinstance(draft, Draft)
    assert (draft.source, draft.date) == ("bgg:5", "2025-07-05")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("bgg-collection.xml", "collection"),
        ("bgg-collection.csv", "collection"),
        ("nemestats-players.json", "NemeStats"),
    ],
)
def test_lists_without_plays_are_named_as_what_they_are(name: str, word: str) -> None:
    with pytest.raises(InvalidInput, match="holds no plays") as caught:
        read_files([str(FIXTURES / name)])
    assert word in caught.value.problems[0].message


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
    "<plays><play id='1'><comments>&b;</comments></play></plays>"
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BOMB, 1),
        ('<!DOCTYPE plays SYSTEM "file:///etc/hostname"><plays/>', 1),
        ("<plays>\n<play>\n</plays>", 3),
        ("<plays>&nope;</plays>", 1),
        ("<plays/>\n<games/>", 2),
        ("<games/>", 1),
        ("", 1),
    ],
)
def test_xml_that_is_none_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(bgg_xml.read(text, file="plays.xml"))
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("plays.xml", line)


@pytest.mark.parametrize(
    "text",
    ["<plays>" + "<a>" * 3_000_001, "<plays/>" * 10_001, f"<plays {'a' * 70_000}=''/>"],
    ids=["deep", "pages", "tag"],
)
def test_xml_that_would_fill_the_memory_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(bgg_xml.read(text, file="plays.xml"))
    assert "more tags" in caught.value.problems[0].message


def test_a_line_with_many_plays_keeps_good_and_bad_apart(log: Log, tmp_path: Path) -> None:
    play = '<play id="{}" date="{}"><item objectid="98778"/></play>'
    path = tmp_path / "plays.xml"
    days = ["2025-01-01", "never", "2025-01-02", "soon"]
    path.write_text(f"<plays>{''.join(map(play.format, range(4), days))}</plays>")
    assert counts(take(log, path, skip_bad=True)) == (2, 0, 0, 2)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"quantity": "0"}, "quantity"),
        ({"quantity": "1000000"}, "quantity"),
        ({"quantity": "-1"}, "quantity"),
        ({"quantity": "two"}, "quantity"),
        ({"length": "an hour"}, "length"),
        ({"date": "05/03/2025"}, "date"),
        ({"players": [7]}, "players"),
        ({"players": [{"name": ["x"]}]}, "name"),
        ({"players": [{"name": "x"}] * 101}, "players"),
    ],
)
def test_values_that_do_not_fit_are_errors(facts: dict[str, Any], field: str) -> None:
    items = list(read_play({"objectid": "98778", "players": [], **facts}, "f", 3))
    assert [(i.field, i.line) for i in items if isinstance(i, Problem)] == [(field, 3)]


def test_the_day_of_zeros_is_no_day() -> None:
    (draft,) = read_play({"objectid": "98778", "date": "0000-00-00"}, "f", 1)
    assert isinstance(draft, Draft)
    assert draft.date is None


def test_a_broken_list_keeps_what_came_before() -> None:
    head = "Play ID,Game ID,Name,Date,Plays,Players"
    lines = [head, "1,98778,Hanabi,2025-01-01,x1,Nuri (3)", "2,98778,Hanabi,2025-01-01,x1,a,b"]
    items = list(bgg_csv.read(iter([*(f"{line}\n" for line in lines), '3,"9']), file="f"))
    assert [item.line for item in items] == [2, 3, 4]
    assert [isinstance(item, Draft) for item in items] == [True, False, False]
    with pytest.raises(InvalidInput, match="cannot be read"):
        bgg_csv.read(iter(["a,b\n"]), file="f")


@given(cell=st.text("(), -x0123abc", max_size=40))
def test_no_cell_of_people_brings_it_down(cell: str) -> None:
    lines = iter(["Play ID,Game ID,Name,Date,Players\n", f'1,98778,x,2025-01-01,"{cell}"\n'])
    drafts = [item for item in bgg_csv.read(lines, file="f") if isinstance(item, Draft)]
    assert len(drafts) == 1


@given(text=st.text("<>/plays ?xml!-=\"'&;\n", max_size=60))
def test_no_text_brings_the_xml_down(text: str) -> None:
    with suppress(InvalidInput):
        items = list(bgg_xml.read(text, file="f"))
        assert all(isinstance(item, Draft | Problem | PassedOver) for item in items)
