"""What makes the pages for the table installable: a service worker, manifests and an icon.

The worker keeps just the calculator, the page to enter games, and what the two load. Its
text changes with any of them, which is how browsers learn that there is something new.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from markupsafe import Markup

from hanabi_log.i18n import _, speaking
from hanabi_log.site.charts.base import as_json
from hanabi_log.site.contexts.calculator import PATH as CALCULATOR
from hanabi_log.site.contexts.enter import MANIFEST, PATH, WORKER
from hanabi_log.site.fireworks import rays
from hanabi_log.site.look import COLOURS
from hanabi_log.site.render import Renderer

ICON = "icon.svg"
_ELSEWHERE = ("plotly.min.js", "charts.js", "home.css", "sheet.css", "pages.css")
"""Five megabytes that no page for the table loads."""


@dataclass(frozen=True, slots=True)
class Worker:
    """What the text of the service worker is made from."""

    version: str
    kept: Markup


class Offline:
    """Collects the pages that must open without a connection, and writes what they need."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._pages: dict[str, str] = {}

    def keep(self, path: str, digest: str) -> None:
        """Take note of a page for the table by the digest of its content."""
        self._pages[path] = digest

    def files(
        self, assets: Mapping[str, str], club: str, languages: Sequence[str]
    ) -> Iterator[tuple[str, bytes]]:
        """The files with their content: icon, a manifest for each language, the worker."""
        made = {ICON: icon()}
        for place, language in enumerate(languages):
            prefix = f"{language}/" if place else ""
            with speaking(language):
                made[prefix + MANIFEST] = manifest(
                    PATH,
                    language,
                    "../" if place else "",
                    name=_("{club}: enter games").format(club=club),
                    short_name=club,
                    display="standalone",
                )
        yield from made.items()
        digests = {path: sha256(content).hexdigest() for path, content in made.items()}
        digests.update(self._pages)
        loaded = (path for name, path in assets.items() if _is_loaded(name))
        kept = sorted([*digests, *loaded])
        version = sha256(json.dumps([kept, sorted(digests.items())]).encode()).hexdigest()[:16]
        yield WORKER, self._renderer.render(WORKER, Worker(version, as_json({"paths": kept})))


def digest_for_table(path: str, content: bytes) -> str:
    """The digest of a page that must open without a connection; empty for any other page."""
    kept = path.rpartition("/")[2] in (CALCULATOR, PATH)
    return sha256(content).hexdigest() if kept else ""


def _is_loaded(asset: str) -> bool:
    """Whether a page for the table loads an asset: sheets, scripts, the club's logo."""
    kind = asset.rpartition(".")[2]
    return asset not in _ELSEWHERE and (kind in ("css", "js") or asset.startswith("logo."))


def manifest(page: str, language: str, top: str, **words: str) -> bytes:
    """What a browser needs to put a page on a home screen: `words` has its names and how it is
    displayed, `top` leads to the root of the site.
    """
    paper = COLOURS["paper"][0]
    values = {
        "id": page,
        **words,
        "lang": language,
        "start_url": page,
        "scope": top or "./",
        "background_color": paper,
        "theme_color": paper,
        "icons": [{"src": top + ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def icon() -> bytes:
    """The mark of the site on night sky, with room around it for round masks."""
    burst = "".join(rays(5))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-64 -64 128 128">'
        '<path fill="#0a1022" d="M-64-64H64V64H-64z"/>'
        f'<path fill="#fdbb03" d="{burst}"/><circle fill="#fdbb03" r="9"/></svg>\n'
    ).encode()
