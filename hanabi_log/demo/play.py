"""The games of the sample club, drawn from a seeded generator.

A table gets better over two years, strikes out less often, misses an evening now and then, and
sometimes remembers nothing but the number of points.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from heapq import merge
from random import Random

from hanabi_log.demo.tables import FIRST_DAY, LAST_DAY, TABLES, Table
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.records import Draft
from hanabi_log.resources import shipped
from hanabi_log.rulebook import Rulebook

SEED = 33
HOUSE = shipped("data", "demo")
"""The folder with the house rules of the club."""
MOST_SEATS = 5


def drafts(seed: int = SEED) -> Iterator[Draft]:
    """The games in the order in which they were played."""
    tables = [_games_of(table, Random(f"{seed} {table.name}")) for table in TABLES]
    return merge(*tables, key=lambda draft: (draft.date or "", draft.group or ""))


def _games_of(table: Table, random: Random) -> Iterator[Draft]:
    rulebook = Rulebook(HOUSE)
    for day in table.evenings:
        if random.random() < 0.08:
            continue
        present = table.present(day)
        seats = random.sample(present, min(random.choice(table.seats), len(present)))
        guests = int(len(seats) < MOST_SEATS and random.random() < 0.15)
        ruleset = rulebook.ruleset(random.choice(table.rulesets))
        evening = Draft(
            date=day.isoformat(),
            group=table.name,
            place=table.place,
            talk=table.talk,
            players=tuple(seats),
            guests=guests or None,
            ruleset=ruleset.spec,
            tags=_tags(day, guests),
        )
        form = sum(table.regulars[name].form for name in seats) / len(seats)
        for _game in range(random.choice((1, 1, 2, 2, 3, 4))):
            note = random.choice(table.notes) if random.random() < 0.08 else None
            played = evening._replace(minutes=random.randint(22, 48), note=note)
            yield _ended(random, played, ruleset, day, form)


def _tags(day: date, guests: int) -> tuple[str, ...]:
    return (*["lantern-night"] * (day.month == 12), *["open-evening"] * guests)


def _ended(random: Random, draft: Draft, ruleset: Ruleset, day: date, form: float) -> Draft:
    """The draft with its end: about 16 points of 25 at first, some four more after two years."""
    chance = random.random()
    if chance < 0.02:
        return draft._replace(outcome="abandoned", minutes=None)
    practice = (day - FIRST_DAY) / (LAST_DAY - FIRST_DAY)
    struck_out = random.random() < 0.17 - 0.09 * practice
    share = random.gauss(16.2 + 2.4 * form + 3.6 * practice - 5 * struck_out, 2.6) / 25
    stacks = _stacks(random, ruleset, share, full=not struck_out)
    if chance < 0.05 and not struck_out:
        points = sum(ruleset.suits[i].points_of(last) for i, last in enumerate(stacks.values()))
        return draft._replace(total=points)
    strikes = ruleset.strikes if struck_out else random.choice((0, 0, 0, 1, 1, 2))
    return draft._replace(stacks=stacks, strikes=strikes)


def _stacks(random: Random, ruleset: Ruleset, share: float, *, full: bool) -> dict[str, int]:
    """The last card of each suit, where about a `share` of all cards was laid."""
    most = RANKS * len(ruleset.suits)
    cards = min(most if full else most - 1, max(2, round(share * most)))
    laid = {suit.code: 0 for suit in ruleset.suits}
    while sum(laid.values()) < cards:
        laid[random.choice([code for code in laid if laid[code] < RANKS])] += 1
    return {
        suit.code: RANKS + 1 - laid[suit.code]
        if suit.direction == "down" and laid[suit.code]
        else laid[suit.code]
        for suit in ruleset.suits
    }
