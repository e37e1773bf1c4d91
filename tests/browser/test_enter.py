"""The page for the table, from the first tap to the log, with and without a connection."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from hanabi_log.cli.app import root
from hanabi_log.ids import as_uuid
from tests.browser.conftest import _Quiet
from tests.browser.tapping import module, opened, tap, tap_stacks

pytestmark = pytest.mark.browser

HOSTILE = '"><img src=x onerror=alert(1)>'


def person(page: Page, name: str) -> None:
    page.locator(".chip").filter(has_text=name).first.click()


def add_name(page: Page, name: str) -> None:
    page.locator("#enter-name").fill(name)
    page.locator("[data-add]").click()


def keep(page: Page) -> None:
    page.locator("[data-keep]").click()


def waiting(page: Page) -> int:
    return page.locator("[data-waiting] li").count()


def kept_lines(page: Page) -> list[dict[str, Any]]:
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    return [json.loads(line) for line in download.value.path().read_text().splitlines()]


def three_games(page: Page) -> None:
    """An evening: two games of three with a guest, one with black powder without her."""
    person(page, "Jun")
    add_name(page, "  Zo\u00eb   Quist ")
    page.locator('[data-guest="1"]').click()
    tap_stacks(page, R=5, Y=4, G=4, B=3, W=2)
    tap(page, "strikes", 1)
    keep(page)
    tap_stacks(page, R=5, Y=5, G=5, B=5, W=5)
    page.locator(".further summary").click()
    page.locator("[data-note]").fill("Tea was spilled.")
    page.locator('[data-number="minutes"]').fill("25")
    keep(page)
    page.locator('[data-guest="-1"]').click()
    module(page, "black")
    tap_stacks(page, R=1, Y=2, G=3, B=4, W=5, K=2)
    tap(page, "strikes", 3)
    keep(page)
    assert waiting(page) == 3


def test_three_games_reach_the_log_once(
    browser: Browser, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with opened(browser, (site / "enter.html").as_uri()) as page:
        three_games(page)
        with page.expect_download() as download:
            page.locator("[data-save]").click()
        download.value.save_as(tmp_path / "evening.jsonl")
    reports = [run("import", "evening.jsonl") for _time in range(2)]
    assert [(one["added"], one["changed"], one["unchanged"]) for one in reports] == [
        (3, 0, 0),
        (0, 0, 3),
    ]
    assert [one["problems"] for one in reports] == [[], []]
    games = run("list")
    assert [one["score"] for one in games] == [0, 25, 18]
    assert [one["points"] for one in games] == [14, 25, 18]
    assert [one["ruleset"] for one in games] == ["basic+black", "basic", "basic"]
    assert games[2]["players"] == ["Jun", "Zo\u00eb Quist"]
    assert [one["guests"] for one in games] == [0, 1, 1]
    assert (games[1]["note"], games[1]["minutes"]) == ("Tea was spilled.", 25)
    assert games[0]["outcome"] == "struck_out"
    assert {one["group"] for one in games} == {"금요일 모임"}


def run(*words: str) -> Any:
    result = CliRunner().invoke(root, ["--db", "club.db", *words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_waiting_game_is_corrected_deleted_and_taken_back(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        three_games(page)
        before = kept_lines(page)
        ids = [line["id"] for line in before]
        assert all(as_uuid(one) for one in ids)
        assert ids == sorted(set(ids))
        expect(page.locator("[data-clear]")).to_have_text("Imported: clear 3 games")
        page.get_by_role("button", name="Correct the game").last.click()
        tap_stacks(page, W=4)
        keep(page)
        # A corrected game was not handed over as it is now.
        expect(page.locator("[data-clear]")).to_have_text("Imported: clear 2 games")
        after = kept_lines(page)
        assert [line["id"] for line in after] == ids
        assert after[0] == {**before[0], "stacks": {**before[0]["stacks"], "W": 4}}
        page.get_by_role("button", name="Delete the game").first.click()
        assert waiting(page) == 2
        page.locator("[data-back]").click()
        assert kept_lines(page) == after
        page.locator("[data-clear]").click()
        assert waiting(page) == 0
        expect(page.locator("[data-handing]")).to_be_hidden()
        page.locator("[data-back]").click()
        assert waiting(page) == 3


def test_a_correction_can_be_left(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        three_games(page)
        before = kept_lines(page)
        page.get_by_role("button", name="Correct the game").first.click()
        expect(page.locator("[data-seated]")).to_have_text("Jun · Zo\u00eb Quist")
        tap_stacks(page, R=5)
        page.locator("[data-cancel]").click()
        assert kept_lines(page) == before


def test_the_table_sits_as_before_when_a_correction_is_done(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        three_games(page)
        person(page, "Marco")
        page.locator("[data-group]").fill("Attic")
        for end in ("[data-cancel]", "[data-keep]"):
            page.get_by_role("button", name="Correct the game").last.click()
            expect(page.locator("[data-seated]")).to_have_text("Jun · Zo\u00eb Quist · guest")
            expect(page.locator("[data-modules-named]")).to_have_text("No modules")
            page.locator(end).click()
            expect(page.locator("[data-seated]")).to_have_text("Jun · Zo\u00eb Quist · Marco")
            expect(page.locator("[data-group]")).to_have_value("Attic")
            expect(page.locator("[data-modules-named]")).to_have_text("black")


def test_a_game_of_rules_that_are_gone_can_still_be_handed_over(
    browser: Browser, site: Path
) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        three_games(page)
        page.evaluate(
            """() => {
              const key = Object.keys(localStorage).find((key) => key.includes(' games '));
              const games = JSON.parse(localStorage.getItem(key));
              games[0].ruleset = 'gone-house';
              localStorage.setItem(key, JSON.stringify(games));
            }"""
        )
        page.reload()
        assert waiting(page) == 3
        assert page.get_by_role("button", name="Correct the game").count() == 2
        assert kept_lines(page)[0]["ruleset"] == "gone-house"


def test_numbers_that_cannot_be_are_not_kept(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        tap_stacks(page, R=5, Y=4)
        page.locator(".further summary").click()
        page.locator('[data-number="minutes"]').fill("2000")
        page.locator(".further summary").click()
        keep(page)
        assert waiting(page) == 0
        expect(page.locator('[data-number="minutes"]')).to_be_focused()
        page.locator('[data-number="minutes"]').fill("20")
        keep(page)
        assert waiting(page) == 1


def test_what_breaks_a_rule_is_not_kept(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        keep(page)
        expect(page.locator("[data-news]")).to_have_text("Tap the fireworks first.")
        person(page, "Jun")
        tap_stacks(page, R=5, Y=4, G=4, B=3, W=2)
        expect(page.locator("[data-faults] .note")).to_contain_text("1 player; basic is for")
        keep(page)
        assert waiting(page) == 0
        person(page, "Marco")
        keep(page)
        assert waiting(page) == 1


@pytest.mark.parametrize(
    ("clock", "date"),
    [("2026-11-29T04:30:00", "2026-11-28"), ("2026-11-29T05:10:00", "2026-11-29")],
)
def test_a_game_after_midnight_belongs_to_the_evening(
    browser: Browser, site: Path, clock: str, date: str
) -> None:
    with opened(browser, (site / "index.html").as_uri(), timezone_id="Asia/Seoul") as page:
        page.clock.install(time=f"{clock}+09:00")
        page.goto((site / "enter.html").as_uri())
        expect(page.locator("[data-date]")).to_have_value(date)
        page.locator("[data-date]").fill("2026-12-24")
        tap_stacks(page, R=5, Y=5)
        expect(page.locator("[data-faults]")).to_contain_text("2026-12-24 lies in the future")


def test_the_table_is_remembered(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        page.locator("[data-group]").fill("Attic")
        three_games(page)
        page.reload()
        assert waiting(page) == 3
        expect(page.locator("[data-seated]")).to_have_text("Jun · Zo\u00eb Quist")
        expect(page.locator("[data-group]")).to_have_value("Attic")
        expect(page.locator("[data-modules-named]")).to_have_text("black")


def test_names_that_look_like_markup_stay_text(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        add_name(page, HOSTILE)
        add_name(page, "</script><b>Bo")
        tap_stacks(page, R=1)
        tap(page, "strikes", 3)
        keep(page)
        assert not page.locator("main img, main form b b").count()
        assert kept_lines(page)[0]["players"] == [HOSTILE, "</script><b>Bo"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_list_that_cannot_be_read_is_put_aside(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "enter.html").as_uri()) as page:
        key = page.evaluate("Object.keys(localStorage).find(key => key.includes(' games '))")
        page.evaluate("key => localStorage.setItem(key, '[{')", key)
        page.reload()
        expect(page.locator("[data-offline]")).to_contain_text("could not be read")
        assert page.evaluate("key => localStorage.getItem(key + ' unreadable')", key) == "[{"


def test_a_browser_that_keeps_nothing_says_so(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "index.html").as_uri()) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})"
        )
        page.goto((site / "enter.html").as_uri())
        expect(page.locator("[data-offline]")).to_contain_text("keeps nothing")
        three_games(page)
        assert len(kept_lines(page)) == 3


def test_lines_are_copied(browser: Browser, served: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with opened(browser, served + "enter.html", permissions=allowed) as page:
        three_games(page)
        page.locator("[data-copy]").click()
        expect(page.locator("[data-news]")).to_contain_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert [json.loads(line)["strikes"] for line in copied.splitlines()] == [1, 0, 3]


def test_a_share_sheet_gets_the_file(browser: Browser, served: str) -> None:
    script = """
      navigator.canShare = (data) => data.files[0].type === 'text/plain';
      navigator.share = (data) => data.files[0].text().then((text) => { window.shared = text; });
    """
    with opened(browser, served + "index.html") as page:
        page.add_init_script(script)
        page.goto(served + "enter.html")
        three_games(page)
        page.locator("[data-share]").click()
        expect(page.locator("[data-clear]")).to_be_enabled()
        shared = page.evaluate("window.shared")
        assert shared.count("\n") == 3


@pytest.fixture
def host(site: Path) -> Iterator[ThreadingHTTPServer]:
    """A server of its own, so that it can go away."""
    handler = partial(_Quiet, directory=str(site.parents[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.server_close()


def test_the_page_opens_without_a_connection(browser: Browser, host: ThreadingHTTPServer) -> None:
    start = f"http://127.0.0.1:{host.server_port}/club/sub/"
    with opened(browser, start + "enter.html") as page:
        expect(page.locator("[data-offline]")).to_contain_text("without a connection")
        page.reload()
        page.context.set_offline(True)
        host.shutdown()
        host.server_close()
        page.reload()
        three_games(page)
        page.goto(start + "calculator.html")
        tap_stacks(page, R=5)
        expect(page.locator("[data-points]")).to_contain_text("5")
        page.goto(start + "enter.html")
        assert waiting(page) == 3


def test_the_manifest_leads_to_the_page(browser: Browser, served: str, site: Path) -> None:
    with opened(browser, served + "enter.html") as page:
        href = page.locator('link[rel="manifest"]').get_attribute("href")
    read = json.loads((site / str(href)).read_text())
    assert (site / read["start_url"]).is_file()
    assert (site / read["icons"][0]["src"]).is_file()
    assert read["display"] == "standalone"


def test_without_scripts_the_page_says_what_to_write_down(browser: Browser, site: Path) -> None:
    options: dict[str, Any] = {"java_script_enabled": False}
    with opened(browser, (site / "enter.html").as_uri(), **options) as page:
        expect(page.locator("[data-enter]")).to_be_hidden()
        expect(page.get_by_text("Write the end of each game down")).to_be_visible()
