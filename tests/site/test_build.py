"""Whole sites: every page, every link, the same bytes, and the names that try to break out."""

import gettext
import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from hanabi_log import i18n
from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site import build as building
from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from tests.site.clubs import HIDDEN, club_of, game, group, lively_club, player, stacks
from tests.site.pages import PageReader, read

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><b>",
    '=HYPERLINK("http://x")',
    "../../etc",
    "con",
    "x" * 300,
    "🎆🎇",
    "שרה \u202eabc",
    "2024",
    "{{ 7*7 }}",
    "Jun",
    "JUN!",
    "&amp;",
)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("lively") / "site"
    build(lively_club(), str(out))
    return out


def pages_of(out: Path) -> Iterator[tuple[str, PageReader]]:
    for path in sorted(out.rglob("*.html")):
        yield path.relative_to(out).as_posix(), read(path)


def bytes_of(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file()
    }


def dead_links(out: Path) -> list[tuple[str, str]]:
    pages = dict(pages_of(out))
    dead = []
    for path, page in pages.items():
        for link in page.links:
            if link == "data:,":
                continue
            target, _hash, anchor = link.partition("#")
            place = os.path.normpath(os.path.join(os.path.dirname(path), unquote(target)))
            found = path if not target else place
            if not (out / found).is_file() or (anchor and anchor not in pages[found].ids):
                dead.append((path, link))
    return dead


def test_every_kind_of_page_is_there(lively: Path) -> None:
    found = set(bytes_of(lively))
    assert {
        "index.html",
        "sessions/index.html",
        "sessions/2026-11-27-금요일-모임.html",
        "people/index.html",
        "people/서연.html",
        "groups/index.html",
        "groups/tuesday-table.html",
        "lineups.html",
        "leaderboard.html",
        "leaderboard/ruleset-basic.html",
        "leaderboard/players-3.html",
        "records.html",
        "figures.html",
        "rulesets.html",
        "sheet.html",
        "about.html",
        "404.html",
    } <= found


def test_every_link_leads_somewhere(lively: Path) -> None:
    assert dead_links(lively) == []


def test_pages_are_well_formed(lively: Path) -> None:
    for path, page in pages_of(lively):
        assert page.unclosed == [], path
        assert page.open == [], path
        assert len(set(page.ids)) == len(page.ids), path
        assert sum(tag == "h1" for tag, _attrs in page.tags) <= 1, path


def test_pages_keep_the_policy(lively: Path) -> None:
    for path, page in pages_of(lively):
        for tag, attrs in page.tags:
            assert "style" not in attrs, path
            assert not any(name.startswith("on") for name in attrs), path
            assert tag != "style", path
            if tag == "script":
                assert attrs.get("src") or attrs.get("type") == "application/json", path
        policies = [str(a["content"]) for _t, a in page.tags if a.get("http-equiv")]
        assert len(policies) == 1
        assert "unsafe" not in policies[0]


def test_nothing_is_loaded_from_elsewhere(lively: Path) -> None:
    for path, page in pages_of(lively):
        assert not [link for link in page.links if "//" in link], path


def test_the_same_club_gives_the_same_bytes(lively: Path, tmp_path: Path) -> None:
    out = tmp_path / "again"
    build(lively_club(), str(out))
    assert bytes_of(out) == bytes_of(lively)


def test_building_again_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(lively_club(6), str(out))
    built = build(lively_club(6), str(out))
    assert built.written == ()
    assert built.removed == ()


def test_one_more_game_leaves_other_sessions_alone(tmp_path: Path) -> None:
    club = lively_club(12)
    seats = [person for person in club.games[-1].seats if person]
    more = game(
        900,
        EndState(stacks("basic", (5, 5, 5, 4, 4)), strikes=0),
        seats,
        day="2026-11-28",
        table=club.groups[0],
    )
    out = tmp_path / "site"
    build(club, str(out))
    built = build(replace(club, games=(*club.games, more)), str(out))
    rewritten = [path for path in built.written if path.startswith("sessions/2026")]
    assert len(rewritten) == 2  # The new session, and the one before it, which links to it.


def test_notes_and_places_are_not_published(lively: Path) -> None:
    everything = b"".join(
        content for path, content in bytes_of(lively).items() if not path.startswith("assets/")
    )
    assert b"spilled" not in everything


