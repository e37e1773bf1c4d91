"""The site of many clubs: whole, safe, equal to what each club says of itself, and not greedy."""

from __future__ import annotations

import csv
import gzip
import json
import re
import weakref
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import html5lib
import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.federation.figures import ClubFigures, Entrant, Member
from hanabi_log.i18n import LANGUAGES
from hanabi_log.site.build import build as build_club
from hanabi_log.site.federation.build import build
from hanabi_log.site.federation.listing import PER_PAGE
from hanabi_log.site.federation.overview import FEWEST_GAMES, MOST_ROWS
from tests.federation.clubs import (
    HOSTILE,
    drawn_club,
    entrants,
    figures_of,
    hostile_federation,
    huge_federation,
    lively_figures,
    published,
    small_federation,
)
from tests.site.clubs import HIDDEN, NAMES, club_of, lively_club, player
from tests.site.pages import read
from tests.site.pseudo import MARK, pseudo_korean
from tests.site.test_build import bytes_of, dead_links
from tests.site.test_languages import OURS, Texts, bare
from tests.site.test_markup import HTML_AT_MOST
from tests.stats.making import play

__all__ = ["pseudo_korean"]

NAME = "Valley league"
LIVELY = "clubs/달그림자-hanabi-club.html"


def built(clubs: list[ClubFigures], out: Path, **options: Any) -> Path:
    build(entrants(clubs), str(out), name=NAME, **options)
    return out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("federation")
    return built(small_federation(), folder / "site")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(hostile_federation(), tmp_path_factory.mktemp("hostile") / "site")


