"""Baselines and boards against values worked out by hand."""

import pytest

from hanabi_log.stats.baselines import baselines, blend, residuals
from hanabi_log.stats.boards import group_board, lineup_board, people_board, shrunk
from hanabi_log.stats.setups import setups
from tests.stats.making import NAMES, evenings, play, plays


def test_points_above_expectation_are_shrunk() -> None:
    assert shrunk(7, 1) == pytest.approx(7 / 11)
    assert shrunk(40, 20) == pytest.approx(40 / 30)
    assert shrunk(7, 1) < shrunk(40, 20)


def test_a_baseline_borrows_from_its_ruleset_and_the_club() -> None:
    """Club (4·20 + 1·10)/5 = 18. Basic (80 + 8·18)/12 = 56/3, with two (80 + 8·56/3)/12.
    The other ruleset (10 + 8·18)/9 = 154/9, with three players (10 + 8·154/9)/9."""
    found = baselines([*plays([20, 20, 20, 20]), play(10, "ABC", ruleset="rnr")])
    assert found.club == 18
    assert found.rulesets == pytest.approx({"basic": 56 / 3, "rnr": 154 / 9})
    assert found.of("basic", 2) == pytest.approx((80 + 8 * 56 / 3) / 12)
    assert found.of("rnr", 3) == pytest.approx((10 + 8 * 154 / 9) / 9)
    assert found.of("rnr", 2) == pytest.approx(154 / 9)
    assert found.of("pocket", 4) == 18
    assert blend(4, 80, 18) == pytest.approx(224 / 12)


def test_a_baseline_is_shown_from_five_games() -> None:
    shown = baselines(plays([20] * 5)).setups["basic", 2]
    hidden = baselines(plays([20] * 4)).setups["basic", 2]
    assert (shown.n, shown.mean, shown.m, shown.shown) == (5, 20, 20, True)
    assert not hidden.shown
    assert baselines([]).of("basic", 2) is None


def test_residuals_take_the_setup_off() -> None:
    games = plays([20, 16])
    assert [one.value for one in residuals(games, baselines(games))] == [2, -2]


def test_the_people_board_by_hand() -> None:
    """One setup, mean 20 and so baseline 20. A: 25 + 5·21 − 6·20 = 10 over 6 + 10.
    B: 5·21 − 5·20 = 5 over 5 + 10. C: 25 + 5·18 − 6·20 = −5. D: −10 over 5 + 10."""
    games = [
        play(25, "AC"),
        *plays([21] * 5, people="AB"),
        *plays([18] * 5, people="CD"),
    ]
    board = people_board(games, NAMES)
    found = {row.key: (row.games, row.listed) for row in board.rows}
    assert found == {"A": (6, True), "B": (5, True), "C": (6, True), "D": (5, True)}
    m = (220 + 8 * 20) / (11 + 8)
    values = {"A": (130 - 6 * m) / 16, "B": (105 - 5 * m) / 15}
    values |= {"C": (115 - 6 * m) / 16, "D": (90 - 5 * m) / 15}
    assert {row.key: row.value for row in board.rows} == pytest.approx(values)
    assert [row.key for row in board.rows] == ["A", "B", "C", "D"]
    assert all(row.low is None and row.rank_low is None for row in board.rows)


def test_a_single_perfect_game_does_not_lead() -> None:
    games = [play(25, "AB"), *plays([21] * 20, people="CD"), *plays([16] * 20, people="EF")]
    board = people_board(games, NAMES)
    assert [row.key for row in board.rows[:2]] == ["C", "D"]
    assert [row.key for row in board.rows if not row.listed] == ["A", "B"]
    assert board.rows[-1].key == "B"


def test_ties_go_by_games_and_then_by_name() -> None:
    board = people_board([*plays([18] * 6, people="AC"), *plays([18] * 2, people="BC")], NAMES)
    assert [row.key for row in board.rows] == ["C", "A", "B"]
    level = people_board(plays([18] * 5, people="DAB"), NAMES)
    assert [row.key for row in level.rows] == ["A", "B", "D"]


def test_k_and_the_minimum_are_options() -> None:
    games = [*plays([20] * 3, people="AB"), *plays([16] * 3, people="CD")]
    board = people_board(games, NAMES, k=0, min_games=3)
    assert [row.value for row in board.rows] == pytest.approx([2, 2, -2, -2])
    assert all(row.listed for row in board.rows)
    assert (board.k, board.min_games) == (0, 3)


