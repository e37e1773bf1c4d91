"""What a site is made from: the club's log as one frozen value.

Whoever loads the log hands it over in this form, so that the site knows nothing of
storage, and two equal clubs give two equal sites.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time

from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.records import Game, Group, Player, Visibility


@dataclass(frozen=True, slots=True)
class Club:
    """A club and everything it has logged.

    `games` come oldest first (`Game.order`). `rulesets` maps the digest of each game to
    the definition that was in force. People without a visibility of their own follow
    `default_visibility`. `seasons` maps names to a first and a last date. `today` is a
    civil date (`2026-11-30`) or None, never the clock. `day_starts` is the hour from which
    on a game belongs to the new day. `hoola` are the matches of Hoola King.
    """

    name: str
    games: tuple[Game, ...] = ()
    players: tuple[Player, ...] = ()
    groups: tuple[Group, ...] = ()
    rulesets: Mapping[str, Ruleset] = field(default_factory=dict)
    default_visibility: Visibility = "full"
    seasons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    today: str | None = None
    day_starts: time = time(5)
    hoola: tuple[HoolaMatch, ...] = ()