def figures_on(path: Path) -> list[str]:
    """The headline figures of a page with their notes, in the order of the page."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"<d[td][^>]*>([^<]*)</d[td]>", text.partition("figures")[2])


def board_on(path: Path, id_: str) -> list[str]:
    """The texts of a board's cells, without the club that stands behind a name."""
    text = path.read_text(encoding="utf-8")
    body = text.partition(f'id="{id_}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", body, flags=re.S)
    return [re.sub("<[^>]+>", " ", cell).strip() for cell in cells]


def test_every_page_and_file_is_there_and_every_link_works(site: Path) -> None:
    found = set(bytes_of(site))
    assert {
        *("index.html", "about.html", "404.html", "icon.svg", "site.webmanifest"),
        *("clubs/index.html", "clubs/by.name.html", "clubs/lantern.html", "clubs/lantern-2.html"),
        *("clubs/new-club.html", LIVELY),
        *("leaderboard.html", "leaderboard/lineups.html", "leaderboard/groups.html"),
        *("leaderboard/clubs.html", "data/index.json"),
        *(
            f"data/{name}.{kind}"
            for name in ("clubs", "people", "lineups", "groups", "setups")
            for kind in ("csv", "json")
        ),
    } <= found
    assert not [path for path in found if path.startswith(("sessions", "feed", "calculator"))]
    assert dead_links(site) == []


def test_equal_clubs_give_equal_bytes(site: Path, tmp_path: Path) -> None:
    assert bytes_of(built(small_federation(), tmp_path / "site")) == bytes_of(site)


def test_with_an_address_there_are_full_ones_and_a_map(tmp_path: Path) -> None:
    address = "https://valley.example/hanabi/"
    out = built(small_federation(), tmp_path / "site", base_url=address, languages=("en", "ko"))
    listed = re.findall("<loc>(.*?)</loc>", (out / "sitemap.xml").read_text())
    assert {f"{address}index.html", f"{address}ko/clubs/lantern.html"} <= set(listed)
    assert len(listed) == len(list(out.rglob("*.html"))) - 2
    page = (out / "ko" / "clubs" / "lantern.html").read_text()
    assert f'<link rel="canonical" href="{address}ko/clubs/lantern.html">' in page
    assert 'href="/hanabi/index.html"' in (out / "404.html").read_text()


def test_a_club_is_shown_with_the_figures_of_its_own_site(site: Path, tmp_path: Path) -> None:
    build_club(lively_club(), str(tmp_path / "own"))
    own = tmp_path / "own"
    assert figures_on(site / LIVELY)[:15] == figures_on(own / "figures.html")[:15]
    assert board_on(site / LIVELY, "people") == board_on(own / "leaderboard.html", "people")
    assert board_on(site / LIVELY, "groups") == board_on(own / "leaderboard.html", "groups")
    grids = [
        re.findall('<table class="setups">.*?</table>', path.read_text(), flags=re.S)
        for path in (site / LIVELY, own / "rulesets.html")
    ]
    assert grids[0] == grids[1] != []


def test_the_sums_of_all_clubs_are_on_the_home_page_and_in_the_data(site: Path) -> None:
    clubs = small_federation()
    index = json.loads((site / "data" / "index.json").read_text())
    assert index["federation"] == NAME
    assert index["clubs"] == 4
    assert index["games"] == sum(club.games for club in clubs)
    assert index["counted"] == sum(sum(club.tables.endings.values()) for club in clubs)
    shown = figures_on(site / "index.html")
    assert shown[0:2] == ["Games", str(index["counted"])]
    rows = json.loads((site / "data" / "clubs.json").read_text())
    assert [row["club"] for row in rows] == [
        "달그림자 Hanabi Club",
        "Lantern",
        "Lantern (2)",
        "New club",
    ]
    assert [row["games"] for row in rows] == [club.games for club in clubs]


def test_no_hidden_name_note_or_guest_of_a_club_is_anywhere(site: Path) -> None:
    for path, content in bytes_of(site).items():
        assert HIDDEN.encode() not in content, path
        assert b"spilled tea" not in content, path
        assert b"Robert Moss" not in content, path


def test_whoever_retired_is_on_no_board_but_counts(tmp_path: Path) -> None:
    out = built([drawn_club(1, "Lantern", 300, regular=12)], tmp_path / "site")
    people = json.loads((out / "data" / "people.json").read_text())
    assert "Name of G" in {row["name"] for row in people}
    assert "Name of H" not in {row["name"] for row in people}
    assert "Name of H" not in "".join(board_on(out / "leaderboard.html", "people"))
    club = json.loads((out / "data" / "clubs.json").read_text())[0]
    assert club["people"] == 8
    lineups = json.loads((out / "data" / "lineups.json").read_text())
    assert "Name of H" in {name for row in lineups for name in row["players"]}


def test_equal_names_in_two_clubs_are_two_people(tmp_path: Path) -> None:
    out = built([drawn_club(1, "North", 300), drawn_club(2, "South", 300)], tmp_path / "site")
    rows = [cell for cell in board_on(out / "leaderboard.html", "people") if "Name of A" in cell]
    assert sorted(" ".join(row.split())[: len("Name of A North")] for row in rows) == [
        "Name of A North",
        "Name of A South",
    ]
    index = json.loads((out / "data" / "index.json").read_text())
    assert index["people"] == 16


def test_rows_stand_on_boards_of_all_clubs_from_enough_games_on(tmp_path: Path) -> None:
    out = built([drawn_club(1, "Few", FEWEST_GAMES - 1)], tmp_path / "site")
    page = (out / "leaderboard" / "clubs.html").read_text()
    assert f"Names appear from {FEWEST_GAMES} games on" in page
    assert "<tbody>" not in page
    assert json.loads((out / "data" / "clubs.json").read_text())[0]["club"] == "Few"


def test_boards_end_somewhere_and_say_so(tmp_path: Path) -> None:
    clubs = [drawn_club(number, f"Club {number}", 120) for number in range(12)]
    out = built(clubs, tmp_path / "site")
    page = (out / "leaderboard.html").read_text()
    assert page.count('<tr><th scope="row">') == MOST_ROWS
    found = re.search(r"(\d+) are listed, from 20 games on; the first 60 stand here", page)
    assert found
    people = json.loads((out / "data" / "people.json").read_text())
    enough = sorted((row["value"] for row in people if row["games"] >= FEWEST_GAMES), reverse=True)
    assert int(found[1]) == len(enough) > MOST_ROWS
    first = board_on(out / "leaderboard.html", "people")[2]
    assert first.strip() == f"{enough[0]:+.1f}"


def test_a_federation_of_nobody_is_a_site_too(tmp_path: Path) -> None:
    out = built([], tmp_path / "site")
    assert dead_links(out) == []
    assert "A quiet sky" in (out / "index.html").read_text()
    assert json.loads((out / "data" / "clubs.json").read_text()) == []


def test_the_list_of_clubs_is_paged_in_both_orders(tmp_path: Path) -> None:
    names = [f"{chr(ord('A') + number % 26)}ttic {number}" for number in range(2 * PER_PAGE + 9)]
    names += ["달빛", "🎆"]
    clubs = [drawn_club(number, name, number % 7) for number, name in enumerate(names)]
    out = built(clubs, tmp_path / "site")
    assert dead_links(out) == []
    for stem in ("index", "by.name"):
        pages = [out / "clubs" / f"{stem}{part}.html" for part in ("", ".2", ".3")]
        assert not (out / "clubs" / f"{stem}.4.html").exists()
        listed = [name for page in pages for name in _clubs_on(page)]
        assert Counter(listed) == Counter(names)
        if stem == "by.name":
            assert listed == [*sorted(names[:-2], key=str.casefold), "달빛", "🎆"]
            letters = (out / "clubs" / "by.name.html").read_text()
            assert re.search(r'href="\.\./clubs/by\.name\.3\.html#club-210">ㄷ</a>', letters)
            assert '<li id="club-210">' in (out / "clubs" / "by.name.3.html").read_text()
    page = (out / "clubs" / "index.2.html").read_text()
    assert "Here: 101 to 200." in page


def _clubs_on(page: Path) -> list[str]:
    found = re.findall(r'class="lead-in"><a [^>]*>([^<]*)</a>', page.read_text())
    assert found
    return found


def test_a_mistyped_year_makes_no_page_of_a_hundred_thousand_months(tmp_path: Path) -> None:
    days = ("0001-01-01", "2026-11-28", "9999-12-31")
    plays = [play(18, date=day, group="x") for day in days]
    club = figures_of(Member("club-1", "Early"), plays)
    out = built([club, drawn_club(2, "Late", 40)], tmp_path / "site")
    for page in (out / "index.html", out / "clubs" / "early.html"):
        assert len(gzip.compress(page.read_bytes())) <= HTML_AT_MOST
        assert "9999" in page.read_text()


def test_hostile_names_come_out_as_text_and_stay_inside(hostile: Path) -> None:
    assert dead_links(hostile) == []
    parser = html5lib.HTMLParser(strict=False)
    for path in sorted(hostile.rglob("*.html")):
        page = read(path)
        assert (page.unclosed, page.open) == ([], []), path
        assert [tag for tag, _attrs in page.tags if tag in ("img", "iframe")] == [], path
        scripts = [attrs for tag, attrs in page.tags if tag == "script"]
        assert all(a.get("src") or a.get("type") == "application/json" for a in scripts), path
        parser.parse(path.read_bytes())
        assert parser.errors == [], path
    text = "".join(read(hostile / "clubs" / "index.html").text)
    for name in HOSTILE:
        assert name.replace("\u202e", "").strip("\x00\x07 ")[:70] in text
    assert {path.name for path in (hostile / "clubs").glob("*.html")} >= {
        *("index.html", "by.name.html", "index-.html", "con-.html", "etc-passwd.html"),
        *("lantern.html", "lantern-2.html", "lantern-2-2.html", "club.html"),
    }
    assert {path.name for path in hostile.parent.iterdir()} == {"site"}


def test_no_cell_of_the_data_is_a_formula(hostile: Path) -> None:
    for path in (hostile / "data").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert len({len(row) for row in rows}) == 1, path
        numbers = re.compile(r"-?\d+(\.\d+)?")
        for row in rows[1:]:
            assert not [
                cell
                for cell in row
                if cell[:1] in ("=", "+", "-", "@") and not numbers.fullmatch(cell)
            ], path
        assert json.loads(path.with_suffix(".json").read_text()), path


def test_pages_keep_the_promise_of_weight(site: Path, hostile: Path) -> None:
    for path in (*site.rglob("*.html"), *hostile.rglob("*.html")):
        assert len(gzip.compress(path.read_bytes())) <= HTML_AT_MOST, path


def test_a_club_that_fails_leaves_the_old_site_whole(tmp_path: Path) -> None:
    out = built(small_federation(), tmp_path / "site")
    before = bytes_of(out)

    def fail() -> ClubFigures:
        raise InvalidInput("the third club is damaged")

    clubs = entrants(drawn_club(number, f"Other {number}", 30) for number in range(6))
    clubs[2] = clubs[5] = Entrant("Damaged", fail)
    for processes in (1, 2):
        with pytest.raises(InvalidInput, match="third club"):
            build(clubs, str(out), name="Other", processes=processes)
        assert bytes_of(out) == before
        assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("clubs", [1, 7, 70])
def test_several_processes_write_the_same_site(tmp_path: Path, clubs: int) -> None:
    made = [drawn_club(number, f"Club {number % 9}", number % 50) for number in range(clubs)]
    options: dict[str, Any] = {"languages": ("ko", "en"), "base_url": "https://valley.example"}
    alone = built(made, tmp_path / "alone", processes=1, **options)
    shared = built(made, tmp_path / "shared", processes=3, **options)
    assert bytes_of(shared) == bytes_of(alone)
    again = build(entrants(made), str(shared), name=NAME, processes=2, **options)
    assert (again.written, again.removed) == ((), ())


def test_own_templates_and_sheets_replace_ours(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "federation").mkdir(parents=True)
    (own / "assets").mkdir()
    (own / "assets" / "club.css").write_text("main { color: teal }")
    (own / "federation" / "club.html").write_text(
        '{% extends "default:federation/club.html" %}'
        "{% block foot %}<p>Member of {{ club.text }}</p>{{ super() }}{% endblock %}"
    )
    for processes in (1, 2):
        out = built(small_federation(), tmp_path / "s", templates=str(own), processes=processes)
        assert f"<p>Member of {NAME}</p>" in (out / LIVELY).read_text()
        assert f"<p>Member of {NAME}</p>" not in (out / "index.html").read_text()
        for path in out.rglob("*.html"):
            assert re.search(r'href="[./]*assets/club\.[0-9a-f]+\.css"', path.read_text()), path


@pytest.mark.parametrize("processes", [1, 2])
def test_a_template_that_is_wrong_is_told_and_the_old_site_stays(
    tmp_path: Path, processes: int
) -> None:
    out = built(small_federation(), tmp_path / "site")
    before = bytes_of(out)
    own = tmp_path / "own" / "federation"
    own.mkdir(parents=True)
    for text in ("{{ nobody }}", "{% if %}"):
        (own / "club.html").write_text(text)
        with pytest.raises(InvalidInput, match=r"club\.html cannot be used") as caught:
            built(small_federation(), out, templates=str(own.parent), processes=processes)
        assert caught.value.problems[0].line == 1 or "nobody" in caught.value.problems[0].message
        assert bytes_of(out) == before


def test_a_club_that_left_leaves_nothing_behind(tmp_path: Path) -> None:
    out = built(small_federation(), tmp_path / "site")
    built(small_federation()[:1], out)
    assert not (out / "clubs" / "lantern.html").exists()
    assert b"Lantern" not in b"".join(bytes_of(out).values())


def test_a_foreign_folder_and_an_unknown_language_are_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidInput):
        built(small_federation(), tmp_path)
    with pytest.raises(InvalidInput):
        built(small_federation(), tmp_path / "site", languages=("xx",))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_clubs_are_let_go_while_others_come(tmp_path: Path) -> None:
    alive: list[weakref.ref[object]] = []
    most = 0

    def make(number: int) -> ClubFigures:
        nonlocal most
        most = max(most, sum(one() is not None for one in alive))
        made = drawn_club(number, f"Club {number}", 40)
        alive.append(weakref.ref(made.tables))
        return made

    clubs = [Entrant(f"Club {number}", partial(make, number)) for number in range(30)]
    build(clubs, str(tmp_path / "site"), name=NAME, processes=1)
    assert len(alive) == 30
    assert most <= 3


