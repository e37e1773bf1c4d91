"""The leaderboards: people, line-ups and groups, of all games and of parts of them.

Parts are rulesets, numbers of players and seasons. In a part results are still compared
with what the setup gives over all games, so that a good season can show.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.board import BoardView
from hanabi_log.site.contexts.boards import (
    effects_view,
    group_of,
    group_view,
    lineup_of,
    lineup_view,
    people_view,
    person_of,
)
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.slices import Slice, slices, title_of, whole
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.summary import summarise

EFFECTS_FROM = 100
"""Games of the club, below which effects are not listed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A link to a part of the log."""

    text: str = holds("the words of the link")
    href: str = holds("the target, relative to `root`")
    current: bool = says("whether this page is about that part")


@dataclass(frozen=True, slots=True)
class Choices:
    """Parts of one kind to choose from."""

    label: str = says("what the parts are")
    links: tuple[Choice, ...] = holds("the parts")


@dataclass(frozen=True, kw_only=True)
class LeaderboardPage(Frame):
    """The boards of people, line-ups and groups, of all games or of a part of them."""

    heading: str = holds("the heading; the part, where it is one")
    lede: str = says("what the numbers are")
    choices: tuple[Choices, ...] = holds("the parts to choose from; empty where there are none")
    boards: tuple[BoardView, ...] = holds("the boards, people first")


def leaderboard_parts(setting: Setting) -> tuple[Slice, ...]:
    """What has boards: all games, then each part."""
    sums = setting.log.sums
    return (whole(sums), *slices(sums, setting.log.club.seasons))


def leaderboard_page(setting: Setting, part: Slice, parts: tuple[Slice, ...]) -> Page:
    """The boards of a part, with links to the other parts."""
    title = _("Leaderboard") if part.kind == "all" else f"{_('Leaderboard')} · {title_of(part)}"
    boards = _boards(setting, part)
    context = LeaderboardPage(
        **setting.frame(
            part.path,
            title,
            description=_("People, line-ups and groups by how well their tables do."),
            charts=any(board.rows for board in boards),
            sheets=("pages.css",),
        ),
        heading=_("Whose tables do well") if part.kind == "all" else title_of(part),
        lede=_(
            "The points of the tables a person sat at, against what that setup usually gives"
            " here. It is about tables: everybody at one shares its score."
        ),
        choices=_choices(part, parts),
        boards=boards,
    )
    return Page(part.path, "leaderboard.html", context)


def _boards(setting: Setting, part: Slice) -> tuple[BoardView, ...]:
    log = setting.log
    summary = summarise(part.sums)
    mean = summary.mean.value if summary.mean else None
    if part.kind == "all":
        people = setting.board
    else:
        people = people_board(part.sums, log.boarded, expected=setting.expected)
    names = {
        **log.names,
        **{table.group.id: table.group.name for table in log.tables if table.group},
    }
    found = [people_view(person_of(log), people, summary.counted)]
    if part.kind == "all" and summary.counted >= EFFECTS_FROM:
        # Imported here because only clubs with many games pay for numpy. Its matrices are
        # small, so further threads would only wait for each other.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from hanabi_log.stats.effects import effects_board

        effects = effects_board(log.plays, log.boarded, tables=log.sums)
        if effects.listed:
            found.append(effects_view(log, effects))
    lineups = lineup_board(part.sums, log.names, unlisted=False)
    if lineups.listed:
        found.append(lineup_view(lineup_of(log), lineups, mean))
    groups = group_board(part.sums, names)
    if len(groups.rows) > 1:
        found.append(group_view(group_of(log), groups, mean))
    return tuple(found)


def _choices(part: Slice, parts: tuple[Slice, ...]) -> tuple[Choices, ...]:
    if len(parts) == 1:
        return ()
    labels = {
        "ruleset": _("Rules"),
        "players": _("At the table"),
        "season": _("Seasons"),
    }
    first = Choices(_("Games"), (Choice(_("all"), parts[0].href, part.kind == "all"),))
    found = [first]
    for kind, label in labels.items():
        links = tuple(
            Choice(
                words.players(int(other.name)) if kind == "players" else other.name,
                other.href,
                other.path == part.path,
            )
            for other in parts
            if other.kind == kind
        )
        if links:
            found.append(Choices(label, links))
    return tuple(found)
