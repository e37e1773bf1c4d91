"""Two hundred random logs, computed a second time by pandas and scipy from the raw games."""

from collections.abc import Callable
from typing import NamedTuple

import pandas
import pytest
from scipy import stats as oracle

from hanabi_log.records import Game
from hanabi_log.stats.activity import activity
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.bests import bests
from hanabi_log.stats.boards import Board, group_board, lineup_board, people_board
from hanabi_log.stats.colours import colours
from hanabi_log.stats.distribution import distribution
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import progress, rolling, weight
from hanabi_log.stats.summary import summarise
from tests.stats.making import BOOK, NAMES, random_games, rows


class Log(NamedTuple):
    """A random log: as a table for the oracles, as games, and as plays."""

    frame: pandas.DataFrame
    games: list[Game]
    plays: tuple[Play, ...]


EXACT = {"rel": 1e-9, "abs": 1e-9}


@pytest.fixture(params=range(200), scope="module")
def log(request: pytest.FixtureRequest) -> Log:
    games = random_games(request.param)
    return Log(_frame(games), games, rows(games))


def _frame(games: list[Game]) -> pandas.DataFrame:
    """A row for each game, from its facts; `y` only where the game enters a mean."""
    columns = ["id", "date", "group", "ruleset", "seats", "people", "lineup", "unit", "counted"]
    columns += ["rated", "points", "score", "max", "outcome", "wins", "y"]
    table = []
    for game in sorted(games, key=lambda one: one.order):
        result, group = game.result, game.group.id if game.group else None
        people = sorted(player.id for player in game.players)
        wins = BOOK.ruleset(game.ruleset).win_or_lose
        counted = game.excluded is None and result.outcome != "abandoned"
        blank = result.points == 0 and result.outcome is None
        rated = counted and not wins and bool(result.max_score) and result.points is not None
        rated = rated and not blank
        table.append(
            [
                game.id,
                game.date,
                group,
                game.ruleset,
                len(game.seats),
                people,
                "".join(people) if len(people) == len(game.seats) > 1 else None,
                f"{group} {game.date or game.id}",
                counted,
                rated,
                result.points,
                result.score,
                result.max_score,
                result.outcome,
                wins,
                result.points / result.max_score * 25 if rated else None,
            ]
        )
    return pandas.DataFrame(table, columns=columns).astype(
        {"y": float, "counted": bool, "rated": bool, "wins": bool, "people": object}
    )


def _cluster_interval(rated: pandas.DataFrame) -> tuple[float, float] | None:
    """The interval of a ratio of totals by session, as survey texts have it."""
    if len(rated) < 3 or rated.unit.nunique() < 2:
        return None
    units = rated.groupby("unit").y.agg(["size", "sum"])
    ratio = units["sum"].sum() / units["size"].sum()
    deviations = units["sum"] - ratio * units["size"]
    error = (deviations.std(ddof=0) ** 2 + deviations.mean() ** 2) ** 0.5
    error *= len(units) / (len(units) - 1) ** 0.5 / units["size"].sum()
    low, high = oracle.t.interval(0.95, len(units) - 1)
    return ratio + low * error, ratio + high * error


def _check_interval(low: float | None, high: float | None, rated: pandas.DataFrame) -> None:
    expected = _cluster_interval(rated)
    if expected is None:
        assert (low, high) == (None, None)
    else:
        assert (low, high) == pytest.approx(expected, rel=1e-9, abs=1e-7)


def _residuals(rated: pandas.DataFrame) -> pandas.Series:
    club = rated.y.mean()
    by_ruleset = rated.groupby("ruleset").y.transform
    m_r = (by_ruleset("sum") + 8 * club) / (by_ruleset("size") + 8)
    by_setup = rated.groupby(["ruleset", "seats"]).y.transform
    return rated.y - (by_setup("sum") + 8 * m_r) / (by_setup("size") + 8)


def test_baselines_and_people(log: Log) -> None:
    frame, found = log.frame, log.plays
    rated = frame[frame.rated].copy()
    rated["residual"] = _residuals(rated)
    expected = baselines(found)
    for row in rated.itertuples():
        assert expected.of(row.ruleset, row.seats) == pytest.approx(row.y - row.residual, **EXACT)
    seats = rated.explode("people").dropna(subset="people")
    sums = seats.groupby("people").residual.agg(["size", "sum"])
    board = {row.key: row for row in people_board(found, NAMES).rows}
    assert set(board) == set(sums.index)
    for person, size, total in sums.itertuples():
        assert board[person].games == size
        assert board[person].value == pytest.approx(total / (size + 10), **EXACT)
        assert board[person].mean_points == pytest.approx(
            seats[seats.people == person].y.mean(), **EXACT
        )


