"""A match: who sits at it, how many rounds it is to have, and how it ends.

Every step takes a match and gives the next one, or raises with the rule it breaks. A match
ends when its target is reached, by an early settlement that every human agreed to (see
`voting`), or by an abort; only the first two count. Nothing is added to a match that has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.games.hoola.payments import Outcome
from hanabi_log.games.hoola.rounds import PLAYERS, ThresholdSet
from hanabi_log.i18n import _

Status = Literal["open", "finished", "settled", "aborted"]
TARGETS = range(1, 1000)


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody at the table. Bots have no vote; a match has one host or none."""

    name: str
    bot: bool = False
    host: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote on an early settlement: whoever proposed it counts among those who agreed."""

    proposer: str
    agreed: tuple[str, ...]


class Standing(NamedTuple):
    """A line of the ranking: equal points share the better place."""

    place: int
    player: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match so far: `rounds` are the outcomes in the order of play.

    `target` counts rounds from 1 to 999. `agreed` are those who agreed to an early
    settlement, once it is agreed.
    """

    participants: tuple[Participant, ...]
    target: int
    thresholds: ThresholdSet = "basic"
    rounds: tuple[Outcome, ...] = ()
    vote: Vote | None = None
    agreed: tuple[str, ...] = ()
    aborted: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all, in the order of their seats."""
        return tuple(one.name for one in self.participants)

    @property
    def humans(self) -> tuple[str, ...]:
        """Who has a vote."""
        return tuple(one.name for one in self.participants if not one.bot)

    @property
    def host(self) -> str | None:
        """The host, if there is one."""
        return next((one.name for one in self.participants if one.host), None)

    @property
    def status(self) -> Status:
        """How things stand; an abort outweighs everything."""
        if self.aborted:
            return "aborted"
        if self.agreed:
            return "settled"
        return "finished" if len(self.rounds) >= self.target else "open"

    @property
    def counted(self) -> bool:
        """Whether the match enters standings: it came to a normal finish."""
        return self.status in ("finished", "settled")

    @property
    def totals(self) -> dict[str, int]:
        """The points of everybody over all rounds, in the order of the seats."""
        points = dict.fromkeys(self.players, 0)
        for outcome in self.rounds:
            for player, payment in outcome.payments.items():
                points[player] += payment
        return points

    @property
    def courses(self) -> dict[str, tuple[int, ...]]:
        """The running total of everybody, from 0 before the first round."""
        courses = {player: [0] for player in self.players}
        for outcome in self.rounds:
            for player, payment in outcome.payments.items():
                courses[player].append(courses[player][-1] + payment)
        return {player: tuple(course) for player, course in courses.items()}

    def renamed(self, names: Mapping[str, str]) -> Match:
        """The same match with other names, each of them different."""

        def name(old: str) -> str:
            return names.get(old, old)

        return replace(
            self,
            participants=tuple(replace(one, name=name(one.name)) for one in self.participants),
            rounds=tuple(outcome.renamed(names) for outcome in self.rounds),
            vote=self.vote
            and Vote(name(self.vote.proposer), tuple(name(one) for one in self.vote.agreed)),
            agreed=tuple(name(one) for one in self.agreed),
        )

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The ranking by points, the highest first; equal points in the order of seats."""
        totals = self.totals
        return tuple(
            Standing(1 + sum(other > points for other in totals.values()), player, points)
            for player, points in sorted(totals.items(), key=lambda entry: -entry[1])
        )


def start(
    participants: tuple[Participant, ...], target: int, thresholds: ThresholdSet = "basic"
) -> Match:
    """A new match. Raises InvalidInput with all that is wrong: 3 to 5 different players, at
    least one of them human, at most one host, and a target of 1 to 999 rounds."""
    problems = []
    names = [one.name for one in participants]
    if len(participants) not in PLAYERS:
        problems.append(
            Problem(
                _("Players: {count}; Hoola King is for 3 to 5").format(count=len(participants)),
                "players",
            )
        )
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            message = _("{name} sits at the table twice").format(name=name)
            problems.append(Problem(message, "players"))
    if participants and all(one.bot for one in participants):
        problems.append(Problem(_("All players are bots; a match needs a person"), "bot"))
    if sum(one.host for one in participants) > 1:
        problems.append(Problem(_("A match has one host at most"), "host"))
    if target not in TARGETS:
        message = _("{found} rounds; allowed are {least} to {most}").format(
            found=target, least=TARGETS[0], most=TARGETS[-1]
        )
        problems.append(Problem(message, "rounds"))
    if problems:
        raise InvalidInput(_("This match cannot be"), problems)
    return Match(participants=participants, target=target, thresholds=thresholds)


def play(match: Match, outcome: Outcome) -> Match:
    """The match with one round more. Raises Conflict when it has ended or a vote is open,
    InvalidInput when the round has other players or thresholds."""
    must_go_on(match)
    fits(match, outcome)
    return replace(match, rounds=(*match.rounds, outcome))


def must_go_on(match: Match) -> None:
    """Raise Conflict when no round can start: the match has ended, or a vote is open."""
    must_be_open(match)
    if match.vote:
        raise Conflict(
            _(
                "A vote on an early settlement is open, and no round starts during a vote:"
                " finish the vote first"
            )
        )


def correct(match: Match, number: int, outcome: Outcome) -> Match:
    """The match with round `number`, from 1, as it really was; allowed after its end too."""
    must_have(match, number)
    fits(match, outcome)
    rounds = (*match.rounds[: number - 1], outcome, *match.rounds[number:])
    return replace(match, rounds=rounds)


def must_have(match: Match, number: int) -> None:
    """Raise InvalidInput when there is no round of this number."""
    if not 1 <= number <= len(match.rounds):
        raise InvalidInput(
            _("There is no such round"),
            [
                Problem(
                    _("found {found}; rounds so far: {count}").format(
                        found=number, count=len(match.rounds)
                    ),
                    "round",
                )
            ],
        )


def fits(match: Match, outcome: Outcome) -> None:
    """Raise InvalidInput unless a round has just the players and thresholds of the match."""
    problems = []
    played = outcome.round
    if sorted(played.players) != sorted(match.players):
        message = _("The match has {players}; the round has {found}").format(
            players=", ".join(match.players), found=", ".join(played.players)
        )
        problems.append(Problem(message, "hands"))
    if played.thresholds != match.thresholds:
        message = _("The match is played with the {name} thresholds").format(name=match.thresholds)
        problems.append(Problem(message, "thresholds"))
    if problems:
        raise InvalidInput(_("This round is not of this match"), problems)


def abort(match: Match) -> Match:
    """The match broken off: kept, but left out of every standing. Anyone may, at any time."""
    must_be_open(match)
    return replace(match, vote=None, aborted=True)


def must_be_open(match: Match) -> None:
    """Raise Conflict when the match has ended."""
    if match.status != "open":
        reasons = {
            "finished": _("all its rounds are played"),
            "settled": _("it was settled early"),
            "aborted": _("it was aborted"),
        }
        raise Conflict(
            _("The match has ended: {reason}").format(reason=reasons.get(match.status, ""))
        )
