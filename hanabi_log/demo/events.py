"""What happens in the sample club beside the games: it is set up, slips are mended, people ask
for other names, and some stop coming.

Each event is what a command would do, so that the audit trail tells a story that could be true.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from hanabi_log.demo import hoola
from hanabi_log.demo.tables import ATTIC, DALGEURIMJA, TUESDAY, Table
from hanabi_log.i18n import _
from hanabi_log.logbook.editing import delete_game, draft_of, edit_game
from hanabi_log.logbook.groups import edit_group
from hanabi_log.logbook.log import Log, find_game
from hanabi_log.logbook.people import add_group
from hanabi_log.logbook.people_merging import Pair, merge_players
from hanabi_log.logbook.people_naming import publish_player, retire_player
from hanabi_log.logbook.undoing import undo
from hanabi_log.logbook.unknowns import Filter, answer_unknown
from hanabi_log.records import TALKS, Draft, Group

MISSPELT = "Ana Petrovic"
HIDDEN = "도윤"
RETIRED = "Tomasz"
PLAYED_BY_BASIC = "2024-07-31"
"""The last day of the notebook of which somebody remembers the rules."""

Play = Callable[[Log, Draft], None]
"""Logs a game at the hour of a log."""


class Event(NamedTuple):
    """Something that happens late on a day, after the games of that day."""

    day: date
    happen: Callable[[Log, Play], None]


def _found_club(log: Log, play: Play) -> None:
    for table in (TUESDAY, DALGEURIMJA):
        _add_table(log, table)
    edit_group(log, DALGEURIMJA.name, {"ruleset": DALGEURIMJA.rulesets[0]})
    # What was written down before there was a log: who played, and the number of points.
    for day, total, names in (
        ("2024-05-14", 14, ("Mina", "Jun", "Tomasz")),
        ("2024-06-04", 17, ("Mina", "Tomasz", "도윤")),
        ("2024-07-16", 11, ("Jun", "서연", "Tomasz", "도윤")),
        ("2024-09-03", 19, ("Mina", "서연", "Jun")),
        ("2024-09-17", 27, ("Mina", "Jun", "서연", "Ana Petrović")),
    ):
        note = _("From the old notebook.")
        play(
            log,
            Draft(
                date=day,
                group=TUESDAY.name,
                players=names,
                ruleset="unknown",
                total=total,
                place=TUESDAY.place,
                note=note,
            ),
        )


def _found_attic(log: Log, _play: Play) -> None:
    _add_table(log, ATTIC)


def _play_misspelt(log: Log, play: Play) -> None:
    for stacks, strikes in (("544435", 1), ("345535", 0)):
        play(
            log,
            Draft(
                date=log.today.isoformat(),
                group=ATTIC.name,
                players=("Marco", MISSPELT, "Lotte"),
                ruleset="lantern",
                stacks=stacks,
                strikes=strikes,
                place=ATTIC.place,
                talk=ATTIC.talk,
            ),
        )


def _log_twice(log: Log, play: Play) -> None:
    play(log, draft_of(find_game(log, "last"))._replace(id=None))
    delete_game(log, "last")


def _log_for_the_wrong_people(log: Log, play: Play) -> None:
    last = draft_of(find_game(log, "last"))._replace(id=None)
    play(log, last._replace(players=("Jun", "Mina"), guests=None))
    undo(log)


def _hide(log: Log, _play: Play) -> None:
    publish_player(log, HIDDEN, "hidden")


def _answer(log: Log, _play: Play) -> None:
    answer_unknown(log, "basic", Filter(until=PLAYED_BY_BASIC))


def _correct(log: Log, _play: Play) -> None:
    edit_game(log, "last", {"strikes": 2, "minutes": 37})


def _merge(log: Log, _play: Play) -> None:
    merge_players(log, [Pair(MISSPELT, "Ana Petrović")])


def _part(log: Log, _play: Play) -> None:
    retire_player(log, RETIRED)
    publish_player(log, "Ben O'Neill", "initials")
    publish_player(log, "Priya", "alias", alias="Magpie")


def _exclude(log: Log, _play: Play) -> None:
    edit_game(log, "last", {"excluded": _("A lesson with open hands.")})


EVENTS = (
    Event(date(2024, 9, 30), _found_club),
    Event(date(2024, 10, 9), _hide),
    Event(date(2024, 11, 20), _answer),
    Event(date(2025, 1, 21), _correct),
    Event(date(2025, 3, 20), _log_twice),
    Event(date(2025, 5, 15), _log_for_the_wrong_people),
    Event(date(2025, 6, 1), _found_attic),
    Event(date(2025, 9, 28), _play_misspelt),
    Event(date(2025, 10, 27), _merge),
    Event(date(2025, 12, 18), hoola.play_first),
    Event(date(2025, 12, 27), _part),
    Event(date(2026, 3, 3), _exclude),
    Event(date(2026, 6, 18), hoola.play_second),
)
"""In the order in which they happened."""


def _add_table(log: Log, table: Table) -> None:
    talk = next(word for word in TALKS if word == table.talk)
    add_group(log, Group(id=log.new_id(), name=table.name, talk=talk))
