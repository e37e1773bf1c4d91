"""Pages as the standard wants them, and no heavier than promised."""

import gzip
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest

from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from tests.site.clubs import lively_club, mistyped_club
from tests.site.pages import PageReader, read
from tests.site.test_build import hostile_club

HTML_AT_MOST = 15_000
"""Bytes of a page, gzipped."""
STYLE_AND_SCRIPT_AT_MOST = 30_000
"""Bytes of all own sheets and scripts of a page, gzipped. Plotly is fetched later, if at all."""

INLINE = {"a", "b", "span", "small", "code", "em", "strong", "time", "abbr"}
BLOCK = {
    *("p", "div", "section", "article", "ul", "ol", "dl", "table", "figure", "aside", "nav"),
    *("h1", "h2", "h3", "h4", "details", "header", "footer", "main", "form", "fieldset"),
}


@pytest.fixture(scope="module", params=["lively", "hostile", "mistyped", "empty"])
def out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    clubs = {
        "lively": lively_club,
        "hostile": hostile_club,
        "mistyped": mistyped_club,
        "empty": lambda: Club(name="New club"),
    }
    folder = tmp_path_factory.mktemp(request.param) / "site"
    build(clubs[request.param](), str(folder))
    return folder


def pages(out: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(out.rglob("*.html")):
        yield path.relative_to(out).as_posix(), path.read_bytes()


def test_the_strict_parser_finds_no_fault(out: Path) -> None:
    faults = []
    for name, content in pages(out):
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(content)
        faults += [(name, place, code) for place, code, _data in parser.errors]
    assert faults == []


def nesting(page: str) -> Iterator[tuple[str, str]]:
    """Each element of a page with the one that it stands in."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    for parent in tree.iter():
        for child in parent:
            if isinstance(parent.tag, str) and isinstance(child.tag, str):
                yield parent.tag, child.tag


def test_elements_stand_where_they_may(out: Path) -> None:
    only_in = {
        "li": {"ul", "ol"},
        "dt": {"dl", "div"},
        "dd": {"dl", "div"},
        "figcaption": {"figure"},
        "summary": {"details"},
        "caption": {"table"},
        "legend": {"fieldset"},
        "option": {"select", "optgroup", "datalist"},
    }
    may_hold = {
        "ul": {"li"},
        "ol": {"li"},
        "dl": {"dt", "dd", "div"},
        "tr": {"td", "th"},
        "thead": {"tr"},
        "tbody": {"tr"},
    }
    wrong = set()
    for name, content in pages(out):
        for parent, child in nesting(content.decode()):
            if child in only_in and parent not in only_in[child]:
                wrong.add((name, parent, child))
            if parent in may_hold and child not in may_hold[parent]:
                wrong.add((name, parent, child))
            if parent in INLINE and child in BLOCK:
                wrong.add((name, parent, child))
            if parent == "p" and child in BLOCK:
                wrong.add((name, parent, child))
    assert wrong == set()


def test_what_is_referred_to_is_there(out: Path) -> None:
    for path in sorted(out.rglob("*.html")):
        page = read(path)
        known = set(page.ids)
        for _tag, attrs in page.tags:
            for key in ("aria-labelledby", "aria-describedby", "aria-controls", "for", "list"):
                assert set(str(attrs.get(key) or "").split()) <= known, (path, key)
            if "data-chart" in attrs or "data-board" in attrs:
                assert (attrs.get("data-chart") or attrs.get("data-board")) in known, path
            target = attrs.get("href") if _tag == "use" else None
            assert target is None or target[1:] in known, (path, target)


def test_headings_go_down_step_by_step(out: Path) -> None:
    for path in sorted(out.rglob("*.html")):
        found = [tag for tag, _attrs in read(path).tags if tag in ("h1", "h2", "h3", "h4")]
        assert all(int(after[1]) <= int(before[1]) + 1 for before, after in pairwise(found)), path


def weight(out: Path, path: Path, page: PageReader) -> int:
    """The gzipped bytes of the sheets and scripts that a page loads by itself."""
    files = [link for link in page.links if link.endswith((".css", ".js")) and "plotly" not in link]
    return sum(len(gzip.compress((path.parent / link).read_bytes())) for link in set(files))


def test_pages_keep_their_promise_of_weight(out: Path) -> None:
    for path in sorted(out.rglob("*.html")):
        assert len(gzip.compress(path.read_bytes())) <= HTML_AT_MOST, path
        assert weight(out, path, read(path)) <= STYLE_AND_SCRIPT_AT_MOST, path
