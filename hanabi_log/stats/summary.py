"""The headline figures: how many games, how good, how often perfect, how often struck out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.counting import Mode, is_counted
from hanabi_log.stats.endings import Ending, Sums, ending_of, sums_of
from hanabi_log.stats.estimates import (
    Mean,
    Rate,
    mean_by_session,
    numbers_by_session,
    rate,
)
from hanabi_log.stats.packed import Packed, pack
from hanabi_log.stats.plays import Play
from hanabi_log.stats.rolls import rolls


@dataclass(frozen=True, slots=True)
class Summary:
    """`games` were logged, `counted` of them count; sessions and people are of the latter.

    `mean` is None when no game enters one. `won` is of win-or-lose games only, which are
    in neither of the other rates.
    """

    games: int
    counted: int
    sessions: int
    people: int
    mean: Mean | None
    struck_out: Rate
    perfect: Rate
    won: Rate


def summarise(plays: Sequence[Play] | Tables, mode: Mode = "points") -> Summary:
    """The headline figures of some games. Dateless games belong to no session."""
    if not isinstance(plays, Tables):
        return _of_plays(pack(plays), mode)
    whole = rolls(plays, "all", mode).get(())
    return _summary(
        plays.logged,
        plays.dated_sessions,
        len({person for people in plays.parties for person in people}),
        whole.sums if whole else sums_of({}),
        mean_by_session(whole.sessions) if whole else None,
    )


def _of_plays(plays: Packed, mode: Mode) -> Summary:
    counted = plays.where(is_counted)
    shared = plays.shared
    endings = shared.of_facts(ending_of)
    tally: Counter[Ending] = Counter()
    for facts, games in Counter(counted.fact).items():
        tally[endings[facts]] += games
    return _summary(
        len(plays),
        sum(shared.dated[evening] for evening in {*counted.evening}),
        len({person for table in {*counted.table} for person in shared.tables[table]}),
        sums_of(tally),
        mean_by_session(numbers_by_session(counted, mode)),
    )


def _summary(logged: int, sessions: int, people: int, total: Sums, mean: Mean | None) -> Summary:
    return Summary(
        games=logged,
        counted=total.games,
        sessions=sessions,
        people=people,
        mean=mean,
        struck_out=rate(total.struck_out, total.told),
        perfect=rate(total.perfect, total.told),
        won=rate(total.won, total.decided),
    )
