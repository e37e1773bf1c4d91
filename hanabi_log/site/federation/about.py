"""What the figures of many clubs mean, who is named, and what can be had as data."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.contexts.about import (
    Chapter,
    above_expectation,
    lost,
    means_and_rates,
    points_and_score,
)
from hanabi_log.site.contexts.base import Frame, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.federation.overview import FEWEST_GAMES
from hanabi_log.stats.boards import MIN_GAMES, PRIOR_GAMES


@dataclass(frozen=True, kw_only=True)
class AboutFederationPage(Frame):
    """What counts, how figures of many clubs are made, and who is named."""

    sections: tuple[Chapter, ...] = says("each subject with its sentences")
    data: tuple[tuple[str, str], ...] = says("files with data: words, path from `top` but ending")


def about(setting: Setting) -> Page:
    """The page on all figures, in the language in use."""
    context = AboutFederationPage(
        **setting.frame(
            "about.html", _("About these figures"), description=_("How each figure is made.")
        ),
        sections=(
            (_("What counts"), setting.counts),
            points_and_score(),
            means_and_rates(),
            _many_clubs(),
            above_expectation(PRIOR_GAMES, MIN_GAMES),
            _boards(),
            _names(),
            _elsewhere(),
        ),
        data=(
            (_("Clubs"), "data/clubs"),
            (_("People"), "data/people"),
            (_("Line-ups"), "data/lineups"),
            (_("Groups"), "data/groups"),
            (_("Setups"), "data/setups"),
        ),
    )
    return Page("about.html", "federation/about.html", context)


def not_found(setting: Setting) -> Page:
    """The page for addresses without a page."""
    return replace(lost(setting), template="federation/404.html")


def _many_clubs() -> Chapter:
    return (
        _("Many clubs together"),
        (
            _(
                "The mean of all clubs is that of all their games. Its interval goes by clubs,"
                " because games of one club resemble each other; it needs two clubs."
            ),
            _("Clubs send their games when they like, so some are further behind than others."),
        ),
    )


def _boards() -> Chapter:
    return (
        _("Boards of all clubs"),
        (
            _(
                "A row stands there from {games} on. Of very many rows some are lucky, and they"
                " stand first; intervals say how far luck goes."
            ).format(games=words.games(FEWEST_GAMES)),
            _(
                "People are compared with the setups of their own club, as on its page. Line-ups,"
                " groups and clubs stand by their mean, and setups are not allowed for."
            ),
        ),
    )


def _names() -> Chapter:
    return (
        _("Names"),
        (
            _(
                "Each club decides what it hands over. People have the names under which their"
                " club publishes them; whoever is hidden there is a guest here."
            ),
            _("Whoever has retired is on no board of people; their games count."),
            _("Equal names in two clubs are two people. Nobody is followed from club to club."),
            _("Notes, places and sources are not part of what clubs hand over."),
        ),
    )


def _elsewhere() -> Chapter:
    return (
        _("What stands on a club's own site"),
        (
            _(
                "These pages are made of counts. Sessions, single games with their pictures,"
                " records, runs, each person's progress and the calculator need the games"
                " themselves; a club's own site has them."
            ),
        ),
    )
