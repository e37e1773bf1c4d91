"""Matches of Hoola King from JSONL: one match a line, as `hoola export` writes them.

What follows from the facts (points, places, payments, status but for an abort) is passed
over and computed anew. Ids are kept; a match or round without one gets an id made from what
it says, so that reading a file again finds the same things.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from hanabi_log.errors import HanabiLogError, Problem
from hanabi_log.games.hoola import matches as rules
from hanabi_log.games.hoola import voting
from hanabi_log.games.hoola.matches import Match, Participant
from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.games.hoola.reading import KEYS as ROUND_KEYS
from hanabi_log.games.hoola.reading import parse_line, read_round, shown_value
from hanabi_log.games.hoola.rounds import THRESHOLD_SETS
from hanabi_log.i18n import _
from hanabi_log.ids import as_uuid
from hanabi_log.names import tidy

KEYS = ("id", "date", "group", "thresholds", "target", "players", "rounds", "vote", "agreed")
DERIVED = ("status", "counted")
ABORTED = "aborted"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDraft:
    """A match as a file has it: `guests` are the names that stand for nobody in particular."""

    id: str
    date: str | None
    group: str | None
    match: Match
    round_ids: tuple[str, ...]
    guests: frozenset[str]
    file: str
    line: int


def read(lines: Iterable[str], *, file: str) -> Iterator[MatchDraft | Problem]:
    """The matches in the lines; for a line that cannot be one, its problems instead."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found, problems = parse_line(line)
        draft = None
        if found is not None:
            try:
                draft, problems = _Reader(found, file, number).draft()
            except RecursionError:
                problems = [Problem(_("it is nested too deeply"))]
        yield from (problem._replace(file=file, line=number) for problem in problems)
        if draft is not None and not problems:
            yield draft


