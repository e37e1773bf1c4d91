"""What a merge came to, for a person to read: numbers, names, and what to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.reconciling import Agreed
from hanabi_log.names import key_of, look_alikes
from hanabi_log.records import Game
from hanabi_log.storage.games import load_games
from hanabi_log.storage.whole import Version, Versions, Whole, state_in

AHEAD = 5 * 60 * 1_000_000
"""Microseconds by which two clocks may differ without a word."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Two games that look like one: same date, people and points, another id."""

    here: Game
    there: Game

    def as_json(self) -> dict[str, Any]:
        """The pair under the keys that `merge --json` promises."""
        return {
            "here": self.here.id,
            "there": self.there.id,
            "date": self.here.date,
            "points": self.here.result.points,
        }


@dataclass(frozen=True, slots=True)
class Erasure:
    """What came of taking out whoever either log was asked to forget: whether something
    went here, and the ids of the games of each log in whose words a name was."""

    done_here: bool = False
    here: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merge came to, or would.

    `added`, `changed` and `removed` count games of this log, `kept` those whose state in the
    other log was older, and `unchanged` those that both had alike. `matches` counts matches
    of Hoola King that are new or changed. `one_person` are pairs of names that are one
    person now; `rewritten` are ids of games in whose words there was a name of somebody who
    was erased; `remarks` say what a person should look at.
    """

    added: int
    changed: int
    removed: int
    kept: int
    unchanged: int
    matches: int
    new_people: tuple[str, ...]
    one_person: tuple[tuple[str, str], ...]
    new_groups: tuple[str, ...]
    twins: tuple[Twin, ...]
    rewritten: tuple[str, ...]
    remarks: tuple[str, ...]
    stored: bool

    def as_json(self) -> dict[str, Any]:
        """The report under the keys that `merge --json` promises."""
        return {
            "added": self.added,
            "changed": self.changed,
            "removed": self.removed,
            "kept": self.kept,
            "unchanged": self.unchanged,
            "matches": self.matches,
            "new_people": list(self.new_people),
            "one_person": [list(pair) for pair in self.one_person],
            "new_groups": list(self.new_groups),
            "looks_like_the_same": [twin.as_json() for twin in self.twins],
            "rewritten": list(self.rewritten),
            "remarks": list(self.remarks),
            "stored": self.stored,
        }


def report_of(
    log: Log, mine: Whole, theirs: Whole, agreed: Agreed, erasure: Erasure, *, stored: bool
) -> MergeReport:
    """What came of it; the merge has been written to `log`, whether or not it stays there."""
    counts: dict[str, int] = defaultdict(int)
    for id, version in agreed.games.items():
        counts[_fate(mine.games.get(id), theirs.games.get(id), version)] += 1
    names = {id: one.state["name"] for id, one in agreed.players.items() if one.state}
    new_people = _new_names(mine.players, agreed.players)
    return MergeReport(
        added=counts["added"],
        changed=counts["changed"],
        removed=counts["removed"],
        kept=counts["kept"],
        unchanged=counts["unchanged"],
        matches=sum(
            state_in(mine.matches, id) != version.state for id, version in agreed.matches.items()
        ),
        new_people=new_people,
        one_person=tuple(
            (_name(mine, theirs, goes), names[stays]) for goes, stays in agreed.one_person
        ),
        new_groups=_new_names(mine.groups, agreed.groups),
        twins=tuple(_twins(load_games(log.connection), mine, theirs)),
        rewritten=tuple(
            id
            for id, version in agreed.games.items()
            if id in erasure.here
            or (id in erasure.there and state_in(mine.games, id) != version.state)
        ),
        remarks=(
            *_from_the_future(log, theirs),
            *_remarks(mine, agreed, counts, new_people, names),
        ),
        stored=stored,
    )


def _fate(mine: Version | None, theirs: Version | None, agreed: Version) -> str:
    before = mine.state if mine else None
    if agreed.state is None:
        gone = "refused" if theirs and theirs.state else "nothing"
        return "removed" if before is not None else gone
    if before is None:
        return "added"
    if before != agreed.state:
        return "changed"
    if theirs is None or theirs.state is None:
        return "nothing"
    return "unchanged" if theirs.state == before else "kept"


def _new_names(mine: Versions, agreed: Versions) -> tuple[str, ...]:
    names = [
        version.state["name"]
        for id, version in agreed.items()
        if version.state and "merged_into" not in version.state and state_in(mine, id) is None
    ]
    return tuple(sorted(names, key=key_of))


def _name(mine: Whole, theirs: Whole, id: str) -> str:
    state = state_in(mine.players, id) or state_in(theirs.players, id) or {}
    return str(state["name"])


def _twins(games: list[Game], mine: Whole, theirs: Whole) -> Iterator[Twin]:
    """Games of the one log that look like games of the other."""
    sides: dict[bool, dict[tuple[Any, ...], list[Game]]] = {True: {}, False: {}}
    for game in games:
        here = state_in(mine.games, game.id) is not None
        there = state_in(theirs.games, game.id) is not None
        if here != there and game.date is not None and game.result.points is not None:
            people = tuple(sorted(player.id for player in game.players))
            look = (game.date, people, game.guests, game.result.points)
            sides[here].setdefault(look, []).append(game)
    for look, ours in sides[True].items():
        for one, other in zip(ours, sides[False].get(look, ()), strict=False):
            yield Twin(one, other)


def _from_the_future(log: Log, theirs: Whole) -> Iterator[str]:
    """A word where the clock of the other log ran ahead, for the newer state wins."""
    things = (theirs.games, theirs.matches, theirs.players, theirs.groups)
    hours = [version.at for versions in things for version in versions.values()]
    ahead = [at for at in hours if at > log.microseconds + AHEAD]
    if ahead:
        last = datetime.fromtimestamp(max(ahead) / 1_000_000)
        yield ngettext(
            "{n} state of the other log is from the future, as late as {hour}: a clock ran ahead"
            " there. Until then it wins over what is changed here",
            "{n} states of the other log are from the future, as late as {hour}: a clock ran"
            " ahead there. Until then they win over what is changed here",
            len(ahead),
        ).format(n=len(ahead), hour=last.isoformat(" ", "minutes"))


def _remarks(
    mine: Whole,
    agreed: Agreed,
    counts: Mapping[str, int],
    new_people: tuple[str, ...],
    names: Mapping[str, str],
) -> Iterator[str]:
    known = [one.state["name"] for one in mine.players.values() if one.state]
    for name in new_people:
        if near := look_alikes(name, [other for other in known if other != name]):
            yield _(
                "{name} is new but looks like {candidates}; `players merge` makes them one"
            ).format(name=name, candidates=", ".join(near))
    for id in agreed.two_names:
        yield _(
            "Two people had one name; the one with fewer rights to it is called {name} now"
        ).format(name=names[id])
    if refused := counts["refused"]:
        yield ngettext(
            "{n} game of the other log was taken back here and stays away",
            "{n} games of the other log were taken back here and stay away",
            refused,
        ).format(n=refused)
