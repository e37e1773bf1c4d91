"""A check-up of the log: is the file whole, and does it say what it should?

Nothing is written while looking. What can be mended without guessing is mended only when
asked to: numbers that follow from facts, keys that follow from names, an evening that
nobody ended.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from hanabi_log.config import Place
from hanabi_log.errors import BadDatabase, NotFound, only_errors
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.scoring import Result, evaluate
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.log import Log, open_log, stored_rulesets
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.logbook.rescoring import changed_house_rules, rulesets_without_file
from hanabi_log.rulebook import Rulebook
from hanabi_log.storage import health as store
from hanabi_log.storage import people as people_store
from hanabi_log.storage.database import SCHEMA_VERSION, check_identity, explained
from hanabi_log.storage.foreign import reading
from hanabi_log.storage.games import Selection, load_games
from hanabi_log.storage.wal import open_as_it_is, wal_reason, wal_state

CheckLevel = Literal["ok", "warning", "error"]
MOST_NAMED = 5
"""Things that a message names; of more it tells how many."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `fixable` tells that `doctor --fix` can mend it."""

    name: str
    level: CheckLevel
    message: str
    fixable: bool = False

    def as_json(self) -> dict[str, Any]:
        """The check under the keys that `doctor --json` promises."""
        return {
            "name": self.name,
            "level": self.level,
            "message": self.message,
            "fixable": self.fixable,
        }


def examine(place: Place, now: datetime) -> list[Check]:
    """Everything there is to say about the log, without writing to it.

    Where the file itself is unusable, the checks end there. Raises NotFound when there is
    no log at all.
    """
    path = place.path
    if not os.path.exists(path) and not os.path.exists(f"{path}-wal"):
        raise NotFound(_("There is no log at {path}").format(path=path))
    state = wal_state(path)
    if state in ("stray", "damaged"):
        return [Check("wal", "error", wal_reason(path, state))]
    try:
        checks = list(_check_file(path, waiting=state == "waiting"))
        if any(one.level == "error" for one in checks):
            return checks
        with reading(path) as copy:
            log = Log(copy, path, place.config, Rulebook(place.config.house_rules), now)
            return checks + [found for one in _CHECKS for found in one(log)]
    except BadDatabase as error:
        return [Check("file", "error", error.message)]


def mend(place: Place, now: datetime) -> None:
    """Mend what needs no guessing; see `Check.fixable`."""
    with open_log(place, now) as log, log.change("doctor --fix") as batch:
        suspect = set(store.unrecorded_games(log.connection))
        results = [(id, result) for id, result in _wrong_results(log) if id not in suspect]
        if results:
            # Numbers are no facts and leave no change, but what shows them must learn of it.
            batch.open()
            store.store_results(log.connection, results)
        for wrong in store.wrong_keys(log.connection):
            if wrong.free:
                store.mend_key(log.connection, wrong)
        forgotten = people_store.load_open_session(log.connection)
        if forgotten and current_session(log) is None:
            people_store.end_session(log.connection, forgotten, log.microseconds, batch)


def _check_file(path: str, *, waiting: bool) -> Iterator[Check]:
    with explained(path), closing(open_as_it_is(path, wal=waiting)) as connection:
        version = check_identity(connection, path)
        faults = store.integrity_faults(connection)
        ok, trouble = _("SQLite finds nothing wrong"), _("the file is damaged: {things}")
        yield _verdict("integrity", "error", ok, trouble, faults)
        if faults:
            return
        broken = [f"{table} ({n})" for table, n in store.broken_references(connection).items()]
        ok, trouble = _("every row finds what it refers to"), _("rows miss others: {things}")
        yield _verdict("foreign_keys", "error", ok, trouble, broken)
    if version == SCHEMA_VERSION:
        yield Check("schema", "ok", _("up to date"))
    else:
        message = _("written by an older version; the next command brings it up to date")
        yield Check("schema", "warning", message, fixable=True)
    message = _("changes of a crash or of a running program wait and will be taken over")
    yield Check("wal", "ok", message if waiting else _("nothing waits beside the log"))


def _check_rows(log: Log) -> Iterator[Check]:
    loose = [f"{table} ({n})" for table, n in store.loose_rows(log.connection).items()]
    ok, trouble = _("no row is left over or missing"), _("left over or incomplete: {things}")
    yield _verdict("rows", "error", ok, trouble, loose)


