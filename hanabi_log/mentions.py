"""Names in running text: where somebody is mentioned, in whatever spelling.

A name is found as a word of its own: without case, in any Unicode composition, with other
blanks or hyphens between its parts. Korean writes particles and titles onto a name, so one
of two syllables or more counts at the start of a word, whatever Hangul follows; one of two
syllables also behind a usual family name. That takes too much now and then, never too
little; letters of the name within other words stay and can be asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from hanabi_log.names import as_seen, tidy

GAP = "…"
_BETWEEN = r"[\s_.‐-―-]"
_NO_LETTER_BEFORE, _NO_LETTER_AFTER = r"(?<![^\W_])", r"(?![^\W_])"
_NO_OTHER_SCRIPT_AFTER = r"(?![^\W_가-힣])"
_PARTICLES = (
    r"(?=(?:이?(?:가|는|를|도|와|의|랑|야|씨|님)|이|은|을|과|만|에게|한테)?"
    + _NO_LETTER_AFTER
    + ")"
)
_FAMILY = (
    "(?:남궁|황보|제갈|선우|독고"
    "|[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹]"
    ")?"
)


class Mentions:
    """Finds some names in texts, and puts an ellipsis in their place."""

    def __init__(self, names: Iterable[str]) -> None:
        folded = {_fold(tidy(name))[0] for name in names} - {""}
        ordered = sorted(folded, key=lambda name: (-len(name), name))
        self._pattern = re.compile("|".join(map(_pattern_of, ordered)) or "(?!)")
        letters = {_letters(name) for name in folded}
        self._letters = sorted(one for one in letters if len(one) > 1)

    def found_in(self, text: str) -> bool:
        """Whether one of the names is in a text, as a word of its own."""
        return self._pattern.search(_fold(text)[0]) is not None

    def taken_out_of(self, text: str) -> str:
        """The text with an ellipsis for every name; the same text when there is none."""
        folded, places = _fold(text)
        kept, last = [], 0
        # A folded letter may be a part of one that was written, such as an s of ß.
        composed = unicodedata.normalize("NFC", text)
        for found in self._pattern.finditer(folded):
            start, end = places[found.start()], places[found.end() - 1] + 1
            kept += [composed[last:start], GAP]
            last = end
        return "".join([*kept, composed[last:]]) if kept else text

    def letters_in(self, text: str) -> bool:
        """Whether the letters of a name of two letters or more are in a text, wherever."""
        letters = _letters(_fold(text)[0])
        return any(one in letters for one in self._letters)


def _pattern_of(name: str) -> str:
    parts = re.split(rf"(?<=\w){_BETWEEN}+(?=\w)", name)
    words = rf"{_BETWEEN}+".join(map(re.escape, parts))
    syllables = len(_letters(name))
    if not all("가" <= letter <= "힣" for letter in _letters(name)) or syllables == 0:
        return _NO_LETTER_BEFORE + words + _NO_LETTER_AFTER
    if syllables == 1:
        return _NO_LETTER_BEFORE + words + _PARTICLES
    family = _FAMILY if syllables == 2 else ""
    return _NO_LETTER_BEFORE + family + words + _NO_OTHER_SCRIPT_AFTER


def _fold(text: str) -> tuple[str, list[int] | range]:
    """A text as names are compared, and for each of its letters the place in the NFC text."""
    if text.isascii():
        return text.lower(), range(len(text))
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(unicodedata.normalize("NFC", text)):
        folded = as_seen(letter).casefold()
        letters.append(folded)
        places += [place] * len(folded)
    return "".join(letters), places


def _letters(folded: str) -> str:
    return "".join(filter(str.isalnum, folded))
