"""Our own interchange format: one game a line, and nothing lost.

A line has the keys that `show --json` has. Guests keep their seats, as null among the
players. Where those keys do not give a game back exactly, further ones hold the rest, so
that reading the file into an empty log gives the same games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TextIO

from hanabi_log.exporters.definitions import unshipped
from hanabi_log.games.hanabi.endstate import with_outcome
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.importers.jsonl import RETIRED
from hanabi_log.records import Game

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

_write = json.JSONEncoder(ensure_ascii=False).encode
_RAW_CONTROLS = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON may hold as it is, though a terminal obeys it or an editor breaks the line there."""


def write(export: Export, stream: TextIO) -> None:
    """Write one line for each game, in their order."""
    for line in _lines(export):
        stream.write(_RAW_CONTROLS.sub(_escaped, _write(line)) + "\n")


def documents(export: Export) -> list[dict[str, Any]]:
    """The games as the values of their lines."""
    return [*_lines(export)]


def _lines(export: Export) -> Iterator[dict[str, Any]]:
    definitions = unshipped(export.rules)
    for game in export.games:
        line = line_of(game, export.rules[game.digest], definitions)
        yield line | _retired(game) if export.public else line


def _retired(game: Game) -> dict[str, list[str]]:
    """Who of a public game is on no board any more, under a key of its own."""
    names = [player.name for player in game.players if player.retired]
    return {RETIRED: names} if names else {}


def line_of(
    game: Game, rules: Ruleset, definitions: Mapping[str, Ruleset] | None = None
) -> dict[str, Any]:
    """A game under its keys, and under up to three more where they say something new.

    `said` is the outcome that was told, where `outcome` does not give it back; `total` is the
    number that was told, where the points do not; `definition` are the rules, where they are
    among `definitions` (by digest).
    """
    line = {**game.as_json(), "players": [player and player.name for player in game.seats]}
    end, result = game.end, game.result
    if end.outcome != with_outcome(end, rules, result.outcome).outcome:
        line["said"] = end.outcome
    given_back = None if end.stacks is not None else result.points
    if end.stacks is None and result.points is None:
        given_back = result.score
    if end.total != given_back:
        line["total"] = end.total
    if definitions and game.digest in definitions:
        line["definition"] = definitions[game.digest].as_definition()
    return line


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