def test_hidden_people_are_guests_everywhere(lively: Path) -> None:
    for path, content in bytes_of(lively).items():
        if not path.startswith("assets/"):
            assert HIDDEN not in content.decode()
            assert "quillon" not in path
    assert not (lively / "people" / "quillon-vane.html").exists()
    assert any("guest" in "".join(page.text) for _path, page in pages_of(lively))


def test_other_visibilities_show_what_they_should(lively: Path) -> None:
    text = "".join(read(lively / "people" / "index.html").text)
    assert "L. H." in text
    assert "Moss" in text
    assert "Hartwig" not in text
    assert "Robert" not in text


def hostile_club() -> Club:
    people = [player(number, name) for number, name in enumerate(HOSTILE, 1)]
    tables = [group(number, name) for number, name in enumerate(HOSTILE, 1)]
    games = []
    for number in range(3 * len(people)):
        seats = [people[number % len(people)], people[(number + 1) % len(people)]]
        table = tables[number % len(tables)]
        end = EndState(stacks("basic", (5, 4, 4, 3, number % 6)), strikes=number % 3)
        tags = (HOSTILE[number % len(HOSTILE)],)
        games.append(game(number + 1, end, seats, table=table, tags=tags))
    return club_of(games, people, name="<b>Club</b> & </title>")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("hostile") / "site"
    build(hostile_club(), str(out))
    return out


def test_a_name_without_letters_has_a_frame(hostile: Path) -> None:
    people = (hostile / "people" / "index.html").read_text()
    assert 'class="framed">🎆🎇</a>' in people
    assert 'class="framed">2024</a>' not in people
    assert people.count('class="framed"') == 1
    assert '<h1 class="framed">🎆🎇</h1>' in (hostile / "people" / "person.html").read_text()


def test_hostile_names_come_out_as_text(hostile: Path) -> None:
    for path, page in pages_of(hostile):
        assert page.unclosed == [], path
        assert page.open == [], path
        images = [attrs["src"] for tag, attrs in page.tags if tag in ("img", "iframe")]
        assert images == (["badge.svg"] if path == "about.html" else []), path
        scripts = [attrs for tag, attrs in page.tags if tag == "script"]
        assert all(a.get("src") or a.get("type") == "application/json" for a in scripts), path
    shown = "".join(read(hostile / "people" / "index.html").text)
    for name in HOSTILE:
        assert name in shown


def test_a_long_name_is_cut_in_lists_and_said_by_the_pointer(hostile: Path) -> None:
    page = (hostile / "people" / "index.html").read_text()
    assert f'class="long" title="{"x" * 300}"' in page
    assert page.count('class="long"') == 1


def test_the_sheet_has_room_for_other_rules_and_an_example_that_stays_whole(hostile: Path) -> None:
    page = (hostile / "sheet.html").read_text()
    assert page.count('class="tick other"') == 4
    assert '<span class="nb">-p &#34;Ann, Bo&#34;</span>' in page


def test_hostile_names_stay_inside_the_folder_and_every_link_works(hostile: Path) -> None:
    assert dead_links(hostile) == []
    names = sorted(path.name for path in (hostile / "people").iterdir())
    assert "con-.html" in names
    assert {"jun.html", "jun-2.html", "person.html", "2024.html"} <= set(names)
    assert all(len(name.encode()) < 200 for name in names)


def test_hostile_names_in_chart_blocks_are_json_and_plain_labels(hostile: Path) -> None:
    page = (hostile / "leaderboard.html").read_text()
    block = re.search(r'<script type="application/json" id="people-figure">(.*?)</script>', page)
    assert block
    figure = json.loads(block[1])
    dots = figure["data"][-1]
    labels = " ".join(dots["text"])
    assert "&lt;script&gt;" in labels
    assert "<" not in labels


def test_an_empty_log_says_so(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(Club(name="New club"), str(out))
    assert "A quiet sky" in "".join(read(out / "index.html").text)
    assert dead_links(out) == []


def test_one_game_is_a_site(tmp_path: Path) -> None:
    out = tmp_path / "site"
    only = game(1, EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1), [player(1, "Ann"), None])
    build(club_of([only]), str(out))
    text = "".join(read(out / "index.html").text)
    assert "1 of 8 games" in text
    assert "The only game of the session." in text
    assert "Nobody to list" in "".join(read(out / "leaderboard.html").text)
    assert dead_links(out) == []


