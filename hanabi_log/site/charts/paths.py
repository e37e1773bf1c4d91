"""Paths whose numbers are the data: a drawing scales them into its frame, and the script reads
them for Plotly, so that a point stands on a page once.

Points are (whole number, value); values are kept to two decimals. A path names its first point
and says of each further one how far it lies from the one before, which packs far better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

Point = tuple[int, float]


def line(points: Iterable[Point]) -> str:
    """A line from point to point."""
    first, *more = _steps(points)
    return f"M{first}l{' '.join(more)}"


def dots(points: Iterable[Point]) -> str:
    """A stroke without length at each point: a dot, if strokes end round."""
    return f"M{'h0m'.join(_steps(points))}h0"


def along(x: float, y: float, across: float, up: float) -> str:
    """The transform that puts data into a drawing: its origin at (x, y), and the steps of one."""
    return f'transform="translate({x:.5g} {y:.5g})scale({across:.5g} {up:.5g})"'


def _steps(points: Iterable[Point]) -> Iterator[str]:
    x = y = 0
    for at, value in points:
        height = round(100 * value)
        yield f"{at - x}{_hundredths(height - y)}"
        x, y = at, height


@lru_cache(maxsize=8192)
def _hundredths(n: int) -> str:
    """A number that follows another one: ` .5`, `-.25`, ` 3`."""
    text = f"{n / 100:g}"
    if abs(n) < 100:
        text = text.replace("0.", ".")
    return text if n < 0 else f" {text}"
