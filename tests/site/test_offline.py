"""What opens without a connection: the pages for the table with all that they load."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hanabi_log.site.build import build
from hanabi_log.site.offline import Offline, digest_for_table, manifest
from hanabi_log.site.render import Renderer
from tests.site.clubs import lively_club
from tests.site.pages import read


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("offline") / "site"
    build(lively_club(4), str(out))
    return out


def kept(worker: str) -> list[str]:
    found = re.search(r"const kept = (\{.*\})\.paths", worker)
    assert found
    paths: list[str] = json.loads(found[1])["paths"]
    return paths


def test_the_worker_keeps_what_its_pages_load_and_nothing_large(site: Path) -> None:
    paths = kept((site / "sw.js").read_text())
    assert {"calculator.html", "enter.html", "enter.webmanifest", "icon.svg"} <= set(paths)
    for path in ("calculator.html", "enter.html"):
        for tag, attributes in read(site / path).tags:
            for key in ("href", "src"):
                target = attributes.get(key) or ""
                if target.startswith("assets/") and tag in ("link", "script", "img"):
                    assert target in paths
    sizes = [(site / path).stat().st_size for path in paths]
    assert sum(sizes) < 200_000


def test_a_new_page_makes_a_new_worker_and_another_page_does_not(tmp_path: Path) -> None:
    club = lively_club(4)
    names = [club, replace(club, name="Lampion"), replace(club, games=club.games[:-1])]
    workers = []
    for place, one in enumerate(names):
        build(one, str(tmp_path / str(place)))
        workers.append((tmp_path / str(place) / "sw.js").read_text())
    assert workers[0] != workers[1]
    # The same people sat at the same tables, one game fewer: nothing for the table has changed.
    assert (tmp_path / "0" / "enter.html").read_bytes() == (
        tmp_path / "2" / "enter.html"
    ).read_bytes()
    assert workers[0] == workers[2]


def test_each_language_has_a_manifest_of_its_own() -> None:
    offline = Offline(Renderer())
    offline.keep("ko/enter.html", digest_for_table("ko/enter.html", b"page"))
    made = dict(offline.files({"site.css": "assets/site.1.css"}, "Lantern", ("en", "ko")))
    assert set(made) == {"icon.svg", "enter.webmanifest", "ko/enter.webmanifest", "sw.js"}
    korean = json.loads(made["ko/enter.webmanifest"])
    assert (korean["scope"], korean["icons"][0]["src"]) == ("../", "../icon.svg")
    assert kept(made["sw.js"].decode()) == [
        *("assets/site.1.css", "enter.webmanifest", "icon.svg", "ko/enter.html"),
        "ko/enter.webmanifest",
    ]


def test_a_club_may_be_called_anything() -> None:
    name = '</script>"><img src=x>'
    assert json.loads(manifest("enter.html", "en", "", short_name=name))["short_name"] == name
