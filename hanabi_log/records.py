"""What the log holds, as it is stored and shown: people, groups and games.

Everything here is a frozen value. A Game keeps the facts of its end state and the result
that was computed from them; all other figures are properties.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from hanabi_log.games.hanabi.bands import band_text
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import Result

Visibility = Literal["full", "initials", "alias", "hidden"]
VISIBILITIES: tuple[Visibility, ...] = ("full", "initials", "alias", "hidden")

Talk = Literal["strict", "relaxed"]
TALKS: tuple[Talk, ...] = ("strict", "relaxed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A person. `visibility` is what may be published; None follows the club's default.

    `alias` is the name to be published under instead of the own one. `aliases` are further
    names that a person answers to when a game is logged; they are never published.
    """

    id: str
    name: str
    visibility: Visibility | None = None
    alias: str | None = None
    retired: bool = False
    aliases: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The person under the keys that `players --json` promises."""
        return {
            "id": self.id,
            "name": self.name,
            "visibility": self.visibility,
            "alias": self.alias,
            "retired": self.retired,
            "aliases": list(self.aliases),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A table that meets: its default ruleset, how much talk it allows, who may be seen."""

    id: str
    name: str
    ruleset: str | None = None
    talk: Talk | None = None
    visibility: Visibility | None = None

    def as_json(self) -> dict[str, Any]:
        """The group under the keys that `groups --json` promises."""
        return {
            "id": self.id,
            "name": self.name,
            "ruleset": self.ruleset,
            "talk": self.talk,
            "visibility": self.visibility,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game. `seats` holds everybody at the table in order, None for a guest.

    `date` is a civil date as logged (`2026-11-28`) or None; `logged_at` counts
    microseconds since 1970 and orders the games of a date. `digest` names the definition
    of the ruleset that was in force. `excluded` is the reason why a game does not count.
    """

    id: str
    ruleset: str
    digest: str
    end: EndState
    result: Result
    logged_at: int
    date: str | None = None
    group: Group | None = None
    seats: tuple[Player | None, ...] = ()
    minutes: int | None = None
    talk: Talk | None = None
    place: str | None = None
    note: str | None = None
    tags: tuple[str, ...] = ()
    excluded: str | None = None
    source: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """The people at the table, guests left out."""
        return tuple(player for player in self.seats if player is not None)

    @property
    def guests(self) -> int:
        """How many seats were taken by guests."""
        return len(self.seats) - len(self.players)

    @property
    def counted(self) -> bool:
        """Whether the game counts at all: not excluded, and not abandoned by the table."""
        return self.excluded is None and self.result.outcome != "abandoned"

    @property
    def points25(self) -> float | None:
        """The points on the 25-point scale, 25·points/max; None without a maximum."""
        if self.result.points is None or not self.result.max_score:
            return None
        return 25 * self.result.points / self.result.max_score

    @property
    def order(self) -> tuple[str, int, str]:
        """A key that sorts games as they were played: by date, dateless ones first."""
        return (self.date or "", self.logged_at, self.id)

    def as_json(self) -> dict[str, Any]:
        """The game under the keys that the command line promises; absent values are None."""
        end, result = self.end, self.result
        return {
            "id": self.id,
            "date": self.date,
            "group": self.group.name if self.group else None,
            "players": [player.name for player in self.players],
            "guests": self.guests,
            **end_as_json(self.ruleset, end, result),
            "counted": self.counted,
            "excluded": self.excluded,
            "hints": end.hints,
            "deck": end.deck,
            "discards": None if end.discards is None else list(end.discards),
            "minutes": self.minutes,
            "talk": self.talk,
            "place": self.place,
            "note": self.note,
            "tags": list(self.tags),
            "source": self.source,
            "warnings": list(self.warnings),
        }


def span_of(games: Iterable[Game]) -> tuple[str | None, str | None]:
    """The first and the last date of some games; None where none has a date."""
    days = [game.date for game in games if game.date]
    return min(days, default=None), max(days, default=None)


def end_as_json(ruleset: str, end: EndState, result: Result) -> dict[str, Any]:
    """The part of a game's JSON that the rules give."""
    return {
        "ruleset": ruleset,
        "stacks": None if end.stacks is None else dict(end.stacks),
        "strikes": end.strikes,
        **result.as_json(),
        "band_text": None if result.band is None else band_text(result.band),
        "knowledge": result.knowledge,
    }


class Draft(NamedTuple):
    """A game as somebody typed it or a file has it, before it is checked.

    `players` are names, None for a guest; `guests` counts further guests. `stacks` is text
    in the notation of `add`, or a table of suit to last card. `rules` are the rules
    themselves, where a file brings them along. `said` is False where a source shows an
    outcome with every game: then it is kept only where the facts do not give it. `played` is
    True where a source may know no more than that a game was played. `points` and `score`
    are what a source computed from its stacks: they are checked and not kept. `unsaid` names
    the facts that the source has no place for, so that its silence says nothing. `file` and
    `line` say where the draft comes from.
    """

    date: str | None = None
    group: str | None = None
    players: tuple[str | None, ...] = ()
    guests: int | None = None
    ruleset: str | None = None
    rules: Ruleset | None = None
    stacks: str | dict[str, Any] | None = None
    strikes: int | None = None
    outcome: str | None = None
    said: bool = True
    played: bool = False
    total: int | None = None
    points: int | None = None
    score: int | None = None
    hints: int | None = None
    deck: int | None = None
    discards: str | None = None
    minutes: int | None = None
    talk: str | None = None
    place: str | None = None
    note: str | None = None
    tags: tuple[str, ...] = ()
    excluded: str | None = None
    id: str | None = None
    source: str | None = None
    unsaid: frozenset[str] = frozenset()
    file: str | None = None
    line: int | None = None
