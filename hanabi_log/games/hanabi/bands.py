"""Rating bands: from booed off to legendary.

The printed scales that are known agree on six bands up to 25 points. None goes past 25,
so a ruleset with a higher maximum names one of three ways to go on.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from hanabi_log.i18n import _

Scale = Literal["scaled", "extended", "printed"]

KEYS = ("boos", "thin_applause", "fair", "good", "excellent", "legendary")
EVERY_BAND = (*KEYS, "beyond")
"""Every band of any scale, lowest first."""
PRINTED = (6, 11, 16, 21, 25)
"""The least score of every band but the lowest, as printed for a maximum of 25."""


class Band(NamedTuple):
    """A band of a scale: its key and the scores it spans; None is open."""

    key: str
    low: int | None
    high: int | None


def bands(scale: Scale, max_score: int) -> tuple[Band, ...]:
    """The bands of a scale for a maximum, lowest first.

    `scaled` moves each lower bound by max/25 and rounds down; `extended` keeps the
    printed bounds and gives the maximum a seventh band; `printed` keeps them as they are.
    """
    keys: tuple[str, ...] = KEYS
    lows: tuple[int, ...] = PRINTED
    if scale == "scaled":
        lows = tuple(bound * max_score // 25 for bound in PRINTED)
    elif scale == "extended" and max_score > 25:
        keys, lows = (*KEYS, "beyond"), (*PRINTED, max_score)
    highs = [low - 1 for low in lows]
    return tuple(
        Band(key, low, high)
        for key, low, high in zip(keys, (None, *lows), (*highs, None), strict=True)
    )


def band_of(score: int, scale: Scale, max_score: int) -> str:
    """The key of the band that a score falls into; the lowest band is open downward."""
    reached = [
        band.key for band in bands(scale, max_score) if band.low is None or score >= band.low
    ]
    return reached[-1]


def band_label(key: str) -> str:
    """The name of a band, short, in the language in use."""
    return {
        "boos": _("Booed off"),
        "thin_applause": _("Thin applause"),
        "fair": _("Fair"),
        "good": _("Good"),
        "excellent": _("Excellent"),
        "legendary": _("Legendary"),
        "beyond": _("Beyond legend"),
    }[key]


def band_text(key: str) -> str:
    """What the crowd does in a band, one sentence, in the language in use."""
    return {
        "boos": _("The crowd would like its evening back."),
        "thin_applause": _("A few polite hands, then silence."),
        "fair": _("Nothing to hide, nothing to boast of."),
        "good": _("The front rows cheer."),
        "excellent": _("Shouts for more from the back of the field."),
        "legendary": _("Every firework burned to its end: nothing is left to add."),
        "beyond": _("Every firework of a larger show burned to its end."),
    }[key]
