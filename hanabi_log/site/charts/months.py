"""The months of a course: where they begin on an axis, and their numbers as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Column, Table
from hanabi_log.stats.counting import has_value, value_of
from hanabi_log.stats.packed import Facts, Packed, pack
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import Dot, Progress

MOST_MONTHS = 30
"""Beyond so many months an axis has no ticks for them, and the table goes by year."""

Result = tuple[float, bool]
"""The points of a game on the scale of 25, and whether it was struck out."""


def months_of(dots: Sequence[Dot]) -> list[tuple[int, str]]:
    """Where each month begins: the index of its first dot, and that dot's date."""
    found: list[tuple[int, str]] = []
    for index, dot in enumerate(dots):
        if dot.date and (not found or found[-1][1][:7] != dot.date[:7]):
            found.append((index, dot.date))
    return found


def month_labels(months: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The months with their words, which name the year where there are several."""
    years = {date[:4] for _index, date in months}
    text = words.month if len(years) > 1 else words.short_month
    return [(index, text(date)) for index, date in months]


def table_by_month(plays: Sequence[Play], course: Progress) -> Table:
    """Games, mean, strike-outs and trend by month; by year where the months are many."""
    valued = pack(plays).where(has_value, "points")
    yearly = len({*_periods(valued, 7).values()}) > MOST_MONTHS
    length = 4 if yearly else 7
    periods = _periods(valued, length)
    by_period: defaultdict[str, list[Result]] = defaultdict(list)
    for evening, result in zip(valued.evening, valued.of_facts(_result), strict=True):
        by_period[periods[evening]].append(result)
    trend = {(point.date or "")[:length]: point.value for point in course.trend}
    rows = []
    for period, found in by_period.items():
        level = trend.get(period)
        rows.append(
            (
                period if yearly and period else words.month(f"{period}-01" if period else None),
                words.number(len(found)),
                words.number(fmean(value for value, _struck_out in found), 1),
                words.number(sum(struck_out for _value, struck_out in found)),
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


def _periods(plays: Packed, length: int) -> dict[int, str]:
    """The start of the date of each evening that comes up, by its number; empty without one."""
    evenings = plays.shared.evenings
    return {one: (evenings[one].date or "")[:length] for one in {*plays.evening}}


def _result(facts: Facts) -> Result:
    return value_of(facts) or 0.0, facts.outcome == "struck_out"
