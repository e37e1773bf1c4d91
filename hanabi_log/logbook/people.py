"""Who sat at the table: names become people, and slips are noticed.

A name that is known is that person. A name that looks like a known one is refused with the
candidates, unless it is said to be new. Any other name is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, NotFound, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log
from hanabi_log.names import is_guest, key_of, look_alikes, split_names, tidy
from hanabi_log.records import Group, Player
from hanabi_log.storage import people as store
from hanabi_log.storage.changes import Batch


class Doubt(NamedTuple):
    """A name that is unknown, and the known ones that it looks like."""

    name: str
    candidates: Sequence[str]
    field: Literal["group", "players"]

    @property
    def problem(self) -> Problem:
        """The doubt in a sentence."""
        message = _("{name} is unknown but looks like {candidates}")
        names = ", ".join(self.candidates)
        return Problem(message.format(name=self.name, candidates=names), self.field)


class Slips(Conflict):
    """Names that may be slips of known ones; a person must say what they are."""

    doubts: Sequence[Doubt] = ()


def seat_people(log: Log, names: Sequence[str | None], batch: Batch) -> tuple[Player | None, ...]:
    """The people of these names, unknown ones made; None stays a guest."""
    known = store.load_people_by_key(log.connection)
    seats = [
        None
        if name is None
        else known.get(key_of(name)) or Player(id=log.new_id(), name=tidy(name))
        for name in names
    ]
    _refuse_doubles(seats)
    for player in seats:
        if player is not None and key_of(player.name) not in known:
            store.add_player(log.connection, player, batch)
    return tuple(seats)


def meet_group(log: Log, name: str | None, batch: Batch) -> Group | None:
    """The group of this name, made if it is unknown; InvalidInput where the name is empty."""
    if name is None:
        return None
    if not tidy(name):
        message = _("The name of the group is empty")
        raise InvalidInput(message, [Problem(message, "group")])
    group = store.find_group(log.connection, name)
    if group is None:
        group = Group(id=log.new_id(), name=tidy(name))
        store.add_group(log.connection, group, batch)
    return group


def add_player(log: Log, name: str, *, new: bool = False) -> Player:
    """Put a person into the log before a first game; Conflict if the name is taken."""
    refuse_unspeakable(name)
    with log.change("players add") as batch:
        refuse_taken(log, name)
        if not new:
            refuse_slips(find_slips(log, None, [tidy(name)]))
        (player,) = seat_people(log, [tidy(name)], batch)
    assert player is not None
    return player


def add_group(log: Log, group: Group, *, new: bool = False) -> Group:
    """Put a group into the log; Conflict if the name is taken."""
    refuse_empty(group.name)
    if group.ruleset is not None:
        log.rulebook.ruleset(group.ruleset)
    with log.change("groups add") as batch:
        if store.find_group(log.connection, group.name):
            raise Conflict(_("{name} is in the log already").format(name=tidy(group.name)))
        if not new:
            refuse_slips(find_slips(log, group.name, []))
        store.add_group(log.connection, group, batch)
    return group


def find_player(log: Log, name: str) -> Player:
    """The person of this name; NotFound, with names that look like it, if there is none."""
    player = store.find_player(log.connection, name)
    if player is None:
        known = store.load_players(log.connection).values()
        raise _not_found(_("There is nobody called {name}"), name, known)
    return player


def find_group(log: Log, name: str) -> Group:
    """The group of this name; NotFound, with names that look like it, if there is none."""
    group = store.find_group(log.connection, name)
    if group is None:
        known = store.load_groups(log.connection).values()
        raise _not_found(_("There is no group {name}"), name, known)
    return group


def group_id(log: Log, name: str | None) -> str | None:
    """The id of the group that an option names, None where it names none; NotFound as above."""
    return find_group(log, name).id if name else None


def refuse_taken(log: Log, name: str, *, but: Player | None = None) -> None:
    """Raise Conflict when somebody answers to a name, unless it is the person `but`."""
    taken = store.find_player(log.connection, name)
    if taken is None or (but is not None and taken.id == but.id):
        return
    if key_of(taken.name) == key_of(name):
        raise Conflict(_("{name} is in the log already").format(name=taken.name))
    raise Conflict(
        _("{name} is in the log already, as {person}").format(name=tidy(name), person=taken.name)
    )


def _not_found(message: str, name: str, known: Iterable[Player | Group]) -> NotFound:
    near = look_alikes(name, [one.name for one in known])
    hints = [Problem(_("near: {names}").format(names=", ".join(near)), "name")] if near else []
    return NotFound(message.format(name=tidy(name)), hints)


def find_slips(log: Log, group: str | None, names: Sequence[str | None]) -> list[Doubt]:
    """The names of a table that are unknown but look like known ones, its group's first."""
    found = []
    if group and store.find_group(log.connection, group) is None:
        known = [other.name for other in store.load_groups(log.connection).values()]
        if near := look_alikes(group, known):
            found.append(Doubt(group, near, "group"))
    people = store.load_people_by_key(log.connection)
    for name in dict.fromkeys(names):
        if name and key_of(name) not in people:
            alike = [people[key].name for key in look_alikes(name, people)]
            if alike:
                found.append(Doubt(name, list(dict.fromkeys(alike)), "players"))
    return found


def refuse_slips(doubts: Sequence[Doubt]) -> None:
    """Raise Slips where there are any doubts."""
    if not doubts:
        return
    if all(doubt.field == "group" for doubt in doubts):
        message = _("A group that may be a slip: correct it, or say --new if it is a new one")
    else:
        message = _("Names that may be slips: correct them, or say --new if they are new")
    slips = Slips(message, [doubt.problem for doubt in doubts])
    slips.doubts = doubts
    raise slips


def _refuse_doubles(seats: Sequence[Player | None]) -> None:
    ids = [player.id for player in seats if player]
    for player in seats:
        if player and ids.count(player.id) > 1:
            raise InvalidInput(
                _("A game needs different people"),
                [Problem(_("{name} sits at the table twice").format(name=player.name), "players")],
            )


def refuse_unspeakable(name: str) -> None:
    """Raise InvalidInput when a name is empty or could not be one in a list of names."""
    refuse_empty(name)
    if split_names(name) != (tidy(name),):
        raise InvalidInput(
            _("The name cannot be used"),
            [
                Problem(
                    _("{name} has a sign that stands between names").format(name=repr(name)), "name"
                )
            ],
        )


def refuse_empty(name: str, field: str = "name") -> None:
    """Raise InvalidInput when a name is empty, or a word for a guest."""
    if not tidy(name):
        raise InvalidInput(_("The name is empty"), [Problem(_("found only blanks"), field)])
    if is_guest(name):
        raise InvalidInput(
            _("The name cannot be used"),
            [Problem(_("{name} stands for people without a name").format(name=repr(name)), field)],
        )
