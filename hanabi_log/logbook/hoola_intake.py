"""Matches of Hoola King from files: all of them or none, and never twice.

A match is known again by its id and a round by its own. What is in the log stays as it is;
a file adds the rounds that are missing here and the end of a match that still goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hanabi_log.dates import parse_date
from hanabi_log.errors import HanabiLogError, Problem
from hanabi_log.hoola_records import HoolaMatch, seat_match
from hanabi_log.i18n import _
from hanabi_log.importers import hoola as importer
from hanabi_log.importers.hoola import MatchDraft
from hanabi_log.importers.reading import open_text
from hanabi_log.logbook.log import Log, RollBackError
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.storage import hoola as store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.people import find_player


@dataclass(frozen=True, slots=True)
class HoolaReport:
    """What an import came to, counted in matches; `failed` as in ImportReport."""

    added: int
    changed: int
    unchanged: int
    skipped: int
    problems: tuple[Problem, ...]
    failed: bool

    def as_json(self) -> dict[str, Any]:
        """The report under the keys that every import prints."""
        return {
            "added": self.added,
            "changed": self.changed,
            "unchanged": self.unchanged,
            "skipped": self.skipped,
            "problems": [problem.as_json() for problem in self.problems],
        }


def import_matches(
    log: Log, files: Sequence[str], *, skip_bad: bool = False, dry_run: bool = False
) -> HoolaReport:
    """Store the matches of files in one transaction. With any error nothing is stored unless
    `skip_bad` is set. Raises InvalidInput when a file cannot be read at all."""
    drafts, problems = _read(files)
    counts: Counter[str] = Counter()
    with log.change("hoola import") as batch:
        for place, draft in enumerate(drafts):
            try:
                counts[_take(log, draft, place, batch)] += 1
            except HanabiLogError as error:
                found = error.problems or (Problem(error.message),)
                problems += [one._replace(file=draft.file, line=draft.line) for one in found]
        failed = bool(problems) and not skip_bad
        if failed or dry_run:
            raise RollBackError
    if failed:
        counts.clear()
    return HoolaReport(
        added=counts["added"],
        changed=counts["changed"],
        unchanged=counts["unchanged"],
        skipped=len({(one.file, one.line) for one in problems}),
        problems=tuple(problems),
        failed=failed,
    )


def _read(files: Sequence[str]) -> tuple[list[MatchDraft], list[Problem]]:
    drafts, problems = [], []
    for path in files:
        with open_text(path).lines() as lines:
            for found in importer.read(lines, file=path):
                if isinstance(found, Problem):
                    problems.append(found)
                else:
                    drafts.append(found)
    return drafts, problems


def _take(
    log: Log, draft: MatchDraft, place: int, batch: Batch
) -> Literal["added", "changed", "unchanged"]:
    known = store.load_matches(log.connection, store.Selection(ids=[draft.id]))
    if known:
        return "changed" if _complete(log, known[0], draft, batch) else "unchanged"
    _check_rounds(log, draft)
    record = _record(log, draft, place, batch)
    store.save_match(log.connection, record, batch)
    for number in range(1, len(record.match.rounds) + 1):
        store.save_round(log.connection, record, number, record.logged_at + number, batch)
    return "added"


def _record(log: Log, draft: MatchDraft, place: int, batch: Batch) -> HoolaMatch:
    """The match with its people, who are made where they are not known."""
    date = parse_date(draft.date, log.today) if draft.date else None
    if isinstance(date, str):
        raise HanabiLogError(_("This match cannot be"), [Problem(date, "date")])
    match = draft.match
    named = [one.name for one in match.participants if not one.bot and one.name not in draft.guests]
    people = dict(zip(named, seat_people(log, named, batch), strict=True))
    group = meet_group(log, draft.group, batch)
    seated, seats = seat_match(match, [people.get(one.name) for one in match.participants])
    return HoolaMatch(
        id=draft.id,
        match=seated,
        seats=seats,
        logged_at=log.microseconds + place * 1_000_000,
        date=date.isoformat() if date else None,
        group=group,
        round_ids=draft.round_ids,
    )


def _complete(log: Log, known: HoolaMatch, draft: MatchDraft, batch: Batch) -> bool:
    """Add to a match of the log what the file knows more about it; tell whether it did."""
    names = _names_here(log, known, draft)
    match = draft.match.renamed(names)
    here = len(known.round_ids)
    more = draft.round_ids[:here] == known.round_ids and len(draft.round_ids) > here
    changed = False
    after = known
    if known.match.status == "open" and more:
        _check_rounds(log, draft, here)
        rounds = (*known.match.rounds, *match.rounds[here:])
        after = replace(known, match=replace(known.match, rounds=rounds), round_ids=draft.round_ids)
        for number in range(here + 1, len(rounds) + 1):
            store.save_round(log.connection, after, number, log.microseconds + number, batch)
        changed = True
    if after.match.status == "open" and (match.aborted or match.agreed):
        ended = replace(after.match, vote=None, aborted=match.aborted, agreed=match.agreed)
        store.save_match(log.connection, replace(after, match=ended), batch)
        changed = True
    return changed


def _names_here(log: Log, known: HoolaMatch, draft: MatchDraft) -> dict[str, str]:
    """The label here for each name of the file: people may have been renamed since, so what
    no name tells is told by the seat."""
    if len(known.seats) != len(draft.match.participants):
        raise HanabiLogError(
            _("This match cannot be"),
            [Problem(_("The log knows this match with other people"), "players")],
        )
    names = {}
    for seat, one in zip(known.seats, draft.match.participants, strict=True):
        other = find_player(log.connection, one.name)
        if other is not None and seat.player is not None and other.id != seat.player.id:
            raise HanabiLogError(
                _("This match cannot be"),
                [
                    Problem(
                        _("The log has {here} where the file has {there}").format(
                            here=seat.label, there=one.name
                        ),
                        "players",
                    )
                ],
            )
        names[one.name] = seat.label
    return names


def _check_rounds(log: Log, draft: MatchDraft, start: int = 0) -> None:
    """A round's id must not be that of a round of another match, or come twice."""
    ids = draft.round_ids[start:]
    taken = store.find_rounds(log.connection, ids)
    twice = {id for id in ids if ids.count(id) > 1}
    problems = [
        Problem(_("The log has a round {id} already").format(id=id), "rounds")
        for id in sorted({*taken, *twice})
    ]
    if problems:
        raise HanabiLogError(_("This match cannot be"), problems)
