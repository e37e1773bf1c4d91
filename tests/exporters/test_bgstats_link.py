"""Links into the BG Stats app: what it is told about a game."""

from __future__ import annotations

import io
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from hanabi_log.exporters.registry import Export, documents, write
from hanabi_log.logbook.log import stored_rulesets
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, open_club


def plays(**said: Any) -> list[dict[str, Any]]:
    """What the links of a log with one game hold."""
    with open_club(":memory:") as log:
        add(log, **said)
        export = Export(load_games(log.connection), stored_rulesets(log))
    stream = io.StringIO()
    write(export, "bgstats-link", stream)
    links = stream.getvalue().splitlines()
    assert documents(export, "bgstats-link") == [{"id": export.games[0].id, "link": links[0]}]
    found = []
    for link in links:
        address = urlsplit(link)
        assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
        found.append(json.loads(parse_qs(address.query)["data"][0]))
    return found


def test_a_game_is_one_play_of_hanabi() -> None:
    (play,) = plays(
        stacks="54432",
        players="Mina & 준, guest",
        strikes=1,
        date="2026-05-02",
        minutes=30,
        place="Café #1",
        note="50 % & more",
    )
    assert play["game"]["bggId"] == 98778
    assert (play["playDate"], play["durationMin"]) == ("2026-05-02 10:00:00", 30)
    assert (play["location"], play["comments"]) == ("Café #1", "50 % & more")
    assert [seat["name"] for seat in play["players"]] == ["Mina", "준", "Guest 3"]
    assert {seat["score"] for seat in play["players"]} == {18}
    assert {seat["winner"] for seat in play["players"]} == {False}
    assert len({seat["sourcePlayerId"] for seat in play["players"]}) == 3
    assert "board" not in play


@pytest.mark.parametrize(
    ("said", "score", "won"),
    [
        ({"stacks": "55555"}, 25, True),
        ({"stacks": "54432", "strikes": 3}, 0, False),
        ({"stacks": "54432", "strikes": 3, "ruleset": "cocktail"}, 18, False),
        ({"stacks": "", "strikes": None, "outcome": "abandoned"}, None, False),
    ],
)
def test_the_table_wins_and_scores_together(
    said: dict[str, Any], score: int | None, won: bool
) -> None:
    (play,) = plays(**said)
    assert play["game"]["noPoints"] == (score is None)
    assert {seat.get("score") for seat in play["players"]} == {score}
    assert {seat["winner"] for seat in play["players"]} == {won}
    assert play.get("board") == said.get("ruleset")
