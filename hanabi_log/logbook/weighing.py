"""Which of two states of one thing is to be believed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from hanabi_log.storage.whole import Version, Versions

_SHOWN: Mapping[str | None, int] = {"full": 0, None: 1, "initials": 2, "alias": 3, "hidden": 4}
"""How little is published about somebody, least strict first."""


def newer(one: Version, other: Version) -> Version:
    """The version that wins: the later one. Of equally old ones a removal, then the one
    that says whom a person turned out to be, then the one with the larger digest."""
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


def _weight(version: Version) -> tuple[int, int, str]:
    settled = 2 if version.state is None else 1 if version.state.get("merged_into") else 0
    return version.at, settled, hashlib.sha256(version.content.encode()).hexdigest()
