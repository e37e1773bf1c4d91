"""What the last session brought that the log had not seen before."""

# `holds` and `says` make fields, which the rule against calls in defaults cannot see.
# ruff: noqa: RUF009

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _
from hanabi_log.site.contexts.base import holds
from hanabi_log.site.gather import Gathered, Session
from hanabi_log.site.people import Name
from hanabi_log.stats.news import news_after

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
    plays = list(log.plays.values())
    places = {play.id: place for place, play in enumerate(plays)}
    first = places[session.games[0].id]
    if first == 0:
        return (News(_("The first session of the log."), session.href()),)
    found = []
    for number, game in list(enumerate(session.games, 1))[-GAMES:]:
        place = places[game.id]
        for item in news_after(plays[:place], plays[place], log.names):
            found.append(News(item.text, session.anchor(number)))
    known = {person for play in plays[:first] for person in play.people}
    fresh: dict[str, Name] = {}
    for game in session.games:
        for player in game.players:
            if player.id not in known:
                fresh.setdefault(player.id, log.people.shown[player.id].name)
    newcomers = (
        News(_("At the table for the first time:"), name.href, name) for name in fresh.values()
    )
    return (*found, *newcomers)
