"""Leaderboards that a club of fifty games can print without blushing.

People are ranked by the points of their tables above what the setup usually gives, pulled
towards zero while they have few games. Line-ups and groups are ranked by their mean with
its interval. Whoever is missing in `names` is on no board, though their games count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hanabi_log.stats.aggregates import Cell, Spot, Sums, Tables, tables_of
from hanabi_log.stats.baselines import Baselines, above, baselines
from hanabi_log.stats.circles import circles, circles_text
from hanabi_log.stats.counting import Mode, what_counts
from hanabi_log.stats.estimates import Mean, mean_of_spots
from hanabi_log.stats.plays import Play

BoardName = Literal["people", "lineups", "groups", "effects", "elo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A row of a board; `key` is an id, or a tuple of ids for a line-up.

    `games` are those that enter `value`. `mean_points` and `mean_score` are means on the
    scale of 25, the latter of the games that have a score. `perfect` and `struck_out`
    count games with a known outcome, whatever the score mode.
    """

    key: Hashable
    name: str
    players: tuple[str, ...]
    games: int
    listed: bool
    value: float
    low: float | None = None
    high: float | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    p_top3: float | None = None
    mean_points: float | None
    mean_score: float | None
    perfect: int
    struck_out: int

    def as_json(self) -> dict[str, Any]:
        """The row under the keys that `leaderboard --json` promises."""
        return {
            "name": self.name,
            "players": list(self.players),
            "games": self.games,
            "listed": self.listed,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "rank_low": self.rank_low,
            "rank_high": self.rank_high,
            "p_top3": self.p_top3,
            "mean_points": self.mean_points,
            "mean_score": self.mean_score,
            "perfect": self.perfect,
            "struck_out": self.struck_out,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board with the words that belong beside it. `k` is None where nothing is shrunk;
    `notes` warn of what these rows in particular cannot tell.
    """

    board: BoardName
    score_mode: Mode
    counts: tuple[str, ...]
    k: float | None
    min_games: int
    rows: tuple[BoardRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def listed(self) -> tuple[BoardRow, ...]:
        """The rows with games enough."""
        return tuple(row for row in self.rows if row.listed)

    def as_json(self) -> dict[str, Any]:
        """The board under the keys that `leaderboard --json` promises, but the filters."""
        return {
            "board": self.board,
            "score_mode": self.score_mode,
            "counts": " ".join(self.counts),
            "settings": {"k": self.k, "min_games": self.min_games},
            "rows": [row.as_json() for row in self.rows],
        }


def shrunk(total: float, n: int, k: float = 10) -> float:
    """Points above expectation, total/(n + k), as if k average games had been played first."""
    return total / (n + k)


def people_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    k: float = 10,
    min_games: int = 5,
    mode: Mode = "points",
    expected: Baselines | None = None,
) -> Board:
    """People by a = Σ(y − m)/(N + k), y on the scale of 25 and m the baseline of the setup.

    `expected` are baselines to compare with; without them, those of the same plays.
    """
    tables = tables_of(plays)
    expected = expected or baselines(tables, mode)
    rows = []
    for person, cells in tables.people.items():
        games, residual = above(cells, expected, mode)
        if games and person in names:
            name, value = names[person], shrunk(residual, games, k)
            rows.append(_row(person, name, (name,), games, min_games, value, cells.items()))
    return _board("people", mode, k, min_games, rows, _circle_notes(tables, rows))


def group_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = 5,
    mode: Mode = "points",
) -> Board:
    """Groups by the mean of their games on the scale of 25, with its t-interval.

    `names` has the groups and the people; those who played most come first in a row.
    """
    rows = []
    for group, spots in tables_of(plays).groups.items():
        mean = mean_of_spots(spots, mode)
        if mean and group in names:
            players = _by_games(spots, names)
            rows.append(_mean_row(group, names[group], players, min_games, mean, spots))
    return _board("groups", mode, None, min_games, rows)


def lineup_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = 5,
    mode: Mode = "points",
) -> Board:
    """Exact sets of people by the mean of their games on the scale of 25, with its t-interval.

    A table with a guest, or with somebody who is not in `names`, is no line-up.
    """
    rows = []
    for lineup, spots in tables_of(plays).lineups.items():
        mean = mean_of_spots(spots, mode)
        if mean and all(person in names for person in lineup):
            players = tuple(sorted(names[person] for person in lineup))
            rows.append(_mean_row(lineup, ", ".join(players), players, min_games, mean, spots))
    return _board("lineups", mode, None, min_games, rows)


def _mean_row(
    key: Hashable,
    name: str,
    players: tuple[str, ...],
    min_games: int,
    mean: Mean,
    spots: Mapping[Spot, Sums],
) -> BoardRow:
    cells = [(spot.cell, sums) for spot, sums in spots.items()]
    interval = (mean.low, mean.high)
    return _row(key, name, players, mean.n, min_games, mean.value, cells, interval)


def _row(
    key: Hashable,
    name: str,
    players: tuple[str, ...],
    games: int,
    min_games: int,
    value: float,
    cells: Iterable[tuple[Cell, Sums]],
    interval: tuple[float | None, float | None] = (None, None),
) -> BoardRow:
    cells = list(cells)
    return BoardRow(
        key=key,
        name=name,
        players=players,
        games=games,
        listed=games >= min_games,
        value=value,
        low=interval[0],
        high=interval[1],
        mean_points=_scaled_mean(cells, "points"),
        mean_score=_scaled_mean(cells, "official"),
        perfect=sum(sums.perfect for _cell, sums in cells),
        struck_out=sum(sums.struck_out for _cell, sums in cells),
    )


def _scaled_mean(cells: Iterable[tuple[Cell, Sums]], mode: Mode) -> float | None:
    games: Counter[int | None] = Counter()
    totals: Counter[int | None] = Counter()
    for cell, sums in cells:
        n, total = sums.numbers(mode)
        games[cell.max_score] += n
        totals[cell.max_score] += total
    n = games.total()
    scaled = (25 * total / most for most, total in sorted(totals.items(), key=str) if most)
    return sum(scaled) / n if n else None


def _by_games(spots: Mapping[Spot, Sums], names: Mapping[str, str]) -> tuple[str, ...]:
    games: Counter[str] = Counter()
    for spot, sums in spots.items():
        for person in spot.people:
            if person in names:
                games[person] += sums.games
    ranked = sorted(games, key=lambda person: (-games[person], names[person], person))
    return tuple(names[person] for person in ranked)


def _board(
    board: BoardName,
    mode: Mode,
    k: float | None,
    min_games: int,
    rows: Iterable[BoardRow],
    notes: tuple[str, ...] = (),
) -> Board:
    return Board(
        board=board,
        score_mode=mode,
        counts=what_counts(mode),
        k=k,
        min_games=min_games,
        rows=tuple(
            sorted(
                rows,
                key=lambda row: (not row.listed, -row.value, -row.games, row.name, str(row.key)),
            )
        ),
        notes=notes,
    )


def _circle_notes(tables: Tables, rows: Iterable[BoardRow]) -> tuple[str, ...]:
    listed = {row.key for row in rows if row.listed}
    found = circles({spot.people for spot in tables.spots if spot.people})
    number = sum(not listed.isdisjoint(circle) for circle in found)
    return (circles_text(number),) if number > 1 else ()
