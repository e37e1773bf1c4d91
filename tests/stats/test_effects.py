"""Player effects, ranges of ranks, synergy and the rating for fun."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings

from hanabi_log.records import Game
from hanabi_log.stats import design
from hanabi_log.stats.effects import (
    FIXED,
    PAIR_RATIOS,
    PEOPLE_RATIOS,
    effects_board,
    player_effects,
)
from hanabi_log.stats.elo import elo_board, expected, gain, percentile, ratings
from hanabi_log.stats.pairs import synergies
from hanabi_log.stats.plays import Play
from hanabi_log.stats.ranks import rank_ranges
from tests.stats import simulate
from tests.stats.making import NAMES, logs, play, plays, rows


def _mixed(games: int = 120, seed: int = 1, people: str = "ABCDEF") -> list[Play]:
    """Games of three out of some people, in which A is worth six points a seat."""
    dice = Random(seed)
    found = []
    for _game in range(games):
        table = "".join(dice.sample(people, 3))
        found.append(play(min(25, round(dice.gauss(16 + 2 * ("A" in table), 2))), table))
    return found


@pytest.mark.parametrize(
    ("cell", "clubs"), list(zip(simulate.CELLS, (90, 40, 20, 30, 10, 8), strict=True))
)
def test_intervals_hold_the_truth_and_ranks_beat_the_raw_mean(
    cell: tuple[int, int], clubs: int
) -> None:
    found = simulate.tally(*cell, clubs=clubs)
    assert 0.92 <= found.coverage <= 0.99
    assert found.effects >= found.raw


def test_a_fixed_ratio_is_too_sure_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where people differ much, λ = 5 alone holds the truth in eight cases of ten."""
    wide = simulate.tally(30, 8, clubs=60, differing=0.8)
    assert wide.coverage >= 0.92
    monkeypatch.setattr("hanabi_log.stats.effects.PEOPLE_RATIOS", FIXED)
    narrow = simulate.tally(30, 8, clubs=60, differing=0.8)
    assert narrow.coverage < 0.85
    assert narrow.effects == wide.effects


def test_the_effect_of_a_seat_is_found_and_given_per_table() -> None:
    found = player_effects(_mixed())
    assert found is not None
    assert (found.games, found.seats) == (120, 3)
    first = max(found.rows, key=lambda row: row.value)
    assert first.person == "A"
    # Half of the games have A in them, and 2 points more; the average seat has a sixth.
    assert first.low < 2 * 5 / 6 < first.high
    assert first.low > 0
    shares = sum(row.games * row.value for row in found.rows)
    assert shares == pytest.approx(0, abs=1e-9)


def test_the_grid_of_ratios_is_the_one_of_the_definition() -> None:
    assert len(PEOPLE_RATIOS) == 20
    assert len(PAIR_RATIOS) == 6
    rho = [ratio.value**-0.5 for ratio in (*PEOPLE_RATIOS, *PAIR_RATIOS)]
    assert (rho[0], rho[19], rho[20], rho[25]) == pytest.approx((0.05, 3, 0.03, 1.2))
    assert FIXED[0].value == 5


def test_the_board_has_ranges_of_ranks() -> None:
    board = effects_board(_mixed(), NAMES)
    assert (board.board, board.k, board.min_games) == ("effects", None, 5)
    assert len(board.listed) == 6
    first = board.rows[0]
    assert (first.key, first.rank_low, first.rank_high) == ("A", 1, 1)
    assert first.p_top3 == pytest.approx(1, abs=0.05)
    assert sum(row.p_top3 or 0 for row in board.rows) == pytest.approx(3)
    assert all((row.rank_low or 9) <= (row.rank_high or 0) for row in board.rows)
    assert any("overlap" in note for note in board.notes)
    assert board == effects_board(_mixed(), NAMES)


def test_effects_are_listed_from_a_hundred_games_and_five_own() -> None:
    few = effects_board(_mixed(99), NAMES)
    assert few.listed == ()
    assert all(row.low is not None and row.rank_low is None for row in few.rows)
    assert any("there are 99" in note for note in few.notes)
    enough = [*_mixed(100), *plays([15] * 4, people="AGH")]
    assert [row.key for row in effects_board(enough, NAMES).rows if not row.listed] == ["G", "H"]
    assert len(effects_board([*enough, play(15, "AGH")], NAMES).listed) == 8


def test_under_a_hundred_games_the_effects_are_those_of_a_fixed_ratio() -> None:
    """λ = 5 and weights ½, eight rounds of AB 20, AC 18, BC 16. A and C differ by 4 points of
    the sums: (8/4 + 5)·(u_A − u_C) = 8·½·(20 − 16), so 16/7, and half of it at a table of two.
    Experience, which all have alike, takes a little of it.
    """
    found = player_effects([play(20, "AB"), play(18, "AC"), play(16, "BC")] * 8)
    assert found is not None
    values = {row.person: row.value for row in found.rows}
    assert values["A"] - values["C"] == pytest.approx(8 / 7, rel=0.1)
    assert [row.games for row in found.rows] == [16, 16, 16]


def test_always_together_means_the_same_number() -> None:
    games = [*_mixed(60, people="ABCD"), *_mixed(60, seed=2, people="CDEF")]
    twins = [one._replace(people=(*one.people, "G", "H"), seats=5) for one in games[::2]]
    board = effects_board([*twins, *games[1::2]], NAMES)
    first, second = (row for row in board.rows if row.key in ("G", "H"))
    assert (first.value, first.low, first.high) == (second.value, second.low, second.high)
    assert (first.rank_low, first.rank_high, first.p_top3) == (
        second.rank_low,
        second.rank_high,
        second.p_top3,
    )
    (note,) = (note for note in board.notes if "same tables" in note)
    assert "Name of G, Name of H" in note


