"""What stands in the cells of a sheet: dates, numbers, words, as people and programs
write them.

Whatever has one reading is read; what could mean two things is refused, with a word on
how to say it. A reader raises UnfitError with a sentence for people.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from hanabi_log.dates import YEAR_FIRST, YEAR_LAST, DateOrder, in_order, unclear_year
from hanabi_log.i18n import _
from hanabi_log.importers.values import quoted
from hanabi_log.names import is_guest

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins like this for a formula."""
RULESET_WORDS = {"기본": "basic", "무지개": "basic+rainbow"}
"""Korean words for rulesets."""
_MOST_DIGITS = 9
_SERIAL_ZERO = date(1899, 12, 30)
_SERIALS = range(36526, 73051)
"""Excel's numbers of the days from 2000-01-01 to 2099-12-31."""
_CLOCK = (
    r"(?:(?:T|\s+)(?:오전\s*|오후\s*)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    r"(?:\s*(?:Z|[AP]M|[+-]\d{2}:?\d{2}))?)?"
)
_YEAR_FIRST = re.compile(YEAR_FIRST + _CLOCK, re.ASCII)
_YEAR_LAST = re.compile(YEAR_LAST + _CLOCK, re.ASCII)
_SERIAL = re.compile(r"(\d{5})(?:[.,]\d+)?", re.ASCII)
_DECIMAL = re.compile(
    r"(\d{1,6})(?:[.,](\d+))?\s*(?:(?:min|mins|minutes?)\.?|분|')?", re.ASCII | re.I
)
_LENGTH = re.compile(r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?", re.ASCII)
_NUMBER = re.compile(r"(-?\d+)(?:[.,]0+)?\s*(?:회|번|개|장|명|점)?", re.ASCII)
_NONE = frozenset({"none", "no", "-", "–", "없음", "무"})


class UnfitError(ValueError):
    """A cell that cannot be read; the text is a sentence for people."""


def read_date(text: str, order: DateOrder | None = None) -> str:
    """The date in a cell, as `2026-11-28`; a time of day behind it is left out.

    Read are dates with the year first, Excel's day numbers, and dates with the year last
    where only one reading is possible or `order` says which.
    """
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = (int(part) for part in match.groups())
        return _day(year, month, day, text)
    if match := _YEAR_LAST.fullmatch(text):
        first, second, year = (int(part) for part in match.groups())
        found = in_order(first, second, order)
        if found is None:
            raise UnfitError(
                _("{found} can be read in two ways: say --date-order dmy or mdy").format(
                    found=quoted(text)
                )
            )
        day, month = found
        return _day(year, month, day, text)
    if (match := _SERIAL.fullmatch(text)) and int(match[1]) in _SERIALS:
        return (_SERIAL_ZERO + timedelta(days=int(match[1]))).isoformat()
    message = _("{found} is no date; write it like {example}")
    raise UnfitError(unclear_year(text) or message.format(found=quoted(text), example="2026-11-28"))


def read_whole(text: str) -> int:
    """A whole number; `5.0` and `5,0` are whole too, and a Korean counter may follow it."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    match = _NUMBER.fullmatch(text)
    if match is None or len(match[1]) > _MOST_DIGITS:
        raise UnfitError(_("{found} is no whole number").format(found=quoted(text)))
    return int(match[1])


def read_count(text: str) -> int:
    """A whole number of strikes, guests or tokens; a word for none is 0."""
    return 0 if text.casefold() in _NONE else read_whole(text)


def read_minutes(text: str) -> int:
    """A number of minutes, with a decimal point or comma, rounded half up, or a length of time
    such as `0:45`, `1:05:30` or `45 min`."""
    if match := _LENGTH.fullmatch(text):
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return hours * 60 + minutes + (seconds >= 30)
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise UnfitError(
            _("{found} is no number of minutes; write it like 45, 0:45 or 45 min").format(
                found=quoted(text)
            )
        )
    return int(match[1]) + (match[2] is not None and match[2][0] >= "5")


def is_number(text: str) -> bool:
    """Whether a cell holds a number rather than a word."""
    return _NUMBER.fullmatch(text) is not None


def defuse(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet would run it."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def undefuse(text: str) -> str:
    """The text without the apostrophe that `defuse` put before it."""
    return text[1:] if text[:1] == "'" and text.lstrip("'").startswith(FORMULA) else text


def defuse_name(name: str) -> str:
    """The name with an apostrophe before it where it would be taken for a word for a guest."""
    return f"'{name}" if is_guest(name.lstrip("'")) else name


def undefuse_name(name: str) -> str:
    """The name without the apostrophe that `defuse_name` put before it."""
    return name[1:] if name[:1] == "'" and is_guest(name.lstrip("'")) else name


def _day(year: int, month: int, day: int, text: str) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        raise UnfitError(_("There is no such day: {found}").format(found=text)) from None
