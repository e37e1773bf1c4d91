"""Civil dates as people write them, and which day an evening belongs to."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, datetime, time, timedelta

from hanabi_log.i18n import _

_YEAR_FIRST = r"(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?"
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
    `2026. 3. 14.`, `2026년 3월 14일`), and today and yesterday in English and Korean.
    """
    cleaned = text.strip().lower()
    if cleaned in _WORDS:
        return today - timedelta(days=_WORDS[cleaned])
    if len(cleaned) == len("2026-11-28"):
        # The usual spelling, without the price of a pattern.
        with suppress(ValueError):
            return date.fromisoformat(cleaned)
    match = re.fullmatch(_YEAR_FIRST, cleaned)
    if match is None:
        return _("{found} is no date; write it like {example}, or today, yesterday").format(
            found=repr(text), example="2026-11-28"
        )
    try:
        return date(*(int(part) for part in match.groups()))
    except ValueError:
        return _("There is no such day: {found}").format(found=text.strip())


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
