"""Pages that are known by what they are made from: nothing that they say is left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from markupsafe import Markup

from hanabi_log.site.gather import gather
from hanabi_log.site.people import Name
from hanabi_log.site.plans import Plan
from hanabi_log.site.sameness import digest_of
from hanabi_log.stats.packed import Packed, Shared, pack
from tests.site.clubs import lively_club


@dataclass(frozen=True)
class Pair:
    one: object
    other: object


def page(*arguments: object) -> Any:
    return arguments


def another_page(*arguments: object) -> Any:
    return arguments


VALUES = (
    *(None, True, 1, 1.0, "1", Markup("1"), ("1",), ["1"], {"1": 1}, {"1": "1"}, ()),
    *(("1", "2"), ("12",), (("1",), "2"), Name("1"), Name("1", "2"), Pair(1, 2), Pair(2, 1)),
    *({"1": 1, "2": 2}, "\udc80", "서연", 0.1, 0.1 + 1e-16, -0.0, 0.0),
)


def test_values_have_the_same_digest_only_if_they_say_the_same() -> None:
    assert len({digest_of(value) for value in VALUES}) == len(VALUES)
    assert digest_of(Pair(("a",), {"b": 1.5})) == digest_of(Pair(("a",), {"b": 1.5}))


@pytest.mark.parametrize("value", [object(), {1, 2}, page, Pair, lambda: 1, (1, Pair(1, object()))])
def test_a_value_that_nobody_knows_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="nobody knows"):
        digest_of(value)


def test_plays_are_told_by_what_their_numbers_stand_for() -> None:
    plays = gather(lively_club(30)).plays
    again = pack(iter(plays), [facts.digest for facts in plays.facts])
    assert again.shared is not plays.shared
    assert digest_of(plays) == digest_of(again)
    assert digest_of(plays) == digest_of(plays.at(range(len(plays))))
    assert digest_of(plays) != digest_of(plays[:-1])
    assert digest_of(plays) != digest_of(plays.at([1, 0, *range(2, len(plays))]))


@pytest.mark.parametrize("column", ["evenings", "tables", "facts", "stacks"])
def test_no_column_of_plays_is_left_out(column: str) -> None:
    plays = gather(lively_club(30)).plays
    parts = {
        name: list(getattr(plays.shared, name))
        for name in ("evenings", "tables", "facts", "stacks")
    }
    changed: dict[str, Any] = {
        "evenings": parts["evenings"][0]._replace(date="1999-01-01"),
        "tables": ("nobody",),
        "facts": parts["facts"][0]._replace(strikes=99),
        "stacks": (),
    }
    parts[column][0] = changed[column]
    numbers = (plays.evening, plays.table, plays.fact, plays.stack)
    assert digest_of(Packed(plays.ids, *numbers, Shared(**parts))) != digest_of(plays)
    ids = ["another", *list(plays.ids)[1:]]
    assert digest_of(Packed(ids, *numbers, plays.shared)) != digest_of(plays)


def test_a_plan_is_known_by_all_that_it_has() -> None:
    plan = Plan("a.html", "a.html", page, (1, "two"))
    keys = {
        plan.key("basis"),
        plan.key("another basis"),
        replace(plan, template="b.html").key("basis"),
        replace(plan, arguments=(1, "three")).key("basis"),
        replace(plan, make=another_page).key("basis"),
    }
    assert len(keys) == 5
    made: object = plan.context
    assert made == (1, "two")


@pytest.mark.parametrize("make", [lambda: 1, partial(page, 1), [].append, Pair(1, 2).__eq__])
def test_a_function_that_may_know_more_than_its_arguments_is_refused(make: Any) -> None:
    with pytest.raises(TypeError, match="more than it is given"):
        Plan("a.html", "a.html", make, ())
