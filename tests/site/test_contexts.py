"""The contract with templates: every field explained, every name that is used is there."""

from dataclasses import fields
from pathlib import Path

import pytest
from jinja2 import meta

from hanabi_log.resources import shipped
from hanabi_log.site.build import pages
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.gather import gather
from hanabi_log.site.reference import PAGES, PARTS, template_reference
from hanabi_log.site.render import Renderer, variables
from tests.site.clubs import lively_club

ASSETS = {name: f"assets/{name}" for name in ("site.css", "site.js", "charts.js", "plotly.min.js")}
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting(gather(lively_club(10)), "en", ("en",), ASSETS)


def test_every_field_says_what_it_is() -> None:
    for context in (*PAGES.values(), *PARTS):
        for field in fields(context):
            assert len(field.metadata["help"]) > 5, (context, field.name)


def test_pages_have_just_the_documented_names(setting: Setting) -> None:
    seen = set()
    for page in pages(setting):
        assert type(page.context) is PAGES[page.template]
        documented = {field.name for field in fields(PAGES[page.template])}
        assert set(variables(page.context)) == documented
        seen.add(page.template)
    assert seen == set(PAGES)


@pytest.mark.parametrize("template", sorted(PAGES))
def test_templates_use_only_documented_names(template: str) -> None:
    environment = Renderer().environment
    known = {field.name for field in fields(PAGES[template])} | {"parts", "_"}
    for name in (template, "base.html"):
        source = Path(shipped("templates", name)).read_text()
        used = meta.find_undeclared_variables(environment.parse(source))
        assert used <= known, name


def test_templates_do_no_arithmetic() -> None:
    import jinja2.nodes as nodes

    sums = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
    for name in (*PAGES, "base.html", "_parts.html"):
        tree = Renderer().environment.parse(Path(shipped("templates", name)).read_text())
        assert not list(tree.find_all(sums)), name


def test_the_reference_in_the_docs_is_current() -> None:
    text = (ROOT / "docs" / "templates.md").read_text()
    assert text.partition("<!-- reference -->\n\n")[2] == template_reference()


def test_the_home_page_tells_the_last_session(setting: Setting) -> None:
    home = next(page.context for page in pages(setting) if page.template == "home.html")
    values = variables(home)
    hero = values["hero"]
    assert hero.best.points == "23"
    assert hero.best.out_of == "25"
    assert hero.best.verdict == "Excellent"
    assert hero.best.strikes == "1 strike of 3"
    assert hero.best_text.endswith("2 points short.")
    struck = next(card for card in hero.others if card.kind == "struck")
    assert (struck.points, struck.detail) == ("0", "16 on the table, counts 0 · 0%")
    assert struck.strikes == "3 strikes of 3: struck out"
    assert [figure.label for figure in values["figures"]][:4] == [
        "Games",
        "Points, mean",
        "Struck out",
        "Perfect",
    ]


def test_scales_that_no_box_prints_are_marked(setting: Setting) -> None:
    rules = next(page.context for page in pages(setting) if page.template == "rulesets.html")
    cards = {card.spec: card for card in variables(rules)["cards"]}
    assert cards["basic"].marks == ()
    assert cards["baobab+wild+black"].marks == ("scale not printed in any box",)
    assert [text for _marks, text, _label in cards["baobab+wild+black"].bands] == [
        "up to 6",
        "7–12",
        "13–18",
        "19–24",
        "25–29",
        "30",
    ]
    assert cards["unknown"].bands == ()


def test_the_board_lists_people_with_games_enough(setting: Setting) -> None:
    board = next(page.context for page in pages(setting) if page.template == "leaderboard.html")
    values = variables(board)
    listed = {row.name.text for row in values["rows"]}
    unlisted = {row.name.text for row in values["unlisted"]}
    assert listed
    assert not listed & unlisted
    assert values["scale"][1] == "0"
