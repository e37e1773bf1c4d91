"""Groups: the list of tables that meet, and one page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.distribution import distribution_chart
from hanabi_log.site.charts.progress import progress_chart
from hanabi_log.site.contexts.base import Figure, Frame, GameCard, holds, says
from hanabi_log.site.contexts.figures import headline
from hanabi_log.site.contexts.home import Empty, waiting
from hanabi_log.site.contexts.people import PersonRow, last_played
from hanabi_log.site.contexts.sessions import SessionRow, session_row
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.gather import Session, Table
from hanabi_log.site.people import Name
from hanabi_log.site.plans import Plan
from hanabi_log.stats.packed import Packed
from hanabi_log.stats.summary import Summary, summarise

LATEST_SESSIONS = 9
LATEST_GAMES = 3


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group in a list."""

    name: Name = holds("the group")
    games: str = says("how many games and sessions, in words")
    mean: str = says("the mean of its points, empty when there is none")
    mean_note: str = says("the interval of the mean and its count")
    last: str = says("when it last met, in words; may be empty")
    people: tuple[Name, ...] = holds("who sits at its table most often")


@dataclass(frozen=True, kw_only=True)
class GroupsPage(Frame):
    """All groups, those with most games first."""

    lede: str = says("how many groups and games there are")
    rows: tuple[GroupRow, ...] = holds("the groups")


@dataclass(frozen=True, kw_only=True)
class GroupPage(Frame):
    """A group."""

    name: Name = holds("the group")
    lede: str = says("how often it met, and since when")
    figures: tuple[Figure, ...] = says("headline figures")
    progress: Chart | None = says("points game by game; none while there are few")
    distribution: Chart | None = says("where games end; none while there are few")
    waiting: Empty | None = says("what stands in the place of missing charts")
    sessions: tuple[SessionRow, ...] = holds("the latest sessions")
    people: tuple[PersonRow, ...] = holds("who sits at its table, most games first")
    latest: tuple[GameCard, ...] = holds("the latest games")


def group_pages(setting: Setting) -> Iterator[Page | Plan]:
    """The list of groups and each group's page."""
    met: dict[str, list[Session]] = {}
    for session in setting.log.sessions:
        if session.group:
            met.setdefault(session.group.id, []).append(session)
    groups = [
        _told(setting, table, met.get(table.group.id, []))
        for table in setting.log.tables
        if table.group
    ]
    yield _groups_page(setting, groups)
    for group in groups:
        yield _plan(setting, group)


class _Told(NamedTuple):
    """A group with what both the list and its own page tell of it."""

    table: Table
    sessions: list[Session]
    summary: Summary
    people: tuple[PersonRow, ...]


def _told(setting: Setting, table: Table, sessions: list[Session]) -> _Told:
    plays = table.games.plays
    return _Told(table, sessions, summarise(plays), _regulars(setting, plays))


def _groups_page(setting: Setting, groups: list[_Told]) -> Page:
    count = ngettext("{n} group", "{n} groups", len(groups)).format(n=words.number(len(groups)))
    games = words.listing([count, words.games(sum(len(group.table.games) for group in groups))])
    context = GroupsPage(
        **setting.frame("groups/index.html", _("Groups"), description=games),
        lede=games,
        rows=tuple(_row(group) for group in groups),
    )
    return Page("groups/index.html", "groups.html", context)


def _row(group: _Told) -> GroupRow:
    table, sessions, summary, people = group
    mean = headline(summary)[1] if summary.mean else None
    last = sessions[-1].date if sessions else None
    return GroupRow(
        name=table.name,
        games=words.listing([words.games(len(table.games)), words.sessions(len(sessions))]),
        mean=mean.value if mean else "",
        mean_note=mean.note if mean else "",
        last=_("Last met {day}").format(day=words.day(last)) if last else "",
        people=tuple(row.name for row in people[:8]),
    )


def _plan(setting: Setting, group: _Told) -> Plan:
    table, sessions, summary, people = group
    plays = table.games.plays.without_ids()
    latest = tuple(setting.cards.at(table.games.newest(LATEST_GAMES)))
    name = table.name
    first = next((session.date for session in sessions if session.date), None)
    lede = words.sessions(len(sessions))
    if first:
        lede = _("{sessions} since {month}").format(sessions=lede, month=words.month(first))
    frame = setting.frame(table.path, name.text, description=lede, cards=latest, charts=True)
    figures = headline(summary) if plays else ()
    rows = tuple(session_row(setting, session) for session in sessions[: -LATEST_SESSIONS - 1 : -1])
    arguments = (frame, name._replace(href=""), lede, plays, figures, rows, people, latest)
    return Plan(table.path, "group.html", _group_page, arguments)


def _group_page(
    frame: Mapping[str, Any],
    name: Name,
    lede: str,
    plays: Packed,
    figures: tuple[Figure, ...],
    sessions: tuple[SessionRow, ...],
    people: tuple[PersonRow, ...],
    latest: tuple[GameCard, ...],
) -> GroupPage:
    progress = progress_chart(plays, _("Points, game by game"))
    return GroupPage(
        **(frame if progress else Setting.without_charts(frame)),
        name=name,
        lede=lede,
        figures=figures,
        progress=progress,
        distribution=distribution_chart(plays) if progress else None,
        waiting=waiting(sum(facts.y is not None for facts in plays.facts)) if plays else None,
        sessions=sessions,
        people=people,
        latest=latest,
    )


def _regulars(setting: Setting, plays: Packed) -> tuple[PersonRow, ...]:
    log, tables = setting.log, plays.shared.tables
    days = zip(plays.table, plays.evenings, strict=True)
    latest = {table: evening.date for table, evening in days if evening.date}
    seats: Counter[str] = Counter()
    last: dict[str, str] = {}
    for table, games in Counter(plays.table).items():
        for person in tables[table]:
            seats[person] += games
            if table in latest:
                last[person] = max(last.get(person, ""), latest[table])
    found = sorted(seats, key=lambda id_: (-seats[id_], log.people.shown[id_].text, id_))
    return tuple(
        PersonRow(
            log.people.shown[id_].name,
            words.games(seats[id_]),
            last_played(last.get(id_)),
        )
        for id_ in found
    )
