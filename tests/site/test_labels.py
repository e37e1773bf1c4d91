"""Labels of charts: which of them have room, and where they stand."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.site.charts.base import WIDTH
from hanabi_log.site.charts.labels import GAP, fitting, width_of

WANTED = st.lists(
    st.tuples(st.floats(0, WIDTH), st.text("19년 월MNov", min_size=1, max_size=9)), max_size=20
).map(sorted)


@given(WANTED, st.booleans())
def test_no_label_touches_another_or_leaves_the_drawing(
    wanted: list[tuple[float, str]], last_first: bool
) -> None:
    kept = fitting(wanted, last_first=last_first)
    spans = [(at - width_of(text) / 2, at + width_of(text) / 2) for at, text, _place in kept]
    assert all(low >= -1e-9 and high <= WIDTH + 1e-9 for low, high in spans)
    assert all(one[1] + GAP <= two[0] + 1e-9 for one, two in itertools.pairwise(spans))
    assert [label.place for label in kept] == sorted(label.place for label in kept)
    if wanted:
        assert (kept[-1].place == len(wanted) - 1) if last_first else (kept[0].place == 0)


def test_labels_at_even_steps_stay_even() -> None:
    months = [(12 + 25.0 * month, f"{month + 1}월") for month in range(12)]
    assert [label.place for label in fitting(months)] == [0, 2, 4, 6, 8, 10]


def test_hangul_takes_more_room_than_digits() -> None:
    assert width_of("월") > 1.5 * width_of("1") > 0
