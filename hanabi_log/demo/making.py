"""From the plan of the sample club to its folder, its log and its site.

Games and events are logged hour by hour as their commands would have done it. Hours and ids
come from the plan, so that neither the clock nor chance is in the bytes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from random import Random

from hanabi_log.clubfolder import make_club_folder
from hanabi_log.config import Place
from hanabi_log.demo.events import EVENTS, Event
from hanabi_log.demo.play import HOUSE, SEED, drafts
from hanabi_log.demo.tables import FIRST_DAY, LAST_DAY
from hanabi_log.drafts import settle
from hanabi_log.i18n import LANGUAGES, _, current_language
from hanabi_log.ids import new_id
from hanabi_log.logbook.adding import make_game
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.records import Draft
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.database import transaction
from hanabi_log.storage.games import add_games

SEASONS = {
    "2024/25": (FIRST_DAY.isoformat(), "2025-08-31"),
    "2025/26": ("2025-09-01", "2026-08-31"),
}
EVENING = time(20, tzinfo=UTC)
LATE = time(23, tzinfo=UTC)
PAUSE = timedelta(minutes=40)
"""From one game of an evening to the next."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made: the club folder, its log and its site, and how many games it shows."""

    folder: str
    db: str
    site: str
    games: int


def make_demo(folder: str) -> Demo:
    """Make the sample club in a new folder and build its site.

    Raises Conflict when there is a club in the folder already.
    """
    from hanabi_log.logbook.publishing import load_club
    from hanabi_log.site.build import build

    first = current_language()
    languages = (first, *(code for code in LANGUAGES if code != first))
    config = make_club_folder(folder, _("Lantern Street Club"), languages, SEASONS)
    assert config.house_rules is not None
    shutil.copy(os.path.join(HOUSE, "lantern.toml"), config.house_rules)
    place = Place(config.database, "", config)
    with open_log(place, datetime.combine(LAST_DAY, LATE), create=True) as log:
        log_history(_seeded(log, Random(SEED)))
        club = load_club(log)
    site = os.path.join(folder, config.site.out)
    build(club, site, languages=config.spoken)
    return Demo(folder, config.database, site, len(club.games))


def log_history(log: Log) -> None:
    """Log every game and every event of the club at its hour, the earliest first."""
    plan: list[tuple[datetime, Draft | Event]] = [
        *((datetime.combine(event.day, LATE), event) for event in EVENTS),
        *_with_hours(drafts()),
    ]
    plan.sort(key=lambda one: one[0])
    for is_event, part in groupby(plan, lambda one: isinstance(one[1], Event)):
        if is_event:
            for hour, event in part:
                assert isinstance(event, Event)
                event.happen(log._replace(now=hour), _play)
        else:
            # One transaction for many games: a disk takes its time for each.
            with log.anew(), transaction(log.connection, log.path):
                for hour, draft in part:
                    assert isinstance(draft, Draft)
                    _add(log._replace(now=hour), draft)


def _with_hours(games: Iterator[Draft]) -> Iterator[tuple[datetime, Draft]]:
    """Each game at an hour of its evening."""
    for day, evening in groupby(games, lambda draft: draft.date):
        start = datetime.combine(date.fromisoformat(day or ""), EVENING)
        for number, draft in enumerate(evening):
            yield start + number * PAUSE, draft


def _play(log: Log, draft: Draft) -> None:
    with log.anew(), transaction(log.connection, log.path):
        _add(log, draft)


def _add(log: Log, draft: Draft) -> None:
    """What `add` does, in a transaction that is open and with the ids of the log."""
    settled, problems = settle(draft, log.rulebook, log.today)
    assert settled is not None, problems
    batch = Batch(log.connection, log.microseconds, "add")
    group = meet_group(log, settled.group, batch)
    seats = seat_people(log, settled.names, batch)
    game = make_game(log, settled, group, seats, at=log.microseconds, id=log.new_id())
    add_games(log.connection, [game], {game.digest: settled.ruleset}, batch)


def _seeded(log: Log, random: Random) -> Log:
    """The log with ids that come out the same every time."""

    class Seeded(Log):
        def new_id(self) -> str:
            return new_id(self.microseconds, random.getrandbits(62))

    return Seeded(*log)
