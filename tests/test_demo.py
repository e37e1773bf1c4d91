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
