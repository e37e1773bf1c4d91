"""What a `hanabi-log.toml` says: its keys become settings, and what is unfit is told in one go."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from hanabi_log.config import SITE_COLOURS, Config, SiteOptions
from hanabi_log.dates import parse_time
from hanabi_log.errors import Problem
from hanabi_log.i18n import LANGUAGES, _
from hanabi_log.records import VISIBILITIES, Visibility


def parse_config(table: Mapping[str, Any]) -> tuple[Config, list[Problem]]:
    """The settings in a parsed config file and everything that is wrong with them."""
    reader = _Reader(table)
    config = Config(
        db=reader.text("db"),
        club=reader.text("club"),
        language=reader.one_of("language", LANGUAGES),
        group=reader.text("group"),
        ruleset=reader.text("ruleset"),
        day_starts=reader.time("day_starts", time(5)),
        visibility=_visibility(reader.one_of("visibility", VISIBILITIES)),
        seasons=reader.seasons(),
        backups=reader.count("backups"),
        site=reader.site(),
    )
    reader.report_unknown()
    return config, reader.problems


class _Reader:
    """Takes known keys out of a table and collects what is wrong with them."""

    def __init__(self, table: Mapping[str, Any], prefix: str = "") -> None:
        self._table = dict(table)
        self._prefix = prefix
        self._known: list[str] = []
        self.problems: list[Problem] = []

    def text(self, key: str) -> str | None:
        value = self._take(key)
        if value is not None and not (isinstance(value, str) and value.strip()):
            self._unfit(key, value, _("a text"))
            return None
        return None if value is None else str(value)

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str | None:
        value = self._take(key)
        found = next((word for word in allowed if word == value), None)
        if value is not None and found is None:
            self._unfit(key, value, ", ".join(allowed))
        return found

    def count(self, key: str) -> int | None:
        value = self._take(key)
        if value is not None and (type(value) is not int or value < 1):
            self._unfit(key, value, _("a number from 1 on"))
            return None
        return value

    def time(self, key: str, default: time) -> time:
        value = self._take(key)
        if value is None:
            return default
        found = parse_time(str(value))
        if isinstance(found, str):
            self._unfit(key, value, "HH:MM")
            return default
        return found

    def seasons(self) -> dict[str, tuple[str, str]]:
        read = {}
        for name, span in self._subtable("seasons").items():
            days = [str(day) for day in span] if isinstance(span, list) else []
            if len(days) != 2 or not all(map(_is_date, days)) or days[0] > days[1]:
                self._unfit(f"seasons.{name}", span, '["2026-01-01", "2026-12-31"]')
            else:
                read[name] = (days[0], days[1])
        return read

    def site(self) -> SiteOptions:
        inner = _Reader(self._subtable("site"), "site.")
        options = SiteOptions(
            out=inner.text("out") or "site",
            languages=inner.languages(),
            base_url=inner.address("base_url"),
            templates=inner.text("templates"),
            colours=inner.colours(),
            logo=inner.text("logo"),
            css=inner.text("css"),
            plotly=inner.text("plotly"),
        )
        inner.report_unknown()
        self.problems += inner.problems
        return options

    def address(self, key: str) -> str | None:
        value = self.text(key)
        if value is not None and not is_web_address(value):
            self._unfit(key, value, "https://…")
            return None
        return value

    def colours(self) -> dict[str, tuple[str, str]]:
        read = {}
        for name, found in self._subtable("colours").items():
            pair = found if isinstance(found, list) else [found, found]
            if name not in SITE_COLOURS:
                self._unfit("colours", name, ", ".join(SITE_COLOURS))
            elif len(pair) != 2 or not all(map(_is_colour, pair)):
                self._unfit(f"colours.{name}", found, '["#97470b", "#f2a65e"]')
            else:
                read[name] = (pair[0].lower(), pair[1].lower())
        return read

    def languages(self) -> tuple[str, ...]:
        value = self._take("languages") or []
        if not isinstance(value, list) or not all(one in LANGUAGES for one in value):
            self._unfit("languages", value, ", ".join(LANGUAGES))
            return ()
        return tuple(dict.fromkeys(value))

    def report_unknown(self) -> None:
        for key in self._table:
            message = _("Unknown key; there are {keys}").format(keys=", ".join(self._known))
            self.problems.append(Problem(message, f"{self._prefix}{key}"))

    def _subtable(self, key: str) -> Mapping[str, Any]:
        """The table under a key; an empty one where there is none, or something else."""
        value = self._take(key) or {}
        if isinstance(value, Mapping):
            return value
        self._unfit(key, value, _("a table"))
        return {}

    def _take(self, key: str) -> Any:
        self._known.append(key)
        return self._table.pop(key, None)

    def _unfit(self, key: str, value: Any, allowed: str) -> None:
        message = _("{found} does not fit; allowed: {allowed}").format(
            found=repr(value), allowed=allowed
        )
        self.problems.append(Problem(message, f"{self._prefix}{key}"))


def _visibility(found: str | None) -> Visibility:
    return next((one for one in VISIBILITIES if one == found), "full")


def is_web_address(text: str) -> bool:
    """Whether a text is an address of the web: http or https, with a host, without blanks."""
    from urllib.parse import urlsplit

    try:
        found = urlsplit(text)
        return (
            found.scheme in ("https", "http")
            and bool(found.hostname)
            and text.isprintable()
            and not set(text) & set(" <>\"'\\")
        )
    except ValueError:
        return False


def _is_colour(value: object) -> bool:
    digits = value[1:] if isinstance(value, str) and value.startswith("#") else ""
    return len(digits) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in digits)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
