"""Intervals and shared numbers against values worked out beforehand, and against scipy."""

import math
import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from hanabi_log.stats.estimates import Mean, mean_by_session, mean_of, rate
from hanabi_log.stats.intervals import quartiles, shrunk_rate, t95, wilson
from tests.stats.making import evenings, plays


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 10, 0, 0.277533),
        (3, 10, 0.107791, 0.603222),
        (1, 1, 0.206549, 1),
        (30, 100, 0.218949, 0.395849),
    ],
)
def test_wilson(hits: int, n: int, low: float, high: float) -> None:
    found = wilson(hits, n)
    assert found == pytest.approx((low, high), abs=5e-7)


def test_the_ends_of_a_share_are_exact() -> None:
    assert wilson(0, 10).low == 0
    assert wilson(7, 7).high == 1
    assert wilson(0, 0) is None


@given(st.integers(1, 500), st.data())
def test_wilson_agrees_with_scipy(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    expected = oracle.binomtest(hits, n).proportion_ci(method="wilson")
    assert wilson(hits, n) == pytest.approx((expected.low, expected.high), abs=1e-9)


def _one_a_session(values: list[float]) -> tuple[float | None, float | None]:
    found = mean_by_session([(1, value) for value in values])
    assert found is not None
    return found.low, found.high


def test_t_intervals() -> None:
    assert _one_a_session([20, 22, 24]) == pytest.approx((17.031725, 26.968275), abs=5e-7)
    assert _one_a_session([18, 20, 22, 24]) == pytest.approx((16.891479, 25.108521), abs=5e-7)
    assert _one_a_session([20]) == (None, None)
    assert mean_by_session([]) is None


def test_t_quantiles_agree_with_scipy() -> None:
    for df in (*range(1, 60), 99, 200, 500, 999, 1000, 1001, 5000, 10**6):
        assert t95(df) == pytest.approx(oracle.t.ppf(0.975, df), rel=1e-9), df


def test_there_is_no_t_without_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="df >= 1"):
        t95(0)


@given(
    st.lists(st.integers(-30, 210).map(lambda n: n / 6), min_size=3, max_size=40).filter(
        lambda v: len(set(v)) > 1
    )
)
def test_t_intervals_agree_with_scipy(values: list[float]) -> None:
    mean, error = statistics.fmean(values), oracle.sem(values)
    expected = oracle.t.interval(0.95, len(values) - 1, mean, error)
    assert _one_a_session(values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_shrunk_rates() -> None:
    assert shrunk_rate(1, 1, 0.05) == pytest.approx(2 / 21)
    assert shrunk_rate(6, 40, 0.05) == pytest.approx(7 / 60)
    assert shrunk_rate(0, 0, 0.05) == pytest.approx(0.05)


def test_quartiles() -> None:
    assert quartiles(Counter([15, 16, 18, 20, 25])) == (16, 18, 20)
    assert quartiles(Counter([25, 15, 20, 18, 16])) == (16, 18, 20)
    assert quartiles({15: 1, 20: 3, 18: 0}) == (18.75, 20, 20)
    assert quartiles({18: 1}) == (18, 18, 18)
    assert quartiles({}) is None


def test_a_mean_of_games_without_dates_is_a_plain_one() -> None:
    found = mean_of(plays([20, 22, 24]))
    assert found is not None
    assert (found.value, found.n, found.sessions) == (22, 3, 3)
    assert (found.low, found.high) == pytest.approx((17.031725, 26.968275), abs=5e-7)


def test_a_mean_has_an_interval_from_three_games() -> None:
    assert mean_of(plays([20, 24])) == Mean(22, None, None, 2, 2)
    assert mean_of(plays([20])) == Mean(20, None, None, 1, 1)
    assert mean_of([]) is None


def test_one_evening_says_nothing_about_the_next() -> None:
    assert mean_of(evenings([[18, 20, 22, 24]])) == Mean(21, None, None, 4, 1)


@given(
    st.integers(2, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 25), min_size=size, max_size=size), min_size=2, max_size=12
        )
    )
)
def test_equal_sessions_give_the_interval_of_their_means(points: list[list[int]]) -> None:
    found = mean_of(evenings(points))
    means = [statistics.fmean(session) for session in points]
    error = oracle.sem(means)
    expected = oracle.t.interval(0.95, len(means) - 1, statistics.fmean(means), error or 1e-12)
    assert found is not None
    assert found.value == pytest.approx(statistics.fmean(means))
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-6)


def test_why_sessions_are_weighted_by_their_games() -> None:
    """The mean of session means is another number than the mean of games: its interval
    can miss the mean that is printed, so each session counts with its games."""
    points = [[24], [25], [24], [25], [24], [25], [15] * 12, [16] * 12]
    found = mean_of(evenings(points))
    low, _high = _one_a_session([statistics.fmean(session) for session in points])
    assert found is not None
    assert low is not None
    assert found.value == pytest.approx(17.3)
    assert found.value < low
    assert found.low < found.value < found.high


def test_a_constant_table_has_a_mean_without_width() -> None:
    assert mean_by_session([(2, 36.0), (1, 18.0), (5, 90.0)]) == Mean(18, 18, 18, 8, 3)


def test_rates() -> None:
    found = rate(3, 10)
    assert (found.hits, found.n, found.value) == (3, 10, 0.3)
    assert (found.low, found.high) == pytest.approx((0.107791, 0.603222), abs=5e-7)
    nothing = rate(0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None)
    assert math.isclose(rate(1, 1).low or 0, 0.206549, abs_tol=5e-7)
