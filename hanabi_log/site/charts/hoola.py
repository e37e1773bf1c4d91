"""The course of a match: everybody's running total, round by round.

Whoever leads carries the ember. The other lines differ by their strokes, and each is named
at its end, so that no colour stands for a person.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from hanabi_log.games.hoola.matches import Match
from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
    TOP,
    Chart,
    Column,
    Figure,
    KeyEntry,
    Table,
    as_json,
    axis,
    frame,
    horizontal_grid,
    label_text,
    level,
    picture,
    plain_layout,
    points,
    unit,
)
from hanabi_log.site.charts.labels import width_of

FEWEST = 2
"""Rounds from which a match has a course."""
LEFT, RIGHT = 34.0, 262.0
_LINE = 12.0
"""The least distance between two names at the ends of lines."""
_STROKES = ("7 3", "2 3", "9 3 2 3", "4 2")
"""All dashed: only the lead is a line without a gap."""
_WIDEST = 70.0
_MOST_TICKS = 10


def course_chart(match: Match, id_: str = "course") -> Chart | None:
    """The chart of a match; None while it has fewer than two rounds."""
    if len(match.rounds) < FEWEST:
        return None
    return Chart(
        id=id_,
        title=_("Points, round by round"),
        finding=_finding(match),
        svg=_svg(match),
        figure=as_json(_figure(match)),
        key=(KeyEntry("line", _("the lead")), KeyEntry("mean", _("the others"))),
        table=_table(match),
    )


def _finding(match: Match) -> str:
    leaders = [line for line in match.standing if line.place == 1]
    names = words.listing([line.player for line in leaders])
    points = words.signed(leaders[0].points, 0)
    if match.counted and len(leaders) > 1:
        return _("{names} share first place with {points}.").format(names=names, points=points)
    if match.counted:
        return _("{names} won with {points}.").format(names=names, points=points)
    return _("{names} stood first with {points}.").format(names=names, points=points)


def _table(match: Match) -> Table:
    courses = match.courses
    return Table(
        caption=_("Running totals"),
        columns=(Column(_("Round"), number=False), *(Column(name) for name in match.players)),
        rows=tuple(
            (
                words.number(number),
                *(words.signed(course[number], 0) for course in courses.values()),
            )
            for number in range(1, len(match.rounds) + 1)
        ),
    )


def _lines(match: Match) -> list[tuple[str, tuple[int, ...], str | None]]:
    """Name, course and stroke of each line, the lead last so that it lies on top."""
    courses = match.courses
    lines: list[tuple[str, tuple[int, ...], str | None]] = []
    others = [line.player for line in match.standing if line.place > 1]
    for stroke, player in zip(_STROKES, others, strict=False):
        lines.append((player, courses[player], stroke))
    lines.reverse()
    lines += [
        (line.player, courses[line.player], None) for line in match.standing if line.place < 2
    ]
    return lines


def _scale(match: Match) -> tuple[list[int], int, int]:
    """Round numbers for the axis of points, and the ends of it."""
    values = [value for course in match.courses.values() for value in course]
    low, high = min(values), max(values)
    step = 1
    while (high - low) / step > 6:
        step = step * 2 if str(step)[0] in "15" else step * 5 // 2
    first, last = low // step * step, -(-high // step) * step
    if first == last:
        first, last = first - step, last + step
    return list(range(first, last + 1, step)), first, last


def _rounds(count: int) -> list[int]:
    step = max(1, -(-count // _MOST_TICKS))
    return list(range(0, count + 1, step))


def _svg(match: Match) -> Markup:
    count = len(match.rounds)
    ticks, low, high = _scale(match)

    def x(number: int) -> float:
        return LEFT + (RIGHT - LEFT) * number / count

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    grid = [(y(tick), words.number(tick)) for tick in ticks]
    parts = horizontal_grid(grid, RIGHT, LEFT, axis=ticks.index(0) if 0 in ticks else -1)
    for number in _rounds(count):
        parts.append(f'<text class="mid" x="{unit(x(number))}" y="200">{number}</text>')
    lines = _lines(match)
    for _player, course, stroke in lines:
        way = "L".join(f"{unit(x(n))} {unit(y(value))}" for n, value in enumerate(course))
        kind = 'class="ew"'
        if stroke is not None:
            kind = f'class="axis" fill="none" stroke-width="1.6" stroke-dasharray="{stroke}"'
        parts.append(f'<path {kind} d="M{way}"/>')
    heights = _apart([y(course[-1]) for _player, course, _stroke in lines])
    for (player, _course, stroke), height in zip(lines, heights, strict=True):
        kind = ' class="t"' if stroke is None else ""
        parts.append(
            f'<text{kind} x="{unit(RIGHT + 5)}" y="{unit(height + 3.5)}">'
            f"{escape(_short(player))}</text>"
        )
    return picture(parts)


def _figure(match: Match) -> Figure:
    count = len(match.rounds)
    ticks, low, high = _scale(match)
    span = (BOTTOM - TOP) / (high - low)
    lines = _lines(match)
    data = [
        points(
            [
                label_text(
                    _("{name}, round {number}: {points}").format(
                        name=player, number=number, points=words.signed(value, 0)
                    )
                )
                for number, value in enumerate(course)
            ],
            {"size": 1, "color": "--mute"},
            mode="lines+markers",
            x=list(range(count + 1)),
            y=list(course),
            line={"color": "--ember", "width": 2.5}
            if stroke is None
            else {
                "color": "--mute",
                "width": 1.6,
                "dash": ",".join(f"{n}px" for n in stroke.split()),
            },
        )
        for player, course, stroke in lines
    ]
    natural = [BOTTOM - span * (course[-1] - low) for _player, course, _stroke in lines]
    notes = [
        {
            "xref": "paper",
            "x": 1,
            "xanchor": "left",
            "xshift": 5,
            "y": course[-1],
            "yshift": round(place - height, 1),
            "text": label_text(_short(player)),
            "showarrow": False,
            "font": {"color": "--ink", "weight": 700} if stroke is None else {"color": "--mute"},
        }
        for (player, course, stroke), place, height in zip(
            lines, natural, _apart(natural), strict=True
        )
    ]
    layout = plain_layout(
        xaxis=axis(
            _rounds(count), [str(n) for n in _rounds(count)], range=[0, count], showgrid=False
        ),
        yaxis=axis(
            ticks,
            [words.number(tick) for tick in ticks],
            range=[low, high],
            gridcolor="--line",
        ),
        annotations=notes,
        shapes=[level("--mute", 0)],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, BOTTOM)}


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights, in the order given, moved so far that no two names cover each other."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda index: (heights[index], index))
    least = TOP
    for index in order:
        placed[index] = max(placed[index], least)
        least = placed[index] + _LINE
    most = BOTTOM
    for index in reversed(order):
        placed[index] = min(placed[index], most)
        most = placed[index] - _LINE
    return placed


def _short(name: str) -> str:
    """As much of a name as stands beside its line."""
    if width_of(name) <= _WIDEST:
        return name
    most = next(n for n in range(len(name), -1, -1) if width_of(f"{name[:n]}…") <= _WIDEST)
    return f"{name[:most]}…"
