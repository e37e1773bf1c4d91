"""The club in figures: when it plays, how its games end, and where each colour stops."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.calendar import calendar_chart
from hanabi_log.site.charts.colours import colour_chart
from hanabi_log.site.charts.outcomes import outcome_chart
from hanabi_log.site.contexts.base import Figure, Frame, holds, says
from hanabi_log.site.contexts.board import BoardView
from hanabi_log.site.contexts.figures import headline
from hanabi_log.site.contexts.rates import rate_views
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.stats.activity import activity
from hanabi_log.stats.colours import colours
from hanabi_log.stats.summary import Summary, summarise


@dataclass(frozen=True, kw_only=True)
class FiguresPage(Frame):
    """The club in figures."""

    lede: str = says("how many games the figures are made of")
    figures: tuple[Figure, ...] = says("headline figures")
    change: str = says("since when the tables play differently; mostly empty")
    charts: tuple[Chart, ...] = says("how and where games end; none while there are few")
    calendar: Chart | None = says("when the club plays; none without a date")
    rates: tuple[BoardView, ...] = holds("rates of perfect and of struck-out games by setup")


def figures(setting: Setting) -> Page:
    """The page of charts about the whole club."""
    log = setting.log
    plays = log.plays
    when = activity(plays)
    found = (outcome_chart(when.months), colour_chart(colours(log.sums)))
    calendar = calendar_chart(when)
    charts = tuple(chart for chart in found if chart is not None)
    rates = rate_views(log.sums)
    summary, change = summarise(log.sums), log.change
    context = FiguresPage(
        **setting.frame(
            "figures.html",
            _("In figures"),
            description=_("When the club plays, how its games end, and where each colour stops."),
            charts=bool(charts or calendar or rates),
            sheets=("pages.css",),
        ),
        lede=_lede(summary),
        figures=headline(summary) if plays else (),
        change=change.told(words.plain_day(change.date)) if change else "",
        charts=charts,
        calendar=calendar,
        rates=rates,
    )
    return Page("figures.html", "figures.html", context)


def _lede(summary: Summary) -> str:
    valued = summary.mean.n if summary.mean else 0
    games = words.games(summary.games)
    if valued == summary.games:
        return _("All of it from {games}.").format(games=games)
    return _("{games} logged; {counted} of them count, {valued} with points to compare.").format(
        games=games, counted=words.number(summary.counted), valued=words.number(valued)
    )
