"""Clubs of any size, the same every time: `python -m benchmarks.clubs GAMES DB [--people N]`.

Invented people meet in groups over sixteen years, most often at the same few tables; an evening
has one to seven games. The program's own store writes them, some thousand at a time, so that the
log is one that it could have made itself. Only the checks of a draft are left out, because
nothing is drawn here that breaks a rule; a test lets `doctor` judge the outcome.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from random import Random

from hanabi_log.config import Config, Place
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.ids import new_id
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.records import Game, Group, Player
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.database import transaction
from hanabi_log.storage.games import add_games, change_game
from hanabi_log.storage.people import add_group, add_player

SEED = 8
NOW = datetime(2026, 11, 28, 21, 0)
FIRST_DAY = date(2010, 10, 1)
DAYS = 5_900
PEOPLE = 100
CHUNK = 10_000
"""Games that are written in one go."""

SPECS = ("basic", "korean-first", "baobab+wild+black", "basic+rainbow", "korean-first+rainbow5")
PLACES = ("Library cellar", "동아리방", "Back room", "Kitchen table", "보드게임 카페")
EVENING = (1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 7)
"""How many games an evening has; just under four in the mean."""

_FIRST = tuple(
    a + b
    for a in ["Ba", "Do", "Ke", "Li", "Mu", "No", "Pe", "Ra", "Su", "Ti"]
    for b in ["ro", "mi", "la", "vo", "ne", "da", "ri", "ku", "sa", "to"]
)
_LAST = tuple(
    a + b
    for a in ["Al", "Be", "Cor", "Dun", "El", "Far", "Gor", "Hal", "Is", "Jo"]
    for b in ["dan", "mar", "rin", "tek", "vas", "lo", "bey", "nik", "sur", "wen"]
)
_HANGUL = tuple(
    a + b
    for a in ["가", "나", "다", "라", "마", "바", "사", "아", "자", "하"]
    for b in ["온", "린", "솔", "율", "담", "별", "봄", "찬", "결", "람"]
)


@dataclass(frozen=True, slots=True)
class Circle:
    """A group with its people, keenest first, the line-ups it is used to, and its rules."""

    group: Group
    people: Sequence[Player]
    tables: Sequence[tuple[Player, ...]]
    place: str
    rules: Ruleset


def make_club(path: str, games: int, people: int = PEOPLE) -> None:
    """A new log at `path` with so many games (1 or more) of so many people (8 or more)."""
    random = Random(f"{SEED} {games} {people}")
    with open_log(Place(path, "", Config()), NOW, create=True) as log:
        rules = [log.rulebook.ruleset(spec) for spec in SPECS]
        by_digest = {ruleset.digest: ruleset for ruleset in rules}
        with _batch(log, _hour(FIRST_DAY)) as batch:
            known = _meet(log, random, people, batch)
            circles = _gather(log, random, games, known, rules, batch)
        played = _history(random, games, circles, rules, _skills(random, known))
        while chunk := list(islice(played, CHUNK)):
            with _batch(log, chunk[-1].logged_at + 1) as batch:
                add_games(log.connection, chunk, by_digest, batch)
            with _batch(log, chunk[-1].logged_at + 2) as batch:
                for game in random.sample(chunk, len(chunk) // 500):
                    corrected = replace(game, minutes=random.randint(20, 60))
                    change_game(log.connection, game, corrected, by_digest, batch)


@contextmanager
def _batch(log: Log, at: int) -> Iterator[Batch]:
    with log.anew(), transaction(log.connection, log.path):
        yield Batch(log.connection, at, "benchmark")


def _hour(day: date, minute: int = 0) -> int:
    """Eight in the evening of a day and so many minutes later, in microseconds since 1970."""
    evening = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    return (int(evening.timestamp()) + 60 * minute) * 1_000_000


def _name(number: int) -> str:
    """A name that nobody else has; every fifth is in Hangul."""
    first, last = number % 100, number // 100
    again = f" {last // 100 + 1}" if last >= 100 else ""
    if number % 5 == 4:
        return f"{_HANGUL[(first + last) % 100]}{_HANGUL[first]}{again}"
    return f"{_FIRST[first]} {_LAST[(first + last) % 100]}{again}"


def _meet(log: Log, random: Random, people: int, batch: Batch) -> list[Player]:
    """Everybody, stored; one in fifty wants to be hidden, one in twenty has retired."""
    known = [
        Player(
            id=new_id(batch.at + number, random.getrandbits(62)),
            name=_name(number),
            visibility="hidden" if number % 50 == 49 else None,
            retired=number % 20 == 19,
        )
        for number in range(people)
    ]
    for player in known:
        add_player(log.connection, player, batch)
    return known


def _gather(
    log: Log,
    random: Random,
    games: int,
    people: Sequence[Player],
    rules: Sequence[Ruleset],
    batch: Batch,
) -> list[Circle]:
    """The groups, stored: everybody is in one, and some visit others."""
    count = max(4, games // 20_000, len(people) // 40)
    circles = []
    for number in range(count):
        group = Group(
            id=new_id(batch.at + number, random.getrandbits(62)),
            name=f"{_FIRST[number % 100]} table {number + 1}",
            ruleset=SPECS[number % 3],
            talk="strict" if number % 2 else "relaxed",
        )
        add_group(log.connection, group, batch)
        own = people[number::count]
        guests = random.sample(people, max(8 - len(own), len(own) // 4))
        members = list(dict.fromkeys([*own, *guests]))
        circles.append(
            Circle(
                group=group,
                people=members,
                tables=[_seats(random, members) for _ in range(2 * len(members))],
                place=PLACES[number % len(PLACES)],
                rules=rules[number % 3],
            )
        )
    return circles


def _skills(random: Random, people: Sequence[Player]) -> dict[str, float]:
    """What each person adds to the mean of a table, in cards laid a suit."""
    return {player.id: random.gauss(0.0, 0.25) for player in people}


def _seats(random: Random, people: Sequence[Player]) -> tuple[Player, ...]:
    """Two to five of these people; the first of them come most often."""
    size = random.choice((2, 3, 3, 4, 4, 5))
    chosen: dict[Player, None] = {}
    while len(chosen) < size:
        chosen[people[int(len(people) * random.random() ** 2)]] = None
    return tuple(chosen)


def _history(
    random: Random,
    games: int,
    circles: Sequence[Circle],
    rules: Sequence[Ruleset],
    skills: dict[str, float],
) -> Iterator[Game]:
    """So many games in the order in which they were played, evening by evening."""
    evenings = []
    while games:
        evenings.append(min(games, random.choice(EVENING)))
        games -= evenings[-1]
    meeting: list[Circle] = []
    today = None
    for number, count in enumerate(evenings):
        day = FIRST_DAY + timedelta(days=number * DAYS // len(evenings))
        if day != today:
            meeting, today = random.sample(circles, len(circles)), day
        yield from _evening(random, day, count, meeting.pop(), rules, skills)


def _evening(
    random: Random,
    day: date,
    count: int,
    circle: Circle,
    rules: Sequence[Ruleset],
    skills: dict[str, float],
) -> Iterator[Game]:
    usual = random.random() < 0.7
    people = random.choice(circle.tables) if usual else _seats(random, circle.people)
    seats = people + (None,) * (len(people) < 5 and random.random() < 0.1)
    ruleset = circle.rules if random.random() < 0.85 else random.choice(rules)
    years = (day - FIRST_DAY).days / DAYS
    level = 3.6 + sum(skills[player.id] for player in people) / len(people) + 0.5 * years
    date, text = day.isoformat(), random.random()
    for number in range(count):
        end = _end(random, ruleset, level, len(seats))
        at = _hour(day, 40 * number)
        yield Game(
            id=new_id(at, random.getrandbits(62)),
            ruleset=ruleset.spec,
            digest=ruleset.digest,
            end=end,
            result=evaluate(end, ruleset),
            logged_at=at,
            date=None if text < 0.001 else date,
            group=circle.group,
            seats=seats,
            minutes=random.randint(22, 48),
            talk=circle.group.talk,
            place=circle.place,
            note="The last card was the one we needed." if text > 0.97 else None,
            tags=("league",) if text > 0.9 else (),
            excluded="a game to teach the rules" if random.random() < 0.01 else None,
        )


def _end(random: Random, ruleset: Ruleset, level: float, players: int) -> EndState:
    """An end that the rules allow: one in eight struck out, one in a hundred a bare number."""
    luck = random.random()
    if luck > 0.995:
        return EndState(outcome="abandoned", players=players)
    out = luck < 0.125
    mean = random.gauss(level, 0.5) - out
    laid = [min(RANKS, max(0, round(random.gauss(mean, 0.8)))) for _suit in ruleset.suits]
    laid[0] -= out and sum(laid) == RANKS * len(laid)
    stacks = {
        suit.code: count if suit.direction == "up" or not count else RANKS + 1 - count
        for suit, count in zip(ruleset.suits, laid, strict=True)
    }
    strikes = ruleset.strikes if out else random.choice((0, 0, 0, 1, 1, 2))
    end = EndState(stacks=stacks, strikes=strikes, players=players)
    if luck > 0.985:
        return EndState(total=end.points_on_table(ruleset), strikes=strikes, players=players)
    return end


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clubs", description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("db")
    parser.add_argument("--people", type=int, default=PEOPLE)
    chosen = parser.parse_args()
    make_club(chosen.db, chosen.games, chosen.people)
