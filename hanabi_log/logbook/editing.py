"""Mending what was logged: changing a game, deleting it, bringing it back.

An edit is settled like a new game, so nothing can be made of a game that could not have
been logged. Rules that nobody asked to change stay those that were in force. A deleted
game leaves every figure and list but stays in the file until it is restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import make_game, settle_all
from hanabi_log.logbook.log import Log, RollBackError, find_game, stored_rulesets
from hanabi_log.logbook.people import meet_group, seat_people
from hanabi_log.records import Draft, Game
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage import games as game_store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.states import change_state, read_state


class Edited(NamedTuple):
    """A game before and after a change, and the rules that it has now."""

    before: Game
    after: Game
    ruleset: Ruleset
    stored: bool = True


def edit_game(
    log: Log,
    word: str,
    changes: Mapping[str, Any],
    *,
    new: bool = False,
    dry_run: bool = False,
) -> Edited:
    """Change fields of a game, named as in Draft; a field set to None is cleared.

    `guests` alone changes how many guests sat beside the people that are there. Raises
    NotFound, InvalidInput with everything that is wrong with the game as it would be, and
    Slips unless names that look like known ones are `new`.
    """
    with log.change("edit") as batch:
        edited = _edit(log, batch, find_game(log, word), changes, new)
        if dry_run:
            raise RollBackError
    return edited._replace(stored=not dry_run)


def delete_game(log: Log, word: str) -> Game:
    """Take a game out of every list and figure; it can be restored."""
    with log.change("delete") as batch:
        game = find_game(log, word)
        state = read_state(log.connection, "game", game.id) or {}
        after = {**state, "deleted_at": batch.at}
        change_state(log.connection, "game", game.id, after, batch)
    return game


def restore_game(log: Log, word: str) -> Game:
    """Bring a deleted game back; Conflict if people who are one by now both sat in it."""
    with log.change("restore") as batch:
        game = find_game(log, word, deleted=True)
        ids = [player.id for player in game.players]
        for player in game.players:
            if ids.count(player.id) > 1:
                raise Conflict(
                    _("The game cannot be restored"),
                    [
                        Problem(
                            _(
                                "{name} would sit at the table twice; `players unmerge` first"
                            ).format(name=player.name),
                            "players",
                        )
                    ],
                )
        state = read_state(log.connection, "game", game.id) or {}
        after = {key: value for key, value in state.items() if key != "deleted_at"}
        change_state(log.connection, "game", game.id, after, batch)
    return game


def draft_of(game: Game) -> Draft:
    """What somebody would have typed to log a game as it is now."""
    end = game.end
    return Draft(
        date=game.date,
        group=game.group.name if game.group else None,
        players=tuple(player.name if player else None for player in game.seats),
        ruleset=game.ruleset,
        stacks=None if end.stacks is None else dict(end.stacks),
        strikes=end.strikes,
        outcome=end.outcome,
        played=game.result.knowledge == "outcome" and game.result.outcome is None,
        total=end.total,
        hints=end.hints,
        deck=end.deck,
        discards=None if end.discards is None else " ".join(end.discards),
        minutes=game.minutes,
        talk=game.talk,
        place=game.place,
        note=game.note,
        tags=game.tags,
        excluded=game.excluded,
        id=game.id,
        source=game.source,
    )


def _edit(log: Log, batch: Batch, game: Game, changes: Mapping[str, Any], new: bool) -> Edited:
    draft = draft_of(game)
    if "guests" in changes and "players" not in changes:
        people = tuple(name for name in draft.players if name is not None)
        draft = draft._replace(players=people)
    draft = draft._replace(**changes)
    rules = stored_rulesets(log)
    rulebook = log.rulebook if "ruleset" in changes else _InForce(game, rules[game.digest])
    refusal = _("The game cannot be changed like this")
    try:
        settled = settle_all(log, draft, rulebook, refusal, new=new)
    except InvalidInput as error:
        raise InvalidInput(error.message, [*error.problems, *_lone_total(game, changes)]) from None
    group = meet_group(log, settled.group, batch)
    seats = seat_people(log, settled.names, batch)
    after = make_game(log, settled, group, seats, at=game.logged_at, id=game.id)
    rules[after.digest] = settled.ruleset
    game_store.change_game(log.connection, game, after, rules, batch)
    return Edited(game, after, settled.ruleset)


def _lone_total(game: Game, changes: Mapping[str, Any]) -> Iterator[Problem]:
    """How stacks get into the place of a total that was all that was known."""
    alone = game.end.stacks is None and game.end.total is not None
    if alone and changes.get("stacks") is not None and "total" not in changes:
        message = _("only the total was known; to put the stacks in its place, say --total - too")
        yield Problem(message, "total")


class _InForce(Rulebook):
    """A rulebook that knows the rules that were in force when one game was logged."""

    def __init__(self, game: Game, ruleset: Ruleset) -> None:
        super().__init__()
        self._spec = game.ruleset
        self._in_force = ruleset

    def ruleset(self, spec: str) -> Ruleset:
        return self._in_force if spec == self._spec else super().ruleset(spec)
