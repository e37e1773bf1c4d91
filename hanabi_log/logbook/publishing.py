"""The log as the site wants it: one frozen club."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from hanabi_log.config import Config
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.logbook.shelf import StoredGames
from hanabi_log.records import Game
from hanabi_log.site.club import Club
from hanabi_log.site.look import Look
from hanabi_log.storage.games import load_games
from hanabi_log.storage.hoola import load_matches
from hanabi_log.storage.lean import count_games
from hanabi_log.storage.marks import mark_of, touched_since
from hanabi_log.storage.people import load_groups, load_players


def look_of(config: Config) -> Look:
    """The club's own look as its config has it, with paths that can be opened."""
    site = config.site

    def beside(path: str | None) -> str | None:
        return os.path.join(config.folder or "", path) if path else None

    return Look(site.colours, beside(site.logo), beside(site.css), beside(site.plotly))


MANY = 5_000
"""From so many games on, whole ones stay in the store until they are drawn."""


def load_club(log: Log, *, whole: bool = False, since: str | None = None) -> Club:
    """Everything that was logged, with the club's name and its rules on being seen.

    The games of a large log are fetched as they are drawn, from the log as it is now;
    `whole` has them all in memory, for a log that does not stay where it is. `since` is the
    mark of an earlier state, or empty for none: the club then has a mark too, and says what
    has changed from there on.
    """
    if whole or count_games(log.connection) < MANY:
        club = _club(log, tuple(load_games(log.connection)))
    else:
        club = lean_club(log)
    if since is None:
        return club
    touched = touched_since(log.connection, since) if since else None
    return replace(club, mark=mark_of(log.connection), since=since, touched=touched)


def lean_club(log: Log) -> Club:
    """The same club for whoever looks at plays only: no game is made."""
    return _club(log, StoredGames(log))


def _club(log: Log, games: Sequence[Game]) -> Club:
    return Club(
        name=log.config.club or _("Hanabi club"),
        games=games,
        players=tuple(load_players(log.connection).values()),
        groups=tuple(load_groups(log.connection).values()),
        rulesets=stored_rulesets(log),
        default_visibility=log.config.visibility,
        seasons=log.config.seasons,
        today=log.today.isoformat(),
        day_starts=log.config.day_starts,
        hoola=tuple(load_matches(log.connection)),
    )
