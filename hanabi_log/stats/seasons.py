"""Which games a figure is about: filters, and seasons.

A season is nothing but a filter by date that the club has given a name; nobody's earlier
games fade.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from hanabi_log.records import Talk
from hanabi_log.stats.packed import Evening, Facts, Packed, pack
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

    def apply(self, plays: Iterable[Play]) -> Packed:
        """The games that pass, in the order they came."""
        packed = pack(plays)
        evenings = [self._takes_evening(evening) for evening in packed.shared.evenings]
        facts = [self._takes_facts(facts) for facts in packed.shared.facts]
        if all(evenings) and all(facts):
            return packed
        return packed.at(
            [
                place
                for place, (evening, fact) in enumerate(
                    zip(packed.evening, packed.fact, strict=True)
                )
                if evenings[evening] and facts[fact]
            ]
        )

    def within(self, first: str | None, last: str | None) -> Filter:
        """The filter narrowed to a season, from its first to its last date; None is open."""
        since = max(filter(None, (self.since, first)), default=None)
        until = min(filter(None, (self.until, last)), default=None)
        return replace(self, since=since, until=until)

    def as_json(self) -> dict[str, Any]:
        """The filters under the names of the options."""
        return asdict(self)

    def _takes_facts(self, facts: Facts) -> bool:
        return (
            (self.ruleset is None or facts.ruleset == self.ruleset)
            and (self.players is None or facts.seats == self.players)
            and (self.tag is None or self.tag in facts.tags)
            and (self.talk is None or facts.talk == self.talk)
        )

    def _takes_evening(self, evening: Evening) -> bool:
        return (self.group is None or evening.group == self.group) and self._takes_date(
            evening.date
        )

    def _takes_date(self, date: str | None) -> bool:
        if self.since is None and self.until is None:
            return True
        if date is None or (self.since is not None and date < self.since):
            return False
        return self.until is None or date <= self.until
