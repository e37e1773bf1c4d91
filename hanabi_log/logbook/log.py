"""An open log: the connection, the club's rules and settings, and the hour.

Time comes in from outside, so that every use case can be tried on any day.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from hanabi_log.config import Config, Place
from hanabi_log.dates import evening_of, parse_date
from hanabi_log.errors import HanabiLogError, InvalidInput, NotFound, Problem
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.rulesets import Ruleset, from_definition
from hanabi_log.i18n import _, ngettext
from hanabi_log.ids import new_id
from hanabi_log.records import Game
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage import finding
from hanabi_log.storage import games as game_store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.database import look, look_away, open_database, transaction

LEAST_PREFIX = 4
"""An id may be shortened to as many letters as make it unique, but not to fewer."""


class RollBackError(Exception):
    """Leaves a finished `Log.change` without storing it, for trials; goes no further than that."""


class Log(NamedTuple):
    """A log that is open; close it when done, or use it in a with-statement.

    What is read between two changes belongs to one state of the log, whatever other programs
    write at the same time. Whoever changes something reads inside the change what it rests on.
    """

    connection: sqlite3.Connection
    path: str
    config: Config
    rulebook: Rulebook
    now: datetime

    @property
    def today(self) -> date:
        """The day that a game logged now belongs to."""
        return evening_of(self.now, self.config.day_starts)

    @property
    def microseconds(self) -> int:
        """The hour in microseconds since 1970."""
        return int(self.now.timestamp() * 1_000_000)

    def day(self, text: str | None, field: str = "since") -> str | None:
        """The date that an option names, in ISO form; InvalidInput if it names none."""
        found = None if text is None else parse_date(text, self.today)
        if isinstance(found, str):
            raise InvalidInput(_("This is no date"), [Problem(found, field)])
        return found.isoformat() if found else None

    def period(self, since: str | None, until: str | None) -> tuple[str | None, str | None]:
        """The dates that `--since` and `--until` name; InvalidInput where no day lies between."""
        return as_period(self.day(since), self.day(until, "until"))

    def new_id(self) -> str:
        """A new identifier for something made now."""
        return new_id(self.microseconds)

    @contextmanager
    def change(self, command: str, *, final: bool = False) -> Iterator[Batch]:
        """One transaction and its batch in the audit trail: all of it is stored, or nothing.

        A `final` batch is passed over by `undo`. RollBackError ends it as if nothing had been
        done.
        """
        with self.anew(), suppress(RollBackError), transaction(self.connection, self.path):
            yield Batch(self.connection, self.microseconds, command, final=final)

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Let go of the state that was looked at; what is read afterwards is the state then."""
        look_away(self.connection)
        try:
            yield
        finally:
            look(self.connection)

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            if error is not None and not isinstance(error, HanabiLogError):
                from hanabi_log.storage.soundness import blame

                blame(self.connection, self.path, error)
        finally:
            self.close()


def as_period(
    first: str | None, last: str | None, field: str = "until"
) -> tuple[str | None, str | None]:
    """Both dates; InvalidInput where the last comes before the first. None is open."""
    if first is not None and last is not None and last < first:
        text = _("it would begin on {first} and end before that, on {last}")
        message = text.format(first=first, last=last)
        raise InvalidInput(_("There is no day in this period"), [Problem(message, field)])
    return first, last


def open_log(place: Place, now: datetime, *, create: bool = False) -> Log:
    """The log at a place; see `open_database` for the errors."""
    connection = open_database(place.path, create=create)
    look(connection)
    return Log(connection, place.path, place.config, Rulebook(place.config.house_rules), now)


def find_game(log: Log, word: str, *, deleted: bool = False) -> Game:
    """The game of an id, of a prefix of one with four letters or more, or `last`.

    With `deleted`, a deleted game is looked for, and `last` is the one deleted last.
    Raises NotFound when there is none or more than one, and says so when the game that is
    meant was deleted, or was not.
    """
    found = _game_ids(log, word, deleted)
    wanted = game_store.Selection(ids=found, deleted=deleted)
    games = with_warnings(log, game_store.load_games(log.connection, wanted))
    if not games:
        raise NotFound(_missing(log, word, deleted).format(id=word))
    if len(games) > 1:
        raise NotFound(_("{id} fits more than one game").format(id=word), candidates(log, games))
    return games[0]


def _game_ids(log: Log, word: str, deleted: bool) -> list[str]:
    if word.strip().lower() == "last":
        find_last = finding.last_deleted if deleted else finding.last_logged
        last = find_last(log.connection)
        return [last] if last else []
    return finding.find_ids(log.connection, as_prefix(word), deleted=deleted)


def as_prefix(word: str) -> str:
    """What ids must begin with to be meant by a word; NotFound where it is too short."""
    prefix = word.strip().lower()
    if len(prefix) < LEAST_PREFIX:
        message = _("{id} is too short for an id: four letters or more")
        raise NotFound(message.format(id=repr(word)))
    return prefix


def candidates(log: Log, games: list[Game]) -> list[Problem]:
    """What tells games apart whose ids begin alike, with as much of each id as does."""
    found = []
    for game in games:
        points = game.result.points
        parts = [
            short_id(log, game.id, LEAST_PREFIX),
            game.date or _("no date"),
            ", ".join(player.name if player else _("guest") for player in game.seats),
            ngettext("{n} point", "{n} points", points).format(n=points)
            if points is not None
            else "",
        ]
        found.append(Problem(" · ".join(filter(None, parts)), "id"))
    return found


def _missing(log: Log, word: str, deleted: bool) -> str:
    if word.strip().lower() == "last":
        return _("No game was deleted") if deleted else _("The log is empty: there is no last game")
    if not _game_ids(log, word, not deleted):
        return _("There is no game {id}")
    if deleted:
        return _("Game {id} was not deleted")
    return _("Game {id} was deleted; `hanabi-log restore {id}` brings it back")


def stored_rulesets(log: Log) -> dict[str, Ruleset]:
    """The definitions that games were logged under, by digest."""
    stored = game_store.load_rulesets(log.connection)
    return {digest: from_definition(definition) for digest, definition in stored.items()}


def with_warnings(log: Log, games: list[Game]) -> list[Game]:
    """The games with what is odd about them, in the language in use."""
    rules = stored_rulesets(log)
    return [
        replace(
            game,
            warnings=tuple(
                problem.message for problem in check(game.end, rules[game.digest], game.minutes)
            ),
        )
        for game in games
    ]


def short_id(log: Log, id: str, least: int = 8) -> str:
    """The beginning of an id that tells it from all others, eight letters or more."""
    needed = least
    for other in finding.neighbours(log.connection, id):
        shared = next((i for i, (a, b) in enumerate(zip(id, other, strict=False)) if a != b), 0)
        needed = max(needed, shared + 1)
    return id[:needed].rstrip("-") if needed < len(id) else id
