"""What logs of board-game plays have in common, whichever program kept them.

Such logs know one score a person, as free text, and nothing of fireworks. This is where
their names, scores and words for the rules become those of a draft, or a problem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hanabi_log.errors import Level, Problem, unreadable
from hanabi_log.i18n import _
from hanabi_log.importers.cells import (
    RULESET_WORDS,
    UnfitError,
    read_date,
    read_minutes,
    read_whole,
)
from hanabi_log.importers.values import plain, quoted
from hanabi_log.names import is_guest, key_of, tidy

HANABI = "98778"
"""Hanabi at BoardGameGeek, whose numbers other programs use as well."""
MOST_VALUES = 4_000_000
"""Values in a document; more would take more memory than a laptop should give."""
MOST_OF_FIVE_SUITS = 25
MOST_SEATS = 100
MOST_OTHERS = 100

_OTHER_BOXES = ("ikebana",)
_ANONYMOUS = ("anonymous", "anonymous player")
_SUM = re.compile(r"[+-]?\d{1,9}(?:\s*[+-]\s*\d{1,9}){0,30}", re.ASCII)
_TERM = re.compile(r"([+-]?)\s*(\d{1,9})", re.ASCII)
_DAY = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})(?:[ T].*)?", re.ASCII | re.DOTALL)
_NO_DAY = "0000-00-00"

_SPEC = re.compile(
    r"(?:basic|cocktail|rnr|abacus|pocket|korean-first|baobab|hanablive)(?:\+[a-z0-9-]+)*"
)
_EDITION_WORDS = {
    "r&r": "rnr",
    "abacus": "abacus",
    "cocktail": "cocktail",
    "pocket": "pocket",
    "baobab": "baobab",
    "hanab.live": "hanablive",
}
_MODULE_WORDS = {
    "rainbow": "rainbow",
    "multicolo": "rainbow",
    "무지개": "rainbow",
    "black powder": "black",
    "bonus": "bonus",
    "expert": "expert",
}


def load_json(text: str, file: str) -> Any:
    """The document in a text; InvalidInput, with its line, where it is none."""
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        reason = _("it holds more than {n} values").format(n=MOST_VALUES)
        raise unreadable(file, reason)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        reason = _("This is not JSON ({reason})").format(reason=error.msg)
        raise unreadable(file, reason, line=error.lineno) from None
    except RecursionError:
        raise unreadable(file, _("it is nested too deeply")) from None
    except ValueError as error:
        reason = _("This is not JSON ({reason})").format(reason=error)
        raise unreadable(file, reason) from None


def is_hanabi(number: str | None, name: str | None) -> bool:
    """Whether a game is Hanabi, by its number at BoardGameGeek or else by its name."""
    if number == HANABI:
        return True
    words = re.findall(r"\w+", key_of(name or ""))
    return words[:1] in (["hanabi"], ["하나비"]) and not set(words) & set(_OTHER_BOXES)


def seat_of(name: str | None) -> str | None:
    """The name of somebody at the table, None for whoever is not named."""
    kept = tidy(name or "")
    return None if not kept or is_guest(kept) or key_of(kept) in _ANONYMOUS else kept


def read_score(text: str) -> int:
    """The number that a score comes to; `12+9` is a sum. UnfitError for free text."""
    if _SUM.fullmatch(text):
        return sum(int(f"{sign}{digits}") for sign, digits in _TERM.findall(text))
    return read_whole(text)


def read_day(text: str) -> str | None:
    """The civil date of `2026-02-20` or `2026-02-20 10:00:00`, None for a day of zeros.

    UnfitError for anything else. The hour is left out: it has no time zone, and where
    nobody set it programs write ten o'clock.
    """
    match = _DAY.fullmatch(text)
    if match is None or match[1] == _NO_DAY:
        if match is not None:
            return None
        message = _("{found} is no date; write it like {example}")
        raise UnfitError(message.format(found=quoted(text), example="2026-11-28"))
    return read_date(match[1])


def named_rules(text: str) -> tuple[str | None, str | None]:
    """The ruleset that a text names in our spelling, else the one that it may mean.

    `Baobab+wild` names one. `rainbow cards` does not: the sixth suit has had five or ten
    cards and hints of several kinds.
    """
    folded = key_of(text)
    spec = RULESET_WORDS.get(folded, folded.replace(" ", ""))
    if _SPEC.fullmatch(spec):
        return spec, None
    editions = [ours for word, ours in _EDITION_WORDS.items() if word in folded]
    modules = [ours for word, ours in _MODULE_WORDS.items() if word in folded]
    if not editions and not modules:
        return None, None
    return None, "+".join([*(editions or ["basic"])[:1], *dict.fromkeys(modules)])


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table; `score` is what was written, `position` where they sat, if told."""

    name: str | None
    score: str = ""
    position: int | None = None


