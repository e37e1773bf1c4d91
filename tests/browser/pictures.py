"""`make pictures`: the README's picture and the one for previews, made from the program.

The first is the home page of the sample club on a desk, the second a landscape without a
name, which every club's site shows when somebody shares a link to it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from hanabi_log.demo import make_demo
from hanabi_log.resources import shipped
from hanabi_log.site.fireworks import Stack, landscape, sprite
from tests.browser.conftest import FLAGS, chromium

ROOT = Path(__file__).parents[2]
README = ROOT / "docs" / "images" / "site.png"
PREVIEW = Path(shipped("templates", "assets", "social.png"))

SKY = """<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">
<link rel="stylesheet" href="{sheet}">
<style>body {{ background: var(--sky); display: block; overflow: hidden; }}
.scene {{ margin: 40px auto 0; width: 1040px; }} .scene::after {{ bottom: 13.6%; }}</style>
{sprite}<div class="hero"><div class="scene">{picture}</div></div></html>"""


def main() -> None:
    """Make both pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        demo = make_demo(str(Path(folder) / "demo"))
        README.parent.mkdir(parents=True, exist_ok=True)
        picture_of(browser, (Path(demo.site) / "index.html").as_uri(), (1280, 880), README)
        page = Path(folder) / "sky.html"
        stacks = [
            Stack(code, laid, laid) for code, laid in zip("RYGBW", (5, 4, 5, 3, 5), strict=True)
        ]
        text = SKY.format(
            sheet=Path(shipped("templates", "assets", "site.css")).as_uri(),
            sprite=sprite(rainbow=False),
            picture=landscape(stacks, hero=True),
        )
        page.write_text(text)
        picture_of(browser, page.as_uri(), (1200, 630), PREVIEW)
        browser.close()


def picture_of(browser: Browser, address: str, size: tuple[int, int], path: Path) -> None:
    """A screenshot of the upper end of a page, in light."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    page.screenshot(path=str(path))
    context.close()
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
