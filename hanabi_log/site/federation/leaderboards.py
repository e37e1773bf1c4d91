"""Boards of all clubs: people, line-ups, groups and clubs, each row with its club.

A person is compared with what the setups give in their own club. Means are not adjusted at all.
Both are said on the page, since a board of many clubs invites to read more into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, Link, holds, says
from hanabi_log.site.contexts.board import BoardView, Namer
from hanabi_log.site.contexts.boards import group_view, lineup_view, mean_view, people_view
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.federation.overview import (
    FEWEST_GAMES,
    KINDS,
    MOST_ROWS,
    Kind,
    Overview,
    Ranking,
)
from hanabi_log.site.fireworks import missing_sky
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.boards import PRIOR_GAMES, Board, BoardRow, board_of

PATHS: dict[Kind, str] = {
    "people": "leaderboard.html",
    "lineups": "leaderboard/lineups.html",
    "groups": "leaderboard/groups.html",
    "clubs": "leaderboard/clubs.html",
}


@dataclass(frozen=True, kw_only=True)
class AcrossPage(Frame):
    """A board of all clubs."""

    lede: str = says("what the numbers are")
    choices: tuple[Link, ...] = says("the boards")
    board: BoardView = holds("the board; each of its rows has its club")
    data: str = says("the files with all rows, from `top` but the ending")


def leaderboards(setting: Setting, overview: Overview) -> Iterator[Page]:
    """The pages of all boards in the language in use."""
    for kind in KINDS:
        board = across(overview, kind, MOST_ROWS)
        context = AcrossPage(
            **setting.frame(
                PATHS[kind],
                f"{_('Leaderboard')} · {_titles()[kind]}",
                description=_("People, line-ups, groups and clubs by how well their tables do."),
                charts=bool(board.rows),
                sheets=("pages.css",),
            ),
            lede=_ledes()[kind],
            choices=tuple(
                Link(_titles()[other], PATHS[other], current=other == kind) for other in KINDS
            ),
            board=board,
            data=f"data/{kind}",
        )
        yield Page(PATHS[kind], "federation/leaderboard.html", context)


def across(overview: Overview, kind: Kind, most: int) -> BoardView:
    """The first rows of a board of all clubs."""
    ranking = overview.rankings[kind]
    summary = overview.together.summary
    mean = summary.mean.value if summary.mean else None
    board = _board(kind, ranking)
    named = _named(kind, overview)
    if kind == "people":
        view = people_view(named, board, summary.counted, most)
    elif kind == "lineups":
        view = lineup_view(named, board, mean, most)
    elif kind == "groups":
        view = group_view(named, board, mean, most)
    else:
        view = _clubs_view(named, board, mean, most)
    clubs = [_club_of(overview, row) for row in board.listed[:most]]
    return replace(
        view,
        finding=_finding(ranking.listed, len(view.rows)) if view.rows else "",
        beyond="",
        empty=None if view.rows else _nobody(ranking.closest),
        rows=view.rows
        if kind == "clubs"
        else tuple(replace(line, club=club) for line, club in zip(view.rows, clubs, strict=True)),
        notes=(*view.notes, *_cautions(kind)),
    )


def _board(kind: Kind, ranking: Ranking) -> Board:
    rows = [placed.row for placed in ranking.best]
    return board_of(kind, "points", PRIOR_GAMES if kind == "people" else None, FEWEST_GAMES, rows)


def _clubs_view(named: Namer, board: Board, mean: float | None, most: int) -> BoardView:
    return mean_view(
        board,
        named,
        mean,
        most,
        id="clubs",
        title=_("Clubs"),
        finding="",
        label=_("The mean points of each club, with its 95% interval, on one scale."),
        columns=(_("Club"), _("Points, mean")),
    )


def _named(kind: Kind, overview: Overview) -> Namer:
    def named(row: BoardRow) -> tuple[Name, ...]:
        if kind == "clubs":
            return (_club_of(overview, row),)
        texts = (row.name,) if kind == "groups" else row.players
        return tuple(Name(text, "", script_of(text)) for text in texts)

    return named


def _club_of(overview: Overview, row: BoardRow) -> Name:
    key: Any = row.key
    return overview.entries[key[0]].link


def _finding(listed: int, shown: int) -> str:
    text = (
        ngettext("{n} is listed, from {games} on.", "{n} are listed, from {games} on.", listed)
        if listed <= shown
        else _("{n} are listed, from {games} on; the first {shown} stand here.")
    )
    return text.format(
        n=words.number(listed), games=words.games(FEWEST_GAMES), shown=words.number(shown)
    )


def _nobody(closest: int) -> Empty:
    return Empty(
        missing_sky(),
        _("Nobody to list"),
        _("Names appear from {games} on. The closest has {n}.").format(
            games=words.games(FEWEST_GAMES), n=closest
        ),
    )


def _titles() -> dict[Kind, str]:
    return {
        "people": _("People"),
        "lineups": _("Line-ups"),
        "groups": _("Groups"),
        "clubs": _("Clubs"),
    }


def _ledes() -> dict[Kind, str]:
    return {
        "people": _(
            "The points of the tables a person sat at, against what that setup usually gives in"
            " the person's own club. It is about tables: everybody at one shares its score."
        ),
        "lineups": _(
            "A line-up is exactly these people, nobody else at the table. A table with a guest"
            " is none."
        ),
        "groups": _("Groups of all clubs by the mean points of their games."),
        "clubs": _("Clubs by the mean points of their games."),
    }


def _cautions(kind: Kind) -> tuple[str, ...]:
    luck = _(
        "Of very many rows the first were lucky as well: look at the interval, not at the place."
    )
    if kind != "people":
        return (luck,)
    return (
        _(
            "Each club is its own measure. Who stands high among weak tables may stand above"
            " somebody who plays better in a strong club: clubs that never met cannot be"
            " compared by this."
        ),
        _("Of very many rows the first were lucky as well."),
    )
