"""What holds for every log: order is irrelevant, and nothing fails."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.records import Game
from hanabi_log.stats.activity import activity
from hanabi_log.stats.aggregates import gather
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.bests import bests, timeline
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.changepoint import change_point
from hanabi_log.stats.colours import colours
from hanabi_log.stats.counting import MODES, left_out_counts, value_of
from hanabi_log.stats.distribution import distribution
from hanabi_log.stats.estimates import mean_of, means_with
from hanabi_log.stats.packed import pack
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import progress
from hanabi_log.stats.setups import setups
from hanabi_log.stats.standings import standings
from hanabi_log.stats.streaks import streaks
from hanabi_log.stats.summary import summarise
from tests.stats.earlier import news_after, standing
from tests.stats.making import NAMES, evenings, game, logs, play, plays, rows

FIGURES: dict[str, Callable[[tuple[Play, ...]], object]] = {
    "activity": activity,
    "baselines": baselines,
    "bests": bests,
    "timeline": timeline,
    "change point": change_point,
    "colours": colours,
    "distribution": distribution,
    "groups": lambda found: group_board(found, NAMES),
    "lineups": lambda found: lineup_board(found, NAMES),
    "people": lambda found: people_board(found, NAMES),
    "progress": progress,
    "setups": setups,
    "streaks": streaks,
    "summary": summarise,
}
OF_TABLES = ("baselines", "colours", "groups", "lineups", "people", "setups", "summary")


def _shuffled(games: list[Game], seed: int) -> list[Game]:
    dice = Random(seed)
    moved = [replace(game, seats=tuple(dice.sample(game.seats, len(game.seats)))) for game in games]
    return dice.sample(moved, len(moved))


@pytest.mark.parametrize("figure", FIGURES)
@given(games=logs, seed=st.integers())
def test_the_order_of_games_and_players_is_irrelevant(
    figure: str, games: list[Game], seed: int
) -> None:
    assert FIGURES[figure](rows(games)) == FIGURES[figure](rows(_shuffled(games, seed)))


@pytest.mark.parametrize("figure", OF_TABLES)
@given(games=logs, seed=st.integers())
def test_figures_of_tables_take_plays_in_any_order(
    figure: str, games: list[Game], seed: int
) -> None:
    found = rows(games)
    shuffled = tuple(Random(seed).sample(found, len(found)))
    assert FIGURES[figure](shuffled) == FIGURES[figure](found)


@given(logs)
def test_figures_from_plays_and_from_tables_agree(games: list[Game]) -> None:
    found = rows(games)
    for mode in MODES:
        assert summarise(found, mode) == summarise(gather(found), mode)
        assert summarise(found, mode).mean == mean_of(found, mode)


@given(logs)
def test_the_mean_with_somebody_is_that_of_the_games_with_them(games: list[Game]) -> None:
    found = pack(rows(games))
    for person, mean in means_with(found, "ACZ").items():
        assert mean == mean_of([one for one in found if person in one.people])


@given(logs)
def test_games_left_out_and_games_let_in_are_all_games(games: list[Game]) -> None:
    found = rows(games)
    for mode in MODES:
        values = [value for one in found if (value := value_of(one, mode)) is not None]
        assert len(values) + sum(n for _text, n in left_out_counts(found, mode)) == len(found)
        assert distribution(found, mode).n == len(values) == progress(found, mode).n


@given(logs, st.integers(-20, 20))
def test_a_constant_added_to_all_changes_no_board(games: list[Game], constant: int) -> None:
    scale = [one for one in rows(games) if one.max_score == 25 and value_of(one) is not None]
    moved = [one._replace(points=(one.points or 0) + constant, outcome="finished") for one in scale]
    level = [one._replace(outcome="finished") for one in scale]
    before = {row.key: row.value for row in people_board(level, NAMES).rows}
    after = {row.key: row.value for row in people_board(moved, NAMES).rows}
    assert after == pytest.approx(before, abs=1e-9)


@given(logs)
def test_residuals_of_a_full_board_without_shrinkage_balance_the_seats(games: list[Game]) -> None:
    """Every seat of a game has its residual: summed over people, seats times residuals."""
    found = rows(games)
    expected = baselines(found)
    board = people_board(found, NAMES, k=0)
    total = sum(row.value * row.games for row in board.rows)
    by_seat = sum(
        len(one.people) * (value - (expected.of(one.ruleset, one.seats) or 0))
        for one in found
        if (value := value_of(one)) is not None
    )
    assert total == pytest.approx(by_seat, abs=1e-8)


@given(logs)
def test_news_never_fails(games: list[Game]) -> None:
    found = rows(games)
    for place in range(max(0, len(found) - 3), len(found)):
        for one in news_after(found[:place], found[place], NAMES):
            assert one.text
            assert "{" not in one.text


@given(logs)
def test_standings_in_one_walk_are_those_of_each_game(games: list[Game]) -> None:
    found = rows(games)
    one_by_one = [standing(found[:place], new) for place, new in enumerate(found)]
    assert list(standings(pack(found), range(len(found)))) == one_by_one
    some = range(1, len(found), 3)
    assert list(standings(pack(found), some)) == [one_by_one[place] for place in some]


EDGES = {
    "no games": [],
    "one game": [game(1, stacks=(5, 4, 4, 3, 2), strikes=1, date="2026-01-01")],
    "one outcome": [game(1, outcome="struck_out")],
    "only abandoned": [game(n, outcome="abandoned", total=3) for n in range(9)],
    "only excluded": [game(n, total=9, strikes=1, excluded="a test") for n in range(9)],
    "only struck out": [game(n, stacks=(3, 2, 1, 0, 0), strikes=3) for n in range(40)],
    "only struck out, no score": [
        game(n, ruleset="rnr", stacks=(3, 2, 1, 0, 0), strikes=3) for n in range(40)
    ],
    "all unscored": [game(n, total=15) for n in range(40)],
    "all win or lose": [
        game(n, ruleset="rnr+expert", stacks=(3, 2, 1, 0, n % 5), strikes=n % 4) for n in range(40)
    ],
    "all perfect": [game(n, stacks=(5,) * 5, strikes=0) for n in range(40)],
    "rulesets seen once": [
        game(n, ruleset=spec, total=9, strikes=0)
        for n, spec in enumerate(["basic", "rnr", "abacus", "pocket", "cocktail", "baobab"])
    ],
    "nobody named": [game(n, people="", guests=3, total=9, strikes=0) for n in range(9)],
    "nothing known of the table": [game(n, people="", total=9, strikes=0) for n in range(9)],
    "one player in all": [
        game(n, people="A" + "BCDEFGH"[n % 7], total=n % 20, strikes=0) for n in range(40)
    ],
}


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("edge", EDGES)
def test_odd_logs_have_figures(edge: str, figure: str) -> None:
    found = rows(EDGES[edge])
    assert FIGURES[figure](found) == FIGURES[figure](found)


def test_one_player_in_all_games_is_about_as_good_as_the_tables() -> None:
    found = rows(EDGES["one player in all"])
    everywhere = next(row for row in people_board(found, NAMES).rows if row.key == "A")
    assert everywhere.value == pytest.approx(0, abs=1e-9)
    assert everywhere.games == 40


def test_only_struck_out_games() -> None:
    found = rows(EDGES["only struck out"])
    points, official, finished = (summarise(found, mode) for mode in MODES)
    assert points.mean is not None
    assert official.mean is not None
    assert (points.mean.value, official.mean.value, finished.mean) == (6, 0, None)
    assert points.struck_out.value == 1
    assert people_board(found, NAMES, mode="finished").rows == ()
    assert bests(rows(EDGES["only struck out, no score"])) == ()


def test_unscored_games_are_counted_and_enter_nothing() -> None:
    found = rows(EDGES["all unscored"])
    figures = summarise(found)
    assert (figures.counted, figures.mean, figures.perfect.n) == (40, None, 0)
    assert people_board(found, NAMES).rows == ()
    assert distribution(found).n == 0


def test_a_ruleset_seen_once_is_judged_by_the_club() -> None:
    found = baselines([*plays([20] * 40), play(5, ruleset="rnr")])
    assert found.of("rnr", 2) == pytest.approx(20, abs=3.5)
    assert not found.setups["rnr", 2].shown


def test_evenings_are_not_games() -> None:
    """Forty games on two evenings tell less than forty games on forty evenings."""
    points = [18, 22] * 20
    few = mean_of(evenings([points[:20], points[20:]]))
    alike = mean_of(evenings([[18] * 20, [22] * 20]))
    many = mean_of(evenings([[number] for number in points]))
    assert few is not None
    assert alike is not None
    assert many is not None
    assert few.value == alike.value == many.value == 20
    assert alike.high - alike.low > 10 * (many.high - many.low)
