"""The home page of a federation: what its clubs have logged, and which tables do well."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.distribution import spread_chart
from hanabi_log.site.charts.outcomes import outcome_chart
from hanabi_log.site.contexts.base import Figure, Frame, holds, says
from hanabi_log.site.contexts.board import BoardView
from hanabi_log.site.contexts.figures import headline
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.federation.leaderboards import across
from hanabi_log.site.federation.overview import Overview
from hanabi_log.site.fireworks import missing_sky

MOST_CLUBS = 10
"""Rows of the board of clubs here; its own page has more."""


@dataclass(frozen=True, kw_only=True)
class FederationPage(Frame):
    """The home page of a federation."""

    lede: str = says("how many clubs there are, and since when they log")
    nothing: Empty | None = says("what stands there while nobody has logged a game")
    figures: tuple[Figure, ...] = says("headline figures of all clubs")
    note: str = says("what the interval of the mean goes by")
    charts: tuple[Chart, ...] = says("how and where games end; none while there are few")
    board: BoardView | None = holds("the first clubs of their board; none without any")


def home(setting: Setting, overview: Overview) -> Page:
    """The home page in the language in use."""
    together = overview.together
    summary = together.summary
    found = (outcome_chart(together.months), spread_chart(together.distribution))
    charts = tuple(chart for chart in found if chart is not None)
    board = across(overview, "clubs", MOST_CLUBS)
    lede = clubs_in_words(together.clubs)
    if overview.since:
        lede = _("{clubs}, logging since {month}").format(
            clubs=lede, month=words.month(overview.since)
        )
    context = FederationPage(
        **setting.frame(
            "index.html",
            setting.log.club.name,
            description=_("Hanabi games of many clubs in figures."),
            charts=bool(charts or board.rows),
            sheets=("pages.css",),
        ),
        lede=lede,
        nothing=None if summary.games else _nothing(),
        figures=headline(summary) if summary.games else (),
        note=_(
            "The interval of the mean goes by clubs, for games of one club resemble each other."
            " People of different clubs count as different people, also under one name."
        ),
        charts=charts,
        board=board if summary.games else None,
    )
    return Page("index.html", "federation/home.html", context)


def clubs_in_words(count: int) -> str:
    """A count of clubs with its noun."""
    return ngettext("{n} club", "{n} clubs", count).format(n=words.number(count))


def _nothing() -> Empty:
    return Empty(
        missing_sky(),
        _("A quiet sky"),
        _("No club has logged a game yet. The first one lights this page."),
    )
