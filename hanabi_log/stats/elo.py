"""An Elo rating for fun: the table plays against how such games ended before.

The opponent is always the setup, a ruleset with a number of players, rated 1500. A table
wins as much of a game as the share of earlier games of the setup that it outdid. It says
who had the better run lately, not who plays better.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from hanabi_log.i18n import _
from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.boards import Board, board_of, circle_notes, row_of
from hanabi_log.stats.counting import Mode, valued
from hanabi_log.stats.plays import Play
from hanabi_log.stats.rolls import rolls

K = 24
START = 1500.0
SCALE = 400
UNRATED = 3
"""The first games of a setup, of which nothing says yet whether they are good."""


def expected(rating: float, opponent: float = START) -> float:
    """The share of a game that a rating should win: 1/(1 + 10^((opponent − rating)/400))."""
    return float(1 / (1 + 10 ** ((opponent - rating) / SCALE)))


def gain(share: float, rating: float, opponent: float = START) -> float:
    """The points that each at the table wins with a share of the game: 24·(share − expected)."""
    return K * (share - expected(rating, opponent))


def percentile(earlier: Sequence[float], value: float) -> float:
    """The mid-rank of a value among earlier ones, which are sorted: 0 to 1.

    Equal results count by half. Among fewer than three, 0.5.
    """
    if len(earlier) < UNRATED:
        return 0.5
    return (bisect_left(earlier, value) + bisect_right(earlier, value)) / 2 / len(earlier)


def ratings(
    plays: Sequence[Play], mode: Mode = "points"
) -> tuple[dict[str, float], dict[str, int]]:
    """Everybody's rating after all games, which come in the order of play, and their games.

    A perfect game wins in full, so it lowers nobody's rating. Guests are not rated.
    """
    found: defaultdict[str, float] = defaultdict(lambda: START)
    games: defaultdict[str, int] = defaultdict(int)
    earlier: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for play, value in valued(plays, mode):
        before = earlier[play.ruleset, play.seats]
        if play.people:
            share = 1.0 if play.outcome == "perfect" else percentile(before, value)
            change = gain(share, fmean(found[person] for person in play.people))
            for person in play.people:
                found[person] += change
                games[person] += 1
        insort(before, value)
    return dict(found), dict(games)


def elo_board(
    plays: Sequence[Play],
    names: Mapping[str, str],
    min_games: int = 5,
    mode: Mode = "points",
    tables: Tables | None = None,
) -> Board:
    """People by their rating."""
    tables = tables or tables_of(plays)
    people = rolls(tables, "person", mode)
    found, games = ratings(plays, mode)
    rows = [
        row_of(person, (names[person],), games[person], min_games, rating, people[person])
        for person, rating in found.items()
        if person in names
    ]
    notes = (_("For fun: it goes up and down with the last games."), *circle_notes(tables, rows))
    return board_of("elo", mode, K, min_games, rows, notes)
