"""The printed bands, and the three ways past 25 points."""

import pytest

from hanabi_log.games.hanabi.bands import (
    KEYS,
    Scale,
    band_label,
    band_of,
    band_text,
    bands,
)

# The least score of thin applause, fair, good, excellent, legendary and what is beyond.
SCALES = [
    ("scaled", 25, [6, 11, 16, 21, 25]),
    ("extended", 25, [6, 11, 16, 21, 25]),
    ("printed", 25, [6, 11, 16, 21, 25]),
    ("scaled", 30, [7, 13, 19, 25, 30]),
    ("extended", 30, [6, 11, 16, 21, 25, 30]),
    ("printed", 30, [6, 11, 16, 21, 25]),
    ("scaled", 35, [8, 15, 22, 29, 35]),
    ("extended", 35, [6, 11, 16, 21, 25, 35]),
    ("scaled", 20, [4, 8, 12, 16, 20]),
    ("extended", 20, [6, 11, 16, 21, 25]),
]


@pytest.mark.parametrize(("scale", "most", "lows"), SCALES)
def test_a_scale_begins_its_bands_where_the_rules_say(
    scale: Scale, most: int, lows: list[int]
) -> None:
    found = bands(scale, most)
    assert [band.low for band in found] == [None, *lows]
    assert [band.high for band in found] == [*(low - 1 for low in lows), None]
    assert [band.key for band in found] == [*KEYS, "beyond"][: len(lows) + 1]


@pytest.mark.parametrize(
    ("score", "scaled", "extended", "printed"),
    [
        (-5, "boos", "boos", "boos"),
        (0, "boos", "boos", "boos"),
        (5, "boos", "boos", "boos"),
        (6, "boos", "thin_applause", "thin_applause"),
        (7, "thin_applause", "thin_applause", "thin_applause"),
        (12, "thin_applause", "fair", "fair"),
        (13, "fair", "fair", "fair"),
        (18, "fair", "good", "good"),
        (19, "good", "good", "good"),
        (24, "good", "excellent", "excellent"),
        (25, "excellent", "legendary", "legendary"),
        (29, "excellent", "legendary", "legendary"),
        (30, "legendary", "beyond", "legendary"),
    ],
)
def test_thirty_points_on_each_scale(score: int, scaled: str, extended: str, printed: str) -> None:
    assert band_of(score, "scaled", 30) == scaled
    assert band_of(score, "extended", 30) == extended
    assert band_of(score, "printed", 30) == printed


def test_every_band_has_a_label_and_a_sentence_of_its_own() -> None:
    keys = (*KEYS, "beyond")
    assert len({band_label(key) for key in keys}) == len(keys)
    assert len({band_text(key) for key in keys}) == len(keys)
