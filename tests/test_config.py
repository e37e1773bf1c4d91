"""What a club's config may say about its site and its seasons."""

from typing import Any

import pytest

from hanabi_log.config import SITE_COLOURS
from hanabi_log.configfile import parse_config
from hanabi_log.site.look import COLOURS

GOOD: dict[str, Any] = {
    "club": "Lantern Street Club",
    "seasons": {"2026": ["2026-01-01", "2026-12-31"]},
    "site": {
        "languages": ["ko", "en"],
        "base_url": "https://club.example/hanabi/",
        "colours": {"ember": "#8A2BE2", "paper": ["#ffffff", "#000000"]},
        "logo": "logo.svg",
        "css": "look.css",
        "plotly": "plotly-basic.min.js",
    },
}


def test_a_good_config_is_read_whole() -> None:
    config, problems = parse_config(GOOD)
    assert problems == []
    assert config.seasons == {"2026": ("2026-01-01", "2026-12-31")}
    site = config.site
    assert site.colours == {"ember": ("#8a2be2", "#8a2be2"), "paper": ("#ffffff", "#000000")}
    assert (site.logo, site.css, site.plotly) == ("logo.svg", "look.css", "plotly-basic.min.js")


def test_the_config_knows_the_colours_of_the_site() -> None:
    assert set(SITE_COLOURS) == set(COLOURS)


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("colours", {"ember": "orange"}, "site.colours.ember"),
        ("colours", {"ember": "#97470"}, "site.colours.ember"),
        ("colours", {"ember": ["#97470b"]}, "site.colours.ember"),
        ("colours", {"ember": "#97470b;}"}, "site.colours.ember"),
        ("colours", {"red": "#ff0000"}, "site.colours"),
        ("colours", "#97470b", "site.colours"),
        ("logo", 5, "site.logo"),
        ("css", "", "site.css"),
        ("plotly", ["x"], "site.plotly"),
        ("base_url", "club.example", "site.base_url"),
        ("base_url", "javascript:alert(1)", "site.base_url"),
        ("logos", "logo.svg", "site.logos"),
    ],
)
def test_what_does_not_fit_is_named(key: str, value: object, field: str) -> None:
    _config, problems = parse_config({"site": {key: value}})
    assert [problem.field for problem in problems] == [field]


def test_every_fault_is_named_in_one_go() -> None:
    table = {
        "visibilty": "full",
        "seasons": {"2026": ["2026-12-31", "2026-01-01"]},
        "site": {"languages": ["fr"], "colours": {"ink": 1, "blue": "#000000"}, "logo": ""},
    }
    _config, problems = parse_config(table)
    assert {problem.field for problem in problems} == {
        "visibilty",
        "seasons.2026",
        "site.languages",
        "site.colours.ink",
        "site.colours",
        "site.logo",
    }
