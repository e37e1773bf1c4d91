"""Groups: their settings, their names, and games that belong to another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_group, refuse_empty
from hanabi_log.names import tidy
from hanabi_log.records import Game, Group, span_of
from hanabi_log.storage import games as game_store
from hanabi_log.storage import people as people_store
from hanabi_log.storage.changes import Kind
from hanabi_log.storage.states import change_state, read_state


class Table(NamedTuple):
    """A group with its games as they were played."""

    group: Group
    games: tuple[Game, ...]

    @property
    def people(self) -> list[tuple[str, int]]:
        """Everybody at the table with their games, most games first."""
        counts: dict[str, int] = {}
        for game in self.games:
            for player in game.players:
                counts[player.name] = counts.get(player.name, 0) + 1
        return sorted(counts.items(), key=lambda one: (-one[1], one[0]))

    @property
    def span(self) -> tuple[str | None, str | None]:
        """The first and the last date of the games; None where none has a date."""
        return span_of(self.games)

    def as_json(self) -> dict[str, Any]:
        """The group under the keys that `groups show --json` promises."""
        first, last = self.span
        return {
            **self.group.as_json(),
            "games": len(self.games),
            "first": first,
            "last": last,
            "people": [{"name": name, "games": count} for name, count in self.people],
        }


class Moved(NamedTuple):
    """How many games went from one group to another, and whether the first one is gone."""

    source: Group
    target: Group
    games: int
    dropped: bool

    def as_json(self) -> dict[str, Any]:
        """The move under the keys that `groups move-games --json` promises."""
        return {
            "from": self.source.name,
            "to": self.target.name,
            "games": self.games,
            "dropped": self.dropped,
        }


def describe_group(log: Log, name: str) -> Table:
    """A group and its games; NotFound if there is none."""
    group = find_group(log, name)
    games = game_store.load_games(log.connection, game_store.Selection(group=group.id))
    return Table(group, tuple(games))


def rename_group(log: Log, name: str, to: str) -> Group:
    """Give a group another name; Conflict when another one has it."""
    refuse_empty(to)
    with log.change("groups rename") as batch:
        before = find_group(log, name)
        taken = people_store.find_group(log.connection, to)
        if taken is not None and taken.id != before.id:
            raise Conflict(
                _("{name} is in the log already; `groups move-games` joins two groups").format(
                    name=taken.name
                )
            )
        after = replace(before, name=tidy(to))
        people_store.change_group(log.connection, before, after, batch)
    return after


def edit_group(log: Log, name: str, changes: Mapping[str, Any]) -> Group:
    """Set the usual ruleset, the talk or the visibility of a group; None clears one."""
    if changes.get("ruleset") is not None:
        log.rulebook.ruleset(changes["ruleset"])
    with log.change("groups edit") as batch:
        before = find_group(log, name)
        after = replace(before, **changes)
        people_store.change_group(log.connection, before, after, batch)
    return after


def move_games(log: Log, source: str, target: str, *, drop: bool = False) -> Moved:
    """Give all games, sessions and Hoola matches of one group to another, deleted ones too.

    With `drop` the group that is empty then is taken out of the log. Raises InvalidInput
    when both are the same group.
    """
    with log.change("groups move-games") as batch:
        before, after = find_group(log, source), find_group(log, target)
        if before.id == after.id:
            raise InvalidInput(
                _("Games move from one group to another"),
                [Problem(_("found {found} twice").format(found=before.name), "to")],
            )
        counted = people_store.count_games_by_group(log.connection).get(before.id, 0)
        kinds: tuple[Kind, ...] = ("game", "session", "hoola_match")
        for kind in kinds:
            for id in people_store.things_of_group(log.connection, kind, before.id):
                state = read_state(log.connection, kind, id) or {}
                change_state(log.connection, kind, id, {**state, "group": after.id}, batch)
        if drop:
            change_state(log.connection, "group", before.id, None, batch)
    return Moved(before, after, counted, drop)
