"""How hard each setup is: rulesets against numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.baselines import Baseline, baselines
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.endings import sums_of
from hanabi_log.stats.estimates import Mean, Rate, mean_by_session, rate
from hanabi_log.stats.intervals import shrunk_rate
from hanabi_log.stats.plays import Play
from hanabi_log.stats.rolls import rolls


@dataclass(frozen=True, slots=True)
class Setup:
    """A ruleset with a number of players.

    `mean` and `baseline` are None when no game enters a mean. `perfect_shrunk` is the
    perfect rate for ranking, pulled towards the club's; None without a known outcome.
    """

    ruleset: str
    seats: int
    games: int
    mean: Mean | None
    baseline: Baseline | None
    perfect: Rate
    perfect_shrunk: float | None
    struck_out: Rate
    won: Rate


def setups(plays: Sequence[Play] | Tables, mode: Mode = "points") -> tuple[Setup, ...]:
    """Every setup that was played, by ruleset and number of players."""
    tables = tables_of(plays)
    expected, total = baselines(tables, mode), sums_of(tables.endings)
    club = total.perfect / total.told if total.told else 0.0
    rows = []
    for (ruleset, seats), roll in sorted(rolls(tables, "setup", mode).items()):
        sums = roll.sums
        rows.append(
            Setup(
                ruleset=ruleset,
                seats=seats,
                games=sums.games,
                mean=mean_by_session(roll.sessions),
                baseline=expected.setups.get((ruleset, seats)),
                perfect=rate(sums.perfect, sums.told),
                perfect_shrunk=shrunk_rate(sums.perfect, sums.told, club) if sums.told else None,
                struck_out=rate(sums.struck_out, sums.told),
                won=rate(sums.won, sums.decided),
            )
        )
    return tuple(rows)
