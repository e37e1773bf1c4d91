"""What a page weighs, and how soon its charts are seen in a real browser.

The rival is a page that loads the whole of plotly.js and draws the same figures with it. Both
come from the same server, in a fresh browser context each time.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from gzip import compress
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.ready import ready_club
from benchmarks.timing import PROGRAM, Measured, measured, run
from tests.browser.conftest import FLAGS, chromium
from tests.site.figures import figures_of

HTML, OWN, SHARE = 15.0, 30.0, 0.1
TOOLS = ("calculator.html", "enter.html")
"""Pages that are a program; they are not counted among pages to read."""

_LINKED = re.compile(r'(?:<link rel="stylesheet" href|<script[^>]* src)="([^"]+)"')
_RIVAL = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<script src="assets/{plotly}"></script>
<body>{places}<script>
Promise.all({figures}.map((one, n) => Plotly.newPlot("chart" + n, one.data, one.layout)))
  .then(() => document.body.dataset.drawn = "yes");
</script></body></html>"""
_WATCH = """(() => {{
  const looking = setInterval(() => {{
    if (!({condition})) return;
    clearInterval(looking);
    requestAnimationFrame(() => setTimeout(() => {{ window.seenAt = performance.now(); }}));
  }}, 4);
}})()"""


def measure_pages(folder: Path, clubs: Path, games: int) -> Iterator[Measured]:
    """The pages of a club of so many games."""
    site = folder / "pages"
    run([*PROGRAM, "--db", ready_club(clubs, games), "build", "--out", str(site)])
    yield from _weights(site, games)
    browser = chromium()
    if browser is None:
        print("  (no Chromium here: when charts are seen was not measured)")
        return
    with _serving(site) as address, sync_playwright() as playwright:
        chosen = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        yield _first_sight(site, address, chosen)
        chosen.close()


def _weights(site: Path, games: int) -> Iterator[Measured]:
    pages = [path for path in site.rglob("*.html") if path.name not in TOOLS]
    html = {path: len(compress(path.read_bytes(), mtime=0)) / 1000 for path in pages}
    heaviest = max(pages, key=lambda path: html[path])
    over = sum(size > HTML for size in html.values())
    facts = f"{heaviest.relative_to(site)}; {over:,} of {len(pages):,} pages are over it"
    asked = "gzipped, the largest page"
    # The line of the table is about the heaviest page; its range shows the lightest too.
    largest = Measured(
        f"HTML of a page, {games:,} games",
        asked,
        HTML,
        html[heaviest],
        min(html.values()),
        html[heaviest],
        "KB",
        facts,
    )
    yield largest
    linked = {path: _linked(site, path) for path in pages}
    most = max(pages, key=lambda path: sum(map(len, linked[path])))
    packed = sum(len(compress(data, mtime=0)) for data in linked[most]) / 1000
    own = sum(map(len, linked[most])) / 1000
    yield measured(
        "CSS and own script of a page", "as they are", OWN, [own], "KB", f"{packed:.1f} KB gzipped"
    )


def _linked(site: Path, page: Path) -> list[bytes]:
    files = {(page.parent / href).resolve() for href in _LINKED.findall(page.read_text("utf-8"))}
    return [file.read_bytes() for file in files]


def _first_sight(site: Path, address: str, browser: Browser, runs: int = 7) -> Measured:
    """The page with the most charts against its rival, in turn."""
    found = {path: figures_of(path.read_text("utf-8")) for path in site.glob("*.html")}
    page = max(found, key=lambda path: len(found[path]))
    figures = found[page]
    _write_rival(site, page.stem, list(figures.values()))
    # The drawing stands before its figure, so with the last figure all of them are there.
    ours = f"document.getElementById('{list(figures)[-1]}')"
    theirs = "document.body && document.body.dataset.drawn"
    seen = [
        (
            _seen(browser, f"{address}/{page.name}", ours),
            _seen(browser, f"{address}/rival.html", theirs),
        )
        for _ in range(runs + 1)
    ][1:]
    return measured(
        f"charts seen, {page.name} with {len(figures)} charts",
        "against a page with the whole of plotly.js",
        SHARE,
        [a / b for a, b in seen],
    )


def _write_rival(site: Path, title: str, figures: list[dict[str, object]]) -> None:
    plotly = next(site.glob("assets/plotly*.js")).name
    # Our figures name colours of the style sheet, which our script fills in before it draws.
    text = re.sub(r'"--\w+"', '"#888888"', json.dumps(figures)).replace("</", "<\\/")
    places = "".join(f'<div id="chart{n}"></div>' for n in range(len(figures)))
    page = _RIVAL.format(title=escape(title), plotly=plotly, places=places, figures=text)
    (site / "rival.html").write_text(page, "utf-8")


def _seen(browser: Browser, address: str, condition: str) -> float:
    """Milliseconds from the start of a first visit until the charts are painted."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.add_init_script(_WATCH.format(condition=condition))
    page.goto(address)
    page.wait_for_function("window.seenAt !== undefined", polling=50)
    found = float(page.evaluate("window.seenAt"))
    context.close()
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def _serving(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
