"""A sample club with an invented history, the same every time.

Two tables meet over a year and a half. The people are made up; how they play is drawn
from a seeded generator: they get better slowly, strike out now and then, and try other
rules in spring. Nothing here is a statistic of real games.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from random import Random

from hanabi_log.clubfolder import make_club_folder
from hanabi_log.config import Place
from hanabi_log.drafts import settle
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import LANGUAGES, _, current_language
from hanabi_log.ids import new_id
from hanabi_log.logbook.adding import make_game
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.logbook.people_naming import publish_player
from hanabi_log.records import Draft, Game, Player
from hanabi_log.storage.games import add_games
from hanabi_log.storage.people import add_player

SEED = 25
FIRST_EVENING = date(2025, 4, 1)
EVENINGS = 60


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made: the club folder, its log and its site, and how many games."""

    folder: str
    db: str
    site: str
    games: int


@dataclass(frozen=True, slots=True)
class Table:
    """A group of the sample club: who comes, how well they play, which rules they try."""

    name: str
    place: str
    regulars: Mapping[str, float]
    rulesets: Sequence[str]
    talk: str


TABLES = (
    Table(
        name="Tuesday table",
        place="Library cellar",
        regulars={
            "Mina": 1.6,
            "Jun": 0.4,
            "서연": 1.2,
            "Tomasz": -0.6,
            "Ana Petrović": 0.9,
            "Priya": -0.2,
            "도윤": -1.1,
        },
        rulesets=("basic", "basic", "basic", "basic", "baobab+wild+black"),
        talk="strict",
    ),
    Table(
        name="달그림자",
        place="동아리방",
        regulars={"서연": 1.2, "하은": 0.3, "지호": -0.8, "Marco": 0.7, "Ben O'Neill": -0.4},
        rulesets=("korean-first", "korean-first", "korean-first+rainbow5"),
        talk="relaxed",
    ),
)
HIDDEN = "도윤"


def make_demo(folder: str, now: datetime) -> Demo:
    """Make the sample club in a new folder and build its site.

    Raises Conflict when there is a club in the folder already.
    """
    from hanabi_log.logbook.publishing import load_club
    from hanabi_log.site.build import build

    first = current_language()
    languages = (first, *(code for code in LANGUAGES if code != first))
    config = make_club_folder(folder, _("Lantern Street Club"), languages)
    with open_log(Place(config.database, "", config), now, create=True) as log:
        games = _log_history(log)
        club = replace(load_club(log), today=games[-1].date)
    site = os.path.join(folder, config.site.out)
    build(club, site, languages=config.spoken)
    return Demo(folder, config.database, site, len(games))


def drafts(seed: int = SEED) -> Iterator[Draft]:
    """The games of the sample club in the order in which they were played."""
    random = Random(seed)
    for evening in range(EVENINGS):
        day = FIRST_EVENING + timedelta(days=evening * 10 - evening % 3)
        table = TABLES[0] if evening % 3 else TABLES[1]
        seats = random.sample(list(table.regulars), random.choice((2, 3, 3, 4, 4)))
        guests = int(random.random() < 0.15)
        ruleset = random.choice(table.rulesets)
        for _game in range(random.choice((1, 2, 2, 3))):
            form = sum(table.regulars[name] for name in seats) / len(seats)
            stacks, strikes = _end(random, ruleset, 16.6 + 2.6 * form + evening / 18)
            yield Draft(
                date=day.isoformat(),
                group=table.name,
                place=table.place,
                talk=table.talk,
                players=tuple(seats),
                guests=guests,
                ruleset=ruleset,
                stacks=stacks,
                strikes=strikes,
                minutes=random.randint(22, 48),
            )


def _log_history(log: Log) -> list[Game]:
    """Log every draft as if it had been typed on its evening."""
    random = Random(SEED)
    games: list[Game] = []
    rules: dict[str, Ruleset] = {}
    with log.change("demo") as batch:
        # People are ordered by their ids on some pages, so these must come out the same too.
        for number, name in enumerate(dict.fromkeys(name for t in TABLES for name in t.regulars)):
            at = _microseconds(FIRST_EVENING.isoformat(), number)
            id = new_id(at, random.getrandbits(62))
            add_player(log.connection, Player(id=id, name=name), batch)
        for number, draft in enumerate(drafts()):
            settled, problems = settle(draft, log.rulebook, log.today)
            assert settled is not None, problems
            group = meet_group(log, settled.group, batch, new=True)
            seats = seat_people(log, settled.names, batch, new=True)
            at = _microseconds(settled.date or "", number)
            id = new_id(at, random.getrandbits(62))
            games.append(make_game(log, settled, group, seats, at=at, id=id))
            rules[settled.ruleset.digest] = settled.ruleset
        add_games(log.connection, games, rules, batch)
    publish_player(log, HIDDEN, "hidden")
    return games


def _microseconds(day: str, number: int) -> int:
    """Eight in the evening of a day, and a second later for each game."""
    evening = datetime.fromisoformat(f"{day}T20:00:00+00:00")
    return int(evening.timestamp() + number) * 1_000_000


def _end(random: Random, ruleset: str, target: float) -> tuple[dict[str, int], int]:
    """Stacks and strikes of a game that should come to about `target` points of 25."""
    codes = "RYGBW" + "M" * ("wild" in ruleset or "rainbow" in ruleset) + "K" * ("black" in ruleset)
    most = RANKS * len(codes)
    out = random.random() < 0.13
    share = (random.gauss(target, 2.6) - 5 * out) / 25
    cards = min(most - out, max(2, round(share * most)))
    laid = dict.fromkeys(codes, 0)
    while sum(laid.values()) < cards:
        laid[random.choice([code for code in codes if laid[code] < RANKS])] += 1
    stacks = {code: _last_card(code, count) for code, count in laid.items()}
    return stacks, 3 if out else random.choice((0, 0, 0, 1, 1, 2))


def _last_card(code: str, laid: int) -> int:
    return RANKS + 1 - laid if code == "K" and laid else laid
