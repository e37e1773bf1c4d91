"""Plays of BoardGameGeek as the JSON that converters make of the site's XML.

Converters differ in how they spell an attribute (`-date`, `@date`, under `$` …), write a
lone object where a list is meant, and may put `var plays =` before it all. All those
spellings are undone here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hanabi_log.errors import Problem, unreadable
from hanabi_log.i18n import _
from hanabi_log.importers.bgg import Item, read_play
from hanabi_log.importers.plays import load_json, objects
from hanabi_log.records import Draft

_SCRIPT = re.compile(r"\s*(?:var|let|const)\s+\w+\s*=\s*")
_GROUPS = ("$", "@attributes", "_attributes", "attributes", "attr", "@")
_TEXTS = ("#text", "$t", "_text", "__text", "_", "text", "value")
_DEEPEST = 6


def read(text: str, *, file: str) -> Iterator[Item]:
    """The items of a document; a play is counted as a line.

    Raises InvalidInput where it is no JSON or has no plays in it.
    """
    text = text.removeprefix("\ufeff")
    if match := _SCRIPT.match(text):
        # Line breaks stay, so that lines count as they do in the file.
        text = "\n" * match[0].count("\n") + text[match.end() :].rstrip().rstrip(";")
    found = _plays(load_json(text, file), _DEEPEST)
    if found is None:
        raise unreadable(file, _("There are no plays in it"), field="plays")
    for number, play in objects(found, file):
        if play is not None:
            yield from read_play(_flat(play), file, number)
        else:
            message = _("A play is an object with keys")
            yield Problem(message, "play", "error", file, number)
            yield Draft(played=True, file=file, line=number)


def _plays(found: Any, depth: int) -> list[Any] | None:
    """The plays somewhere in a document, None if it has no place for them."""
    if depth == 0:
        return None
    if isinstance(found, list):
        # Several answers of the site in one list, or the plays themselves.
        parts = [_plays(one, depth - 1) for one in found if _has_plays(one)]
        return [play for part in parts for play in part or []] if parts else found
    if not isinstance(found, Mapping):
        return None
    for key in ("plays", "play"):
        if key in found:
            inner = found[key]
            if key == "play":
                return inner if isinstance(inner, list) else [inner]
            return [] if inner is None else _plays(inner, depth - 1)
    if any(key.lstrip("-@_$") in ("total", "username") for key in found):
        return []
    return [found] if "item" in found else None


def _has_plays(found: Any) -> bool:
    return isinstance(found, Mapping) and ("plays" in found or "play" in found)


def _flat(play: Mapping[str, Any]) -> dict[str, Any]:
    """The play with plain names, the item's name and number beside its own attributes."""
    flat = _plain(play)
    item = _lone(flat.pop("item", None))
    if isinstance(item, Mapping):
        named = _plain(item)
        flat.update(name=named.get("name"), objectid=named.get("objectid"))
    comments = _lone(flat.get("comments"))
    if isinstance(comments, Mapping):
        comments = next((comments[key] for key in _TEXTS if key in comments), None)
    flat["comments"] = comments
    people = _lone(flat.get("players"))
    if isinstance(people, Mapping) and "player" in people:
        people = people["player"]
    listed = people if isinstance(people, list) else [] if people in (None, "") else [people]
    flat["players"] = [_plain(one) if isinstance(one, Mapping) else one for one in listed]
    return flat


def _lone(found: Any) -> Any:
    """What stands in a list of one, which some converters make of every element."""
    return found[0] if isinstance(found, list) and len(found) == 1 else found


def _plain(node: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a node under their plain names."""
    merged = dict(node)
    for group in _GROUPS:
        if isinstance(inner := merged.get(group), Mapping):
            del merged[group]
            merged.update(inner)
    return {key.lstrip("-@_$"): value for key, value in merged.items()}
