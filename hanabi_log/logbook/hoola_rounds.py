"""Rounds of Hoola King: logged, mended, and told in the names of the match.

Whoever logs a round writes names as people spell them; the rules want those of the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola import matches as rules
from hanabi_log.games.hoola.checks import check_deck
from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.games.hoola.reading import facts_of, read_round
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _
from hanabi_log.logbook.hoola import refuse_stale
from hanabi_log.logbook.log import Log
from hanabi_log.names import key_of
from hanabi_log.storage import hoola as store

Facts = Mapping[str, Any]


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
            refuse_stale(log, record)
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
    with log.change("hoola edit") as batch:
        refuse_stale(log, record)
        at = store.round_logged_at(log.connection, record.round_ids[number - 1])
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
