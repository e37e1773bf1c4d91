"""The calculator as a person meets it: on a phone, from disk, with scripts off."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from hanabi_log.cli.app import root
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site.build import build
from tests.browser.tapping import module, opened, tap, tap_stacks
from tests.browser.test_rules import HOUSE
from tests.site.clubs import club_of, game, player

pytestmark = pytest.mark.browser


def points(page: Page) -> str:
    return page.locator("[data-points]").inner_text().replace("\n", "")


def sums(page: Page) -> list[str]:
    return page.locator("[data-told] p").all_inner_texts()


@pytest.mark.parametrize("origin", ["http", "file"])
def test_an_end_state_is_tapped_in(browser: Browser, served: str, site: Path, origin: str) -> None:
    start = served if origin == "http" else site.as_uri() + "/"
    with opened(browser, start + "calculator.html") as page:
        expect(page.locator("[data-points]")).to_contain_text("–")
        tap_stacks(page, R=5, Y=4, G=4, B=3, W=2)
        tap(page, "strikes", 1)
        assert points(page) == "18/ 25"
        expect(page.locator("[data-verdict]")).to_have_text("Good")
        expect(page.locator("[data-detail]")).to_have_text("18 points · 72%")
        expect(page.locator("[data-fuses]")).to_have_text("1 strike of 3")
        assert sums(page)[0] == "5 + 4 + 4 + 3 + 2 = 18"
        expect(page.locator("[data-sentence]")).to_have_text(
            "Red 5, Yellow 4, Green 4, Blue 3, White 2"
        )
        assert page.locator("[data-picture] use").count() == 5


def test_the_command_that_is_shown_gives_the_same_answer(
    browser: Browser, served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with opened(browser, served + "calculator.html") as page:
        module(page, "wild")
        module(page, "black")
        tap_stacks(page, R=5, Y=4, G=5, B=5, W=4, M=3, K=2)
        tap(page, "strikes", 2)
        shown = points(page)
        words = shlex.split(page.locator("[data-command] code").inner_text())
    assert words[:2] == ["hanabi-log", "add"]
    result = CliRunner().invoke(root, ["score", *words[2:], "--json"])
    assert result.exit_code == 0, result.output
    assert '"score": 25' in result.output
    assert shown == "25/ 30"


def test_a_strike_out_says_what_would_have_been(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        tap_stacks(page, R=5, Y=4, G=4, B=3, W=2)
        tap(page, "strikes", 3)
        assert points(page) == "0/ 25"
        assert "Struck out: basic gives zero." in sums(page)
        assert "As the table lies it would have been 18 of 25: Good." in sums(page)
        expect(page.locator("[data-picture] svg")).to_have_class("ghost")
        page.locator("[data-edition]").select_option("cocktail")
        assert points(page) == "–/ 25"
        assert "Struck out: cocktail gives no score, the game is lost." in sums(page)


def test_what_cannot_be_has_no_score(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        tap_stacks(page, R=5, Y=5, G=5, B=5, W=5)
        tap(page, "strikes", 3)
        assert points(page) == "–/ 25"
        expect(page.locator("[data-faults] .note")).to_contain_text("cannot be struck out as well")
        tap(page, "strikes", 2)
        assert points(page) == "25/ 25"
        expect(page.locator("[data-seal]")).to_be_visible()
        page.locator(".further summary").click()
        page.locator('[data-number="players"]').fill("7")
        expect(page.locator("[data-faults] .note")).to_contain_text("basic is for 2, 3, 4, 5")


def test_modules_push_each_other_out_and_keep_what_is_laid(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        tap_stacks(page, R=3)
        module(page, "rainbow")
        module(page, "strikes1")
        module(page, "rainbow5")
        expect(page.locator("[data-modules-named]")).to_have_text("rainbow5 + strikes1")
        assert page.locator("[data-strikes] input").count() == 2
        assert page.locator('input[name="stack-R"]:checked').get_attribute("value") == "3"
        module(page, "black")
        row = page.locator('input[name="stack-K"]')
        assert [one.get_attribute("value") for one in row.all()] == ["0", "5", "4", "3", "2", "1"]


def test_tapping_the_sky_lays_a_card(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        sky = page.locator("[data-picture] svg")
        box = sky.bounding_box()
        assert box
        for _tap in range(2):
            sky.click(position={"x": box["width"] * 0.5, "y": 20})
        assert page.locator('input[name="stack-G"]:checked').get_attribute("value") == "2"
        assert points(page) == "2/ 25"


def test_a_thumb_and_a_keyboard_reach_every_firework(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        for field in page.locator(".pick label, .option, [data-edition], .desk summary").all():
            if field.is_visible():
                box = field.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.locator('input[name="stack-R"]').first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        assert sums(page)[0] == "2 + 1 + 0 + 0 + 0 = 3"


@pytest.mark.parametrize("path", ["calculator.html", "enter.html"])
def test_a_narrow_phone_needs_no_scrolling_sideways(
    browser: Browser, served: str, path: str
) -> None:
    with opened(browser, served + path) as page:
        page.set_viewport_size({"width": 320, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        heights = page.locator(".pick label").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().height)"
        )
        assert min(height for height in heights if height) >= 44


def test_the_last_ruleset_is_remembered(browser: Browser, served: str) -> None:
    with opened(browser, served + "calculator.html") as page:
        page.locator("[data-edition]").select_option("pocket")
        module(page, "black")
        page.goto(served + "enter.html")
        expect(page.locator("[data-edition]")).to_have_value("pocket")
        expect(page.locator("[data-modules-named]")).to_have_text("black")


def test_house_rules_in_use_can_be_chosen(browser: Browser, tmp_path: Path) -> None:
    lantern = HOUSE[1]
    stacks = {suit.code: 3 for suit in lantern.suits}
    at = [player(1, "Mina"), player(2, "Jun")]
    played = game(1, EndState(stacks, strikes=3), at, ruleset=lantern)
    club = replace(club_of(()), games=(played,), rulesets={lantern.digest: lantern})
    build(club, str(tmp_path / "site"))
    with opened(browser, (tmp_path / "site" / "calculator.html").as_uri()) as page:
        page.locator("[data-edition]").select_option("lantern-sky")
        tap_stacks(page, **stacks)
        tap(page, "strikes", 3)
        assert points(page) == "−10/ 30"
        assert "Struck out: lantern-sky gives −10." in sums(page)
        expect(page.locator(".modules")).to_be_hidden()


def test_without_scripts_the_page_explains_the_sum(browser: Browser, site: Path) -> None:
    options: dict[str, Any] = {"java_script_enabled": False}
    with opened(browser, (site / "calculator.html").as_uri(), **options) as page:
        expect(page.locator("[data-calculator]")).to_be_hidden()
        expect(page.get_by_text(re.compile("Scripts are off"))).to_be_visible()
        expect(page.get_by_role("row", name="Legendary")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["calculator.html", "enter.html"])
def test_axe_finds_nothing_serious(browser: Browser, served: str, path: str, theme: str) -> None:
    with opened(browser, served + path, color_scheme=theme) as page:
        module(page, "black")
        tap_stacks(page, R=5, Y=4, G=3, B=2, W=1, K=1)
        page.locator(".further summary").click()
        if path == "enter.html":
            for box in page.locator(".chip").all()[:3]:
                box.click()
            page.locator("[data-keep]").click()
            page.get_by_role("button", name="Correct the game").click()
        found = Axe().run(page).response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
