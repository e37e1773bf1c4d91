"""One person who was logged under two names: made one, and taken apart again.

A merge moves no game. The row of the name that goes points to the person who stays, and
whatever asks for people follows the pointer; taking it away gives every earlier game its
people back, while games logged since stay with the one who stayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hanabi_log.errors import Conflict, HanabiLogError, InvalidInput, NotFound, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, short_id
from hanabi_log.logbook.people import find_player
from hanabi_log.names import key_of, tidy
from hanabi_log.records import Player
from hanabi_log.storage import identity
from hanabi_log.storage import people as store
from hanabi_log.storage.changes import Batch, State
from hanabi_log.storage.history import load_history
from hanabi_log.tomlfile import read_toml
from hanabi_log.visibility import strictest


class Pair(NamedTuple):
    """A name that goes and the name of the person who stays; `field` is where that is said."""

    gone: str
    stays: str
    field: str | None = None


class Merged(NamedTuple):
    """A person who is another one from now on, and how many games and Hoola matches they bring
    along."""

    gone: Player
    stays: Player
    games: int
    matches: int

    def as_json(self) -> dict[str, Any]:
        """The two under the keys that `players merge` and `unmerge` promise with `--json`."""
        return {
            "name": self.gone.name,
            "into": self.stays.name,
            "games": self.games,
            "matches": self.matches,
        }


def merge_players(log: Log, pairs: Sequence[Pair]) -> list[Merged]:
    """Make people one, all pairs or none.

    Raises NotFound for names that are nobody's, and Conflict when two sat in one game,
    which is named, or are one person already. A wish about being published that is
    stricter than that of the person who stays is theirs from now on.
    """
    merged: list[Merged] = []
    problems: list[Problem] = []
    conflict = False
    with log.change("players merge") as batch:
        counts = store.count_games_by_player(log.connection)
        matches = identity.count_matches_by_player(log.connection)
        for pair in pairs:
            try:
                gone, stays = find_player(log, pair.gone), find_player(log, pair.stays)
                _refuse(log, pair, gone, stays)
            except HanabiLogError as error:
                conflict = conflict or isinstance(error, Conflict)
                problems.append(Problem(error.message, pair.field))
                problems += error.problems
                continue
            brought = (counts.get(gone.id, 0), matches.get(gone.id, 0))
            merged.append(Merged(gone, stays, *brought))
            identity.merge_player(log.connection, gone.id, stays.id, batch)
            _keep_wish(log, gone, stays, batch)
        if problems:
            family = Conflict if conflict else NotFound
            if len(pairs) == 1:
                raise family(problems[0].message, problems[1:])
            raise family(_("These people cannot be merged; nobody was"), problems)
    return merged


def unmerge_player(log: Log, name: str) -> Merged:
    """Make somebody who was merged a person of their own again, with all their games.

    Games logged since the merge stay with the other person. Raises NotFound when nobody
    of this name was merged, Conflict when the name is somebody else's by now.
    """
    with log.change("players unmerge") as batch:
        found = identity.find_merged(log.connection, name)
        if found is None:
            raise NotFound(
                _("Nobody called {name} was merged").format(name=tidy(name)),
                _merged_into(log, name),
            )
        gone, into = found
        keys = identity.keys_of_merged(log.connection, gone.id, own=True)
        people = store.load_players(log.connection).values()
        taken = [one for one in people if key_of(one.name) in keys]
        if taken:
            raise Conflict(
                _("{name} is a name of another person by now: rename that one first").format(
                    name=taken[0].name
                )
            )
        _give_wish_back(log, gone.id, into, batch)
        identity.merge_player(log.connection, gone.id, None, batch)
        by_id = store.load_people_by_id(log.connection)
        games = store.count_games_by_player(log.connection).get(gone.id, 0)
        matches = identity.count_matches_by_player(log.connection).get(gone.id, 0)
    return Merged(by_id[gone.id], by_id[into], games, matches)


def read_pairs(path: str) -> list[Pair]:
    """The pairs of a mapping file: `[merge]`, then `name that stays = [names that go]`.

    Raises InvalidInput with everything that is unfit about the file.
    """
    table = read_toml(path)
    problems = [
        Problem(_("Unknown key; there is {key}").format(key="[merge]"), key, file=path)
        for key in table
        if key != "merge"
    ]
    pairs: list[Pair] = []
    rows: Any = table.get("merge", {})
    for stays, gone in rows.items() if isinstance(rows, Mapping) else ():
        names = [gone] if isinstance(gone, str) else gone
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            pairs += [Pair(name, stays, f"merge.{stays}") for name in names]
        else:
            message = _("{found} does not fit; allowed: {allowed}").format(
                found=repr(gone), allowed=_("a list of texts")
            )
            problems.append(Problem(message, f"merge.{stays}", file=path))
    if not pairs and not problems:
        problems.append(Problem(_("the table [merge] is missing or empty"), "merge", file=path))
    if problems:
        raise InvalidInput(_("{file} cannot be used").format(file=path), problems)
    return pairs


def _refuse(log: Log, pair: Pair, gone: Player, stays: Player) -> None:
    if gone.id == stays.id:
        raise Conflict(
            _("{one} and {other} are one person already").format(
                one=tidy(pair.gone), other=tidy(pair.stays)
            )
        )
    shared = identity.shared_games(log.connection, gone.id, stays.id)
    if shared:
        raise Conflict(
            _("{one} and {other} sat in one game, so they are two people").format(
                one=gone.name, other=stays.name
            ),
            [Problem(short_id(log, id), "id") for id in shared],
        )
    session = store.load_open_session(log.connection)
    if session and {gone.id, stays.id} <= set(session.players):
        raise Conflict(
            _("{one} and {other} both sit in the session under way").format(
                one=gone.name, other=stays.name
            )
        )


def _keep_wish(log: Log, gone: Player, stays: Player, batch: Batch) -> None:
    wish = gone.visibility
    # Being shown in full is never carried over: the other name may be under a stricter rule.
    if wish is None or wish == "full":
        return
    if stays.visibility is None or strictest(wish, stays.visibility) != stays.visibility:
        after = replace(stays, visibility=wish, alias=stays.alias or gone.alias)
        store.change_player(log.connection, stays, after, batch)


def _give_wish_back(log: Log, gone: str, into: str, batch: Batch) -> None:
    """Take back what the merge did to the other's visibility, unless it changed since."""
    merges = [
        change.batch
        for change in load_history(log.connection, [gone])
        if change.after and change.after.get("merged_into") == into and not change.undone
    ]
    for change in load_history(log.connection, [into]):
        if change.batch not in merges[:1] or not change.before or not change.after:
            continue
        stays = store.load_people_by_id(log.connection)[into]
        if stays.id == into and _wish(change.after) == (stays.visibility, stays.alias):
            visibility, alias = _wish(change.before)
            after = replace(stays, visibility=visibility, alias=alias)
            store.change_player(log.connection, stays, after, batch)


def _wish(state: State) -> tuple[Any, Any]:
    return state.get("visibility"), state.get("alias")


def _merged_into(log: Log, name: str) -> list[Problem]:
    person = store.find_player(log.connection, name)
    merged = identity.load_merged(log.connection).get(person.id, []) if person else []
    if not merged:
        return []
    names = ", ".join(one.name for one in merged)
    return [Problem(_("{names} can be taken apart again").format(names=names), "name")]
