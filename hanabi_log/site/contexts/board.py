"""Boards as pages show them: rows with their marks, their range before their rank.

People stand by points above expectation, line-ups and groups by the mean of their games.
Whoever has too few games comes last, without a mark.
"""

# `holds` and `says` make fields, which the rule against calls in defaults cannot see.
# ruff: noqa: RUF009

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import KeyEntry
from hanabi_log.site.charts.board import Mark, Scale, around_zero, drawing, figure
from hanabi_log.site.contexts.base import holds, says
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.fireworks import missing_dots, played_dots
from hanabi_log.site.gather import Gathered
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.boards import Board, BoardRow

MOST_LISTED = 60
MOST_UNLISTED = 40
"""Rows on a page; the files with the data have all of them."""


_NARROW = NormalDist().inv_cdf(0.9) / NormalDist().inv_cdf(0.975)
"""The width of an 80 % interval against that of a 95 % one."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A listed row of a board."""

    names: tuple[Name, ...] = holds("the person or the group; everybody of a line-up")
    games: str = says("how many games, in words")
    bar: Markup = says("the value and its intervals on the shared scale")
    value: str = says("the value")
    interval: str = says("its 95% interval in numbers; may be empty")
    rank: str = says("the range of its ranks; may be empty")
    rank_of: str = says("of how many, in words")
    more: tuple[str, ...] = says("further numbers: mean, perfect and struck-out games")


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A row with too few games to be listed."""

    names: tuple[Name, ...] = holds("the person or the group; everybody of a line-up")
    dots: Markup = says("games played and still to play, as dots")
    games: str = says("games played of games needed, in words")


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board: its sentence, its rows on one scale, and what must be said under it."""

    id: str = says("the id, the start of others")
    title: str = says("the heading")
    finding: str = says("the sentence above it")
    label: str = says("what it shows, for readers")
    scale: tuple[str, str, str] = says("the ends and the middle of the shared scale")
    columns: tuple[str, str] = says("the heading of the rows, and of their value")
    ranked: bool = says("whether rows have ranges of ranks")
    more: tuple[str, ...] = says("the headings of further numbers")
    rows: tuple[BoardLine, ...] = holds("the rows, highest first")
    figure: Markup | None = holds("the same for Plotly, as JSON")
    key: tuple[KeyEntry, ...] = says("the marks and what they mean")
    beyond: str = says("how many further rows there are, in words; may be empty")
    unlisted: tuple[WaitingLine, ...] = holds("those with too few games")
    unlisted_title: str = says("from how many games rows are listed")
    notes: tuple[str, ...] = says("how a value is made, and what it cannot tell")
    empty: Empty | None = says("what stands there when nobody is listed")


Namer = Callable[[BoardRow], tuple[Name, ...]]


def people_view(log: Gathered, board: Board, games: int) -> BoardView:
    """The board of people by points above expectation, made of so many games."""
    listed = board.listed[:MOST_LISTED]
    scale = around_zero([row.value for row in listed])
    marks = [
        Mark(row.name, row.value, _pointed(row.name, words.signed(row.value, 2), row.games))
        for row in listed
    ]
    return _view(
        board,
        _person(log),
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
        notes=(
            _(
                "Each value is the sum over a person's games of points minus baseline, divided by"
                " games + {k}, so a few lucky games do not lead the board."
            ).format(k=words.number(board.k or 0)),
            *board.notes,
        ),
    )


