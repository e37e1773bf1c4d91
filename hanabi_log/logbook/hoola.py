"""Evenings of Hoola King: begin a match, log and mend its rounds, settle it or break it off.

The rules say what may happen; here names become seats, and each command becomes one batch
of the audit trail, so that `undo` takes it back like anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hanabi_log.errors import InvalidInput, NotFound, Problem
from hanabi_log.games.hoola import matches as rules
from hanabi_log.games.hoola.checks import check_deck
from hanabi_log.games.hoola.matches import Match, Participant
from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.games.hoola.reading import facts_of, read_round
from hanabi_log.games.hoola.rounds import ThresholdSet
from hanabi_log.hoola_records import HoolaMatch, HoolaSeat, distinct
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import complete
from hanabi_log.logbook.log import LEAST_PREFIX, Choose, Log
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.names import is_guest, key_of, tidy
from hanabi_log.records import Draft
from hanabi_log.storage import hoola as store
from hanabi_log.storage.people import load_people_by_key

ROUNDS = 10
"""Rounds of a match where nothing else was said."""

Facts = Mapping[str, Any]


class NewMatch(NamedTuple):
    """What is said when a match begins; `bots` and `host` may repeat names of `players`."""

    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    host: str | None = None
    target: int = ROUNDS
    thresholds: ThresholdSet = "basic"
    group: str | None = None
    date: str | None = None


class Votes(NamedTuple):
    """What is said about an early settlement: who proposed it, agreed, refused, or took the
    proposal back. With `keep_open` those who have not answered yet may answer later."""

    proposer: str | None = None
    agreed: tuple[str, ...] = ()
    refused: str | None = None
    withdrawn: str | None = None
    keep_open: bool = False


def begin(
    log: Log, wanted: NewMatch, *, new: bool = False, choose: Choose | None = None
) -> HoolaMatch:
    """Begin a match. Without players those of the open session sit down, else those of the
    last match; group and date are filled in as `add` does.

    Raises InvalidInput for what cannot be, Conflict for names that may be slips.
    """
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
    with log.change("hoola new") as batch:
        group = meet_group(log, filled.group, batch, new=new, choose=choose)
        humans = [one.name for one in participants if not one.bot]
        people = iter(seat_people(log, humans, batch, new=new, choose=choose))
        players = [None if one.bot else next(people) for one in participants]
        labels = distinct(
            player.name if player else one.name
            for player, one in zip(players, participants, strict=True)
        )
        record = HoolaMatch(
            id=log.new_id(),
            match=replace(
                match,
                participants=tuple(
                    replace(one, name=label)
                    for one, label in zip(participants, labels, strict=True)
                ),
            ),
            seats=tuple(
                HoolaSeat(label, player, one.bot)
                for label, player, one in zip(labels, players, participants, strict=True)
            ),
            logged_at=log.microseconds,
            date=date,
            group=group,
        )
        store.save_match(log.connection, record, batch)
    return record


def find_match(log: Log, word: str | None) -> HoolaMatch:
    """The match of an id, of a prefix of one with four letters or more, or `last`; without a
    word the one that goes on, else the last one. NotFound if none or several fit."""
    if word is None:
        going = store.open_ids(log.connection)
        if len(going) > 1:
            message = _("More than one match goes on: say which, with -m ID or as ID behind it")
            raise NotFound(message, _candidates(log, going))
        word = going[0] if going else "last"
    cleaned = word.strip().lower()
    if cleaned == "last":
        last = store.last_logged(log.connection)
        if last is None:
            raise NotFound(_("There is no match yet: begin one with `hanabi-log hoola new`"))
        found = [last]
    elif len(cleaned) < LEAST_PREFIX:
        raise InvalidInput(
            _("An id needs {least} letters or more").format(least=LEAST_PREFIX),
            [Problem(_("found {found}").format(found=repr(word)), "match")],
        )
    else:
        found = store.find_ids(log.connection, cleaned)
    if not found:
        raise NotFound(_("There is no match {id}").format(id=word))
    if len(found) > 1:
        raise NotFound(_("{id} fits more than one match").format(id=word), _candidates(log, found))
    (record,) = store.load_matches(log.connection, store.Selection(ids=found))
    return _with_spellings(log, record)


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


def add_round(log: Log, record: HoolaMatch, facts: Facts, *, dry_run: bool = False) -> HoolaMatch:
    """The match with one round more, from facts under the keys of `hoola score`.

    Raises InvalidInput with everything that is wrong with the round, Conflict when the match
    has ended or votes on an early settlement.
    """
    rules.must_go_on(record.match)
    outcome = outcome_of(record, facts)
    after = replace(
        record,
        match=rules.play(record.match, outcome),
        round_ids=(*record.round_ids, log.new_id()),
    )
    if not dry_run:
        with log.change("hoola round") as batch:
            number = len(after.match.rounds)
            store.save_round(log.connection, after, number, log.microseconds, batch)
    return after


def edit_round(
    log: Log, record: HoolaMatch, number: int, change: Callable[[dict[str, Any]], Facts]
) -> HoolaMatch:
    """The match with round `number`, from 1, corrected: `change` gets its facts and gives the
    right ones. Raises InvalidInput for a round that is not there or cannot be."""
    rules.must_have(record.match, number)
    outcome = outcome_of(record, change(facts_of(record.match.rounds[number - 1].round)))
    after = replace(record, match=rules.correct(record.match, number, outcome))
    at = store.round_logged_at(log.connection, record.round_ids[number - 1])
    with log.change("hoola edit") as batch:
        store.save_round(log.connection, after, number, at, batch)
    return after


def outcome_of(record: HoolaMatch, facts: Facts) -> Outcome:
    """What a round of this match comes to; names may be spelled as people spell them.

    Raises InvalidInput with everything that is wrong.
    """
    said, problems = with_labels(record, facts)
    played, more = read_round(said)
    if played is not None and problems:
        more = [fault.problem for fault in check_deck(played.hands)]
    problems += more
    if played is not None and not problems:
        outcome, faults = evaluate(played)
        if outcome is not None:
            return outcome
        problems = [fault.problem for fault in faults]
    raise InvalidInput(_("This round cannot be"), problems)


def with_labels(record: HoolaMatch, facts: Facts) -> tuple[dict[str, Any], list[Problem]]:
    """The facts under the names of the seats, with a hand for everybody whose hand is known,
    and what is wrong with the names."""
    match = record.match
    problems: list[Problem] = []

    def label(name: object, field: str) -> Any:
        if not isinstance(name, str) or not name:
            return name
        found = label_of(record, name)
        if found is None:
            message = _("{name} is not in this match; there are {players}")
            shown = message.format(name=name, players=", ".join(match.players))
            problems.append(Problem(shown, field))
        return found or name

    said = {**facts, "thresholds": match.thresholds}
    for field in ("by", "thanked_from", "winner"):
        said[field] = label(said.get(field), field)
    hands = {label(name, "hands"): hand for name, hand in (said.get("hands") or {}).items()}
    ender = said["by"] if said.get("end") in ("out", "hoola") else None
    for name in match.players:
        if name not in hands and name != ender:
            message = _("{name}: the hand is missing, --hand {name}=…").format(name=name)
            problems.append(Problem(message, "hands"))
    told = {name: hands.get(name, {}) for name in match.players if name in hands or name == ender}
    return {**said, "hands": told}, problems


def label_of(record: HoolaMatch, name: str) -> str | None:
    """The seat that a name means: matched without case, further names of people too."""
    key = key_of(name)
    by_label = (seat.label for seat in record.seats if key_of(seat.label) == key)
    by_spelling = (seat.label for seat in record.seats if key in seat.spellings)
    return next(by_label, None) or next(by_spelling, None)


def settle(log: Log, record: HoolaMatch, votes: Votes) -> HoolaMatch:
    """The match after these votes on an early settlement. Where nobody is said to have
    proposed it and no vote is open, the first who agreed did.

    Unless the vote is kept open or was open before, every human must have agreed, else
    InvalidInput is raised with those who are missing, and nothing is stored. A refusal or a
    withdrawal stands alone: who agrees beside it is InvalidInput too.
    """
    if (votes.proposer or votes.agreed) and (votes.refused or votes.withdrawn):
        problem = Problem(_("agreeing, or refusing and withdrawing"), "agreed")
        raise InvalidInput(_("These options do not go together"), [problem])
    if votes.refused and votes.withdrawn:
        problem = Problem(_("refusing, or withdrawing"), "refused")
        raise InvalidInput(_("These options do not go together"), [problem])
    after = record
    if votes.proposer is None and votes.agreed and record.match.vote is None:
        votes = votes._replace(proposer=votes.agreed[0])
    steps: list[tuple[Callable[[Match, str], Match], str]] = []
    if votes.proposer is not None:
        steps.append((rules.propose, votes.proposer))
    steps += [(rules.agree, name) for name in votes.agreed]
    if votes.refused is not None:
        steps.append((rules.refuse, votes.refused))
    if votes.withdrawn is not None:
        steps.append((rules.withdraw, votes.withdrawn))
    if not steps:
        raise InvalidInput(
            _("Say who agrees to settle the match now"),
            [Problem(_("a proposer (--by) and who agreed (--agreed), or --all"), "agreed")],
        )
    for step, name in steps:
        if step is rules.agree and after.match.agreed:
            # The last vote made the totals final; a name said twice changes nothing.
            continue
        after = replace(after, match=step(after.match, label_of(record, name) or tidy(name)))
    waiting = rules.missing(after.match)
    if after.match.vote and waiting and not (votes.keep_open or record.match.vote):
        raise InvalidInput(
            _("A match is settled early only when every human agrees; the match goes on"),
            [Problem(_("{name} has not agreed").format(name=name), "agreed") for name in waiting],
        )
    return _save(log, after, "hoola settle")


def abort(log: Log, record: HoolaMatch) -> HoolaMatch:
    """The match broken off: it stays in the log and counts nowhere."""
    return _save(log, replace(record, match=rules.abort(record.match)), "hoola abort")


def _save(log: Log, record: HoolaMatch, command: str) -> HoolaMatch:
    with log.change(command) as batch:
        store.save_match(log.connection, record, batch)
    return record


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
