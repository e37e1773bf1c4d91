"""Exports of BG Stats: who and what the numbers mean, and what the app has deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.importers.bgstats import read
from hanabi_log.importers.plays import is_hanabi, named_rules
from hanabi_log.logbook.editing import delete_game, edit_game, restore_game
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.undoing import undo
from hanabi_log.records import Draft
from hanabi_log.storage.games import load_games
from tests.importers.logged import counts, found_in, take
from tests.logbook.logs import open_club

SPRING, SUMMER = "bgstats-spring.json", "bgstats-summer.json"
FIRST = "bgstats:6b1d0b4e-0004-4a5a-8d53-0f5e6b6d0a01"


@pytest.fixture
def log() -> Iterator[Log]:
    with open_club(":memory:") as opened:
        yield opened


def test_a_play_with_all_that_the_app_knows() -> None:
    draft = found_in(SPRING).drafts[0]
    assert draft.source == FIRST
    assert (draft.date, draft.minutes, draft.place) == ("2025-03-01", 30, "Boat house")
    assert draft.players == ("Nuri", "Bori")
    assert (draft.total, draft.note, draft.tags) == (21, "so close", ("late_night",))
    assert (draft.ruleset, draft.outcome, draft.excluded) == (None, None, None)


def test_ignored_plays_do_not_count_and_anonymous_people_are_guests() -> None:
    draft = found_in(SPRING).drafts[1]
    assert draft.players == ("Nuri", None, None)
    assert (draft.total, draft.ruleset, draft.minutes) == (17, "rnr+rainbow", None)
    assert draft.excluded == "ignored in BG Stats"


def test_a_play_without_a_score_is_no_zero_and_who_won_is_not_believed(log: Log) -> None:
    found = found_in(SPRING)
    assert found.drafts[2].total is None
    assert [(p.field, p.level) for p in found.problems] == [("expansionPlays", "warning")]
    assert "basic+bonus" in found.problems[0].message
    assert found.passed_over == ["another game: Harbour Masters"]
    assert counts(take(log, SPRING)) == (3, 0, 0, 1)
    game = load_games(log.connection)[-1]
    assert (game.result.outcome, game.result.score, game.result.knowledge) == (
        *(None, None),
        "outcome",
    )
    assert game.ruleset == "unknown"


def test_a_later_export_adds_nothing_follows_scores_and_buries_what_was_deleted(log: Log) -> None:
    take(log, SPRING)
    assert counts(take(log, SUMMER)) == (0, 2, 0, 0)
    assert [game.result.points for game in load_games(log.connection)] == [17, 19]
    assert counts(take(log, SUMMER)) == (0, 0, 1, 0)
    assert counts(take(log, SPRING)) == (0, 1, 2, 1)
    assert len(load_games(log.connection)) == 2


def test_deletions_of_the_source_give_way_to_what_was_done_here(log: Log) -> None:
    take(log, SPRING)
    first = load_games(log.connection)[0]
    edit_game(log, first.id, {"note": "kept for the story"})
    report = take(log, SUMMER)
    assert counts(report) == (0, 1, 0, 0)
    assert ["kept" in problem.message for problem in report.problems] == [True]
    assert first.id in {game.id for game in load_games(log.connection)}


def test_what_is_restored_after_a_deletion_of_the_source_stays(log: Log) -> None:
    take(log, SPRING)
    first = load_games(log.connection)[0]
    take(log, SUMMER)
    restore_game(log, first.id)
    take(log, SUMMER)
    assert first.id in {game.id for game in load_games(log.connection)}
    delete_game(log, first.id)
    assert counts(take(log, SUMMER)) == (0, 0, 1, 0)


def test_an_import_with_deletions_is_undone_whole(log: Log) -> None:
    take(log, SPRING)
    before = load_games(log.connection)
    take(log, SUMMER)
    undo(log)
    assert load_games(log.connection) == before


def test_a_ruleset_that_is_said_is_for_plays_that_name_none(log: Log) -> None:
    take(log, SPRING, ruleset="pocket")
    assert [game.ruleset for game in load_games(log.connection)] == [
        *("pocket", "rnr+rainbow", "pocket"),
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("basic", ("basic", None)),
        (" RNR + Expert ", ("rnr+expert", None)),
        ("무지개", ("basic+rainbow", None)),
        ("rainbow cards", (None, "basic+rainbow")),
        ("Abacus, black powder", (None, "abacus+black")),
        ("black", (None, None)),
        ("kitchen table", (None, None)),
    ],
)
def test_only_a_ruleset_in_our_spelling_is_named(
    text: str, named: tuple[str | None, str | None]
) -> None:
    assert named_rules(text) == named


@pytest.mark.parametrize(
    ("number", "name", "expected"),
    [
        ("98778", "Feuerwerk", True),
        (None, "HANABI", True),
        (None, "Hanabi: Pocket Box", True),
        (None, "하나비", True),
        (None, "Hanabi & Ikebana", False),
        (None, "Hanabito", False),
        ("1", None, False),
    ],
)
def test_hanabi_is_found_by_number_then_by_name(
    number: str | None, name: str | None, expected: bool
) -> None:
    assert is_hanabi(number, name) is expected


def one_play(**facts: Any) -> tuple[list[Draft], list[Problem]]:
    play = {"uuid": "6b1d0b4e-0004-4a5a-8d53-0f5e6b6d0aff", "gameRefId": 1, **facts}
    document = {
        "games": [{"id": 1, "name": "Hanabi"}],
        "players": [{"id": 1, "name": "Nuri"}, {"id": 2, "name": "Bori"}],
        "plays": [play],
    }
    items = list(read(json.dumps(document), file="export.json"))
    return (
        [item for item in items if isinstance(item, Draft)],
        [item for item in items if isinstance(item, Problem)],
    )


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"playDate": "yesterday"}, "playDate"),
        ({"playDate": "2025-13-01 10:00:00"}, "playDate"),
        ({"playDate": ["2025"]}, "playDate"),
        ({"durationMin": "long"}, "durationMin"),
        ({"playerScores": "none"}, "playerScores"),
        ({"playerScores": [{"playerRefId": 77, "score": "3"}]}, "playerRefId"),
        ({"playerScores": [{"playerRefId": 1, "score": {"a": 1}}]}, "score"),
        (
            {"playerScores": [{"playerRefId": 1, "score": "7"}, {"playerRefId": 2, "score": "8"}]},
            "score",
        ),
        ({"board": True}, "board"),
        ({"comments": 10**30}, "comments"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_field(facts: dict[str, Any], field: str) -> None:
    _drafts, problems = one_play(**facts)
    assert [(p.field, p.level, p.file, p.line) for p in problems] == [
        (field, "error", "export.json", 1)
    ]


def test_every_bad_play_is_a_row_of_its_own(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    plays = [{"gameRefId": 1, "playDate": "x"}, {"gameRefId": 1, "playDate": "y"}, 7]
    document = {"games": [{"id": 1, "name": "Hanabi"}], "players": [], "plays": plays}
    path.write_text(json.dumps(document))
    report = take(log, path)
    assert counts(report) == (0, 0, 0, 3)
    assert [problem.line for problem in report.problems] == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    ["[]", '{"games": []}', "{", "[" * 100_000, '{"plays": {}}', f'{{"plays": {[1] * 200}}}'],
)
def test_a_document_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(read(text, file="export.json"))
    assert caught.value.problems[0].file == "export.json"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = ("playDate", "durationMin", "playerScores", "board", "comments", "uuid", "expansionPlays")


@given(facts=st.dictionaries(st.sampled_from(KEYS), JSON))
def test_no_value_brings_it_down(facts: dict[str, Any]) -> None:
    drafts, _problems = one_play(**facts)
    (draft,) = drafts
    assert draft.source
