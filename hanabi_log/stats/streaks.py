"""Runs of games without a break, and how long a run chance alone would bring.

A run goes by the games whose outcome is known, in the order of play. A game that is
deleted or excluded is simply not there, so its neighbours stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from hanabi_log.i18n import _
from hanabi_log.stats.counting import tells_outcome, tells_win
from hanabi_log.stats.packed import Facts, pack
from hanabi_log.stats.plays import Play

_EXACT = 200
"""The recursion takes some n² steps."""
_NEVER = 1e-9
_STEPS = 60

Kind = Literal["perfect", "no_strike_out", "won"]
KINDS: tuple[Kind, ...] = ("perfect", "no_strike_out", "won")


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run and the run that is still open, among `n` games with `hits` hits.

    `games` are those of the longest run, the earliest of equals.
    """

    kind: Kind
    longest: int
    current: int
    n: int
    hits: int
    games: tuple[Play, ...]

    @property
    def expected(self) -> float:
        """The longest run that chance alone would bring, in games, 0 to `n`."""
        return expected_longest(self.n, self.hits / self.n) if self.n else 0.0

    @property
    def label(self) -> str:
        """What the run is made of."""
        return {
            "perfect": _("Perfect games in a row"),
            "no_strike_out": _("Games in a row without striking out"),
            "won": _("Wins in a row"),
        }[self.kind]


def expected_longest(n: int, p: float) -> float:
    """The mean longest run among n independent tries with a share p of hits, 0 to n.

    Up to 200 tries it is exact: one more try ends without a run of k unless it completes the
    first one, behind a miss. For longer series a run of half of them is counted as it is, and
    shorter ones by the root that rules that recursion (Feller, An Introduction to Probability
    Theory and Its Applications I, XIII.7): within 4 % with two or three misses, and without
    a visible error from ten misses on.
    """
    if n <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return float(n)
    mean = 0.0
    for k in range(1, n + 1):
        reached = _reached(n, p, k)
        mean += reached
        if reached < _NEVER:
            break
    return mean


def _reached(n: int, p: float, k: int) -> float:
    """The chance of a run of k or more among n tries."""
    first = p**k
    behind_a_miss = (1 - p) * first
    if 2 * k >= n:
        # There is room for one such run only.
        return first + (n - k) * behind_a_miss
    if n > _EXACT:
        return 1 - _without_by_root(n, p, k)
    without = [1.0] * k + [1 - first]
    for tries in range(k + 1, n + 1):
        without.append(without[-1] - behind_a_miss * without[tries - k - 1])
    return 1 - without[n]


def _without_by_root(n: int, p: float, k: int) -> float:
    """Nearly the chance that none of the runs among n tries is as long as k."""
    share = (1 - p) * p**k
    root = 1.0
    for _step in range(_STEPS):
        step = (1 - root + share * root ** (k + 1)) / (1 - share * (k + 1) * root**k)
        root += step
        if step < _NEVER:
            break
    return (1 - p * root) / ((k + 1 - k * root) * (1 - p)) * root ** -(n + 1)


def runs(flags: Sequence[bool]) -> tuple[int, int, int]:
    """The longest run of hits, the run at the end, and where the longest begins (from 0)."""
    longest = current = start = 0
    for place, flag in enumerate(flags):
        current = current + 1 if flag else 0
        if current > longest:
            longest, start = current, place + 1 - current
    return longest, current, start


def streak(plays: Sequence[Play], kind: Kind) -> Streak:
    """The runs of one kind in games that come in the order of play."""
    tells, hit = _TESTS[kind]
    games = pack(plays).where(tells)
    flags = list(games.of_facts(hit))
    longest, current, start = runs(flags)
    run = tuple(games[start : start + longest])
    return Streak(kind, longest, current, len(flags), sum(flags), run)


def streaks(plays: Sequence[Play]) -> tuple[Streak, ...]:
    """The runs of every kind that the games tell about."""
    found = (streak(plays, kind) for kind in KINDS)
    return tuple(row for row in found if row.n)


def _perfect(play: Play | Facts) -> bool:
    return play.outcome == "perfect"


def _not_struck_out(play: Play | Facts) -> bool:
    return play.outcome != "struck_out"


_TESTS: dict[Kind, tuple[Callable[[Play | Facts], bool], Callable[[Play | Facts], bool]]] = {
    "perfect": (tells_outcome, _perfect),
    "no_strike_out": (tells_outcome, _not_struck_out),
    "won": (tells_win, _perfect),
}
