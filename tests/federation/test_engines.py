"""Every engine gives every figure that a club makes at home, to the last digit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_log.federation.engines import EngineName
from hanabi_log.federation.reading import federate
from hanabi_log.stats.aggregates import gather
from hanabi_log.stats.boards import lineup_board
from hanabi_log.stats.rolls import rolls
from tests.federation.making import (
    House,
    at_home,
    everything,
    in_federation,
    random_houses,
    together,
    write,
)
from tests.stats.making import game, random_games

HERE: tuple[EngineName, ...] = ("sqlite", "duckdb")


@pytest.mark.parametrize("engine", HERE)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**9))
def test_figures_are_those_of_the_clubs_themselves(engine: EngineName, seed: int) -> None:
    houses = random_houses(seed)
    with TemporaryDirectory() as folder, everything([write(houses, Path(folder))], engine) as found:
        for house, figures in zip(houses, found, strict=True):
            assert figures.member.name == f"Club {house.id}"
            assert in_federation(figures) == at_home(house)


@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 10**9))
def test_engines_agree_on_all_clubs_together(seed: int) -> None:
    with TemporaryDirectory() as folder:
        paths = [write([house], Path(folder) / house.id) for house in random_houses(seed, games=60)]
        made = []
        for engine in HERE:
            with everything(paths, engine) as federation:
                made.append(together(federation))
    assert made[0] == made[1]


@pytest.mark.parametrize("engine", HERE)
def test_a_club_without_games_and_one_without_dates(engine: EngineName, tmp_path: Path) -> None:
    undated = tuple(replace(game, date=None) for game in random_games(7, 30))
    houses = [House("c00", ()), House("c01", undated), House("c02", tuple(random_games(8, 30)))]
    with everything([write(houses, tmp_path)], engine) as federation:
        found = list(federation)
        assert (len(federation), [figures.games for figures in found]) == (3, [0, 30, 30])
        assert [in_federation(figures) for figures in found] == [at_home(one) for one in houses]
        assert (found[1].first_date, found[1].sessions, found[1].months) == (None, 0, {})
        assert federation.tables.logged == 60
        assert federation.tables.dated_sessions == found[2].sessions


@pytest.mark.parametrize("engine", HERE)
def test_a_club_of_guests_and_days_at_the_ends_of_the_calendar(
    engine: EngineName, tmp_path: Path
) -> None:
    days = ("0001-01-01", "9999-12-31")
    hidden = tuple(game(n, people="", guests=3, date=day) for n, day in enumerate(days))
    houses = [House("c00", hidden), House("c01", tuple(random_games(8, 30)))]
    with everything([write(houses, tmp_path)], engine) as federation:
        found = list(federation)
    assert [in_federation(figures) for figures in found] == [at_home(one) for one in houses]
    assert (found[0].first_date, found[0].last_date) == days
    assert found[0].member.people == {}


@pytest.mark.parametrize("engine", HERE)
def test_what_no_page_asks_for_stays_with_the_engine(engine: EngineName, tmp_path: Path) -> None:
    (house,) = random_houses(11, 1, 200)
    home = gather(house.plays)
    with federate([write([house], tmp_path)], engine, fewest=3) as federation:
        (figures,) = federation
        tables, names = figures.tables, figures.member.names
        board = lineup_board(tables, names, min_games=3, unlisted=False)
        assert board == lineup_board(home, names, min_games=3, unlisted=False)
        assert 0 < len(board.rows) < len(lineup_board(home, names).rows)
        assert set(rolls(tables, "lineup", least=3)) == set(rolls(home, "lineup", least=3))
        with pytest.raises(ValueError, match="from 3 on"):
            rolls(tables, "lineup", least=2)
        with pytest.raises(ValueError, match="sessions of official"):
            rolls(tables, "all", "official")
