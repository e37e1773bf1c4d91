"""The folder of a club: a config that is read, with examples that would be read too."""

import tomllib
from pathlib import Path

import pytest

from hanabi_log.clubfolder import make_club_folder
from hanabi_log.config import read_config
from hanabi_log.configfile import parse_config
from hanabi_log.i18n import LANGUAGES, speaking


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_a_new_config_are_good(tmp_path: Path, language: str) -> None:
    with speaking(language):
        config = make_club_folder(str(tmp_path), "Lantern")
    assert config.site.languages == ()
    lines = (tmp_path / "hanabi-log.toml").read_text(encoding="utf-8").splitlines()
    examples = [
        line.removeprefix("# ")
        for line in lines
        if not line.startswith("# ") or " = " in line or line.startswith("# [")
    ]
    read, problems = parse_config(tomllib.loads("\n".join(examples)))
    assert problems == []
    site = read.site
    assert (site.logo, site.css, site.plotly) == ("logo.svg", "look.css", "plotly-basic.min.js")
    assert set(site.colours) == {"ember", "paper"}
    assert set(site.languages) == set(LANGUAGES)


def test_a_repository_made_of_the_folder_leaves_the_log_out(tmp_path: Path) -> None:
    make_club_folder(str(tmp_path), "Lantern")
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "data/\nsite/\n"


def test_a_club_may_begin_with_the_languages_of_its_site(tmp_path: Path) -> None:
    make_club_folder(str(tmp_path), "Lantern", ("ko", "en"))
    assert read_config(str(tmp_path)).spoken == ("ko", "en")
