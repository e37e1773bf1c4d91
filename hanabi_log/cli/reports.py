"""`stats`, `leaderboard`, `records` and `progress`: the club's figures on a terminal.

Every report can be asked about some of the games only, says what counts, and is there as
JSON and as CSV with all digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import group_option, ruleset_option
from hanabi_log.cli.output import print_json, sheet_stream
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.records import TALKS

if TYPE_CHECKING:
    from hanabi_log.cli.report_data import Report
    from hanabi_log.stats.boards import Board

F = TypeVar("F", bound=Callable[..., Any])

MOST = 1_000_000
"""More games than this are not waited for, nor begun with."""

SCORE_MODES = ("points", "official", "finished")
BOARDS = ("people", "lineups", "groups", "effects", "elo")


class _Finite(click.FloatRange):
    """A range that refuses what is no number: it would pass every comparison."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail(_("{found} is not a number").format(found=repr(value)), param, ctx)
        return number


def report_options(command: F) -> F:
    """Which games a report is about, what their numbers are, and how it is printed."""
    for option in (
        click.option("--csv", "as_csv", is_flag=True, help=_("Print a sheet with all digits.")),
        click.option(
            "--public",
            is_flag=True,
            help=_("Only what may be published: hidden people are guests."),
        ),
        click.option(
            "--score-mode",
            type=click.Choice(SCORE_MODES),
            help=_("Points on the table, official scores, or points of games not struck out."),
        ),
        click.option("--talk", type=click.Choice(TALKS), help=_("Only games with so much talk.")),
        click.option("--tag", metavar="WORD", help=_("Only games with this tag.")),
        click.option("--season", metavar="NAME", help=_("Only games of a season in the config.")),
        click.option("--until", metavar="DATE", help=_("Only games of this day or earlier.")),
        click.option("--since", metavar="DATE", help=_("Only games of this day or later.")),
        click.option(
            "--players",
            type=click.IntRange(1, MOST),
            metavar="N",
            help=_("Only games with so many players."),
        ),
        ruleset_option,
        group_option,
    ):
        command = option(command)
    return command


@click.command(
    "stats",
    cls=Command,
    help=_("The club's figures: means, rates, setups, colours, streaks, with their intervals."),
    epilog=example("hanabi-log stats --ruleset basic --since 2026-01-01"),
)
@report_options
def stats_command(as_csv: bool, **asked: Any) -> None:
    from hanabi_log.cli import report_data, report_stats
    from hanabi_log.cli import report_documents as documents

    report = _report(as_csv, asked)
    figures = report_data.figures_of(report)
    if as_csv:
        _print_csv(documents.STATS_HEADS, documents.stats_rows(figures))
    elif current().as_json:
        print_json(documents.stats_document(report, figures))
    else:
        report_stats.print_stats(report, figures)


@click.command(
    "leaderboard",
    cls=Command,
    help=_("A board of people, line-ups or groups, with what it can and cannot tell."),
    epilog=example("hanabi-log leaderboard --board effects --players 4"),
)
@click.option(
    "--board",
    type=click.Choice(BOARDS),
    default="people",
    show_default=True,
    help=_("What is ranked, and by what."),
)
@click.option("--all", "unlisted", is_flag=True, help=_("Show also those with too few games."))
@click.option(
    "--min-games",
    type=click.IntRange(1, MOST),
    default=5,
    show_default=True,
    metavar="N",
    help=_("From how many games on somebody is listed."),
)
@click.option(
    "--k",
    type=_Finite(0, MOST),
    default=10,
    show_default=True,
    metavar="N",
    help=_("How many average games everybody begins with on the board of people."),
)
@click.option(
    "--pairs", is_flag=True, help=_("With the board of effects: what pairs add together.")
)
@report_options
def leaderboard_command(
    board: str,
    unlisted: bool,
    min_games: int,
    k: float,
    pairs: bool,
    as_csv: bool,
    **asked: Any,
) -> None:
    from hanabi_log.cli import report_data, report_tables
    from hanabi_log.cli import report_documents as documents

    if pairs and board != "effects":
        problem = Problem(
            _("{option} goes with {board} only").format(option="--pairs", board="--board effects"),
            "pairs",
        )
        raise InvalidInput(_("These options do not go together"), [problem])
    report = _report(as_csv, asked)
    made = _board(report, board, min_games, int(k) if k == int(k) else k)
    together = report_data.pairs_of(report) if pairs else None
    if as_csv:
        _print_csv(documents.BOARD_HEADS, documents.board_rows(made))
    elif current().as_json:
        print_json(documents.board_document(report, made, together))
    else:
        report_tables.print_board(report, made, unlisted, together)


