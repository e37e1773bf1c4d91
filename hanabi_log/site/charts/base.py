"""What charts share: the frame they are drawn in, their table, and JSON that is safe in HTML.

Charts draw in a frame of 340 by 209 units. Figures give sizes in the same units and name
the frame, so that the script can lay one form exactly over the other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.people import Name

WIDTH, HEIGHT = 340.0, 209.0
LEFT, BOTTOM, TOP = 20.0, 184.0, 10.0

HATCH = (
    '<defs><pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path class="hatching" d="M1 0V4"/></pattern></defs>'
)
"""What a drawing with hatched bars begins with; one on a page."""
HATCHING: dict[str, Any] = {
    "shape": "/",
    "fillmode": "overlay",
    "fgcolor": "--mute",
    "fgopacity": 1,
    "size": 6,
    "solidity": 0.2,
}
"""The same for Plotly."""

Figure = dict[str, Any]
Row = tuple[str | Name, ...]


class Column(NamedTuple):
    """A column of a table; numbers stand to the right."""

    text: str
    number: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a chart. The first cell of a row is its heading."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""


class KeyEntry(NamedTuple):
    """A mark of a chart or a board (`game`, `trend`, `wide`, …) and what it means."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: `finding` is the sentence above it, `label` names the picture for readers.

    `svg` is the drawing, `figure` the same for Plotly as JSON that may stand in a page. What
    takes its places from a path of the drawing names it by its class (`"path": "spots"`).
    `id` is fixed by the kind of chart, so equal data gives equal bytes.
    """

    id: str
    title: str
    finding: str
    svg: Markup
    figure: Markup
    key: tuple[KeyEntry, ...]
    table: Table

    @property
    def label(self) -> str:
        """Title, finding, and where those look who do not see it."""
        return _("{title}: {finding} The numbers follow as a table.").format(
            title=self.title, finding=self.finding
        )


def as_json(figure: Figure) -> Markup:
    """A figure as JSON for a script block: no text in it can end the block."""
    text = json.dumps(figure, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return Markup(text)


def label_text(text: str) -> str:
    """Text for a label of Plotly, which would read `<b>` and `&` as markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def frame(
    left: float, right: float, top: float, bottom: float, height: float = HEIGHT
) -> dict[str, list[float]]:
    """The drawing area within the frame, for the script."""
    return {"frame": [WIDTH, height], "area": [left, right, top, bottom]}


def plain_layout(**parts: Any) -> dict[str, Any]:
    """A layout without anything that pages bring themselves: ground, title, legend, tools."""
    return {
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverlabel": {"bgcolor": "--paper", "bordercolor": "--mute", "font": {"color": "--ink"}},
        "font": {"color": "--mute"},
        **parts,
    }


def points(text: Sequence[str], marker: Figure, **parts: Any) -> Figure:
    """Dots that say their text when they are pointed at."""
    return {
        "type": "scatter",
        "mode": "markers",
        "text": text,
        "hoverinfo": "text",
        "cliponaxis": False,
        "marker": marker,
        **parts,
    }


def stroke(**parts: Any) -> Figure:
    """A line or an area that says nothing."""
    return {"type": "scatter", "mode": "lines", "hoverinfo": "skip", **parts}


def axis(tickvals: Sequence[float], ticktext: Sequence[str], **parts: Any) -> dict[str, Any]:
    """A quiet axis with its labels given."""
    return {
        "tickvals": list(tickvals),
        "ticktext": list(ticktext),
        "zeroline": False,
        "fixedrange": True,
        **parts,
    }


def ceiling() -> dict[str, Any]:
    """The line at the upper end of a drawing, where Plotly leaves its grid open."""
    return level("--line", 1, yref="paper")


def at_the_end(value: float, text: str) -> dict[str, Any]:
    """The last value of a line, beside the drawing."""
    return {
        "xref": "paper",
        "x": 1,
        "xanchor": "left",
        "xshift": 5,
        "y": round(value, 2),
        "text": text,
        "showarrow": False,
        "font": {"color": "--ink", "weight": 700},
    }


def level(color: str, y: int, **parts: str) -> dict[str, Any]:
    """A line across the whole drawing, below everything: at a value of the axis, or of `yref`."""
    return {
        "type": "line",
        "layer": "below",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": y,
        "y1": y,
        "line": {"color": color, "width": 1},
        **parts,
    }


def setup_text(ruleset: str, seats: int) -> str:
    """A setup in words: the ruleset as it is spelled, and the number of players if it is known."""
    if not seats:
        return ruleset
    return _("{rules}, {players}").format(rules=ruleset, players=words.players(seats))


def unit(value: float) -> str:
    """A length in a drawing, to a tenth."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def picture(parts: Sequence[str], height: float = HEIGHT) -> Markup:
    """The SVG of a chart, of its parts."""
    start = (
        f'<svg class="chart" viewBox="0 0 {unit(WIDTH)} {unit(height)}" '
        'aria-hidden="true" focusable="false">'
    )
    return Markup("".join((start, *parts, "</svg>")))


def horizontal_grid(
    ticks: Sequence[tuple[float, str]], right: float, left: float = LEFT, axis: int = 0
) -> list[str]:
    """Lines across the drawing with their labels; ticks are (height in the drawing, text).

    The one at the place `axis` is stronger than the others.
    """
    return [
        f'<path class="{"axis" if place == axis else "grid"}" '
        f'd="M{unit(left)} {unit(y)}H{unit(right)}"/>'
        f'<text class="end" x="{unit(left - 5)}" y="{unit(y + 3.5)}">{text}</text>'
        for place, (y, text) in enumerate(ticks)
    ]


def rounded(values: Sequence[float]) -> list[float]:
    """Values to two decimals, enough for a chart."""
    return [round(value, 2) for value in values]