class _Reader:
    """Takes one match out of an object and collects what is wrong with it."""

    def __init__(self, found: Mapping[str, Any], file: str, line: int) -> None:
        self._found = found
        self._file = file
        self._line = line
        self._problems: list[Problem] = []

    def draft(self) -> tuple[MatchDraft | None, list[Problem]]:
        for key in self._found:
            if key not in (*KEYS, *DERIVED):
                message = _("There is no such key; there are {keys}")
                self._wrong(key, message.format(keys=", ".join(KEYS)))
        texts = {key: self._text(key) for key in ("id", "date", "group")}
        match, guests = self._match(), self._guests()
        id = as_uuid(texts["id"] or "") or _id_of("match", texts["id"], dict(self._found))
        rounds = self._found.get("rounds")
        round_ids = tuple(
            _round_id(id, number, facts)
            for number, facts in enumerate(rounds if isinstance(rounds, list) else [], 1)
        )
        if match is None or self._problems:
            return None, self._problems
        draft = MatchDraft(
            id=id,
            date=texts["date"],
            group=texts["group"] and tidy(texts["group"]),
            match=match,
            round_ids=round_ids,
            guests=guests,
            file=self._file,
            line=self._line,
        )
        return draft, []

    def _match(self) -> Match | None:
        participants = self._participants()
        target = self._found.get("target")
        thresholds = self._found.get("thresholds", "basic")
        if not isinstance(target, int) or isinstance(target, bool):
            self._unfit("target", target, _("a whole number"))
        if thresholds not in THRESHOLD_SETS:
            self._unfit("thresholds", thresholds, ", ".join(THRESHOLD_SETS))
        if self._problems:
            return None
        try:
            match = rules.start(participants, int(target or 0), thresholds)
            match = self._played(match)
            match = self._ended(match)
        except HanabiLogError as error:
            self._problems += error.problems or (Problem(error.message),)
            return None
        return match

    def _participants(self) -> tuple[Participant, ...]:
        made = []
        for one in self._list("players"):
            name = one.get("name") if isinstance(one, Mapping) else one
            if not isinstance(name, str) or not tidy(name):
                self._unfit("players", one, _("an object with a name"))
                continue
            marks = one if isinstance(one, Mapping) else {}
            made.append(
                Participant(tidy(name), marks.get("bot") is True, marks.get("host") is True)
            )
        return tuple(made)

    def _guests(self) -> frozenset[str]:
        return frozenset(
            tidy(str(one.get("name")))
            for one in self._list("players")
            if isinstance(one, Mapping) and one.get("guest") is True
        )

    def _played(self, match: Match) -> Match:
        for number, facts in enumerate(self._list("rounds"), 1):
            if not isinstance(facts, Mapping):
                self._unfit(f"rounds.{number}", facts, _("an object"))
                continue
            said = {key: value for key, value in facts.items() if key in ROUND_KEYS}
            said.setdefault("thresholds", match.thresholds)
            played, problems = read_round(said)
            if played is not None:
                outcome, faults = evaluate(played)
                problems = [fault.problem for fault in faults]
                if outcome is not None:
                    match = rules.play(match, outcome)
                    problems = [*problems, *_contradicted(facts, outcome)]
            for problem in problems:
                field = f"rounds.{number}.{problem.field}"
                self._problems.append(problem._replace(field=field))
        return match

    def _ended(self, match: Match) -> Match:
        """The match settled, aborted or voting, if the file says so and the rules allow it."""
        if self._found.get("status") == ABORTED:
            return rules.abort(match)
        agreed = [str(name) for name in self._list("agreed")]
        vote = self._found.get("vote")
        if isinstance(vote, Mapping):
            match = voting.propose(match, str(vote.get("proposer")))
            for name in self._list("agreed", vote):
                match = voting.agree(match, str(name))
        elif agreed:
            match = voting.propose(match, agreed[0])
            for name in agreed[1:]:
                match = voting.agree(match, name)
            if missing := voting.missing(match):
                message = _("Not everybody agreed to settle: {names} is missing")
                self._wrong("agreed", message.format(names=", ".join(missing)))
        return match

    def _list(self, key: str, table: Mapping[str, Any] | None = None) -> list[Any]:
        found = (self._found if table is None else table).get(key)
        if found is None or isinstance(found, list):
            return found or []
        self._unfit(key, found, _("a list"))
        return []

    def _text(self, key: str) -> str | None:
        found = self._found.get(key)
        if found is None or isinstance(found, str):
            return found or None
        self._unfit(key, found, _("a text, or null"))
        return None

    def _unfit(self, key: str, found: object, allowed: str) -> None:
        message = _("{found} does not fit; allowed: {allowed}")
        self._wrong(key, message.format(found=shown_value(found), allowed=allowed))

    def _wrong(self, key: str, message: str) -> None:
        problem = Problem(message, key)
        if problem not in self._problems:
            self._problems.append(problem)


def _contradicted(facts: Mapping[str, Any], outcome: Outcome) -> Iterator[Problem]:
    """What is wrong with the payments of a file, where it has any: they follow from the hands."""
    result = facts.get("result")
    found = result.get("payments") if isinstance(result, Mapping) else None
    said = {tidy(name): paid for name, paid in found.items()} if isinstance(found, Mapping) else {}
    if said and said != outcome.payments:
        message = _("The hands come to {counted}, not {found}").format(
            counted=_points(outcome.payments), found=_points(said)
        )
        yield Problem(message, "result.payments")


def _points(payments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {shown_value(paid)}" for name, paid in payments.items())


def _round_id(match: str, number: int, facts: Any) -> str:
    given = facts.get("id") if isinstance(facts, Mapping) else None
    text = given if isinstance(given, str) else None
    return as_uuid(text or "") or _id_of("round", text, [match, number])


def _id_of(kind: str, given: str | None, facts: Any) -> str:
    """A UUID (version 8, RFC 9562) that the same words always give."""
    words = json.dumps([kind, given] if given else [kind, facts], sort_keys=True)
    text = blake2b(words.encode(errors="replace"), digest_size=16).hexdigest()
    text = f"{text[:12]}8{text[13:16]}{'89ab'[int(text[16], 16) % 4]}{text[17:]}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
