"""The leaderboard: people by the points of their tables above expectation."""

# `holds` and `says` make fields, which the rule against calls in defaults cannot see.
# ruff: noqa: RUF009

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.board import board_figure, dot, reach
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import missing_dots, played_dots
from hanabi_log.site.people import Name
from hanabi_log.stats.boards import BoardRow
from hanabi_log.stats.summary import summarise


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A listed person on the board."""

    name: Name = holds("the person")
    games: str = says("how many games, in words")
    value: str = says("points above expectation, signed")
    dot: Markup = says("the value on the shared scale")
    mean: str = says("the mean of points")
    perfect: str = says("perfect games")
    struck_out: str = says("struck-out games")


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A person with too few games to be listed."""

    name: Name = holds("the person")
    dots: Markup = says("games played and still to play, as dots")
    games: str = says("games played of games needed, in words")


@dataclass(frozen=True, kw_only=True)
class LeaderboardPage(Frame):
    """People by points above expectation."""

    lede: str = says("what the numbers are")
    finding: str = says("how many are listed, of how many games")
    scale: tuple[str, str, str] = says("the ends and the middle of the shared scale")
    rows: tuple[BoardLine, ...] = holds("the people listed, highest first")
    figure: Markup | None = says("the same for Plotly, as JSON")
    figure_label: str = says("what the figure shows, for readers")
    unlisted: tuple[WaitingLine, ...] = holds("the people not listed yet")
    unlisted_title: str = says("from how many games people are listed")
    notes: tuple[str, ...] = says("how a value is made, and what it cannot tell")
    empty: Empty | None = says("what stands there when nobody is listed")


def leaderboard(setting: Setting) -> Page:
    """The board of people."""
    log = setting.log
    board = setting.board
    listed = board.listed
    furthest = reach(listed)
    unlisted = [row for row in board.rows if not row.listed]
    games = words.games(summarise(log.sums).counted)
    context = LeaderboardPage(
        **setting.frame(
            "leaderboard.html",
            _("Leaderboard"),
            description=_("People by the points of their tables above expectation."),
            charts=bool(listed),
        ),
        lede=_(
            "The points of the tables a person sat at, against what that setup usually gives"
            " here. It is about tables: everybody at one shares its score."
        ),
        finding=ngettext(
            "{n} person listed, from {games}.", "{n} people listed, from {games}.", len(listed)
        ).format(n=len(listed), games=games),
        scale=(
            words.signed(-furthest, 1),
            words.number(0),
            words.signed(furthest, 1),
        ),
        rows=tuple(_line(setting, row, furthest) for row in listed),
        figure=board_figure(listed, furthest) if listed else None,
        figure_label=_("Points above expectation of each person listed, on one scale."),
        unlisted=tuple(_waiting(setting, row, board.min_games) for row in unlisted),
        unlisted_title=ngettext(
            "Not listed yet: from {n} game on", "Not listed yet: from {n} games on", board.min_games
        ).format(n=board.min_games),
        notes=(
            _(
                "Each value is the sum over a person's games of points minus baseline, divided by"
                " games + {k}, so a few lucky games do not lead the board."
            ).format(k=words.number(board.k or 0)),
            *board.notes,
        ),
        empty=None if listed else _nobody(unlisted, board.min_games),
    )
    return Page("leaderboard.html", "leaderboard.html", context)


def _line(setting: Setting, row: BoardRow, furthest: float) -> BoardLine:
    return BoardLine(
        name=setting.log.people.shown[str(row.key)].name,
        games=words.games(row.games),
        value=words.signed(row.value, 1),
        dot=dot(row.value, furthest),
        mean="" if row.mean_points is None else words.number(row.mean_points, 1),
        perfect=words.number(row.perfect),
        struck_out=words.number(row.struck_out),
    )


def _waiting(setting: Setting, row: BoardRow, needed: int) -> WaitingLine:
    return WaitingLine(
        name=setting.log.people.shown[str(row.key)].name,
        dots=played_dots(row.games, needed),
        games=_("{n} of {games}").format(n=row.games, games=words.games(needed)),
    )


def _nobody(unlisted: list[BoardRow], needed: int) -> Empty:
    closest = max((row.games for row in unlisted), default=0)
    return Empty(
        missing_dots(closest, needed),
        _("Nobody to list"),
        _("Names appear from {games} on. The closest has {n}.").format(
            games=words.games(needed), n=closest
        ),
    )
