"""A match of Hoola King as the log holds it: who sat where, on which evening, round by round.

The rules speak of names; the log knows people. A seat joins the two, so that a person who
was renamed, merged or erased keeps the seat and every hand played there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hanabi_log.games.hoola.matches import Match
from hanabi_log.games.hoola.payments import Outcome
from hanabi_log.games.hoola.reading import facts_of
from hanabi_log.records import Group, Player


@dataclass(frozen=True, slots=True)
class HoolaSeat:
    """A seat: `label` is its name in the rounds; without a person it is a bot's or a guest's.

    `spellings` are the keys of all that the person answers to, where they were asked for."""

    label: str
    player: Player | None = None
    bot: bool = False
    spellings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class HoolaMatch:
    """A match. `date` is a civil date as logged or None, `logged_at` counts microseconds since
    1970. `round_ids` go with the rounds of `match`, `seats` with its participants."""

    id: str
    match: Match
    seats: tuple[HoolaSeat, ...]
    logged_at: int
    date: str | None = None
    group: Group | None = None
    round_ids: tuple[str, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the match enters standings."""
        return self.match.counted

    @property
    def order(self) -> tuple[str, int, str]:
        """A key that sorts matches as they were played: by date, dateless ones first."""
        return (self.date or "", self.logged_at, self.id)

    def seat_of(self, label: str) -> int:
        """The number of a seat, from 0."""
        return self.match.players.index(label)

    def as_json(self) -> dict[str, Any]:
        """The match under the keys that `hoola show --json` promises and files hold."""
        match = self.match
        standing = {line.player: line for line in match.standing}
        vote = match.vote
        return {
            "id": self.id,
            "date": self.date,
            "group": self.group.name if self.group else None,
            "thresholds": match.thresholds,
            "target": match.target,
            "status": match.status,
            "counted": self.counted,
            "players": [
                {
                    "name": one.name,
                    "bot": one.bot,
                    "host": one.host,
                    "guest": not one.bot and seat.player is None,
                    "points": standing[one.name].points,
                    "place": standing[one.name].place,
                }
                for one, seat in zip(match.participants, self.seats, strict=True)
            ],
            "rounds": [
                round_as_json(id, number, outcome)
                for number, (id, outcome) in enumerate(
                    zip(self.round_ids, match.rounds, strict=True), 1
                )
            ],
            "vote": vote and {"proposer": vote.proposer, "agreed": list(vote.agreed)},
            "agreed": list(match.agreed) or None,
        }


def round_as_json(id: str, number: int, outcome: Outcome) -> dict[str, Any]:
    """A round: its facts under the keys of `hoola score`, and what they come to."""
    facts = facts_of(outcome.round)
    return {"id": id, "number": number, **facts, "result": outcome.as_json()}


def seat_match(
    match: Match, players: Sequence[Player | None]
) -> tuple[Match, tuple[HoolaSeat, ...]]:
    """The match under the names that its people have in the log, and its seats.

    `players` go with the participants; None is a bot's or a guest's seat.
    """
    labels = distinct(
        player.name if player else one.name
        for player, one in zip(players, match.participants, strict=True)
    )
    seats = tuple(
        HoolaSeat(label, player, one.bot)
        for label, player, one in zip(labels, players, match.participants, strict=True)
    )
    return match.renamed(dict(zip(match.players, labels, strict=True))), seats


def distinct(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, with a number behind each that was there before: `guest`, `guest 2`."""
    taken: set[str] = set()
    made = []
    for label in labels:
        text, count = label, 1
        while text in taken:
            count += 1
            text = f"{label} {count}"
        taken.add(text)
        made.append(text)
    return tuple(made)
