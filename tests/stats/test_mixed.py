"""The mixed model against values worked out by hand, statsmodels, and scikit-learn."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from sklearn.linear_model import Ridge
from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec

from hanabi_log.stats.design import entries_of, joint_games, sums_of_products
from hanabi_log.stats.mixed import (
    Equations,
    PeopleEquations,
    Ratio,
    Sizes,
    Solution,
    equations,
    integrate,
    products,
    ratios,
)
from tests.stats.making import random_games, rows

Array = NDArray[np.float64]


def _dense(x: Array, z: Array, y: Array, q: Array | None = None) -> Equations:
    """The equations of full matrices."""
    pairs = np.zeros((len(y), 0)) if q is None else q
    whole = np.column_stack([x, z, pairs, y])
    sizes = Sizes(x.shape[1], z.shape[1], pairs.shape[1])
    found = equations(whole.T @ whole, sizes, len(y))
    assert found is not None
    return found


def _tables(games: Sequence[tuple[str, float]]) -> Equations:
    """The equations of games given as letters and results, with a constant only."""
    names = sorted(set("".join(people for people, _y in games)))
    z = np.array([[(name in people) / len(people) for name in names] for people, _y in games])
    return _dense(np.ones((len(games), 1)), z, np.array([y for _people, y in games], float))


def _errors(found: Equations, ratio: float) -> Array:
    """The standard errors of the effects against their mean."""
    covariance = integrate(found, [Ratio(ratio)]).covariance
    centre = np.eye(len(covariance)) - 1 / len(covariance)
    errors: Array = np.sqrt(np.diag(centre @ covariance @ centre.T))
    return errors


def _reml(people: PeopleEquations) -> tuple[float, Solution]:
    """λ at the maximum of the restricted likelihood, which statsmodels plugs in."""
    best = minimize_scalar(
        lambda log: people.solve(np.exp(log)).criterion,
        bounds=(-12, 12),
        method="bounded",
        options={"xatol": 1e-10},
    )
    ratio = float(np.exp(best.x))
    return ratio, people.solve(ratio)


def test_ridge_by_hand() -> None:
    found = _tables([("AB", 20), ("AC", 18), ("BC", 16)])
    solution = found.absorb_pairs(1).solve(1)
    assert solution.effects == pytest.approx([4 / 5, 0, -4 / 5], abs=1e-12)
    assert solution.variance == pytest.approx(16 / 5)
    assert _errors(found, 1) == pytest.approx([8 * 6**0.5 / 15] * 3)


def test_who_always_sit_together_are_told_apart_by_nothing() -> None:
    found = _tables([("AB", 20), ("AB", 22), ("AB", 24)])
    assert found.absorb_pairs(1).solve(1).effects == pytest.approx([0, 0], abs=1e-12)
    assert _errors(found, 1) == pytest.approx([2**0.5] * 2)


def test_restricted_likelihood_by_hand() -> None:
    games = [("AB", 22), ("AC", 20), ("BC", 18), ("AD", 19), ("BD", 17), ("CD", 14)]
    people = _tables([*games, ("AB", 23), ("CD", 13)]).absorb_pairs(1)
    assert people.solve(1).criterion == pytest.approx(16.660446, abs=1e-6)
    ratio, solution = _reml(people)
    assert solution.variance / ratio == pytest.approx(30.1259, abs=1e-3)
    assert solution.variance == pytest.approx(0.373111, abs=1e-6)
    assert solution.effects == pytest.approx([6.39661, 2.49329, -3.46912, -5.42078], abs=1e-4)


@pytest.mark.parametrize("seed", range(200))
def test_the_variances_that_statsmodels_finds(seed: int) -> None:
    dice = np.random.default_rng(seed)
    games, people = 40, 6
    z = np.zeros((games, people))
    for row in z:
        seats = dice.integers(2, 5)
        row[dice.choice(people, seats, replace=False)] = 1 / seats
    x = np.column_stack([np.ones(games), dice.integers(0, 2, games)])
    effects = dice.normal(0, dice.choice([1, 2, 4]), people)
    y = 17 + x[:, 1] + z @ effects + dice.normal(0, 2, games)
    names = [f"p{column}" for column in range(people)]
    model = MixedLM(y, x, np.ones(games), exog_vc=VCSpec(["p"], [[names]], [[z]]))
    with warnings.catch_warnings():
        # It warns where a variance comes out as zero, which is a result like any other.
        warnings.simplefilter("ignore")
        oracle = model.fit(reml=True, method="powell")
    ratio, solution = _reml(_dense(x, z, y).absorb_pairs(1))
    assert solution.variance == pytest.approx(oracle.scale, rel=1e-3)
    assert solution.variance / ratio == pytest.approx(oracle.vcomp[0], rel=1e-3, abs=1e-3)
    (found,) = oracle.random_effects.values()
    assert solution.effects == pytest.approx(list(found), rel=1e-3, abs=1e-3)


def _matrices(seed: int) -> tuple[Array, Array, Array, Array, Equations] | None:
    """The model of a random log, built a second time as full matrices."""
    plays = rows(random_games(seed))
    entries = entries_of(plays, "points")
    people = sorted(entries.people)
    pairs = list(joint_games(entries))
    sums, sizes = sums_of_products(entries, people, pairs)
    found = equations(sums, sizes, len(entries))
    if found is None:
        return None
    before = dict.fromkeys("ABCDEFGH", 0)
    x, z, q, y = [], [], [], []
    for play in plays:
        if not play.counted:
            continue
        if play.y is not None and play.people and not play.win_or_lose and play.outcome:
            n = play.seats
            logs = [np.log1p(before[one]) for one in play.people]
            specs = ("basic", "rnr", "basic+rainbow", "rnr+black")
            x.append(
                [np.mean(logs), *(play.ruleset == spec for spec in specs)]
                + [n == seats for seats in range(1, 7)]
            )
            z.append([(one in play.people) / n for one in people])
            both = [set(pair) <= set(play.people) for pair in pairs]
            q.append([2 / (n * (n - 1)) if joint else 0 for joint in both])
            y.append(play.y)
        for person in play.people:
            before[person] += 1
    whole = [np.array(matrix, dtype=float) for matrix in (x, z, q, y)]
    return whole[0], whole[1], whole[2].reshape(len(y), len(pairs)), whole[3], found


@pytest.mark.parametrize("seed", range(200))
def test_the_ridge_that_scikit_learn_finds(seed: int) -> None:
    """With X projected off, the mixed-model equations are a ridge regression."""
    made = _matrices(seed)
    if made is None:
        # Then there was nothing to learn from: no game more than there are setups.
        entries = entries_of(rows(random_games(seed)), "points")
        assert len(entries) <= 10
        return
    x, z, q, y, found = made
    off = np.eye(len(y)) - x @ np.linalg.pinv(x)
    ridge = Ridge(alpha=1, fit_intercept=False)
    scaled = np.column_stack([z / np.sqrt(5), q / np.sqrt(2)])
    oracle = ridge.fit(off @ scaled, off @ y).coef_
    solution = found.absorb_pairs(2).solve(5)
    people = z.shape[1]
    assert solution.effects == pytest.approx(oracle[:people] / np.sqrt(5), rel=1e-6, abs=1e-7)
    pairs, _variances = integrate(found, [Ratio(5.0)], [Ratio(2.0)]).pairs()
    assert pairs == pytest.approx(oracle[people:] / np.sqrt(2), rel=1e-6, abs=1e-7)


def test_the_eigenbasis_gives_the_inverse_of_the_equations() -> None:
    """Against C⁻¹ in one piece, for people and for pairs, and log|C| for the criterion."""
    dice = np.random.default_rng(5)
    x = np.column_stack([np.ones(30), dice.normal(size=30)])
    z, q = dice.random((30, 4)), dice.random((30, 3))
    y = dice.normal(size=30)
    found = _dense(x, z, y, q)
    penalty = np.diag([0, 0, *[5.0] * 4, *[2.0] * 3])
    whole = np.column_stack([x, z, q])
    c = whole.T @ whole + penalty
    solution = np.linalg.solve(c, whole.T @ y)
    variance = (y @ y - solution @ whole.T @ y) / 28
    posterior = integrate(found, [Ratio(5.0)], [Ratio(2.0)])
    assert posterior.mean == pytest.approx(solution[2:6])
    assert posterior.covariance == pytest.approx(variance * np.linalg.inv(c)[2:6, 2:6])
    mean, variances = posterior.pairs()
    assert mean == pytest.approx(solution[6:])
    assert variances == pytest.approx(variance * np.diag(np.linalg.inv(c))[6:])
    criterion = 28 * np.log(variance) + np.linalg.slogdet(c)[1]
    criterion -= 4 * np.log(5) + 3 * np.log(2)
    assert posterior.parts[0].solution.criterion == pytest.approx(criterion)


def test_integrating_weighs_by_likelihood_and_prior() -> None:
    found = _tables([("AB", 22), ("AC", 20), ("BC", 18), ("AD", 19), ("BD", 17), ("CD", 14)])
    grid = ratios(0.05, 3, 20, scale=0.6)
    posterior = integrate(found, grid)
    rho = np.array([ratio.value for ratio in grid]) ** -0.5
    assert (rho[0], rho[-1]) == pytest.approx((0.05, 3))
    assert np.diff(np.log(rho)) == pytest.approx([np.log(60) / 19] * 19)
    prior = (1 + (rho / 0.6) ** 2 / 4) ** -2.5
    criteria = [found.absorb_pairs(1).solve(ratio.value).criterion for ratio in grid]
    weights = np.exp(-0.5 * np.array(criteria)) * prior * rho
    shares = [part.share for part in posterior.parts]
    assert shares == pytest.approx(weights / weights.sum())
    draws = posterior.draws(40_000, seed=1)
    assert draws.shape == (40_000, 4)
    assert draws.mean(axis=0) == pytest.approx(posterior.mean, abs=0.1)
    assert (posterior.draws(9, seed=1) == posterior.draws(9, seed=1)).all()


def test_sums_of_products_of_sparse_rows() -> None:
    """Three games of two kinds, which differ in the columns 1 and 5."""
    columns = np.array([[0, 2, 0], [0, 2, 3]])
    values = np.array([[1.0, 0.5, 0.0], [2.0, 0.25, 1.0]])
    kind = np.array([0, 1, 0])
    own = {1: np.array([0.5, 2.0, 0.0]), 5: np.array([3.0, -1.0, 4.0])}
    whole = np.array([[1, 0.5, 0.5, 0, 0, 3], [2, 2, 0.25, 1, 0, -1], [1, 0, 0.5, 0, 0, 4]])
    assert products(columns, values, kind, own, 6) == pytest.approx(whole.T @ whole)


def test_nothing_is_left_where_every_game_has_a_setup_of_its_own() -> None:
    x, z = np.eye(3), np.ones((3, 2))
    whole = np.column_stack([x, z, [1.0, 2, 3]])
    assert equations(whole.T @ whole, Sizes(3, 2), 3) is None
