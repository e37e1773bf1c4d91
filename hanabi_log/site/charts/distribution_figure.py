"""What the two forms of the distribution share, and its figure for Plotly.

Bands are stripes behind the bars; their names stand above, on two tiers where a phone has
no room for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanabi_log.games.hanabi.bands import Band, band_label
from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
    HATCHING,
    LEFT,
    Figure,
    axis,
    ceiling,
    frame,
    label_text,
    plain_layout,
)
from hanabi_log.site.charts.labels import GAP, width_of
from hanabi_log.stats.distribution import Distribution

RIGHT = 334.0
SKY = 30.0
CEILING = 34.0


class BandLabel(NamedTuple):
    """A band's name above the bars: where it stands, how it is anchored, and its tier."""

    text: str
    at: float
    anchor: str
    high: bool
    stays_high: bool


def band_labels(ranges: Sequence[Band], spread: Distribution) -> list[BandLabel]:
    """The names of the bands; those too wide for their stripe go up a tier on phones."""
    cell = (RIGHT - LEFT) / len(spread.bars)
    found = []
    for place, band in enumerate(ranges):
        left, right = edges(band, spread)
        text, room = band_label(band.key), cell * (right - left)
        width = width_of(text)
        if place == len(ranges) - 1:
            found.append(BandLabel(text, right, "right", True, True))
        elif place == len(ranges) - 2 and width > room:
            found.append(BandLabel(text, right - 0.2, "right", False, False))
        else:
            high = width > room - GAP
            found.append(BandLabel(text, (left + right) / 2, "center", high, False))
    return found


def edges(band: Band, spread: Distribution) -> tuple[float, float]:
    """Where the stripe of a band begins and ends, half a point beyond its scores."""
    low = spread.bars[0].value if band.low is None else band.low
    high = spread.max_score if band.high is None else band.high
    return low - 0.5, high + 0.5


def step_of(highest: int) -> int:
    """The distance of gridlines for the highest bar, 1, 2 or 5 times a power of ten: at most five
    of them.
    """
    power = 1
    while highest > 25 * power:
        power *= 10
    return next(lead * power for lead in (1, 2, 5) if highest <= 5 * lead * power)


def distribution_figure(spread: Distribution, ranges: Sequence[Band]) -> Figure:
    """The bars, hatching and bands as a figure."""
    bars = spread.bars
    values = [bar.value for bar in bars]
    step = step_of(max(bar.games for bar in bars))
    top = -(-max(bar.games for bar in bars) // step) * step
    ticks = [value for value in values if value % 5 == 0]
    labels = band_labels(ranges, spread)
    layout = plain_layout(
        shapes=_shapes(spread, ranges),
        annotations=[
            {
                "x": label.at,
                "xanchor": label.anchor,
                "yref": "paper",
                "y": 1,
                "yanchor": "bottom",
                "yshift": 18 if label.high else 5,
                "text": label_text(label.text),
                "showarrow": False,
                "borderpad": 0,
            }
            for label in labels
        ],
        barmode="stack",
        bargap=0.2,
        xaxis=axis(
            ticks,
            [words.number(tick) for tick in ticks],
            range=[values[0] - 0.5, values[-1] + 0.5],
            showgrid=False,
            showline=True,
            linecolor="--mute",
        ),
        yaxis=axis(
            range(0, top + 1, step),
            [words.compact(tick) for tick in range(0, top + 1, step)],
            range=[0, top],
            gridcolor="--line",
        ),
    )
    return {
        "data": _traces(spread),
        "layout": layout,
        "stagger": [n for n, label in enumerate(labels) if label.high and not label.stays_high],
        **frame(LEFT, RIGHT, CEILING, BOTTOM),
    }


def _traces(spread: Distribution) -> list[Figure]:
    sound = [bar for bar in spread.bars if bar.games > bar.struck_out]
    struck = [bar for bar in spread.bars if bar.struck_out]
    colours = ["--ember" if bar.value == spread.max_score else "--mute" for bar in sound]
    hover = _("{points} points: {n} games").format(points="%{x}", n="%{y}")
    hover_struck = _("{points} points: {n} struck out").format(points="%{x}", n="%{y}")
    finished: Figure = {
        "type": "bar",
        "name": _("not struck out"),
        "x": [bar.value for bar in sound],
        "y": [bar.games - bar.struck_out for bar in sound],
        "marker": {"color": colours, "line": {"width": 0}},
        "hovertemplate": f"{hover}<extra></extra>",
    }
    struck_out: Figure = {
        "type": "bar",
        "name": _("struck out"),
        "x": [bar.value for bar in struck],
        "y": [bar.struck_out for bar in struck],
        "marker": {
            "color": "rgba(0,0,0,0)",
            "line": {"color": "--mute", "width": 1},
            "pattern": HATCHING,
        },
        "hovertemplate": f"{hover_struck}<extra></extra>",
    }
    return [finished, *([struck_out] if struck else [])]


def _shapes(spread: Distribution, ranges: Sequence[Band]) -> list[Figure]:
    height = BOTTOM - CEILING
    head = (BOTTOM - SKY) / height
    stripes: list[Figure] = []
    for band in ranges[::2]:
        left, right = edges(band, spread)
        stripes.append(
            {
                "type": "rect",
                "layer": "below",
                "x0": left,
                "x1": right,
                "yref": "paper",
                "y0": 0,
                "y1": head,
                "fillcolor": "--sky",
                "line": {"width": 0},
            }
        )
    tick: Figure = {
        "type": "line",
        "x0": spread.max_score,
        "x1": spread.max_score,
        "yref": "paper",
        "y0": head,
        "y1": (BOTTOM - 17) / height,
        "line": {"color": "--mute", "width": 1},
    }
    return [*stripes, tick, ceiling()]
