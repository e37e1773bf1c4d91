"""What is looked at on pages of every kind, of a club and of a federation alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_site import looking

ROOTS = {"en": "", "ko": "ko/"}
GROUNDS = {"light": "rgb(251, 250, 246)", "dark": "rgb(16, 24, 43)"}


def check_fit(
    browser: Browser, address: str, paths: Sequence[str], width: int, theme: str, language: str
) -> None:
    """Pages fit, keep quiet, load no Plotly unasked, and are accessible."""
    size = {"width": width, "height": 800}
    axe, faults = Axe(), []
    with looking(browser, address, viewport=size, color_scheme=theme) as (page, watched):
        for path in paths:
            page.goto(address + ROOTS[language] + quote(path))
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            assert ground == GROUNDS[theme]
            faults += [(path, *fault) for fault in _grave(axe, page)]
            assert watched.complaints == [], path
        assert faults == []
        assert watched.foreign == []
        assert not [url for url in watched.asked if "plotly" in url]


def check_without_scripts(browser: Browser, site: Path, paths: Sequence[str]) -> None:
    """Pages can be read from disk on a phone that runs no scripts."""
    start = site.as_uri() + "/"
    size = {"width": 360, "height": 800}
    with looking(browser, start, viewport=size, java_script_enabled=False) as (page, watched):
        for path in paths:
            page.goto(start + quote(path))
            expect(page.locator("main")).to_be_visible()
            assert len(page.locator("main").inner_text()) > 40, path
            for chart in page.locator("svg.chart").all():
                expect(chart).to_be_visible()
            assert watched.complaints == [], path
        assert watched.foreign == []


def check_keyboard(browser: Browser, address: str, paths: Sequence[str]) -> None:
    """The keyboard reaches everything and shows where it is."""
    with looking(browser, address) as (page, _watched):
        for path in paths:
            page.goto(address + quote(path))
            expected = page.evaluate(_REACHABLE)
            reached, last = 0, ""
            for _press in range(expected + 60):
                page.keyboard.press("Tab")
                found = page.evaluate(_FOCUSED)
                # A date has several stops inside it.
                if found is None or (not found[0] and found[3] != last):
                    break
                assert found[1] or found[3] == last, (path, found[3])
                reached += found[0] and found[2]
                last = found[3]
            assert reached == expected, path


def _grave(axe: Axe, page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds serious or critical: the rule, and the elements that break it."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    options = {"resultTypes": ["violations"], "runOnly": tags, "preload": False}
    found = axe.run(page, options=options).response["violations"]
    return [
        (rule["id"], [node["html"][:160] for node in rule["nodes"][:3]])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]


_REACHABLE = """() => {
  const seen = (node) => node.checkVisibility({visibilityProperty: true})
    && !node.closest('details:not([open]) > :not(summary)') && !node.disabled
    && node.tabIndex >= 0 && !node.closest('[inert]');
  const all = 'a[href], button, summary, input, select, textarea, [tabindex]';
  return [...document.querySelectorAll(all)].filter(seen)
    .filter((node) => node.type !== 'radio' && !node.closest('[role=radiogroup]')).length;
}"""
_FOCUSED = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  window.reached = window.reached || new Set();
  const fresh = !window.reached.has(node);
  window.reached.add(node);
  const style = getComputedStyle(node);
  const marked = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  const grouped = node.type === 'radio' || node.closest('[role=radiogroup]');
  return [fresh, marked, !grouped, node.outerHTML.slice(0, 120)];
}"""
