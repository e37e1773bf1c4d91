"""Sessions: the games of one group on one date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.stats.counting import Mode, tells_outcome, value_of
from hanabi_log.stats.packed import Facts, Packed, pack
from hanabi_log.stats.plays import Play, SessionKey


@dataclass(frozen=True, slots=True)
class Session:
    """A session and all its games in the order of play, also those that do not count.

    `mean` and `best` are on the scale of 25, of the `n` games that enter a mean.
    """

    key: SessionKey
    plays: Sequence[Play]
    counted: int
    n: int
    mean: float | None
    best: float | None
    perfect: int
    struck_out: int

    @property
    def group(self) -> str | None:
        """The id of the group."""
        return self.key[0]

    @property
    def date(self) -> str:
        """The civil date."""
        return self.key[1]

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of everybody who was named at a table that evening, sorted."""
        return tuple(sorted({person for play in self.plays for person in play.people}))


def sessions(plays: Sequence[Play], mode: Mode = "points") -> tuple[Session, ...]:
    """The sessions, earliest first; on one date those without a group come first.

    Games without a date belong to none.
    """
    packed = pack(plays)
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, evening in enumerate(packed.evening):
        places[evening].append(place)
    by_key = {
        session: packed.at(found)
        for evening, found in places.items()
        if (session := packed.shared.evenings[evening].session) is not None
    }
    keys = sorted(by_key, key=lambda key: (key[1], key[0] or ""))
    return tuple(_session(key, by_key[key], mode) for key in keys)


def _session(key: SessionKey, plays: Packed, mode: Mode) -> Session:
    values = [value for value in plays.of_facts(value_of, mode) if value is not None]
    outcomes = list(plays.of_facts(_told))
    return Session(
        key=key,
        plays=plays,
        counted=sum(plays.of_facts(_counted)),
        n=len(values),
        mean=sum(values) / len(values) if values else None,
        best=max(values, default=None),
        perfect=outcomes.count("perfect"),
        struck_out=outcomes.count("struck_out"),
    )


def _told(facts: Facts) -> Outcome | None:
    return facts.outcome if tells_outcome(facts) else None


def _counted(facts: Facts) -> bool:
    return facts.counted