def test_whoever_has_no_name_is_on_no_board_but_counts() -> None:
    games = [*plays([20] * 5, people="AB"), *plays([10] * 5, people="AC")]
    named = {"A": "Ann", "B": "Bo"}
    board = people_board(games, named)
    assert [row.name for row in board.rows] == ["Bo", "Ann"]
    full = {row.key: row.value for row in people_board(games, NAMES).rows}
    assert {row.key: row.value for row in board.rows} == {key: full[key] for key in "AB"}
    assert [row.players for row in lineup_board(games, named).rows] == [("Ann", "Bo")]


def test_a_row_counts_perfect_and_struck_out_games_and_has_both_means() -> None:
    games = [
        play(25),
        play(20, outcome="struck_out"),
        play(15),
        play(24, max_score=30, ruleset="basic+rainbow"),
        play(10, outcome="struck_out", score=None, ruleset="rnr"),
    ]
    row = people_board(games, NAMES).rows[0]
    assert (row.games, row.perfect, row.struck_out) == (5, 1, 2)
    assert row.mean_points == pytest.approx((25 + 20 + 15 + 20 + 10) / 5)
    assert row.mean_score == pytest.approx((25 + 0 + 15 + 20) / 4)
    finished = people_board(games, NAMES, mode="finished").rows[0]
    assert (finished.games, finished.struck_out) == (3, 2)


def test_groups_have_the_interval_of_their_mean() -> None:
    games = [*evenings([[20], [22], [24]]), *evenings([[18]], group="y"), play(3)]
    board = group_board(games, NAMES)
    assert [(row.key, row.value) for row in board.rows] == [("x", 22), ("y", 18)]
    assert (board.rows[0].low, board.rows[0].high) == pytest.approx((17.031725, 26.968275))
    assert (board.rows[1].low, board.rows[1].high) == (None, None)
    assert board.rows[0].players == ("Name of A", "Name of B")
    assert board.k is None


def test_lineups_are_exact_sets_without_guests() -> None:
    games = [
        *plays([20, 22, 24], people="AB"),
        play(18, "AB", seats=3),
        play(16, "ABC"),
        play(15, "A", seats=1),
    ]
    board = lineup_board(games, NAMES, min_games=3)
    assert [(row.key, row.games, row.listed) for row in board.rows] == [
        (("A", "B"), 3, True),
        (("A", "B", "C"), 1, False),
    ]
    assert board.rows[0].name == "Name of A, Name of B"
    assert (board.rows[0].low, board.rows[0].high) == pytest.approx((17.031725, 26.968275))
    assert len(lineup_board(games, NAMES, min_games=3, unlisted=False).rows) == 1


def test_two_circles_are_said_on_the_board() -> None:
    apart = [*plays([20] * 5, people="AB"), *plays([16] * 5, people="CD")]
    (note,) = people_board(apart, NAMES).notes
    assert "2 circles" in note
    assert people_board([*apart, play(18, "BC")], NAMES).notes == ()
    few = [*plays([20] * 5, people="AB"), *plays([16] * 4, people="CD")]
    assert people_board(few, NAMES).notes == ()


def test_a_board_as_json() -> None:
    document = people_board(plays([20] * 5), NAMES).as_json()
    assert list(document) == ["board", "score_mode", "counts", "settings", "rows"]
    assert document["settings"] == {"k": 10, "min_games": 5}
    assert "points on the table" in document["counts"]
    assert document["rows"][0] == {
        "name": "Name of A",
        "players": ["Name of A"],
        "games": 5,
        "listed": True,
        "value": 0,
        "low": None,
        "high": None,
        "rank_low": None,
        "rank_high": None,
        "p_top3": None,
        "mean_points": 20,
        "mean_score": 20,
        "perfect": 0,
        "struck_out": 0,
    }


def test_setups_show_how_hard_they_are() -> None:
    games = [
        *evenings([[25, 15], [20, 20]]),
        *evenings([[10]], people="ABC"),
        play(25, "ABC", ruleset="basic+expert", win_or_lose=True, score=None, outcome="perfect"),
        play(20, "ABC", ruleset="basic+expert", win_or_lose=True, score=None, outcome="lost"),
    ]
    two, three, expert = setups(games)
    assert (two.ruleset, two.seats, two.games) == ("basic", 2, 4)
    assert two.mean is not None
    assert (two.mean.value, two.mean.n, two.mean.sessions) == (20, 4, 2)
    assert two.perfect.value == 0.25
    assert two.perfect_shrunk == pytest.approx((1 + 20 / 5) / 24)
    assert three.baseline is not None
    assert three.baseline.m == pytest.approx((10 + 8 * (90 + 8 * 18) / 13) / 9)
    assert expert.mean is None
    assert expert.baseline is None
    assert (expert.won.hits, expert.won.n, expert.perfect.n) == (1, 2, 0)
