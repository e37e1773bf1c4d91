"""The files beside the pages: data, feed, map, manifest and badge."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site import sitemap
from hanabi_log.site.badge import cut
from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from hanabi_log.site.feed import MOST, writable
from hanabi_log.site.sitemap import sitemaps
from tests.site.clubs import HIDDEN, club_of, game, group, lively_club, player, stacks
from tests.site.test_build import HOSTILE, hostile_club

ATOM = {"a": "http://www.w3.org/2005/Atom"}
MAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
BASE = "https://club.example/hanabi"


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("beside") / "site"
    build(lively_club(), str(out), base_url=BASE)
    return out


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("hostile") / "site"
    build(hostile_club(), str(out))
    return out


def rows_of(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_index_lists_every_table_and_how_long_it_is(lively: Path) -> None:
    index = json.loads((lively / "data" / "index.json").read_text())
    named = {table["name"]: table["rows"] for table in index["tables"]}
    assert {"people", "lineups", "groups", "setups", "records"} <= set(named)
    for name, rows in named.items():
        assert len(json.loads((lively / "data" / f"{name}.json").read_text())) == rows
        assert len(rows_of(lively / "data" / f"{name}.csv")) == rows
    games = sum(rows for name, rows in named.items() if name.startswith("games-"))
    assert games == index["games"] == len(lively_club().games)


def test_games_say_what_the_pages_say_and_where(lively: Path) -> None:
    games = json.loads((lively / "data" / "games-2026.json").read_text())
    last = games[-1]
    assert last["date"] == "2026-11-27"
    assert last["stacks"] == {"R": 5, "Y": 5, "G": 4, "B": 5, "W": 4}
    assert (last["score"], last["max_score"], last["band"]) == (23, 25, "excellent")
    for row in games:
        page, _hash, anchor = row["page"].partition("#")
        found = next(lively.glob(f"{page.split('/')[0]}/*")).parent
        assert found.is_dir()
        assert re.fullmatch(r"game-\d+", anchor)
    assert set(last) == {
        *("date", "group", "players", "guests", "ruleset", "stacks", "strikes", "outcome"),
        *("points", "score", "max_score", "percent", "band", "counted", "tags", "page"),
    }


def test_both_forms_hold_the_same_rows(lively: Path) -> None:
    for path in sorted((lively / "data").glob("*.csv")):
        rows, plain = rows_of(path), json.loads(path.with_suffix(".json").read_text())
        for cells, values in zip(rows, plain, strict=True):
            for key, value in values.items():
                if value is None or key == "stacks":
                    continue
                if isinstance(value, bool):
                    assert cells[key] == ("yes" if value else "no")
                elif isinstance(value, (int, float)):
                    assert float(cells[key]) == value
                elif isinstance(value, list):
                    assert cells[key].lstrip("'") == ", ".join(value)


def test_data_hold_nobody_who_is_hidden_and_no_notes(lively: Path) -> None:
    for path in (*(lively / "data").iterdir(), lively / "feed.xml", lively / "badge.svg"):
        text = path.read_text()
        assert HIDDEN not in text, path
        assert "spilled" not in text, path
        assert "Hartwig" not in text, path


def test_a_withheld_name_in_a_tag_of_the_data_stops_the_build(tmp_path: Path) -> None:
    shy = player(5, "Lena Hartwig", visibility="hidden")
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    games = [game(n, end, [player(1, "Ann"), shy], tags=("Lena Hartwig",)) for n in range(1, 4)]
    with pytest.raises(InvalidInput):
        build(club_of(games), str(tmp_path / "site"))


def test_cells_of_sheets_are_never_formulas(hostile: Path) -> None:
    found = 0
    for path in (hostile / "data").glob("*.csv"):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                for cell in row:
                    number = re.fullmatch(r"-?\d+(\.\d+)?(e-\d+)?", cell)
                    assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell
                    found += cell.startswith("'=HYPERLINK")
    assert found


def test_hostile_names_are_data_in_json(hostile: Path) -> None:
    people = json.loads((hostile / "data" / "people.json").read_text())
    shown = {row["name"] for row in people}
    assert {"<script>alert(1)</script>", '=HYPERLINK("http://x")', "../../etc", "2024"} <= shown
    assert {path.name for path in (hostile / "data").iterdir()} == {
        f"{name}.{ending}"
        for name in ("games-2026", "people", "lineups", "groups", "setups", "records")
        for ending in ("json", "csv")
    } | {"index.json"}


def test_the_feed_has_the_latest_sessions_with_full_addresses(lively: Path) -> None:
    root = ElementTree.parse(lively / "feed.xml").getroot()
    entries = root.findall("a:entry", ATOM)
    assert len(entries) == MOST
    updated = [str(entry.findtext("a:updated", "", ATOM)) for entry in entries]
    assert updated == sorted(updated, reverse=True)
    assert root.findtext("a:updated", "", ATOM) == updated[0] == "2026-11-27T00:00:00Z"
    assert len({entry.findtext("a:id", "", ATOM) for entry in entries}) == MOST
    first = entries[0]
    link = first.find("a:link", ATOM)
    assert link is not None
    assert str(link.get("href")).startswith(f"{BASE}/sessions/2026-11-27-")
    assert "23 of 25" in str(first.findtext("a:summary", "", ATOM))


def test_without_an_address_the_feed_has_names_of_its_own(hostile: Path, tmp_path: Path) -> None:
    root = ElementTree.parse(hostile / "feed.xml").getroot()
    titles = [entry.findtext("a:title", "", ATOM) for entry in root.findall("a:entry", ATOM)]
    assert len(titles) == len(HOSTILE)
    assert any("<script>alert(1)</script>" in str(title) for title in titles)
    for entry in root.findall("a:entry", ATOM):
        assert str(entry.findtext("a:id", "", ATOM)).startswith("urn:uuid:")
    empty = tmp_path / "empty"
    build(Club(name="New club"), str(empty))
    assert ElementTree.parse(empty / "feed.xml").getroot().findall("a:entry", ATOM) == []


def test_what_xml_cannot_hold_is_left_out() -> None:
    assert writable("a\x00b\x0b\ud800c\ufffe🎆\n") == "abc🎆\n"


def test_the_map_has_every_page_once(lively: Path) -> None:
    root = ElementTree.parse(lively / "sitemap.xml").getroot()
    listed = [str(loc.text) for loc in root.findall("s:url/s:loc", MAP)]
    pages = {path.relative_to(lively).as_posix() for path in lively.rglob("*.html")} - {"404.html"}
    assert len(listed) == len(set(listed)) == len(pages)
    assert f"{BASE}/index.html" in listed


def test_the_map_names_other_languages_and_is_split_when_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = dict(sitemaps(["index.html", "people/서연.html"], ("en", "ko"), BASE))
    root = ElementTree.fromstring(whole["sitemap.xml"])
    assert len(root.findall("s:url", MAP)) == 4
    assert b'hreflang="ko"' in whole["sitemap.xml"]
    assert f"{BASE}/ko/people/%EC%84%9C%EC%97%B0.html".encode() in whole["sitemap.xml"]
    monkeypatch.setattr(sitemap, "MOST", 3)
    split = dict(sitemaps([f"{n}.html" for n in range(7)], ("en",), BASE))
    assert sorted(split) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml"]
    index = ElementTree.fromstring(split["sitemap.xml"])
    assert len(index.findall("s:sitemap", MAP)) == 3


def test_there_is_no_map_without_an_address(hostile: Path) -> None:
    assert not (hostile / "sitemap.xml").exists()


def test_the_manifest_names_the_club_and_its_icon(lively: Path) -> None:
    manifest = json.loads((lively / "site.webmanifest").read_text())
    assert manifest["name"] == lively_club().name
    assert (lively / manifest["icons"][0]["src"]).is_file()
    assert (lively / manifest["start_url"]).is_file()


def test_the_badge_is_a_picture_that_stands_alone(lively: Path, hostile: Path) -> None:
    for out in (lively, hostile):
        text = (out / "badge.svg").read_text()
        root = ElementTree.fromstring(text)
        assert root.get("width") == "440"
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "title", "style", "path", "g", "circle", "text"}
        assert "href" not in text
        assert "url(" not in text
    label = str(ElementTree.parse(lively / "badge.svg").getroot().get("aria-label"))
    assert "Latest: 23 of 25, 27 Nov 2026" in label
    assert "Best: 25 of 25" in label


def test_the_badge_of_games_without_stacks_or_without_any(tmp_path: Path) -> None:
    only = game(1, EndState(total=17), [player(1, "Ann"), None], ruleset="unknown", day=None)
    build(club_of([only]), str(tmp_path / "one"))
    text = (tmp_path / "one" / "badge.svg").read_text()
    assert "Latest: 17, No date" in text
    build(Club(name="New club"), str(tmp_path / "none"))
    assert "No game yet." in (tmp_path / "none" / "badge.svg").read_text()


@pytest.mark.parametrize(
    ("text", "room", "cut_to"),
    [("Short", 10, "Short"), ("x" * 12, 10, "x" * 10 + "…"), ("달그림자 모임", 10, "달그림자…")],
)
def test_names_on_the_badge_are_cut_to_fit(text: str, room: int, cut_to: str) -> None:
    assert cut(text, room) == cut_to


def test_previews_have_words_and_a_picture_where_the_address_is_known(
    lively: Path, hostile: Path
) -> None:
    head = (lively / "index.html").read_text().partition("</head>")[0]
    assert '<meta property="og:title"' in head
    picture = re.search(r'<meta property="og:image" content="([^"]+)">', head)
    assert picture
    assert picture[1].startswith(f"{BASE}/assets/social.")
    assert (lively / picture[1].removeprefix(f"{BASE}/")).is_file()
    assert "og:image" not in (hostile / "index.html").read_text()


def test_one_more_game_changes_the_data_of_its_year_only(tmp_path: Path) -> None:
    club = lively_club(60)
    out = tmp_path / "site"
    build(club, str(out))
    seats = [person for person in club.games[-1].seats if person]
    end = EndState(stacks("basic", (5, 5, 5, 4, 4)), strikes=0)
    more = game(900, end, seats, day="2026-11-28", table=group(1, "금요일 모임"))
    built = build(replace(club, games=(*club.games, more)), str(out))
    assert "data/games-2026.json" in built.written
    assert "data/games-2025.json" in built.unchanged