@pytest.mark.parametrize(("board", "column"), [(group_board, "group"), (lineup_board, "lineup")])
def test_groups_and_lineups(board: Callable[..., Board], column: str, log: Log) -> None:
    rated = log.frame[log.frame.rated].dropna(subset=column)
    found = {"".join(row.key): row for row in board(log.plays, NAMES).rows}
    assert set(found) == set(rated[column])
    for key, part in rated.groupby(column):
        assert found[key].value == pytest.approx(part.y.mean(), **EXACT)
        _check_interval(found[key].low, found[key].high, part)


def test_the_summary(log: Log) -> None:
    frame, figures = log.frame, summarise(log.plays)
    counted = frame[frame.counted]
    told = counted[~counted.wins].dropna(subset="outcome")
    assert (figures.games, figures.counted) == (len(frame), len(counted))
    assert figures.people == counted.explode("people").people.nunique()
    assert figures.sessions == len(counted.dropna(subset="date").groupby("unit"))
    for rate, outcome in ((figures.perfect, "perfect"), (figures.struck_out, "struck_out")):
        assert (rate.hits, rate.n) == ((told.outcome == outcome).sum(), len(told))
        if rate.n:
            interval = oracle.binomtest(rate.hits, rate.n).proportion_ci(method="wilson")
            assert (rate.low, rate.high) == pytest.approx((interval.low, interval.high), **EXACT)
    rated = frame[frame.rated]
    if rated.empty:
        assert figures.mean is None
    else:
        assert figures.mean.value == pytest.approx(rated.y.mean(), **EXACT)
        _check_interval(figures.mean.low, figures.mean.high, rated)


def test_distribution_and_records(log: Log) -> None:
    frame, found = log.frame, log.plays
    rated = frame[frame.rated]
    shown = distribution(found)
    floors = (25 * rated.points // rated["max"]) if shown.scaled else rated.points
    expected = floors.astype(int).value_counts().to_dict()
    assert {bar.value: bar.games for bar in shown.bars if bar.games} == expected
    if len(rated):
        numbers = rated.y if shown.scaled else rated.points.astype(float)
        assert shown.quartiles == pytest.approx(list(numbers.quantile([0.25, 0.5, 0.75])), **EXACT)
    scored = frame[frame.counted & ~frame.wins].dropna(subset=["score", "max"])
    scored = scored[~((scored.points == 0) & scored.outcome.isna())]
    records = scored.groupby(["ruleset", "seats", "max"]).score.max().to_dict()
    above_nothing = {cell: score for cell, score in records.items() if score > 0}
    assert {tuple(best.cell): best.value for best in bests(found)} == above_nothing


def test_the_trend(log: Log) -> None:
    rated = log.frame[log.frame.rated]
    trend = progress(log.plays).trend
    if len(rated) < 8:
        assert trend == ()
        return
    sessions = rated.groupby("unit", sort=False).y.agg(["size", "mean"])
    level = sessions["mean"].iloc[0]
    levels = [level]
    for size, mean in sessions.iloc[1:].itertuples(index=False):
        level = (1 - weight(size)) * level + weight(size) * mean
        levels.append(level)
    assert sorted(point.value for point in trend) == pytest.approx(sorted(levels), **EXACT)
    last_ten = rated.y.rolling(10).mean().dropna()
    assert [point.value for point in rolling(log.plays)] == pytest.approx(list(last_ten), **EXACT)


def test_colours_and_activity(log: Log) -> None:
    seen = [
        (suit.code, suit.cards_laid(game.end.stacks[suit.code]))
        for game in log.games
        for suit in BOOK.ruleset(game.ruleset).suits
        if game.counted and game.end.stacks is not None and game.end.strikes is not None
        if not BOOK.ruleset(game.ruleset).win_or_lose
    ]
    expected = pandas.DataFrame(seen, columns=["code", "laid"]).value_counts().to_dict()
    found = {
        (row.code, laid): games
        for row in colours(log.plays).rows
        for laid, games in enumerate(row.counts)
        if games
    }
    assert found == expected
    dated = pandas.to_datetime(log.frame[log.frame.counted].dropna(subset="date").date)
    calendar = activity(log.plays)
    weekdays = dated.dt.day_of_week.value_counts()
    assert calendar.weekdays == tuple(int(weekdays.get(day, 0)) for day in range(7))
    months = dated.dt.strftime("%Y-%m").value_counts().to_dict()
    assert {row.month: row.games for row in calendar.months if row.games} == months
