"""Many clubs together: the sums are those of all games, whichever club they come from."""

from collections import Counter
from collections.abc import Sequence
from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.records import Game
from hanabi_log.stats.activity import activity
from hanabi_log.stats.aggregates import gather
from hanabi_log.stats.clubs import Together, club_row
from hanabi_log.stats.distribution import distribution
from hanabi_log.stats.estimates import mean_by_session, mean_of
from hanabi_log.stats.intervals import quartiles
from hanabi_log.stats.plays import Play
from hanabi_log.stats.summary import summarise
from tests.stats.making import logs, play, plays, rows


def by_month(found: Sequence[Play]) -> dict[str, Counter[Outcome | None]]:
    months: dict[str, Counter[Outcome | None]] = {}
    for one in found:
        if one.counted and one.date:
            months.setdefault(one.date[:7], Counter())[one.outcome] += 1
    return months


def together(clubs: Sequence[Sequence[Play]]) -> Together:
    made = Together()
    for club in clubs:
        tables = gather(club)
        made.add(tables, summarise(tables), by_month(club))
    return made


@given(st.lists(logs, max_size=4))
def test_the_sums_are_those_of_all_games(clubs: list[list[Game]]) -> None:
    found = [rows(games) for games in clubs]
    # Games of different clubs have ids of their own, and their evenings are not shared.
    every = [
        one._replace(id=f"{number}-{one.id}", group=f"{number}-{one.group}")
        for number, club in enumerate(found)
        for one in club
    ]
    made, whole = together(found), summarise(every)
    summary = made.summary
    assert made.clubs == len(clubs)
    assert (summary.games, summary.counted) == (whole.games, whole.counted)
    assert summary.struck_out == whole.struck_out
    assert summary.perfect == whole.perfect
    assert summary.won == whole.won
    assert made.months == activity(every).months
    assert made.distribution == distribution(every)
    mean = mean_of(every)
    assert (summary.mean is None) == (mean is None)
    if summary.mean and mean:
        assert summary.mean.n == mean.n
        assert summary.mean.value == pytest.approx(mean.value, rel=1e-12)


def test_the_interval_of_the_mean_goes_by_clubs() -> None:
    clubs = [plays([20, 22, 18]), plays([15, 15]), plays([24])]
    mean = together(clubs).summary.mean
    assert mean
    assert mean == mean_by_session([(3, 60.0), (2, 30.0), (1, 24.0)])
    assert mean.sessions == 3
    # Of one club nothing says how far the next would be.
    alone = together(clubs[:1]).summary.mean
    assert alone
    assert (alone.low, alone.value) == (None, 20.0)


def test_people_and_sessions_are_added_up() -> None:
    evening = [play(18, "AB", date="2026-01-03", group="x")]
    summary = together([evening, evening]).summary
    assert (summary.people, summary.sessions) == (4, 2)


def test_a_club_without_a_number_has_no_row() -> None:
    tables = gather(plays([20, 10]))
    row = club_row("a", "Attic", tables, summarise(tables), 5)
    assert row
    assert (row.name, row.games, row.value, row.listed) == ("Attic", 2, 15.0, False)
    bare = gather([play(None)])
    assert club_row("b", "Bare", bare, summarise(bare), 5) is None


@given(st.lists(st.integers(0, 25), max_size=40))
def test_quartiles_of_counts_are_those_of_the_values(values: list[int]) -> None:
    counts = {float(value): values.count(value) for value in values}
    found = quartiles({**counts, 99.0: 0})
    if not values:
        assert found is None
    elif len(values) == 1:
        assert found == (values[0],) * 3
    else:
        assert found == tuple(quantiles(values, n=4, method="inclusive"))
