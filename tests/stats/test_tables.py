"""Summary, distribution, colours, activity, filters and circles."""

import pytest

from hanabi_log.stats.activity import activity
from hanabi_log.stats.circles import circles, circles_text
from hanabi_log.stats.colours import colours
from hanabi_log.stats.distribution import distribution
from hanabi_log.stats.seasons import Filter
from hanabi_log.stats.summary import summarise
from tests.stats.making import GROUPS, evenings, game, play, plays, rows


def test_the_headline_figures() -> None:
    games = [
        *evenings([[25, 20], [15]]),
        play(10, "AC", outcome="struck_out"),
        play(20, "BD", counted=False),
        play(None, "AE", outcome="struck_out"),
        play(25, win_or_lose=True, outcome="perfect"),
        play(14, outcome=None, max_score=None),
    ]
    found = summarise(games)
    assert (found.games, found.counted, found.sessions, found.people) == (8, 7, 2, 4)
    assert found.mean is not None
    assert (found.mean.value, found.mean.n, found.mean.sessions) == (17.5, 4, 3)
    assert (found.struck_out.hits, found.struck_out.n) == (2, 5)
    assert (found.perfect.hits, found.perfect.n) == (1, 5)
    assert (found.won.hits, found.won.n) == (1, 1)
    official = summarise(games, "official").mean
    assert official is not None
    assert official.value == pytest.approx((25 + 20 + 15 + 0 + 0) / 5)


def test_nothing_logged() -> None:
    found = summarise([])
    assert (found.games, found.counted, found.sessions, found.people) == (0, 0, 0, 0)
    assert found.mean is None
    assert found.perfect.value is None


def test_the_distribution_has_a_bar_for_every_number() -> None:
    games = [*plays([15, 16, 18, 20]), play(18, outcome="struck_out"), play(25), play(None)]
    found = distribution(games)
    assert [bar.value for bar in found.bars] == list(range(26))
    assert {bar.value: (bar.games, bar.struck_out) for bar in found.bars if bar.games} == {
        15: (1, 0),
        16: (1, 0),
        18: (2, 1),
        20: (1, 0),
        25: (1, 0),
    }
    assert (found.max_score, found.scaled, found.n, found.of) == (25, False, 6, 7)
    assert distribution(plays([15, 16, 18, 20, 25])).quartiles == (16, 18, 20)


def test_official_scores_put_struck_out_games_at_zero() -> None:
    found = distribution([play(18, outcome="struck_out"), play(20)], "official")
    assert (found.bars[0].games, found.bars[0].struck_out) == (1, 1)


def test_one_maximum_keeps_its_own_numbers() -> None:
    found = distribution([play(29, max_score=30), play(30, max_score=30)])
    assert (len(found.bars), found.max_score, found.scaled) == (31, 30, False)
    assert found.bars[29].games == 1


def test_unlike_maxima_share_the_scale_of_25_rounded_down() -> None:
    found = distribution([play(29, max_score=30), play(24), play(25)])
    assert (found.max_score, found.scaled) == (25, True)
    assert found.bars[24].games == 2
    assert found.bars[25].games == 1


def test_black_powder_takes_bars_below_zero() -> None:
    found = distribution([play(-3), play(2)])
    assert (found.bars[0].value, found.bars[0].games) == (-3, 1)
    assert len(found.bars) == 29


def test_an_empty_distribution() -> None:
    found = distribution([])
    assert (len(found.bars), found.n, found.quartiles) == (26, 0, None)


def test_where_each_colour_stops() -> None:
    found = colours(
        rows(
            [
                game(1, stacks=(5, 4, 4, 3, 2), strikes=1),
                game(2, stacks=(5, 5, 4, 0, 2), strikes=3),
                game(3, stacks=(1, 1, 1, 1, 1)),
                game(4, total=17),
                game(5, ruleset="basic+black", stacks=(5, 5, 5, 5, 5, 1), strikes=0),
                game(6, stacks=(5, 5, 5, 5, 5), strikes=0, excluded="a test"),
            ]
        )
    )
    red, yellow, green, blue, white, black = found.rows
    assert red.counts == (0, 0, 0, 0, 0, 3)
    assert (yellow.counts, yellow.games) == ((0, 0, 0, 0, 1, 2), 3)
    assert green.mean == pytest.approx(13 / 3)
    assert blue.counts[0] == 1
    assert white.complete.hits == 1
    assert (black.code, black.counts, black.games) == ("K", (0, 1, 0, 0, 0, 0), 1)
    assert (found.n, found.of, found.text) == (3, 5, "from 3 of 5 games")


