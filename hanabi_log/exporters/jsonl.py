"""Our own interchange format: one game a line, and nothing lost.

A line has the keys that `show --json` has. Guests keep their seats, as null among the
players. Two keys more hold what was said and not computed, so that reading the file into
an empty log gives the same games.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from hanabi_log.records import Game

_write = json.JSONEncoder(ensure_ascii=False).encode


def write(games: Iterable[Game], stream: TextIO) -> None:
    """Write one line for each game, in their order."""
    for game in games:
        stream.write(_write(line_of(game)) + "\n")


def line_of(game: Game) -> dict[str, Any]:
    """A game under its keys; `said` is the outcome that was told, `total` the number."""
    return {
        **game.as_json(),
        "players": [player and player.name for player in game.seats],
        "said": game.end.outcome,
        "total": game.end.total,
    }
