"""Hoola King on the site: pages of matches, standings, people, and who must not be seen."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.i18n import speaking
from hanabi_log.site.build import build
from hanabi_log.site.charts.hoola import course_chart
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.hoola import HoolaMatchPage, HoolaPage
from hanabi_log.site.contexts.people import PersonPage
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.gather import gather
from hanabi_log.site.people import publish
from hanabi_log.site.pieces import pages
from tests.site.clubs import HIDDEN, club_of, group, lively_club, player
from tests.site.hoola_club import match_of
from tests.site.pages import read
from tests.site.test_contexts import ASSETS

ANN, BO, CY = player(1, "Ann"), player(2, "Bo"), player(3, "Cy")
GHOST = player(4, HIDDEN, visibility="hidden")


def contexts(club: Club, kind: type[Any]) -> list[Any]:
    setting = Setting(gather(club), "en", ("en",), ASSETS)
    return [page.context for page in pages(setting) if type(page.context) is kind]


def hoola_club(*matches: Any, **values: Any) -> Club:
    people = {seat.player.id: seat.player for one in matches for seat in one.seats if seat.player}
    return club_of([], list(people.values()), hoola=matches, **values)


def test_a_club_without_matches_hears_nothing_of_it(tmp_path: Path) -> None:
    club = replace(lively_club(3), hoola=())
    build(club, str(tmp_path / "site"))
    assert not (tmp_path / "site" / "hoola").exists()
    assert "hoola/index.html" not in read(tmp_path / "site" / "index.html").links


def test_the_page_of_a_match_shows_every_number_and_its_reason() -> None:
    match = match_of(1, (ANN, BO, CY), rounds=6, group=group(1, "Tuesday"))
    club = hoola_club(match, groups=(group(1, "Tuesday"),))
    (page,) = contexts(club, HoolaMatchPage)
    assert page.path == "hoola/2026-11-20.html"
    assert page.status == "6 of 6 rounds, finished, low at 22, high at 76, stop at 15"
    assert [name.text for name in page.names] == ["Ann", "Bo", "Cy"]
    assert [len(shown.payments) for shown in page.rounds] == [3] * 6
    for shown, outcome in zip(page.rounds, match.match.rounds, strict=True):
        numbers = [int(text.replace("−", "-")) for text in shown.payments]
        assert numbers == list(outcome.payments.values())
        assert shown.why == outcome.why
    totals = [int(text.replace("−", "-")) for text in page.totals]
    assert totals == list(match.match.totals.values())
    assert page.group.text == "Tuesday"
    assert page.places[0].place == "1"


def test_standings_count_finished_and_settled_matches_only() -> None:
    done = match_of(1, (ANN, BO, CY), rounds=3)
    settled = match_of(2, (ANN, BO, CY), rounds=2, target=9, agreed=("Ann", "Bo", "Cy"))
    aborted = match_of(3, (ANN, BO, CY), rounds=4, target=9, aborted=True)
    going = match_of(4, (ANN, BO, CY), rounds=4, target=9)
    (page,) = contexts(hoola_club(done, settled, aborted, going), HoolaPage)
    (standing,) = page.groups
    assert standing.matches == "2 matches"
    points = {row[0].text: int(row[2].replace("−", "-")) for row in standing.table.rows}
    assert points == {
        name: done.match.totals[name] + settled.match.totals[name] for name in ("Ann", "Bo", "Cy")
    }
    assert sorted(points.values(), reverse=True) == list(points.values())
    assert len(page.rows) == 4
    (marked,) = [row for row in page.rows if "aborted" in row.status]
    assert (marked.first, marked.points) == ((), "")


def test_each_group_has_its_standing() -> None:
    one, other = group(1, "Tuesday"), group(2, "금요일")
    matches = (
        match_of(1, (ANN, BO, CY), group=one),
        match_of(2, (ANN, BO, CY), group=other),
        match_of(3, (ANN, BO, CY), group=other),
        match_of(4, (ANN, BO, CY)),
    )
    (page,) = contexts(hoola_club(*matches, groups=(one, other)), HoolaPage)
    assert [(g.name.text if g.name else None, g.matches) for g in page.groups] == [
        ("금요일", "2 matches"), ("Tuesday", "1 match"), (None, "1 match"),
    ]  # fmt: skip


def test_hidden_people_and_bots_hold_places_but_no_line(tmp_path: Path) -> None:
    match = match_of(5, (ANN, GHOST, CY), rounds=5, bot="Robo")
    club = hoola_club(match)
    (page,) = contexts(club, HoolaMatchPage)
    assert [name.text for name in page.names] == ["Ann", "guest", "Cy", "Robo"]
    assert {line.name.text for line in page.places if not line.name.href} == {"guest", "Robo"}
    assert sum(line.mark == "bot" for line in page.places) == 1
    (start,) = contexts(club, HoolaPage)
    assert {row[0].text for row in start.groups[0].table.rows} == {"Ann", "Cy"}
    build(club, str(tmp_path / "site"))
    for path in (tmp_path / "site").rglob("*.html"):
        assert HIDDEN not in path.read_text(), path


def test_a_stricter_group_hides_who_only_plays_hoola_there() -> None:
    strict = group(1, "Quiet table", visibility="initials")
    people = publish(hoola_club(match_of(1, (ANN, BO, CY), group=strict)))
    assert {person.text for person in people.shown.values()} == {"A.", "B.", "C."}


def test_a_person_has_a_section_of_their_own() -> None:
    done = match_of(1, (ANN, BO, CY), rounds=4)
    aborted = match_of(2, (ANN, BO, CY), rounds=2, target=9, aborted=True, day="2026-11-21")
    club = hoola_club(done, aborted)
    by_name = {page.name.text: page for page in contexts(club, PersonPage)}
    section = by_name["Ann"].hoola
    assert (section.figures[0].label, section.figures[0].value) == ("Matches", "1")
    assert [row.own == "" for row in section.rows] == [True, False]
    assert section.more == "2 matches"
    spare = club_of([], [player(9, "Zoe")], hoola=())
    assert [page.hoola for page in contexts(spare, PersonPage)] == [None]


def test_the_chart_is_the_running_totals() -> None:
    match = match_of(7, (ANN, BO, CY), rounds=12).match
    chart = course_chart(match)
    assert chart is not None
    figure = json.loads(chart.figure)
    assert sorted(tuple(line["y"]) for line in figure["data"]) == sorted(match.courses.values())
    assert len(chart.table.rows) == 12
    ends = [note["y"] for note in figure["layout"]["annotations"]]
    assert sorted(ends) == sorted(match.totals.values())
    low, high = figure["layout"]["yaxis"]["range"]
    assert low <= min(min(course) for course in match.courses.values())
    assert high >= max(max(course) for course in match.courses.values())
    assert course_chart(match_of(8, (ANN, BO, CY), rounds=1).match) is None


@pytest.mark.parametrize("seed", range(10, 20))
def test_names_at_the_ends_of_lines_never_cover_each_other(seed: int) -> None:
    people = (ANN, BO, CY, player(5, "Dee"), player(6, "Eli"))
    chart = course_chart(match_of(seed, people, rounds=4).match)
    assert chart is not None
    svg = str(chart.svg)
    names = [part for part in svg.split("<text")[1:] if any(f">{n.name}<" in part for n in people)]
    heights = sorted(float(part.split(' y="')[1].split('"')[0]) for part in names)
    assert len(heights) == 5
    assert min(b - a for a, b in pairwise(heights)) >= 11.5


def test_names_are_text_everywhere(tmp_path: Path) -> None:
    hostile = player(1, '"><img src=x onerror=alert(1)>')
    match = match_of(1, (hostile, BO, CY), rounds=3, bot="<i>Robo</i>")
    build(hoola_club(match), str(tmp_path / "site"))
    for name in ("index.html", "2026-11-20.html"):
        page = read(tmp_path / "site" / "hoola" / name)
        assert not page.unclosed
        assert not [tag for tag, _attrs in page.tags if tag in ("img", "i")]


def test_a_match_of_no_round_yet_has_a_page(tmp_path: Path) -> None:
    build(hoola_club(match_of(1, (ANN, BO, CY), rounds=0, target=5)), str(tmp_path / "site"))
    text = (tmp_path / "site" / "hoola" / "2026-11-20.html").read_text()
    assert "No round yet." in text


def test_the_page_of_somebody_with_hoola_matches_only_counts_them() -> None:
    found = contexts(hoola_club(match_of(1, (ANN, BO, CY))), PersonPage)
    assert [page.lede for page in found] == ["At the table in 1 match of Hoola King."] * 3


def test_retired_people_leave_the_standings_and_keep_their_page() -> None:
    gone = replace(BO, retired=True)
    club = hoola_club(match_of(1, (ANN, gone, CY)))
    (page,) = contexts(club, HoolaPage)
    assert len(page.groups[0].table.rows) == 2
    assert all(page.hoola is not None and page.hoola.figures for page in contexts(club, PersonPage))


def test_guests_are_numbered_and_take_no_honorific() -> None:
    match = match_of(9, (ANN, None, None), rounds=6)
    setting = Setting(gather(hoola_club(match)), "ko", ("ko",), ASSETS)
    with speaking("ko"):
        (page,) = [made.context for made in pages(setting) if type(made.context) is HoolaMatchPage]
        told = [line for shown in page.rounds for line in _lines(shown.why)]
    assert [name.text for name in page.names] == ["Ann", "손님 1", "손님 2"]
    assert told
    assert not [line for line in told if "님님" in line or "1님" in line or "2님" in line]


def _lines(why: Any) -> list[str]:
    return [why] if isinstance(why, str) else [text for one in why for text in _lines(one)]
