"""The sample club: its site has every language, the one that is spoken first."""

from datetime import datetime
from pathlib import Path

import pytest

from hanabi_log.config import read_config
from hanabi_log.demo import make_demo
from hanabi_log.i18n import LANGUAGES, speaking


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_club_speaks_every_language(tmp_path: Path, language: str) -> None:
    with speaking(language):
        demo = make_demo(str(tmp_path / "demo"), datetime(2026, 11, 28, 21, 0))
    spoken = read_config(demo.folder).spoken
    assert spoken[0] == language
    assert set(spoken) == set(LANGUAGES)
    home = (Path(demo.site) / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}"' in home
    assert (Path(demo.site) / spoken[1] / "index.html").exists()


def test_two_sample_clubs_are_the_same_to_the_byte(tmp_path: Path) -> None:
    now = datetime(2026, 11, 28, 21, 0)
    sites = [Path(make_demo(str(tmp_path / name), now).site) for name in ("one", "two")]
    files = [
        {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
        for site in sites
    ]
    assert len(files[0]) > 100
    assert files[0] == files[1]
