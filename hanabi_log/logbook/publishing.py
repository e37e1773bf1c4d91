"""The log as the site wants it: one frozen club."""

from __future__ import annotations

import os

from hanabi_log.config import Config
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.site.club import Club
from hanabi_log.site.look import Look
from hanabi_log.storage.games import load_games
from hanabi_log.storage.hoola import load_matches
from hanabi_log.storage.people import load_groups, load_players


def look_of(config: Config) -> Look:
    """The club's own look as its config has it, with paths that can be opened."""
    site = config.site

    def beside(path: str | None) -> str | None:
        return os.path.join(config.folder or "", path) if path else None

    return Look(site.colours, beside(site.logo), beside(site.css), beside(site.plotly))


def load_club(log: Log) -> Club:
    """Everything that was logged, with the club's name and its rules on being seen."""
    return Club(
        name=log.config.club or _("Hanabi club"),
        games=tuple(load_games(log.connection)),
        players=tuple(load_players(log.connection).values()),
        groups=tuple(load_groups(log.connection).values()),
        rulesets=stored_rulesets(log),
        default_visibility=log.config.visibility,
        seasons=log.config.seasons,
        today=log.today.isoformat(),
        day_starts=log.config.day_starts,
        hoola=tuple(load_matches(log.connection)),
    )
