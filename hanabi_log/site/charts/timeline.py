"""How records rose: a line for each setup, a disc for each game that raised its record.

Time runs to the right at an even pace, the same for all lines. A game that reached the
maximum carries the ember, and nothing can follow it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from markupsafe import Markup, escape

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
    points,
    setup_text,
    unit,
)
from hanabi_log.site.charts.labels import Label, fitting
from hanabi_log.stats.bests import Cell, Step

MOST_LANES = 8
LEFT, RIGHT, LANE = 4.0, 336.0, 37.0
_LEAST = 6.0
"""The least distance of two discs on a line."""
_MOST_ROWS = 60

Lane = tuple[Cell, Sequence[Step]]


def record_chart(
    steps: Sequence[Step], games: Mapping[Cell, int], id_: str = "timeline"
) -> Chart | None:
    """The chart of dated games that raised a record; None while no record was beaten.

    `games` says how many games each setup has; those with most come first.
    """
    by_cell: defaultdict[Cell, list[Step]] = defaultdict(list)
    for step in steps:
        if step.play.date is not None:
            by_cell[Cell(step.play.ruleset, step.play.seats, step.play.max_score)].append(step)
    lanes = [(cell, found) for cell, found in by_cell.items() if len(found) > 1]
    if not lanes:
        return None
    lanes.sort(key=lambda lane: (-games.get(lane[0], 0), lane[0].ruleset, lane[0].seats))
    shown = lanes[:MOST_LANES]
    days = [_day(step) for _cell, found in shown for step in found]
    span = (min(days), max(days))
    return Chart(
        id=id_,
        title=_("How records rose"),
        finding=_finding(lanes),
        svg=_svg(shown, span),
        figure=as_json(_figure(shown, span)),
        key=(
            KeyEntry("game", _("a game that raised the record")),
            KeyEntry("perfect", _("the maximum")),
        ),
        table=_table(lanes),
    )


def _finding(lanes: Sequence[Lane]) -> str:
    last = max((step for _cell, found in lanes for step in found), key=_day)
    count = sum(len(found) - 1 for _cell, found in lanes)
    return ngettext(
        "A record was raised {n} time, the last one on {day}: {value} with {rules}.",
        "Records were raised {n} times, the last one on {day}: {value} with {rules}.",
        count,
    ).format(
        n=words.number(count),
        day=words.day(last.play.date),
        value=words.number(last.value),
        rules=last.play.ruleset,
    )


def _day(step: Step) -> int:
    return date.fromisoformat(step.play.date or "0001-01-01").toordinal()


def _places(found: Sequence[Step], span: tuple[int, int]) -> list[float]:
    """Where the discs of a line stand; those of one evening lie side by side."""
    first, last = span
    made: list[float] = []
    for step in found:
        share = (_day(step) - first) / (last - first) if last > first else 0.5
        x = LEFT + 6 + (RIGHT - LEFT - 12) * share
        made.append(max(x, made[-1] + _LEAST) if made else x)
    # What was pushed beyond the end is pushed back.
    limit = RIGHT - 6
    for place in range(len(made) - 1, -1, -1):
        made[place] = min(made[place], limit)
        limit = made[place] - _LEAST
    return made


def _y(lane: int) -> float:
    return LANE * (lane + 1) - 8


def _height(lanes: Sequence[Lane]) -> float:
    return _y(len(lanes) - 1) + 28


def _is_full(step: Step) -> bool:
    return step.play.max_score is not None and step.value >= step.play.max_score


def _told(found: Sequence[Step], places: Sequence[float]) -> list[Label]:
    """The numbers of those discs that have room for theirs; the last one always has it."""
    numbers = [(at, words.number(step.value)) for at, step in zip(places, found, strict=True)]
    return fitting(numbers, last_first=True)


def _months(span: tuple[int, int]) -> tuple[str, str]:
    first, last = (words.month(date.fromordinal(day).isoformat()) for day in span)
    return first, last


def _svg(lanes: Sequence[Lane], span: tuple[int, int]) -> Markup:
    parts = []
    for lane, (cell, found) in enumerate(lanes):
        y = unit(_y(lane))
        label = escape(setup_text(cell.ruleset, cell.seats))
        parts.append(
            f'<path class="grid" d="M{unit(LEFT)} {y}H{unit(RIGHT)}"/>'
            f'<text x="{unit(LEFT)}" y="{unit(_y(lane) - 18)}">{label}</text>'
        )
        places = _places(found, span)
        for step, place in zip(found, places, strict=True):
            x = unit(place)
            kind, radius = ("top25", "3.4") if _is_full(step) else ("dot", "2.6")
            parts.append(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}"/>')
        for at, text, _place in _told(found, places):
            parts.append(
                f'<text class="mid t" x="{unit(at)}" y="{unit(_y(lane) - 6)}">{text}</text>'
            )
    first, last = _months(span)
    foot = unit(_y(len(lanes) - 1) + 22)
    parts.append(f'<text x="{unit(LEFT)}" y="{foot}">{first}</text>')
    if last != first:
        parts.append(f'<text class="end" x="{unit(RIGHT)}" y="{foot}">{last}</text>')
    return picture(parts, _height(lanes))


def _figure(lanes: Sequence[Lane], span: tuple[int, int]) -> Figure:
    height = _height(lanes)
    steps = [
        (lane, place, step)
        for lane, (_cell, found) in enumerate(lanes)
        for place, step in zip(_places(found, span), found, strict=True)
    ]
    note = {"showarrow": False, "borderpad": 0}
    first, last = _months(span)
    ends = [(LEFT, "left", first), *([(RIGHT, "right", last)] if last != first else [])]
    annotations: list[Figure] = [
        {**note, "x": at, "xanchor": anchor, "y": height - 6, "yanchor": "bottom", "text": text}
        for at, anchor, text in ends
    ]
    for lane, (cell, found) in enumerate(lanes):
        annotations.append(
            {
                **note,
                "x": LEFT,
                "xanchor": "left",
                "y": _y(lane) - 15,
                "yanchor": "bottom",
                "text": label_text(setup_text(cell.ruleset, cell.seats)),
            }
        )
        annotations += [
            {
                **note,
                "x": round(at, 1),
                "y": _y(lane) - 3,
                "yanchor": "bottom",
                "text": text,
                "font": {"color": "--ink", "weight": 700},
            }
            for at, text, _place in _told(found, _places(found, span))
        ]
    hidden = {"visible": False, "fixedrange": True}
    layout = plain_layout(
        xaxis={**hidden, "range": [0, 340]},
        yaxis={**hidden, "range": [height, 0]},
        annotations=annotations,
        shapes=[
            {
                "type": "line",
                "layer": "below",
                "x0": LEFT,
                "x1": RIGHT,
                "y0": _y(lane),
                "y1": _y(lane),
                "line": {"color": "--line", "width": 1},
            }
            for lane in range(len(lanes))
        ],
    )
    data = [
        points(
            [label_text(_pointed(step)) for _lane, _place, step in chosen],
            {"color": colour, "size": size},
            x=[round(place, 1) for _lane, place, _step in chosen],
            y=[_y(lane) for lane, _place, _step in chosen],
        )
        for full, colour, size in ((False, "--mute", 5.2), (True, "--ember", 6.8))
        if (chosen := [row for row in steps if _is_full(row[2]) is full])
    ]
    return {"data": data, "layout": layout, **frame(0, 340, 0, height, height)}


def _pointed(step: Step) -> str:
    return _("{day}: {value}, before {before}").format(
        day=words.day(step.play.date),
        value=words.number(step.value),
        before="–" if step.before is None else words.number(step.before),
    )


def _table(lanes: Sequence[Lane]) -> Table:
    steps = sorted(
        ((step, cell) for cell, found in lanes for step in found),
        key=lambda pair: (
            -_day(pair[0]),
            setup_text(pair[1].ruleset, pair[1].seats),
            -pair[0].value,
        ),
    )
    return Table(
        caption=_("Games that raised a record, the latest first"),
        columns=(
            Column(_("Date"), number=False),
            Column(_("Setup"), number=False),
            Column(_("Before")),
            Column(_("Record")),
        ),
        rows=tuple(
            (
                words.day(step.play.date),
                setup_text(cell.ruleset, cell.seats),
                "" if step.before is None else words.number(step.before),
                words.number(step.value),
            )
            for step, cell in steps[:_MOST_ROWS]
        ),
    )
