"""What counts and how each figure is made; and the page for addresses without one."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, says
from hanabi_log.site.contexts.home import Empty
from hanabi_log.site.contexts.leaderboard import EFFECTS_FROM
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import missing_sky
from hanabi_log.stats.baselines import K
from hanabi_log.stats.counting import left_out_counts
from hanabi_log.stats.progress import HALF_LIFE, TREND_FROM

Chapter = tuple[str, tuple[str, ...]]
"""A heading with its sentences."""


@dataclass(frozen=True, kw_only=True)
class AboutPage(Frame):
    """What counts and how each figure is made."""

    left_out: tuple[tuple[str, str], ...] = says("why games are left out, and how many are")
    sections: tuple[Chapter, ...] = says("each figure with its sentences")
    data: tuple[tuple[str, str], ...] = says("files with data: words, path from `top` but ending")
    badge: str = says("the full address of the badge; empty when the site's is unknown")


@dataclass(frozen=True, kw_only=True)
class LostPage(Frame):
    """What a host shows for an address without a page."""

    empty: Empty = says("the picture and the words")


def about(setting: Setting) -> Page:
    """What counts, and how each figure is made."""
    counts = left_out_counts(setting.log.plays)
    base = (setting.base_url or "").rstrip("/")
    context = AboutPage(
        **setting.frame(
            "about.html", _("About these figures"), description=_("How each figure is made.")
        ),
        data=_data(setting),
        badge=f"{base}/{setting.prefix}badge.svg" if base else "",
        left_out=tuple((text, words.games(n)) for text, n in counts),
        sections=(
            (_("What counts"), setting.counts),
            points_and_score(),
            means_and_rates(),
            (
                _("Progress"),
                (
                    _(
                        "The trend is a mean in which a game loses half its weight after {n}"
                        " further games. It is drawn as soon as there are {first} games, and then"
                        " from the first of them; the band says how far it strays by chance alone."
                    ).format(n=HALF_LIFE, first=TREND_FROM),
                ),
            ),
            above_expectation(setting.board.k or 0, setting.board.min_games),
            (
                _("What each person's seat adds"),
                (
                    _(
                        "From {n} games of the club on, a model weighs everybody at a table at"
                        " once: ruleset, number of players and experience, a part for each person"
                        " and for each pair. What it adds for a person is shown with 80% and 95%"
                        " intervals."
                    ).format(n=EFFECTS_FROM),
                    _(
                        "Ranks are printed as the range in which a person stands in 80% of draws"
                        " from that model. People who always sit together get the same number."
                    ),
                ),
            ),
            (
                _("Line-ups, groups and runs"),
                (
                    _(
                        "Line-ups are exact sets of people, tables with a guest left out. They"
                        " and groups stand by the mean of their games, with its interval."
                    ),
                    _(
                        "Beside the longest run stands the one that chance alone would bring with"
                        " as many games and hits."
                    ),
                ),
            ),
            (
                _("Names and dates"),
                (
                    _("People choose how they are named here; whoever is hidden is a guest."),
                    _("Notes are never published. Dates stand as they were logged."),
                ),
            ),
        ),
    )
    return Page("about.html", "about.html", context)


def points_and_score() -> Chapter:
    """What points and score are."""
    return (
        _("Points and score"),
        (
            _(
                "Points are what lies on the table. The score is what the ruleset makes"
                " of them: after a strike-out it may be nothing at all. Both are shown."
            ),
            _(
                "Judging tables by their points even after a strike-out is this"
                " program's choice; no rule text says so."
            ),
        ),
    )


def means_and_rates() -> Chapter:
    """How means and rates get their intervals."""
    return (
        _("Means and rates"),
        (
            _(
                "A mean comes with a 95% interval from three games on. It goes by"
                " sessions, because games of one evening resemble each other."
            ),
            _("Rates of strike-outs and perfect games come with Wilson's 95% interval."),
        ),
    )


def above_expectation(k: float, min_games: int) -> Chapter:
    """What a person's tables are compared with, and from how many games on."""
    return (
        _("Points above expectation"),
        (
            _(
                "Each game is compared with its baseline: the mean of the club's games"
                " with the same ruleset and number of players, pulled towards wider"
                " means by {n} games where it has few."
            ).format(n=K),
            _(
                "The differences are added up and divided by games + {k}. Names are"
                " listed from {games} on. This is about the tables a person sat at, and"
                " is not called skill."
            ).format(
                k=words.number(k),
                games=words.games(min_games),
            ),
        ),
    )


def _data(setting: Setting) -> tuple[tuple[str, str], ...]:
    years = {evening.date[:4] if evening.date else "" for evening in {*setting.log.plays.evenings}}
    games = [
        (
            _("Games of {year}").format(year=year) if year else _("Games without a date"),
            f"data/games-{year or 'undated'}",
        )
        for year in sorted(years, reverse=True)
    ]
    return (
        *games,
        (_("People"), "data/people"),
        (_("Line-ups"), "data/lineups"),
        (_("Groups"), "data/groups"),
        (_("Setups"), "data/setups"),
        (_("Records"), "data/records"),
    )


def lost(setting: Setting) -> Page:
    """The page for addresses without a page."""
    context = LostPage(
        **setting.frame("404.html", _("Nothing here")),
        empty=Empty(
            missing_sky(),
            _("Nothing here"),
            _("No firework stands at this address. The way back starts at home."),
        ),
    )
    return Page("404.html", "404.html", context)
