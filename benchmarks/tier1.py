"""What the figures of a club cost: `python -m benchmarks.tier1 all|columns|effects DB`.

`all` computes every figure that needs no model, as the reports do; `columns` reads the columns
that those figures need, and no more; `effects` prints what the model of players took.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from time import process_time

from benchmarks.clubs import NOW
from hanabi_log.cli.report_data import Report, figures_of, read_report
from hanabi_log.config import Config, Place
from hanabi_log.logbook.log import open_log
from hanabi_log.stats.aggregates import tables_of
from hanabi_log.stats.bests import bests, timeline
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.effects import player_effects
from hanabi_log.stats.progress import progress

COLUMNS = (
    "SELECT id, date, group_pk, ruleset_pk, table_size, strikes, outcome, points, score, max_score,"
    " band, knowledge, tags, talk, excluded FROM games WHERE deleted_at IS NULL"
    " ORDER BY date, logged_at, id",
    "SELECT game_pk, player_pk FROM seats ORDER BY game_pk, seat",
    "SELECT game_pk, suit, last FROM fireworks ORDER BY game_pk",
    "SELECT pk, id, name FROM players",
)


def compute_all(report: Report) -> tuple[object, ...]:
    """Every figure of the first tier, as the reports on the terminal make them."""
    tables = tables_of(report.plays)
    return (
        figures_of(report),
        people_board(tables, report.names),
        group_board(tables, report.names),
        lineup_board(tables, report.names),
        bests(report.plays),
        timeline(report.plays),
        progress(report.plays),
    )


def read_columns(db: str) -> list[list[tuple[object, ...]]]:
    """The columns that the figures need, as rows in Python."""
    with closing(sqlite3.connect(db)) as connection:
        return [connection.execute(query).fetchall() for query in COLUMNS]


def _report(db: str) -> Report:
    with open_log(Place(db, "", Config()), NOW) as log:
        return read_report(
            log,
            group=None,
            ruleset=None,
            players=None,
            since=None,
            until=None,
            season=None,
            tag=None,
            talk=None,
            score_mode=None,
            public=False,
        )


def time_effects(report: Report, runs: int = 5) -> Iterator[float]:
    """CPU seconds that the effects of all players take, run by run."""
    for _ in range(runs):
        start = process_time()
        found = player_effects(report.plays)
        yield process_time() - start
        assert found is not None


if __name__ == "__main__":
    what, db = sys.argv[1:]
    if what == "columns":
        read_columns(db)
    elif what == "all":
        compute_all(_report(db))
    else:
        print(*time_effects(_report(db)))
