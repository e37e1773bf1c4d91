"""Civil dates as people write them, and which day an evening belongs to."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Literal

from hanabi_log.i18n import _

DateOrder = Literal["dmy", "mdy"]
DATE_ORDERS: tuple[DateOrder, ...] = ("dmy", "mdy")
YEAR_FIRST = (
    r"(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?(?:\s*\([월화수목금토일]\))?"
)
YEAR_LAST = r"(\d{1,2})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{4})"
_SHORT_YEAR = re.compile(r"\d{1,2}\s*[-./년]\s*\d{1,2}\s*[-./월]\s*\d{1,2}\s*[.일]?", re.ASCII)
_NO_YEAR = re.compile(r"\d{1,2}\s*[-./월]\s*\d{1,2}\s*[.일]?", re.ASCII)
_WORDS = {
    "today": 0,
    "오늘": 0,
    "yesterday": 1,
    "어제": 1,
    "그저께": 2,
}


def evening_of(now: datetime, day_starts: time) -> date:
    """The day a moment belongs to: before `day_starts` it is still the day before."""
    return now.date() - timedelta(days=1) if now.time() < day_starts else now.date()


def parse_date(text: str, today: date) -> date | str:
    """The date that a text names, or a sentence that says why it names none.

    Understood are `2026-11-28` and its kin with the year first (`2026/11/28`,
    `2026. 3. 14.`, `2026년 3월 14일`), with the year last where only one reading is possible
    (`28.11.2026`), and today and yesterday in English and Korean.
    """
    cleaned = text.strip().lower()
    if cleaned in _WORDS:
        return today - timedelta(days=_WORDS[cleaned])
    if len(cleaned) == len("2026-11-28"):
        # The usual spelling, without the price of a pattern.
        with suppress(ValueError):
            return date.fromisoformat(cleaned)
    if match := re.fullmatch(YEAR_FIRST, cleaned, re.ASCII):
        year, month, day = (int(part) for part in match.groups())
    elif match := re.fullmatch(YEAR_LAST, cleaned, re.ASCII):
        first, second, year = (int(part) for part in match.groups())
        found = in_order(first, second)
        if found is None:
            message = _("{found} can be read in two ways; write it like {example}")
            return message.format(found=repr(text), example="2026-11-28")
        day, month = found
    elif unclear := unclear_year(cleaned):
        return unclear
    else:
        return _("{found} is no date; write it like {example}, or today, yesterday").format(
            found=repr(text), example="2026-11-28"
        )
    try:
        return date(year, month, day)
    except ValueError:
        return _("There is no such day: {found}").format(found=text.strip())


def unclear_year(text: str) -> str | None:
    """A sentence for a date whose year has two digits or is not said, None for any other text."""
    if _SHORT_YEAR.fullmatch(text):
        message = _("{found} has a year of two digits; write all four, like {example}")
    elif _NO_YEAR.fullmatch(text):
        message = _("{found} does not say its year; write it like {example}")
    else:
        return None
    return message.format(found=repr(text), example="2026-11-28")


def in_order(first: int, second: int, order: DateOrder | None = None) -> tuple[int, int] | None:
    """Day and month, from the two numbers before a year; None where both could be the day and
    `order` does not say which is."""
    if order is None and first <= 12 and second <= 12 and first != second:
        return None
    day_first = order == "dmy" if order else first > 12
    return (first, second) if day_first else (second, first)


def confirmed(iso: str | None) -> str | None:
    """The same date in ISO form; ValueError when there is no such day."""
    if iso is not None:
        date.fromisoformat(iso)
    return iso


def parse_time(text: str) -> time | str:
    """A time of day such as `05:00`, or a sentence that says what is wrong."""
    try:
        return time.fromisoformat(text)
    except ValueError:
        return _("{found} is no time of day; write it like 05:00").format(found=repr(text))
