"""A mixed model: what games have in common, what each person adds, what each pair adds.

y = Xβ + Zu + Qv + e, with e ~ N(0, σ²), u ~ N(0, σ²/λ_u) and v ~ N(0, σ²/λ_v). A game
touches few columns, so sums of products are all that is kept of it. The fixed effects β are
absorbed once, and a few eigenvectors then solve the mixed-model equations for every λ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

NEGLIGIBLE = 1e-10
"""The share of the largest eigenvalue of X'X below which a direction counts as no column."""
LEAST_VARIANCE = 1e-12
BLOCK = 8192
"""How many kinds of games are multiplied out at a time, to bound the memory."""


class Ratio(NamedTuple):
    """A value of λ = σ_e²/σ² and the logarithm of its prior weight, up to a constant."""

    value: float
    log_prior: float = 0.0


class Sizes(NamedTuple):
    """How many columns belong to X, to people and to pairs, in this order."""

    fixed: int
    people: int
    pairs: int = 0

    @property
    def total(self) -> int:
        """All columns of the design."""
        return self.fixed + self.people + self.pairs


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What one λ_u gives: the people's effects, σ̂_e², and −2·log of the restricted likelihood.

    The covariance of the effects is σ̂_e² · E·diag(spread)·E', E the eigenvectors.
    """

    effects: Array
    variance: float
    criterion: float
    spread: Array


@dataclass(frozen=True, slots=True, eq=False)
class PeopleEquations:
    """The equations of the people, fixed effects and pairs absorbed, in their eigenbasis.

    `pair_spread` holds 1/(d + λ_v) for the eigenvalues d of the pairs.
    """

    values: Array
    vectors: Array
    right: Array
    total: float
    log: float
    freedom: int
    pair_spread: Array

    def solve(self, ratio: float) -> Solution:
        """The solution for λ_u = `ratio`.

        σ̂_e² = (y'y − b'r)/(N − p) and −2logREML = (N − p)·log σ̂_e² + log|C| − q_u·log λ_u
        − q_v·log λ_v, C being the matrix of the mixed-model equations.
        """
        spread = 1 / (self.values + ratio)
        effects = self.right * spread
        rest = self.total - float(effects @ self.right)
        variance = max(rest / self.freedom, LEAST_VARIANCE)
        criterion = self.freedom * np.log(variance) + self.log - float(np.log(spread * ratio).sum())
        return Solution(self.vectors @ effects, variance, float(criterion), spread)


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """The equations of people and pairs after the fixed effects have been absorbed.

    `freedom` is N − p. `pair_values` and `pair_vectors` are the eigenvalues and the
    eigenvectors of the pairs' block; `cross` is the block between people and pairs and
    `pair_right` the right-hand side of the pairs, both in that basis.
    """

    freedom: int
    log_fixed: float
    people: Array
    right: Array
    total: float
    pair_values: Array
    pair_vectors: Array
    cross: Array
    pair_right: Array

    def absorb_pairs(self, ratio: float) -> PeopleEquations:
        """The equations of the people for λ_v = `ratio`; it is of no account without pairs."""
        spread = 1 / (self.pair_values + ratio)
        scaled = self.cross * spread
        values, vectors = np.linalg.eigh(self.people - scaled @ self.cross.T)
        return PeopleEquations(
            values=np.clip(values, 0, None),
            vectors=vectors,
            right=vectors.T @ (self.right - scaled @ self.pair_right),
            total=self.total - float((spread * self.pair_right) @ self.pair_right),
            log=self.log_fixed - float(np.log(spread * ratio).sum()),
            freedom=self.freedom,
            pair_spread=spread,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A point of the grid of ratios, and its share of the posterior."""

    share: float
    equations: PeopleEquations
    solution: Solution


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """What is known about the people's effects when the ratios are integrated out."""

    equations: Equations
    parts: tuple[Part, ...]

    @property
    def mean(self) -> Array:
        """The expected effects."""
        found = np.zeros(len(self.equations.right))
        for part in self.parts:
            found += part.share * part.solution.effects
        return found

    @property
    def covariance(self) -> Array:
        """Their covariance: within each point of the grid, and between the points."""
        mean = self.mean
        found = np.zeros((len(mean), len(mean)))
        for part in self.parts:
            vectors, solution = part.equations.vectors, part.solution
            scaled = vectors * (part.share * solution.variance * solution.spread)
            off = solution.effects - mean
            found += scaled @ vectors.T + part.share * np.outer(off, off)
        return found

    def draws(self, number: int, seed: int) -> Array:
        """Draws of the effects, one in a row; σ_e² is drawn too, which makes them t."""
        dice = np.random.default_rng(seed)
        shares = np.array([part.share for part in self.parts])
        found = []
        for part, count in zip(self.parts, dice.multinomial(number, shares), strict=True):
            solution, freedom = part.solution, self.equations.freedom
            normal = dice.standard_normal((count, len(solution.effects)))
            sigma = np.sqrt(solution.variance * freedom / dice.chisquare(freedom, count))
            steps = (normal * np.sqrt(solution.spread)) @ part.equations.vectors.T
            found.append(solution.effects + sigma[:, None] * steps)
        return np.concatenate(found)

    def pairs(self) -> tuple[Array, Array]:
        """The expected effects of the pairs and their variances."""
        vectors, cross = self.equations.pair_vectors, self.equations.cross
        mean, square = np.zeros(len(vectors)), np.zeros(len(vectors))
        for part in self.parts:
            spread, solution = part.equations.pair_spread, part.solution
            off = self.equations.pair_right - cross.T @ solution.effects
            effects = vectors @ (spread * off)
            through = vectors @ (spread[:, None] * (cross.T @ part.equations.vectors))
            width = vectors**2 @ spread + through**2 @ solution.spread
            mean += part.share * effects
            square += part.share * (solution.variance * width + effects**2)
        return mean, square - mean**2


