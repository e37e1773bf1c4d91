"""What a board is on a page: rows with their marks, their range before their rank.

Whoever has too few games comes last, without a mark. Which boards there are, and what is
said about each, stands in `boards`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import KeyEntry
from hanabi_log.site.charts.board import Mark, Scale, drawing, figure
from hanabi_log.site.contexts.base import holds, says
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.fireworks import missing_dots, played_dots
from hanabi_log.site.people import Name
from hanabi_log.stats.boards import Board, BoardRow

MOST_LISTED = 60
MOST_UNLISTED = 40
"""Rows on a page; the files with the data have all of them."""


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
    club: Name | None = holds("the club, where a board has rows of many; else none", None)


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


def view(
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
    """A board with the first of its listed rows, one for each of the marks; `values` says what
    each stands at, and `words_of` has the other fields.
    """
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
                interval=_interval(row, mean=board.k is None and not ranked),
                rank=_rank(row),
                rank_of=_("of {n}").format(n=words.number(len(board.listed))),
                more=() if ranked else _more(row)[board.k is None :],
            )
            for row, mark, value in zip(rows, marks, values, strict=True)
        ),
        figure=figure(marks) if marks else None,
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


def _more(row: BoardRow) -> tuple[str, ...]:
    mean = "" if row.mean_points is None else words.number(row.mean_points, 1)
    return (mean, words.number(row.perfect), words.number(row.struck_out))


def _interval(row: BoardRow, *, mean: bool) -> str:
    if row.low is None or row.high is None:
        return _("one session, no interval") if mean else ""
    if mean:
        return words.mean_interval(row.low, row.high)
    return words.span(words.signed(row.low, 1), words.signed(row.high, 1))


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
