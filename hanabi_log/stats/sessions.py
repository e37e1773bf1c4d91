"""Sessions: the games of one group on one date."""

from __future__ import annotations

from collections import Counter
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
    keys = [evening.session for evening in packed.shared.evenings]
    dated = [place for place, evening in enumerate(packed.evening) if keys[evening] is not None]
    # Session by session, so that each is a slice; within one the order of play stays.
    dated.sort(key=packed.evening.__getitem__)
    ordered = packed.at(dated)
    values, outcomes = list(ordered.of_facts(value_of, mode)), list(ordered.of_facts(_told))
    counted = list(ordered.of_facts(_counted))
    found, start = [], 0
    for evening, games in Counter(ordered.evening).items():
        key, some = keys[evening], slice(start, start + games)
        start += games
        if key is not None:
            found.append(
                _session(key, ordered[some], values[some], outcomes[some], sum(counted[some]))
            )
    return tuple(sorted(found, key=lambda one: (one.key[1], one.key[0] or "")))


def _session(
    key: SessionKey,
    plays: Packed,
    all_values: Sequence[float | None],
    outcomes: Sequence[Outcome | None],
    counted: int,
) -> Session:
    values = [value for value in all_values if value is not None]
    return Session(
        key=key,
        plays=plays,
        counted=counted,
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
