"""The games of a log as figures see them, read without making a single Game."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from re import compile as pattern
from typing import Any, Generic, NamedTuple, TypeVar

from hanabi_log.dates import confirmed
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.stats.packed import Evening, Facts, Numbered, Packed, Shared, Stacks
from hanabi_log.stats.plays import Stack, stacks_of
from hanabi_log.stats.texts import Texts
from hanabi_log.storage.lean import EndingRow, load_specs, read_lean
from hanabi_log.storage.people import load_groups, load_seated

T = TypeVar("T")

_LAST = pattern(r"(\D+)(\d)")


class _Read(dict[Any, int], Generic[T]):
    """Numbers what rows say, by what it means: several rows may mean the same."""

    def __init__(self, meaning: Callable[[Any], T]) -> None:
        self.meaning = meaning
        self.found = Numbered[T]()

    def __missing__(self, row: Any) -> int:
        number = self[row] = self.found[self.meaning(row)]
        return number


def load_plays(log: Log) -> Packed:
    """Every game in the order of play."""
    rules = _rules(log)
    people = {pk: player.id for pk, player in load_seated(log.connection).items()}
    groups = {pk: group.id for pk, group in load_groups(log.connection).items()}
    evenings = _Read[Evening](lambda row: _evening(row, groups))
    tables = _Read[tuple[str, ...]](lambda row: _table(row, people))
    facts = _Read[Facts](lambda row: _facts(EndingRow._make(row), rules))
    laid: dict[Stack, Stack] = {}
    stacks = _Read[Stacks](lambda row: _stacks(row, rules, laid))
    ids = Texts()
    evening, table, fact, stack = (array("i") for _column in range(4))
    with _uncollected():
        for row in read_lean(log.connection):
            ids.append(row[0])
            evening.append(evenings[row[1:3]])
            table.append(tables[row[3]])
            stack.append(stacks[row[4:6]])
            fact.append(facts[row[5:]])
    shared = Shared(evenings.found, tables.found, facts.found, stacks.found)
    return Packed(ids, evening, table, fact, stack, shared)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Rows make no cycles, and looking for some among ever more of them takes its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Rules(NamedTuple):
    """A stored ruleset."""

    spec: str
    digest: str
    ruleset: Ruleset


def _rules(log: Log) -> dict[int, _Rules]:
    definitions = stored_rulesets(log)
    specs = load_specs(log.connection)
    return {pk: _Rules(spec, one, definitions[one]) for pk, (spec, one) in specs.items()}


def _evening(row: tuple[str | None, int | None], groups: Mapping[int, str]) -> Evening:
    date, pk = confirmed(row[0]), row[1]
    group = None if pk is None else groups[pk]
    return Evening(date, None if date is None else (group, date), group)


def _table(row: str | None, people: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(sorted({people[int(pk)] for pk in row.split()})) if row else ()


def _facts(row: EndingRow, rules: Mapping[int, _Rules]) -> Facts:
    spec, digest, ruleset = rules[row.ruleset]
    return Facts(
        ruleset=spec,
        seats=row.seats,
        y=None if row.points is None or not row.max_score else 25 * row.points / row.max_score,
        points=row.points,
        score=row.score,
        max_score=row.max_score,
        outcome=row.outcome,
        strikes=row.strikes,
        knowledge=row.knowledge,
        counted=not row.excluded and row.outcome != "abandoned",
        tags=tuple(row.tags.split()) if row.tags else (),
        band=row.band,
        win_or_lose=ruleset.win_or_lose,
        talk=row.talk,
        digest=digest,
    )


def _stacks(
    row: tuple[str | None, int], rules: Mapping[int, _Rules], laid: dict[Stack, Stack]
) -> Stacks:
    """The stacks of a row; equal ones of one suit are one object, which `laid` has."""
    text, pk = row
    if text is None:
        return None
    found = stacks_of({suit: int(last) for suit, last in _LAST.findall(text)}, rules[pk].ruleset)
    return None if found is None else tuple(laid.setdefault(one, one) for one in found)
