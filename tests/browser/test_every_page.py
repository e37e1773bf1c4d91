"""Every kind of page, in both languages, both themes, on a phone and on a desk.

Korean is the decorated language of the tests of catalogs, so that its pages have Hangul in
every text whatever the catalog holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from hanabi_log.site.build import build
from hanabi_log.site.reference import PAGES
from tests.browser.conftest import serving
from tests.browser.looks import ROOTS, check_fit, check_keyboard, check_without_scripts
from tests.browser.test_site import looking
from tests.site.clubs import lively_club
from tests.site.pseudo import forget, speak_pseudo
from tests.site.test_build import hostile_club

pytestmark = pytest.mark.browser

KINDS = {
    "home.html": "index.html",
    "sessions.html": "sessions/index.html",
    "session.html": "sessions/2026-11-26-금요일-모임.html",
    "people.html": "people/index.html",
    "person.html": "people/서연.html",
    "groups.html": "groups/index.html",
    "group.html": "groups/tuesday-table.html",
    "lineups.html": "lineups.html",
    "leaderboard.html": "leaderboard.html",
    "records.html": "records.html",
    "figures.html": "figures.html",
    "rulesets.html": "rulesets.html",
    "sheet.html": "sheet.html",
    "calculator.html": "calculator.html",
    "enter.html": "enter.html",
    "hoola.html": "hoola/index.html",
    "hoola_match.html": "",
    "about.html": "about.html",
    "404.html": "404.html",
}
"""A page of each kind, by template; a match of Hoola King is looked up."""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lively club's site in two languages, in the folder `club/sub` of a server's root."""
    out = tmp_path_factory.mktemp("both") / "club" / "sub"
    with pytest.MonkeyPatch.context() as patch:
        speak_pseudo(patch)
        build(lively_club(), str(out), languages=("en", "ko"))
    forget()
    return out


@pytest.fixture(scope="module")
def address(both: Path) -> Iterator[str]:
    with serving(both.parents[1]) as root:
        yield f"{root}club/sub/"


def kinds(out: Path) -> list[str]:
    """The path of a page of each kind."""
    match = next(path for path in sorted((out / "hoola").glob("*.html")) if path.stem != "index")
    return [path or f"hoola/{match.name}" for path in KINDS.values()]


def test_a_page_of_every_kind_is_looked_at(both: Path) -> None:
    assert set(KINDS) == set(PAGES)
    for root in ROOTS.values():
        for path in kinds(both):
            assert (both / root / path).is_file(), path


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_keeps_quiet_and_is_accessible(
    browser: Browser, both: Path, address: str, width: int, theme: str, language: str
) -> None:
    check_fit(browser, address, kinds(both), width, theme, language)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_it_reads_from_disk_without_scripts(browser: Browser, both: Path, language: str) -> None:
    check_without_scripts(browser, both, [ROOTS[language] + path for path in kinds(both)])


def test_from_disk_with_scripts_nothing_is_missing(browser: Browser, both: Path) -> None:
    start = both.as_uri() + "/"
    with looking(browser, start) as (page, watched):
        for path in kinds(both):
            page.goto(start + quote(path))
            page.wait_for_load_state("networkidle")
            assert watched.complaints == [], path
        assert watched.foreign == []


def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    browser: Browser, both: Path, address: str
) -> None:
    check_keyboard(browser, address, kinds(both))


@pytest.mark.parametrize(
    "path",
    ["index.html", "people/서연.html", "leaderboard.html", "records.html", "figures.html"],
)
def test_every_chart_of_a_page_becomes_plotly_in_place(
    browser: Browser, address: str, path: str
) -> None:
    with looking(browser, address) as (page, watched):
        page.goto(address + quote(path))
        targets = page.locator("[data-chart], [data-board]").all()
        assert targets
        for target in targets:
            drawing = target.locator("svg").first
            before = drawing.bounding_box()
            target.focus()
            expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
            if target.get_attribute("data-chart"):
                after = target.locator(".plot .main-svg").first.bounding_box()
                assert before
                assert after
                for side in ("x", "width", "height"):
                    assert after[side] == pytest.approx(before[side], abs=1.5), side
            marks = target.locator(".plot .scatterlayer .point, .plot .barlayer .point").count()
            assert marks > 0
        assert watched.complaints == []
        assert watched.foreign == []


DRAWN = """canvas => [...canvas.querySelectorAll('svg.chart circle, svg.chart [d*=h0]')]
  .flatMap((part) => {
    const at = part.getScreenCTM();
    const on = (x, y) => [x * at.a + at.e, y * at.d + at.f];
    if (part.cx) return [on(part.cx.baseVal.value, part.cy.baseVal.value)];
    const numbers = part.getAttribute('d').replaceAll('h0', '').match(/-?[\\d.]+/g).map(Number);
    let [x, y] = [0, 0];
    return Array.from({length: numbers.length / 2}, (_none, place) => {
      x += numbers[2 * place];
      y += numbers[2 * place + 1];
      return on(x, y);
    });
  })"""
