"""What the last session brought that the log had not seen before."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site.contexts.base import holds
from hanabi_log.site.gather import Gathered, Session
from hanabi_log.site.people import Name
from hanabi_log.stats.news import news as news_of
from hanabi_log.stats.standings import standings

GAMES = 12
"""Only so many games of a session are looked at, the last ones."""


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news; `about` is a person it is about."""

    text: str = holds("the news; what stands before the name where there is one")
    href: str = holds("the link to what it is about, relative to `root`")
    about: Name | None = holds("the person it is about", None)


def news(log: Gathered, session: Session) -> tuple[News, ...]:
    """What is new with the games of a session, each seen against all games before it."""
    plays, first = log.plays, session.games.places[0]
    if first == 0:
        return (News(_("The first session of the log."), session.href()),)
    found = []
    last = list(enumerate(session.games.places, 1))[-GAMES:]
    stand = standings(plays, [place for _number, place in last])
    for (number, place), before in zip(last, stand, strict=True):
        new = plays[place]
        if new.counted:
            for item in news_of(before, new, log.names):
                found.append(News(item.text, session.anchor(number)))
    tables = plays.shared.tables
    known = {person for table in {*plays.table[:first]} for person in tables[table]}
    fresh = {
        player.id: log.people.shown[player.id].name
        for game in session.games
        for player in game.players
        if player.id not in known
    }
    newcomers = (
        News(_("At the table for the first time:"), name.href, name) for name in fresh.values()
    )
    return (*found, *newcomers)
