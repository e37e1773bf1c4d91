"""`hoola export` and `hoola import`: matches in and out as JSONL, ids kept.

They stand beside `export` and `import`, whose lines are Hanabi games: a file holds one kind
of thing, so that nothing has to be told apart when it is read.
"""

from __future__ import annotations

import sys

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.exchange import counts_line
from hanabi_log.cli.options import group_option
from hanabi_log.cli.output import check_spares, print_json, tell, tell_problems, tell_trial
from hanabi_log.errors import InvalidInput
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.people import group_id


@click.command(
    "export",
    cls=Command,
    help=_("Write the matches, aborted ones too, as JSONL: one match a line, nothing lost."),
    epilog=example("hanabi-log hoola export -o hoola.jsonl"),
)
@click.option("--since", metavar="DATE", help=_("Only matches of this day or later."))
@click.option("-o", "--output", type=click.Path(), help=_("The file; the screen if unsaid."))
@group_option
def export_matches(since: str | None, output: str | None, group: str | None) -> None:
    from hanabi_log.exporters.hoola import lines_of
    from hanabi_log.exporters.target import filling
    from hanabi_log.storage.hoola import Selection, load_matches

    run = current()
    if output not in (None, "-"):
        check_spares(output, "output", run.place.files)
    with run.open() as log:
        wanted = Selection(group=group_id(log, group), since=log.day(since))
        matches = load_matches(log.connection, wanted)
    if output is None or output == "-":
        if run.as_json:
            print_json([match.as_json() for match in matches])
        else:
            for line in lines_of(matches):
                click.echo(line)
        return
    with filling(output, "utf-8") as stream:
        stream.writelines(f"{line}\n" for line in lines_of(matches))
    if run.as_json:
        print_json({"path": output, "format": "jsonl", "matches": len(matches)})
    else:
        count = ngettext("{n} match", "{n} matches", len(matches)).format(n=len(matches))
        tell(_("Written: {path} ({count})").format(path=output, count=count))


@click.command(
    "import",
    cls=Command,
    help=_(
        "Read matches from JSONL files that `hoola export` wrote. Reading a file again changes"
        " nothing; a match that has gone on since gets its new rounds."
    ),
    epilog=example("hanabi-log hoola import hoola.jsonl"),
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--skip-bad", is_flag=True, help=_("Store the good lines, leave out the others."))
@click.option("--dry-run", is_flag=True, help=_("Read and check, but store nothing."))
def import_matches(files: tuple[str, ...], skip_bad: bool, dry_run: bool) -> None:
    from hanabi_log.logbook.hoola_intake import import_matches as take

    run = current()
    with run.open(create=True) as log:
        report = take(log, files, skip_bad=skip_bad, dry_run=dry_run)
    if run.as_json:
        print_json(report.as_json())
    else:
        tell_problems(report.problems)
        if report.failed:
            tell(_("Nothing was stored: mend these lines, or leave them out with --skip-bad."))
        click.echo(counts_line(report))
        if dry_run:
            tell_trial()
    if report.failed:
        sys.exit(InvalidInput.exit_code)
