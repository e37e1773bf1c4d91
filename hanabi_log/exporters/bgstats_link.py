"""Links that put one game into the BG Stats app on a phone: whoever taps one is asked by the
app whether to keep the play.

The app takes a play as JSON in the address. A cooperative game has one result for the whole
table, so everybody gets the same score and wins or loses together.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from hanabi_log.i18n import _
from hanabi_log.records import Game, Player

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_ID = 98778
"""Hanabi at BoardGameGeek, by which the app finds the game."""
NO_TIME = "10:00:00"
"""The hour that the app itself writes where nobody said one."""
_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(export: Export, stream: TextIO) -> None:
    """Write one link a line, in the order of the games."""
    for game in export.games:
        stream.write(link_of(game) + "\n")


def documents(export: Export) -> list[dict[str, Any]]:
    """The link of each game, beside its id."""
    return [{"id": game.id, "link": link_of(game)} for game in export.games]


def link_of(game: Game) -> str:
    """The address that gives this game to the app."""
    return ADDRESS + quote(_write(play_of(game)), safe="")


def play_of(game: Game) -> dict[str, Any]:
    """The game under the names that the app expects; what nobody wrote down is left out.

    The score is the game's, or its points where the rules give none.
    """
    result = game.result
    score = result.points if result.score is None else result.score
    won = result.outcome == "perfect"
    play: dict[str, Any] = {
        "sourceName": "hanabi-log",
        "sourcePlayId": game.id,
        "game": {
            "name": "Hanabi",
            "sourceGameId": f"hanabi:{game.ruleset}",
            "bggId": BGG_ID,
            "highestWins": True,
            "noPoints": score is None,
        },
        "players": [
            _seat(player, number, score, won) for number, player in enumerate(game.seats, 1)
        ],
    }
    told = {
        "playDate": f"{game.date} {NO_TIME}" if game.date else None,
        "location": game.place,
        "durationMin": game.minutes,
        "board": None if game.ruleset == "basic" else game.ruleset,
        "comments": game.note,
    }
    return play | {key: value for key, value in told.items() if value is not None}


def _seat(player: Player | None, number: int, score: int | None, won: bool) -> dict[str, Any]:
    seat: dict[str, Any] = {
        "name": player.name if player else _("Guest {n}").format(n=number),
        "sourcePlayerId": player.id if player else f"guest-{number}",
        # The app for Android stops at a play that lacks one of these two.
        "startPlayer": False,
        "winner": won,
    }
    return seat if score is None else {**seat, "score": score}
