"""A match of Hoola King: how it begins, and how it is found again.

The rules say what may happen; here names become seats, and each command becomes one batch
of the audit trail, so that `undo` takes it back like anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, NotFound, Problem
from hanabi_log.games.hoola import matches as rules
from hanabi_log.games.hoola.matches import Participant
from hanabi_log.games.hoola.rounds import ThresholdSet
from hanabi_log.hoola_records import HoolaMatch, seat_match
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import complete
from hanabi_log.logbook.log import Log, as_prefix
from hanabi_log.logbook.people import find_slips, meet_group, refuse_slips, seat_people
from hanabi_log.names import is_guest, key_of, tidy
from hanabi_log.records import Draft
from hanabi_log.storage import hoola as store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.people import load_people_by_key

ROUNDS = 10
"""Rounds of a match where nothing else was said."""


class NewMatch(NamedTuple):
    """What is said when a match begins; `bots` and `host` may repeat names of `players`."""

    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    host: str | None = None
    target: int = ROUNDS
    thresholds: ThresholdSet = "basic"
    group: str | None = None
    date: str | None = None


def begin(log: Log, wanted: NewMatch, *, new: bool = False) -> HoolaMatch:
    """Begin a match. Without players those of the open session sit down, else those of the
    last match; group and date are filled in as `add` does.

    Raises InvalidInput for what cannot be, and Slips unless names that look like known ones
    are `new`.
    """
    with log.change("hoola new") as batch:
        record = _begun(log, wanted, batch, new)
        store.save_match(log.connection, record, batch)
    return record


def _begun(log: Log, wanted: NewMatch, batch: Batch, new: bool) -> HoolaMatch:
    filled = complete(log, Draft(players=wanted.players, group=wanted.group, date=wanted.date))
    problems: list[Problem] = []
    wanted = _seated(log, wanted, filled, problems)
    date = None
    try:
        date = log.day(filled.date, "date")
    except InvalidInput as error:
        problems += error.problems or (Problem(error.message, "date"),)
    bots = {key_of(name) for name in wanted.bots}
    names = [*wanted.players, *(n for n in wanted.bots if key_of(n) not in _keys(wanted.players))]
    host = wanted.host and key_of(wanted.host)
    if host is not None and host not in _keys(names):
        message = _("{name} is not in this match").format(name=wanted.host)
        problems.append(Problem(message, "host"))
    problems += [_guest() for name in wanted.bots if is_guest(name)][:1]
    problems += _doubles(names)
    participants = tuple(
        Participant(tidy(name), bot=key_of(name) in bots, host=key_of(name) == host)
        for name in names
    )
    try:
        match = rules.start(participants, wanted.target, wanted.thresholds)
    except InvalidInput as error:
        problems += (one for one in error.problems if one not in problems)
    if problems:
        raise InvalidInput(_("This match cannot be"), problems)
    humans = [one.name for one in participants if not one.bot]
    if not new:
        refuse_slips(find_slips(log, filled.group, humans))
    group = meet_group(log, filled.group, batch)
    people = iter(seat_people(log, humans, batch))
    players = [None if one.bot else next(people) for one in participants]
    seated, seats = seat_match(match, players)
    return HoolaMatch(
        id=log.new_id(),
        match=seated,
        seats=seats,
        logged_at=log.microseconds,
        date=date,
        group=group,
    )


def find_match(log: Log, word: str | None) -> HoolaMatch:
    """The match of an id, of a prefix of one with four letters or more, or `last`; without a
    word the one that goes on, else the last one. NotFound if none or several fit."""
    if word is None:
        going = store.open_ids(log.connection)
        if len(going) > 1:
            message = _("More than one match goes on: say which, with -m ID or as ID behind it")
            raise NotFound(message, _candidates(log, going))
        word = going[0] if going else "last"
    if word.strip().lower() == "last":
        last = store.last_logged(log.connection)
        if last is None:
            raise NotFound(_("There is no match yet: begin one with `hanabi-log hoola new`"))
        found = [last]
    else:
        found = store.find_ids(log.connection, as_prefix(word))
    if not found:
        raise NotFound(_("There is no match {id}").format(id=word))
    if len(found) > 1:
        raise NotFound(_("{id} fits more than one match").format(id=word), _candidates(log, found))
    (record,) = store.load_matches(log.connection, store.Selection(ids=found))
    return _with_spellings(log, record)


def refuse_stale(log: Log, record: HoolaMatch) -> None:
    """Raise Conflict where somebody else has changed a match since it was read."""
    found = store.load_matches(log.connection, store.Selection(ids=[record.id]))
    known = (record.match, record.round_ids)
    if [(one.match, one.round_ids) for one in found] != [known]:
        raise Conflict(
            _("Somebody else changed the match just now: look at it, then say it once more"),
            [Problem(_("`hanabi-log hoola show` shows it"), "match")],
        )


def _candidates(log: Log, ids: Sequence[str]) -> list[Problem]:
    """The matches of these ids, each with its day and its players."""
    records = store.load_matches(log.connection, store.Selection(ids=ids, newest_first=True))
    return [
        Problem(f"{one.id} · {one.date or _('no date')} · {', '.join(one.match.players)}", "match")
        for one in records
    ]


def _with_spellings(log: Log, record: HoolaMatch) -> HoolaMatch:
    """The match with all that its people answer to, names of merged people among it."""
    spellings: dict[str, set[str]] = {}
    for key, player in load_people_by_key(log.connection).items():
        spellings.setdefault(player.id, set()).add(key)
    seats = tuple(
        replace(seat, spellings=frozenset(spellings[seat.player.id])) if seat.player else seat
        for seat in record.seats
    )
    return replace(record, seats=seats)


def _seated(log: Log, wanted: NewMatch, filled: Draft, problems: list[Problem]) -> NewMatch:
    """The table as it was said, of the open session, or of the last match."""
    players: Sequence[str | None] = wanted.players or filled.players
    if not players and (last := store.last_logged(log.connection)):
        (match,) = store.load_matches(log.connection, store.Selection(ids=[last]))
        players = [seat.label if seat.player else None for seat in match.seats if not seat.bot]
        bots = tuple(seat.label for seat in match.seats if seat.bot)
        wanted = wanted._replace(bots=wanted.bots or bots, host=wanted.host or match.match.host)
    if any(name is None or is_guest(name) for name in players):
        problems.append(_guest())
    return wanted._replace(players=tuple(_("guest") if name is None else name for name in players))


def _guest() -> Problem:
    message = _(
        "Every hand is logged by name, so a guest needs one; `players hide` keeps it off the site"
    )
    return Problem(message, "players")


def _keys(names: Sequence[str]) -> set[str]:
    return {key_of(name) for name in names}


def _doubles(names: Sequence[str]) -> list[Problem]:
    keys = [key_of(name) for name in names]
    twice = [name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1]
    named = {key_of(name): tidy(name) for name in twice if not is_guest(name)}
    message = _("{name} sits at the table twice")
    return [Problem(message.format(name=name), "players") for name in named.values()]
