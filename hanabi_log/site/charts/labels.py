"""Labels along a drawing: as many as have room, none over another and none beyond its edge.

Widths are estimated, rather too wide than too narrow, for text of 11.5 units in a frame of 340.
That is how it stands on the narrowest screen we promise, 360 px; wider ones only gain room.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hanabi_log.site.charts.base import WIDTH

SIZE = 11.5
"""The size of text in a drawing on a phone, in units of the frame."""
GAP = 4.0
"""The least distance between two labels, in the same units."""


class Label(NamedTuple):
    """A label with its middle at `at`; `place` counts the wanted ones from 0."""

    at: float
    text: str
    place: int


@lru_cache(maxsize=1024)
def width_of(text: str) -> float:
    """The width of a text in units of the frame. Hangul takes the width of two digits."""
    return SIZE * sum(map(_share, text))


def _share(letter: str) -> float:
    """The width of a letter as a share of the size of its text."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "MWmw":
        return 0.87
    if letter.isupper():
        return 0.7
    return 0.3 if letter.isspace() else 0.57


def fitting(
    wanted: Sequence[tuple[float, str]],
    low: float = 0.0,
    high: float = WIDTH,
    *,
    last_first: bool = False,
) -> list[Label]:
    """Those of the wanted labels (middle, text) that have room, in their order.

    The first one always has it; with `last_first` the last one. All keep the distance that
    the widest of them needs, so that labels at even steps stay even. Near an edge of the
    drawing, `low` or `high`, a label moves inwards.
    """
    need = max((width_of(text) for _at, text in wanted), default=0.0) + GAP
    kept: list[Label] = []
    order = range(len(wanted))
    for place in reversed(order) if last_first else order:
        at, text = wanted[place]
        half = width_of(text) / 2
        at = max(low + half, min(high - half, at))
        if not kept or abs(at - kept[-1].at) >= need:
            kept.append(Label(at, text, place))
    return kept[::-1] if last_first else kept
