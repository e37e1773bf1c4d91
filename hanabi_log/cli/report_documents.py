"""The figures of a report as JSON, and as the rows of a sheet.

Documents keep every digit; keys are never dropped, what is absent is null.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from hanabi_log.cli.report_data import Figures, Pair, Report
from hanabi_log.stats.bests import Best, timeline
from hanabi_log.stats.boards import Board
from hanabi_log.stats.changepoint import Change
from hanabi_log.stats.plays import Play
from hanabi_log.stats.progress import Progress, rolling
from hanabi_log.stats.setups import Setup
from hanabi_log.stats.streaks import Streak, streaks
from hanabi_log.stats.summary import Summary


def board_document(
    report: Report, board: Board, pairs: Iterable[Pair] | None = None
) -> dict[str, Any]:
    """A board under the keys of the contract; `pairs` only where they were asked for."""
    document = {"board": board.board, **report.head, **board.as_json()}
    if pairs is not None:
        document["pairs"] = [pair._asdict() for pair in pairs]
    return document


def stats_document(report: Report, figures: Figures) -> dict[str, Any]:
    """The figures of `stats` as JSON."""
    return {
        **report.head,
        "left_out": [{"reason": text, "games": games} for text, games in figures.left_out],
        "summary": asdict(figures.summary),
        "distribution": asdict(figures.distribution),
        "setups": [_setup(setup) for setup in figures.setups],
        "colours": {
            "n": figures.colours.n,
            "of": figures.colours.of,
            "rows": [
                {
                    "code": row.code,
                    "counts": list(row.counts),
                    "games": row.games,
                    "mean": row.mean,
                    "complete": asdict(row.complete),
                }
                for row in figures.colours.rows
            ],
        },
        "streaks": [_streak(streak) for streak in figures.streaks],
        "change": _change(figures.change),
        "activity": {
            "months": [
                {**asdict(month), "outcomes": dict(month.outcomes)}
                for month in figures.activity.months
            ],
            "weekdays": list(figures.activity.weekdays),
            "dateless": figures.activity.dateless,
        },
    }


def records_document(report: Report, found: Iterable[Best]) -> dict[str, Any]:
    """The records with everybody who holds them, and how they came about, as JSON."""
    return {
        **report.head,
        "records": [
            {
                "ruleset": best.cell.ruleset,
                "players": best.cell.seats,
                "max_score": best.cell.max_score,
                "value": best.value,
                "games": best.n,
                "holders": [_holder(report, play) for play in best.plays],
            }
            for best in found
        ],
        "timeline": [
            {
                "ruleset": step.play.ruleset,
                "players": step.play.seats,
                "max_score": step.play.max_score,
                "value": step.value,
                "before": step.before,
                "game": _holder(report, step.play),
            }
            for step in timeline(report.plays, report.mode)
        ],
        "streaks": [_streak(streak) for streak in streaks(report.plays)],
    }


def progress_document(report: Report, found: Progress, change: Change | None) -> dict[str, Any]:
    """The course of the games as JSON."""
    last_ten = [asdict(point) for point in rolling(report.plays, report.mode)]
    return {**report.head, **asdict(found), "rolling": last_ten, "change": _change(change)}


BOARD_HEADS = (
    *("name", "players", "games", "listed", "value", "low", "high", "rank_low", "rank_high"),
    *("p_top3", "mean_points", "mean_score", "perfect", "struck_out"),
)
STATS_HEADS = (
    *("ruleset", "players", "games", "mean", "mean_low", "mean_high", "mean_games", "baseline"),
    *("perfect", "struck_out", "outcome_games", "won", "win_games"),
)
RECORD_HEADS = (
    *("ruleset", "players", "max_score", "value", "games", "date", "group", "names", "id"),
)
PROGRESS_HEADS = ("date", "games", "y", "outcome", "trend", "low", "high", "rolling", "id")


def board_rows(board: Board) -> list[list[Any]]:
    """The rows of a board under BOARD_HEADS."""
    rows = []
    for row in board.rows:
        cells = row.as_json()
        cells["players"] = ", ".join(row.players)
        cells["listed"] = "yes" if row.listed else "no"
        rows.append([cells[head] for head in BOARD_HEADS])
    return rows


def stats_rows(figures: Figures) -> list[list[Any]]:
    """All games in the first row, then each setup, under STATS_HEADS."""
    summary = figures.summary
    rows = [["", "", summary.counted, *_means(summary, None)]]
    for setup in figures.setups:
        baseline = setup.baseline.m if setup.baseline else None
        rows.append([setup.ruleset, setup.seats, setup.games, *_means(setup, baseline)])
    return rows


def record_rows(report: Report, found: Iterable[Best]) -> list[list[Any]]:
    """A row for each holder of a record under RECORD_HEADS."""
    rows = []
    for best in found:
        for play in best.plays:
            holder = _holder(report, play)
            who = ", ".join(holder["players"])
            cell = [*best.cell, best.value, best.n]
            rows.append([*cell, holder["date"], holder["group"], who, holder["id"]])
    return rows


def progress_rows(report: Report, found: Progress) -> list[list[Any]]:
    """A row for each dot under PROGRESS_HEADS."""
    trend = {point.index: point for point in found.trend}
    last_ten = {point.index: point.value for point in rolling(report.plays, report.mode)}
    rows = []
    for index, dot in enumerate(found.dots):
        point = trend.get(index)
        line = (point.value, point.low, point.high) if point else (None, None, None)
        row = [dot.date, dot.games, dot.y, dot.outcome, *line, last_ten.get(index), dot.id]
        rows.append(row)
    return rows


def _means(row: Summary | Setup, baseline: float | None) -> list[Any]:
    mean = row.mean
    return [
        *((mean.value, mean.low, mean.high, mean.n) if mean else (None, None, None, 0)),
        baseline,
        *(row.perfect.hits, row.struck_out.hits, row.perfect.n, row.won.hits, row.won.n),
    ]


def _setup(setup: Setup) -> dict[str, Any]:
    document = asdict(setup)
    document["players"] = document.pop("seats")
    document["baseline"] = setup.baseline.m if setup.baseline and setup.baseline.shown else None
    return {"ruleset": document.pop("ruleset"), "players": document.pop("players"), **document}


def _streak(streak: Streak) -> dict[str, Any]:
    return {
        "kind": streak.kind,
        "longest": streak.longest,
        "current": streak.current,
        "n": streak.n,
        "hits": streak.hits,
        "expected": streak.expected,
        "games": [play.id for play in streak.games],
    }


def _change(change: Change | None) -> dict[str, Any] | None:
    return None if change is None else {**asdict(change), "text": change.text}


def _holder(report: Report, play: Play) -> dict[str, Any]:
    group = report.names.get(play.group) if play.group else None
    return {"id": play.id, "date": play.date, "group": group, "players": report.table(play)}
