"""What is new after a game."""

import pytest

from hanabi_log.stats.news import News, Standing, is_milestone, news
from hanabi_log.stats.plays import Play
from tests.stats.earlier import news_after, standing
from tests.stats.making import GROUPS, NAMES, game, play, plays, rows


def _kinds(before: list[Play], new: Play) -> list[str]:
    return [one.kind for one in news_after(before, new, NAMES)]


def test_the_first_game_is_no_news_of_its_own() -> None:
    assert _kinds([], play(18)) == []


def test_a_record_beats_the_same_setup() -> None:
    before = [play(18, "CD"), play(24, "ABC"), play(28, "CD", ruleset="rnr", max_score=30)]
    found = news_after(before, play(19, "AB"), NAMES)
    text = "A record for basic with 2 players: 19 of 25, after 18."
    assert found == (News("record", text),)
    assert _kinds(before, play(18, "AB")) == []
    assert _kinds(before, play(25, "AB", outcome="struck_out")) == []


def test_rulesets_may_have_names() -> None:
    found = news_after([play(18, "CD")], play(19), {"basic": "the basic game"})
    assert "for the basic game with" in found[0].text


def test_perfect_games() -> None:
    assert _kinds([play(25, "CD")], play(25)) == ["perfect_streak"]
    assert _kinds([play(18, "ABC")], play(25)) == ["first_perfect"]
    streak = news_after(plays([25, 18, 25, 25], people="CD"), play(25), NAMES)
    assert [one.text for one in streak] == ["3 perfect games in a row."]
    assert "perfect_streak" not in _kinds(plays([25, 18]), play(25))


def test_a_streak_is_a_matter_of_one_group() -> None:
    theirs = play(25, "CD", group="y")
    assert _kinds([play(25, "EF", group="x"), theirs], play(25, group="x")) == ["perfect_streak"]
    assert _kinds([play(20, "EF", group="x"), theirs], play(25, group="x")) == []


def test_a_game_logged_late_opens_no_streak() -> None:
    later = play(25, "CD", date="2026-03-01")
    assert _kinds([later], play(25, date="2026-02-01")) == []
    assert _kinds([later], play(25, date="2026-03-01")) == ["perfect_streak"]
    assert _kinds([play(25, "CD")], play(25, date="2026-03-01")) == ["perfect_streak"]
    assert _kinds([later], play(25)) == []
    assert _kinds([play(25, "CD")], play(25)) == ["perfect_streak"]


def test_milestones_of_the_club_and_of_people() -> None:
    before = [*plays([20] * 48, people="CD"), play(20, "AC", counted=False), play(20, "AC")]
    found = news_after(before, play(15, "CE"), NAMES)
    assert [one.text for one in found] == [
        "The club's 50th game.",
        "Name of C's 50th game.",
    ]
    assert news_after(before, play(15, "CE"), {})[1:] == ()
    assert [n for n in range(301) if is_milestone(n)] == [10, 50, 100, 200, 300]


def test_a_band_never_reached_before() -> None:
    before = [play(12, "CDE", band="fair"), play(4, "CDE", band="boos")]
    found = news_after(before, play(21, band="excellent"), NAMES)
    assert [one.text for one in found] == ["A band never reached before: Excellent."]
    assert _kinds(before, play(8, band="thin_applause")) == []
    assert _kinds([], play(21, band="excellent")) == []


def test_a_colour_never_completed_before() -> None:
    before = [game(1, people="CDE", stacks=(5, 4, 4, 3, 1), strikes=1)]
    new = game(2, stacks=(5, 5, 5, 2, 0), strikes=1)
    *first, last = rows([*before, new])
    found = news_after(first, last, NAMES)
    assert found == (News("colour", "Fireworks completed for the first time: Yellow, Green."),)
    one = last._replace(stacks=(("Y", 5, 5), ("K", 5, 1)))
    texts = [item.text for item in news_after(first, one, NAMES) if item.kind == "colour"]
    assert texts == ["Fireworks completed for the first time: Yellow, Black."]


def test_the_best_of_a_lineup() -> None:
    before = [play(24, "CD"), play(15, "AB"), play(20, "AB", seats=3)]
    found = news_after(before, play(18, "AB"), NAMES)
    assert [one.text for one in found] == [
        "The best of exactly these people with basic: 18 of 25, after 15."
    ]
    assert _kinds(before, play(21, "AB", seats=3)) == ["record"]
    assert _kinds(before, play(25, "AB")) == ["first_perfect", "record"]


def test_games_that_do_not_count_are_no_news() -> None:
    assert _kinds(plays([10] * 9), play(25, counted=False)) == []
    abandoned, excluded = play(25, "CD", counted=False), play(25, counted=False)
    assert _kinds([abandoned, excluded], play(20)) == []


def test_win_or_lose_games_can_be_the_first_perfect_one() -> None:
    won = play(25, win_or_lose=True, score=None, outcome="perfect")
    assert _kinds([play(18)], won) == ["first_perfect"]


def test_a_standing_is_all_that_news_needs() -> None:
    before = [*plays([20] * 9, people="CD", group="x"), play(25, "AB", group="x", band="legendary")]
    new = play(25, "AB", group="x", band="legendary")
    stands = standing(before, new)
    assert stands == Standing(
        games=10,
        people={"A": 1, "B": 1},
        best=25,
        lineup_best=25,
        perfects=1,
        perfect_run=1,
        bands=frozenset({"legendary"}),
    )
    assert news(stands, new, NAMES) == news_after(before, new, NAMES)


@pytest.mark.parametrize("group", [None, GROUPS["x"]])
def test_news_of_a_whole_evening(group: object) -> None:
    games = [
        game(1, date="2026-01-01", group=group, stacks=(3, 3, 3, 3, 3), strikes=0),
        game(2, date="2026-01-01", group=group, stacks=(5, 4, 3, 3, 3), strikes=1),
        game(3, date="2026-01-01", group=group, stacks=(5, 5, 5, 5, 5), strikes=0),
        game(4, date="2026-01-01", group=group, stacks=(5, 5, 5, 5, 5), strikes=2),
    ]
    evening = rows(games)
    kinds = [[one.kind for one in news_after(evening[:n], evening[n], NAMES)] for n in range(4)]
    assert kinds == [
        [],
        ["record", "band", "colour"],
        ["first_perfect", "record", "band", "colour"],
        ["perfect_streak"],
    ]
