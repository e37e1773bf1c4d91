"""The headline figures: how many games, how good, how often perfect, how often struck out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_log.stats.aggregates import Tables, sums_of, tables_of
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.estimates import Mean, Rate, mean_by_session, rate
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
    tables = tables_of(plays)
    whole = rolls(tables, "all", mode).get(())
    total = whole.sums if whole else sums_of({})
    return Summary(
        games=tables.logged,
        counted=total.games,
        sessions=tables.dated_sessions,
        people=len({person for people in tables.parties for person in people}),
        mean=mean_by_session(whole.sessions) if whole else None,
        struck_out=rate(total.struck_out, total.told),
        perfect=rate(total.perfect, total.told),
        won=rate(total.won, total.decided),
    )
