"""Leaderboards that a club of fifty games can print without blushing.

People are ranked by the points of their tables above what the setup usually gives, pulled
towards zero while they have few games. Line-ups and groups are ranked by their mean with
its interval. Whoever is missing in `names` is on no board, though their games count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.baselines import Baselines, baselines
from hanabi_log.stats.circles import circles, circles_text
from hanabi_log.stats.counting import Mode, board_counts
from hanabi_log.stats.estimates import Mean, mean_by_session
from hanabi_log.stats.plays import Play
from hanabi_log.stats.rolls import Roll, people_of_groups, rolls

PRIOR_GAMES = 10
"""Average games that everybody on the board of people begins with."""

MIN_GAMES = 5
"""From so many games on a row is listed, where nothing else is said."""

BoardName = Literal["people", "lineups", "groups", "effects", "elo", "clubs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A row of a board; `key` is an id, or a tuple of ids for a line-up.

    `games` are those that enter `value` under the score mode. `mean_points` and `mean_score`
    are means on the scale of 25 of all games that have points, and of all that have a score;
    `perfect` and `struck_out` count games with a known outcome: these four are the same
    whatever the score mode.
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


def shrunk(total: float, n: int, k: float = PRIOR_GAMES) -> float:
    """Points above expectation, total/(n + k), as if k average games had been played first."""
    return total / (n + k)


def people_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    k: float = PRIOR_GAMES,
    min_games: int = MIN_GAMES,
    mode: Mode = "points",
    expected: Baselines | None = None,
) -> Board:
    """People by a = Σ(y − m)/(N + k), y on the scale of 25 and m the baseline of the setup.

    `expected` are baselines to compare with; without them, those of the same plays.
    """
    tables = tables_of(plays)
    expected = expected or baselines(tables, mode)
    rows = []
    for person, roll in rolls(tables, "person", mode, expected).items():
        games, total = roll.numbers
        if games and person in names:
            value = shrunk(total - roll.baseline, games, k)
            rows.append(row_of(person, (names[person],), games, min_games, value, roll))
    return board_of("people", mode, k, min_games, rows, circle_notes(tables, rows))


def group_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = MIN_GAMES,
    mode: Mode = "points",
) -> Board:
    """Groups by the mean of their games on the scale of 25, with its t-interval.

    `names` has the groups and the people; those who played most come first in a row.
    """
    tables = tables_of(plays)
    players = _players_of_groups(tables, names)
    rows = []
    for group, roll in rolls(tables, "group", mode).items():
        mean = mean_by_session(roll.sessions)
        if mean and group in names:
            row = _mean_row(group, players.get(group, ()), min_games, mean, roll)
            rows.append(replace(row, name=names[group]))
    return board_of("groups", mode, None, min_games, rows)


def lineup_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = MIN_GAMES,
    mode: Mode = "points",
    unlisted: bool = True,
) -> Board:
    """Exact sets of people by the mean of their games on the scale of 25, with its t-interval.

    A table with a guest, or with somebody who is not in `names`, is no line-up. Without
    `unlisted`, the many sets with too few games are left out.
    """
    rows = []
    least = 0 if unlisted else min_games
    for lineup, roll in rolls(tables_of(plays), "lineup", mode, least=least).items():
        mean = mean_by_session(roll.sessions)
        if mean and all(person in names for person in lineup):
            players = tuple(sorted(names[person] for person in lineup))
            rows.append(_mean_row(lineup, players, min_games, mean, roll))
    kept = rows if unlisted else [row for row in rows if row.listed]
    return board_of("lineups", mode, None, min_games, kept)


def _mean_row(
    key: Hashable, players: tuple[str, ...], min_games: int, mean: Mean, roll: Roll
) -> BoardRow:
    return row_of(key, players, mean.n, min_games, mean.value, roll, mean.low, mean.high)


def row_of(
    key: Hashable,
    players: tuple[str, ...],
    games: int,
    min_games: int,
    value: float,
    roll: Roll,
    low: float | None = None,
    high: float | None = None,
) -> BoardRow:
    """The row of a roll-up, listed from `min_games` games on; `games` are those in `value`, which
    lies between `low` and `high`.
    """
    return BoardRow(
        key=key,
        name=", ".join(players),
        players=players,
        games=games,
        listed=games >= min_games,
        value=value,
        low=low,
        high=high,
        mean_points=_mean(*roll.points),
        mean_score=_mean(*roll.score),
        perfect=roll.sums.perfect,
        struck_out=roll.sums.struck_out,
    )


def _mean(n: int, total: float) -> float | None:
    return total / n if n else None


def _players_of_groups(tables: Tables, names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of the people of each group, most games first."""
    return {
        group: tuple(
            names[person]
            for person in sorted(found, key=lambda one: (-found[one], names.get(one, ""), one))
            if person in names
        )
        for group, found in people_of_groups(tables).items()
    }


def board_of(
    board: BoardName,
    mode: Mode,
    k: float | None,
    min_games: int,
    rows: Iterable[BoardRow],
    notes: tuple[str, ...] = (),
) -> Board:
    """The board of some rows: listed ones first, then by value, games, and name."""
    return Board(
        board=board,
        score_mode=mode,
        counts=board_counts(mode),
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


def circle_notes(tables: Tables, rows: Iterable[BoardRow]) -> tuple[str, ...]:
    """The note that people of several circles are listed, where they are."""
    listed = {row.key for row in rows if row.listed}
    found = circles(tables.parties)
    number = sum(not listed.isdisjoint(circle) for circle in found)
    return (circles_text(number),) if number > 1 else ()
