"""Two languages: every word goes through a catalog, names never do, the page is kept."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from hanabi_log.i18n import speaking
from hanabi_log.site import words
from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from tests.site.clubs import lively_club
from tests.site.pages import read
from tests.site.pseudo import MARK, pseudo_korean
from tests.site.test_build import dead_links

__all__ = ["pseudo_korean"]

READ = ("aria-label", "alt", "title", "placeholder", "content", "label")
"""Attributes that people hear or see."""
SPOKEN_META = {"description", "og:description"}
OURS = {"CSV", "JSON", "hanabi-log", "English", "한국어"}


class Texts(HTMLParser):
    """The texts of a page that somebody can read, with where each stands."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in ("meta", "link", "img", "input", "br"):
            self.open.append(f"{tag}.{values.get('class') or ''}")
        if tag == "meta" and (values.get("name") or values.get("property")) not in SPOKEN_META:
            return
        self.found += [(f"{tag}@{key}", str(values[key])) for key in READ if values.get(key)]

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        place = self.open[-1] if self.open else ""
        if not {tag.partition(".")[0] for tag in self.open} & {"script", "style", "code", "title"}:
            self.found.append((place, data.strip()))


@pytest.fixture(scope="module")
def built(pseudo_korean: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("languages") / "site"
    build(lively_club(), str(out), languages=("en", "ko"))
    return out


def names_of(club: Club) -> set[str]:
    """What people typed: names, rulesets, tags."""
    found = {club.name, *(table.name for table in club.groups)}
    found |= {player.name for player in club.players} | {"L. H.", "Moss"}
    found |= {game.ruleset for game in club.games}
    found |= {name for match in club.hoola for name in match.match.players}
    with speaking("ko"):
        # Rulesets bring their titles in both languages themselves.
        found |= {ruleset.label for ruleset in club.rulesets.values()}
    return found | {tag for game in club.games for tag in game.tags}


def bare(text: str, names: set[str]) -> str:
    """The letters of a text that neither come decorated nor were typed by people."""
    if text.endswith("…") and any(name.startswith(text[:-1]) for name in names):
        return ""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    # Each message is decorated on both sides; what stands between two of them is bare.
    text = re.sub(f"{MARK}.*{MARK}", " ", text, flags=re.S)
    return " ".join(re.findall(r"[^\W\d_]+", text))


def pages(out: Path) -> Iterator[Path]:
    yield from sorted((out / "ko").rglob("*.html"))


def test_every_text_of_every_page_goes_through_the_catalog(built: Path) -> None:
    names = names_of(lively_club()) | OURS
    letters = set("RYGBWPMK")
    left = set()
    for path in pages(built):
        reader = Texts()
        reader.feed(path.read_text())
        for place, text in reader.found:
            found = bare(text, names)
            if found and not set(found.split()) <= letters:
                left.add((path.relative_to(built).parts[1], place, found))
    assert left == set()


def test_feed_and_badge_speak_the_language_too(built: Path) -> None:
    for name in ("feed.xml", "badge.svg"):
        assert MARK not in (built / name).read_text()
        assert MARK in (built / "ko" / name).read_text()
    assert (built / "ko" / "site.webmanifest").is_file()


def test_names_are_never_translated(built: Path) -> None:
    for slug, name in (("jun", "Jun"), ("서연", "서연"), ("ana-petrović", "Ana Petrović")):
        for root in (built, built / "ko"):
            text = (root / "people" / f"{slug}.html").read_text()
            assert re.search(rf"<h1[^>]*>{name}</h1>", text), (root, name)


def test_the_switch_keeps_every_page(built: Path) -> None:
    english = {path.relative_to(built).as_posix() for path in built.rglob("*.html")}
    korean = {path for path in english if path.startswith("ko/")}
    assert {path.removeprefix("ko/") for path in korean} == english - korean
    assert dead_links(built) == []
    for path in korean:
        page = read(built / path)
        way = [
            str(attrs["href"])
            for tag, attrs in page.tags
            if tag == "a" and attrs.get("hreflang") == "en"
        ]
        assert len(way) == 1, path
        target = (built / path).parent.joinpath(unquote(way[0])).resolve()
        assert target == (built / path.removeprefix("ko/")).resolve()
        assert ("html", {"lang": "ko"}) in page.tags


def test_data_are_the_same_for_every_language(built: Path) -> None:
    assert not (built / "ko" / "data").exists()
    for path in (built / "data").iterdir():
        assert MARK not in path.read_text()


def test_numbers_and_dates_follow_the_locale() -> None:
    assert words.number(1234.5, 1) == "1,234.5"
    assert words.number(-0.04, 1) == "0.0"
    assert words.number(-3) == "−3"
    assert words.signed(-2.25, 1) == "−2.2"
    assert words.signed(0.04, 1) == "0.0"
    assert words.percent(0.125) == "12%"
    assert words.day("2026-11-27") == "Fri 27 Nov 2026"
    assert words.weekday(0) == "Monday"
    with speaking("ko"):
        assert "금" in words.day("2026-11-27")
        assert words.number(1234.5, 1) == "1,234.5"
