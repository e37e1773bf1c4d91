"""Whether a table plays differently since some day, said only when chance is a poor excuse.

The residuals (result minus baseline of the setup) are added up from the first session on;
where the sum strays furthest from zero, the level may have changed. Shuffling whole
sessions many times tells how far it strays when nothing has changed.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NamedTuple

from hanabi_log.i18n import _
from hanabi_log.stats.baselines import Baselines, baselines, residual_of
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.packed import Packed, pack
from hanabi_log.stats.plays import Play, SessionKey

GAMES_FROM = 30
SIDE_FROM = 10
P_BELOW = 0.05
PERMUTATIONS = 999
SEED = 25
MOST_BLOCKS = 300
"""Above this many sessions, neighbouring ones are shuffled together, to bound the work."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of level: `before` and `after` are mean residuals on the scale of 25.

    `date` is that of the first session after it, `p` the share of shuffles that stray as
    far, `games_before` and `games_after` the games on each side.
    """

    date: str
    before: float
    after: float
    games_before: int
    games_after: int
    p: float

    @property
    def gain(self) -> float:
        """The difference of the levels in points of the scale of 25; negative for a drop."""
        return self.after - self.before

    @property
    def text(self) -> str:
        """The finding in a sentence."""
        return self.told(self.date)

    def told(self, date: str) -> str:
        """The finding in a sentence, with its date as a page writes dates."""
        up = _(
            "Since {date} the tables give {points} more points a game than before, the setup"
            " allowed for (chance alone would do this in {percent}% of shuffles)."
        )
        down = _(
            "Since {date} the tables give {points} fewer points a game than before, the setup"
            " allowed for (chance alone would do this in {percent}% of shuffles)."
        )
        return (up if self.gain > 0 else down).format(
            date=date, points=f"{abs(self.gain):.1f}", percent=f"{100 * self.p:.1f}"
        )


class _Block(NamedTuple):
    """A session, or neighbouring ones: the date of the first, games, sum of residuals."""

    date: str
    games: int
    residual: float


def change_point(
    plays: Sequence[Play],
    mode: Mode = "points",
    expected: Baselines | None = None,
    seed: int = SEED,
) -> Change | None:
    """The change of level that the games show, or None when they show none worth saying.

    Said with p < 0.05, from 30 dated games, with 10 games on each side. Games come in
    the order of play; dateless ones are left out. `expected` are baselines to take off,
    without them those of the same games.
    """
    packed = pack(plays)
    sessions = _residuals(packed, expected or baselines(packed, mode), mode)
    games = sum(map(len, sessions.values()))
    if games < GAMES_FROM:
        return None
    blocks = _blocks(sessions)
    mean = math.fsum(chain.from_iterable(sessions.values())) / games
    sums = [block.residual - block.games * mean for block in blocks]
    paths = [abs(total) for total in accumulate(sums)]
    furthest = max(paths)
    cut = paths.index(furthest) + 1
    before, after = _level(blocks[:cut]), _level(blocks[cut:])
    if min(before.games, after.games) < SIDE_FROM:
        return None
    p = _chance(sums, furthest, seed)
    if p >= P_BELOW:
        return None
    return Change(
        date=after.date,
        before=before.residual / before.games,
        after=after.residual / after.games,
        games_before=before.games,
        games_after=after.games,
        p=p,
    )


def _residuals(
    plays: Packed, expected: Baselines, mode: Mode
) -> Mapping[SessionKey, Sequence[float]]:
    """The residuals of the games of each session, in the order of play."""
    residuals = plays.found(lambda facts: residual_of(facts, expected, mode))
    found: defaultdict[int, list[float]] = defaultdict(list)
    for evening, facts in zip(plays.evening, plays.fact, strict=True):
        if (residual := residuals[facts]) is not None:
            found[evening].append(residual)
    keys = ((plays.shared.evenings[evening].session, each) for evening, each in found.items())
    return {key: each for key, each in keys if key is not None}


def _blocks(sessions: Mapping[SessionKey, Sequence[float]]) -> list[_Block]:
    blocks = [_Block(key[1], len(found), math.fsum(found)) for key, found in sessions.items()]
    size = -(-len(blocks) // MOST_BLOCKS)
    return [_level(blocks[start : start + size]) for start in range(0, len(blocks), size)]


def _level(blocks: Sequence[_Block]) -> _Block:
    """Neighbouring blocks as one."""
    date = blocks[0].date if blocks else ""
    games = sum(block.games for block in blocks)
    return _Block(date, games, math.fsum(block.residual for block in blocks))


def _chance(sums: Sequence[float], furthest: float, seed: int) -> float:
    """(1 + shuffles that stray as far)/(1 + shuffles), from a fixed seed."""
    shuffled, source = list(sums), random.Random(seed)
    enough = furthest - 1e-9
    as_far = 0
    for _shuffle in range(PERMUTATIONS):
        _shuffle_with(source.getrandbits, shuffled)
        as_far += max(map(abs, accumulate(shuffled))) >= enough
    return (1 + as_far) / (1 + PERMUTATIONS)


def _shuffle_with(bits: Callable[[int], int], items: list[float]) -> None:
    """Fisher and Yates: each place from the last one on takes a thing from those left.

    The order is that of `random.Random.shuffle`, whatever later versions of Python make of it.
    """
    for last in range(len(items) - 1, 0, -1):
        length = (last + 1).bit_length()
        place = bits(length)
        while place > last:
            place = bits(length)
        items[last], items[place] = items[place], items[last]
