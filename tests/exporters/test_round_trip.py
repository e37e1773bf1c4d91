"""Out and in again: JSONL loses nothing, a sheet nothing that it has a column for."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanabi_log.config import Config
from hanabi_log.errors import InvalidInput
from hanabi_log.exporters.registry import Export, write
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.records import Draft, Game
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, open_club

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
NOTES = st.none() | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
NAMES = ["Mina", "준", "Zoë", "O'Brien, Pat", "=cmd", "Ara 2"]
PEOPLE = st.lists(st.sampled_from(NAMES), max_size=4, unique=True)
TAGS = st.lists(st.sampled_from(["late", "#1", "첫판"]), max_size=2, unique=True).map(tuple)


@st.composite
def ends(draw: st.DrawFn) -> dict[str, Any]:
    """The part of a draft that the rules look at; some of them break one."""
    ruleset = draw(st.sampled_from(["basic", "rnr+expert", "baobab+black", "pocket+rainbow+bonus"]))
    codes = {"baobab+black": "RYGBWK", "pocket+rainbow+bonus": "RYGBWM"}.get(ruleset, "RYGBW")
    kind = draw(st.sampled_from(["stacks", "stacks", "total", "outcome", "unknown"]))
    if kind == "unknown":
        return {"ruleset": "unknown", "total": draw(st.integers(0, 30))}
    if kind == "total":
        said = draw(st.sampled_from([None, "struck_out", "abandoned"]))
        return {"ruleset": ruleset, "total": draw(st.integers(0, 25)), "outcome": said}
    if kind == "outcome":
        return {"ruleset": ruleset, "outcome": draw(st.sampled_from(["perfect", "struck_out"]))}
    stacks = {code: draw(st.integers(0, 5)) for code in codes}
    return {
        "ruleset": ruleset,
        "stacks": stacks,
        "strikes": draw(st.none() | st.integers(0, 3)),
        "outcome": draw(st.sampled_from([None, None, "abandoned", "won", "defeat"])),
        "hints": draw(st.none() | st.integers(1, 8)),
        "discards": draw(st.sampled_from([None, None, "", "R1", "R1 R1 Y3"])),
    }


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A game that somebody may have logged, guests in any seat."""
    people: list[str | None] = [*draw(PEOPLE)]
    for _guest in range(draw(st.integers(0, 5 - len(people)))):
        people.insert(draw(st.integers(0, len(people))), None)
    return Draft(
        players=tuple(people),
        date=draw(st.sampled_from(["2026-05-02", "2026-05-09"])),
        minutes=draw(st.none() | st.integers(0, 90)),
        talk=draw(st.sampled_from([None, "strict", "relaxed"])),
        place=draw(st.none() | WORDS),
        note=draw(NOTES),
        tags=draw(TAGS),
        excluded=draw(st.none() | WORDS),
        source=draw(st.none() | WORDS),
        **draw(ends()),
    )


def logged(log: Log, wanted: list[Draft]) -> list[Game]:
    """The games of those drafts that break no rule."""
    sources = set[str | None]()
    for draft in wanted:
        source = None if draft.source in sources else draft.source
        sources.add(source)
        with suppress(InvalidInput):
            add_game(log, draft._replace(source=source, group="Attic"), new=True)
    return load_games(log.connection)


def facts(game: Game) -> Game:
    """The game without what another log may number differently, and the hour of logging."""
    seats = tuple(player and replace(player, id="") for player in game.seats)
    group = game.group and replace(game.group, id="")
    return replace(game, seats=seats, group=group, logged_at=0)


def text_of(log: Log, format_: str) -> str:
    """The games of a log as an export writes them."""
    stream = io.StringIO()
    write(Export(load_games(log.connection), stored_rulesets(log)), format_, stream)
    return stream.getvalue()


@contextmanager
def read_back(text: str, path: Path, **options: Any) -> Iterator[Log]:
    """A log that was empty and has read a text."""
    path.write_text(text, encoding="utf-8", newline="")
    with open_club(":memory:") as log:
        report = import_drafts(log, read_files([str(path)], format=path.suffix[1:]), **options)
        assert not report.failed, report.problems
        yield log


@given(st.lists(drafts(), max_size=5))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_jsonl_is_lossless(tmp_path: Path, wanted: list[Draft]) -> None:
    with open_club(":memory:") as log:
        games = logged(log, wanted)
        text = text_of(log, "jsonl")
    if not games:
        assert text == ""
        return
    with read_back(text, tmp_path / "games.jsonl") as back:
        assert [facts(game) for game in load_games(back.connection)] == [
            facts(game) for game in games
        ]
        assert text_of(back, "jsonl") == text


@given(st.lists(drafts(), min_size=1, max_size=5))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_sheet_keeps_what_it_has_columns_for(tmp_path: Path, wanted: list[Draft]) -> None:
    with open_club(":memory:") as log:
        games = logged(log, wanted)
        text = text_of(log, "csv")
    if not games:
        return
    with read_back(text, tmp_path / "games.csv") as other:
        back = load_games(other.connection)
    without = {"source", "excluded", "counted", "discards", "note", "place"}

    def shown(game: Game) -> dict[str, Any]:
        return {key: value for key, value in game.as_json().items() if key not in without}

    assert [shown(game) for game in back] == [shown(game) for game in games]
    for one, game in zip(back, games, strict=True):
        assert (one.note or "") == (game.note or "").strip()
        assert [player and player.name for player in one.seats] == [
            player and player.name for player in game.seats
        ]


