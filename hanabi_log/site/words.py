"""Numbers, dates and short phrases as pages print them, in the language in use.

Patterns of dates are messages like any other, so a catalog can turn them round. Numbers
use a true minus and keep the decimals they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as civil_date
from functools import lru_cache

from hanabi_log.i18n import _, current_language, ngettext


def number(value: float, decimals: int = 0) -> str:
    """A number with thousands marked and a true minus."""
    if decimals == 0 and isinstance(value, int) and 0 <= value < 1000:
        return str(value)
    return _number(round(value, decimals), decimals, current_language())


def compact(value: int, start: int = 10_000) -> str:
    """A count; from `start` on rounded and short, where there is no room for its digits."""
    return number(value) if value < start else _compact(value, current_language())


def signed(value: float, decimals: int = 1) -> str:
    """A number that always shows its sign, zero none."""
    text = number(value, decimals)
    return f"+{text}" if round(value, decimals) > 0 else text


def percent(share: float, decimals: int = 0) -> str:
    """A share of one as a percentage."""
    return _percent(round(share, decimals + 2), decimals, current_language())


@lru_cache(maxsize=16384)
def _number(value: float, decimals: int, language: str) -> str:
    from babel.numbers import format_decimal

    pattern = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    # A rounded −0.0 is a zero like any other.
    return format_decimal(value or 0, pattern, language).replace("-", "−")


@lru_cache(maxsize=1024)
def _compact(value: int, language: str) -> str:
    from babel.numbers import format_compact_decimal

    return format_compact_decimal(value, locale=language, fraction_digits=1)


@lru_cache(maxsize=4096)
def _percent(share: float, decimals: int, language: str) -> str:
    from babel.numbers import format_percent

    pattern = f"#,##0.{'0' * decimals}%" if decimals else "#,##0%"
    return format_percent(share or 0, pattern, language).replace("-", "−")


def span(low: str, high: str) -> str:
    """An interval, joined as the language joins ranges."""
    return _("{low}–{high}").format(low=low, high=high)


def unbroken(text: str) -> str:
    """An interval that no line break may part, for the narrow notes under figures."""
    for sign in "–~":
        text = text.replace(sign, f"\u2060{sign}\u2060")
    return text


def share(value: float) -> str:
    """A share of one as a percentage, with a decimal where a whole number would hide it."""
    return percent(value, _share_decimals(value))


def shares(low: float, high: float) -> str:
    """An interval of shares of one as percentages."""
    return span(number(100 * low, _share_decimals(low)), share(high))


def _share_decimals(value: float) -> int:
    return 1 if 0 < value < 0.01 or 0.99 < value < 1 else 0


def mean_interval(low: float, high: float) -> str:
    """The interval of a mean on the scale of 25, kept to it; words where nothing varied."""
    if low == high:
        return _("no spread, no interval")
    return span(number(max(0.0, low), 1), number(min(25.0, high), 1))


def games(count: int) -> str:
    """A count of games with its noun."""
    return ngettext("{n} game", "{n} games", count).format(n=number(count))


def players(count: int) -> str:
    """A count of players with its noun."""
    return ngettext("{n} player", "{n} players", count).format(n=number(count))


def people(count: int) -> str:
    """A count of people with its noun."""
    return ngettext("{n} person", "{n} people", count).format(n=number(count))


def sessions(count: int) -> str:
    """A count of sessions with its noun."""
    return ngettext("{n} session", "{n} sessions", count).format(n=number(count))


def guests(count: int) -> str:
    """Guests at a table: the word alone for one, a count for more."""
    if count == 1:
        return _("guest")
    return ngettext("{n} guest", "{n} guests", count).format(n=number(count))


def company(known: int, unnamed: int) -> str:
    """The people and the guests who met, each counted."""
    if not unnamed:
        return people(known)
    more = ngettext("{n} guest", "{n} guests", unnamed).format(n=number(unnamed))
    if not known:
        return more
    return _("{people} and {guests}").format(people=people(known), guests=more)


def listing(parts: Sequence[str]) -> str:
    """Things one after the other, as the language separates them."""
    return _(", ").join(parts)


def strikes(made: int, allowed: int, struck_out: bool) -> str:
    """The mistakes of a game in words."""
    if struck_out:
        return ngettext(
            "{made} strike of {allowed}: struck out",
            "{made} strikes of {allowed}: struck out",
            made,
        ).format(made=made, allowed=allowed)
    if made == 0:
        return _("no strikes")
    return ngettext("{made} strike of {allowed}", "{made} strikes of {allowed}", made).format(
        made=made, allowed=allowed
    )


def day(iso: str | None) -> str:
    """A date with its weekday, short: `Fri 27 Nov 2026`."""
    # Translators: a pattern of dates (CLDR): weekday, day, month, year.
    return _dated(iso, _("EEE d MMM y"), current_language())


def plain_day(iso: str | None) -> str:
    """A date without its weekday: `27 Nov 2026`."""
    # Translators: a pattern of dates (CLDR): day, month, year.
    return _dated(iso, _("d MMM y"), current_language())


def long_day(iso: str | None) -> str:
    """A date for a heading: weekday, day, month and year, the month kept with its day."""
    # Translators: a pattern of dates (CLDR) for headings.
    return _dated(iso, _("EEEE d\u00a0MMMM y"), current_language())


def heading_day(iso: str | None) -> str:
    """A date of the running year for the largest heading, the month kept with its day."""
    # Translators: a pattern of dates (CLDR) without the year; keep the no-break space.
    return _dated(iso, _("EEEE d\u00a0MMMM"), current_language())


def month(iso: str | None) -> str:
    """The month of a date with its year: `Nov 2026`."""
    first = f"{iso[:7]}-01" if iso else None
    # Translators: a pattern of dates (CLDR): month and year.
    return _dated(first, _("MMM y"), current_language())


def year(iso: str) -> str:
    """The year of a date, which may be the year alone."""
    # Translators: a pattern of dates (CLDR): the year alone.
    return _dated(f"{iso[:4]}-01-01", _("y"), current_language())


def short_month(iso: str) -> str:
    """The month alone, for an axis."""
    # Translators: a pattern of dates (CLDR): the month alone.
    return _dated(f"{iso[:7]}-01", _("MMM"), current_language())


def weekday(number: int) -> str:
    """The name of a weekday, 0 for Monday to 6 for Sunday."""
    # Translators: a pattern of dates (CLDR): the weekday alone.
    return _dated(f"2024-01-{number + 1:02}", _("EEEE"), current_language())


@lru_cache(maxsize=8192)
def _dated(iso: str | None, pattern: str, language: str) -> str:
    if iso is None:
        return _("No date")
    from babel.dates import parse_pattern

    date = civil_date.fromisoformat(iso)
    return str(parse_pattern(pattern).format) % _Fields(date, language)


class _Fields:
    """The fields of a date, by their letters in a pattern. There are many dates, but few
    weekdays, days, months and years.
    """

    def __init__(self, date: civil_date, language: str) -> None:
        self._date, self._language = date, language
        self._alike = {
            "E": civil_date(2024, 1, 1 + date.weekday()),
            "d": civil_date(2024, 1, date.day),
            "M": civil_date(2024, date.month, 1),
            "y": civil_date(date.year, 1, 1),
        }

    def __getitem__(self, letters: str) -> str:
        return _field(letters, self._alike.get(letters[0], self._date), self._language)


@lru_cache(maxsize=1024)
def _field(letters: str, date: civil_date, language: str) -> str:
    from babel.dates import DateTimeFormat

    return DateTimeFormat(date, language)[letters]
