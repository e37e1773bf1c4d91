"""Figures that go by the order of play or by a model, computed a second time from random logs."""

from collections import defaultdict
from itertools import groupby
from math import log1p

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle
from scipy.sparse.csgraph import connected_components

from hanabi_log.stats.bests import timeline
from hanabi_log.stats.circles import circles
from hanabi_log.stats.counting import number_of, tells_outcome, tells_win, value_of
from hanabi_log.stats.effects import player_effects
from hanabi_log.stats.elo import ratings
from hanabi_log.stats.plays import Play
from hanabi_log.stats.ranks import rank_ranges
from hanabi_log.stats.setups import setups
from hanabi_log.stats.streaks import Kind, streak
from tests.stats.making import random_games, rows

SEEDS = range(40)


@pytest.fixture(params=SEEDS, scope="module")
def log(request: pytest.FixtureRequest) -> tuple[Play, ...]:
    return rows(random_games(request.param))


@pytest.mark.parametrize("kind", ["perfect", "no_strike_out", "won"])
def test_streaks(log: tuple[Play, ...], kind: Kind) -> None:
    told = [play for play in log if (tells_win if kind == "won" else tells_outcome)(play)]
    hits = [
        play.outcome != "struck_out" if kind == "no_strike_out" else play.outcome == "perfect"
        for play in told
    ]
    lengths = [(hit, len(list(run))) for hit, run in groupby(hits)]
    found = streak(log, kind)
    assert found.longest == max((length for hit, length in lengths if hit), default=0)
    assert found.current == (lengths[-1][1] if lengths and lengths[-1][0] else 0)
    assert (found.n, found.hits, len(found.games)) == (len(hits), sum(hits), found.longest)


def test_the_timeline_of_records(log: tuple[Play, ...]) -> None:
    cells = [(one.id, f"{one.ruleset} {one.seats}", number_of(one, "official")) for one in log]
    frame = pandas.DataFrame(cells, columns=["id", "cell", "score"]).dropna()
    before = frame.groupby("cell").score.transform(lambda scores: scores.shift().cummax())
    raised = frame[frame.score > before.fillna(0)]
    assert [step.play.id for step in timeline(log)] == list(raised.id)


def test_rates_of_setups(log: tuple[Play, ...]) -> None:
    told = [play for play in log if tells_outcome(play)]
    club = np.mean([play.outcome == "perfect" for play in told]) if told else 0
    for setup in setups(log):
        mine = [play for play in log if (play.ruleset, play.seats) == (setup.ruleset, setup.seats)]
        ends = [play.outcome for play in mine if tells_outcome(play)]
        assert (setup.perfect.hits, setup.struck_out.hits) == (
            ends.count("perfect"),
            ends.count("struck_out"),
        )
        assert setup.games == sum(play.counted for play in mine)
        assert setup.won.n == sum(map(tells_win, mine))
        if ends:
            shrunk = (ends.count("perfect") + 20 * club) / (len(ends) + 20)
            assert setup.perfect_shrunk == pytest.approx(shrunk)


def test_ratings_by_percentiles(log: tuple[Play, ...]) -> None:
    rating: defaultdict[str, float] = defaultdict(lambda: 1500.0)
    earlier: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for play in log:
        value, before = value_of(play), earlier[play.ruleset, play.seats]
        if value is None:
            continue
        if play.people:
            share = oracle.percentileofscore(before, value, "mean") / 100 if before else 0.5
            share = 1 if play.outcome == "perfect" else share if len(before) > 2 else 0.5
            level = np.mean([rating[one] for one in play.people])
            for one in play.people:
                rating[one] += 24 * (share - 1 / (1 + 10 ** ((1500 - level) / 400)))
        before.append(value)
    assert ratings(log)[0] == pytest.approx(dict(rating))


def test_effects_are_those_of_dense_equations(log: tuple[Play, ...]) -> None:
    """Under a hundred games λ is 5: all columns written out, solved by a pseudo-inverse."""
    played: defaultdict[str, int] = defaultdict(int)
    table = []
    for play in log:
        if not play.counted:
            continue
        value, people = value_of(play), play.people
        if value is not None and people:
            experience = np.mean([log1p(played[one]) for one in people])
            table.append((value, play.ruleset, max(play.seats, len(people)), people, experience))
        for one in people:
            played[one] += 1
    found = player_effects(log)
    if found is None or len(table) >= 100:
        return
    frame = pandas.DataFrame(table, columns=["y", "ruleset", "seats", "people", "experience"])
    fixed = pandas.get_dummies(frame[["ruleset", "seats"]].astype(str), dtype=float)
    x = np.column_stack([np.ones(len(frame)), frame.experience, fixed])
    names = [row.person for row in found.rows]
    seats = np.array([[one in people for one in names] for people in frame.people], dtype=float)
    w = np.column_stack([x, seats / frame.seats.to_numpy()[:, None]])
    pull = np.diag([0.0] * x.shape[1] + [5.0] * len(names))
    effects = (np.linalg.pinv(w.T @ w + pull, hermitian=True) @ w.T @ frame.y)[x.shape[1] :]
    shares = seats.sum(axis=0) / seats.sum()
    expected = (effects - shares @ effects) / frame.seats.mean()
    assert [row.value for row in found.rows] == pytest.approx(list(expected), abs=1e-6)
    assert [row.games for row in found.rows] == list(seats.sum(axis=0))


@pytest.mark.parametrize("seed", range(5))
def test_ranges_of_ranks(seed: int) -> None:
    draws = np.random.default_rng(seed).normal(size=(300, 7))
    ranks = oracle.rankdata(-draws, axis=1)
    low, high = np.percentile(ranks, [10, 90], axis=0, method="inverted_cdf")
    found = rank_ranges(draws)
    assert [(one.low, one.high) for one in found] == list(zip(low, high, strict=True))
    assert [one.top3 for one in found] == pytest.approx(list((ranks <= 3).mean(axis=0)))


@given(st.lists(st.lists(st.integers(0, 11), min_size=1, max_size=4), max_size=12))
def test_circles_are_components(tables: list[list[int]]) -> None:
    links = np.eye(12)
    for people in tables:
        links[people[0], people] = 1
    _number, component = connected_components(links, directed=False)
    met = {one for people in tables for one in people}
    expected = {frozenset(str(a) for a in met if component[a] == component[b]) for b in met}
    assert {*map(frozenset, circles([list(map(str, people)) for people in tables]))} == expected
