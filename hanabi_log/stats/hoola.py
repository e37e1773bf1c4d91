"""Standings of Hoola King: what matches came to for each person.

Only matches that came to a normal finish count, those settled early among them. Bots and
guests hold places at the table but no line here, and retired people leave the board. A sum of
points rewards whoever plays often, so the matches stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.records import Player


@dataclass(frozen=True, slots=True)
class HoolaLine:
    """A person's line. `points` adds up over `matches`; `places` counts places 1 to 5 in them,
    shared ones too; `best_round` is the most points won in one of `rounds` rounds."""

    player: Player
    matches: int
    rounds: int
    points: int
    places: tuple[int, int, int, int, int]
    best_round: int | None

    @property
    def wins(self) -> int:
        """First places, shared ones too."""
        return self.places[0]

    def as_json(self) -> dict[str, Any]:
        """The line under the keys that `hoola standings --json` promises."""
        return {
            "name": self.player.name,
            "matches": self.matches,
            "rounds": self.rounds,
            "points": self.points,
            "wins": self.wins,
            "places": {str(place): count for place, count in enumerate(self.places, 1)},
            "best_round": self.best_round,
        }


def standings(matches: Iterable[HoolaMatch]) -> tuple[HoolaLine, ...]:
    """A line for everybody who played a match that counts: most points first, then most wins,
    then by name."""
    lines: dict[str, HoolaLine] = {}
    for match in matches:
        if match.counted:
            for line in _lines(match):
                lines[line.player.id] = _added(lines.get(line.player.id), line)
    return tuple(
        sorted(
            lines.values(),
            key=lambda line: (-line.points, -line.wins, line.player.name, line.player.id),
        )
    )


def board(matches: Iterable[HoolaMatch]) -> tuple[HoolaLine, ...]:
    """The standings as they are shown to compare people: without those who retired."""
    return tuple(line for line in standings(matches) if not line.player.retired)


def _lines(record: HoolaMatch) -> Iterable[HoolaLine]:
    standing = {line.player: line for line in record.match.standing}
    for seat in record.seats:
        if seat.player is None:
            continue
        mine = standing[seat.label]
        won = [outcome.payments[seat.label] for outcome in record.match.rounds]
        places = tuple(int(place == mine.place) for place in range(1, 6))
        yield HoolaLine(
            player=seat.player,
            matches=1,
            rounds=len(won),
            points=mine.points,
            places=(places[0], places[1], places[2], places[3], places[4]),
            best_round=max(won, default=None),
        )


def _added(one: HoolaLine | None, other: HoolaLine) -> HoolaLine:
    if one is None:
        return other
    first, second, third, fourth, fifth = (
        a + b for a, b in zip(one.places, other.places, strict=True)
    )
    best = [best for best in (one.best_round, other.best_round) if best is not None]
    return HoolaLine(
        player=one.player,
        matches=one.matches + other.matches,
        rounds=one.rounds + other.rounds,
        points=one.points + other.points,
        places=(first, second, third, fourth, fifth),
        best_round=max(best, default=None),
    )
