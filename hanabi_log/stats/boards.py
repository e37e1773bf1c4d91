"""Leaderboards that a club of fifty games can print without blushing.

People are ranked by the points of their tables above what the setup usually gives, pulled
towards zero while they have few games. Line-ups and groups are ranked by their mean with
its interval. Whoever is missing in `names` is on no board, though their games count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, Literal

from hanabi_log.stats.aggregates import (
    Ending,
    Tables,
    Tally,
    Unit,
    numbers_of,
    sums_of,
    tables_of,
)
from hanabi_log.stats.baselines import Baselines, baselines
from hanabi_log.stats.circles import circles, circles_text
from hanabi_log.stats.counting import Mode, what_counts
from hanabi_log.stats.estimates import Mean, mean_of_tallies
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
    above = _residuals(tables, expected, mode)
    rows = []
    for person, tally in tables.people.items():
        found = [(count, above[ending]) for ending, count in tally.items() if ending in above]
        if found and person in names:
            games = sum(count for count, _residual in found)
            value = shrunk(fsum(count * residual for count, residual in found), games, k)
            rows.append(row_of(person, (names[person],), games, min_games, value, tally))
    return board_of("people", mode, k, min_games, rows, circle_notes(tables, rows))


def group_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = 5,
    mode: Mode = "points",
) -> Board:
    """Groups by the mean of their games on the scale of 25, with its t-interval.

    `names` has the groups and the people; those who played most come first in a row.
    """
    tables = tables_of(plays)
    players = _players_of_groups(tables, names)
    rows = []
    for group, tallies in tables.groups.items():
        mean = mean_of_tallies(tallies, mode)
        if mean and group in names:
            row = _mean_row(group, players.get(group, ()), min_games, mean, tallies)
            rows.append(replace(row, name=names[group]))
    return board_of("groups", mode, None, min_games, rows)


def lineup_board(
    plays: Sequence[Play] | Tables,
    names: Mapping[str, str],
    min_games: int = 5,
    mode: Mode = "points",
    unlisted: bool = True,
) -> Board:
    """Exact sets of people by the mean of their games on the scale of 25, with its t-interval.

    A table with a guest, or with somebody who is not in `names`, is no line-up. Without
    `unlisted`, the many sets with too few games are left out.
    """
    rows = []
    for lineup, tallies in tables_of(plays).lineups.items():
        if not unlisted and _games(tallies) < min_games:
            continue
        mean = mean_of_tallies(tallies, mode)
        if mean and all(person in names for person in lineup):
            players = tuple(sorted(names[person] for person in lineup))
            rows.append(_mean_row(lineup, players, min_games, mean, tallies))
    kept = rows if unlisted else [row for row in rows if row.listed]
    return board_of("lineups", mode, None, min_games, kept)


def _residuals(tables: Tables, expected: Baselines, mode: Mode) -> dict[Ending, float]:
    """y − m of each ending that enters a mean."""
    found = {}
    for ending in tables.endings:
        value, m = ending.values[mode], expected.of(ending.ruleset, ending.seats)
        if value is not None and m is not None:
            found[ending] = value - m
    return found


def _mean_row(
    key: Hashable,
    players: tuple[str, ...],
    min_games: int,
    mean: Mean,
    tallies: Mapping[Unit, Tally],
) -> BoardRow:
    tally: Counter[Ending] = Counter()
    for found in tallies.values():
        tally.update(found)
    row = row_of(key, players, mean.n, min_games, mean.value, tally)
    return replace(row, low=mean.low, high=mean.high)


def row_of(
    key: Hashable,
    players: tuple[str, ...],
    games: int,
    min_games: int,
    value: float,
    tally: Tally,
) -> BoardRow:
    """The row of a tally, listed from `min_games` games on; `games` are those in `value`."""
    sums = sums_of(tally)
    return BoardRow(
        key=key,
        name=", ".join(players),
        players=players,
        games=games,
        listed=games >= min_games,
        value=value,
        mean_points=_mean(tally, "points"),
        mean_score=_mean(tally, "official"),
        perfect=sums.perfect,
        struck_out=sums.struck_out,
    )


def _games(tallies: Mapping[Unit, Tally]) -> int:
    return sum(sum(tally.values()) for tally in tallies.values())


def _mean(tally: Tally, mode: Mode) -> float | None:
    n, total = numbers_of(tally, mode)
    return total / n if n else None


def _players_of_groups(tables: Tables, names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The names of the people of each group, most games first."""
    games: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (people, unit, _ending), count in tables.rows.items():
        if unit[0] is not None:
            for person in people:
                games[unit[0]][person] += count
    return {
        group: tuple(
            names[person]
            for person in sorted(found, key=lambda one: (-found[one], names.get(one, ""), one))
            if person in names
        )
        for group, found in games.items()
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


def circle_notes(tables: Tables, rows: Iterable[BoardRow]) -> tuple[str, ...]:
    """The note that people of several circles are listed, where they are."""
    listed = {row.key for row in rows if row.listed}
    found = circles({people for people, _unit, _ending in tables.rows if people})
    number = sum(not listed.isdisjoint(circle) for circle in found)
    return (circles_text(number),) if number > 1 else ()
