"""The geometry of fireworks."""

import math
import re
from xml.etree import ElementTree

import pytest

from hanabi_log.site.fireworks import (
    Stack,
    fuses,
    ladder,
    landscape,
    missing_sky,
    played_dots,
    rays,
    sprite,
    suit_class,
    tokens,
)

FIVE = tuple(Stack(code, 5, 5) for code in "RYGBW")


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


@pytest.mark.parametrize("laid", range(1, 6))
def test_each_card_gives_four_rays_and_only_the_fifth_gives_sparks(laid: int) -> None:
    drawn = rays(laid)
    assert len(drawn) == 4 * laid
    assert all(("a" in ray) == (laid == 5) for ray in drawn)


@pytest.mark.parametrize(("laid", "reach"), [(1, 17.5), (2, 20), (3, 22.5), (4, 25), (5, 29.6)])
def test_bursts_reach_as_far_as_their_cards(laid: int, reach: float) -> None:
    furthest = 0.0
    for ray in rays(laid):
        arc = re.search(r"L(-?[\d.]+) (-?[\d.]+)A([\d.]+)", ray)
        end = re.search(r"0 0 0 (-?[\d.]+) (-?[\d.]+)L", ray)
        assert arc
        assert end
        x = (float(arc[1]) + float(end[1])) / 2
        y = (float(arc[2]) + float(end[2])) / 2
        furthest = max(furthest, math.hypot(x, y) + float(arc[3]))
        if spark := re.search(r"M(-?[\d.]+) (-?[\d.]+)a([\d.]+)", ray):
            centre = float(spark[1]) + float(spark[3])
            furthest = max(furthest, math.hypot(centre, float(spark[2])))
    assert furthest == pytest.approx(reach, abs=0.15)


def test_no_ray_lies_on_the_trail() -> None:
    for laid in range(1, 6):
        starts = [re.match(r"M(-?[\d.]+) (-?[\d.]+)", ray) for ray in rays(laid)]
        assert all(start and abs(float(start[1])) > 1 for start in starts)


def test_a_stack_stands_as_high_as_its_cards() -> None:
    picture = parsed(landscape([Stack("G", laid, laid) for laid in range(6)]))
    heights = [float(core.get("cy", "")) for core in picture.iter("circle")]
    assert heights == [114.0, 99.2, 84.4, 69.6, 54.8, 40.0]
    assert picture.get("viewBox") == "0 0 360 150"


def test_the_hero_has_more_sky() -> None:
    picture = parsed(landscape(FIVE, hero=True))
    assert picture.get("viewBox") == "-4 -26 308 176"
    assert {core.get("cy") for core in picture.iter("circle")} == {"14"}


def test_an_empty_stack_rests_on_the_ground_without_rays() -> None:
    picture = parsed(landscape([Stack("R", 0, 0)]))
    assert [core.get("class") for core in picture.iter("circle")] == ["core out"]
    assert not list(picture.iter("use"))


def test_black_powder_shows_its_last_card_and_the_way_down() -> None:
    picture = parsed(landscape([Stack("K", 2, 4, descending=True)]))
    assert [text.text for text in picture.iter("text")] == ["K", "2"]
    assert any(path.get("class") == "down" for path in picture.iter("path"))
    assert next(picture.iter("use")).get("href") == "#b4"


def test_struck_out_games_are_outlines_and_the_rainbow_loses_its_colours() -> None:
    stacks = [Stack("M", 3, 3)]
    assert 'class="ghost"' in landscape(stacks, struck_out=True)
    assert "#b3" in landscape(stacks, struck_out=True)
    assert "#m3" in landscape(stacks)


def test_seven_suits_stand_closer() -> None:
    picture = parsed(landscape([Stack(code, 5, 5) for code in "RYGBWMK"]))
    assert picture.get("viewBox") == "0 0 357 150"


def test_a_suit_of_the_house_is_drawn_in_ink() -> None:
    assert suit_class("Z") == "s o"
    assert suit_class("P") == "s p"


def test_the_sprite_carries_the_rainbow_only_where_it_is_needed() -> None:
    plain = {symbol.get("id") for symbol in parsed(sprite(False)).iter("symbol")}
    full = {symbol.get("id") for symbol in parsed(sprite(True)).iter("symbol")}
    assert plain == {"b1", "b2", "b3", "b4", "b5", "f0", "f1"}
    assert full - plain == {"m1", "m2", "m3", "m4", "m5"}


def test_small_drawings_say_how_many() -> None:
    assert fuses(2, 3).count("#f1") == 2
    assert fuses(2, 3).count("#f0") == 1
    assert ladder(4, 6).count('"on"') == 4
    assert ladder(7, 7).count("<rect") == 7
    assert played_dots(3, 5).count('"due"') == 2
    assert tokens((Stack("R", 4, 4),)).count("<b>R</b>4") == 1
    assert missing_sky().count("core out") == 5


def test_a_suit_that_counts_down_has_a_mark_before_its_last_card() -> None:
    assert "<b>K</b>▾5<" in tokens((Stack("K", 5, 1, descending=True),))
    assert "<b>K</b>0<" in tokens((Stack("K", 0, 0, descending=True),))
    assert "▾" not in tokens((Stack("K", 5, 5),))
