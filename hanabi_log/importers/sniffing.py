"""What kind of file it is, told by how it begins.

Names of files say little, so only content counts. Files of other programs that hold no
plays are recognised too, since whoever exported the wrong list should be told which one.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.importers.hanablive import is_hanablive
from hanabi_log.importers.league import is_league
from hanabi_log.importers.reading import TextFile

Format = Literal[
    "csv",
    "xlsx",
    "ods",
    "jsonl",
    "bgstats",
    "bgg-xml",
    "bgg-csv",
    "bgg-json",
    "hanablive",
    "league",
]
FORMATS: tuple[Format, ...] = get_args(Format)
"""What can be read."""
WORKBOOKS: frozenset[Format] = frozenset(("xlsx", "ods"))
"""Formats that are no text."""
DOCUMENTS: frozenset[Format] = frozenset(("bgstats", "bgg-xml", "bgg-json"))
"""Formats of which a file makes sense only as a whole; the others are read by lines."""
LINES_OR_WHOLE: frozenset[Format] = frozenset(("hanablive",))
"""Formats that are read by lines where a file has lines, and as a whole where it has one."""
UNSAID_RULES: frozenset[Format] = frozenset(("bgstats", "bgg-xml", "bgg-csv", "bgg-json"))
"""Formats whose games were logged without a thought of rulesets: unsaid, they are unknown."""

_GAME_KEYS = {"stacks", "score", "points", "total", "outcome", "said"}
"""A line of ours says how a game ended under one of these."""
_PREFIX = re.compile(r"(?:var|let|const)\s+\w+\s*=\s*")
_ROOT = re.compile(r"<(?!\?|!--|!DOCTYPE)([\w:.-]+)")


def sniff(text: TextFile) -> Format:
    """The format that the beginning of a file shows.

    Raises InvalidInput if it shows none, and names what holds no plays as what it is.
    """
    start = text.head.lstrip("\ufeff \t\r\n")
    if is_hanablive(start):
        return "hanablive"
    if start.startswith("<"):
        found = _xml(start)
    elif start.startswith(("{", "[")) or _PREFIX.match(start):
        found = _json(start)
    else:
        found = _sheet(start)
    if found in FORMATS:
        return found
    if found in _NO_PLAYS:
        raise InvalidInput(
            _("{file} holds no plays").format(file=text.path),
            [Problem(_NO_PLAYS[found](), file=text.path)],
        )
    raise InvalidInput(
        _("{file} is in no format that is known here").format(file=text.path),
        [
            Problem(
                _("Read are {names}; name one with --format").format(names=", ".join(FORMATS)),
                file=text.path,
            )
        ],
    )


Other = Literal["bgg-collection", "nemestats-players"]


def _collection() -> str:
    return _(
        "It is a collection of BoardGameGeek: the games that somebody owns or rates. Export the"
        " plays instead"
    )


def _members() -> str:
    return _("It is a list of players of NemeStats. Export the played games instead")


_NO_PLAYS: Mapping[Format | Other | None, Callable[[], str]] = {
    "bgg-collection": _collection,
    "nemestats-players": _members,
}


def _xml(start: str) -> Format | Other | None:
    root = _ROOT.search(start)
    if root is None:
        return None
    if root[1] == "plays":
        return "bgg-xml"
    # The site's other lists have roots of the same name, but not these attributes.
    return "bgg-collection" if root[1] == "items" and _has(start, "collid", "numplays") else None


def _json(start: str) -> Format | Other | None:
    if _is_game(start):
        return "jsonl"
    if _has(start, "gameRefId", "playerScores", "isBaseGame", "isAnonymous", "deletedObjects"):
        return "bgstats"
    if _has(start, "plays") and _has(start, "games") and _has(start, "players"):
        return "bgstats"
    if _has(start, "collid", "numplays") and _has(start, "item", "items", "objectid"):
        return "bgg-collection"
    if _has(start, "nowinstats", "-nowinstats", "@nowinstats", "_nowinstats"):
        return "bgg-json"
    if _PREFIX.match(start) or (_has(start, "plays") and _has(start, "play")):
        return "bgg-json"
    if _has(start, "playerId", "PlayerId") and _has(start, "playerName", "PlayerName"):
        return "nemestats-players"
    # A broken first line is one bad row of ours if it says how a game ended.
    line = start.split("\n", 1)[0]
    return "jsonl" if any(f'"{key}"' in line for key in _GAME_KEYS) else None


def _sheet(start: str) -> Format | Other | None:
    try:
        row = next(csv.reader(start.splitlines()), [])
    except csv.Error:
        return "csv"
    headings = {heading.strip().casefold() for heading in row}
    if {"play id", "game id"} <= headings:
        return "bgg-csv"
    if is_league(start):
        return "league"
    if {"objectname", "objectid"} <= headings and headings & {"own", "collid", "numplays"}:
        return "bgg-collection"
    if {"playerid", "playername"} <= {heading.replace(" ", "") for heading in headings}:
        return "nemestats-players"
    return "csv"


def _has(start: str, *names: str) -> bool:
    """Whether one of the names stands there as a key or as an attribute."""
    either = "|".join(map(re.escape, names))
    return (
        re.search(rf'"(?:{either})"\s*:|[\s"\'](?:{either})=|<(?:{either})[\s>]', start) is not None
    )


def _is_game(start: str) -> bool:
    try:
        found = json.loads(start.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and not _GAME_KEYS.isdisjoint(found)
