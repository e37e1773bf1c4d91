"""Numbers and phrases in words: nothing is rounded away, nothing leaves its scale."""

import pytest

from hanabi_log.i18n import speaking
from hanabi_log.site import words


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (0.0013, "0.1%"), (0.04, "4%"), (0.996, "99.6%"), (1, "100%")],
)
def test_a_small_share_keeps_a_decimal(share: float, text: str) -> None:
    assert words.share(share) == text


def test_an_interval_of_shares_says_more_than_nothing() -> None:
    assert words.shares(0.0, 0.0013) == "0–0.1%"
    assert words.shares(0.002, 0.031) == "0.2–3%"


def test_the_interval_of_a_mean_stays_on_its_scale() -> None:
    assert words.mean_interval(-6.0, 42.8) == "0.0–25.0"
    assert words.mean_interval(17.4, 18.6) == "17.4–18.6"
    assert words.mean_interval(19.0, 19.0) == "no spread, no interval"
    with speaking("ko"):
        assert words.mean_interval(17.4, 18.6) == "17.4~18.6"
        assert words.unbroken("17.4~18.6") == "17.4\u2060~\u206018.6"


def test_guests_are_counted_beside_people() -> None:
    assert words.company(2, 0) == "2 people"
    assert words.company(2, 1) == "2 people and 1 guest"
    assert words.company(0, 3) == "3 guests"
    with speaking("ko"):
        assert words.company(2, 1) == "2명, 손님 1명"


def test_a_year_has_its_word_in_korean() -> None:
    assert words.year("2020") == "2020"
    with speaking("ko"):
        assert words.year("2020") == "2020년"


def test_a_count_is_short_only_where_it_is_large() -> None:
    assert words.compact(9_999) == "9,999"
    assert words.compact(20_000) == "20K"
    assert words.compact(999_999, 1_000_000) == "999,999"
    assert words.compact(12_345_678, 1_000_000) == "12.3M"
    with speaking("ko"):
        assert words.compact(20_000) == "2만"
