"""The months of a course: where they begin on an axis, and their numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Column, Table
from hanabi_log.stats.counting import valued
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import Dot, Progress

MOST_MONTHS = 30
"""Beyond so many months an axis has no ticks for them, and the table goes by year."""
_MOST_LABELS = 4


def months_of(dots: Sequence[Dot]) -> list[tuple[int, str]]:
    """Where each month begins: the index of its first dot, and that dot's date."""
    found: list[tuple[int, str]] = []
    for index, dot in enumerate(dots):
        if dot.date and (not found or found[-1][1][:7] != dot.date[:7]):
            found.append((index, dot.date))
    return found


def month_labels(months: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Some of the months to name on an axis, four at most, with their words."""
    years = {date[:4] for _index, date in months}
    text = words.month if len(years) > 1 else words.short_month
    step = max(1, -(-len(months) // _MOST_LABELS))
    return [(index, text(date)) for index, date in months[::step]]


def table_by_month(plays: Sequence[Play], course: Progress) -> Table:
    """Games, mean, strike-outs and trend by month; by year where the months are many."""
    by_month: dict[str | None, list[tuple[Play, float]]] = {}
    for play, value in valued(plays):
        by_month.setdefault(play.date[:7] if play.date else None, []).append((play, value))
    yearly = len(by_month) > MOST_MONTHS
    trend = {(point.date or "")[: 4 if yearly else 7]: point.value for point in course.trend}
    if yearly:
        by_year: dict[str | None, list[tuple[Play, float]]] = {}
        for month, found in by_month.items():
            by_year.setdefault(month[:4] if month else None, []).extend(found)
        by_month = by_year
    rows = []
    for period, found in by_month.items():
        level = trend.get(period or "")
        rows.append(
            (
                period if yearly and period else words.month(f"{period}-01" if period else None),
                words.number(len(found)),
                words.number(fmean(value for _play, value in found), 1),
                words.number(sum(play.outcome == "struck_out" for play, _value in found)),
                "" if level is None else words.number(level, 1),
            )
        )
    return Table(
        caption=_("Points by year") if yearly else _("Points by month"),
        columns=(
            Column(_("Year") if yearly else _("Month"), number=False),
            Column(_("Games")),
            Column(_("Mean")),
            Column(_("Struck out")),
            Column(_("Trend")),
        ),
        rows=tuple(rows),
    )
