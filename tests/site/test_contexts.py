"""The contract with templates: every field explained, every name that is used is there."""

from copy import copy
from dataclasses import fields, replace
from pathlib import Path

import pytest
from cogapp import Cog
from jinja2 import meta
from markupsafe import escape

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.resources import shipped
from hanabi_log.site import words
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.leaderboard import leaderboard_page, leaderboard_parts
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.gather import gather
from hanabi_log.site.pieces import pages
from hanabi_log.site.reference import PAGES, PARTS, template_reference
from hanabi_log.site.render import ASSETS as SHIPPED
from hanabi_log.site.render import Renderer, variables
from hanabi_log.stats.baselines import residual_of
from tests.site.clubs import club_of, game, group, lively_club, player, stacks

ASSETS = {name: f"assets/{name}" for name in (*SHIPPED, "plotly.min.js")}
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
    known = {field.name for field in fields(PAGES[template])} | {"parts", "once", "_"}
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
    page = ROOT / "docs" / "templates.md"
    assert template_reference() in page.read_text()
    assert Cog().main(["cog", "--check", str(page)]) == 0, "run make docs"


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
    page = next(page.context for page in pages(setting) if page.template == "leaderboard.html")
    board = variables(page)["boards"][0]
    listed = {row.names[0].text for row in board.rows}
    unlisted = {row.names[0].text for row in board.unlisted}
    assert listed
    assert not listed & unlisted
    assert board.scale[1] == "0"


def test_a_part_of_the_log_is_judged_by_what_setups_give_over_all_games() -> None:
    club = replace(lively_club(20), seasons={"Spring & autumn": ("2026-08-01", "2026-12-31")})
    setting = Setting(gather(club), "en", ("en",), ASSETS)
    parts = leaderboard_parts(setting)
    found = [leaderboard_page(setting, part, parts) for part in parts]
    made = {page.path: variables(page.context) for page in found}
    assert "leaderboard/season-spring-autumn.html" in made
    season = made["leaderboard/season-spring-autumn.html"]
    assert season["heading"] == "Season Spring & autumn"
    board = season["boards"][0]
    chosen = [
        (play, residual_of(play, setting.expected))
        for play in setting.log.plays
        if play.date and "2026-08-01" <= play.date <= "2026-12-31"
    ]
    for row in board.rows:
        own = [
            value
            for play, value in chosen
            if value is not None
            and row.names[0].text in {setting.log.names[id_] for id_ in play.people}
        ]
        assert row.value == words.signed(sum(own) / (len(own) + 10), 1)
    links = [link for group in season["choices"] for link in group.links]
    assert [link.text for link in links if link.current] == ["Spring & autumn"]


def test_line_ups_are_exact_sets_without_guests(setting: Setting) -> None:
    page = next(page.context for page in pages(setting) if page.template == "lineups.html")
    board = variables(page)["board"]
    named = {frozenset(name.text for name in row.names) for row in (*board.rows, *board.unlisted)}
    tables = {
        frozenset(setting.log.names[player.id] for player in game.players)
        for game in setting.log.games
        if game.counted and not game.guests
    }
    assert named
    assert named <= tables
    for streak in variables(page)["streaks"]:
        assert frozenset(name.text for name in streak.names) in tables


def test_the_grid_shows_baselines_from_five_games_on(setting: Setting) -> None:
    rules = next(page.context for page in pages(setting) if page.template == "rulesets.html")
    grid = variables(rules)["grid"]
    setups = setting.expected.setups
    counts = sorted({seats for _ruleset, seats in setups})
    assert len(grid.columns) == len(counts)
    for row in grid.rows:
        for seats, cell in zip(counts, row.cells, strict=True):
            baseline = setups.get((row.spec, seats))
            if baseline is None:
                assert (cell.value, cell.games) == ("", "")
            elif baseline.n < 5:
                assert cell.value == "–"
            else:
                assert cell.value == f"{baseline.m:.1f}"


def test_a_run_nobody_broke_says_when_they_last_played(setting: Setting) -> None:
    page = next(page.context for page in pages(setting) if page.template == "lineups.html")
    running = [row for row in variables(page)["streaks"] if row.running]
    assert running
    for row in running:
        assert row.running.startswith("not broken so far, last played ")
        assert row.running.endswith(("2025", "2026"))


def test_the_order_of_rates_is_that_of_a_printed_number() -> None:
    setting = Setting(gather(lively_club(40)), "en", ("en",), ASSETS)
    page = next(page.context for page in pages(setting) if page.template == "figures.html")
    for view in variables(page)["rates"]:
        assert view.more == ("Sorted by",)
        keys = [float(row.more[0].rstrip("%")) for row in view.rows]
        assert keys == sorted(keys, reverse=True)
        assert "sorted by the share" in view.notes[0]


