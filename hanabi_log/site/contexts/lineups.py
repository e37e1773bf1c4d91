"""Line-ups: exact sets of people, how their games go, and their runs.

A table with a guest is no line-up, for nobody could find that table again.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.board import BoardView
from hanabi_log.site.contexts.boards import lineup_of, lineup_view
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.people import Name
from hanabi_log.stats.boards import lineup_board
from hanabi_log.stats.packed import Facts, Packed
from hanabi_log.stats.streaks import Streak, streaks
from hanabi_log.stats.summary import summarise

MOST_STREAKS = 24
MOST_LINEUPS = 400
"""Runs are looked for among the line-ups with most games."""
STREAK_FROM = 3
"""A run of fewer games is not worth a line."""


@dataclass(frozen=True, slots=True)
class StreakRow:
    """The longest run of a line-up."""

    names: tuple[Name, ...] = holds("everybody of the line-up")
    kind: str = says("what the run is made of")
    length: str = says("how many games it lasted")
    span: str = says("from when to when; may be empty")
    chance: str = says("what chance alone would bring")
    running: str = says("that no game broke it yet, and when they last played; may be empty")
    href: str = holds("the link to its first game, relative to `root`")


@dataclass(frozen=True, kw_only=True)
class LineupsPage(Frame):
    """Exact sets of people."""

    lede: str = says("what a line-up is")
    board: BoardView | None = holds("line-ups by the mean of their games; none without any")
    streaks: tuple[StreakRow, ...] = holds("the longest runs, longest first")


def lineups(setting: Setting) -> Page:
    """The page of line-ups."""
    log = setting.log
    board = lineup_board(log.sums, log.names)
    mean = summarise(log.sums).mean
    view = lineup_view(lineup_of(log), board, mean.value if mean else None) if board.rows else None
    context = LineupsPage(
        **setting.frame(
            "lineups.html",
            _("Line-ups"),
            description=_("Exact sets of people, how their games go, and their longest runs."),
            charts=bool(view and view.rows),
            sheets=("pages.css",),
        ),
        lede=_(
            "A line-up is exactly these people, nobody else at the table. A table with a guest"
            " is none."
        ),
        board=view,
        streaks=_streaks(setting),
    )
    return Page("lineups.html", "lineups.html", context)


def _streaks(setting: Setting) -> tuple[StreakRow, ...]:
    log = setting.log
    tables = _games_of(log.plays)
    found: list[tuple[tuple[str, ...], Streak]] = []
    ranked = sorted(tables.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    for people, places in ranked[:MOST_LINEUPS]:
        if all(id_ in log.names for id_ in people):
            found += [
                (people, streak)
                for streak in streaks(log.plays.at(places))
                if streak.longest >= (2 if streak.kind == "perfect" else STREAK_FROM)
            ]
    found.sort(
        key=lambda pair: (pair[1].kind != "perfect", -pair[1].longest, pair[1].games[0].id, pair[0])
    )
    return tuple(
        _row(setting, people, streak, log.plays[tables[people][-1]].date)
        for people, streak in found[:MOST_STREAKS]
    )


def _games_of(plays: Packed) -> Mapping[tuple[str, ...], Sequence[int]]:
    """The places of the counted games of each line-up."""
    seats, tables = plays.shared.of_facts(_counted_seats), plays.shared.tables
    whole = [len(people) if len(people) >= 2 else -1 for people in tables]
    found: defaultdict[int, array[int]] = defaultdict(lambda: array("i"))
    for place, (table, fact) in enumerate(zip(plays.table, plays.fact, strict=True)):
        if whole[table] == seats[fact]:
            found[table].append(place)
    return {tables[table]: places for table, places in found.items()}


def _counted_seats(facts: Facts) -> int:
    return facts.seats if facts.counted else 0


def _row(
    setting: Setting, people: Sequence[str], streak: Streak, last_played: str | None
) -> StreakRow:
    log = setting.log
    first, last = streak.games[0], streak.games[-1]
    session, number = log.place_of(first)
    span = ""
    if first.date and last.date:
        span = words.span(words.day(first.date), words.day(last.date))
        if first.date == last.date:
            span = words.day(first.date)
    return StreakRow(
        names=tuple(log.people.shown[id_].name for id_ in people),
        kind=streak.label,
        length=words.number(streak.longest),
        span=span,
        chance=_chance(streak),
        running=_running(last_played) if streak.current == streak.longest else "",
        href=session.anchor(number),
    )


def _running(last_played: str | None) -> str:
    if last_played is None:
        return _("not broken so far")
    return _("not broken so far, last played {day}").format(day=words.day(last_played))


def _chance(streak: Streak) -> str:
    if streak.hits == streak.n:
        return ngettext("all of {n} game", "all of {n} games", streak.n).format(
            n=words.number(streak.n)
        )
    return ngettext(
        "of {n} game; chance alone: about {expected}",
        "of {n} games; chance alone: about {expected}",
        streak.n,
    ).format(n=words.number(streak.n), expected=words.number(streak.expected, 1))
