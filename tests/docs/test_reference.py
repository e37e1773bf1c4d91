"""The reference says what the program does: it is written from it, and compared here."""

from __future__ import annotations

from pathlib import Path

import pytest
from cogapp import Cog

from docs.making.commands import verbs
from docs.making.json_keys import BY_NAME, Shape
from tests.docs.terminal import ROOT

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_is_what_the_program_says_today(page: Path) -> None:
    assert Cog().main(["cog", "--check", str(page)]) == 0, "run make docs"


def test_every_command_is_found() -> None:
    found = {" ".join(path) for path in verbs()}
    assert {"add", "session start", "hoola round", "players erase", "build"} <= found
    assert not {"session", "players"} & found


def test_a_sketch_shows_every_key_and_every_kind_of_value_once() -> None:
    shape = Shape()
    for value in ({"a": 1, "b": [{"c": None}]}, {"a": None, "b": [{"c": "x"}, {"d": True}]}):
        shape.take(value, "", {}, {})
    assert shape.sketch() == [
        *("{", '  "a": number or null', '  "b": [{'),
        *('    "c": text or null', '    "d": true or false', "  }]", "}"),
    ]


def test_a_sketch_names_what_is_told_elsewhere_and_hides_names_of_people() -> None:
    known, named = {frozenset(("id", "name")): "person"}, {"person": Shape()}
    shape = Shape()
    shape.take({"who": {"id": "1", "name": "Ida"}, "stacks": {"R": 5, "Y": 4}}, "", known, named)
    assert "stacks" in BY_NAME
    assert shape.sketch() == ["{", '  "who": person', '  "stacks": {', "    …: number", "  }", "}"]
    assert named["person"].sketch() == ["{", '  "id": text', '  "name": text', "}"]