def effects_view(log: Gathered, board: Board) -> BoardView:
    """The board of people by what their seat adds, everybody else's seats allowed for."""
    listed = board.listed[:MOST_LISTED]
    bounds = [bound for row in listed for bound in (row.low, row.high) if bound is not None]
    scale = around_zero([bound / 1.1 for bound in bounds])
    marks = [
        Mark(
            row.name,
            row.value,
            _pointed(row.name, words.signed(row.value, 2), row.games),
            wide=_bounds(row),
            narrow=_bounds(row, _NARROW),
        )
        for row in listed
    ]
    return _view(
        board,
        _person(log),
        marks,
        scale,
        id="effects",
        title=_("Whoever else sat there allowed for"),
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


def lineup_view(log: Gathered, board: Board, mean: float | None) -> BoardView:
    """The board of exact sets of people by the mean of their games."""
    return _mean_view(
        board,
        lambda row: tuple(log.people.shown[str(id_)].name for id_ in _keys(row)),
        mean,
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


def group_view(log: Gathered, board: Board, mean: float | None) -> BoardView:
    """The board of groups by the mean of their games."""
    tables = {table.group.id: table for table in log.tables if table.group}

    def named(row: BoardRow) -> tuple[Name, ...]:
        return (Name(row.name, tables[str(row.key)].href, script_of(row.name)),)

    return _mean_view(
        board,
        named,
        mean,
        id="groups",
        title=_("Groups"),
        finding=ngettext("{n} group listed.", "{n} groups listed.", len(board.listed)).format(
            n=words.number(len(board.listed))
        ),
        label=_("The mean points of each group, with its 95% interval, on one scale."),
        columns=(_("Group"), _("Points, mean")),
    )


def _mean_view(board: Board, named: Namer, mean: float | None, **parts: Any) -> BoardView:
    listed = board.listed[:MOST_LISTED]
    scale = Scale(0.0, 25.0, mean)
    marks = [
        Mark(
            ", ".join(name.text for name in named(row)),
            row.value,
            _pointed(row.name, words.number(row.value, 1), row.games),
            wide=None if row.low is None or row.high is None else (row.low, row.high),
        )
        for row in listed
    ]
    key = [KeyEntry("wide", _("95% interval of the mean"))]
    if mean is not None:
        key.append(
            KeyEntry("zero", _("mean of the club, {mean}").format(mean=words.number(mean, 1)))
        )
    return _view(
        board,
        named,
        marks,
        scale,
        values=[words.number(row.value, 1) for row in listed],
        scale_text=(words.number(0), words.number(12.5, 1), words.number(25)),
        key=tuple(key),
        notes=(
            _("Setups are not allowed for here: who likes five players will stand lower."),
            *board.notes,
        ),
        **parts,
    )


def _view(
    board: Board,
    named: Namer,
    marks: Sequence[Mark],
    scale: Scale,
    *,
    id: str,
    values: Sequence[str],
    scale_text: tuple[str, str, str],
    key: tuple[KeyEntry, ...] = (),
    **words_of: Any,
) -> BoardView:
    rows = board.listed[: len(marks)]
    ranked = any(row.rank_low is not None for row in rows)
    unlisted = sorted(
        (row for row in board.rows if not row.listed), key=lambda row: (-row.games, row.name)
    )
    more = () if ranked else (_("Mean"), _("Perfect"), _("Struck out"))
    return BoardView(
        id=id,
        scale=scale_text,
        ranked=ranked,
        more=more[1:] if board.k is None else more,
        rows=tuple(
            BoardLine(
                names=named(row),
                games=words.games(row.games),
                bar=drawing(mark, scale),
                value=value,
                interval=_interval(row, signed=scale.low < 0),
                rank=_rank(row),
                rank_of=_("of {n}").format(n=words.number(len(board.listed))),
                more=() if ranked else _more(row)[board.k is None :],
            )
            for row, mark, value in zip(rows, marks, values, strict=True)
        ),
        figure=figure(marks, scale) if marks else None,
        key=key,
        beyond=_beyond(len(board.listed) - len(rows) + max(0, len(unlisted) - MOST_UNLISTED)),
        unlisted=tuple(
            WaitingLine(
                names=named(row),
                dots=played_dots(row.games, board.min_games),
                games=_("{n} of {games}").format(n=row.games, games=words.games(board.min_games)),
            )
            for row in unlisted[:MOST_UNLISTED]
        ),
        unlisted_title=ngettext(
            "Not listed yet: from {n} game on", "Not listed yet: from {n} games on", board.min_games
        ).format(n=board.min_games),
        empty=None if rows else _nobody(unlisted, board.min_games),
        **words_of,
    )


def _bounds(row: BoardRow, share: float = 1.0) -> tuple[float, float] | None:
    """The 95 % interval, or one that is narrower by a factor around the same middle."""
    if row.low is None or row.high is None:
        return None
    return row.value - share * (row.value - row.low), row.value + share * (row.high - row.value)


def _keys(row: BoardRow) -> tuple[Any, ...]:
    return row.key if isinstance(row.key, tuple) else (row.key,)


def _person(log: Gathered) -> Namer:
    return lambda row: (log.people.shown[str(row.key)].name,)


def _pointed(name: str, value: str, games: int) -> str:
    return _("{name}: {value} over {games}").format(
        name=name, value=value, games=words.games(games)
    )


def _more(row: BoardRow) -> tuple[str, ...]:
    mean = "" if row.mean_points is None else words.number(row.mean_points, 1)
    return (mean, words.number(row.perfect), words.number(row.struck_out))


def _interval(row: BoardRow, *, signed: bool) -> str:
    if row.low is None or row.high is None:
        return ""
    show = words.signed if signed else words.number
    return words.span(show(row.low, 1), show(row.high, 1))


def _rank(row: BoardRow) -> str:
    if row.rank_low is None or row.rank_high is None:
        return ""
    low, high = words.number(row.rank_low), words.number(row.rank_high)
    return low if low == high else words.span(low, high)


def _beyond(count: int) -> str:
    if count < 1:
        return ""
    return ngettext("and {n} more", "and {n} more", count).format(n=words.number(count))


def _nobody(unlisted: Sequence[BoardRow], needed: int) -> Empty:
    closest = max((row.games for row in unlisted), default=0)
    return Empty(
        missing_dots(closest, needed),
        _("Nobody to list"),
        _("Names appear from {games} on. The closest has {n}.").format(
            games=words.games(needed), n=closest
        ),
    )