def _check_scores(log: Log) -> Iterator[Check]:
    found, suspect = _wrong_results(log), set(store.unrecorded_games(log.connection))
    wrong = [id for id, _result in found if id not in suspect]
    ok = _("every score is what the rules give")
    if wrong:
        trouble = _("the stored score is not what the rules give: {things}")
        yield _verdict("scores", "error", ok, trouble, wrong, fixable=True)
    # The score may be the last thing that is right, so it is not computed from such facts.
    lost = [id for id, _result in found if id in suspect]
    if lost or not wrong:
        trouble = _(
            "the facts do not give the stored score, and they are not as the history says:"
            " {things}; restore a backup, or put the facts right with `edit`"
        )
        yield _verdict("scores", "error", ok, trouble, lost)


def _check_facts(log: Log) -> Iterator[Check]:
    rules = stored_rulesets(log)
    broken = [
        game.id
        for game in load_games(log.connection)
        if only_errors(check(game.end, rules[game.digest], game.minutes))
    ]
    ok, trouble = _("no game breaks a rule"), _("these games break a rule: {things}")
    yield _verdict("facts", "warning", ok, trouble, broken)


def _check_dates(log: Log) -> Iterator[Check]:
    tomorrow = (log.today + timedelta(days=1)).isoformat()
    ahead = load_games(log.connection, Selection(since=tomorrow))
    ok, trouble = _("no game lies in the future"), _("these games lie in the future: {things}")
    things = [f"{game.id} ({game.date})" for game in ahead]
    yield _verdict("dates", "warning", ok, trouble, things)


def _check_history(log: Log) -> Iterator[Check]:
    unrecorded = list(store.unrecorded_games(log.connection))
    ok = _("every game is as its history says")
    trouble = _("changed by something else than hanabi-log: {things}")
    yield _verdict("history", "warning", ok, trouble, unrecorded)


def _check_names(log: Log) -> Iterator[Check]:
    wrong = store.wrong_keys(log.connection)
    mendable = [one.name for one in wrong if one.free]
    clashing = [one.name for one in wrong if not one.free] + store.shared_keys(log.connection)
    ok = _("every name is found, and belongs to one")
    if mendable:
        trouble = _("these names are not found by what they are: {things}")
        yield _verdict("names", "warning", ok, trouble, mendable, fixable=True)
    if clashing or not mendable:
        trouble = _("these names stand for more than one: {things}")
        yield _verdict("names", "warning", ok, trouble, clashing)


def _check_house_rules(log: Log) -> Iterator[Check]:
    changed = changed_house_rules(log)
    for problem in changed:
        yield Check("rules", "warning", problem.message)
    if not changed:
        yield Check("rules", "ok", _("all games were logged by the rules of today"))
    if fileless := rulesets_without_file(log):
        message = _("no file has these rules; they are stored whole with their games: {things}")
        yield _verdict("rules", "ok", "", message, fileless)


def _check_session(log: Log) -> Iterator[Check]:
    session = people_store.load_open_session(log.connection)
    if session and current_session(log) is None:
        message = _("the session of {date} was never ended").format(date=session.date)
        yield Check("session", "warning", message, fixable=True)
    else:
        yield Check("session", "ok", _("no evening was forgotten"))


_CHECKS: tuple[Callable[[Log], Iterator[Check]], ...] = (
    _check_rows,
    _check_scores,
    _check_facts,
    _check_dates,
    _check_history,
    _check_names,
    _check_house_rules,
    _check_session,
)


def _wrong_results(log: Log) -> list[tuple[str, Result]]:
    """The games (id) whose stored numbers are not what their rules give, with the right ones."""
    rules = stored_rulesets(log)
    return [
        (game.id, right)
        for game in load_games(log.connection)
        if (right := evaluate(game.end, rules[game.digest])) != game.result
    ]


def _verdict(
    name: str,
    level: CheckLevel,
    ok: str,
    trouble: str,
    things: Sequence[str],
    fixable: bool = False,
) -> Check:
    """The check `ok` where nothing was found, else `trouble` with the things filled in."""
    if not things:
        return Check(name, "ok", ok)
    named = ", ".join(things[:MOST_NAMED])
    more = len(things) - MOST_NAMED
    if more > 0:
        named = ngettext("{named} and {n} more", "{named} and {n} more", more).format(
            named=named, n=more
        )
    return Check(name, level, trouble.format(things=named), fixable)
