"""Matches of Hoola King between invented people, dealt by a seeded chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hanabi_log.games.hoola.matches import Match, Participant
from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.hoola_records import HoolaMatch, HoolaSeat
from hanabi_log.records import Group, Player
from tests.games.hoola.playing import NAMES, deal


def match_of(
    number: int,
    people: Sequence[Player | None],
    *,
    rounds: int = 5,
    bot: str | None = None,
    target: int | None = None,
    day: str | None = "2026-11-20",
    group: Group | None = None,
    **values: object,
) -> HoolaMatch:
    """A match of these people, None for a guest, with a bot after them if one is named."""
    chance = random.Random(number)
    seats = [
        *(HoolaSeat(one.name if one else "guest", one) for one in people),
        *([HoolaSeat(bot, None, True)] if bot else []),
    ]
    labels = dict(zip(NAMES, (seat.label for seat in seats), strict=False))
    outcomes: list[Outcome] = []
    while len(outcomes) < rounds:
        played = deal(chance)
        if len(played.hands) == len(seats):
            outcome, _faults = evaluate(replace(played, thresholds="high"))
            if outcome is not None:
                outcomes.append(outcome.renamed(labels))
    match = Match(
        participants=tuple(
            Participant(seat.label, seat.bot, place == 0) for place, seat in enumerate(seats)
        ),
        target=target or rounds or 1,
        thresholds="high",
        rounds=tuple(outcomes),
    )
    return HoolaMatch(
        id=f"0190a3f2-0003-7000-8000-{number:012d}",
        match=replace(match, **values),  # type: ignore[arg-type]
        seats=tuple(seats),
        logged_at=1_700_000_000_000_000 + number,
        date=day,
        group=group,
        round_ids=tuple(
            f"0190a3f2-0004-7000-8000-{1000 * number + place:012d}" for place in range(rounds)
        ),
    )


def hoola_matches(people: Sequence[Player], groups: Sequence[Group]) -> tuple[HoolaMatch, ...]:
    """Some matches of every kind: finished, settled, aborted, going on, undated, with a bot."""
    ann, bo, cy, dee, eli = people[:5]
    hidden = next(one for one in people if one.visibility == "hidden")
    return (
        match_of(1, (ann, bo, cy), rounds=8, group=groups[0], day="2026-11-06"),
        match_of(2, (ann, bo, hidden, dee), rounds=6, group=groups[0], day="2026-11-13"),
        match_of(3, (cy, dee, eli), rounds=5, bot="Robo", group=groups[1]),
        match_of(
            4, (ann, None, cy), rounds=3, target=9, group=groups[0], agreed=(ann.name, cy.name)
        ),
        match_of(5, (bo, cy, dee, eli, ann), rounds=2, target=9, aborted=True),
        match_of(6, (ann, bo, dee), rounds=1, target=9, day=None),
        match_of(7, (ann, bo, dee), rounds=0, target=9, day="2026-11-27"),
    )
