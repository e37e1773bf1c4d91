"""What may be published: one rule, from the person's own wish to the club's default."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from hanabi_log.records import VISIBILITIES, Visibility
from hanabi_log.visibility import effective_visibility, strictest

anything = st.sampled_from(VISIBILITIES)
tables = st.lists(st.none() | anything, max_size=4)


@pytest.mark.parametrize(
    ("own", "asked", "default", "expected"),
    [
        (None, [], "full", "full"),
        (None, [], "hidden", "hidden"),
        (None, [None], "initials", "initials"),
        (None, ["hidden"], "full", "hidden"),
        (None, ["full"], "hidden", "full"),
        (None, ["full", None], "hidden", "hidden"),
        (None, ["initials", "alias"], "full", "alias"),
        ("full", ["hidden"], "hidden", "full"),
        ("hidden", ["full"], "full", "hidden"),
        ("initials", [], "hidden", "initials"),
    ],
)
def test_a_wish_wins_then_the_strictest_table_then_the_club(
    own: Visibility | None,
    asked: list[Visibility | None],
    default: Visibility,
    expected: Visibility,
) -> None:
    assert effective_visibility(own, asked, default) == expected


@given(own=anything, asked=tables, default=anything)
def test_an_own_wish_is_never_overruled(
    own: Visibility, asked: list[Visibility | None], default: Visibility
) -> None:
    assert effective_visibility(own, asked, default) == own


@given(asked=tables, more=st.none() | anything, default=anything)
def test_one_more_table_never_shows_more(
    asked: list[Visibility | None], more: Visibility | None, default: Visibility
) -> None:
    before = effective_visibility(None, asked or [more], default)
    after = effective_visibility(None, [*(asked or [more]), more], default)
    assert VISIBILITIES.index(after) >= VISIBILITIES.index(before)


@given(st.lists(anything, min_size=1))
def test_the_strictest_is_one_of_them_and_none_is_stricter(asked: list[Visibility]) -> None:
    found = strictest(asked[0], *asked[1:])
    assert found in asked
    assert VISIBILITIES.index(found) == max(map(VISIBILITIES.index, asked))
