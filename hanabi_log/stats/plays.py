"""A game as statistics see it: one lean row.

Every figure takes a sequence of plays, so it does not matter whether they were made from
Game objects or straight from the rows of a store. Figures about time go by the order of
the sequence, which is that of play: `Game.order`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hanabi_log.games.hanabi.endstate import Knowledge, Outcome
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.records import Game, Talk

SessionKey = tuple[str | None, str]
"""The group (None: no group) and the date of a session."""

Stack = tuple[str, int, int]
"""A suit's code, how many of its cards were laid (0 to 5), and the last of them (0: none)."""


class Play(NamedTuple):
    """One game. `people` are the ids of the named players, sorted; guests are only in `seats`.

    `seats` counts everybody at the table, 0 where nobody wrote it down. `y` is
    25·points/max. `stacks` is None unless the stacks and their ruleset are known.
    `counted` is False for excluded and abandoned games. `win_or_lose` games have no scale.
    `talk` is how much of it the table allowed, where that was said.
    """

    id: str
    date: str | None
    session: SessionKey | None
    group: str | None
    ruleset: str
    seats: int
    people: tuple[str, ...]
    y: float | None
    points: int | None
    score: int | None
    max_score: int | None
    outcome: Outcome | None
    strikes: int | None
    stacks: tuple[Stack, ...] | None
    knowledge: Knowledge
    counted: bool
    tags: tuple[str, ...] = ()
    band: str | None = None
    win_or_lose: bool = False
    talk: Talk | None = None


def counted_play(
    ruleset: str,
    seats: int,
    max_score: int | None,
    points: int | None,
    score: int | None,
    outcome: Outcome | None,
    win_or_lose: bool,
) -> Play:
    """A counted game of which only the ending is known: nobody's, without a date."""
    return Play(
        id="",
        date=None,
        session=None,
        group=None,
        ruleset=ruleset,
        seats=seats,
        people=(),
        y=None if points is None or not max_score else 25 * points / max_score,
        points=points,
        score=score,
        max_score=max_score,
        outcome=outcome,
        strikes=None,
        stacks=None,
        knowledge="outcome" if points is None else "total",
        counted=True,
        win_or_lose=win_or_lose,
    )


def play_of(game: Game, ruleset: Ruleset | None = None) -> Play:
    """The row of a game.

    Without its ruleset nothing says which way a suit runs, so the stacks are left out,
    and a struck-out game of win-or-lose rules cannot be told from any other.
    """
    result, group = game.result, game.group.id if game.group else None
    return Play(
        id=game.id,
        date=game.date,
        session=None if game.date is None else (group, game.date),
        group=group,
        ruleset=game.ruleset,
        seats=game.end.players or len(game.seats),
        people=tuple(sorted({player.id for player in game.players})),
        y=game.points25,
        points=result.points,
        score=result.score,
        max_score=result.max_score,
        outcome=result.outcome,
        strikes=game.end.strikes,
        stacks=stacks_of(game.end.stacks, ruleset),
        knowledge=result.knowledge,
        counted=game.counted,
        tags=game.tags,
        band=result.band,
        win_or_lose=_win_or_lose(game, ruleset),
        talk=game.talk,
    )


def stacks_of(
    stacks: Mapping[str, int] | None, ruleset: Ruleset | None
) -> tuple[Stack, ...] | None:
    """The stacks of a game in the order of its ruleset, from the last card of each suit."""
    if stacks is None or ruleset is None or not ruleset.known:
        return None
    lasts = [(suit, stacks.get(suit.code, 0)) for suit in ruleset.suits]
    return tuple((suit.code, suit.cards_laid(last), last) for suit, last in lasts)


def _win_or_lose(game: Game, ruleset: Ruleset | None) -> bool:
    if ruleset is not None:
        return ruleset.win_or_lose
    result = game.result
    unscored = result.score is None and result.max_score is not None
    return result.outcome == "lost" or (result.outcome == "perfect" and unscored)
