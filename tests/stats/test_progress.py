"""The course of games: smoothing against known values and pandas, thinning, the band."""

import math
import statistics

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.stats.progress import TREND_FROM, ewma, progress, rolling, spread, weight
from tests.stats.making import evenings, play, plays


def test_ewma() -> None:
    assert ewma([20, 16, 24], [0.5] * 3) == (20, 18, 21)
    assert ewma([], []) == ()


@given(st.lists(st.integers(0, 25), min_size=1, max_size=40))
def test_ewma_agrees_with_pandas(values: list[int]) -> None:
    expected = pandas.Series(values, dtype=float).ewm(halflife=10, adjust=False).mean()
    assert ewma(values, [weight(1)] * len(values)) == pytest.approx(list(expected), abs=1e-9)


def test_ten_games_halve_the_weight() -> None:
    assert weight(10) == 0.5
    assert (1 - weight(1)) ** 10 == pytest.approx(0.5)
    assert 1 - weight(4) == pytest.approx((1 - weight(1)) ** 4)


def test_games_without_a_date_are_smoothed_one_by_one() -> None:
    points = [20, 16, 24, 18, 21, 15, 22, 19, 20, 23]
    found = progress(plays(points))
    expected = pandas.Series(points, dtype=float).ewm(halflife=10, adjust=False).mean()
    assert [point.value for point in found.trend] == pytest.approx(list(expected))
    assert [point.index for point in found.trend] == list(range(10))
    assert [dot.y for dot in found.dots] == points
    assert found.mean == statistics.fmean(points)
    assert found.unit == "game"


def test_a_session_moves_the_line_once() -> None:
    found = progress(evenings([[20, 22, 24], [16, 16], [18, 20, 22]]))
    first, second, third = found.trend
    assert (first.value, first.index, first.date) == (22, 2, "2026-01-01")
    assert second.value == pytest.approx(22 + weight(2) * (16 - 22))
    assert third.value == pytest.approx(second.value + weight(3) * (20 - second.value))
    assert (third.index, found.n) == (7, 8)


def test_the_line_starts_with_eight_games() -> None:
    assert progress(plays([20] * (TREND_FROM - 1))).trend == ()
    assert len(progress(plays([20] * TREND_FROM)).trend) == TREND_FROM


def test_the_mean_of_the_last_ten() -> None:
    points = list(range(10, 22))
    found = rolling(plays(points))
    expected = pandas.Series(points, dtype=float).rolling(10).mean().dropna()
    assert [point.value for point in found] == pytest.approx(list(expected))
    assert [point.index for point in found] == [9, 10, 11]
    assert rolling(plays(points[:9])) == ()


@given(st.lists(st.integers(1, 6), min_size=1, max_size=25))
def test_the_band_follows_from_the_weights(games: list[int]) -> None:
    """The level is a weighted sum of session means, so its variance is Σ w²/n."""
    alphas = [weight(n) for n in games]
    shares = [0.0] * len(games)
    for place, alpha in enumerate(alphas):
        shares = [share * (1 - alpha) for share in shares]
        shares[place] = alpha if place else 1.0
    expected = math.sqrt(sum(share**2 / n for share, n in zip(shares, games, strict=True)))
    assert spread(games, alphas)[-1] == pytest.approx(expected)


def test_why_the_band_is_wider_at_first() -> None:
    """A fixed band of ±1.96·s·√(α/(2 − α)) holds after many games. After the eighth, the
    first game still has 62 % of the weight, and the band would hold less than half the
    time instead of 95 %. Ours starts wide and settles at the same width."""
    alpha = weight(1)
    fixed = math.sqrt(alpha / (2 - alpha))
    widths = spread([1] * 400, [alpha] * 400)
    after_eight = statistics.NormalDist().cdf(1.96 * fixed / widths[7]) * 2 - 1
    assert (1 - alpha) ** 7 == pytest.approx(0.616, abs=0.001)
    assert after_eight < 0.5
    assert widths[-1] == pytest.approx(fixed)
    assert list(widths) == sorted(widths, reverse=True)


def test_the_band_is_in_points() -> None:
    points = [18, 22] * 10
    last = progress(plays(points)).trend[-1]
    half = 1.959964 * statistics.stdev(points) * spread([1] * 20, [weight(1)] * 20)[-1]
    assert (last.low, last.high) == pytest.approx((last.value - half, last.value + half))


def test_dots_of_games_tell_their_outcome() -> None:
    won, out, unsaid = progress([play(25), play(20, outcome="struck_out"), play(outcome=None)]).dots
    assert (won.perfect, won.struck_out, won.outcome) == (True, False, "perfect")
    assert (out.perfect, out.struck_out, out.y) == (False, True, 20)
    assert (unsaid.perfect, unsaid.struck_out, unsaid.outcome) == (False, False, None)


def test_over_300_games_dots_are_sessions() -> None:
    exactly = progress(evenings([[20, 22]] * 150))
    assert (exactly.unit, len(exactly.dots)) == ("game", 300)
    more = progress(evenings([[20, 22]] * 151))
    assert (more.unit, len(more.dots), more.n) == ("session", 151, 302)
    assert {dot.y for dot in more.dots} == {21}
    assert more.perfect == 0
    assert progress(evenings([[25, 20]] * 151)).perfect == 151
    assert {(dot.games, dot.outcome) for dot in more.dots} == {(2, None)}
    assert "session" in more.unit_text
    assert [point.index for point in more.trend] == list(range(151))
    assert rolling(evenings([[20, 22]] * 151))[0].index == 4


def test_over_300_sessions_dots_are_months() -> None:
    found = progress(evenings([[20]] * 150 + [[22]] * 151))
    assert found.unit == "month"
    assert [dot.games for dot in found.dots] == [31, 28, 31, 30, 31, 30, 31, 31, 30, 28]
    assert found.dots[4].y == pytest.approx((30 * 20 + 22) / 31)
    assert [point.index for point in found.trend] == list(range(10))
    assert found.trend[4].date == "2026-05-31"
    assert found.trend[4].value == pytest.approx(20 + weight(1) * 2)
    assert found.trend[5].value == pytest.approx(22 - 2 * (1 - weight(1)) ** 31)
    assert "month" in found.unit_text


def test_no_game_and_one_game() -> None:
    nothing = progress([])
    assert (nothing.dots, nothing.trend, nothing.mean, nothing.n) == ((), (), None, 0)
    assert progress([play(17)]).mean == 17
    assert progress([play(None), play(counted=False)]).dots == ()


def test_the_band_ends_where_points_must() -> None:
    high = progress(plays([25] * 8 + [0])).trend
    assert max(point.high or 0 for point in high) == 25
    low = progress(plays([1, 25] + [0] * 10)).trend
    assert min(point.low or 0 for point in low) == 0
    below = progress(plays([-2, 25] + [0] * 10)).trend
    assert min(point.low or 0 for point in below) == -2
