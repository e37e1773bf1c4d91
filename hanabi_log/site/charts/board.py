"""The marks of a board: each row a small drawing on one shared scale.

A row is a dot, with a stem from the reference line or with bars for its intervals: 95 %
thin, 80 % thick. For Plotly the dots of all rows are one figure that is laid over their
column; the script puts them where they are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from hanabi_log.site.charts.base import as_json, label_text, plain_layout, points, unit

_SPAN = 200.0


class Scale(NamedTuple):
    """A scale from `low` to `high`; `reference` is where its hairline stands, if anywhere."""

    low: float
    high: float
    reference: float | None = None

    def place(self, value: float) -> float:
        """Where a value stands in the drawing, kept inside it."""
        share = (value - self.low) / (self.high - self.low)
        return _SPAN * min(1.0, max(0.0, share))

    def cuts(self, bounds: tuple[float, float]) -> tuple[float, ...]:
        """The ends of the scale at which an interval is cut off."""
        low = (self.low,) if bounds[0] < self.low else ()
        return (*low, self.high) if bounds[1] > self.high else low


class Mark(NamedTuple):
    """A row: its value, its intervals where it has them, and the words for pointing at it.

    `wide` is the 95 % interval, `narrow` the 80 % one. Without either a stem is drawn from
    the reference line. `text` is plain text.
    """

    value: float
    text: str
    wide: tuple[float, float] | None = None
    narrow: tuple[float, float] | None = None


def around_zero(values: Sequence[float]) -> Scale:
    """A scale both ways from zero that ends on a round half and holds every value."""
    furthest = max((abs(value) for value in values), default=0.0)
    reach = max(1.0, math.ceil(furthest * 2.2) / 2)
    return Scale(-reach, reach, 0.0)


def drawing(mark: Mark, scale: Scale) -> Markup:
    """A row's drawing; readers find the numbers in the row."""
    x = unit(scale.place(mark.value))
    parts = ['<svg viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true">']
    if scale.reference is not None:
        zero = unit(scale.place(scale.reference))
        parts.append(f'<path class="zero" d="M{zero} 0V20"/>')
        if mark.wide is None and mark.narrow is None:
            parts.append(f'<path class="stem" d="M{zero} 10H{x}"/>')
    for kind, bounds in (("wide", mark.wide), ("narrow", mark.narrow)):
        if bounds is not None:
            low, high = (unit(scale.place(bound)) for bound in bounds)
            ends = "".join(f"M{unit(scale.place(end))} 4V16" for end in scale.cuts(bounds))
            parts.append(f'<path class="{kind}" d="M{low} 10H{high}{ends}"/>')
    parts.append(f'<path class="rim" d="M{x} 10h.01"/><path class="pt" d="M{x} 10h.01"/></svg>')
    return Markup("".join(parts))


def figure(marks: Sequence[Mark]) -> Markup:
    """The points as a figure, which says of each row the words for pointing at it."""
    marker = {"color": "--ember", "size": 9, "line": {"color": "--paper", "width": 1.5}}
    dots = points([label_text(mark.text) for mark in marks], marker)
    hidden = {"visible": False, "fixedrange": True}
    layout = plain_layout(
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        xaxis={**hidden, "range": [0, _SPAN]},
        yaxis=hidden,
    )
    return as_json({"data": [dots], "layout": layout})
