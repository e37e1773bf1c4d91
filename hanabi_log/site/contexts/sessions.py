"""Sessions: one page a date and group with every game drawn, and the list of them by year."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, GameCard, Link, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import tokens
from hanabi_log.site.gather import PART, Gathered, Session
from hanabi_log.site.people import Name
from hanabi_log.site.plans import Kept


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in a list."""

    day: str = says("the date in words")
    href: str = holds("the link to the session")
    group: Name | None = holds("the group")
    games: str = says("how many games, in words")
    best: str = says("the score of the best game")
    out_of: str = says("the maximum of the best game")
    tokens: Markup | None = says("the fireworks of the best game in the small form")


@dataclass(frozen=True, kw_only=True)
class SessionPage(Frame):
    """A session, or a part of a long one."""

    day: str = says("the date in words")
    group: Name | None = holds("the group")
    setup: str = says("how many games and people")
    part: str = says("which part of how many; empty when there is one")
    pages: tuple[Link, ...] = holds("the links to all parts; empty when there is one")
    games: tuple[GameCard, ...] = holds("the games")
    earlier: Link | None = holds("the link to the session before")
    later: Link | None = holds("the link to the session after")


@dataclass(frozen=True, kw_only=True)
class SessionsPage(Frame):
    """The sessions of a year, newest first."""

    heading: str = says("the year in words")
    lede: str = says("how many sessions and games there are")
    rows: tuple[SessionRow, ...] = holds("the sessions")
    years: tuple[Link, ...] = says("the years; empty when there is one")


def session_pages(setting: Setting, places: Sequence[int]) -> Iterator[Page]:
    """The pages of the sessions at some places of the log.

    Their games are asked for in one go, so the places should be few.
    """
    sessions = [setting.log.sessions[place] for place in places]
    every = setting.cards.of_sessions(sessions)
    for place, session, cards in zip(places, sessions, every, strict=True):
        # A session without a date stands beside none.
        beside = (place - 1, place + 1) if session.date else (-1, -1)
        turn = [_turn(setting, other) for other in beside]
        for part in range(1, session.parts + 1):
            games = cards[(part - 1) * PART : part * PART]
            yield _session_page(setting, session, part, games, *turn)


def _turn(setting: Setting, place: int) -> Link | None:
    sessions = setting.log.sessions
    if not 0 <= place < len(sessions) or sessions[place].date is None:
        return None
    return Link(words.day(sessions[place].date), sessions[place].href())


def _session_page(
    setting: Setting,
    session: Session,
    part: int,
    games: Sequence[GameCard],
    earlier: Link | None,
    later: Link | None,
) -> Page:
    day, group = words.long_day(session.date), _group(setting, session)
    setup = words.listing(
        [words.games(len(session.games)), words.company(len(session.people), session.guests)]
    )
    parts = range(1, session.parts + 1) if session.parts > 1 else ()
    title = f"{day} · {group.text}" if group else day
    context = SessionPage(
        **setting.frame(
            session.path(part), title, description=setup, cards=games, sheets=("pages.css",)
        ),
        day=day,
        group=group,
        setup=setup,
        part=_("Part {n} of {all}").format(n=part, all=session.parts) if parts else "",
        pages=tuple(Link(str(n), session.href(n), current=n == part) for n in parts),
        games=tuple(games),
        earlier=earlier,
        later=later,
    )
    return Page(session.path(part), "session.html", context)


def session_row(setting: Setting, session: Session) -> SessionRow:
    """A session as a row of a list."""
    plays, place = setting.log.plays, session.games.places[session.best - 1]
    best = plays.shared.facts[plays.fact[place]]
    stacks = setting.cards.stacks_in(plays, place)
    return SessionRow(
        day=words.day(session.date),
        href=session.href(),
        group=_group(setting, session),
        games=words.games(len(session.games)),
        best="–" if best.score is None else words.number(best.score),
        out_of=words.number(best.max_score) if best.max_score else "",
        tokens=tokens(stacks, best.outcome == "struck_out") if stacks else None,
    )


def sessions_pages(setting: Setting, kept: Collection[str] = ()) -> Iterator[Page | Kept]:
    """The list of sessions: the latest year at the head, each year on a page of its own.

    `kept` has the years whose pages are not made again.
    """
    by_year: dict[str, list[Session]] = {}
    for session in reversed(setting.log.sessions):
        by_year.setdefault(year_of(session.date), []).append(session)
    paths = list_paths(setting.log)
    if not paths:
        yield _sessions_page(setting, "sessions/index.html", "", (), ())
    for year, path in paths.items():
        if year in kept:
            yield Kept(path)
            continue
        links = tuple(
            Link(other or _("No date"), there, current=other == year)
            for other, there in paths.items()
        )
        yield _sessions_page(setting, path, year, by_year[year], links if len(paths) > 1 else ())


def list_paths(log: Gathered) -> dict[str, str]:
    """The pages of the list of sessions by year, the latest first."""
    years = sorted({year_of(session.date) for session in log.sessions}, reverse=True)
    return {
        year: f"sessions/year-{year or 'undated'}.html" if place else "sessions/index.html"
        for place, year in enumerate(years)
    }


def year_of(date: str | None) -> str:
    """The year of a date; empty for none."""
    return date[:4] if date else ""


def _sessions_page(
    setting: Setting, path: str, year: str, sessions: Sequence[Session], years: tuple[Link, ...]
) -> Page:
    heading = _("Sessions of {year}").format(year=year) if year else _("Sessions")
    if not year and years:
        heading = _("Sessions without a date")
    lede = words.listing(
        [
            words.sessions(len(sessions)),
            words.games(sum(len(session.games) for session in sessions)),
        ]
    )
    context = SessionsPage(
        **setting.frame(path, heading, description=lede),
        heading=heading,
        lede=lede,
        rows=tuple(session_row(setting, session) for session in sessions),
        years=years,
    )
    return Page(path, "sessions.html", context)


def _group(setting: Setting, session: Session) -> Name | None:
    table = setting.log.table(session.group)
    return table.name if table else None