def products(
    columns: Indices, values: Array, kind: Indices, own: Mapping[int, Array], size: int
) -> Array:
    """W'W for W = [X Z Q y] of so many columns, of which each game touches few.

    `columns` and `values` say for each kind of game what it holds where, filled up with zeros
    in any column; `kind` is the row of each game. `own` are the columns, by their places, in
    which games of one kind differ.
    """
    games = np.bincount(kind, minlength=len(values))
    flat = np.zeros(size * size)
    for start in range(0, len(values), BLOCK):
        some = slice(start, start + BLOCK)
        place, value = columns[some], values[some]
        cells = place[:, :, None] * size + place[:, None, :]
        weights = (games[some, None] * value)[:, :, None] * value[:, None, :]
        flat += np.bincount(cells.ravel(), weights.ravel(), size * size)
    found = flat.reshape(size, size)
    for one, column in own.items():
        sums = np.bincount(kind, column, len(values))
        cross = np.bincount(columns.ravel(), (values * sums[:, None]).ravel(), size)
        found[one] += cross
        found[:, one] += cross
        for other, second in own.items():
            found[one, other] += (column * second).sum()
    return found


def equations(sums: Array, sizes: Sizes, games: int) -> Equations | None:
    """The equations from W'W; None where the fixed effects leave no game to learn from."""
    fixed, people = sizes.fixed, sizes.fixed + sizes.people
    values, vectors = np.linalg.eigh(sums[:fixed, :fixed])
    kept = values > NEGLIGIBLE * values[-1]
    if games <= int(kept.sum()):
        return None
    basis = vectors[:, kept] / np.sqrt(values[kept])
    off = basis.T @ sums[:fixed, fixed:]
    rest = sums[fixed:, fixed:] - off.T @ off
    people -= fixed
    pair_values, pair_vectors = np.linalg.eigh(rest[people:-1, people:-1])
    return Equations(
        freedom=games - int(kept.sum()),
        log_fixed=float(np.log(values[kept]).sum()),
        people=rest[:people, :people],
        right=rest[:people, -1],
        total=float(rest[-1, -1]),
        pair_values=np.clip(pair_values, 0, None),
        pair_vectors=pair_vectors,
        cross=rest[:people, people:-1] @ pair_vectors,
        pair_right=pair_vectors.T @ rest[people:-1, -1],
    )


def ratios(low: float, high: float, points: int, scale: float) -> tuple[Ratio, ...]:
    """A log-spaced grid of ρ = σ/σ_e as λ = 1/ρ², with a half-t(4) prior of a scale on ρ.

    The weight prior(ρ)·ρ allows for the spacing.
    """
    rho = np.geomspace(low, high, points)
    logs = -2.5 * np.log1p((rho / scale) ** 2 / 4) + np.log(rho)
    return tuple(map(Ratio, (rho**-2.0).tolist(), logs.tolist()))


def integrate(
    found: Equations, people: Sequence[Ratio], pairs: Sequence[Ratio] = (Ratio(1.0),)
) -> Posterior:
    """The posterior over a grid of ratios, each weighed by exp(−½ · −2logREML) · prior."""
    parts = list(_parts(found, people, pairs))
    logs = np.array([log for log, _equations, _solution in parts])
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    return Posterior(
        found,
        tuple(
            Part(share, equations, solution)
            for share, (_log, equations, solution) in zip(shares.tolist(), parts, strict=True)
        ),
    )


def _parts(
    found: Equations, people: Sequence[Ratio], pairs: Sequence[Ratio]
) -> Iterator[tuple[float, PeopleEquations, Solution]]:
    for pair in pairs:
        absorbed = found.absorb_pairs(pair.value)
        for ratio in people:
            solution = absorbed.solve(ratio.value)
            log = -solution.criterion / 2 + ratio.log_prior + pair.log_prior
            yield log, absorbed, solution
