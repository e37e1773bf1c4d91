"""Logging one game: what was not said is filled in, checked, stored, and told what is new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hanabi_log.drafts import Settled, settle
from hanabi_log.errors import InvalidInput, NotFound
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, RollBackError
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.logbook.people import find_slips, meet_group, refuse_slips, seat_people
from hanabi_log.names import key_of, look_alikes
from hanabi_log.records import Draft, Game, Group, Player
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage import finding
from hanabi_log.storage import games as game_store
from hanabi_log.storage import people as people_store

NO_GROUP = "-"
"""Said for the group of a game that has none; an empty word says the same."""


class Added(NamedTuple):
    """A game as it was logged; `new_people` are the names that were not in the log before, each
    with known names that it may be a slip for. `remarks` are sentences about what was taken
    for granted and what may be a slip."""

    game: Game
    new_people: dict[str, list[str]]
    stored: bool
    remarks: tuple[str, ...] = ()


def add_game(
    log: Log,
    draft: Draft,
    *,
    again: bool = False,
    new: bool = False,
    dry_run: bool = False,
) -> Added:
    """Store one game and give it back as it is shown.

    `again` repeats group, players, ruleset, place and date of the last game. Raises
    InvalidInput with everything that is wrong, and Slips unless names that look like known
    ones are `new`.
    """
    with log.change("add") as batch:
        filled = complete(log, draft, again=again)
        settled = settle_all(log, filled, log.rulebook, _("This game cannot be logged"), new=new)
        known = {
            key_of(player.name): player.name
            for player in people_store.load_players(log.connection).values()
        }
        group = meet_group(log, settled.group, batch)
        seats = seat_people(log, settled.names, batch)
        game = make_game(log, settled, group, seats, at=log.microseconds)
        remarks = tuple(_remarks(log, game, draft, again))
        game_store.add_games(log.connection, [game], {game.digest: settled.ruleset}, batch)
        if dry_run:
            raise RollBackError
    new_people = {
        player.name: look_alikes(player.name, known.values(), short=True)
        for player in game.players
        if key_of(player.name) not in known
    }
    return Added(game, new_people, not dry_run, remarks)


def settle_all(
    log: Log, draft: Draft, rulebook: Rulebook, refusal: str, *, new: bool = False
) -> Settled:
    """The settled draft.

    Raises InvalidInput, with `refusal` as its message and everything that is wrong, and Slips
    where names that may be slips are all that is; with `new`, names are not looked at.
    """
    settled, problems = settle(draft, rulebook, log.today)
    doubts = [] if new else find_slips(log, draft.group, draft.players)
    if settled is None:
        raise InvalidInput(refusal, [*problems, *(doubt.problem for doubt in doubts)])
    refuse_slips(doubts)
    return settled


def complete(log: Log, draft: Draft, *, again: bool = False) -> Draft:
    """The draft with what was not said: from the last game with `again`, else from the
    open session, the group and the config, as the contract of `add` has it."""
    if again:
        return _fill(log, like_last(log, draft))
    session = current_session(log)
    if session and draft.group is not None:
        same = key_of(group_said(draft.group) or "") == key_of(_name(session.group) or "")
        session = session if same else None
    if session:
        names = {
            player.id: player.name for player in people_store.load_players(log.connection).values()
        }
        seated = tuple(names.get(id) if id else None for id in session.players)
        draft = draft._replace(
            group=_name(session.group) or NO_GROUP,
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
    last = finding.last_logged(log.connection)
    if last is None:
        raise NotFound(_("The log is empty: there is no last game to repeat"))
    (game,) = game_store.load_games(log.connection, game_store.Selection(ids=[last]))
    seated = tuple(player.name if player else None for player in game.seats)
    return draft._replace(
        group=_name(game.group) or NO_GROUP if draft.group is None else draft.group,
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
    if draft.group is not None:
        name = group_said(draft.group)
    else:
        name = log.config.group or _name(_usual_group(log))
    group = people_store.find_group(log.connection, name) if name else None
    return draft._replace(
        group=name,
        ruleset=draft.ruleset or (group.ruleset if group else None) or log.config.ruleset,
        date=log.today.isoformat() if draft.date is None else draft.date,
        talk=draft.talk or (group.talk if group else None),
    )


def group_said(word: str) -> str | None:
    """The group that a word names, None where it says that there is none."""
    return None if word.strip() in ("", NO_GROUP) else word


def _remarks(log: Log, game: Game, draft: Draft, again: bool) -> Iterator[str]:
    """What is to be said about a game that is not stored yet."""
    if not again and not current_session(log):
        yield from usual_group(log, game.group, draft.group)
    before = finding.last_logged(log.connection)
    if before is not None:
        (other,) = game_store.load_games(log.connection, game_store.Selection(ids=[before]))
        yield from _beside(game, other, ruleset_said=again or draft.ruleset is not None)


def usual_group(log: Log, group: Group | None, said: str | None) -> Iterator[str]:
    """A sentence where a group was taken from the games before and could have been another one.

    `said` is what was said of it, with no session open.
    """
    if group is None or said is not None or log.config.group:
        return
    if len(people_store.load_groups(log.connection)) > 1:
        message = _("The group is {group}, as last time; -g says another, and -g - none.")
        yield message.format(group=group.name)


def _beside(game: Game, other: Game, *, ruleset_said: bool) -> Iterator[str]:
    """What is odd about a game beside the one that was logged before it."""
    if (other.date, other.group) != (game.date, game.group):
        return
    if (other.seats, other.digest, other.end) == (game.seats, game.digest, game.end):
        yield _("The game logged before is the same; if they are one, `undo` takes this one back.")
    if other.ruleset != game.ruleset and not ruleset_said:
        message = _(
            "Logged by {ruleset}; the game before it was by {other}. If this one was too:"
            " hanabi-log edit last -r {other}"
        )
        yield message.format(ruleset=game.ruleset, other=other.ruleset)


def _usual_group(log: Log) -> Group | None:
    groups = people_store.load_groups(log.connection)
    if len(groups) <= 1:
        return next(iter(groups.values()), None)
    last = finding.last_group(log.connection)
    return groups.get(last) if last is not None else None


def _name(group: Group | None) -> str | None:
    return group.name if group else None