def test_games_that_know_little_are_shown_for_what_they_are(tmp_path: Path) -> None:
    people = [player(1, "Ann"), player(2, "Bo")]
    games = [
        game(1, EndState(total=17), people, ruleset="unknown", day=None),
        game(2, EndState(outcome="struck_out"), people),
        game(3, EndState(stacks("basic", (3, 3, 3, 3, 3)), outcome="abandoned"), people),
        game(4, EndState(stacks("rnr", (4, 4, 3, 3, 2)), strikes=3), people, ruleset="rnr"),
        game(5, EndState(stacks("basic+black", (5, 5, 5, 5, 5, 4)), strikes=0), people,
             ruleset="basic+black"),
    ]  # fmt: skip
    out = tmp_path / "site"
    build(club_of(games), str(out))
    known = "".join(read(out / "sessions" / "2026-11-27.html").text)
    assert "Only the outcome was written down." in known
    assert "Stopped early by the table" in known
    assert "16 on the table, no score" in known
    assert "25 on the colours, −1 for the black card still missing." in known
    undated = "".join(read(out / "sessions" / "undated.html").text)
    assert "only the total is known" in undated
    assert dead_links(out) == []


def test_a_long_session_takes_several_pages(tmp_path: Path) -> None:
    people = [player(1, "Ann"), player(2, "Bo")]
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    games = [game(number, end, people) for number in range(1, 101)]
    out = tmp_path / "site"
    build(club_of(games), str(out))
    pages = sorted(path.name for path in (out / "sessions").glob("2026*"))
    assert pages == ["2026-11-27.2.html", "2026-11-27.3.html", "2026-11-27.html"]
    assert dead_links(out) == []


def test_an_unknown_language_or_one_without_a_catalog_is_refused(tmp_path: Path) -> None:
    for languages in (("fr",), (), ("en", "en")):
        with pytest.raises(InvalidInput):
            build(Club(name="Club"), str(tmp_path / "site"), languages=languages)
    assert os.listdir(tmp_path) == []


def test_each_language_has_a_root_and_a_switch_that_keeps_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "_has_catalog", lambda code: True)
    monkeypatch.setattr(i18n, "_catalog", lambda language: gettext.NullTranslations())
    out = tmp_path / "site"
    build(lively_club(6), str(out), languages=("en", "ko"))
    english, korean = read(out / "people" / "jun.html"), read(out / "ko" / "people" / "jun.html")
    assert "../ko/people/jun.html" in english.links
    assert "../../people/jun.html" in korean.links
    assert ("html", {"lang": "ko"}) in korean.tags
    assert dead_links(out) == []
    assert len(list(out.rglob("plotly*"))) == 1


def test_a_known_address_gives_full_addresses_and_a_404_that_works_anywhere(
    tmp_path: Path,
) -> None:
    out = tmp_path / "site"
    build(lively_club(4), str(out), base_url="https://club.example/hanabi")
    assert "https://club.example/hanabi/people/jun.html" in read(out / "people/jun.html").links
    lost = read(out / "404.html").links
    ways = ("/hanabi/", "https://club.example/hanabi/", "#main")
    assert all(link.startswith(ways) for link in lost)


def test_templates_of_a_club_come_first_and_may_build_on_ours(tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "assets").mkdir(parents=True)
    (own / "about.html").write_text(
        '{% extends "default:about.html" %}{% block foot %}Every Friday.{{ super() }}{% endblock %}'
    )
    (own / "assets" / "club.css").write_text(":root { --ember: teal; }")
    out = tmp_path / "site"
    build(lively_club(3), str(out), templates=str(own))
    page = read(out / "about.html")
    assert "Every Friday." in "".join(page.text)
    assert "How each figure is made" in "".join(page.text)
    assert len([link for link in page.links if link.endswith(".css")]) == 2
    assert dead_links(out) == []


@pytest.mark.parametrize("text", ["{{ nobody }}", "{% if %}", "{% extends 'default:none.html' %}"])
def test_a_broken_template_is_named_and_nothing_is_written(tmp_path: Path, text: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "about.html").write_text(text)
    with pytest.raises(InvalidInput) as caught:
        build(lively_club(3), str(tmp_path / "site"), templates=str(own))
    assert "html" in caught.value.message
    assert os.listdir(tmp_path) == ["own"]


def test_a_missing_templates_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        build(Club(name="Club"), str(tmp_path / "site"), templates=str(tmp_path / "none"))
