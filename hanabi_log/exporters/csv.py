"""The log as a sheet: the columns that `import` reads, one game a row.

A sheet is for people: the total is always filled in where there is one. Cells that a
spreadsheet would run as a formula get an apostrophe, which `import` takes off again, and so
does somebody who is called like a word for a guest.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from hanabi_log.importers.cells import defuse, defuse_name
from hanabi_log.importers.columns import FIELDS, SUITS
from hanabi_log.names import GUEST_WORDS, split_names
from hanabi_log.records import Game, Player

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

GUEST = GUEST_WORDS[0]
_CONTROLS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""What no sheet can hold and a terminal would obey; line ends and tabs are neither."""


def write(export: Export, stream: TextIO) -> None:
    """Write the headings and one row for each game, in their order.

    Everybody stands in one cell, or in a column each where a name holds a separator.
    """
    games = export.games
    most = max((len(game.seats) for game in games), default=0) if _need_columns(games) else 0
    people = [f"player{number}" for number in range(1, most + 1)] or ["players"]
    headings = [
        heading for field in FIELDS for heading in (people if field == "players" else [field])
    ]
    # With both characters in the line end, both are quoted inside a cell.
    writer = csv.DictWriter(stream, headings, restval="", lineterminator="\r\n")
    writer.writeheader()
    for game in games:
        names = [_name(player) for player in game.seats]
        cells = dict(zip(people, names, strict=False)) if most else {"players": ", ".join(names)}
        writer.writerow(
            {
                heading: _cell(cell) if isinstance(cell, str) else cell
                for heading, cell in {**cells, **_facts(game)}.items()
            }
        )


def _facts(game: Game) -> dict[str, str | int | None]:
    end, result = game.end, game.result
    # A house suit has no column; its game keeps the total alone.
    stacks = end.stacks if end.stacks and set(end.stacks) <= set(SUITS) else None
    return {
        "date": game.date,
        "group": game.group.name if game.group else None,
        "guests": game.guests or None,
        "ruleset": game.ruleset,
        **(stacks or {}),
        "strikes": end.strikes,
        "total": end.total if end.stacks is None else result.points,
        "outcome": result.outcome,
        "hints": end.hints,
        "deck": end.deck,
        "minutes": game.minutes,
        "talk": game.talk,
        "place": game.place,
        "note": game.note,
        "tags": " ".join(game.tags),
        "id": game.id,
    }


def _need_columns(games: Sequence[Game]) -> bool:
    return any(
        split_names(name) != (name,)
        for game in games
        for name in (_name(player) for player in game.players)
    )


def _name(player: Player | None) -> str:
    return GUEST if player is None else defuse_name(player.name)


def _cell(text: str) -> str:
    return defuse(_CONTROLS.sub("\ufffd", text))
