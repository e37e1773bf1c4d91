"""Which games a figure is about: filters, and seasons.

A season is nothing but a filter by date that the club has given a name; nobody's earlier
games fade.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from hanabi_log.records import Talk
from hanabi_log.stats.plays import Play


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What games must be like; None asks nothing.

    `group` is an id, `ruleset` a spec, `players` the number at the table, `since` and
    `until` the first and the last date that belong. With either of them, games without
    a date are out. `talk` asks for games of which it was said how much was allowed.
    """

    group: str | None = None
    ruleset: str | None = None
    players: int | None = None
    since: str | None = None
    until: str | None = None
    tag: str | None = None
    talk: Talk | None = None

    def takes(self, play: Play) -> bool:
        """Whether a game passes."""
        return (
            (self.group is None or play.group == self.group)
            and (self.ruleset is None or play.ruleset == self.ruleset)
            and (self.players is None or play.seats == self.players)
            and (self.tag is None or self.tag in play.tags)
            and (self.talk is None or play.talk == self.talk)
            and self._takes_date(play.date)
        )

    def apply(self, plays: Iterable[Play]) -> tuple[Play, ...]:
        """The games that pass, in the order they came."""
        return tuple(filter(self.takes, plays))

    def within(self, first: str | None, last: str | None) -> Filter:
        """The filter narrowed to a season, from its first to its last date; None is open."""
        since = max(filter(None, (self.since, first)), default=None)
        until = min(filter(None, (self.until, last)), default=None)
        return replace(self, since=since, until=until)

    def as_json(self) -> dict[str, Any]:
        """The filters under the names of the options."""
        return asdict(self)

    def _takes_date(self, date: str | None) -> bool:
        if self.since is None and self.until is None:
            return True
        if date is None or (self.since is not None and date < self.since):
            return False
        return self.until is None or date <= self.until
