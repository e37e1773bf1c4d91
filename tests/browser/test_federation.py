"""Every kind of page of a federation, in both languages, both themes, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from hanabi_log.resources import shipped
from hanabi_log.site.federation.build import build
from tests.browser.conftest import serving
from tests.browser.looks import ROOTS, check_fit, check_keyboard, check_without_scripts
from tests.browser.test_site import looking
from tests.federation.clubs import (
    drawn_club,
    entrants,
    hostile_federation,
    huge_federation,
    small_federation,
)
from tests.site.pseudo import forget, speak_pseudo

pytestmark = pytest.mark.browser

KINDS = {
    "home.html": ("index.html",),
    "clubs.html": ("clubs/index.html", "clubs/by.name.2.html"),
    "club.html": ("clubs/달그림자-hanabi-club.html", "clubs/lantern.html", "clubs/new-club.html"),
    "leaderboard.html": (
        *("leaderboard.html", "leaderboard/lineups.html"),
        *("leaderboard/groups.html", "leaderboard/clubs.html"),
    ),
    "about.html": ("about.html",),
    "404.html": ("404.html",),
}
"""Pages of each kind, by template."""

PATHS = [path for paths in KINDS.values() for path in paths]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A federation's site in two languages, in the folder `valley/hanabi` of a server's root."""
    out = tmp_path_factory.mktemp("valley") / "valley" / "hanabi"
    many = [drawn_club(number, f"Club {number}", number % 9) for number in range(100, 220)]
    with pytest.MonkeyPatch.context() as patch:
        speak_pseudo(patch)
        build(
            entrants([*small_federation(), *many]), str(out), name="Valley", languages=("en", "ko")
        )
    forget()
    return out


@pytest.fixture(scope="module")
def address(both: Path) -> Iterator[str]:
    with serving(both.parents[1]) as root:
        yield f"{root}valley/hanabi/"


def test_a_page_of_every_kind_is_looked_at(both: Path) -> None:
    templates = {path.name for path in Path(shipped("templates", "federation")).iterdir()}
    assert templates - {"base.html"} == set(KINDS)
    for root in ROOTS.values():
        for path in PATHS:
            assert (both / root / path).is_file(), path


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_keeps_quiet_and_is_accessible(
    browser: Browser, address: str, width: int, theme: str, language: str
) -> None:
    check_fit(browser, address, PATHS, width, theme, language)


def test_it_reads_from_disk_without_scripts(browser: Browser, both: Path) -> None:
    check_without_scripts(browser, both, PATHS)


def test_charts_and_boards_become_plotly_in_place(browser: Browser, address: str) -> None:
    with looking(browser, address) as (page, watched):
        for path in ("index.html", "clubs/lantern.html", "leaderboard.html"):
            page.goto(address + path)
            targets = page.locator("[data-chart], [data-board]").all()
            assert targets, path
            for target in targets:
                target.focus()
                expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
                assert target.locator(".plot .point").count() > 0
        assert watched.complaints == []
        assert watched.foreign == []


def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    browser: Browser, address: str
) -> None:
    paths = ("index.html", "clubs/by.name.2.html", "clubs/lantern.html")
    check_keyboard(browser, address, paths)


def test_from_a_board_to_a_club_and_over_the_pages_of_the_list(
    browser: Browser, address: str
) -> None:
    with looking(browser, address) as (page, watched):
        page.goto(address + "leaderboard.html")
        page.locator(".board tbody a").first.click()
        assert "/clubs/" in page.url
        page.get_by_role("navigation", name="Site").get_by_role("link", name="Clubs").click()
        page.get_by_role("link", name="by name").click()
        page.get_by_role("navigation", name="Pages").get_by_role("link", name="2").click()
        assert page.url == address + "clubs/by.name.2.html"
        page.get_by_role("link", name="한국어").click()
        assert page.url == address + "ko/clubs/by.name.2.html"
        assert watched.complaints == []


def test_hostile_names_run_nothing(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("hostile") / "site"
    build(entrants(hostile_federation()), str(out), name="<b>Valley</b>")
    start = out.as_uri() + "/"
    paths = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.html"))
    with looking(browser, start, viewport={"width": 360, "height": 800}) as (page, watched):
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for path in paths:
            page.goto(start + quote(path))
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            for target in page.locator("[data-chart], [data-board]").all()[:2]:
                target.focus()
                expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
        assert dialogs == []
        assert watched.complaints == []
        assert watched.foreign == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_counts_of_millions_stay_in_their_places_on_a_phone(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, language: str
) -> None:
    out = tmp_path_factory.mktemp("huge") / "site"
    build(entrants(huge_federation()), str(out), name="Online", languages=(language,))
    with looking(browser, "", viewport={"width": 360, "height": 800}) as (page, _watched):
        page.goto((out / "index.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        wide = """() => [...document.querySelectorAll('.figures dd')]
          .filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)"""
        assert page.evaluate(wide) == []
        left = """() => Math.min(...[...document.querySelectorAll('.chart .end')]
          .map((node) => node.getBoundingClientRect().left))"""
        assert page.evaluate(left) >= 0
