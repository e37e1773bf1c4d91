"""The few facts about earlier games that the news of a game depends on: their SQL.

Every question is answered by an index or by the first row that fits, so that the answers
come quickly from a long log.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from hanabi_log.games.hanabi.bands import EVERY_BAND
from hanabi_log.records import Game
from hanabi_log.storage.people import rows_of

_COUNTED = """deleted_at IS NULL AND excluded IS NULL AND outcome IS NOT 'abandoned'
    AND games.id <> :id"""
_SCORED = f"{_COUNTED} AND NOT (points = 0 AND outcome IS NULL)"
_SAME_SETUP = """ruleset_pk IN (SELECT pk FROM rulesets WHERE spec = :ruleset)
    AND table_size = :table_size AND max_score IS :max_score"""


class Earlier:
    """The counted games of a log except one."""

    def __init__(self, connection: sqlite3.Connection, game: Game) -> None:
        self._connection = connection
        self._game = game
        self._values = {
            "id": game.id,
            "ruleset": game.ruleset,
            "table_size": len(game.seats),
            "max_score": game.result.max_score,
            "group": game.group.id if game.group else None,
        }

    def count_games(self) -> int:
        """How many games the club has."""
        return self._number(f"SELECT count(*) FROM games WHERE {_COUNTED}") or 0

    def count_games_by_person(self) -> dict[str, int]:
        """How many games everybody at this table has, by id."""
        query = f"""SELECT count(*) FROM seats JOIN games ON games.pk = game_pk
            WHERE player_pk IN ({rows_of("player")}) AND {_COUNTED}"""
        return {
            player.id: self._number(query, player=player.id) or 0 for player in self._game.players
        }

    def best_score(self) -> int | None:
        """The best score under this ruleset with as many people."""
        return self._number(f"SELECT max(score) FROM games WHERE {_SAME_SETUP} AND {_SCORED}")

    def best_score_of_lineup(self) -> int | None:
        """The best score under this ruleset of exactly these people."""
        people = {f"p{i}": player.id for i, player in enumerate(self._game.players)}
        if not people:
            return None
        query = f"""SELECT max(score) FROM games WHERE pk IN (
                SELECT game_pk FROM seats WHERE player_pk IN ({rows_of(*people)})
                GROUP BY game_pk HAVING count(*) = {len(people)})
            AND {_SAME_SETUP} AND {_SCORED}"""
        return self._number(query, **people)

    def count_perfects(self) -> int:
        """1 when there is a perfect game, else 0: no more is asked."""
        return int(self._exists("outcome = 'perfect'"))

    def perfect_run(self) -> int:
        """How many perfect games end the group's log; 0 when a later game than this is there."""
        rows = self._connection.execute(
            f"""SELECT date, outcome FROM games
            WHERE group_pk IS (SELECT pk FROM groups WHERE id = :group)
            AND outcome IS NOT NULL AND {_COUNTED}
            ORDER BY date DESC, logged_at DESC, id DESC""",
            self._values,
        )
        run = 0
        for date, outcome in rows:
            if outcome != "perfect" or (date or "") > (self._game.date or ""):
                break
            run += 1
        return run

    def bands(self) -> frozenset[str]:
        """The bands that were reached."""
        return frozenset(band for band in EVERY_BAND if self._exists("band = :band", band=band))

    def complete_suits(self) -> frozenset[str]:
        """Those suits of this game whose last card here was laid in an earlier game too.

        Of a completed suit that is its last rank, so the completed ones are right.
        """
        stacks = self._game.end.stacks or {}
        query = f"""SELECT EXISTS (SELECT 1 FROM fireworks JOIN games ON games.pk = game_pk
            WHERE suit = :suit AND last = :last AND {_COUNTED})"""
        return frozenset(
            suit for suit, last in stacks.items() if self._number(query, suit=suit, last=last)
        )

    def _exists(self, condition: str, **values: Any) -> bool:
        query = f"SELECT EXISTS (SELECT 1 FROM games WHERE {condition} AND {_COUNTED})"
        return bool(self._number(query, **values))

    def _number(self, query: str, **values: Any) -> int | None:
        found: int | None = self._connection.execute(query, {**self._values, **values}).fetchone()[
            0
        ]
        return found
