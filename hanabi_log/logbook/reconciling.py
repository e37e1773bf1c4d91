"""What two logs come to together, whichever of them is asked.

Pure functions of both: the newer state of a thing wins, of equally old ones the one with
the larger digest, so that the order of the two never matters and a second time changes
nothing. What has one name or one source is one thing, under the smaller of its ids.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hanabi_log.logbook.reconciling_people import agree_on_people
from hanabi_log.logbook.weighing import agree, joined, newer
from hanabi_log.names import key_of
from hanabi_log.storage.whole import Version, Versions, Whole, state_in

State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What both logs hold when they have been merged.

    A version without a state is a thing that is to be gone. `one_person` lists ids of
    people who are one (the one that goes, the one that stays), `two_names` the people who
    had to get another name.
    """

    players: Versions
    groups: Versions
    games: Versions
    matches: Versions
    one_person: tuple[tuple[str, str], ...]
    two_names: tuple[str, ...]


def reconcile(mine: Whole, theirs: Whole) -> Agreed:
    """What two logs come to; the same whichever comes first."""
    groups, moved = _agree_on_groups(mine.groups, theirs.groups)
    games = _once_by_source(agree(_in_groups(mine.games, moved), _in_groups(theirs.games, moved)))
    matches = agree(_in_groups(mine.matches, moved), _in_groups(theirs.matches, moved))
    things = [version.state for version in (*games.values(), *matches.values()) if version.state]
    groups = _kept(groups, {thing.get("group") for thing in things}, mine.groups, theirs.groups)
    seated = {seat for thing in things for seat in thing.get("seats", ()) if seat}
    players = _kept(agree(mine.players, theirs.players), seated, mine.players, theirs.players)
    tables = [
        frozenset(seat for seat in thing.get("seats", ()) if seat)
        for thing in things
        if "deleted_at" not in thing
    ]
    people = agree_on_people(players, mine.players, theirs.players, tables)
    return Agreed(people.versions, groups, games, matches, people.united, people.renamed)


def _in_groups(things: Versions, moved: Mapping[str, str]) -> Versions:
    """The versions with every group under the id that stays."""
    return {
        id: version
        if version.state is None or version.state.get("group") not in moved
        else version._replace(state={**version.state, "group": moved[version.state["group"]]})
        for id, version in things.items()
    }


def _agree_on_groups(mine: Versions, theirs: Versions) -> tuple[Versions, dict[str, str]]:
    """The groups, and for each id that goes the one that stays in its place."""
    agreed = agree(mine, theirs)
    by_key: dict[str, list[str]] = defaultdict(list)
    for id in agreed:
        # One that went before still tells by its name where its games are now.
        known = agreed[id].state or state_in(mine, id) or state_in(theirs, id)
        if known is not None:
            by_key[key_of(known["name"])].append(id)
    moved: dict[str, str] = {}
    for ids in by_key.values():
        present = [id for id in ids if agreed[id].state is not None]
        if not present:
            continue
        first, *others = present
        for other in others:
            agreed[first] = joined(agreed[first], agreed[other], ("ruleset", "talk"))
            agreed[other] = Version(None, agreed[other].at)
        moved.update((id, first) for id in ids if id != first)
    return agreed, moved


def _once_by_source(games: Versions) -> Versions:
    """The games, those that two logs read from one source put together as one."""
    by_source: dict[str, list[str]] = defaultdict(list)
    for id, version in games.items():
        if version.state is not None and (source := version.state.get("source")):
            by_source[source].append(id)
    once = dict(games)
    for first, *others in by_source.values():
        for other in others:
            once[first] = newer(once[first], once[other])
            once[other] = Version(None, games[other].at)
    return once


def _kept(
    agreed: Versions, needed: Iterable[str | None], mine: Versions, theirs: Versions
) -> Versions:
    """The versions; what was removed in one log but is needed for the games comes back."""
    kept = dict(agreed)
    for id in needed:
        if id is not None and kept[id].state is None:
            kept[id] = next(
                version
                for version in (mine.get(id), theirs.get(id))
                if version is not None and version.state is not None
            )
    return kept
