"""Clubs of invented people, played by a seeded chance, for the tests of the site.

Games come from the rules themselves: stacks are drawn, the end state is checked, and the
result is what scoring makes of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.records import Game, Group, Player
from hanabi_log.rulebook import Rulebook
from hanabi_log.site.club import Club
from tests.site.hoola_club import hoola_matches

BOOK = Rulebook()

NAMES = (
    "서연", "Marco", "민지", "Ana Petrović", "Jun", "하은", "도윤", "Priya", "Ben O'Neill", "지우",
    "Tomasz", "유나", "Ines", "Óscar",
)  # fmt: skip
HIDDEN = "Quillon Vane"


def player(number: int, name: str, **values: object) -> Player:
    """A person whose id follows from a number."""
    return replace(Player(id=f"0190a3f2-0000-7000-8000-{number:012d}", name=name), **values)  # type: ignore[arg-type]


def group(number: int, name: str, **values: object) -> Group:
    """A group whose id follows from a number."""
    return replace(Group(id=f"0190a3f2-0001-7000-8000-{number:012d}", name=name), **values)  # type: ignore[arg-type]


def game(
    number: int,
    end: EndState,
    seats: Sequence[Player | None],
    *,
    day: str | None = "2026-11-27",
    ruleset: str | Ruleset = "basic",
    table: Group | None = None,
    **values: object,
) -> Game:
    """A game as the log would hold it; the end state must break no rule."""
    rules = BOOK.ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    end = replace(end, players=len(seats))
    return replace(
        Game(
            id=f"0190a3f2-0002-7000-8000-{number:012d}",
            ruleset=rules.spec,
            digest=rules.digest,
            end=end,
            result=evaluate(end, rules),
            logged_at=1_700_000_000_000_000 + number,
            date=day,
            group=table,
            seats=tuple(seats),
        ),
        **values,  # type: ignore[arg-type]
    )


def stacks(ruleset: str, laid: Sequence[int]) -> dict[str, int]:
    """The last cards of a table on which so many cards of each suit were laid."""
    rules = BOOK.ruleset(ruleset)
    return {suit.code: suit.last_card(count) for suit, count in zip(rules.suits, laid, strict=True)}


def rulesets_of(games: Sequence[Game]) -> dict[str, Ruleset]:
    """The definitions that some games were played under, by digest."""
    return {played.digest: BOOK.ruleset(played.ruleset) for played in games}


def club_of(games: Sequence[Game], people: Sequence[Player] = (), **values: object) -> Club:
    """A club of just these games; people and groups are found in them."""
    found = {seat.id: seat for played in games for seat in played.seats if seat is not None}
    found.update({person.id: person for person in people})
    tables = {played.group.id: played.group for played in games if played.group}
    made = Club(
        name="달그림자 Hanabi Club",
        games=tuple(sorted(games, key=lambda played: played.order)),
        players=tuple(found.values()),
        groups=tuple(tables.values()),
        rulesets=rulesets_of(games),
        today="2026-11-30",
    )
    return replace(made, **values)  # type: ignore[arg-type]


def lively_club(sessions: int = 40, seed: int = 7) -> Club:
    """A club with a history: two groups, sixth suits, black powder, strike-outs, guests."""
    chance = random.Random(seed)
    people = [player(number, name) for number, name in enumerate(NAMES, 1)]
    people.append(player(90, HIDDEN, visibility="hidden"))
    people.append(player(91, "Lena Hartwig", visibility="initials"))
    people.append(player(92, "Robert Moss", visibility="alias", alias="Moss"))
    tables = [group(1, "금요일 모임"), group(2, "Tuesday table")]
    games: list[Game] = []
    day = date(2026, 11, 27) - timedelta(days=7 * (sessions - 1))
    for evening in range(sessions):
        table = tables[0] if evening % 3 else tables[1]
        if evening == sessions - 1:
            table = tables[0]
        seats = chance.sample(people, chance.choice((2, 3, 3, 4, 4, 5)))
        for _round in range(chance.choice((1, 2, 3, 4))):
            spec = chance.choice(
                ("basic",) * 7 + ("basic+rainbow", "baobab+wild+black", "rnr", "basic+expert")
            )
            at: list[Player | None] = list(seats)
            if chance.random() < 0.12 and len(at) > 2:
                at[-1] = None
            games.append(_played(len(games) + 1, chance, spec, at, day.isoformat(), table, evening))
        day += timedelta(days=7)
    games += _last_evening(len(games), people, tables[0])
    return club_of(games, people, hoola=hoola_matches(people, tables))


def mistyped_club() -> Club:
    """The same club, but for two years that nobody played in."""
    club = lively_club()
    dated = [one for one in club.games if one.date]
    years = {dated[0].id: "0102-05-03", dated[-1].id: "9999-12-31"}
    games = [replace(one, date=years.get(one.id, one.date)) for one in club.games]
    return replace(club, games=tuple(games))


def _played(
    number: int,
    chance: random.Random,
    spec: str,
    seats: Sequence[Player | None],
    day: str,
    table: Group,
    evening: int,
) -> Game:
    rules = BOOK.ruleset(spec)
    mean = 3.3 + min(evening, 25) / 35
    laid = [max(0, min(5, round(chance.gauss(mean, 1.0)))) for _suit in rules.suits]
    struck = chance.random() < 0.12 and sum(laid) < 5 * len(laid)
    strikes = rules.strikes if struck else chance.choice((0, 0, 1, 1, 2))
    end = EndState(stacks(spec, laid), strikes=strikes, players=len(seats))
    return game(number, end, seats, day=day, ruleset=spec, table=table)


def _last_evening(count: int, people: Sequence[Player], table: Group) -> list[Game]:
    four = [people[0], people[4], people[2], people[1]]
    rows = (
        ("basic", (4, 3, 5, 4, 2), 2),
        ("basic", (3, 4, 2, 4, 3), 3),
        ("basic", (5, 5, 4, 5, 4), 1),
    )
    games = [
        game(
            count + place,
            EndState(stacks(spec, laid), strikes=strikes),
            four,
            ruleset=spec,
            table=table,
            tags=("teaching",) if place == 1 else (),
            note="Somebody spilled tea." if place == 2 else None,
        )
        for place, (spec, laid, strikes) in enumerate(rows, 1)
    ]
    games.append(
        game(
            count + 4,
            EndState(stacks("basic", (5, 5, 5, 5, 5)), strikes=0),
            [people[0], people[1]],
            day="2026-11-20",
            table=table,
        )
    )
    games.append(
        game(
            count + 5,
            EndState(total=19),
            [people[3], None, None],
            day="2026-11-21",
            ruleset="unknown",
        )
    )
    games.append(
        game(
            count + 6,
            EndState(stacks("baobab+wild+black", (5, 4, 5, 5, 4, 3, 4)), strikes=2),
            [people[11], people[10], people[5], people[2]],
            day="2026-11-26",
            ruleset="baobab+wild+black",
            table=table,
        )
    )
    return games
