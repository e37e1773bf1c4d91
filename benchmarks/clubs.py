"""Clubs of any size, the same every time: `python -m benchmarks.clubs GAMES DB`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import islice

from hanabi_log.config import Config, Place
from hanabi_log.demo import drafts
from hanabi_log.drafts import settle
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.logbook.adding import make_game
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.records import Draft, Game
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.games import add_games

NOW = datetime(2026, 11, 28, 21, 0)
SPAN = 580
"""Days that one sample club lasts."""


def endless_drafts() -> Iterator[Draft]:
    """One sample club after the other, each with people and dates of its own."""
    seed = 0
    while True:
        shift = timedelta(days=SPAN * seed % 7000)
        for draft in drafts(seed):
            day = date.fromisoformat(draft.date or "") - shift
            # A hundred people play, however many games there are.
            people = tuple(f"{name} {seed % 9}" if name else None for name in draft.players)
            yield replace(draft, date=day.isoformat(), players=people)
        seed += 1


def make_club(path: str, games: int) -> None:
    """A new log at `path` with so many games."""
    with open_log(Place(path, "", Config()), NOW, create=True) as log:
        wanted = islice(endless_drafts(), games)
        with log.change("benchmark") as batch:
            rules: dict[str, Ruleset] = {}
            made = [_game(log, draft, rules, batch) for draft in wanted]
            add_games(log.connection, made, rules, batch)


def _game(log: Log, draft: Draft, rules: dict[str, Ruleset], batch: Batch) -> Game:
    settled, problems = settle(draft, log.rulebook, log.today)
    assert settled is not None, problems
    rules[settled.ruleset.digest] = settled.ruleset
    group = meet_group(log, settled.group, batch, new=True)
    seats = seat_people(log, settled.names, batch, new=True)
    at = int(datetime.fromisoformat(f"{settled.date}T20:00:00+00:00").timestamp()) * 1_000_000
    return make_game(log, settled, group, seats, at=at)


if __name__ == "__main__":
    make_club(sys.argv[2], int(sys.argv[1]))
