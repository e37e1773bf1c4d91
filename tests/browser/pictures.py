"""`make pictures`: the READMEs' pictures and the one for previews, made from the program.

The READMEs show the home page of the sample club on a desk, and a terminal in which somebody
logs games there. For previews there is a landscape without a name, which every club's site
shows when somebody shares a link to it.
"""

from __future__ import annotations

import html
import io
import re
import shlex
import shutil
import tempfile
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Browser, sync_playwright
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hanabi_log.cli.app import root
from hanabi_log.demo import make_demo
from hanabi_log.resources import shipped
from hanabi_log.site.fireworks import Stack, landscape, sprite
from tests.browser.conftest import FLAGS, chromium
from tests.docs.terminal import terminal

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
PREVIEW = Path(shipped("templates", "assets", "social.png"))

SKY = """<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">
<link rel="stylesheet" href="{sheet}">
<style>body {{ background: var(--sky); display: block; overflow: hidden; }}
.scene {{ margin: 40px auto 0; width: 1040px; }} .scene::after {{ bottom: 13.6%; }}</style>
{sprite}<div class="hero"><div class="scene">{picture}</div></div></html>"""
HOMES = {"en": ("index.html", ""), "ko": ("ko/index.html", ".ko")}
"""The home page of the sample club in each language, and what the names of pictures end in."""
TYPED = {
    "en": (
        'add 55543 -s 1 -g "Tuesday table" -p "Mina, Jun, Priya"',
        "add 55555 -s 3 --again",
        "edit last 55544",
    ),
    "ko": (
        "add 빨강5 노랑5 초록5 파랑4 하양3 -s 1 -g 달그림자 -p 지호,하은",
        "add 55555 -s 3 --again",
        "edit last 55544",
    ),
}
"""What is typed in the picture of a terminal."""


def main() -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        demo = make_demo(str(Path(folder) / "demo"))
        for language, (home, name) in HOMES.items():
            address = (Path(demo.site) / home).as_uri()
            picture_of(browser, address, (1280, 880), IMAGES / f"site{name}.png")
            draw_terminal(Path(demo.folder), language, IMAGES / f"terminal{name}.svg")
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


def draw_terminal(club: Path, language: str, picture: Path) -> None:
    """What a terminal shows when TYPED is typed in a copy of a club's folder.

    Fonts are those of whoever looks: the picture must not fetch one from elsewhere.
    """
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as folder, terminal("pictures", Path(folder), language):
        shutil.copytree(club, Path.cwd(), dirs_exist_ok=True)
        for line in TYPED[language]:
            console.print(Text.assemble(("$ ", "bold green"), "hanabi-log ", line))
            words = [*shlex.split(line), "--lang", language]
            said = CliRunner().invoke(root, words, color=True, prog_name="hanabi-log").output
            console.print(Text.from_ansi(said))
    drawn = console.export_svg(title="hanabi-log", unique_id="terminal")
    drawn = re.sub(r"@font-face \{[^}]*\}\s*", "", drawn)
    drawn = re.sub(r'textLength="([0-9.]+)"([^>]*)>([^<]*)<', _as_wide_as_its_cells, drawn)
    picture.write_text(drawn, encoding="utf-8")
    print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size // 1000} kB")


def _as_wide_as_its_cells(found: re.Match[str]) -> str:
    """Hangul takes two cells a letter, but its room was counted in letters."""
    length, rest, text = found.groups()
    shown = html.unescape(text)
    return f'textLength="{float(length) * cell_len(shown) / len(shown):g}"{rest}>{text}<'


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
