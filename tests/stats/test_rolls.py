"""Roll-ups of large logs, from columns, are those of small ones, from tallies, to the digit."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.records import Game
from hanabi_log.stats import rolls as module
from hanabi_log.stats.aggregates import Tables, gather
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.counting import MODES, Mode
from hanabi_log.stats.rolls import By, Roll, people_of_groups, rolls
from hanabi_log.stats.setups import setups
from hanabi_log.stats.summary import summarise
from tests.stats.making import NAMES, logs, play, plays, rows

KINDS: tuple[By, ...] = ("all", "setup", "group", "lineup", "person")


def _both(tables: Tables, by: By, mode: Mode, least: int) -> tuple[object, object]:
    """The roll-ups of both ways; the order of sessions is of no account."""
    expected = baselines(tables, mode)
    small = rolls(tables, by, mode, expected, least)
    large = tables.columns.rolls(by, mode, expected, least)
    return _settled(small), _settled(large)


def _settled(found: object) -> dict[object, Roll]:
    assert isinstance(found, dict)
    return {key: roll._replace(sessions=sorted(roll.sessions)) for key, roll in found.items()}


@pytest.mark.parametrize("by", KINDS)
@given(games=logs, mode=st.sampled_from(MODES), least=st.integers(0, 3))
def test_both_ways_give_the_same_digits(by: By, games: list[Game], mode: Mode, least: int) -> None:
    small, large = _both(gather(rows(games)), by, mode, least)
    assert small == large


@given(logs)
def test_whole_figures_are_the_same_in_a_large_log(games: list[Game]) -> None:
    tables = gather(rows(games))
    figures = (
        lambda: summarise(tables),
        lambda: setups(tables),
        lambda: people_board(tables, NAMES),
        lambda: group_board(tables, NAMES),
        lambda: lineup_board(tables, NAMES),
        lambda: lineup_board(tables, NAMES, min_games=2, unlisted=False),
        lambda: people_of_groups(tables),
    )
    small = [figure() for figure in figures]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "MANY", 0)
        assert [figure() for figure in figures] == small


def test_a_log_is_rolled_up_from_columns_when_it_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = gather(plays([18, 20, 22], people="AB"))
    monkeypatch.setattr(module, "MANY", inf)
    rolls(tables, "person")
    assert "columns" not in vars(tables)
    monkeypatch.setattr(module, "MANY", 3)
    rolls(tables, "person")
    assert "columns" in vars(tables)


def test_a_roll_up_by_hand() -> None:
    games = [
        *plays([25, 20], people="AB", date="2026-01-01", group="x"),
        play(27, "AB", max_score=30, ruleset="basic+rainbow", date="2026-01-02", group="x"),
        play(10, "AB", outcome="struck_out", score=0),
    ]
    tables = gather(games)
    for made in (rolls(tables, "person"), tables.columns.rolls("person", "points", None, 0)):
        assert set(made) == {"A", "B"}
        roll = made["A"]
        assert (roll.sums.games, roll.sums.perfect, roll.sums.struck_out) == (4, 1, 1)
        assert roll.numbers == roll.points == (4, 25 + 20 + 22.5 + 10)
        assert roll.score == (4, 25 + 20 + 22.5 + 0)
        assert (roll.baseline, list(roll.sessions)) == (0, [])
    for made in (rolls(tables, "all"), tables.columns.rolls("all", "points", None, 0)):
        assert sorted(made[()].sessions) == [(1, 10), (1, 22.5), (2, 45)]
    assert people_of_groups(tables) == {"x": {"A": 3, "B": 3}}
    assert tables.columns.people_of_groups() == {"x": {"A": 3, "B": 3}}