@click.command(
    "records",
    cls=Command,
    help=_("The best result of every ruleset and number of players, and who reached it."),
    epilog=example("hanabi-log records --players 3"),
)
@click.option("--all", "everyone", is_flag=True, help=_("Show all who share a record."))
@report_options
def records_command(everyone: bool, as_csv: bool, **asked: Any) -> None:
    from hanabi_log.cli import report_documents as documents
    from hanabi_log.cli import report_tables
    from hanabi_log.stats.bests import bests

    # Records go by the official score unless asked otherwise, so that no struck-out table
    # holds one.
    report = _report(as_csv, {**asked, "score_mode": asked["score_mode"] or "official"})
    found = bests(report.plays, report.mode)
    if as_csv:
        _print_csv(documents.RECORD_HEADS, documents.record_rows(report, found))
    elif current().as_json:
        print_json(documents.records_document(report, found))
    else:
        report_tables.print_records(report, found, everyone)


@click.command(
    "progress",
    cls=Command,
    help=_("How the games come along: a smoothed line with its band, and the last results."),
    epilog=example('hanabi-log progress --group "Tuesday table" --season 2026'),
)
@click.option("--all", "everything", is_flag=True, help=_("Show every game, not the last ones."))
@report_options
def progress_command(everything: bool, as_csv: bool, **asked: Any) -> None:
    from hanabi_log.cli import report_documents as documents
    from hanabi_log.cli import report_stats
    from hanabi_log.stats.changepoint import change_point
    from hanabi_log.stats.progress import progress

    report = _report(as_csv, asked)
    found = progress(report.plays, report.mode)
    if as_csv:
        _print_csv(documents.PROGRESS_HEADS, documents.progress_rows(report, found))
        return
    change = change_point(report.plays, report.mode)
    if current().as_json:
        print_json(documents.progress_document(report, found, change))
    else:
        report_stats.print_progress(report, found, change, everything)


def _report(as_csv: bool, asked: dict[str, Any]) -> Report:
    from hanabi_log.cli.report_data import read_report

    run = current()
    if as_csv and run.as_json:
        problem = Problem(_("Either {one} or {other}").format(one="--csv", other="--json"), "csv")
        raise InvalidInput(_("These options do not go together"), [problem])
    with run.open() as log:
        return read_report(log, **asked)


def _board(report: Report, board: str, min_games: int, k: float) -> Board:
    """The board of that name. Effects need numpy, so they are imported when asked for."""
    from hanabi_log.stats import boards

    plays, names, mode = report.plays, report.names, report.mode
    if board == "lineups":
        return boards.lineup_board(plays, names, min_games, mode)
    if board == "groups":
        return boards.group_board(plays, names, min_games, mode)
    if board == "effects":
        from hanabi_log.stats.effects import effects_board

        return effects_board(plays, names, min_games, mode)
    if board == "elo":
        from hanabi_log.stats.elo import elo_board

        return elo_board(plays, names, min_games, mode)
    return boards.people_board(plays, names, k, min_games, mode)


def _print_csv(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    import csv

    from hanabi_log.importers.cells import defuse

    writer = csv.writer(sheet_stream(), lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([defuse(cell) if isinstance(cell, str) else cell for cell in row])
