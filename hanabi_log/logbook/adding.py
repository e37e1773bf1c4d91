"""Logging one game: what was not said is filled in, checked, stored, and told what is new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanabi_log.drafts import Settled, settle
from hanabi_log.errors import InvalidInput, NotFound
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Choose, Log, RollBackError
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.names import key_of
from hanabi_log.records import Draft, Game, Group, Player
from hanabi_log.storage import games as game_store
from hanabi_log.storage import people as people_store


class Added(NamedTuple):
    """A game as it was logged; `new_people` are the names that were not in the log before."""

    game: Game
    new_people: tuple[str, ...]
    stored: bool


def add_game(
    log: Log,
    draft: Draft,
    *,
    again: bool = False,
    new: bool = False,
    dry_run: bool = False,
    choose: Choose | None = None,
) -> Added:
    """Store one game and give it back as it is shown.

    `again` repeats group, players, ruleset, place and date of the last game. Raises
    InvalidInput with everything that is wrong, Conflict for names that may be slips.
    """
    settled, problems = settle(complete(log, draft, again=again), log.rulebook, log.today)
    if settled is None:
        raise InvalidInput(_("This game cannot be logged"), problems)
    known = {key_of(player.name) for player in people_store.load_players(log.connection).values()}
    with log.change("add") as batch:
        group = meet_group(log, settled.group, batch, new=new, choose=choose)
        seats = seat_people(log, settled.names, batch, new=new, choose=choose)
        game = make_game(log, settled, group, seats, at=log.microseconds)
        game_store.add_games(log.connection, [game], {game.digest: settled.ruleset}, batch)
        if dry_run:
            raise RollBackError
    new_people = tuple(player.name for player in game.players if key_of(player.name) not in known)
    return Added(game, new_people, stored=not dry_run)


def complete(log: Log, draft: Draft, *, again: bool = False) -> Draft:
    """The draft with what was not said: from the last game with `again`, else from the
    open session, the group and the config, as the contract of `add` has it."""
    if again:
        return _fill(log, like_last(log, draft))
    session = current_session(log)
    if session and draft.group and key_of(draft.group) != key_of(_name(session.group) or ""):
        session = None
    if session:
        names = {
            player.id: player.name for player in people_store.load_players(log.connection).values()
        }
        seated = tuple(names.get(id) if id else None for id in session.players)
        draft = draft._replace(
            group=draft.group or _name(session.group),
            players=_same_table(draft, seated),
            ruleset=draft.ruleset or session.ruleset,
            date=session.date if draft.date is None else draft.date,
            place=draft.place or session.place,
            talk=draft.talk or session.talk,
        )
    return _fill(log, draft)


def make_game(
    log: Log,
    settled: Settled,
    group: Group | None,
    seats: Sequence[Player | None],
    *,
    at: int,
    id: str | None = None,
) -> Game:
    """The game that a settled draft becomes, logged `at` a time in microseconds."""
    from hanabi_log.ids import new_id

    draft = settled.draft
    return Game(
        id=id or new_id(at),
        ruleset=settled.ruleset.spec,
        digest=settled.ruleset.digest,
        end=settled.end,
        result=settled.result,
        logged_at=at,
        date=settled.date,
        group=group,
        seats=tuple(seats),
        minutes=draft.minutes,
        talk=settled.talk,
        place=draft.place,
        note=draft.note,
        tags=tuple(dict.fromkeys(draft.tags)),
        excluded=draft.excluded,
        source=draft.source,
        warnings=tuple(problem.message for problem in settled.warnings),
    )


def like_last(log: Log, draft: Draft) -> Draft:
    """The draft with group, players, ruleset, place and date of the game logged last."""
    last = game_store.last_logged(log.connection)
    if last is None:
        raise NotFound(_("The log is empty: there is no last game to repeat"))
    (game,) = game_store.load_games(log.connection, game_store.Selection(ids=[last]))
    seated = tuple(player.name if player else None for player in game.seats)
    return draft._replace(
        group=draft.group or _name(game.group),
        players=_same_table(draft, seated),
        ruleset=draft.ruleset or game.ruleset,
        place=draft.place or game.place,
        date=game.date if draft.date is None else draft.date,
    )


def _same_table(draft: Draft, seated: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Who sits at the table: as said, else as before; guests said anew replace the old ones."""
    if draft.players:
        return draft.players
    return seated if draft.guests is None else tuple(name for name in seated if name)


def _fill(log: Log, draft: Draft) -> Draft:
    name = draft.group or log.config.group or _name(_usual_group(log))
    group = people_store.find_group(log.connection, name) if name else None
    return draft._replace(
        group=name,
        ruleset=draft.ruleset or (group.ruleset if group else None) or log.config.ruleset,
        date=log.today.isoformat() if draft.date is None else draft.date,
        talk=draft.talk or (group.talk if group else None),
    )


def _usual_group(log: Log) -> Group | None:
    groups = people_store.load_groups(log.connection)
    if len(groups) <= 1:
        return next(iter(groups.values()), None)
    last = game_store.last_group(log.connection)
    return groups.get(last) if last is not None else None


def _name(group: Group | None) -> str | None:
    return group.name if group else None
