"""The course of some games: a dot each, the trend with its band, and the mean of all.

Struck-out games are crosses at the points that lay on the table, perfect ones carry the
ember. The table gives the same by month.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
    LEFT,
    TOP,
    Chart,
    Figure,
    KeyEntry,
    as_json,
    axis,
    ceiling,
    frame,
    horizontal_grid,
    label_text,
    opening,
    plain_layout,
    rounded,
    spoken,
    unit,
)
from hanabi_log.site.charts.labels import Label, fitting
from hanabi_log.site.charts.months import MOST_MONTHS, month_labels, months_of, table_by_month
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import HALF_LIFE, TREND_FROM, Dot, Progress, progress

RIGHT = 308.0


def progress_chart(plays: Sequence[Play], title: str, id_: str = "progress") -> Chart | None:
    """The chart of games in the order of play; None while there are too few for a trend."""
    course = progress(plays)
    if course.n < TREND_FROM or course.mean is None or not course.trend:
        return None
    low = min([0.0, *(dot.y for dot in course.dots), *(point.low or 0 for point in course.trend)])
    floor = 0.0 if low >= 0 else -5.0 * -(int(low) // 5)
    months = months_of(course.dots)
    finding = _finding(course)
    return Chart(
        id=id_,
        title=title,
        finding=finding,
        label=spoken(title, finding),
        svg=_svg(course, floor, months),
        figure=as_json(_figure(course, floor, months)),
        key=_key(course),
        table=table_by_month(plays, course),
    )


def _finding(course: Progress) -> str:
    sentences = [
        _("The trend stands at {trend}, against {mean} over all {games}.").format(
            trend=words.number(course.trend[-1].value, 1),
            mean=words.number(course.mean or 0.0, 1),
            games=words.games(course.n),
        )
    ]
    perfect = sum(dot.perfect for dot in course.dots)
    if perfect:
        sentences.append(
            ngettext("{n} perfect game.", "{n} perfect games.", perfect).format(n=perfect)
        )
    if course.unit != "game":
        sentences.append(course.unit_text)
    return " ".join(sentences)


def _key(course: Progress) -> tuple[KeyEntry, ...]:
    single = {"game": _("a game"), "session": _("a session"), "month": _("a month")}
    entries = [KeyEntry("game", single[course.unit])]
    if any(dot.struck_out for dot in course.dots):
        entries.append(KeyEntry("struck", _("struck out, points on the table")))
    if any(dot.perfect for dot in course.dots):
        entries.append(KeyEntry("perfect", _("perfect")))
    trend = _("trend, half-life {n} games, 95% band").format(n=HALF_LIFE)
    return (*entries, KeyEntry("trend", trend), KeyEntry("mean", _("mean of all")))


def _x(index: int, count: int) -> float:
    return LEFT + (RIGHT - LEFT) * (index / (count - 1) if count > 1 else 0.5)


def _y(value: float, floor: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * (value - floor) / (25 - floor)


def _labels(months: Sequence[tuple[int, str]], count: int) -> list[Label]:
    return fitting([(_x(index, count), text) for index, text in month_labels(months)])


def _svg(course: Progress, floor: float, months: Sequence[tuple[int, str]]) -> Markup:
    dots, count = course.dots, len(course.dots)
    ticks = [(_y(tick, floor), words.number(tick)) for tick in _ticks(floor)]
    parts = [opening(), *horizontal_grid(ticks, RIGHT)]
    if len(months) <= MOST_MONTHS:
        marks = "".join(f"M{unit(_x(index, count))} 184v4" for index, _date in months)
        parts.append(f'<path class="axis" d="{marks or "M20 184"}"/>')
    for at, text, _place in _labels(months, count):
        parts.append(f'<text class="mid" x="{unit(at)}" y="200">{text}</text>')
    trend = course.trend
    # Paths that step from dot to dot say far less than ones that name every place.
    along = f'transform="translate({unit(_x(0, count))})scale({_x(1, count) - _x(0, count):.5g} 1)"'
    if all(point.low is not None for point in trend):
        upper = [(p.index, _y(p.high or 0, floor)) for p in trend]
        lower = [(p.index, _y(p.low or 0, floor)) for p in reversed(trend)]
        parts.append(f'<path class="wash" {along} d="{_steps([*upper, *lower])}z"/>')
    mean = unit(_y(course.mean or 0, floor))
    parts.append(f'<path class="ref" d="M{unit(LEFT)} {mean}H{unit(RIGHT)}"/>')
    crosses, perfect = [], []
    for index, dot in enumerate(dots):
        x, y = _x(index, count), _y(dot.y, floor)
        if dot.struck_out:
            crosses.append(f"M{unit(x - 2.1)} {unit(y - 2.1)}l4.2 4.2m0-4.2l-4.2 4.2")
        elif dot.perfect:
            perfect.append(f'<circle class="top25" cx="{unit(x)}" cy="{unit(y)}" r="3"/>')
        else:
            parts.append(f'<circle class="dot" cx="{unit(x)}" cy="{unit(y)}" r="1.7"/>')
    if crosses:
        parts.append(f'<path class="x" d="{"".join(crosses)}"/>')
    parts += perfect
    line = _steps([(p.index, _y(p.value, floor)) for p in trend])
    last = trend[-1]
    parts.append(
        f'<path class="ew" {along} d="{line}"/><text class="t" x="313" '
        f'y="{unit(_y(last.value, floor) + 3.5)}">{words.number(last.value, 1)}</text></svg>'
    )
    return Markup("".join(parts))


def _steps(points: Sequence[tuple[int, float]]) -> str:
    """A path from dot to dot, each step as the way from the one before, to a tenth of a unit."""
    places = [(index, round(10 * y)) for index, y in points]
    steps = " ".join(
        f"{index - before} {unit((y - last) / 10)}"
        for (before, last), (index, y) in pairwise(places)
    )
    (index, y), *_more = places
    return f"M{index} {unit(y / 10)}l{steps}"


def _figure(course: Progress, floor: float, months: Sequence[tuple[int, str]]) -> Figure:
    count, trend = len(course.dots), course.trend
    last = trend[-1]
    data: list[Figure] = []
    if all(point.low is not None for point in trend):
        outline = [*((p.index, p.high or 0.0) for p in trend)]
        outline += [(p.index, p.low or 0.0) for p in reversed(trend)]
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [x for x, _high in outline],
                "y": rounded([y for _index, y in outline]),
                "fill": "toself",
                "fillcolor": "--wash",
                "line": {"width": 0},
                "hoverinfo": "skip",
            }
        )
    mean = round(course.mean or 0.0, 2)
    data.append(
        {
            "type": "scatter",
            "mode": "lines",
            "x": [0, max(count - 1, 1)],
            "y": [mean, mean],
            "line": {"color": "--mute", "width": 1.25, "dash": "5px,4px"},
            "hoverinfo": "skip",
        }
    )
    kinds = (
        (_("game"), {"color": "--mute", "size": 3.4}, False, False),
        (
            _("struck out"),
            {"symbol": "x-thin", "size": 4.6, "line": {"color": "--mute", "width": 1.25}},
            True,
            False,
        ),
        (_("perfect"), {"color": "--ember", "size": 6}, False, True),
    )
    for name, marker, struck_out, perfect in kinds:
        chosen = [
            (index, dot)
            for index, dot in enumerate(course.dots)
            if (dot.struck_out, dot.perfect) == (struck_out, perfect)
        ]
        if chosen:
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": name,
                    "x": [index for index, _dot in chosen],
                    "y": rounded([dot.y for _index, dot in chosen]),
                    "text": [_hover(dot, name) for _index, dot in chosen],
                    "hoverinfo": "text",
                    "cliponaxis": False,
                    "marker": marker,
                }
            )
    data.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": _("trend"),
            "x": [point.index for point in trend],
            "y": rounded([point.value for point in trend]),
            "line": {"color": "--ember", "width": 2.5},
            "hoverinfo": "skip",
        }
    )
    labels = _labels(months, count)
    reach = max(count - 1, 1)
    marks = months if len(months) <= MOST_MONTHS else ()
    layout = plain_layout(
        xaxis=axis(
            rounded([reach * (at - LEFT) / (RIGHT - LEFT) for at, _text, _place in labels]),
            [text for _at, text, _place in labels],
            range=[0, reach],
            showgrid=False,
            linecolor="--mute",
            showline=True,
        ),
        yaxis=axis(
            _ticks(floor),
            [words.number(tick) for tick in _ticks(floor)],
            range=[floor, 25],
            gridcolor="--line",
        ),
        shapes=[ceiling(), *_month_marks(marks)],
        annotations=[
            {
                "xref": "paper",
                "x": 1,
                "xanchor": "left",
                "xshift": 5,
                "y": round(last.value, 2),
                "text": words.number(last.value, 1),
                "showarrow": False,
                "font": {"color": "--ink", "weight": 700},
            }
        ],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, BOTTOM)}


def _month_marks(months: Sequence[tuple[int, str]]) -> list[Figure]:
    """The marks below the axis: not its ticks, which would stand where the labels moved to."""
    if not months:
        return []
    length = round(4 / (BOTTOM - TOP), 4)
    return [
        {
            "type": "path",
            "path": "".join(f"M{index},0L{index},-{length}" for index, _date in months),
            "yref": "paper",
            "line": {"color": "--mute", "width": 1},
        }
    ]


def _hover(dot: Dot, kind: str) -> str:
    value = words.number(dot.y, 1)
    if dot.games > 1:
        text = _("{date}: mean {value}, {games}").format(
            date=words.day(dot.date), value=value, games=words.games(dot.games)
        )
    else:
        text = _("{date}: {value}, {kind}").format(date=words.day(dot.date), value=value, kind=kind)
    return label_text(text)


def _ticks(floor: float) -> list[int]:
    return list(range(int(floor), 26, 5))
