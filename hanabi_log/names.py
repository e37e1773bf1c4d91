"""Names of people and groups: how they are kept, matched and mistaken for each other.

Two spellings are one name when they differ only in case, in Unicode composition or in
blanks. Two names are look-alikes when a slip of the finger would turn one into the
other; only a person can say whether they are one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

GUEST_WORDS = ("guest", "손님")
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "clock$"]
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"]
)
"""Names that Windows keeps for devices: no file may have one, whatever its ending."""
# The last two are what Korean and Chinese keyboards type for a comma.
_SEPARATORS = str.maketrans(";/&、，", ",,,,,")
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like blanks: Braille and Hangul fillers."""
_JOINERS = "\u200c\u200d"
"""Invisible letters that emoji and some scripts are spelled with."""
_LEAST_LETTERS = 4
_LEAST_JAMO = 6
_SHORT_JAMO = 4


def tidy(name: str) -> str:
    """The name as it is kept: NFC, trimmed, inner blanks and control characters folded."""
    composed = unicodedata.normalize("NFC", name)
    if not composed.isascii() or not composed.isprintable():
        composed = "".join(map(as_seen, composed)).strip(_JOINERS + " ")
    return " ".join(composed.split())


def without_controls(text: str) -> str:
    """A longer text as it is kept: no control characters but line breaks and tabs, trimmed."""
    kept = (c if c in "\n\t" or unicodedata.category(c) != "Cc" else " " for c in text)
    return "".join(kept).strip()


def as_seen(letter: str) -> str:
    """The letter as a reader sees it: blanks for fillers, nothing for what cannot be seen."""
    kind = unicodedata.category(letter)
    if kind == "Cc" or letter in _FILLERS:
        return " "
    return "" if kind == "Cf" and letter not in _JOINERS else letter


def key_of(name: str) -> str:
    """What a name is matched by: tidy and without case."""
    return unicodedata.normalize("NFC", tidy(name).casefold())


def split_names(cell: str) -> tuple[str | None, ...]:
    """The names in one cell, separated by `,` `;` `/` or `&`; None for a guest."""
    names = (tidy(part) for part in cell.translate(_SEPARATORS).split(","))
    return tuple(None if is_guest(name) else name for name in names if name)


def is_guest(name: str) -> bool:
    """Whether a name is one of the words for somebody who is not to be named."""
    return key_of(name) in GUEST_WORDS


def look_alikes(name: str, known: Iterable[str], *, short: bool = False) -> list[str]:
    """The known names that `name` may be a slip for, nearest first.

    Names alike but for blanks, marks and punctuation always count. Otherwise one slip
    (a letter more, less, another, or two swapped) counts in names of four letters or
    more; Hangul is compared by its parts and must have six of them, or four where `short` is
    set: of two names of two syllables one in a hundred pairs is one part apart, which is worth
    a hint but no question. Names that differ in a number, such as "Table 2" and "Table 3", are
    meant to differ.
    """
    from rapidfuzz.distance import OSA

    bare = skeleton(name)
    least = (_SHORT_JAMO if short else _LEAST_JAMO) if _is_hangul(name) else _LEAST_LETTERS
    found = []
    for other in known:
        other_bare = skeleton(other)
        longest = max(len(bare), len(other_bare))
        slips = OSA.distance(bare, other_bare, score_cutoff=1)
        if slips == 0 or (slips == 1 and longest >= least and _digits(bare) == _digits(other_bare)):
            found.append((slips, other))
    return [other for _slips, other in sorted(found)]


def skeleton(name: str) -> str:
    """The name without case, marks, blanks and punctuation; Hangul taken apart into its letters."""
    decomposed = unicodedata.normalize("NFKD", key_of(name))
    letters = "".join(c for c in decomposed if c.isalnum())
    return letters or decomposed


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _is_hangul(name: str) -> bool:
    return any("가" <= c <= "힣" for c in name)
