"""Sessions: the games of one group on one date, and the evening that is under way.

Starting a session saves saying the same things with every game; ending it sums it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from hanabi_log.errors import Conflict, NotFound, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, with_warnings
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.records import Draft, Game, Group
from hanabi_log.storage import games as game_store
from hanabi_log.storage import people as people_store
from hanabi_log.storage.people import OpenSession


@dataclass(frozen=True, slots=True)
class Evening:
    """A session: its date and group, and its games in the order they were logged."""

    date: str | None
    group: Group | None
    games: tuple[Game, ...]

    @property
    def best(self) -> Game | None:
        """The game with the most percent, the earliest of equals; None if none has any."""
        rated = [game for game in self.games if game.result.percent is not None]
        return max(rated, key=lambda game: game.result.percent or 0, default=None)


def start_session(log: Log, draft: Draft, *, new: bool = False) -> OpenSession:
    """Open an evening from the group, players, ruleset, place and talk of a draft.

    Raises Conflict when one is under way, InvalidInput for rules or people that do not fit,
    and Slips unless names that look like known ones are `new`.
    """
    from hanabi_log.logbook.adding import complete, settle_all

    refusal = _("This session cannot be started")
    with log.change("session start") as batch:
        if open_one := current_session(log):
            said = _("A session of {date} is under way: end it first with `session end`")
            hint = _("is its day wrong? `edit ID -d DATE` moves each game afterwards")
            raise Conflict(said.format(date=open_one.date), [Problem(hint, "date")])
        filled = complete(log, draft)
        settled = settle_all(log, _trial(filled), log.rulebook, refusal, new=new)
        if forgotten := people_store.load_open_session(log.connection):
            people_store.end_session(log.connection, forgotten, log.microseconds, batch)
        group = meet_group(log, settled.group, batch)
        seats = seat_people(log, settled.names, batch)
        session = OpenSession(
            id=log.new_id(),
            date=settled.date or log.today.isoformat(),
            started_at=log.microseconds,
            group=group,
            players=tuple(player.id if player else None for player in seats),
            ruleset=filled.ruleset,
            place=filled.place,
            talk=settled.talk,
        )
        people_store.start_session(log.connection, session, batch)
    return session


def end_session(log: Log) -> Evening:
    """Close the evening that is under way and give back its games; NotFound without one."""
    with log.change("session end") as batch:
        session = people_store.load_open_session(log.connection)
        if session is None:
            raise NotFound(_("No session is under way"))
        people_store.end_session(log.connection, session, log.microseconds, batch)
    return Evening(session.date, session.group, tuple(_games_of(log, session)))


def show_session(log: Log, day: str | None, group: str | None = None) -> list[Evening]:
    """The evenings of a day, one for each group; without a day the open or the last one.

    `group` is a group's id.
    """
    if day is None:
        session = current_session(log)
        if session and group is None:
            return [Evening(session.date, session.group, tuple(_games_of(log, session)))]
        latest = game_store.Selection(newest_first=True, limit=1, group=group)
        last = game_store.load_games(log.connection, latest)
        if not last or last[0].date is None:
            raise NotFound(_("There is no session yet"))
        wanted = game_store.Selection(
            date=last[0].date, group=last[0].group.id if last[0].group else None
        )
    else:
        wanted = game_store.Selection(date=log.day(day, "date"), group=group)
    games = with_warnings(log, game_store.load_games(log.connection, wanted))
    if not games:
        raise NotFound(_("There is no session on {date}").format(date=wanted.date))
    return evenings(games)


def list_sessions(log: Log, group: str | None = None) -> list[Evening]:
    """Every evening, of a group by its id, newest first; games without a date belong to none."""
    wanted = game_store.Selection(group=group)
    dated = [game for game in game_store.load_games(log.connection, wanted) if game.date]
    return evenings(dated)[::-1]


def evenings(games: Sequence[Game]) -> list[Evening]:
    """The games by date and group, in order."""

    def key(game: Game) -> tuple[str, str]:
        return (game.date or "", game.group.name if game.group else "")

    # The sort is stable: games of an evening stay in the order they were logged.
    return [
        Evening(members[0].date, members[0].group, tuple(members))
        for members in (list(part) for _key, part in groupby(sorted(games, key=key), key))
    ]


def _games_of(log: Log, session: OpenSession) -> list[Game]:
    wanted = game_store.Selection(
        date=session.date, group=session.group.id if session.group else None
    )
    return with_warnings(log, game_store.load_games(log.connection, wanted))


def _trial(draft: Draft) -> Draft:
    """A session needs rules that exist, a table of the right size and a real date."""
    return Draft(
        date=draft.date,
        group=draft.group,
        players=draft.players,
        guests=draft.guests,
        ruleset=draft.ruleset,
        talk=draft.talk,
        outcome="abandoned",
    )