def test_suits_of_the_house_come_last() -> None:
    stacks = (("Z", 1, 1), ("A", 2, 2), ("K", 3, 3), ("R", 4, 4))
    found = colours([play(10, knowledge="full", stacks=stacks)])
    assert [row.code for row in found.rows] == ["R", "K", "A", "Z"]
    assert colours([]).text == "from 0 of 0 games"


def test_activity_by_month_weekday_and_day() -> None:
    games = [
        play(25, date="2026-01-31"),
        play(20, date="2026-01-31", outcome="struck_out"),
        play(20, date="2026-04-06", outcome=None),
        play(20, date="2026-04-07", counted=False),
        play(20),
    ]
    found = activity(games)
    assert [(row.month, row.games) for row in found.months] == [
        ("2026-01", 2),
        ("2026-02", 0),
        ("2026-03", 0),
        ("2026-04", 1),
    ]
    assert found.months[0].outcomes == (("perfect", 1), ("struck_out", 1))
    assert found.months[3].unsaid == 1
    assert found.weekdays == (1, 0, 0, 0, 0, 2, 0)
    assert found.days == (("2026-01-31", 2), ("2026-04-06", 1))
    assert (found.dateless, found.games) == (1, 4)
    assert activity([]).months == ()


@pytest.mark.parametrize(
    ("days", "months"),
    [
        (("1926-12-01", "2026-11-30"), 1200),
        (("1926-11-30", "2026-11-30"), 2),
        (("0102-05-03", "2026-11-28", "9999-12-31"), 3),
    ],
)
def test_months_without_a_game_are_left_out_where_a_year_was_mistyped(
    days: tuple[str, ...], months: int
) -> None:
    found = activity([play(date=day) for day in days])
    assert len(found.months) == months
    assert sum(month.games for month in found.months) == len(days)


def test_months_run_on_over_the_year() -> None:
    found = activity([play(date="2025-11-30"), play(date="2026-02-01")])
    assert [row.month for row in found.months] == ["2025-11", "2025-12", "2026-01", "2026-02"]


def test_filters() -> None:
    early = play(date="2026-01-01", group="x", tags=("league",), talk="strict")
    late = play(1, "ABC", date="2026-03-01", ruleset="rnr")
    dateless = play()
    games = (early, late, dateless)
    assert Filter().apply(games) == games
    assert Filter(group="x").apply(games) == (early,)
    assert Filter(ruleset="rnr").apply(games) == (late,)
    assert Filter(players=2).apply(games) == (early, dateless)
    assert Filter(tag="league").apply(games) == (early,)
    assert Filter(talk="strict").apply(games) == (early,)
    assert Filter(since="2026-01-02").apply(games) == (late,)
    assert Filter(since="2026-01-01", until="2026-03-01").apply(games) == (early, late)
    assert Filter(until="2026-02-01").apply(games) == (early,)
    assert Filter(players=3, group="x").apply(games) == ()
    keys = ["group", "ruleset", "players", "since", "until", "tag", "talk"]
    assert list(Filter().as_json()) == keys


def test_seasons_narrow_a_filter() -> None:
    spring = ("2026-03-01", "2026-05-31")
    assert Filter().within(*spring) == Filter(since="2026-03-01", until="2026-05-31")
    narrow = Filter(since="2026-04-01", until="2026-12-31").within(*spring)
    assert (narrow.since, narrow.until) == ("2026-04-01", "2026-05-31")
    assert Filter(tag="a").within("2026-04-01", None) == Filter(tag="a", since="2026-04-01")
    assert Filter().within(None, None) == Filter()


def test_circles_are_linked_by_tables() -> None:
    assert circles(["AB", "CD", "BE", "F"]) == (("A", "B", "E"), ("C", "D"), ("F",))
    assert circles(["AB", "CD", "DA"]) == (("A", "B", "C", "D"),)
    assert circles([]) == ()
    assert "3 circles" in circles_text(3)


def test_games_become_plays_in_the_order_of_play() -> None:
    late = game(1, people="BA", guests=1, date="2026-02-01", stacks=(5, 4, 4, 3, 2), strikes=1)
    early = game(2, date="2026-01-01", total=7, group=GROUPS["x"])
    dateless = game(0, total=7)
    found = rows([late, dateless, early])
    assert [row.id for row in found] == ["000000", "000002", "000001"]
    assert (found[2].people, found[2].seats) == (("A", "B"), 3)
    assert found[2].session == (None, "2026-02-01")
    assert found[1].session == ("x", "2026-01-01")
    assert found[0].session is None
    assert found[2].stacks[0] == ("R", 5, 5)