def test_a_line_holds_no_more_keys_than_it_needs() -> None:
    with open_club(":memory:") as log:
        game = add(log, "54432", "Mina, guest, Jun", strikes=1, tags=("late",))
        line = json.loads(text_of(log, "jsonl"))
    assert line["players"] == ["Mina", None, "Jun"]
    assert (line["guests"], line["outcome"]) == (1, "finished")
    assert line.keys() == game.as_json().keys()


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ({"stacks": "54432", "strikes": 1, "outcome": "finished"}, {"said": "finished"}),
        ({"stacks": "54432", "strikes": 1, "outcome": "abandoned"}, {}),
        ({"stacks": "54432", "strikes": 1, "total": 18}, {"total": 18}),
        ({"stacks": "", "strikes": None, "total": 12, "outcome": "struck_out"}, {}),
        ({"stacks": "", "strikes": None, "total": 12}, {}),
        ({"stacks": "", "strikes": None, "outcome": "perfect"}, {"total": None}),
    ],
)
def test_what_the_usual_keys_do_not_give_back_has_keys_of_its_own(
    tmp_path: Path, said: dict[str, Any], more: dict[str, Any]
) -> None:
    with open_club(":memory:") as log:
        game = add(log, **said)
        text = text_of(log, "jsonl")
    line = json.loads(text)
    assert {key: line[key] for key in line.keys() - game.as_json().keys()} == more
    with read_back(text, tmp_path / "games.jsonl") as back:
        (again,) = load_games(back.connection)
    assert again.end == game.end


def test_house_rules_travel_with_their_games(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    house = tmp_path / "rulesets" / "attic.toml"
    house.write_text('extends = "basic"\nstruck_out = -3\nfloor = -10\ntitle = "Attic rules"\n')
    config = Config(folder=str(tmp_path))
    with open_club(tmp_path / "club.db", config) as log:
        add(log, "11000", strikes=3, ruleset="attic", date="2026-05-01")
        add(log, "544325", strikes=1, ruleset="attic+black", date="2026-05-02")
        add(log, "54432", strikes=1, date="2026-05-03")
        games = load_games(log.connection)
        text = text_of(log, "jsonl")
        assert ["definition" in json.loads(line) for line in text.splitlines()] == [1, 1, 0]
        # Another definition under the same name is another ruleset.
        house.write_text('extends = "basic"\nstruck_out = 7\n')
        path = tmp_path / "again.jsonl"
        path.write_text(text)
        report = import_drafts(log, read_files([str(path)]))
        assert (report.unchanged, report.problems) == (3, ())
    with read_back(text, tmp_path / "games.jsonl") as back:
        assert [facts(game) for game in load_games(back.connection)] == [
            facts(game) for game in games
        ]
        assert text_of(back, "jsonl") == text
    assert games[0].result.score == -3


def test_a_definition_that_is_no_ruleset_is_a_bad_row(tmp_path: Path) -> None:
    line = {"ruleset": "attic", "stacks": {"R": 5}, "strikes": 0, "definition": {"spec": "Attic!"}}
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(line) + "\n")
    with open_club(":memory:") as log:
        report = import_drafts(log, read_files([str(path)]))
    assert report.failed
    assert {"definition.spec", "definition.suits"} <= {problem.field for problem in report.problems}


def test_a_sheet_is_for_people_and_spreadsheets() -> None:
    with open_club(":memory:") as log:
        add(log, "54432", "Mina, guest", strikes=1, note="=HYPERLINK(1)", date="2026-05-02")
        text = text_of(log, "csv")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["players"] == "Mina, guest"
    assert row["note"] == "'=HYPERLINK(1)"
    assert (row["R"], row["W"], row["M"], row["total"]) == ("5", "2", "", "18")
    assert (row["outcome"], row["date"], row["guests"]) == ("finished", "2026-05-02", "1")


@pytest.mark.parametrize("names", [("A & B", None), ("guest", None, "'손님"), ("'Guest", "guest")])
def test_names_like_separators_and_guests_survive_a_sheet(
    tmp_path: Path, names: tuple[str | None, ...]
) -> None:
    with open_club(":memory:") as log:
        add_game(log, Draft(stacks="54432", players=names, strikes=0), new=True)
        text = text_of(log, "csv")
    assert ("player1,player2" in text) == ("A & B" in names)
    with read_back(text, tmp_path / "games.csv") as back:
        (game,) = load_games(back.connection)
    assert tuple(player and player.name for player in game.seats) == names


def test_control_characters_reach_no_terminal() -> None:
    note = "bell\x07 \x1b[31mred\x9b0m nul\0 end"
    with open_club(":memory:") as log:
        game = add(log, note="plain")
        export = Export([replace(game, note=note)], stored_rulesets(log))
    for format_ in ("jsonl", "csv"):
        stream = io.StringIO()
        write(export, format_, stream)
        assert not {c for c in stream.getvalue() if unicodedata.category(c) == "Cc"} - {*"\r\n"}
        if format_ == "jsonl":
            assert json.loads(stream.getvalue())["note"] == note


def test_reading_our_own_files_again_changes_nothing(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        add(log, "54432", "Mina, guest, Jun", strikes=1, minutes=30)
        add(log, "", "Mina, Jun", total=12, strikes=None, outcome="struck_out")
        add(log, "", "Mina, Jun", strikes=None, outcome="perfect")
        games = load_games(log.connection)
        for format_ in ("jsonl", "csv"):
            path = tmp_path / f"games.{format_}"
            path.write_text(text_of(log, format_), encoding="utf-8-sig")
            report = import_drafts(log, read_files([str(path)]))
            assert (report.added, report.changed, report.unchanged) == (0, 0, 3)
            assert not report.problems
        assert load_games(log.connection) == games


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no format"):
        write(Export([]), "xml", io.StringIO())
    with pytest.raises(InvalidInput, match="screen"):
        write(Export([]), "parquet", io.StringIO())
