"""Player effects: what a seat adds to its table, everybody else's seats allowed for.

Friends who play together are told apart only by the evenings on which they did not, so an
effect comes with a wide interval and a range of ranks, and is shown from a hundred games of
the club. How far people differ at all is not assumed but weighed by what the games say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hanabi_log.i18n import _, ngettext
from hanabi_log.stats.aggregates import Tables, tables_of
from hanabi_log.stats.boards import Board, BoardRow, board_of, circle_notes, row_of
from hanabi_log.stats.counting import Mode
from hanabi_log.stats.design import entries_of, joint_games, sums_of_products, together
from hanabi_log.stats.intervals import t95
from hanabi_log.stats.mixed import (
    Array,
    Posterior,
    Ratio,
    equations,
    integrate,
    ratios,
)
from hanabi_log.stats.plays import Play
from hanabi_log.stats.ranks import DRAWS, SEED, rank_ranges, together_text
from hanabi_log.stats.rolls import rolls

SHOWN_FROM = 100
"""The fewest games of the club for which effects are shown, and ratios weighed."""
OWN_FROM = 5
FIXED = (Ratio(5.0),)
PEOPLE_RATIOS = ratios(0.05, 3, 20, scale=0.6)
PAIR_RATIOS = ratios(0.03, 1.2, 6, scale=0.3)


@dataclass(frozen=True, slots=True)
class Effect:
    """The points of the scale of 25 that a person's seat adds to an average table.

    It is measured against the average seat of the club. `low` and `high` bound the 95 %
    interval, `error` is the standard error; `games` are those that the model used.
    """

    person: str
    games: int
    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Effects:
    """The effects of people, by id, and what they were made from.

    `games` is the number of games in the model, `seats` the mean number at the table,
    `people` how many there are, also those beyond the model. `pairs` are modelled pairs
    with their numbers of joint games and the mean weight of the pair at those tables.
    """

    rows: tuple[Effect, ...]
    games: int
    seats: float
    people: int
    pairs: tuple[tuple[tuple[str, str], int, float], ...]
    together: tuple[tuple[int, ...], ...]
    posterior: Posterior

    def draws(self) -> Array:
        """Draws of the effects for ranks, a person in each column; the same every time."""
        return self.posterior.draws(DRAWS, SEED)


def player_effects(plays: Sequence[Play], mode: Mode = "points") -> Effects | None:
    """The effects of everybody; None when there is too little to tell anything.

    Adjusted plus-minus by a mixed model, y = Xβ + Zu + Qv + e: X has a constant, ruleset,
    number of players and the mean of log(1 + games played before) of the people at the
    table; Z is 1/n for each of n seats, Q is 2/(n(n − 1)) for pairs with three joint games
    or more. From 100 games on λ is integrated out. Under 100 pairs have no effect and the
    effects are those of λ = 5; their intervals allow for other λ all the same, as a fixed one
    is too sure of itself where people differ much. Games come in the order of play; those
    without a named person are left out.
    """
    entries = entries_of(plays, mode)
    games, people = entries.people, sorted(entries.people)
    enough = len(entries) >= SHOWN_FROM
    pairs = joint_games(entries) if enough else {}
    sums, sizes = sums_of_products(entries, people, list(pairs))
    found = equations(sums, sizes, len(entries)) if entries else None
    if found is None:
        return None
    posterior = integrate(found, PEOPLE_RATIOS, PAIR_RATIOS if pairs else (Ratio(1.0),))
    effects = posterior.mean if enough else integrate(found, FIXED).mean
    same_tables = together(entries, people)
    counts = [games[person] for person in people]
    return Effects(
        rows=_contrasts(posterior, effects, people, counts, entries.seats, same_tables),
        games=len(entries),
        seats=entries.seats,
        people=entries.everybody,
        pairs=tuple((pair, n, weight / n) for pair, (n, weight) in pairs.items()),
        together=same_tables,
        posterior=posterior,
    )


def effects_board(
    plays: Sequence[Play],
    names: Mapping[str, str],
    min_games: int = OWN_FROM,
    mode: Mode = "points",
    tables: Tables | None = None,
) -> Board:
    """People by their effects, with the 95 % interval and the 80 % range of ranks.

    Nobody is listed under 100 games of the club, or with fewer than `min_games` own ones.
    `tables` are those of the plays, where they are there already.
    """
    tables = tables or tables_of(plays)
    people = rolls(tables, "person", mode)
    found = player_effects(plays, mode)
    if found is None:
        return board_of("effects", mode, None, min_games, (), (_few_text(0),))
    enough = found.games >= SHOWN_FROM
    rows: dict[int, BoardRow] = {}
    for column, effect in enumerate(found.rows):
        if effect.person in names:
            roll = people[effect.person]
            name = (names[effect.person],)
            bounds = (effect.low, effect.high)
            row = row_of(effect.person, name, effect.games, min_games, effect.value, roll, *bounds)
            rows[column] = replace(row, listed=row.listed and enough)
    listed = [column for column, row in rows.items() if row.listed]
    sets = [group for group in found.together if set(group) <= set(listed)]
    if listed:
        places = {column: place for place, column in enumerate(listed)}
        groups = [[places[column] for column in group] for group in sets]
        for column, rank in zip(listed, rank_ranges(found.draws()[:, listed], groups), strict=True):
            rows[column] = replace(
                rows[column], rank_low=rank.low, rank_high=rank.high, p_top3=rank.top3
            )
    notes = [
        *([] if enough else [_few_text(found.games)]),
        *([_overlap_text()] if len(listed) > 1 else []),
        *(together_text([rows[column].name for column in group]) for group in sets),
        *([_most_text(len(found.rows), found.people)] if found.people > len(found.rows) else []),
        *circle_notes(tables, rows.values()),
    ]
    return board_of("effects", mode, None, min_games, rows.values(), tuple(notes))


def _overlap_text() -> str:
    return _("Neighbours whose bars overlap cannot be told apart: read the range, not the place.")


def _few_text(games: int) -> str:
    return ngettext(
        "Effects are listed from {least} games of the club on; there is {n}.",
        "Effects are listed from {least} games of the club on; there are {n}.",
        games,
    ).format(least=SHOWN_FROM, n=games)


def _most_text(modelled: int, people: int) -> str:
    return _(
        "Of {people} people, the {n} with the most games are told apart; the others are taken"
        " as average."
    ).format(people=people, n=modelled)


def _contrasts(
    posterior: Posterior,
    effects: Array,
    people: Sequence[str],
    games: Sequence[int],
    seats: float,
    together: Iterable[Sequence[int]],
) -> tuple[Effect, ...]:
    """u_i − w'u over the mean number of seats, w the shares of seats; variances J V J'.

    V is the mean square around `effects`, so where those are not the posterior mean, it is
    the wider.
    """
    shares = np.array(games, dtype=float) / sum(games)
    off = posterior.mean - effects
    covariance = posterior.covariance + np.outer(off, off)
    values = (effects - shares @ effects) / seats
    mixed = covariance @ shares
    variances = np.diag(covariance) - 2 * mixed + shares @ mixed
    errors = np.sqrt(np.clip(variances, 0, None)) / seats
    for group in together:
        # What is equal by symmetry is made equal to the last digit.
        values[list(group)], errors[list(group)] = values[group[0]], errors[group[0]]
    half = t95(posterior.equations.freedom)
    return tuple(
        Effect(person, n, value, error, value - half * error, value + half * error)
        for person, n, value, error in zip(
            people, games, values.tolist(), errors.tolist(), strict=True
        )
    )
