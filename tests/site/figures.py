"""Figures of a page as its script makes them whole: their points come from the drawings."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

Figure = dict[str, Any]

_PLACE = re.compile(
    r'data-(?:chart|board)="([^"]+)"(.*?)<script type="application/json" id="\1">(.*?)</script>',
    re.S,
)
_PAIR = re.compile(r"(-?[\d.]+) ?(-?[\d.]+)")
_ROW = re.compile(r'<path class="pt" d="M([\d.]+)')


def figures_of(html: str) -> dict[str, Figure]:
    """The figures of a page by the ids of their blocks, in order."""
    return {id_: whole(figure, drawing) for id_, drawing, figure in _PLACE.findall(html)}


def whole(figure: str, drawing: str) -> Figure:
    """A figure with the points of its drawing, where a trace names a path or has none."""
    made: Figure = json.loads(figure)
    for trace in made["data"]:
        if kind := trace.pop("path", None):
            found = re.search(rf'<path class="{kind}" [^>]*?d="([^"]*)"', drawing)
            assert found, kind
            xs, ys = zip(*_PAIR.findall(found[1].replace("h0", "")), strict=True)
            trace["x"] = list(accumulate(map(int, xs)))
            trace["y"] = [round(y, 2) for y in accumulate(map(float, ys))]
        elif "x" not in trace:
            trace["x"] = [float(x) for x in _ROW.findall(drawing)]
            trace["y"] = list(range(len(trace["x"])))
    return made
