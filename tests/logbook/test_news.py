"""The news that `add` looks up are those that all earlier games give."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_log.config import Config, Place
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.log import open_log
from hanabi_log.logbook.news import news_of
from hanabi_log.records import Draft
from hanabi_log.rulebook import Rulebook
from hanabi_log.stats.plays import play_of
from hanabi_log.storage.games import load_games
from tests.stats.earlier import news_after
from tests.stats.making import plays_of

NOW = datetime(2026, 11, 28, 21, 0)
RULES = Rulebook()

STACKS = {
    "basic": ("55555", "54432", "55554", "11000", "55550"),
    "basic+black": ("555551", "555555", "544322"),
    "cocktail+expert": ("55555", "54432"),
}


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    ruleset = draw(st.sampled_from(sorted(STACKS)))
    stacks = draw(st.sampled_from(STACKS[ruleset]))
    complete = stacks in ("55555", "555551")
    people = draw(st.permutations(("Mina", "Jun", "Ara")))[: draw(st.integers(0, 3))]
    guests = draw(st.integers(0, 1)) if people else 0
    if len(people) + guests == 1:
        guests += 1
    return Draft(
        date=draw(st.sampled_from(("2026-11-01", "2026-11-02", "2026-11-03"))),
        group=draw(st.sampled_from(("Tuesday table", "Friday"))),
        ruleset=ruleset,
        players=tuple(people),
        guests=guests,
        stacks=stacks,
        strikes=0 if complete else draw(st.sampled_from((0, 3))),
        excluded=draw(st.sampled_from((None, None, None, "rules misread"))),
    )


@settings(max_examples=40)
@given(st.lists(drafts(), min_size=1, max_size=12))
def test_looked_up_news_equal_computed_news(games: list[Draft]) -> None:
    with TemporaryDirectory() as folder:
        place = Place(str(Path(folder) / "club.db"), "", Config())
        for number, draft in enumerate(games):
            with open_log(place, NOW + timedelta(minutes=number), create=True) as log:
                game = add_game(log, draft, new=True).game
                everything = load_games(log.connection)
                before = plays_of(
                    [one for one in everything if one.id != game.id],
                    lambda one: RULES.ruleset(one.ruleset),
                )
                new = play_of(game, RULES.ruleset(game.ruleset))
                names = {player.id: player.name for player in game.players}
                expected = tuple(one.text for one in news_after(before, new, names))
                assert news_of(log, game) == expected


def test_games_without_a_date_are_the_oldest(tmp_path: Path) -> None:
    """They neither end a run of perfect games nor hide that a later one is there."""
    place = Place(str(tmp_path / "club.db"), "", Config())
    perfect = Draft(group="Friday", ruleset="basic", players=("Mina", "Jun"), stacks="55555")
    with open_log(place, NOW, create=True) as log:
        for minutes, day in ((0, "2026-11-02"), (1, "2026-11-03")):
            draft = perfect._replace(date=day, strikes=0)
            first = add_game(log._replace(now=NOW + timedelta(minutes=minutes)), draft, new=True)
        log.connection.execute("UPDATE games SET date = NULL WHERE date = '2026-11-02'")
        assert "2 perfect games in a row." in news_of(log, first.game)
        log.connection.execute("UPDATE games SET date = NULL")
        later = perfect._replace(date="2026-11-01", strikes=0)
        assert "3 perfect games in a row." in news_of(log, add_game(log, later, new=True).game)
        dateless = replace(first.game, date=None)
        assert not any("in a row" in text for text in news_of(log, dateless))
