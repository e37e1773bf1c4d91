"""The site in a real browser: themes, phones, policy, charts, and life without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from tests.site.test_build import hostile_club

pytestmark = pytest.mark.browser

NO_HURRY = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
GOOD_LINE = (
    "Object.defineProperty(navigator, 'connection',"
    " {value: {saveData: false, effectiveType: '4g', downlink: 10}})"
)


class Watched:
    """What a page complained about, and what it asked for from elsewhere."""

    def __init__(self, page: Page, origin: str) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        self.origin = origin

    @property
    def foreign(self) -> list[str]:
        return [url for url in self.asked if not url.startswith((self.origin, "data:", "blob:"))]


@contextmanager
def looking(
    browser: Browser, origin: str, *, script: str = NO_HURRY, **options: Any
) -> Iterator[tuple[Page, Watched]]:
    options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
    context = browser.new_context(**options)
    if options.get("java_script_enabled", True):
        context.add_init_script(script)
    page = context.new_page()
    try:
        yield page, Watched(page, origin)
    finally:
        context.close()


def drawn(page: Page, selector: str) -> None:
    target = page.locator(selector)
    target.scroll_into_view_if_needed()
    target.hover()
    expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
    expect(target.locator(".main-svg").first).to_be_visible()


@pytest.mark.parametrize("origin", ["http", "file"])
def test_charts_become_plotly_where_they_stand(
    browser: Browser, served: str, site: Path, origin: str
) -> None:
    start = served if origin == "http" else site.as_uri() + "/"
    with looking(browser, start) as (page, watched):
        page.goto(start + "index.html")
        box = page.locator("#progress .canvas > svg").bounding_box()
        drawn(page, "#progress .canvas")
        drawn(page, "#distribution .canvas")
        plot = page.locator("#progress .plot .main-svg").first.bounding_box()
        assert box
        assert plot
        assert plot["width"] == pytest.approx(box["width"], abs=1)
        assert plot["height"] == pytest.approx(box["height"], abs=1)
        marks = page.locator("#progress .plot .scatterlayer .point").count()
        svg = page.locator("#progress .canvas > svg").first
        drawn_as = {"x": "M", "spots": "h0", "peaks": "h0"}
        assert marks == sum(
            (path.get_attribute("d") or "").count(sign)
            for kind, sign in drawn_as.items()
            for path in svg.locator(f"path.{kind}").all()
        )
        page.goto(start + "leaderboard.html")
        drawn(page, "#people .board[data-board]")
        dots = page.locator("#people .plot .scatterlayer .point")
        assert dots.count() == page.locator("#people .board[data-board] tbody tr").count()
        first, row = dots.first.bounding_box(), page.locator("td.iv").first.bounding_box()
        assert first
        assert row
        middle = first["y"] + first["height"] / 2
        assert middle == pytest.approx(row["y"] + row["height"] / 2, abs=2)
        assert watched.complaints == []
        assert watched.foreign == []


def test_a_chart_answers_the_keyboard_and_the_theme(browser: Browser, served: str) -> None:
    with looking(browser, served, color_scheme="light") as (page, watched):
        page.goto(served + "index.html")
        page.locator("#progress .canvas").focus()
        target = page.locator("#progress .canvas")
        expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
        trend = page.locator("#progress .plot .scatterlayer path.js-line").last
        light = trend.evaluate("line => getComputedStyle(line).stroke")
        page.get_by_role("button", name="Dark").click()
        expect(trend).not_to_have_css("stroke", light)
        expect(trend).to_have_css("stroke", "rgb(242, 166, 94)")
        assert watched.complaints == []


def test_an_idle_browser_on_a_good_line_fetches_plotly_by_itself(
    browser: Browser, served: str
) -> None:
    with looking(browser, served, script=GOOD_LINE) as (page, watched):
        page.goto(served + "index.html")
        target = page.locator("#progress .canvas")
        expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
        assert len([url for url in watched.asked if "plotly" in url]) == 1
        assert watched.complaints == []


def test_hovering_a_board_says_the_name(browser: Browser, served: str) -> None:
    with looking(browser, served) as (page, _watched):
        page.goto(served + "leaderboard.html")
        drawn(page, "#people .board[data-board]")
        name = page.locator(".board tbody th a").first.inner_text()
        page.locator("#people .plot .scatterlayer .point").first.hover(force=True)
        expect(page.locator("#people .plot .hoverlayer")).to_contain_text(name)


def test_the_theme_is_remembered_across_pages(browser: Browser, served: str) -> None:
    with looking(browser, served, color_scheme="light") as (page, _watched):
        page.goto(served + "index.html")
        button = page.get_by_role("button", name="Dark")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        page.goto(served + "about.html")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_pages_read_without_scripts(browser: Browser, site: Path) -> None:
    start = site.as_uri() + "/"
    with looking(browser, start, java_script_enabled=False) as (page, watched):
        page.goto(start + "index.html")
        expect(page.locator("#progress svg.chart")).to_be_visible()
        expect(page.locator("[data-flip]")).to_be_hidden()
        page.locator("#progress summary").click()
        expect(page.locator("#progress table")).to_be_visible()
        page.get_by_role("link", name="Leaderboard").first.click()
        expect(page.locator(".board td.iv svg").first).to_be_visible()
        page.get_by_role("link", name="Sessions").first.click()
        page.locator(".rows a").first.click()
        expect(page.locator(".game .pic svg").first).to_be_visible()
        assert watched.foreign == []


def test_a_game_has_an_address_of_its_own(browser: Browser, served: str) -> None:
    with looking(browser, served) as (page, _watched):
        page.goto(served + "index.html")
        page.locator(".night a").first.click()
        assert re.search(r"sessions/.+\.html#game-\d+$", page.url)
        anchor = page.url.partition("#")[2]
        expect(page.locator(f"#{anchor}")).to_be_in_viewport()


def test_print_is_light_and_shows_tables(browser: Browser, served: str) -> None:
    with looking(browser, served, color_scheme="dark") as (page, _watched):
        page.goto(served + "index.html")
        page.emulate_media(media="print")
        ink = page.locator("h1").evaluate("title => getComputedStyle(title).color")
        assert ink == "rgb(27, 32, 54)"
        expect(page.locator(".top nav")).to_be_hidden()


def test_reduced_motion_is_respected(browser: Browser, served: str) -> None:
    for motion, moving in (("reduce", False), ("no-preference", True)):
        with looking(browser, served, reduced_motion=motion) as (page, _watched):
            page.goto(served + "index.html")
            name = page.locator(".hero .burst").first.evaluate(
                "burst => getComputedStyle(burst).animationName"
            )
            assert (name != "none") is moving


def test_bursts_of_the_hero_grow_from_their_cores(browser: Browser, served: str) -> None:
    with looking(browser, served) as (page, _watched):
        page.goto(served)
        apart = page.evaluate("""() => {
          document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 30; });
          const middle = (node) => {
            const box = node.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
          };
          return [...document.querySelectorAll('.show > g')].map((one) => {
            const burst = one.querySelector('.burst');
            if (!burst) return 0;
            const [x, y] = middle(burst), [a, b] = middle(one.querySelector('.core'));
            return Math.hypot(x - a, y - b);
          });
        }""")
        assert len(apart) >= 5
        assert max(apart) < 4, apart


def test_the_keyboard_reaches_content_first(browser: Browser, served: str) -> None:
    with looking(browser, served) as (page, _watched):
        page.goto(served + "index.html")
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.url.endswith("#main")


def test_hostile_names_are_text_when_they_are_pointed_at(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("hostile") / "site"
    build(hostile_club(), str(out))
    start = out.as_uri() + "/"
    with looking(browser, start, viewport={"width": 360, "height": 800}) as (page, watched):
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(start + "leaderboard.html")
        drawn(page, "#people .board[data-board]")
        for dot in page.locator("#people .plot .scatterlayer .point").all():
            dot.hover(force=True)
        hover = page.locator("#people .plot .hoverlayer")
        assert not hover.locator("img, script, b").count()
        assert dialogs == []
        assert watched.complaints == []
        assert watched.foreign == []


def test_a_log_without_games_is_a_page_too(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("empty") / "site"
    build(Club(name="New club"), str(out))
    for width in (360, 1280):
        size = {"width": width, "height": 800}
        with looking(browser, out.as_uri(), viewport=size) as (page, watched):
            page.goto(out.as_uri() + "/index.html")
            expect(page.get_by_text("A quiet sky")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert watched.complaints == []
