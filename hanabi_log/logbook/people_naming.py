"""What people are called, how they are published, and whether they still play.

An old name goes on being understood after a rename, so that files which still have it
find the same person. What may be published is asked for by the person, and wins over the
rules of groups and club.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, NotFound, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_player, refuse_empty, refuse_taken, refuse_unspeakable
from hanabi_log.names import key_of, tidy
from hanabi_log.records import Group, Player, Visibility, span_of
from hanabi_log.storage import games as game_store
from hanabi_log.storage import identity
from hanabi_log.storage import people as store
from hanabi_log.visibility import effective_visibility


class Profile(NamedTuple):
    """All that is known about a person.

    `merged` are the people who turned out to be this one; `shown_as` is what holds when
    something is published; `first` and `last` are dates of games.
    """

    player: Player
    games: int
    merged: tuple[Player, ...]
    shown_as: Visibility
    groups: tuple[Group, ...]
    first: str | None
    last: str | None

    def as_json(self) -> dict[str, Any]:
        """The profile under the keys that `players show --json` promises."""
        return {
            **self.player.as_json(),
            "games": self.games,
            "merged": [one.name for one in self.merged],
            "shown_as": self.shown_as,
            "groups": [group.name for group in self.groups],
            "first": self.first,
            "last": self.last,
        }


def describe_player(log: Log, name: str) -> Profile:
    """The profile of a person; NotFound if there is none."""
    player = find_player(log, name)
    games = [
        game
        for game in game_store.load_games(log.connection)
        if any(seat is not None and seat.id == player.id for seat in game.seats)
    ]
    first, last = span_of(games)
    groups = {game.group.id: game.group for game in games if game.group}
    return Profile(
        player=player,
        games=len(games),
        merged=tuple(_all_merged(log, player)),
        shown_as=shown_as(log)[player.id],
        groups=tuple(sorted(groups.values(), key=lambda group: (key_of(group.name), group.id))),
        first=first,
        last=last,
    )


def shown_as(log: Log) -> dict[str, Visibility]:
    """What holds for everybody when something is published, by id."""
    tables = identity.load_tables(log.connection)
    asked: dict[str | None, Visibility | None] = {
        group.id: group.visibility for group in store.load_groups(log.connection).values()
    }
    return {
        player.id: effective_visibility(
            player.visibility,
            [asked.get(group) for group in tables.get(player.id, ())],
            log.config.visibility,
        )
        for player in store.load_players(log.connection).values()
    }


def rename_player(log: Log, name: str, to: str, *, forget: bool = False) -> Player:
    """Give a person another name; the old one is still understood unless `forget` is set.

    Raises Conflict when somebody else answers to the new name.
    """
    refuse_unspeakable(to)
    with log.change("players rename") as batch:
        before = find_player(log, name)
        refuse_taken(log, to, but=before)
        names = {key_of(alias): alias for alias in before.aliases}
        names.pop(key_of(to), None)
        # Through people who were merged into this one, names are understood already.
        understood = identity.keys_of_merged(log.connection, before.id) | {key_of(to)}
        if not forget and key_of(before.name) not in understood:
            names[key_of(before.name)] = before.name
        after = replace(before, name=tidy(to), aliases=tuple(names[key] for key in sorted(names)))
        store.change_player(log.connection, before, after, batch)
    return after


def alias_player(log: Log, name: str, others: Sequence[str], *, remove: bool = False) -> Player:
    """Let a person answer to further names, or with `remove` no longer.

    Raises Conflict when somebody else answers to one of them, NotFound when one that is
    to be removed is none of the person's.
    """
    for other in others if not remove else ():
        refuse_unspeakable(other)
    with log.change("players alias") as batch:
        before = find_player(log, name)
        names = {key_of(alias): alias for alias in before.aliases}
        for other in others:
            if remove:
                _remove(names, other, before)
            else:
                refuse_taken(log, other, but=before)
                if store.find_player(log.connection, other) is None:
                    names[key_of(other)] = tidy(other)
        after = replace(before, aliases=tuple(names[key] for key in sorted(names)))
        store.change_player(log.connection, before, after, batch)
    return after


def publish_player(
    log: Log, name: str, visibility: Visibility | None, *, alias: str | None = None
) -> Player:
    """Set what may be published about a person; None follows the groups and the club.

    `alias` is the name to be published under, and goes with the visibility `alias` only.
    """
    if alias is not None:
        refuse_empty(alias, "as")
        if visibility != "alias":
            raise InvalidInput(
                _("A name to be published under goes with `alias`"),
                [Problem(_("found {found}").format(found=repr(visibility)), "as")],
            )
    with log.change("players publish") as batch:
        before = find_player(log, name)
        after = replace(before, visibility=visibility, alias=tidy(alias or "") or before.alias)
        if visibility == "alias" and after.alias is None:
            raise InvalidInput(
                _("{name} has no name to be published under").format(name=before.name),
                [Problem(_("say one with --as"), "as")],
            )
        if visibility == "alias" and after.alias is not None:
            _refuse_published(log, after.alias, before)
        store.change_player(log.connection, before, after, batch)
    return after


def _refuse_published(log: Log, alias: str, player: Player) -> None:
    """Raise Conflict when somebody else answers to a name or may be published under it."""
    refuse_taken(log, alias, but=player)
    for other in store.load_players(log.connection).values():
        if other.id != player.id and other.alias and key_of(other.alias) == key_of(alias):
            raise Conflict(
                _("{name} is in the log already, as {person}").format(name=alias, person=other.name)
            )


def retire_player(log: Log, name: str, *, back: bool = False) -> Player:
    """Take a person off the boards and proposals, or `back` onto them; games stay."""
    with log.change("players retire") as batch:
        before = find_player(log, name)
        after = replace(before, retired=not back)
        store.change_player(log.connection, before, after, batch)
    return after


def _remove(names: dict[str, str], other: str, player: Player) -> None:
    if names.pop(key_of(other), None) is None:
        raise NotFound(
            _("{name} is no further name of {person}").format(name=tidy(other), person=player.name),
            [Problem(_("there are {names}").format(names=", ".join(player.aliases)), "name")]
            if player.aliases
            else [],
        )


def _all_merged(log: Log, player: Player) -> list[Player]:
    merged = identity.load_merged(log.connection)
    found: list[Player] = []
    pending = [player.id]
    while pending:
        below = merged.get(pending.pop(0), [])
        found += below
        pending += [one.id for one in below]
    return found
