"""A game as a short TOML text, to be changed in an editor and read back.

Every field stands in it, those without a value as comments. What is not said any more
when the text comes back is cleared, so the text is the game and no list of orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.editing import draft_of
from hanabi_log.names import GUEST_WORDS, is_guest, split_names
from hanabi_log.records import Game

_NUMBERS = ("strikes", "total", "hints", "deck", "minutes")
_LISTS = ("players", "tags")
FIELDS = (
    *("date", "group", "players", "ruleset", "stacks", "strikes", "outcome", "total", "hints"),
    *("deck", "discards", "minutes", "talk", "place", "note", "tags", "excluded"),
)
"""The fields of a game in the order of the text."""


def game_text(game: Game) -> str:
    """The game as a text to edit."""
    values = _values_of(game)
    lines = [
        "# " + _("Change what is wrong, save, and close the editor."),
        "# " + _("A line that is taken out, or stays a comment, leaves its field empty."),
        "",
    ]
    for field in FIELDS:
        value = values[field]
        lines.append(f"# {field} =" if _said(value) is None else f"{field} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def read_game_text(table: Mapping[str, Any], game: Game) -> tuple[dict[str, Any], list[Problem]]:
    """The fields of Draft that a text, read as TOML, changes, and what does not fit."""
    problems = [
        Problem(_("Unknown key; there are {keys}").format(keys=", ".join(FIELDS)), key)
        for key in table
        if key not in FIELDS
    ]
    before, changes = _values_of(game), dict[str, Any]()
    for field in FIELDS:
        value = table.get(field)
        if field == "players" and isinstance(value, str):
            value = [GUEST_WORDS[0] if name is None else name for name in split_names(value)]
        if field == "date" and isinstance(value, date):
            value = value.isoformat()
        if unfit := _unfit(field, value):
            problems.append(Problem(unfit, field))
        elif _said(value) != _said(before[field]):
            changes[field] = _drafted(field, value)
    return changes, problems


def _values_of(game: Game) -> dict[str, Any]:
    draft = draft_of(game)
    values: dict[str, Any] = {field: getattr(draft, field) for field in FIELDS}
    stacks = game.end.stacks
    return {
        **values,
        "players": [GUEST_WORDS[0] if name is None else name for name in draft.players],
        "stacks": stacks and " ".join(f"{code}{last}" for code, last in stacks.items()),
        "tags": list(draft.tags),
    }


def _said(value: Any) -> Any:
    return None if value == "" or value == [] else value


def _unfit(field: str, value: Any) -> str | None:
    if value is None:
        return None
    fits: Callable[[Any], bool]
    if field in _NUMBERS:
        fits, wanted = _is_number, _("a whole number")
    elif field in _LISTS:
        fits, wanted = _is_list, _("a list of texts")
    else:
        fits, wanted = _is_text, _("a text")
    if fits(value):
        return None
    return _("{found} does not fit; allowed: {allowed}").format(found=repr(value), allowed=wanted)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _drafted(field: str, value: Any) -> Any:
    if field == "players":
        return tuple(None if is_guest(name) else name for name in value or ())
    if field == "tags":
        return tuple(value or ())
    return value if value != "" else None


def _toml(value: str | int | list[str]) -> str:
    # JSON and TOML write numbers, lists and texts alike, but for the sign of deletion.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
