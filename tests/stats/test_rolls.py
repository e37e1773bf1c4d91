"""Roll-ups of large logs, from columns, are those of small ones, from tallies, to the digit."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.records import Game
from hanabi_log.stats import aggregates
from hanabi_log.stats.aggregates import Tables, gather, tables_of
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.colours import colours
from hanabi_log.stats.counting import MODES, Mode
from hanabi_log.stats.packed import pack
from hanabi_log.stats.rolls import By, Roll, people_of_groups, rolls
from hanabi_log.stats.setups import setups
from hanabi_log.stats.summary import summarise
from hanabi_log.stats.wide import columns_of
from tests.stats.making import NAMES, logs, play, plays, rows

KINDS: tuple[By, ...] = ("all", "setup", "group", "lineup", "person")


def _settled(found: object) -> dict[object, Roll]:
    """A roll-up without the order of its sessions, which is of no account."""
    assert isinstance(found, dict)
    return {key: roll._replace(sessions=sorted(roll.sessions)) for key, roll in found.items()}


def _figures(tables: Tables) -> list[object]:
    return [
        tables.logged,
        tables.games,
        tables.endings,
        tables.setups,
        tables.parties,
        colours(tables),
        summarise(tables),
        setups(tables),
        baselines(tables),
        people_board(tables, NAMES),
        group_board(tables, NAMES),
        lineup_board(tables, NAMES),
        lineup_board(tables, NAMES, min_games=2, unlisted=False),
        people_of_groups(tables),
    ]


@pytest.mark.parametrize("by", KINDS)
@given(games=logs, mode=st.sampled_from(MODES), least=st.integers(0, 3))
def test_both_ways_give_the_same_digits(by: By, games: list[Game], mode: Mode, least: int) -> None:
    found = rows(games)
    small, large = gather(found), columns_of(pack(found))
    expected = baselines(small, mode)
    assert _settled(rolls(small, by, mode, expected, least)) == _settled(
        rolls(large, by, mode, expected, least)
    )


@given(logs)
def test_whole_figures_are_the_same_in_a_large_log(games: list[Game]) -> None:
    found = rows(games)
    assert _figures(columns_of(pack(found))) == _figures(gather(found))


@given(logs, st.integers(0, 40), st.integers(0, 60))
def test_a_part_is_the_same_in_a_large_log(games: list[Game], start: int, length: int) -> None:
    found = rows(games)
    small, large = gather(found), columns_of(pack(found))
    first = str(date(2026, 1, 1) + timedelta(start))
    last = str(date(2026, 1, 1) + timedelta(start + length))
    by_date = [
        one.part(unit=lambda unit: unit[1] is not None and first <= unit[1] <= last)
        for one in (small, large)
    ]
    by_rules = [one.part(lambda ending: ending.ruleset == "basic") for one in (small, large)]
    for one, other in (by_date, by_rules):
        assert _figures(one) == _figures(other)


def test_tables_of_a_large_log_are_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    found = plays([18, 20, 22], people="AB")
    assert tables_of(found).rolled is None
    monkeypatch.setattr(aggregates, "MANY", 3)
    assert tables_of(found).rolled is not None
    assert tables_of(found[1:]).rolled is None


def test_a_roll_up_by_hand() -> None:
    games = [
        *plays([25, 20], people="AB", date="2026-01-01", group="x"),
        play(27, "AB", max_score=30, ruleset="basic+rainbow", date="2026-01-02", group="x"),
        play(10, "AB", outcome="struck_out", score=0),
    ]
    both = (gather(games), columns_of(pack(games)))
    for made in (rolls(tables, "person") for tables in both):
        assert set(made) == {"A", "B"}
        roll = made["A"]
        assert (roll.sums.games, roll.sums.perfect, roll.sums.struck_out) == (4, 1, 1)
        assert roll.numbers == roll.points == (4, 25 + 20 + 22.5 + 10)
        assert roll.score == (4, 25 + 20 + 22.5 + 0)
        assert (roll.baseline, list(roll.sessions)) == (0, [])
    for made in (rolls(tables, "all") for tables in both):
        assert sorted(made[()].sessions) == [(1, 10), (1, 22.5), (2, 45)]
    for tables in both:
        assert people_of_groups(tables) == {"x": {"A": 3, "B": 3}}
