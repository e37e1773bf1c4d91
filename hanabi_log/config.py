"""Where a club's log lives, and the settings of the club.

The log is found by one rule, and the rule that found it can be told: the option, the
environment, the nearest config upwards, `data/hanabi.db` here, the user's own folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import time
from typing import NamedTuple

from hanabi_log.errors import InvalidInput
from hanabi_log.i18n import _, current_language
from hanabi_log.records import Visibility

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
    from hanabi_log.configfile import parse_config
    from hanabi_log.tomlfile import read_toml

    config, problems = parse_config(read_toml(path))
    if problems:
        raise InvalidInput(
            _("{file} cannot be used").format(file=path),
            [problem._replace(file=path) for problem in problems],
        )
    return config._replace(folder=os.path.dirname(path))


def _nearest(folder: str) -> str | None:
    while True:
        path = os.path.join(folder, FILE_NAME)
        if os.path.isfile(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
