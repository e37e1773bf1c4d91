"""`import`: a club's history in.

On a terminal the first games are shown and nothing is stored before somebody says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from hanabi_log.cli.context import Command, Session, current, example, on_terminal
from hanabi_log.cli.options import group_option, ruleset_option
from hanabi_log.cli.output import (
    check_spares,
    print_json,
    print_table,
    tally,
    tell,
    tell_problems,
    tell_trial,
)
from hanabi_log.errors import InvalidInput
from hanabi_log.i18n import _, ngettext

if TYPE_CHECKING:
    from hanabi_log.importers.registry import Reading
    from hanabi_log.logbook.hoola_intake import HoolaReport
    from hanabi_log.logbook.intake_report import Entry, ImportReport
    from hanabi_log.records import Draft

IMPORT_FORMATS = (
    *("auto", "csv", "xlsx", "ods", "jsonl", "bgstats", "bgg-xml", "bgg-csv", "bgg-json"),
    *("hanablive", "league"),
)
LONG = 4 << 20
"""Bytes; reading more takes long enough to show how far it is."""
PREVIEWED = 12
_STEP = 500
_MOST_NAMED = 12


@click.command(
    "import",
    cls=Command,
    help=_("Read games from files; reading the same file again changes nothing."),
    epilog=example("hanabi-log import sheet.csv --map sheet.map.toml --dry-run"),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--format",
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
@click.option("--yes", is_flag=True, help=_("Store without asking."))
@click.option(
    "--report",
    "report_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help=_("Write what became of every row, as .html or .json."),
)
@group_option
@ruleset_option
def import_command(
    files: tuple[str, ...],
    format: str,
    map_file: str | None,
    encoding: str | None,
    date_order: str | None,
    yes: bool,
    report_file: str | None,
    **intent: Any,
) -> None:
    from hanabi_log.importers.registry import read_files
    from hanabi_log.logbook.intake import import_drafts
    from hanabi_log.logbook.intake_document import MOST_ENTRIES, check_name, write_document

    run = current()
    if report_file is not None:
        check_name(report_file)
        inputs = [path for path in (*files, map_file) if path not in (None, "-")]
        check_spares(report_file, "report", (*inputs, *run.place.files))

    def take(entries: int, **changes: Any) -> tuple[Reading, ImportReport]:
        reading = read_files(
            files, format=format, map_file=map_file, encoding=encoding, date_order=date_order
        )
        trial = changes.get("dry_run", intent["dry_run"])
        with run.open_trial() if trial else run.open(create=True) as log:
            watched = replace(reading, drafts=_watched(reading, run))
            return reading, import_drafts(log, watched, entries=entries, **{**intent, **changes})

    told = False
    if not (yes or intent["dry_run"] or run.as_json) and on_terminal():
        told = _preview(*take(PREVIEWED, dry_run=True, fates=("added", "changed")))
    reading, report = take(MOST_ENTRIES if report_file else 0)
    if report_file is not None:
        write_document(report_file, reading, report, dry_run=intent["dry_run"])
    if run.as_json:
        print_json(report.as_json())
    else:
        if not told:
            _tell_findings(reading, report)
        click.echo(counts_line(report))
        if intent["dry_run"]:
            tell_trial()
        if report_file is not None:
            tell(_("Written: {path}").format(path=report_file))
    if report.failed:
        sys.exit(InvalidInput.exit_code)


def _watched(reading: Reading, run: Session) -> Iterator[Draft]:
    """The drafts, with a bar on the terminal that moves while long files are read."""
    if run.as_json or reading.meter.size < LONG or not sys.stderr.isatty():
        yield from reading.drafts
        return
    with click.progressbar(length=reading.meter.size, label=_("Reading"), file=sys.stderr) as bar:
        shown = 0
        for number, draft in enumerate(reading.drafts):
            if number % _STEP == 0:
                done = reading.meter.done
                bar.update(done - shown)
                shown = done
            yield draft
        bar.update(reading.meter.size - shown)


def _preview(reading: Reading, report: ImportReport) -> bool:
    """Tell all that an import would do, and go on only if that is wanted; False where nothing
    would be stored, so that there is nothing to ask."""
    if report.failed or not report.added + report.changed:
        return False
    heads = (_("Date"), _("Group"), _("Players"), _("Rules"), _("Score"), "")
    print_table(heads, [_cells(entry) for entry in report.entries], right=(4,))
    if more := report.added + report.changed - len(report.entries):
        tell(ngettext("and {n} more game", "and {n} more games", more).format(n=more))
    _tell_findings(reading, report)
    tell(counts_line(report))
    click.confirm(_("Store this?"), abort=True, err=True)
    return True


def _cells(entry: Entry) -> tuple[str, ...]:
    names = ", ".join(name or _("guest") for name in entry.players)
    score = "–" if entry.score is None else str(entry.score)
    what = _("new") if entry.fate == "added" else _("changed")
    return (entry.date or "–", entry.group or "–", names, entry.ruleset or "–", score, what)


def _tell_findings(reading: Reading, report: ImportReport) -> None:
    """What is odd about the rows of an import, and who is new."""
    for note in reading.notes:
        tell(note)
    tell_problems(report.problems)
    if report.failed:
        tell(_("Nothing was stored: mend these rows, or leave them out with --skip-bad."))
    elif people := report.new_people:
        named = ", ".join(people[:_MOST_NAMED]) + ("…" if len(people) > _MOST_NAMED else "")
        count = ngettext("{n} new person: {names}", "{n} new people: {names}", len(people))
        tell(count.format(n=len(people), names=named))
    if report.kept:
        message = ngettext(
            "{n} row says otherwise than the log, where somebody changed or deleted the game; the"
            " log keeps it, and --report tells what",
            "{n} rows say otherwise than the log, where somebody changed or deleted the games; the"
            " log keeps them, and --report tells what",
            report.kept,
        )
        tell(message.format(n=report.kept))


def counts_line(report: ImportReport | HoolaReport) -> str:
    """What became of the rows of an import, in numbers."""
    return tally(
        (
            (report.added, _("added")),
            (report.changed, _("changed")),
            (report.unchanged, _("unchanged")),
            (report.skipped, _("skipped")),
        )
    )
