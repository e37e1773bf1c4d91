"""The course of some games: a dot each, the trend with its band, and the mean of all.

Struck-out games are crosses at the points that lay on the table, perfect ones carry the
ember. The table gives the same by month.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    at_the_end,
    axis,
    ceiling,
    frame,
    horizontal_grid,
    label_text,
    picture,
    plain_layout,
    points,
    rounded,
    stroke,
    unit,
)
from hanabi_log.site.charts.labels import Label, fitting
from hanabi_log.site.charts.months import MOST_MONTHS, month_labels, months_of, table_by_month
from hanabi_log.site.charts.paths import along, dots, line
from hanabi_log.stats.counting import has_value
from hanabi_log.stats.packed import pack
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import HALF_LIFE, TREND_FROM, Dot, Progress, progress

RIGHT = 308.0


def progress_chart(plays: Sequence[Play], title: str, id_: str = "progress") -> Chart | None:
    """The chart of games in the order of play; None while there are too few for a trend."""
    valued = pack(plays).where(has_value, "points")
    course = progress(valued)
    if course.n < TREND_FROM or course.mean is None or not course.trend:
        return None
    low = min([0.0, *(dot.y for dot in course.dots), *(point.low or 0 for point in course.trend)])
    floor = 0.0 if low >= 0 else -5.0 * -(int(low) // 5)
    months = months_of(course.dots)
    count = len(course.dots)
    labels = fitting([(_x(index, count), text) for index, text in month_labels(months)])
    ticks = [index for index, _date in months] if len(months) <= MOST_MONTHS else []
    return Chart(
        id=id_,
        title=title,
        finding=_finding(course),
        svg=_svg(course, floor, labels, ticks),
        figure=as_json(_figure(course, floor, labels, ticks)),
        key=_key(course),
        table=table_by_month(valued, course),
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
    return LEFT + (RIGHT - LEFT) * index / max(count - 1, 1)


def _y(value: float, floor: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * (value - floor) / (25 - floor)


def _marks(course: Progress) -> dict[str, list[tuple[int, Dot]]]:
    """The dots by the class of their path: games, struck-out ones, perfect ones."""
    found: dict[str, list[tuple[int, Dot]]] = {"spots": [], "x": [], "peaks": []}
    for index, dot in enumerate(course.dots):
        found["x" if dot.struck_out else "peaks" if dot.perfect else "spots"].append((index, dot))
    return {kind: chosen for kind, chosen in found.items() if chosen}


def _svg(course: Progress, floor: float, labels: Sequence[Label], months: Sequence[int]) -> Markup:
    count, trend = len(course.dots), course.trend
    ticks = [(_y(tick, floor), words.number(tick)) for tick in _ticks(floor)]
    parts = horizontal_grid(ticks, RIGHT)
    if months:
        ends = "".join(f"M{unit(_x(index, count))} 184v4" for index in months)
        parts.append(f'<path class="axis" d="{ends}"/>')
    for at, text, _place in labels:
        parts.append(f'<text class="mid" x="{unit(at)}" y="200">{text}</text>')
    data = along(LEFT, _y(0, floor), _x(1, count) - LEFT, _y(1, floor) - _y(0, floor))
    upper = [(point.index, point.high or 0.0) for point in trend]
    lower = [(point.index, point.low or 0.0) for point in reversed(trend)]
    parts.append(f'<path class="wash" {data} d="{line([*upper, *lower])}z"/>')
    mean = unit(_y(course.mean or 0, floor))
    parts.append(f'<path class="ref" d="M{unit(LEFT)} {mean}H{unit(RIGHT)}"/>')
    for kind, chosen in _marks(course).items():
        if kind == "x":
            # A cross must not be scaled with the data.
            crosses = "".join(
                f"M{unit(_x(index, count) - 2.1)} {unit(_y(dot.y, floor) - 2.1)}"
                "l4.2 4.2m0-4.2l-4.2 4.2"
                for index, dot in chosen
            )
            parts.append(f'<path class="x" d="{crosses}"/>')
        else:
            places = dots((index, dot.y) for index, dot in chosen)
            parts.append(f'<path class="{kind}" {data} d="{places}"/>')
    last = trend[-1].value
    parts.append(
        f'<path class="ew" {data} d="{line((point.index, point.value) for point in trend)}"/>'
        f'<text class="t" x="313" y="{unit(_y(last, floor) + 3.5)}">{words.number(last, 1)}</text>'
    )
    return picture(parts)


def _figure(
    course: Progress, floor: float, labels: Sequence[Label], months: Sequence[int]
) -> Figure:
    reach = max(len(course.dots) - 1, 1)
    mean, last = round(course.mean or 0.0, 2), course.trend[-1].value
    dashed = {"color": "--mute", "width": 1.25, "dash": "5px,4px"}
    data = [
        stroke(path="wash", fill="toself", fillcolor="--wash", line={"width": 0}),
        stroke(x=[0, reach], y=[mean, mean], line=dashed),
    ]
    names = {"spots": _("game"), "x": _("struck out"), "peaks": _("perfect")}
    for kind, chosen in _marks(course).items():
        marker: Figure = {"color": "--ember" if kind == "peaks" else "--mute"}
        places: Figure = {"path": kind}
        if kind == "x":
            marker = {"symbol": "x-thin", "size": 4.6, "line": {"color": "--mute", "width": 1.25}}
            places = {
                "x": [index for index, _dot in chosen],
                "y": rounded([dot.y for _index, dot in chosen]),
            }
        data.append(points(_hovers(chosen, names[kind]), marker, name=names[kind], **places))
    data.append(stroke(name=_("trend"), path="ew", line={"color": "--ember", "width": 2.5}))
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
        shapes=[ceiling(), *_month_marks(months)],
        annotations=[at_the_end(last, words.number(last, 1))],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, BOTTOM)}


def _month_marks(months: Sequence[int]) -> list[Figure]:
    """The marks below the axis: not its ticks, which would stand where the labels moved to."""
    if not months:
        return []
    length = round(4 / (BOTTOM - TOP), 4)
    return [
        {
            "type": "path",
            "path": "".join(f"M{index},0L{index},-{length}" for index in months),
            "yref": "paper",
            "line": {"color": "--mute", "width": 1},
        }
    ]


def _hovers(chosen: Sequence[tuple[int, Dot]], kind: str) -> list[str]:
    one = label_text(_("{date}: {value}, {kind}"))
    several = label_text(_("{date}: mean {value}, {games}"))
    return [
        (one if dot.games == 1 else several).format(
            date=words.day(dot.date),
            value=words.number(dot.y, 1),
            kind=kind,
            games=words.games(dot.games) if dot.games > 1 else "",
        )
        for _index, dot in chosen
    ]


def _ticks(floor: float) -> list[int]:
    return list(range(int(floor), 26, 5))
