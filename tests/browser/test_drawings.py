"""Charts at the narrowest width we promise: no text over another, nothing beyond the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site.build import build
from tests.browser.conftest import serving
from tests.browser.looks import ROOTS
from tests.browser.test_every_page import kinds
from tests.browser.test_site import looking
from tests.site.clubs import game, group, lively_club, player, stacks

pytestmark = pytest.mark.browser

SHORT = "groups/nine-games.html"
"""A group whose first nine games are far apart, in points and in time."""

TOUCHING = """(margin) => [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
  const texts = [...chart.querySelectorAll('text')]
    .map((text) => [text.textContent, text.getBoundingClientRect()]);
  return texts.flatMap(([one, a], place) => texts.slice(place + 1)
    .filter(([, b]) => a.left < b.right + margin && b.left < a.right + margin
      && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
    .map(([other]) => `${chart.closest('figure').id}: ${one} / ${other}`));
})"""
OUTSIDE = """() => [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
  const frame = chart.getBoundingClientRect();
  return [...chart.querySelectorAll('text, path, circle')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.width && (box.left < frame.left - 3 || box.right > frame.right + 3
      || box.top < frame.top - 3 || box.bottom > frame.bottom + 3);
  }).map((part) => `${chart.closest('figure').id}: ${part.textContent || part.outerHTML}`);
})"""


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lively club with a short-lived second table, in English and in Korean."""
    club = lively_club()
    table, people = group(7, "Nine games"), [player(81, "Zoë"), player(82, "Milić")]
    laid = ((5, 5, 5, 5, 4), (0, 0, 1, 0, 0), *((5, 5, 5, 5, 5),) * 7)
    games = [
        game(
            900 + number,
            EndState(stacks("basic", cards), strikes=0),
            people,
            day=(date(2024, 10, 3) + timedelta(days=41 * number)).isoformat(),
            table=table,
        )
        for number, cards in enumerate(laid)
    ]
    club = replace(
        club,
        games=tuple(sorted((*club.games, *games), key=lambda one: one.order)),
        players=(*club.players, *people),
        groups=(*club.groups, table),
    )
    out = tmp_path_factory.mktemp("narrow") / "site"
    build(club, str(out), languages=("en", "ko"))
    return out


@pytest.fixture(scope="module")
def address(narrow: Path) -> Iterator[str]:
    with serving(narrow) as root:
        yield root


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", [360, 1280])
def test_labels_of_charts_keep_apart_and_inside(
    browser: Browser, narrow: Path, address: str, width: int, language: str
) -> None:
    with looking(browser, address, viewport={"width": width, "height": 800}) as (page, _watched):
        seen = 0
        for path in (*kinds(narrow), SHORT):
            page.goto(address + ROOTS[language] + quote(path))
            assert page.evaluate(TOUCHING, 1) == [], path
            assert page.evaluate(OUTSIDE) == [], path
            seen += page.locator("svg.chart").count()
        assert seen > 8


def test_the_grid_of_setups_fits_a_phone(browser: Browser, address: str) -> None:
    with looking(browser, address, viewport={"width": 360, "height": 800}) as (page, _watched):
        page.goto(address + "rulesets.html")
        for cell in page.locator(".setups th, .setups td").all():
            box = cell.bounding_box()
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= 360
            assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth + 1")


def test_a_struck_out_white_firework_looks_like_no_other(browser: Browser, address: str) -> None:
    look = "core => [getComputedStyle(core).strokeDasharray, getComputedStyle(core).strokeWidth]"
    with looking(browser, address, color_scheme="light") as (page, _watched):
        page.goto(address + "records.html")
        core = page.locator(".pic svg:not(.ghost) .s.w .core:not(.out)").first.element_handle()
        sound = core.evaluate(look)
        core.evaluate("core => core.closest('svg').classList.add('ghost')")
        struck = core.evaluate(look)
        assert struck[0] != "none"
        assert sound[0] == "none"
        assert float(sound[1].removesuffix("px")) > float(struck[1].removesuffix("px"))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_letters_of_a_name_come_from_one_typeface(
    browser: Browser, address: str, language: str
) -> None:
    with looking(browser, address) as (page, _watched):
        page.goto(address + ROOTS[language] + SHORT)
        page.evaluate("""() => {
          document.querySelector('h1').textContent = 'Milić, Siân and Ana Petrović';
          document.querySelector('[dir=auto]:not([lang])').textContent = 'Milić Siân Ő';
        }""")
        client = page.context.new_cdp_session(page)
        client.send("DOM.enable")
        client.send("CSS.enable")
        root = client.send("DOM.getDocument")["root"]["nodeId"]
        for selector in ("h1", "[dir=auto]:not([lang])"):
            node = client.send("DOM.querySelector", {"nodeId": root, "selector": selector})
            fonts = client.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})
            assert len(fonts["fonts"]) == 1, (selector, fonts)
