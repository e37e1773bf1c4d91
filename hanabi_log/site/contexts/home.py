"""The home page: the last session large, then the club in figures."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.distribution import distribution_chart
from hanabi_log.site.charts.progress import progress_chart
from hanabi_log.site.contexts.base import Figure, Frame, GameCard, holds, says
from hanabi_log.site.contexts.figures import headline
from hanabi_log.site.contexts.news import News, news
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import missing_dots, missing_sky, reading_example
from hanabi_log.site.gather import Session
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.progress import TREND_FROM
from hanabi_log.stats.summary import summarise

LATEST = 5
"""With the example to read them by, two rows of three."""
NIGHT = 6
"""How many other games of the last session the hero lists."""


@dataclass(frozen=True, slots=True)
class Empty:
    """A place where there is not enough yet: a picture of what is missing, and a next step."""

    picture: Markup = says("the picture")
    title: str = says("what is missing")
    text: str = says("what will change it")


@dataclass(frozen=True, slots=True)
class Hero:
    """The last session and its best game."""

    day: str = says("the date, for the largest heading")
    setup: str = says("how many games and people")
    href: str = holds("the link to the session")
    group: Name | None = holds("the group")
    best: GameCard = holds("the best game")
    best_text: str = says("why this one is shown")
    others: tuple[GameCard, ...] = holds("other games of the session")
    rest: str = says("how many more there are, in words; may be empty")


@dataclass(frozen=True, kw_only=True)
class HomePage(Frame):
    """The home page."""

    hero: Hero | None = holds("the last session; none in an empty log")
    nothing: Empty | None = says("what stands there in an empty log")
    figures: tuple[Figure, ...] = says("headline figures")
    news: tuple[News, ...] = holds("what the last session brought")
    progress: Chart | None = says("points game by game; none while there are few")
    distribution: Chart | None = says("where games end; none while there are few")
    waiting: Empty | None = says("what stands in the place of missing charts")
    latest: tuple[GameCard, ...] = holds("the latest games, the hero's left out")
    example: Markup = says("a suit with nothing to five cards, to read pictures by")


def home(setting: Setting) -> Page:
    """The home page of a club."""
    log = setting.log
    session = log.last_session
    plays = log.plays
    hero = _hero(setting, session) if session else None
    shown = hero.best.href if hero else ""
    newest = setting.cards.at(log.games.newest(LATEST + 1))
    latest = [made for made in newest if made.href != shown][:LATEST]
    progress = progress_chart(plays, _("Points, game by game"))
    cards = [*latest, *([hero.best, *hero.others] if hero else [])]
    context = HomePage(
        **setting.frame(
            "index.html",
            log.club.name,
            description=_("Games, fireworks and figures of a Hanabi club."),
            cards=cards,
            fireworks=True,
            charts=progress is not None,
            sheets=("home.css",),
        ),
        hero=hero,
        nothing=None if hero else _nothing(),
        figures=headline(summarise(log.sums)) if log.games else (),
        news=news(log, session) if session else (),
        progress=progress,
        distribution=distribution_chart(plays),
        waiting=waiting(sum(facts.y is not None for facts in plays.facts)) if hero else None,
        latest=tuple(latest),
        example=reading_example(),
    )
    return Page("index.html", "home.html", context)


def waiting(have: int) -> Empty | None:
    """What stands where a trend will be; None when there are games enough for one."""
    if have >= TREND_FROM:
        return None
    return Empty(
        missing_dots(have, TREND_FROM),
        ngettext("{have} of {n} games", "{have} of {n} games", TREND_FROM).format(
            have=have, n=TREND_FROM
        ),
        ngettext(
            "The trend is drawn as soon as there are {n} games: {left}\u00a0to\u00a0go.",
            "The trend is drawn as soon as there are {n} games: {left}\u00a0to\u00a0go.",
            TREND_FROM - have,
        ).format(n=TREND_FROM, left=TREND_FROM - have),
    )


def _nothing() -> Empty:
    return Empty(
        missing_sky(),
        _("A quiet sky"),
        _("No game has been logged yet. The first one lights this page."),
    )


def _hero(setting: Setting, session: Session) -> Hero:
    log = setting.log
    best = session.best
    first = session.games[: NIGHT + 1]
    others = [game for number, game in enumerate(first, 1) if number != best][:NIGHT]
    shown = session.games[best - 1]
    more = len(session.games) - 1 - NIGHT
    this_year = (session.date or "")[:4] == (log.club.today or "")[:4]
    table = log.table(session.group)
    group = session.group.name if session.group else ""
    return Hero(
        day=words.heading_day(session.date) if this_year else words.long_day(session.date),
        setup=_("Last session: {games}, {people}").format(
            games=words.games(len(session.games)),
            people=words.company(len(session.people), session.guests),
        ),
        href=session.href(),
        group=Name(group, table.href, script_of(group)) if table else None,
        best=setting.cards.card(shown, hero=True),
        best_text=_best_text(session, best),
        others=tuple(map(setting.cards.card, others)),
        rest=(
            ngettext("{n} more game", "{n} more games", more).format(n=words.number(more))
            if more > 0
            else ""
        ),
    )


def _best_text(session: Session, best: int) -> str:
    result = session.games[best - 1].result
    if len(session.games) == 1:
        return _("The only game of the session.")
    if result.outcome == "perfect":
        return _("The best of the session, game {n}: nothing is missing.").format(n=best)
    if not result.points or not result.score or not result.max_score:
        return _("Game {n} of the session.").format(n=best)
    short = result.max_score - result.points
    return ngettext(
        "The best of the session, game {n}: {short} point short.",
        "The best of the session, game {n}: {short} points short.",
        short,
    ).format(n=best, short=short)
