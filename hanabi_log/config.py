"""Where a club's log lives, and what its `hanabi-log.toml` says.

The log is found by one rule, and the rule that found it can be told: the option, the
environment, the nearest config upwards, `data/hanabi.db` here, the user's own folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import time
from typing import Any, NamedTuple

from hanabi_log.dates import parse_time
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _, current_language
from hanabi_log.records import VISIBILITIES, Visibility

FILE_NAME = "hanabi-log.toml"
DEFAULT_DB = os.path.join("data", "hanabi.db")
ENVIRONMENT = "HANABI_LOG_DB"


NO_COLOURS: Mapping[str, tuple[str, str]] = {}
SITE_COLOURS = ("paper", "sky", "hill", "line", "ink", "mute", "ember", "focus")


class SiteOptions(NamedTuple):
    """How the site is built: languages in order, its address, the folder of overrides.

    `colours` maps some of SITE_COLOURS to a light and a dark one, `#` and six hexadecimal
    digits each. `logo`, `css` and `plotly` are files, their paths starting at the config.
    """

    out: str = "site"
    languages: tuple[str, ...] = ()
    base_url: str | None = None
    templates: str | None = None
    colours: Mapping[str, tuple[str, str]] = NO_COLOURS
    logo: str | None = None
    css: str | None = None
    plotly: str | None = None


NO_SITE_OPTIONS = SiteOptions()
NO_SEASONS: Mapping[str, tuple[str, str]] = {}


class Config(NamedTuple):
    """The club's settings; `folder` is where the config lies, paths in it start there.

    `seasons` maps a name to its first and last date. `backups` is how many dated backups
    are kept, None for all of them.
    """

    folder: str | None = None
    db: str | None = None
    club: str | None = None
    language: str | None = None
    group: str | None = None
    ruleset: str | None = None
    day_starts: time = time(5)
    visibility: Visibility = "full"
    seasons: Mapping[str, tuple[str, str]] = NO_SEASONS
    backups: int | None = None
    site: SiteOptions = NO_SITE_OPTIONS

    @property
    def file(self) -> str | None:
        """The path of the config file."""
        return os.path.join(self.folder, FILE_NAME) if self.folder else None

    @property
    def database(self) -> str:
        """The path of the log that the config names, or its usual place beside the config."""
        return os.path.join(self.folder or "", self.db or DEFAULT_DB)

    @property
    def spoken(self) -> tuple[str, ...]:
        """The languages of the site, the first one first."""
        return self.site.languages or (self.language or current_language(),)

    @property
    def house_rules(self) -> str | None:
        """The folder of house rulesets beside the config."""
        return os.path.join(self.folder, "rulesets") if self.folder else None


class Place(NamedTuple):
    """Where the log is and why there: `reason` is a sentence."""

    path: str
    reason: str
    config: Config

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the log consists of, whether they are there or not."""
        return (self.path, f"{self.path}-wal", f"{self.path}-shm")


def locate(option: str | None, environ: Mapping[str, str], folder: str) -> Place:
    """The log that a command run in `folder` works on.

    Raises InvalidInput when the nearest config cannot be read.
    """
    config = read_config(folder)
    if option:
        return Place(option, _("given with --db"), config)
    if environ.get(ENVIRONMENT):
        reason = _("named by {variable}").format(variable=ENVIRONMENT)
        return Place(environ[ENVIRONMENT], reason, config)
    if config.folder and config.db:
        return Place(config.database, _("named in {file}").format(file=FILE_NAME), config)
    here = os.path.join(folder, DEFAULT_DB)
    if os.path.exists(here):
        return Place(here, _("found in this folder"), config)
    # Imported here because most logs are found before this.
    from platformdirs import user_data_dir

    own = os.path.join(user_data_dir("hanabi-log", appauthor=False), "hanabi.db")
    return Place(own, _("the default, in your own data folder"), config)


def read_config(folder: str) -> Config:
    """The settings of the nearest config file in `folder` or above; empty without one."""
    path = _nearest(os.path.abspath(folder))
    if path is None:
        return Config()
    from hanabi_log.tomlfile import read_toml

    config, problems = parse_config(read_toml(path))
    if problems:
        raise InvalidInput(
            _("{file} cannot be used").format(file=path),
            [problem._replace(file=path) for problem in problems],
        )
    return config._replace(folder=os.path.dirname(path))


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
        value = self._take("seasons") or {}
        if not isinstance(value, Mapping):
            self._unfit("seasons", value, _("a table"))
            return {}
        read = {}
        for name, span in value.items():
            days = [str(day) for day in span] if isinstance(span, list) else []
            if len(days) != 2 or not all(map(_is_date, days)) or days[0] > days[1]:
                self._unfit(f"seasons.{name}", span, '["2026-01-01", "2026-12-31"]')
            else:
                read[name] = (days[0], days[1])
        return read

    def site(self) -> SiteOptions:
        value = self._take("site") or {}
        if not isinstance(value, Mapping):
            self._unfit("site", value, _("a table"))
            return SiteOptions()
        inner = _Reader(value, "site.")
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
        if value is not None and not value.startswith(("https://", "http://")):
            self._unfit(key, value, "https://…")
            return None
        return value

    def colours(self) -> dict[str, tuple[str, str]]:
        value = self._take("colours") or {}
        if not isinstance(value, Mapping):
            self._unfit("colours", value, _("a table"))
            return {}
        read = {}
        for name, found in value.items():
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


def _is_colour(value: object) -> bool:
    digits = value[1:] if isinstance(value, str) and value.startswith("#") else ""
    return len(digits) == 6 and all(digit in "0123456789abcdefABCDEF" for digit in digits)


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nearest(folder: str) -> str | None:
    while True:
        path = os.path.join(folder, FILE_NAME)
        if os.path.isfile(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
