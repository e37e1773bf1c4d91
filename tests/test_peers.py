"""The peers that benchmarks measure show what our pages show, to the last digit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from benchmarks.clubs import make_club
from benchmarks.peers import ours, pandas_express
from benchmarks.peers.content import Content, difference, of_observable, of_ours, of_pandas

LOADER = Path(pandas_express.__file__).parent / "observable" / "src" / "data" / "club.tar.py"
PEOPLE = 12
"""Fewer than fifty, so that nobody is hidden and all have a page."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Content]]:
    """The log of a club, and what our pages of it show, by name; the index has none."""
    folder = tmp_path_factory.mktemp("peers")
    db, site = str(folder / "log"), folder / "ours"
    make_club(db, 1_500, PEOPLE)
    ours.main(db, str(site))
    pages = [path for path in site.glob("people/*.html") if path.name != "index.html"]
    found = {page.name: page for page in (of_ours(path.read_text("utf-8")) for path in pages)}
    return db, {"": of_ours((site / "index.html").read_text("utf-8")), **found}


def compare(pages: list[tuple[str, Content]], wanted: dict[str, Content]) -> None:
    assert {name for name, _page in pages} == set(wanted)
    assert len(pages) == PEOPLE + 1
    for name, page in pages:
        assert difference(wanted[name], page) is None
        assert page.points["trend"]
        assert page.by_band
        assert bool(page.company) == bool(name)


def test_the_pandas_script_shows_the_same(
    made: tuple[str, dict[str, Content]], tmp_path: Path
) -> None:
    db, wanted = made
    pandas_express.main(db, str(tmp_path / "out"))
    index = of_pandas((tmp_path / "out" / "index.html").read_text("utf-8"))
    people = [of_pandas(path.read_text("utf-8")) for path in tmp_path.glob("out/people/*.html")]
    compare([("", index), *((page.name, page) for page in people)], wanted)


def test_the_loader_of_the_framework_gives_the_same(made: tuple[str, dict[str, Content]]) -> None:
    db, wanted = made
    packed = subprocess.run(
        [sys.executable, str(LOADER)],
        env={**os.environ, "HANABI_DB": db},
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    pages = []
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file is not None
            page = of_observable(json.load(file))
            pages.append(("" if member.name == "index.json" else page.name, page))
    compare(pages, wanted)


def test_a_point_that_moved_is_a_difference(made: tuple[str, dict[str, Content]]) -> None:
    _db, wanted = made
    page = wanted[""]
    (x, y), *rest = page.points["trend"]
    moved = page._replace(points={**page.points, "trend": ((x, y + 0.02), *rest)})
    assert difference(page, moved) is not None
    missing = page._replace(by_band=page.by_band[1:])
    assert difference(page, missing) is not None
