"""Two evenings of Hoola King in the sample club: one played to its end, one settled early."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hanabi_log.demo.tables import DALGEURIMJA
from hanabi_log.logbook.hoola import NewMatch, begin
from hanabi_log.logbook.hoola_rounds import add_round, edit_round
from hanabi_log.logbook.hoola_settling import Votes, settle
from hanabi_log.logbook.log import Log
from hanabi_log.resources import shipped

FIRST = ("서연", "하은", "지호", "Marco")
SECOND = ("서연", "하은", "민재")
ROUNDS = 10


def play_first(log: Log, *_further: object) -> None:
    """Ten rounds; a hand in the third was counted wrong at first."""
    record = begin(log, NewMatch(players=FIRST, target=ROUNDS, group=DALGEURIMJA.name))
    for facts in _rounds()[:ROUNDS]:
        record = add_round(log, record, facts)
    edit_round(log, record, 3, lambda facts: _with_sum(facts, "Marco", 24))


def play_second(log: Log, *_further: object) -> None:
    """Four rounds; then everybody agrees to stop there."""
    record = begin(log, NewMatch(players=SECOND, target=ROUNDS, group=DALGEURIMJA.name))
    for facts in _rounds()[ROUNDS:]:
        record = add_round(log, record, facts)
    settle(log, record, Votes(SECOND[0], agreed=SECOND[1:]))


def _rounds() -> Sequence[dict[str, Any]]:
    with open(shipped("data", "demo", "hoola.jsonl"), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _with_sum(facts: dict[str, Any], name: str, total: int) -> Mapping[str, Any]:
    hands = {**facts["hands"], name: {**facts["hands"][name], "sum": total}}
    return {**facts, "hands": hands}
