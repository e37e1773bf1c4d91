"""When the club plays: a strip for each year, a column for each week, a disc for each day.

The area of a disc is the number of counted games of that day. Weeks begin on Monday. Years
lie below each other, so that the seasons of a club can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import sqrt

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    Chart,
    Column,
    Figure,
    KeyEntry,
    Table,
    as_json,
    frame,
    label_text,
    picture,
    plain_layout,
    unit,
)
from hanabi_log.site.charts.paths import along, dots
from hanabi_log.stats.activity import Activity

MOST_YEARS = 4
LEFT, RIGHT, TOP = 30.0, 334.0, 22.0
WEEKS = 54
CELL = (RIGHT - LEFT) / WEEKS
STRIP = 9
"""Rows of a strip: seven days and the gap to the next."""


def calendar_chart(found: Activity, id_: str = "calendar") -> Chart | None:
    """The chart of the last years; None when no counted game has a date."""
    if not found.days:
        return None
    years = _years(found)
    days = _by_games(found, years)
    return Chart(
        id=id_,
        title=_("When we play"),
        finding=_finding(found),
        svg=_svg(years, days),
        figure=as_json(_figure(years, days)),
        key=(KeyEntry("game", _("a day; area: games")),),
        table=_table(found),
    )


def _years(found: Activity) -> list[str]:
    """The years that are drawn: the last ones with a game."""
    return sorted({day[:4] for day, _games in found.days})[-MOST_YEARS:]


def _by_games(found: Activity, years: Sequence[str]) -> dict[int, list[date]]:
    """The days that are drawn, by how many games they had."""
    days: dict[int, list[date]] = {}
    for day, games in found.days:
        if day[:4] in years:
            days.setdefault(games, []).append(date.fromisoformat(day))
    return dict(sorted(days.items()))


def _finding(found: Activity) -> str:
    most = max(range(7), key=lambda day: found.weekdays[day])
    dated = sum(found.weekdays)
    sentences = [
        _("{n} of {games} on a {weekday}.").format(
            n=words.number(found.weekdays[most]),
            games=words.games(dated),
            weekday=words.weekday(most),
        )
    ]
    years = _years(found)
    earlier = sum(games for day, games in found.days if day[:4] < years[0])
    if earlier:
        sentences.append(
            _("Drawn from {year} on; {games} before that are not drawn.").format(
                year=years[0], games=words.games(earlier)
            )
        )
    if found.dateless:
        sentences.append(
            ngettext(
                "{n} game without a date is not here.",
                "{n} games without a date are not here.",
                found.dateless,
            ).format(n=words.number(found.dateless))
        )
    return " ".join(sentences)


def _week(day: date) -> int:
    """The column of a day: weeks from Monday to Sunday, the first one holds New Year's Day."""
    return (day.timetuple().tm_yday - 1 + date(day.year, 1, 1).weekday()) // 7


def _months(year: str) -> list[tuple[float, str]]:
    """The names of months over the middles of their own: every other one, for a phone has no room
    for all.
    """
    middles = [date(int(year), month, 15) for month in range(1, 13, 2)]
    return [(_x(_week(day)), words.short_month(day.isoformat())) for day in middles]


def _x(week: int) -> float:
    return LEFT + CELL * (week + 0.5)


def _height(years: Sequence[str]) -> float:
    return TOP + CELL * (STRIP * len(years) - 1)


def _width(games: int, most: int) -> float:
    """The width of a disc, of the cell that the busiest day fills."""
    return max(0.32, sqrt(games / most))


def _svg(years: Sequence[str], days: Mapping[int, Sequence[date]]) -> Markup:
    parts = []
    for at, text in _months(years[-1]):
        parts.append(f'<text class="mid" x="{unit(at)}" y="14">{text}</text>')
    for strip, year in enumerate(years):
        middle = TOP + CELL * (STRIP * strip + 3.5)
        parts.append(f'<text class="t" x="0" y="{unit(middle + 3.5)}">{year}</text>')
    cells = along(LEFT + CELL / 2, TOP + CELL / 2, CELL, CELL)
    spans = "".join(
        f"M{begin} {STRIP * strip + weekday}H{end + 0.02}"
        for strip, year in enumerate(years)
        for weekday, (begin, end) in enumerate(_spans(int(year)))
    )
    parts.append(
        f'<g class="days" {cells}>'
        f'<path class="grid" d="{spans}" stroke-width=".2" stroke-dasharray="0 1"/>'
    )
    for games, found in days.items():
        places = dots((_week(day), _row(day, years)) for day in found)
        width = f"{_width(games, max(days)):.3g}"
        parts.append(f'<path class="d{games}" d="{places}" stroke-width="{width}"/>')
    return picture([*parts, "</g>"], _height(years))


def _row(day: date, years: Sequence[str]) -> int:
    return STRIP * years.index(day.isoformat()[:4]) + day.weekday()


def _spans(year: int) -> Iterator[tuple[int, int]]:
    """The first and the last column in which a year has each weekday."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    for weekday in range(7):
        begin = first + timedelta(days=(weekday - first.weekday()) % 7)
        end = last - timedelta(days=(last.weekday() - weekday) % 7)
        yield _week(begin), _week(end)


def _figure(years: Sequence[str], days: Mapping[int, Sequence[date]]) -> Figure:
    rows = STRIP * len(years) - 1
    bottom = _height(years)
    data: list[Figure] = [
        {
            "type": "scatter",
            "mode": "markers",
            "path": f"d{games}",
            "text": [label_text(words.day(day.isoformat())) for day in found],
            "hovertemplate": _("{day}: {games}").format(day="%{text}", games=words.games(games))
            + "<extra></extra>",
            "cliponaxis": False,
            "marker": {
                "color": "--mute",
                "opacity": 1,
                "size": round(CELL * _width(games, max(days)), 2),
                "line": {"width": 0},
            },
        }
        for games, found in days.items()
    ]
    quiet = {"fixedrange": True, "showgrid": False, "zeroline": False, "showticklabels": False}
    note = {"showarrow": False, "borderpad": 0, "xref": "paper"}
    layout = plain_layout(
        xaxis={**quiet, "range": [-0.5, WEEKS - 0.5]},
        yaxis={**quiet, "range": [rows - 0.5, -0.5]},
        annotations=[
            *(
                {
                    **note,
                    "xanchor": "center",
                    "x": round((at - LEFT) / (RIGHT - LEFT), 4),
                    "yref": "paper",
                    "y": 1,
                    "yanchor": "bottom",
                    "yshift": 5,
                    "text": text,
                }
                for at, text in _months(years[-1])
            ),
            *(
                {
                    **note,
                    "x": -LEFT / (RIGHT - LEFT),
                    "xanchor": "left",
                    "y": STRIP * strip + 3,
                    "text": year,
                    "font": {"color": "--ink", "weight": 700},
                }
                for strip, year in enumerate(years)
            ),
        ],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, bottom, bottom)}


def _table(found: Activity) -> Table:
    total = sum(found.weekdays)
    return Table(
        caption=_("Games by weekday"),
        columns=(Column(_("Weekday"), number=False), Column(_("Games")), Column(_("Share"))),
        rows=tuple(
            (words.weekday(day), words.number(games), words.percent(games / total))
            for day, games in enumerate(found.weekdays)
        ),
        note=_("Days are those that were logged; {n} of them had a game.").format(
            n=words.number(len(found.days))
        ),
    )
