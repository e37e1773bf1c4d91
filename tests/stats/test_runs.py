"""Streaks, records and the change of level."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.stats.bests import bests, timeline
from hanabi_log.stats.changepoint import SEED, _chance, _shuffle_with, change_point
from hanabi_log.stats.progress import progress
from hanabi_log.stats.streaks import expected_longest, runs, streak, streaks
from tests.stats.making import evenings, game, play, plays, rows


def _letters(word: str) -> list[object]:
    return [play(20 if letter == "W" else 10, outcome=_outcome(letter)) for letter in word]


def _outcome(letter: str) -> str:
    return "finished" if letter == "W" else "struck_out"


def test_a_streak() -> None:
    found = streak(_letters("WWLWWWL"), "no_strike_out")
    assert (found.longest, found.current, found.n, found.hits) == (3, 0, 7, 5)
    assert found.expected == pytest.approx(3.7363, abs=1e-4)


def test_a_deleted_or_excluded_game_joins_its_neighbours() -> None:
    games = _letters("WWLWWWL")
    assert streak([*games[:2], *games[3:]], "no_strike_out").longest == 5
    excluded = [*games[:2], games[2]._replace(counted=False), *games[3:]]
    assert streak(excluded, "no_strike_out").longest == 5


def test_games_without_an_outcome_are_passed_over() -> None:
    games = [play(25), play(outcome=None), play(25), play(18), play(25)]
    found = streak(games, "perfect")
    assert (found.longest, found.current, found.n) == (2, 1, 4)
    assert [game.id for game in found.games] == [games[0].id, games[2].id]


def test_the_earliest_of_equal_streaks_is_shown() -> None:
    games = _letters("LWWLWW")
    found = streak(games, "no_strike_out")
    assert found.games == tuple(games[1:3])
    assert (found.longest, found.current) == (2, 2)


def test_win_or_lose_games_have_streaks_of_their_own() -> None:
    lost = [play(20, win_or_lose=True, outcome=out) for out in ("perfect", "perfect", "lost")]
    assert [(row.kind, row.longest, row.current) for row in streaks(lost)] == [("won", 2, 0)]
    assert [row.kind for row in streaks(_letters("W"))] == ["perfect", "no_strike_out"]
    assert streaks([]) == ()


@pytest.mark.parametrize(("n", "p"), [(0, 0.5), (5, 0), (5, 1), (1, 0.5), (9, 8 / 9), (12, 0.3)])
def test_the_length_by_chance_is_the_mean_over_all_series(n: int, p: float) -> None:
    mean = 0.0
    for flags in product((True, False), repeat=n):
        hits = sum(flags)
        mean += p**hits * (1 - p) ** (n - hits) * runs(flags)[0]
    assert expected_longest(n, p) == pytest.approx(mean, abs=1e-9)


def test_one_miss_among_many_games_leaves_a_long_run_to_chance() -> None:
    # log(N(1 − p)) ÷ log(1/p), a formula for long series, would say 0 for both.
    assert expected_longest(9, 8 / 9) == pytest.approx(6.69, abs=0.01)
    assert expected_longest(12, 11 / 12) == pytest.approx(9.09, abs=0.01)


@pytest.mark.parametrize(
    ("misses", "off"), [(1, 0.01), (2, 0.04), (3, 0.01), (10, 1e-5), (90, 1e-9)]
)
def test_long_series_come_near_the_exact_length(
    misses: int, off: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = expected_longest(300, 1 - misses / 300)
    monkeypatch.setattr("hanabi_log.stats.streaks._EXACT", 300)
    assert near == pytest.approx(expected_longest(300, 1 - misses / 300), rel=off)


def test_the_length_by_chance_holds_for_coins() -> None:
    dice = Random(7)
    longest = []
    for _series in range(400):
        flags = [dice.random() < 0.7 for _toss in range(200)]
        games = [play(outcome="finished" if flag else "struck_out") for flag in flags]
        longest.append(streak(games, "no_strike_out").longest)
    assert sum(longest) / 400 == pytest.approx(expected_longest(200, 0.7), abs=0.5)


def test_games_without_a_date_are_the_oldest() -> None:
    """In streaks, records and the trend as in every list."""
    first = game(9, stacks=(3, 3, 3, 3, 3), strikes=3)
    dated = [game(n, stacks=(4,) * 5, strikes=0, date=f"2026-01-{n:02d}") for n in range(1, 9)]
    found = rows([*dated, first])
    kept = streak(found, "no_strike_out")
    assert (kept.longest, kept.current, kept.n) == (8, 8, 9)
    trend = progress(found).trend
    assert (trend[0].date, trend[0].value, trend[-1].date) == (None, 15, "2026-01-08")
    assert [step.value for step in timeline(rows([*dated, game(9, total=20, strikes=0)]))] == [20]
    alike = bests(rows([*dated, game(9, total=20, strikes=0)]))
    assert [best.plays[0].date for best in alike] == [None]


def test_records_by_ruleset_and_players() -> None:
    games = [
        play(20, "AB"),
        play(22, "CD"),
        play(22, "AB"),
        play(24, "AB", outcome="struck_out"),
        play(19, "ABC"),
        play(26, "AB", ruleset="basic+rainbow", max_score=30),
    ]
    two, three, rainbow = bests(games)
    assert (two.cell, two.value, two.n) == (("basic", 2, 25), 22, 4)
    assert two.plays == (games[1], games[2])
    assert (three.value, three.plays) == (19, (games[4],))
    assert (rainbow.cell.max_score, rainbow.value) == (30, 26)
    assert bests(games, "points")[0].plays == (games[3],)


def test_nothing_is_no_record() -> None:
    struck = play(18, "AB", outcome="struck_out", score=0)
    assert bests([struck]) == ()
    assert timeline([struck]) == ()
    first = play(15, "AB")
    assert [(best.value, best.n) for best in bests([struck, first])] == [(15, 2)]
    assert [(step.value, step.before) for step in timeline([struck, first])] == [(15, None)]


def test_the_timeline_of_records() -> None:
    games = plays([18, 16, 20, 20, 21])
    found = timeline(games)
    assert [(step.value, step.before) for step in found] == [(18, None), (20, 18), (21, 20)]
    assert timeline([]) == ()
    assert bests([]) == ()


def _noisy(levels: list[int], seed: int) -> list[list[int]]:
    dice = Random(seed)
    return [[level + dice.randint(-3, 3) for _game in range(2)] for level in levels]


def test_a_change_of_level_is_found() -> None:
    found = change_point(evenings(_noisy([15] * 20 + [20] * 20, seed=1)))
    assert found is not None
    assert found.date == "2026-01-21"
    assert (found.games_before, found.games_after) == (40, 40)
    assert found.gain == pytest.approx(5, abs=1)
    assert found.p == 0.001
    assert found.text.startswith("Since 2026-01-21 the tables give 5")
    assert "more" in found.text
    assert found.told("21 Jan 2026") == found.text.replace("2026-01-21", "21 Jan 2026")


@pytest.mark.parametrize("seed", range(8))
def test_the_change_stands_where_the_sum_strays_furthest(seed: int) -> None:
    points = np.array(_noisy([15] * 20 + [20] * 16, seed))[:, 0]
    found = change_point(evenings([[int(number)] for number in points]))
    sums = np.cumsum(points - points.mean())
    cut = int(np.abs(sums).argmax()) + 1
    assert found is not None
    assert (found.games_before, found.games_after) == (cut, len(points) - cut)
    assert found.gain == pytest.approx(points[cut:].mean() - points[:cut].mean())


@pytest.mark.parametrize("shift", [0.0, 0.5, 1.0, 2.0])
def test_the_chance_of_straying_is_that_of_other_dice(shift: float) -> None:
    dice = np.random.default_rng(11)
    sums = dice.normal(0, 3, 40) + np.repeat((shift, -shift), 20)
    sums -= sums.mean()
    furthest = np.abs(np.cumsum(sums)).max()
    shuffled = dice.permuted(np.tile(sums, (20_000, 1)), axis=1)
    share = (np.abs(shuffled.cumsum(axis=1)).max(axis=1) >= furthest - 1e-9).mean()
    width = 4 * (share * (1 - share) / 999) ** 0.5
    assert _chance(list(sums), furthest, SEED) == pytest.approx(share, abs=width + 0.002)


@given(st.integers(0, 10**9), st.lists(st.floats(-25, 25), max_size=40))
def test_residuals_are_shuffled_as_python_does(seed: int, items: list[float]) -> None:
    ours, theirs = list(items), list(items)
    _shuffle_with(Random(seed).getrandbits, ours)
    Random(seed).shuffle(theirs)
    assert ours == theirs


def test_a_drop_is_called_a_drop() -> None:
    found = change_point(evenings(_noisy([20] * 20 + [15] * 20, seed=1)))
    assert found is not None
    assert found.gain < 0
    assert "fewer" in found.text


def test_a_change_of_setup_is_no_change_of_level() -> None:
    """The tables went from two to four players and lost five points: the setup explains it."""
    two = evenings(_noisy([20] * 20, seed=2))
    four = [game._replace(seats=4) for game in evenings(_noisy([15] * 40, seed=3))[40:]]
    assert change_point([*two, *four]) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [(14, 0), (7, 7), (3, 30), (30, 3)],
    ids=["none", "29 games or fewer", "too few before", "too few after"],
)
def test_few_games_say_nothing(before: int, after: int) -> None:
    assert change_point(evenings(_noisy([12] * before + [22] * after, seed=1))) is None


def test_thirty_games_are_enough() -> None:
    levels = [[10]] * 15 + [[20]] * 15
    assert change_point(evenings(levels)) is not None
    assert change_point(evenings(levels[1:])) is None


def test_chance_is_seldom_called_a_change() -> None:
    """At p < 0.05, at most a few of 100 clubs that never changed."""
    found = [change_point(evenings(_noisy([18] * 20, seed))) for seed in range(100)]
    assert sum(change is not None for change in found) <= 10


def test_dateless_and_level_games_have_no_change() -> None:
    assert change_point(plays([10] * 40 + [20] * 40)) is None
    assert change_point(evenings([[18]] * 80)) is None


def test_many_sessions_are_shuffled_in_blocks() -> None:
    found = change_point(evenings(_noisy([15] * 330 + [18] * 330, seed=4)))
    assert found is not None
    assert (found.games_before, found.games_after) == (660, 660)