def test_disconnected_circles_are_said() -> None:
    apart = [*_mixed(60, people="ABCD"), *_mixed(60, seed=2, people="EFGH")]
    assert any("2 circles" in note for note in effects_board(apart, NAMES).notes)
    assert not any("circles" in note for note in effects_board(_mixed(), NAMES).notes)


def test_whoever_has_no_name_stays_in_the_model() -> None:
    named = {key: name for key, name in NAMES.items() if key != "A"}
    board = effects_board(_mixed(), named)
    assert "A" not in [row.key for row in board.rows]
    full = {row.key: row.value for row in effects_board(_mixed(), NAMES).rows}
    assert {row.key: row.value for row in board.rows} == {
        key: value for key, value in full.items() if key != "A"
    }
    assert {row.rank_low for row in board.rows} >= {1}


def test_a_constant_added_to_all_leaves_the_effects() -> None:
    games = _mixed()
    moved = [one._replace(points=(one.points or 0) - 7) for one in games]
    found, after = player_effects(games), player_effects(moved)
    assert found is not None
    assert after is not None
    values = [(row.value, row.low, row.high) for row in found.rows]
    for row, value in zip(after.rows, values, strict=True):
        assert (row.value, row.low, row.high) == pytest.approx(value, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(logs)
def test_boards_of_any_log(games: list[Game]) -> None:
    found = rows(games)
    shuffled = rows(Random(3).sample(games, len(games)))
    for board in (effects_board, elo_board):
        made = board(found, NAMES)
        assert made == board(shuffled, NAMES)
        assert all(np.isfinite(row.value) for row in made.rows)


def test_no_spread_at_all() -> None:
    for points in (25, 0, 18):
        board = effects_board(plays([points] * 120, people="ABC"), NAMES)
        assert [row.value for row in board.rows] == pytest.approx([0, 0, 0], abs=1e-6)


def test_many_people_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "MOST_PEOPLE", 5)
    games = [*_mixed(), *plays([15] * 6, people="AGH")]
    board = effects_board(games, NAMES)
    assert len(board.rows) == 5
    assert any("Of 8 people, the 5" in note for note in board.notes)


def test_three_hundred_games_of_twenty_people_take_a_second() -> None:
    """In seconds of processor time; the target is one, the margin is for slow machines."""
    club = simulate.simulate(300, 20, seed=4)
    names = {name: name for name in club.skills}
    start = process_time()
    effects_board(club.plays, names)
    assert process_time() - start < 2


def test_rank_ranges_by_hand() -> None:
    draws = np.array([[3.0, 2, 1, 0]] * 8 + [[2.0, 3, 1, 0]] * 2)
    first, second, third, fourth = rank_ranges(draws)
    assert (first.low, first.high, first.top3) == (1, 2, 1)
    assert (second.low, second.high) == (1, 2)
    assert (third.low, third.high, third.top3) == (3, 3, 1)
    assert (fourth.low, fourth.high, fourth.top3) == (4, 4, 0)
    shared = rank_ranges(draws, [[2, 3]])
    assert shared[2] == shared[3]
    assert (shared[2].low, shared[2].high, shared[2].top3) == (3, 4, 0.5)


def test_synergy_of_a_pair() -> None:
    dice = Random(8)
    games = []
    for _game in range(300):
        table = "".join(sorted(dice.sample("ABCDEF", 2)))
        games.append(play(round(dice.gauss(16 + 4 * (table == "AB"), 2)), table))
    found = player_effects(games)
    assert found is not None
    rows = synergies(found, NAMES)
    assert rows[0].people == ("A", "B")
    assert rows[0].low > 0
    assert rows[0].value > 2 * rows[1].value
    assert all(row.games >= 10 for row in rows)
    assert synergies(found, {"A": "Ann"}) == ()
    few = player_effects(games[:99])
    assert few is not None
    assert synergies(few, NAMES) == ()


def test_elo_by_hand() -> None:
    assert expected(1500, 1600) == pytest.approx(0.359935, abs=1e-6)
    assert gain(1, 1500, 1600) == pytest.approx(15.361560, abs=1e-6)
    assert gain(0.5, 1500) == 0
    assert percentile([10, 12], 20) == 0.5
    assert percentile([10, 12, 12, 20], 12) == 0.5
    assert percentile([10, 12, 12, 20], 21) == 1
    assert percentile([10, 12, 12, 20], 9) == 0


def test_ratings_go_by_the_earlier_games_of_the_setup() -> None:
    found, games = ratings([*plays([18, 20, 16], people="CD"), play(21, "AB"), play(15, "AB")])
    assert found["C"] == 1500
    # All three before were worse: 12 points; then all four before were better.
    assert found["A"] == found["B"] == pytest.approx(1512 - 24 * expected(1512))
    assert games == {"C": 3, "D": 3, "A": 2, "B": 2}
    other, _games = ratings([*plays([18, 20, 16], people="CD"), play(21, "ABC")])
    assert other["A"] == 1500


def test_a_perfect_game_never_lowers_a_rating() -> None:
    games: list[Play] = []
    for _game in range(60):
        before, _n = ratings(games)
        games.append(play(25, "AB"))
        after, _n = ratings(games)
        assert after["A"] > before.get("A", 1500)


def test_the_elo_board_says_that_it_is_for_fun() -> None:
    board = elo_board(plays([18] * 5), NAMES)
    assert (board.board, board.k, board.rows[0].value) == ("elo", 24, 1500)
    assert "For fun" in board.notes[0]


def test_the_light_boards_do_without_numpy() -> None:
    modules = ("boards", "elo", "summary", "progress", "setups", "changepoint", "bests")
    code = f"import sys\nfor name in {modules}: __import__('hanabi_log.stats.' + name)\n"
    code += "print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
