"""Rows of games that are in the log already: what of them is new, and what stays as it is.

What was edited or deleted here wins over a file, and a file over what it said before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hanabi_log.drafts import Settled
from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import make_game
from hanabi_log.logbook.intake_changes import (
    changed_facts,
    completed,
    contradicted,
    kept_facts,
    moved,
    resettled,
    same_witness,
    seen_text,
    without_restating,
)
from hanabi_log.logbook.intake_people import Company, seated_twice
from hanabi_log.logbook.intake_report import Account, Row
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.names import key_of
from hanabi_log.records import Draft, Game
from hanabi_log.storage import games as game_store
from hanabi_log.storage import imports as store
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.states import read_state


class Reunion:
    """Where rows of an import meet the games that they are of; `settle` answers for a draft."""

    def __init__(
        self,
        log: Log,
        batch: Batch,
        account: Account,
        company: Company,
        settle: Callable[[Draft], tuple[Settled | None, list[Problem]]],
    ) -> None:
        self._log = log
        self._batch = batch
        self._account = account
        self._company = company
        self._settle = settle

    def meet(self, met: Sequence[tuple[Row, store.Known]]) -> None:
        """Take these rows in: what was deleted or said before stays."""
        news: list[tuple[Row, store.Known, str]] = []
        same: list[tuple[Row, str]] = []
        for row, known in met:
            text = seen_text(row.draft)
            if known.seen not in (None, text) and same_witness(known.seen, row.draft):
                row = replace(row, draft=completed(row.draft, known.seen))
                text = seen_text(row.draft)
            if known.deleted:
                self._account.leave(row, _("deleted here, and stays so"))
            elif known.seen == text:
                same.append((row, known.id))
            else:
                news.append((row, known, text))
        changed_here = store.changed_here(self._log.connection, [id for _row, id in same])
        for row, id in same:
            self._account.leave(row, self._kept(row, id) if id in changed_here else "")
        if news:
            self._hear(news)

    def _hear(self, news: Sequence[tuple[Row, store.Known, str]]) -> None:
        """Take in what rows say otherwise than before; `seen_text` stands beside each."""
        connection = self._log.connection
        wanted = game_store.Selection(ids=[known.id for _row, known, _text in news])
        games = {game.id: game for game in game_store.load_games(connection, wanted)}
        rules = stored_rulesets(self._log)
        for row, known, text in news:
            settled, problems = self._settle(row.draft)
            if settled is None:
                self._account.refuse(row, problems)
                continue
            game = games[known.id]
            if known.seen is None or not same_witness(known.seen, row.draft):
                self._account.note(self._compare(row, game, settled))
                self._account.leave(row)
                if known.seen is None:
                    store.remember_imports(connection, [(known.id, text)])
                continue
            rules.setdefault(settled.ruleset.digest, settled.ruleset)
            facts = changed_facts(known.seen, text)
            kept = self._kept(row, game.id)
            after = self._move(row, game, settled, facts, rules)
            if after is not None:
                game_store.change_game(connection, game, after, rules, self._batch)
                games[known.id] = after
                store.remember_imports(connection, [(known.id, text)])
                self._tell(row, game, after, facts, kept)

    def _tell(self, row: Row, game: Game, after: Game, facts: set[str], kept: str) -> None:
        if after == game:
            self._account.leave(row, kept)
            return
        if _is_another(game, after):
            message = _(
                "Day and players of {key} are others now: is this another game with the same"
                " number?"
            )
            self._account.note([row.problem(message.format(key=row.key), "id", "warning")])
        self._account.change(row, after, sorted(facts), kept)

    def _compare(self, row: Row, game: Game, settled: Settled) -> Iterator[Problem]:
        """A warning where a file says something else than a game that was not read from one."""
        fresh = make_game(self._log, settled, None, (), at=game.logged_at, id=game.id)
        facts = contradicted(game, row.draft, fresh)
        seated = tuple(self._company.known_person(name) for name in settled.names)
        if settled.names and seated != game.seats:
            facts.append("players")
        if settled.group and (
            game.group is None or key_of(game.group.name) != key_of(settled.group)
        ):
            facts.append("group")
        if facts:
            message = _("The log has this game already and says otherwise; kept: {facts}")
            yield row.problem(message.format(facts=", ".join(facts)), None, "warning")

    def _kept(self, row: Row, id: str) -> str:
        """What a row says and does not bring about, since it was changed here; empty if nothing."""
        here = read_state(self._log.connection, "game", id) or {}
        imported = store.imported_state(self._log.connection, id)
        facts = kept_facts(row.draft, here, imported)
        return (
            _("kept as it was changed here: {facts}").format(facts=", ".join(facts))
            if facts
            else ""
        )

    def _move(
        self, row: Row, game: Game, settled: Settled, facts: set[str], rules: dict[str, Ruleset]
    ) -> Game | None:
        """The game with what the file changed and nobody changed here; None if refused."""
        here = read_state(self._log.connection, "game", game.id) or {}
        imported = store.imported_state(self._log.connection, game.id)
        facts = {fact for fact in facts if here.get(fact) == imported.get(fact)}
        # People and groups are only made when the game is to have them.
        group = self._company.group(settled.group, row.draft) if "group" in facts else None
        seats = self._company.seat(settled.names, row.draft) if "seats" in facts else ()
        fresh = make_game(self._log, settled, group, seats, at=game.logged_at, id=game.id)
        if twice := seated_twice(row, fresh.seats):
            self._account.refuse(row, [twice])
            return None
        after = moved(game, fresh, facts)
        if after == game:
            return game
        if plain := without_restating(game, fresh, facts, rules[after.digest]):
            return plain
        after, problems = resettled(after, rules[after.digest])
        if problems:
            self._account.refuse(
                row, [p._replace(file=row.draft.file, line=row.draft.line) for p in problems]
            )
            return None
        return after


def _is_another(game: Game, after: Game) -> bool:
    """Whether day and people are others now: hardly a correction, rather a number used again."""
    return (
        None not in (game.date, after.date)
        and game.date != after.date
        and bool(game.seats and after.seats)
        and set(game.seats) != set(after.seats)
    )
