"""The small set of tables from which every mean, rate and board is computed.

All entries are whole numbers, so adding one game gives exactly what a rebuild gives, and
no order of games can change a digit. The finest table has a row for each session, line-up
and cell; the tables by cell, person, line-up, group and session are roll-ups of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import add
from typing import NamedTuple, TypeVar

from hanabi_log.stats.counting import Mode, left_out, tells_colours, tells_outcome, tells_win
from hanabi_log.stats.plays import Play

Key = TypeVar("Key", bound=Hashable)


class Cell(NamedTuple):
    """A setup: a ruleset and a number of players, and the maximum that was in force."""

    ruleset: str
    seats: int
    max_score: int | None


class Spot(NamedTuple):
    """Where a game belongs: its cell, who was named, its session (or its own id), its group."""

    cell: Cell
    people: tuple[str, ...]
    unit: Hashable
    group: str | None

    @property
    def lineup(self) -> tuple[str, ...] | None:
        """The exact set of people; None with a guest, or with fewer than two people."""
        exact = len(self.people) == self.cell.seats and self.cell.seats >= 2
        return self.people if exact else None


class Sums(NamedTuple):
    """Counts and sums of some games of one cell.

    `games` counted games · `scaled` those with points that enter a mean, `points` their
    sum · `scored`, `score` the same for the score · `struck_scaled`, `struck_points` the
    struck-out part of the points · `told` games with a known outcome, of them `perfect`
    and `struck_out` · `decided` win-or-lose games with a known outcome, of them `won`.
    """

    games: int = 0
    scaled: int = 0
    points: int = 0
    scored: int = 0
    score: int = 0
    struck_scaled: int = 0
    struck_points: int = 0
    told: int = 0
    perfect: int = 0
    struck_out: int = 0
    decided: int = 0
    won: int = 0

    def plus(self, other: Sums) -> Sums:
        """The sums of both sets of games."""
        return Sums._make(map(add, self, other))

    def numbers(self, mode: Mode) -> tuple[int, int]:
        """How many games enter a mean under a score mode, and the sum of their numbers."""
        if mode == "official":
            return self.scored, self.score
        if mode == "finished":
            return self.scaled - self.struck_scaled, self.points - self.struck_points
        return self.scaled, self.points


def sums_of(play: Play) -> Sums:
    """The sums of a single game."""
    scaled = left_out(play) is None
    scored = left_out(play, "official") is None
    told, decided = tells_outcome(play), tells_win(play)
    struck = play.outcome == "struck_out"
    return Sums(
        games=int(play.counted),
        scaled=int(scaled),
        points=play.points or 0 if scaled else 0,
        scored=int(scored),
        score=play.score or 0 if scored else 0,
        struck_scaled=int(scaled and struck),
        struck_points=play.points or 0 if scaled and struck else 0,
        told=int(told),
        perfect=int(told and play.outcome == "perfect"),
        struck_out=int(told and struck),
        decided=int(decided),
        won=int(decided and play.outcome == "perfect"),
    )


def cell_of(play: Play) -> Cell:
    """The cell of a game."""
    return Cell(play.ruleset, play.seats, play.max_score)


def spot_of(play: Play) -> Spot:
    """The row of the finest table that a game belongs to."""
    return Spot(cell_of(play), tuple(sorted(play.people)), play.session or play.id, play.group)


def scale(cell: Cell, total: int) -> float:
    """A sum of points of a cell on the scale of 25; 0 where the maximum is not known."""
    return 25 * total / cell.max_score if cell.max_score else 0.0


@dataclass(frozen=True)
class Tables:
    """The tables of some games. `logged` counts all of them, also those that do not count.

    `colours` maps a suit's code to how many games laid 0, 1, 2, 3, 4 and 5 of its cards,
    over the `coloured` games that tell.
    """

    logged: int = 0
    spots: Mapping[Spot, Sums] = field(default_factory=dict)
    colours: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    coloured: int = 0

    @cached_property
    def total(self) -> Sums:
        """The sums of all games; its points add up unequal scales, its counts do not."""
        return reduce(Sums.plus, self.spots.values(), Sums())

    @cached_property
    def cells(self) -> Mapping[Cell, Sums]:
        """By cell."""
        return _rolled(self.spots, lambda spot: (spot.cell,))

    @cached_property
    def people(self) -> Mapping[str, Mapping[Cell, Sums]]:
        """By person and cell."""
        return _nested(self.spots, lambda spot: spot.people)

    @cached_property
    def lineups(self) -> Mapping[tuple[str, ...], Mapping[Spot, Sums]]:
        """By exact line-up; the rows keep session and cell."""
        return _split(self.spots, lambda spot: spot.lineup)

    @cached_property
    def groups(self) -> Mapping[str, Mapping[Spot, Sums]]:
        """By group; the rows keep session, line-up and cell. Games without a group are not in."""
        return _split(self.spots, lambda spot: spot.group)

    @cached_property
    def sessions(self) -> Mapping[Hashable, Mapping[Cell, Sums]]:
        """By session (or single dateless game) and cell."""
        return _nested(self.spots, lambda spot: (spot.unit,))

    def plus(self, other: Tables) -> Tables:
        """The tables of both sets of games."""
        spots, colours = dict(self.spots), dict(self.colours)
        for spot, sums in other.spots.items():
            spots[spot] = spots[spot].plus(sums) if spot in spots else sums
        for code, counts in other.colours.items():
            before = colours.get(code, (0,) * len(counts))
            colours[code] = tuple(map(add, before, counts))
        logged, coloured = self.logged + other.logged, self.coloured + other.coloured
        return Tables(logged, spots, colours, coloured)

    def adding(self, play: Play) -> Tables:
        """The tables with one more game in them."""
        return self.plus(gather((play,)))


def gather(plays: Iterable[Play]) -> Tables:
    """The tables of some plays, in one pass."""
    spots: dict[Spot, list[int]] = {}
    colours: defaultdict[str, list[int]] = defaultdict(lambda: [0] * 6)
    logged = coloured = 0
    for play in plays:
        logged += 1
        if not play.counted:
            continue
        spot, sums = spot_of(play), sums_of(play)
        row = spots.get(spot)
        if row is None:
            spots[spot] = list(sums)
        else:
            row[:] = map(add, row, sums)
        if tells_colours(play):
            coloured += 1
            for code, laid, _last in play.stacks or ():
                colours[code][laid] += 1
    return Tables(
        logged,
        {spot: Sums._make(row) for spot, row in spots.items()},
        {code: tuple(counts) for code, counts in colours.items()},
        coloured,
    )


def tables_of(plays: Sequence[Play] | Tables) -> Tables:
    """The tables, gathered from plays unless they are there already."""
    return plays if isinstance(plays, Tables) else gather(plays)


def _rolled(
    spots: Mapping[Spot, Sums], keys: Callable[[Spot], Iterable[Key]]
) -> Mapping[Key, Sums]:
    rows: dict[Key, list[int]] = {}
    for spot, sums in spots.items():
        for key in keys(spot):
            if (row := rows.get(key)) is None:
                rows[key] = list(sums)
            else:
                row[:] = map(add, row, sums)
    return {key: Sums._make(row) for key, row in rows.items()}


def _nested(
    spots: Mapping[Spot, Sums], keys: Callable[[Spot], Iterable[Key]]
) -> Mapping[Key, Mapping[Cell, Sums]]:
    flat = _rolled(spots, lambda spot: ((key, spot.cell) for key in keys(spot)))
    nested: defaultdict[Key, dict[Cell, Sums]] = defaultdict(dict)
    for (key, cell), sums in flat.items():
        nested[key][cell] = sums
    return dict(nested)


def _split(
    spots: Mapping[Spot, Sums], key: Callable[[Spot], Key | None]
) -> Mapping[Key, Mapping[Spot, Sums]]:
    split: defaultdict[Key, dict[Spot, Sums]] = defaultdict(dict)
    for spot, sums in spots.items():
        found = key(spot)
        if found is not None:
            split[found][spot] = sums
    return dict(split)