"""Where the dots of a drawing stand on the screen."""


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("figures.html", "calendar"),
        ("figures.html", "colours"),
        ("index.html", "progress"),
        ("people/서연.html", "residuals"),
    ],
)
@pytest.mark.parametrize("width", [360, 1280])
def test_dots_of_both_forms_lie_over_each_other(
    browser: Browser, address: str, path: str, name: str, width: int
) -> None:
    with looking(browser, address, viewport={"width": width, "height": 800}) as (page, _watched):
        page.goto(address + quote(path))
        target = page.locator(f"#{name} .canvas")
        target.focus()
        expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
        drawn = target.evaluate(DRAWN)
        plotted = [box(disc) for disc in target.locator(".plot .point").all()]
        assert len(drawn) > 10
        for x, y in drawn:
            assert min(abs(x - other) + abs(y - one) for other, one in plotted) < 2.5, name


SEEN = """part => {
  while (part && getComputedStyle(part).opacity !== '0') part = part.parentElement;
  return part === null;
}"""


def test_days_without_a_game_stay_in_sight(browser: Browser, address: str) -> None:
    with looking(browser, address) as (page, _watched):
        page.goto(address + "figures.html")
        target = page.locator("#calendar .canvas")
        target.focus()
        expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
        assert target.locator(".days .grid").evaluate(SEEN)
        assert not target.locator(".days path").last.evaluate(SEEN)
        assert not target.locator("svg.chart text").first.evaluate(SEEN)


def box(disc: object) -> tuple[float, float]:
    """The middle of an element on the screen."""
    found = disc.bounding_box()  # type: ignore[attr-defined]
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_the_switch_of_languages_keeps_the_page(browser: Browser, address: str) -> None:
    with looking(browser, address) as (page, watched):
        page.goto(address + quote("people/서연.html"))
        page.get_by_role("link", name="한국어").click()
        assert page.url == address + quote("ko/people/서연.html")
        page.get_by_role("link", name="English").click()
        assert page.url == address + quote("people/서연.html")
        assert watched.complaints == []


def test_the_head_takes_one_line_of_links_on_a_phone(browser: Browser, address: str) -> None:
    with looking(browser, address, viewport={"width": 360, "height": 800}) as (page, _watched):
        page.goto(address + "figures.html")
        links = page.locator(".top nav > :visible")
        tops = {round((link.bounding_box() or {"y": 0})["y"]) for link in links.all()}
        assert len(tops) == 1
        more = page.locator(".top nav summary")
        expect(page.locator(".menu a").first).to_be_hidden()
        more.click()
        for link in page.locator(".menu a").all():
            expect(link).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        more.click()
        expect(page.locator(".menu a").first).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_badge_has_room_for_another_font(browser: Browser, both: Path, language: str) -> None:
    with looking(browser, "") as (page, _watched):
        page.goto((both / ROOTS[language] / "badge.svg").as_uri())
        ends = page.evaluate("""() => [...document.querySelectorAll('text')]
          .map((text) => text.getBBox()).map((box) => [box.x, box.width])""")
        width = int(page.locator("svg").get_attribute("width") or 0)
        assert all(x + 1.05 * long < width for x, long in ends)


def test_a_sheet_prints_on_one_page_of_paper(browser: Browser, address: str) -> None:
    with looking(browser, address, color_scheme="dark") as (page, _watched):
        page.goto(address + "sheet.html")
        page.emulate_media(media="print")
        expect(page.locator(".top nav")).to_be_hidden()
        pdf = page.pdf(format="A4", prefer_css_page_size=False)
        assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 2


def test_hostile_names_run_nothing_on_any_page(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("hostile") / "site"
    build(hostile_club(), str(out))
    start = out.as_uri() + "/"
    paths = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.html"))
    with looking(browser, start, viewport={"width": 360, "height": 800}) as (page, watched):
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for path in paths:
            page.goto(start + quote(path))
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        for path in ("figures.html", "records.html", "lineups.html", "people/person.html"):
            page.goto(start + path)
            for target in page.locator("[data-chart], [data-board]").all():
                target.focus()
                expect(target).to_have_attribute("data-drawn", "plotly", timeout=20_000)
            assert not page.locator(".plot img, .plot script, .plot b").count()
        assert dialogs == []
        assert watched.complaints == []
        assert watched.foreign == []
