"""Packed plays are the plays they were made from, whole and in part."""

from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.records import Game
from hanabi_log.stats.counting import is_full, tells_colours, value_of
from hanabi_log.stats.packed import pack
from tests.stats.making import logs, play, rows

parts = st.lists(st.integers(0, 10**6), max_size=30)


@given(logs)
def test_packing_loses_nothing(games: list[Game]) -> None:
    found = rows(games)
    packed = pack(found)
    assert tuple(packed) == found
    assert [packed[place] for place in range(len(packed))] == list(found)
    assert packed == found
    assert pack(packed) is packed


@given(logs, parts, st.slices(40))
def test_a_part_is_a_part_of_the_plays(games: list[Game], numbers: list[int], some: slice) -> None:
    found = rows(games)
    packed = pack(found)
    places = [number % len(found) for number in numbers] if found else []
    assert list(packed.at(places)) == [found[place] for place in places]
    assert tuple(packed[some]) == found[some]


@given(logs)
def test_figures_of_facts_are_those_of_the_plays(games: list[Game]) -> None:
    found = rows(games)
    packed = pack(found)
    assert list(packed.of_facts(value_of, "official")) == [
        value_of(one, "official") for one in found
    ]
    assert list(packed.where(is_full)) == [one for one in found if is_full(one)]
    assert [one for one in packed.where(is_full) if one.stacks is not None] == [
        one for one in found if tells_colours(one)
    ]
    assert sum(count for _facts, count in packed.tally()) == len(found)


@given(logs)
def test_units_tell_evenings_apart_as_plays_do(games: list[Game]) -> None:
    found = rows(games)
    own = [one.session or (one.group, None, one.id) for one in found]
    pairs = set(zip(pack(found).units(), own, strict=True))
    assert (
        len(pairs) == len({unit for unit, _name in pairs}) == len({name for _unit, name in pairs})
    )


def test_packed_plays_are_not_other_plays() -> None:
    one, other = play(18), play(20)
    assert pack([one]) != pack([other])
    assert pack([one]) != pack([one, other])
    assert pack([one]) != 3
