"""What a page shows, as values: read from our pages and from those of each peer.

Numbers are read back from the figures that the browser draws and from the cells of tables, so
that two pages with equal content are equal here whatever made them.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

import numpy as np

from tests.site.figures import figures_of

Points = tuple[tuple[float, float], ...]
Rows = tuple[tuple[str, ...], ...]

_CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)
_ROW = re.compile(r"<tr[^>]*>(.*?)</tr>", re.S)
_TABLE = re.compile(r"<table[^>]*>(.*?)</table>", re.S)
_TAG = re.compile(r"<[^>]+>")


class Content(NamedTuple):
    """A page: points of its charts by the name of the trace, and the rows of its tables.

    `figures` are games, mean, share struck out and number of perfect games. `company` is
    empty where the page is not a person's.
    """

    name: str
    points: Mapping[str, Points]
    figures: tuple[str, ...]
    by_period: Rows
    by_band: Rows
    company: Rows


def of_ours(html: str) -> Content:
    """The content of one of our pages."""
    parts = figures_of(html)
    band, mean, *marks, trend = parts["progress-figure"]["data"]
    half = len(band["x"]) // 2
    points = {f"dots {trace['name']}": _points(trace) for trace in marks}
    for trace in parts["distribution-figure"]["data"]:
        points[f"bars {trace['name']}"] = _points(trace)
    points["trend"], points["mean"] = _points(trend), _points(mean)
    points["high"], points["low"] = _points(band)[:half], _points(band)[half:][::-1]
    figures = dict(re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd>", html))
    by_caption = {
        caption: _rows(body)
        for caption, body in re.findall(
            r'<caption class="vh">(.*?)</caption>(.*?)</table>', html, re.S
        )
    }
    met = re.search(r'<ul class="rows">(.*?)</ul>', html.partition('id="distribution"')[2], re.S)
    return Content(
        name=_text(re.findall(r"<h1[^>]*>(.*?)</h1>", html, re.S)[0]),
        points=points,
        figures=tuple(
            figures[name].replace(",", "")
            for name in ("Games", "Points, mean", "Struck out", "Perfect")
        ),
        by_period=next(rows for name, rows in by_caption.items() if name.startswith("Points by")),
        by_band=by_caption["Games by band"],
        company=tuple(_companions(met.group(1))) if met else (),
    )


def of_pandas(html: str) -> Content:
    """The content of a page of the pandas script."""
    decoder = json.JSONDecoder()
    points: dict[str, Points] = {}
    for match in re.finditer(r"Plotly\.newPlot\(\s*\"[^\"]+\",\s*", html):
        traces, _end = decoder.raw_decode(html, match.end())
        for trace in traces:
            points[_key(trace)] = _points(trace)
    figures, by_period, by_band, *company = map(_rows, _TABLE.findall(html))
    return Content(
        name=_text(re.findall(r"<h1>(.*?)</h1>", html)[0]),
        points=points,
        figures=figures[0],
        by_period=by_period,
        by_band=by_band,
        company=company[0] if company else (),
    )


def of_observable(page: Mapping[str, Any]) -> Content:
    """The content of a page of Observable Framework, whose data its charts draw as they are."""
    points: dict[str, list[tuple[float, float]]] = {}
    for dot in page["dots"]:
        points.setdefault(f"dots {dot['kind']}", []).append((dot["x"], dot["y"]))
    for bar in page["bars"]:
        points.setdefault(f"bars {bar['kind']}", []).append((bar["points"], bar["games"]))
    for name, key in (("trend", "y"), ("low", "low"), ("high", "high")):
        points[name] = [(point["x"], point[key]) for point in page["trend"]]
    points["mean"] = [(x, page["mean"]) for x in (0, max(len(page["dots"]) - 1, 1))]
    figures, by_period, by_band, company = (
        tuple(tuple(row.values()) for row in page.get(key, ()))
        for key in ("figures", "by_period", "by_band", "company")
    )
    return Content(
        name=page["name"],
        points={name: tuple(found) for name, found in points.items()},
        figures=figures[0],
        by_period=by_period,
        by_band=by_band,
        company=company,
    )


def difference(one: Content, other: Content) -> str | None:
    """What differs between two pages of the same subject; None where nothing does.

    Numbers may differ by one in the last digit shown: sums in another order round otherwise.
    """
    for name in sorted({*one.points, *other.points}):
        ours, theirs = one.points.get(name, ()), other.points.get(name, ())
        if len(ours) != len(theirs) or not np.allclose(ours, theirs, rtol=0, atol=0.0101):
            return f"points of {name}: {len(ours)} and {len(theirs)}"
    for field in ("figures", "by_period", "by_band", "company"):
        cells, others = (_flat(getattr(page, field)) for page in (one, other))
        if len(cells) != len(others) or not all(map(_alike, cells, others)):
            return f"{field}: {cells} and {others}"
    return None


def _key(trace: Mapping[str, Any]) -> str:
    """The name of a trace of plotly.express, with the kind of chart where it is a kind of game."""
    if trace["type"] == "bar":
        return f"bars {trace['name']}"
    return f"dots {trace['name']}" if trace["mode"] == "markers" else str(trace["name"])


def _flat(cells: Any) -> list[str]:
    return [cells] if isinstance(cells, str) else [text for cell in cells for text in _flat(cell)]


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    try:
        return abs(float(one.rstrip("%")) - float(other.rstrip("%"))) < 0.101 and "." in one
    except ValueError:
        return False


def _points(trace: Mapping[str, Any]) -> Points:
    xs, ys = (_numbers(trace[axis]) for axis in "xy")
    return (
        tuple(sorted(zip(xs, ys, strict=True)))
        if trace["type"] == "bar"
        else tuple(zip(xs, ys, strict=True))
    )


def _numbers(values: Any) -> list[float]:
    """The values of an axis, which plotly may have packed."""
    if isinstance(values, dict):
        packed = np.frombuffer(b64decode(values["bdata"]), dtype=values["dtype"])
        return [float(value) for value in packed]
    return [float(value) for value in values]


def _rows(table: str) -> Rows:
    """The cells of all rows but those of the head, as texts."""
    body = table.partition("</thead>")[2]
    return tuple(tuple(map(_text, _CELL.findall(row))) for row in _ROW.findall(body))


def _companions(rows: str) -> Iterator[tuple[str, str, str]]:
    for row in rows.split("</li>")[:-1]:
        name, games, mean = (
            _text(text) for text in re.findall(r"<span[^>]*>(.*?)</span>", row, re.S)
        )
        found = re.match(r"mean ([\d.]+)", mean)
        yield name, games.split()[0].replace(",", ""), found.group(1) if found else ""


def _text(html: str) -> str:
    plain = unescape(_TAG.sub("", html)).strip()
    # Thousands are marked on our pages only.
    return plain.replace(",", "") if re.fullmatch(r"[\d,]+", plain) else plain
