"""The months of a course: where they begin on an axis, and their numbers as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Column, Table
from hanabi_log.stats.counting import value_of
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
    by_month = _tallies(pack(plays))
    yearly = len(by_month) > MOST_MONTHS
    trend = {(point.date or "")[: 4 if yearly else 7]: point.value for point in course.trend}
    if yearly:
        by_year: dict[str | None, Counter[Result]] = {}
        for month, found in by_month.items():
            by_year.setdefault(month[:4] if month else None, Counter()).update(found)
        by_month = by_year
    rows = []
    for period, found in by_month.items():
        level = trend.get(period or "")
        rows.append(
            (
                period if yearly and period else words.month(f"{period}-01" if period else None),
                words.number(found.total()),
                words.number(fmean(value for value, _struck_out in found.elements()), 1),
                words.number(sum(n for (_value, struck_out), n in found.items() if struck_out)),
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


def _tallies(plays: Packed) -> dict[str | None, Counter[Result]]:
    """How often each result came up in each month, by its name (`2026-11`)."""
    results = plays.shared.of_facts(_result)
    evenings = plays.shared.evenings
    found: dict[str | None, Counter[Result]] = {}
    for (evening, facts), games in Counter(zip(plays.evening, plays.fact, strict=True)).items():
        if (result := results[facts]) is not None:
            date = evenings[evening].date
            month = date[:7] if date else None
            if month not in found:
                found[month] = Counter()
            found[month][result] += games
    return found


def _result(facts: Facts) -> Result | None:
    value = value_of(facts)
    return None if value is None else (value, facts.outcome == "struck_out")
