"""The boards there are: people, what their seats add, line-ups, groups.

People stand by points above expectation or by what their seat adds, line-ups and groups by
the mean of their games. Each board says what its numbers are and what they cannot tell.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import KeyEntry
from hanabi_log.site.charts.board import Mark, Scale, around_zero
from hanabi_log.site.contexts.board import MOST_LISTED, BoardView, Namer, view
from hanabi_log.site.gather import Gathered
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.boards import Board, BoardRow

_NARROW = NormalDist().inv_cdf(0.9) / NormalDist().inv_cdf(0.975)
"""The width of an 80 % interval against that of a 95 % one."""


def people_view(named: Namer, board: Board, games: int, most: int = MOST_LISTED) -> BoardView:
    """The board of people by points above expectation, made of so many games."""
    listed = board.listed[:most]
    scale = around_zero([row.value for row in listed])
    marks = [
        Mark(row.value, _pointed(row.name, words.signed(row.value, 2), row.games)) for row in listed
    ]
    return view(
        board,
        named,
        marks,
        scale,
        id="people",
        title=_("Points above expectation"),
        finding=ngettext(
            "{n} person listed, from {games}.",
            "{n} people listed, from {games}.",
            len(board.listed),
        ).format(n=words.number(len(board.listed)), games=words.games(games)),
        label=_("Points above expectation of each person listed, on one scale."),
        columns=(_("Person"), _("Above expectation")),
        values=[words.signed(row.value, 1) for row in listed],
        scale_text=(
            words.signed(scale.low, 1),
            words.number(0),
            words.signed(scale.high, 1),
        ),
        key=(KeyEntry("game", _("points above expectation, joined to zero; this is no interval")),),
        notes=(
            _(
                "Each value is the sum over a person's games of points minus baseline, divided by"
                " games + {k}, so a few lucky games do not lead the board."
            ).format(k=words.number(board.k or 0)),
            _(
                "The mean is in points on the scale of 25 and says nothing about setups; beside it"
                " stand numbers of games. A narrow screen has no room for these columns."
            ),
            *board.notes,
        ),
    )


def effects_view(log: Gathered, board: Board) -> BoardView:
    """The board of people by what their seat adds, with everybody at the table weighed at once."""
    listed = board.listed[:MOST_LISTED]
    bounds = [bound for row in listed for bound in (row.low, row.high) if bound is not None]
    scale = around_zero([bound / 1.1 for bound in bounds])
    marks = [
        Mark(
            row.value,
            _pointed(row.name, words.signed(row.value, 2), row.games),
            wide=_bounds(row),
            narrow=_bounds(row, _NARROW),
        )
        for row in listed
    ]
    return view(
        board,
        person_of(log),
        marks,
        scale,
        id="effects",
        title=_("What each person's seat adds"),
        finding=_(
            "Points that a seat adds to an average table, by a model in which everybody at the"
            " table counts. Bars that overlap cannot be told apart."
        ),
        label=_("What each person's seat adds, with 80% and 95% intervals, on one scale."),
        columns=(_("Person"), _("Points")),
        values=[words.signed(row.value, 1) for row in listed],
        scale_text=(words.signed(scale.low, 1), words.number(0), words.signed(scale.high, 1)),
        key=(KeyEntry("narrow", _("80% interval")), KeyEntry("wide", _("95% interval"))),
        notes=(
            _("Ranks are the range in which a person stands in 80% of draws from the model."),
            *board.notes,
        ),
    )


def lineup_view(
    named: Namer, board: Board, mean: float | None, most: int = MOST_LISTED
) -> BoardView:
    """The board of exact sets of people by the mean of their games."""
    return mean_view(
        board,
        named,
        mean,
        most,
        id="lineups",
        title=_("Line-ups"),
        finding=ngettext(
            "{n} exact set of people listed.",
            "{n} exact sets of people listed.",
            len(board.listed),
        ).format(n=words.number(len(board.listed))),
        label=_("The mean points of each line-up, with its 95% interval, on one scale."),
        columns=(_("Line-up"), _("Points, mean")),
    )


def group_view(
    named: Namer, board: Board, mean: float | None, most: int = MOST_LISTED
) -> BoardView:
    """The board of groups by the mean of their games."""
    return mean_view(
        board,
        named,
        mean,
        most,
        id="groups",
        title=_("Groups"),
        finding=ngettext("{n} group listed.", "{n} groups listed.", len(board.listed)).format(
            n=words.number(len(board.listed))
        ),
        label=_("The mean points of each group, with its 95% interval, on one scale."),
        columns=(_("Group"), _("Points, mean")),
    )


def mean_view(
    board: Board,
    named: Namer,
    mean: float | None,
    most: int = MOST_LISTED,
    **parts: Any,
) -> BoardView:
    """A board by means; `mean` is that of all games, for the hairline."""
    listed = board.listed[:most]
    scale = Scale(0.0, 25.0, mean)
    marks = [
        Mark(
            row.value,
            _pointed(row.name, words.number(row.value, 1), row.games),
            # A row without an interval keeps its dot alone: a stem would look like one.
            wide=_bounds(row) or (row.value, row.value),
        )
        for row in listed
    ]
    key = [KeyEntry("wide", _("95% interval of the mean; a stroke at its end: it goes on"))]
    if mean is not None:
        key.append(
            KeyEntry("zero", _("mean of all games, {mean}").format(mean=words.number(mean, 1)))
        )
    return view(
        board,
        named,
        marks,
        scale,
        values=[words.number(row.value, 1) for row in listed],
        scale_text=(words.number(0), words.number(12.5, 1), words.number(25)),
        key=tuple(key),
        notes=(
            _(
                "These means do not take the setup into account: whoever mostly plays at a table"
                " of five, or by hard rules, stands lower."
            ),
            *board.notes,
        ),
        **parts,
    )


def _bounds(row: BoardRow, share: float = 1.0) -> tuple[float, float] | None:
    """The 95 % interval, or one that is narrower by a factor around the same middle."""
    if row.low is None or row.high is None:
        return None
    return row.value - share * (row.value - row.low), row.value + share * (row.high - row.value)


def keys_of(row: BoardRow) -> tuple[Any, ...]:
    """The ids of everybody in a row."""
    return row.key if isinstance(row.key, tuple) else (row.key,)


def person_of(log: Gathered) -> Namer:
    """Names people by the pages that they have."""
    return lambda row: (log.people.shown[str(row.key)].name,)


def lineup_of(log: Gathered) -> Namer:
    """Names everybody of a line-up so."""
    return lambda row: tuple(log.people.shown[str(id_)].name for id_ in keys_of(row))


def group_of(log: Gathered) -> Namer:
    """Names groups by the pages that they have."""
    tables = {table.group.id: table for table in log.tables if table.group}
    return lambda row: (Name(row.name, tables[str(row.key)].href, script_of(row.name)),)


def _pointed(name: str, value: str, games: int) -> str:
    return _("{name}: {value} over {games}").format(
        name=name, value=value, games=words.games(games)
    )
