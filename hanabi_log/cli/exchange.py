"""`import`: a club's history in."""

from __future__ import annotations

import sys
from typing import Any

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import group_option, ruleset_option
from hanabi_log.cli.output import print_json, tell, tell_problems
from hanabi_log.i18n import _

IMPORT_FORMATS = (
    *("auto", "csv", "xlsx", "ods", "jsonl", "bgstats", "bgg-xml", "bgg-csv", "bgg-json"),
    *("hanablive", "league"),
)


@click.command(
    "import",
    cls=Command,
    help=_("Read games from files; reading the same file again changes nothing."),
    epilog=example("hanabi-log import sheet.csv --map sheet.map.toml --dry-run"),
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option(
    "--format",
    "format_",
    type=click.Choice(IMPORT_FORMATS),
    default="auto",
    help=_("What the files are; found out if unsaid."),
)
@click.option("--map", "map_file", type=click.Path(), help=_("A TOML file with your headings."))
@click.option("--encoding", metavar="NAME", help=_("The files' encoding; found out if unsaid."))
@click.option(
    "--date-order",
    type=click.Choice(("dmy", "mdy")),
    help=_("How dates such as 03/04/2026 are meant."),
)
@click.option("--skip-bad", is_flag=True, help=_("Store the good rows and leave out the others."))
@click.option("--dry-run", is_flag=True, help=_("Read and check, but store nothing."))
@group_option
@ruleset_option
def import_command(
    files: tuple[str, ...],
    format_: str,
    map_file: str | None,
    encoding: str | None,
    date_order: str | None,
    **intent: Any,
) -> None:
    from hanabi_log.importers.registry import read_files
    from hanabi_log.logbook.intake import import_drafts

    run = current()
    reading = read_files(
        files, format=format_, map_file=map_file, encoding=encoding, date_order=date_order
    )
    with run.open(create=True) as log:
        report = import_drafts(log, reading, **intent)
    if run.as_json:
        print_json(report.as_json())
    else:
        _print_report(report, dry_run=intent["dry_run"])
    if report.failed:
        sys.exit(2)


def _print_report(report: Any, *, dry_run: bool) -> None:
    tell_problems(report.problems)
    if report.failed:
        tell(_("Nothing was stored: mend these rows, or leave them out with --skip-bad."))
    counts = (
        (report.added, _("added")),
        (report.changed, _("changed")),
        (report.unchanged, _("unchanged")),
        (report.skipped, _("skipped")),
    )
    click.echo(" · ".join(f"{number} {word}" for number, word in counts))
    if dry_run:
        tell(_("A trial: nothing was stored."))
