"""The pages of docs/ become a site without a warning, and no link in it leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag

import html5lib
import pytest

from tests.docs.terminal import ROOT

DOCS = ROOT / "docs"
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs")
    words = ["-q", "-W", "--keep-going", "-d", str(out / "trees"), str(DOCS), str(out / "site")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return out / "site"


def elements(page: Path, name: str) -> Iterator[dict[str, str]]:
    """The attributes of all elements of a name in a page."""
    tree = html5lib.parse(page.read_bytes(), namespaceHTMLElements=False)
    for element in tree.iter(name) if name != "*" else tree.iter():
        yield dict(element.attrib)


def test_every_page_is_built(site: Path) -> None:
    built = {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    assert {page.relative_to(DOCS).with_suffix("") for page in DOCS.rglob("*.md")} <= built


def test_no_link_leads_nowhere(site: Path) -> None:
    anchors = {
        page: {a["id"] for a in elements(page, "*") if "id" in a} for page in site.rglob("*.html")
    }
    astray = []
    for page in anchors:
        for href in (a["href"] for a in elements(page, "a") if "href" in a):
            address, anchor = urldefrag(unquote(href))
            target = (page.parent / address).resolve() if address else page
            if re.match(r"[a-z]+:", href):
                continue
            known = target.exists() and (target not in anchors or anchor in {"", *anchors[target]})
            if not known:
                astray.append(f"{page.name}: {href}")
    assert astray == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        for name, key in (("script", "src"), ("link", "href"), ("img", "src")):
            for attributes in elements(page, name):
                assert not attributes.get(key, "").startswith(("http:", "https:", "//")), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", sheet.read_text("utf-8"))


@pytest.mark.parametrize("name", ["README.md", "README.ko.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_the_files_at_the_top_link_to_what_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in _LINK.findall(text) if not re.match(r"[a-z]+:|#", link)]
    assert links or name == "SECURITY.md"
    assert [link for link in links if not (ROOT / urldefrag(link)[0]).exists()] == []