def test_every_text_goes_through_the_catalog(pseudo_korean: None, tmp_path: Path) -> None:
    assert set(LANGUAGES) == {"en", "ko"}
    out = built(small_federation(), tmp_path / "site", languages=("en", "ko"))
    assert dead_links(out) == []
    names = {NAME, "Lantern (2)", "Lantern", "New club", "달그림자 Hanabi Club", "L. H.", "Moss"}
    names |= {*NAMES, *(f"Name of {letter}" for letter in "ABCDEFGH")}
    names |= {*(f"Group {letter}" for letter in "xyz"), "금요일 모임", "Tuesday table"}
    for club in small_federation():
        names |= {ending.ruleset for ending in club.tables.endings}
    left = set()
    for path in sorted((out / "ko").rglob("*.html")):
        reader = Texts()
        reader.feed(path.read_text())
        for place, text in reader.found:
            found = bare(text, names | OURS)
            if found and not set(found.split()) <= set("RYGBWPMK"):
                left.add((path.name, place, found))
    assert left == set()
    assert MARK not in (out / "index.html").read_text()
    assert not (out / "ko" / "data").exists()


def test_a_club_without_people_or_groups_has_its_page(tmp_path: Path) -> None:
    club = published(club_of([], [player(1, "Ann")], name="Quiet"), "club-1")
    out = built([club], tmp_path / "site")
    assert "No game yet." in (out / "clubs" / "quiet.html").read_text()


def test_names_are_marked_as_korean_where_they_are(site: Path) -> None:
    assert '<h1 dir="auto" lang="ko">달그림자 Hanabi Club</h1>' in (site / LIVELY).read_text()
    assert lively_figures().member.people


def test_counts_of_millions_are_short_where_there_is_no_room(tmp_path: Path) -> None:
    out = built(huge_federation(), tmp_path / "site", languages=("en", "ko"))
    counted = json.loads((out / "data" / "index.json").read_text())["counted"]
    assert counted > 10_000_000
    for language, short in (("", f"{counted / 1e6:.1f}M"), ("ko/", f"{counted / 1e4:.0f}만")):
        page = (out / f"{language}index.html").read_text()
        assert f"<dd>{short}</dd>" in page
        ticks = re.findall(r'<text class="end" x="15"[^>]*>([^<]*)</text>', page)
        assert max(map(len, ticks)) <= 5, ticks
    assert f"{counted:,}" not in (out / "ko" / "index.html").read_text().partition("<dl")[2][:300]