def in_order(seats: Iterable[Seat]) -> list[Seat]:
    """The seats as people sat, where each has a place of its own; else as they came."""
    found = list(seats)
    places = {seat.position for seat in found}
    if None in places or len(places) < len(found):
        return found
    return sorted(found, key=lambda seat: seat.position or 0)


class Fields:
    """Takes values of unsure types out of one entry and collects what is wrong with them."""

    def __init__(self, found: Mapping[str, Any], file: str, line: int | None) -> None:
        self._found = found
        self._file = file
        self._line = line
        self.problems: list[Problem] = []

    def complain(self, message: str, field: str, level: Level = "error") -> None:
        """Take down something about this entry."""
        self.problems.append(Problem(message, field, level, self._file, self._line))

    def text(self, key: str) -> str | None:
        """A text, or a number as text; None if there is none or it is blank."""
        found = self._found.get(key)
        if isinstance(found, bool) or not isinstance(found, str | int | float | None):
            self._unfit(key, found, _("a text, or null"))
            return None
        if isinstance(found, int) and abs(found) > 10**18:
            self._unfit(key, "…", _("a text, or null"))
            return None
        return None if found is None else plain(str(found)).strip() or None

    def flag(self, key: str) -> bool:
        """Whether something is set; `1`, `true` and `yes` are."""
        found = self._found.get(key)
        if found is None or isinstance(found, bool):
            return bool(found)
        return (self.text(key) or "").casefold() in ("1", "true", "yes")

    def minutes(self, key: str) -> int | None:
        """A number of minutes, None where it is 0 or missing."""
        text = self.text(key)
        try:
            return read_minutes(text) or None if text else None
        except UnfitError as unfit:
            self.complain(str(unfit), key)
            return None

    def day(self, key: str) -> str | None:
        """A civil date."""
        text = self.text(key)
        try:
            return read_day(text) if text else None
        except UnfitError as unfit:
            self.complain(str(unfit), key)
            return None

    def entries(self, key: str) -> list[Mapping[str, Any]]:
        """The objects of a list; a lone object stands for a list of one."""
        found = self._found.get(key)
        listed = found if isinstance(found, list) else [] if found in (None, "") else [found]
        if len(listed) > MOST_SEATS or not all(isinstance(one, Mapping) for one in listed):
            self._unfit(key, found, _("a list of at most {n} objects").format(n=MOST_SEATS))
            return []
        return listed

    def total(self, seats: Iterable[Seat], key: str = "score") -> int | None:
        """The one score of a table, None if there is none that can be read.

        Free text is a warning, scores that differ are an error: the game has one score.
        """
        numbers: list[int] = []
        for text in dict.fromkeys(seat.score for seat in seats if seat.score):
            try:
                numbers.append(read_score(text))
            except UnfitError:
                message = _("{found} is no number, so the score is left out")
                self.complain(message.format(found=quoted(text)), key, "warning")
        if len(set(numbers)) > 1:
            message = _("The scores differ: {found}; everybody has the same one in this game")
            self.complain(message.format(found=", ".join(map(str, dict.fromkeys(numbers)))), key)
            return None
        if numbers and MOST_OF_FIVE_SUITS < numbers[0] <= MOST_OF_FIVE_SUITS + 5:
            message = _("{total} is more than five suits can give: a sixth suit or a miscount?")
            self.complain(message.format(total=numbers[0]), key, "warning")
        return numbers[0] if numbers else None

    def rules(self, texts: Mapping[str, str]) -> str | None:
        """The ruleset that one of the texts, by field, names; a warning where one only hints."""
        for key, text in texts.items():
            spec, maybe = named_rules(text)
            if spec is not None:
                return spec
            if maybe is not None:
                message = _("{found} may mean {spec}: the rules stay unknown until somebody says")
                self.complain(message.format(found=quoted(text), spec=maybe), key, "warning")
        return None

    def _unfit(self, key: str, found: object, allowed: str) -> None:
        shown = type(found).__name__ if isinstance(found, list | dict) else quoted(found)
        message = _("{found} does not fit; allowed: {allowed}")
        self.complain(message.format(found=shown, allowed=allowed), key)


def objects(entries: Iterable[Any], file: str) -> Iterator[tuple[int, Mapping[str, Any] | None]]:
    """The entries of a list with their numbers from 1, None for one that is no object.

    InvalidInput where so many are none that the list must be one of something else.
    """
    others = 0
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Mapping):
            yield number, entry
            continue
        others += 1
        if others > MOST_OTHERS:
            raise unreadable(file, _("its plays are no objects with keys"), line=number)
        yield number, None
