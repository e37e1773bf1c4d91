"""The page of a club: its figures, months, results, setups, and the boards of its people."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.colours import colour_chart
from hanabi_log.site.charts.distribution import spread_chart
from hanabi_log.site.charts.outcomes import outcome_chart
from hanabi_log.site.contexts.base import Figure, Frame, holds, says
from hanabi_log.site.contexts.board import BoardView, Namer
from hanabi_log.site.contexts.boards import group_view, keys_of, lineup_view, people_view
from hanabi_log.site.contexts.figures import headline
from hanabi_log.site.contexts.rules import Grid, grid
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.federation.portraits import Boards, Portrait
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.activity import months
from hanabi_log.stats.boards import BoardRow
from hanabi_log.stats.colours import colours
from hanabi_log.stats.distribution import results_of, spread

MOST_ROWS = 20
"""Of each board; the files with the data have all of them."""


@dataclass(frozen=True, kw_only=True)
class ClubPage(Frame):
    """A club of the federation."""

    name: Name = holds("the club")
    lede: str = says("how much it has logged, and since when")
    figures: tuple[Figure, ...] = says("headline figures; empty without a game")
    charts: tuple[Chart, ...] = says("how and where its games end; none while there are few")
    grid: Grid | None = holds("what each setup usually gives; none without scored games")
    boards: tuple[BoardView, ...] = holds("people, line-ups and groups; those that have rows")


def club_page(setting: Setting, club: Portrait, boards: Boards) -> Page:
    """The page of a club in the language in use."""
    entry, summary = club.entry, club.summary
    lede = words.listing(
        [
            _("{games} logged").format(games=words.games(summary.games)),
            words.sessions(summary.sessions),
        ]
    )
    if entry.first:
        lede = _("{sessions} since {month}").format(sessions=lede, month=words.month(entry.first))
    views = _views(club, boards)
    tables = club.figures.tables
    found = (
        outcome_chart(months(club.figures.months)),
        spread_chart(spread(results_of(tables.endings), summary.counted)),
        colour_chart(colours(tables)),
    )
    charts = tuple(chart for chart in found if chart is not None)
    context = ClubPage(
        **setting.frame(
            entry.path,
            entry.name,
            description=lede,
            charts=bool(charts or views),
            sheets=("pages.css",),
        ),
        name=entry.link._replace(href=""),
        lede=lede,
        figures=headline(summary) if summary.games else (),
        charts=charts,
        grid=grid(club.expected),
        boards=views,
    )
    return Page(entry.path, "federation/club.html", context)


def _views(club: Portrait, boards: Boards) -> tuple[BoardView, ...]:
    mean = club.summary.mean.value if club.summary.mean else None
    named = _namer(club)
    found = []
    if boards.people.rows:
        found.append(people_view(named, boards.people, club.summary.counted, MOST_ROWS))
    if boards.lineups.rows:
        found.append(lineup_view(named, boards.lineups, mean, MOST_ROWS))
    if len(boards.groups.rows) > 1:
        found.append(group_view(named, boards.groups, mean, MOST_ROWS))
    return tuple(found)


def _namer(club: Portrait) -> Namer:
    # Nobody has a page of their own here, so names are no links.
    def named(row: BoardRow) -> tuple[Name, ...]:
        texts = (club.names[str(key)] for key in keys_of(row))
        return tuple(Name(text, "", script_of(text)) for text in texts)

    return named
