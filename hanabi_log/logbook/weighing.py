"""Which of two states of one thing is to be believed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from hanabi_log.mentions import GAP
from hanabi_log.storage.whole import Version, Versions

_SHOWN: Mapping[str | None, int] = {"full": 0, None: 1, "initials": 2, "alias": 3, "hidden": 4}
"""How little is published about somebody, least strict first."""


def newer(one: Version, other: Version) -> Version:
    """The version that wins: the later one. Of equally old ones a removal, then the one
    that says whom a person turned out to be, then the one out of which more people were
    taken, then the one with the larger digest.

    An erased person is taken out of states that stay as old as they are, and their name is
    known to nobody afterwards: only so a note that still has it stays what it was made.
    """
    if one.state == other.state:
        return one if one.at >= other.at else other
    return max(one, other, key=_weight)


def agree(mine: Versions, theirs: Versions) -> Versions:
    """Everything that either log holds, each in the version that wins, in the order of ids."""
    return {
        id: newer(mine[id], theirs[id])
        if id in mine and id in theirs
        else mine.get(id) or theirs[id]
        for id in sorted(mine.keys() | theirs.keys())
    }


def joined(stays: Version, goes: Version, fields: Iterable[str]) -> Version:
    """The version of a thing that another one turned out to be.

    Where it says nothing, the other is heard, and of both the stricter wish not to be
    published holds.
    """
    here, there = stays.state or {}, goes.state or {}
    state: dict[str, Any] = dict(here)
    for field in fields:
        if state.get(field) is None:
            state[field] = there.get(field)
    wishes = (here.get("visibility"), there.get("visibility"))
    state["visibility"] = max(wishes, key=lambda wish: _SHOWN[wish])
    if state == here:
        return stays
    # Newer than both, so that either of them is known to be older when it comes again.
    return Version(state, max(stays.at, goes.at) + 1)


def agree_on_seen(mine: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, str]:
    """What sources said about the games of either log, as JSON by the game's id."""
    return {**mine, **{id: max(mine.get(id, ""), text, key=_said) for id, text in theirs.items()}}


def is_without_people(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a state of a game is another one out of whose words names were taken, but for
    the name of its source. Seats are the same: whoever was erased is in none of either log."""
    here, there = ({k: v for k, v in state.items() if k != "source"} for state in (one, other))
    return here.keys() == there.keys() and all(_is_gapped(here[key], there[key]) for key in here)


def _is_gapped(one: Any, other: Any) -> bool:
    if one == other:
        return True
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_gapped, one, other))
    if isinstance(one, str) and isinstance(other, str):
        around = ".+".join(map(re.escape, one.split(GAP)))
        return re.fullmatch(around, other, re.DOTALL) is not None
    return False


def _said(seen: str) -> tuple[int, str]:
    return seen.count(GAP) + seen.count("null"), seen


def _weight(version: Version) -> tuple[int, int, int, str]:
    state = version.state or {}
    settled = 2 if version.state is None else 1 if state.get("merged_into") else 0
    gaps = version.content.count(GAP) + [*(state.get("seats") or ())].count(None)
    return version.at, settled, gaps, hashlib.sha256(version.content.encode()).hexdigest()
