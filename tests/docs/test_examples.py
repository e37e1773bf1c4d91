"""Every command that the README, the tutorial and the guides show is typed, in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.terminal import ROOT, steps_of, terminal, typed_elsewhere

WITHOUT_EXAMPLES = {"architecture", "performance", "scaling"}
PAGES = [
    ROOT / "README.md",
    ROOT / "README.ko.md",
    *sorted(page for page in (ROOT / "docs").glob("*.md") if page.stem not in WITHOUT_EXAMPLES),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert typed_elsewhere(text) == []
    language = "ko" if page.stem.endswith(".ko") else "en"
    with terminal(page.stem, tmp_path, language) as shell:
        for step in steps_of(text):
            shell.type(step)
