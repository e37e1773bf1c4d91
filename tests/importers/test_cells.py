"""Cells as people and spreadsheets write them."""

import pytest

from hanabi_log.importers.cells import (
    UnfitError,
    defuse,
    read_date,
    read_minutes,
    read_whole,
    undefuse,
)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-14", "2026-03-14"),
        ("2026/3/4", "2026-03-04"),
        ("2026. 3. 14.", "2026-03-14"),
        ("2026년 3월 14일", "2026-03-14"),
        ("2026. 3. 14. 오후 8:15:30", "2026-03-14"),
        ("2017-03-16T18:39:10Z", "2017-03-16"),
        ("2026-03-14 23:59:59.5 +09:00", "2026-03-14"),
        ("46082", "2026-03-01"),
        ("46082,83", "2026-03-01"),
        ("36526", "2000-01-01"),
        ("31.03.2026", "2026-03-31"),
        ("03/31/2026", "2026-03-31"),
        ("05.05.2026", "2026-05-05"),
    ],
)
def test_dates_with_one_reading_are_read(text: str, day: str) -> None:
    assert read_date(text) == day


def test_a_date_with_two_readings_needs_an_order() -> None:
    with pytest.raises(UnfitError, match="--date-order"):
        read_date("03/04/2026")
    assert read_date("03/04/2026", "dmy") == "2026-04-03"
    assert read_date("03/04/2026", "mdy") == "2026-03-04"


def test_an_order_holds_for_dates_that_would_need_none() -> None:
    with pytest.raises(UnfitError, match="no such day"):
        read_date("31.03.2026", "mdy")


@pytest.mark.parametrize("text", ["2026-02-30", "today", "12345", "99999", "14.3.26", "x", "٣"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(UnfitError):
        read_date(text)


def test_whole_numbers_may_look_like_decimals() -> None:
    assert [read_whole(text) for text in ("7", "-5", "5.0", "5,00")] == [7, -5, 5, 5]


@pytest.mark.parametrize("text", ["5.5", "1_0", "٣", "five", "", "1" * 30])
def test_anything_else_is_no_whole_number(text: str) -> None:
    with pytest.raises(UnfitError):
        read_whole(text)


def test_minutes_are_rounded_half_up() -> None:
    assert [read_minutes(text) for text in ("32,5", "32.49", "0,5", "40")] == [33, 32, 1, 40]


def test_lengths_of_time_are_minutes() -> None:
    texts = ("0:45", "00:45:00", "1:05:30", "45 min", "45min.", "32,5 minutes", "45분", "120:00")
    assert [read_minutes(text) for text in texts] == [45, 45, 66, 45, 45, 33, 45, 7200]


@pytest.mark.parametrize("text", ["0:60", "1:2", "45 hours", "0:45 min", "-1", "min"])
def test_what_is_no_length_of_time_says_how_to_write_it(text: str) -> None:
    with pytest.raises(UnfitError, match="write it like 45, 0:45 or 45 min"):
        read_minutes(text)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@here", "'=1", "''-", "plain", "'quoted'"])
def test_a_defused_cell_is_no_formula_and_comes_back(text: str) -> None:
    assert not defuse(text).startswith(("=", "+", "-", "@"))
    assert undefuse(defuse(text)) == text