def _uneven_club() -> Club:
    """Eight games in the means, one that only has an outcome, one excluded, one without a date."""
    end, table = EndState(stacks("basic", (5, 4, 4, 3, 2))), group(1, "Tuesday table")
    people = [player(1, "Ann"), player(2, "Bo")]
    days = [f"2026-03-{n:02}" for n in range(1, 11)]
    games = [game(n, end, people, day=day, table=table) for n, day in enumerate(days, 1)]
    games[8] = game(9, EndState(outcome="finished"), people, day=days[8], table=table)
    games[9] = replace(games[9], excluded="a lesson")
    return club_of([*games, game(11, end, people, day=None, table=table)])


def test_where_two_counts_meet_the_page_says_why() -> None:
    made = {
        page.path: page.context
        for page in pages(Setting(gather(_uneven_club()), "en", ("en",), ASSETS))
    }
    assert variables(made["figures.html"])["lede"] == (
        "11 games logged; 10 of them count, 9 with points to compare."
    )
    for path in ("index.html", "figures.html", "groups/tuesday-table.html", "people/ann.html"):
        games, *rest = variables(made[path])["figures"]
        mean = next(figure for figure in rest if figure.label == "Points, mean")
        assert games.value == "10"
        assert games.note.endswith("1 more excluded or abandoned")
        assert mean.note.endswith("9 games, 1 without points to compare")


def test_a_game_without_a_date_is_never_the_newest() -> None:
    made = {
        page.path: page.context
        for page in pages(Setting(gather(_uneven_club()), "en", ("en",), ASSETS))
    }
    for path in ("index.html", "groups/tuesday-table.html", "people/ann.html"):
        latest = variables(made[path])["latest"]
        assert latest
        assert all(card.day != "No date" for card in latest)
    undated = variables(made["sessions/undated-tuesday-table.html"])
    assert (undated["earlier"], undated["later"]) == (None, None)
    assert variables(made["sessions/2026-03-01-tuesday-table.html"])["earlier"] is None
    assert variables(made["sessions/2026-03-10-tuesday-table.html"])["later"] is None
    rows = variables(made["people/index.html"])["rows"]
    assert {row.last for row in rows} == {"Last played Tue 10 Mar 2026"}
    sessions = variables(made["groups/tuesday-table.html"])["sessions"]
    assert sessions[0].day == "Tue 10 Mar 2026"


def test_a_session_counts_its_guests() -> None:
    ann, bo = player(1, "Ann"), player(2, "Bo")
    end = EndState(stacks("basic", (4, 4, 4, 4, 4)))
    club = club_of([game(1, end, [ann, bo, None]), game(2, end, [ann, bo])], [ann, bo])
    setting = Setting(gather(club), "en", ("en",), ASSETS)
    made = {page.template: variables(page.context) for page in pages(setting)}
    assert made["home.html"]["hero"].setup == "Last session: 2 games, 2 people and 1 guest"
    assert made["session.html"]["setup"] == "2 games, 2 people and 1 guest"


def test_a_line_up_without_an_interval_says_why() -> None:
    ann, bo = player(1, "Ann"), player(2, "Bo")
    end = EndState(stacks("basic", (4, 4, 4, 4, 3)))

    def interval(*days: str) -> str:
        games = [game(n, end, [ann, bo], day=day) for n, day in enumerate(days, 1)]
        setting = Setting(gather(club_of(games, [ann, bo])), "en", ("en",), ASSETS)
        page = next(page.context for page in pages(setting) if page.template == "lineups.html")
        return str(variables(page)["board"].rows[0].interval)

    assert interval(*["2026-11-01"] * 5) == "one session, no interval"
    assert interval(*(f"2026-11-0{n}" for n in range(1, 6))) == "no spread, no interval"


def test_the_first_board_explains_its_stems(setting: Setting) -> None:
    page = next(page.context for page in pages(setting) if page.template == "leaderboard.html")
    board = variables(page)["boards"][0]
    assert [entry.text for entry in board.key] == [
        "points above expectation, joined to zero; this is no interval"
    ]
    assert not any(row.interval for row in board.rows)


def test_a_ruleset_goes_by_its_title_on_its_card(setting: Setting) -> None:
    page = next(page for page in pages(setting) if page.template == "rulesets.html")
    html = Renderer().render(page.template, page.context).decode()
    for card in variables(page.context)["cards"]:
        assert f"<h2>{escape(card.title or card.spec)}</h2>" in html


def test_a_card_answers_for_its_sum(setting: Setting) -> None:
    cards = [setting.cards.card(found) for found in setting.log.games]
    for card in cards:
        assert {field.name: getattr(card, field.name) for field in fields(card.sum)}
        assert card.points == card.sum.points
        with pytest.raises(AttributeError):
            _ = card.pionts
        assert copy(card) == card
    again = [setting.cards.card(found) for found in setting.log.games]
    assert all(one.sum is other.sum for one, other in zip(cards, again, strict=True))
