"""The dots of a leaderboard: each row a small drawing on one shared scale.

For Plotly all rows become one figure that is laid over their column; its rows are
numbered from the top and the script puts them where the rows of the table stand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Figure, as_json, label_text, plain_layout, unit
from hanabi_log.stats.boards import BoardRow

_SPAN = 200.0


def reach(rows: Sequence[BoardRow]) -> float:
    """The end of the shared scale in points, both ways: a round half that holds every row."""
    furthest = max((abs(row.value) for row in rows), default=0.0)
    return max(1.0, math.ceil(furthest * 2.2) / 2)


def dot(value: float, furthest: float) -> Markup:
    """A row's dot, with a stem from zero."""
    x = _SPAN / 2 * (1 + value / furthest)
    return Markup(
        '<svg viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="stem" d="M100 10H{unit(x)}"/>'
        f'<path class="rim" d="M{unit(x)} 10h.01"/><path class="pt" d="M{unit(x)} 10h.01"/></svg>'
    )


def board_figure(rows: Sequence[BoardRow], furthest: float) -> Markup:
    """The same dots as a figure. Names are plain text; equal names stay apart."""
    places = list(range(len(rows)))
    values = [round(row.value, 3) for row in rows]
    stems: Figure = {
        "type": "scatter",
        "mode": "lines",
        "x": [x for value in values for x in (0, value, None)],
        "y": [y for place in places for y in (place, place, None)],
        "line": {"color": "--mute", "width": 1.5},
        "hoverinfo": "skip",
    }
    dots: Figure = {
        "type": "scatter",
        "mode": "markers",
        "x": values,
        "y": places,
        "text": [
            label_text(
                _("{name}: {value} over {games}").format(
                    name=row.name,
                    value=words.signed(row.value, 2),
                    games=words.games(row.games),
                )
            )
            for row in rows
        ],
        "customdata": [row.name for row in rows],
        "hoverinfo": "text",
        "cliponaxis": False,
        "marker": {"color": "--ember", "size": 9, "line": {"color": "--paper", "width": 1.5}},
    }
    hidden = {"visible": False, "fixedrange": True}
    layout = plain_layout(
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        xaxis={**hidden, "range": [-furthest, furthest]},
        yaxis={**hidden, "range": [len(rows) - 0.5, -0.5]},
        shapes=[
            {
                "type": "line",
                "layer": "below",
                "x0": 0,
                "x1": 0,
                "yref": "paper",
                "y0": 0,
                "y1": 1,
                "line": {"color": "--line", "width": 1},
            }
        ],
    )
    return as_json({"data": [stems, dots], "layout": layout, "rows": True})
