"""A league's table: rows of one game put together, and rows that do not fit each other."""

from __future__ import annotations

import pytest

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.importers.league import is_league, read
from hanabi_log.records import Draft

HEADINGS = (
    "game_id,player_name,variant_name,number_of_suits,number_of_players,score,max_score,rating"
)


def table(*rows: str, headings: str = HEADINGS) -> tuple[list[Draft], list[Problem]]:
    """The drafts and the problems of a table."""
    items = list(read(iter([f"{line}\n" for line in (headings, *rows)]), file="l.csv"))
    return (
        [item for item in items if isinstance(item, Draft)],
        [item for item in items if isinstance(item, Problem)],
    )


def test_the_rows_of_a_game_are_one_game() -> None:
    drafts, problems = table(
        "7,Ada,No Variant,5,3,25,1,1200.5",
        "8,Ada,Omni (6 Suits),6,2,30,1,1210",
        "7,Bo,No Variant,5,3,25,1,1300",
        "",
        "9,Bo,White Reversed (6 Suits),6,2,28,0,1301",
        "8,Cy,Omni (6 Suits),6,2,30,1,1100",
        "7,Cy,No Variant,5,3,25,1,1111",
        "9,Cy,White Reversed (6 Suits),6,2,28,0,1111",
    )
    assert not problems
    plain, omni, black = drafts
    assert (plain.source, plain.players, plain.line) == ("league:7", ("Ada", "Bo", "Cy"), 2)
    assert (plain.ruleset, plain.total, plain.outcome) == ("hanablive", 25, "perfect")
    assert (omni.ruleset, omni.total, omni.outcome) == ("unknown", 30, None)
    assert omni.note == "Omni (6 Suits), max. 30"
    assert (black.ruleset, black.total, black.date) == ("hanablive+black", 23, None)


def test_nought_may_be_anything_and_players_outside_the_league_are_guests() -> None:
    (draft,), problems = table("7,Ada,No Variant,5,3,0,0,1")
    assert (draft.total, draft.outcome, draft.guests, problems) == (0, None, 2, [])


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        (["7,Ada,No Variant,5,2,20,0,1", "7,Bo,No Variant,5,2,21,0,1"], "score"),
        (["7,Ada,No Variant,5,2,20,0,1", "7,Bo,6 Suits,5,2,20,0,1"], "variant_name"),
        (["7,Ada,No Variant,5,1,20,0,1", "7,Bo,No Variant,5,1,20,0,1"], None),
        (["7,Ada,No Variant,6,2,20,0,1"], None),
        (["7,Ada,No Variant,5,2,26,0,1"], None),
        (["7,Ada,No Variant,5,2,25,0,1"], None),
        (["7,Ada,No Variant,5,2,24,1,1"], None),
        (["7,Ada,No Variant,5,2,x,0,1"], None),
        (["7,Ada,No Variant,5,999999999,20,0,1"], None),
        (["7,Ada,No Variant"], None),
        ([",Ada,No Variant,5,2,20,0,1"], None),
        (["7,,No Variant,5,2,20,0,1"], None),
    ],
)
def test_rows_that_do_not_fit_are_problems(rows: list[str], field: str | None) -> None:
    drafts, (problem,) = table(*rows)
    assert (drafts, problem.field, problem.level) == ([], field, "error")


def test_a_broken_end_keeps_the_games_before_it() -> None:
    drafts, problems = table("7,Ada,No Variant,5,1,20,0,1", "8," + "x" * 200_000)
    assert len(drafts) == 1
    assert [problem.line for problem in problems] == [3]


def test_it_is_told_by_its_headings() -> None:
    assert is_league(f"\ufeff{HEADINGS}\n7,Ada\n")
    assert is_league(HEADINGS.replace(",", ";").upper())
    assert not is_league("date,players,score\n")
    with pytest.raises(InvalidInput) as caught:
        table(headings="game_id,score")
    assert "player_name" in caught.value.problems[0].message


def test_a_quote_that_is_left_open_is_told_where_it_begins() -> None:
    rows = [
        "7,Ada,No Variant,5,1,20,0,1",
        '8,"Bo,No Variant,5,1,20,0,1',
        "9,Cy,No Variant,5,1,20,0,1",
    ]
    drafts, (problem,) = table(*rows)
    assert [draft.source for draft in drafts] == ["league:7"]
    assert problem.line == 3
    assert "quotes" in problem.message
