"""The pages of a language in pieces that can be made in any order, each by another process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from hanabi_log.site.contexts.about import about, lost
from hanabi_log.site.contexts.calculator import calculator
from hanabi_log.site.contexts.enter import enter
from hanabi_log.site.contexts.groups import group_pages
from hanabi_log.site.contexts.home import home
from hanabi_log.site.contexts.hoola import hoola_pages
from hanabi_log.site.contexts.infigures import figures
from hanabi_log.site.contexts.leaderboard import leaderboard_page, leaderboard_parts
from hanabi_log.site.contexts.lineups import lineups
from hanabi_log.site.contexts.people import everybody, people_page, person_pages
from hanabi_log.site.contexts.records import records
from hanabi_log.site.contexts.rules import rulesets
from hanabi_log.site.contexts.sessions import session_pages, sessions_pages
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.contexts.sheet import sheet
from hanabi_log.site.gather import Session
from hanabi_log.site.plans import Kept, Plan

SESSIONS = 16
PEOPLE = 8
"""Pages of a piece: few enough that no process is left alone with much of the work."""


Piece = Callable[[], Iterable[Page | Plan | Kept]]


def pieces(
    setting: Setting, kept: Collection[int] = (), lists: Collection[str] = ()
) -> Iterator[Piece]:
    """All pages of a language in the order in which they are listed.

    `kept` has the places of sessions whose pages are not made again, `lists` the years whose
    list of sessions is not.
    """
    yield partial(_single, home, setting)
    yield partial(sessions_pages, setting, lists)
    for places in _runs(range(len(setting.log.sessions)), SESSIONS):
        yield partial(_sessions, setting, places, kept)
    yield partial(_single, people_page, setting)
    people = everybody(setting)
    for run in _runs(range(len(people)), PEOPLE):
        yield partial(person_pages, setting, [people[place] for place in run])
    yield partial(group_pages, setting)
    yield partial(hoola_pages, setting)
    yield partial(_single, lineups, setting)
    parts = leaderboard_parts(setting)
    for part in parts:
        yield partial(_single, leaderboard_page, setting, part, parts)
    for page in (records, figures, rulesets, sheet, calculator, enter, about, lost):
        yield partial(_single, page, setting)


def pages(setting: Setting) -> Iterator[Page | Plan]:
    """Every page of a language, made one after the other."""
    for piece in pieces(setting):
        yield from (page for page in piece() if not isinstance(page, Kept))


def session_files(session: Session) -> Iterator[str]:
    """The pages of a session, below the root of a language."""
    return (session.path(part) for part in range(1, session.parts + 1))


def _sessions(
    setting: Setting, places: Iterable[int], kept: Collection[int]
) -> Iterator[Page | Kept]:
    made = session_pages(setting, [place for place in places if place not in kept])
    for place in places:
        session = setting.log.sessions[place]
        if place in kept:
            yield from map(Kept, session_files(session))
        else:
            yield from islice(made, session.parts)


def _single(page: Callable[..., Page], *arguments: object) -> tuple[Page]:
    return (page(*arguments),)


def _runs(places: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(places), length):
        yield places[start : start + length]
