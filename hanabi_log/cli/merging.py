"""`merge`: two files, one club."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.output import print_json, tally, tell_trial, tell_warnings
from hanabi_log.i18n import _, ngettext

if TYPE_CHECKING:
    from hanabi_log.logbook.merge_report import MergeReport


@click.command(
    "merge",
    cls=Command,
    help=_(
        "Take in everything from another log. OTHER is only read; of a game that both changed"
        " the newer state counts, and the other one stays in its history. Merging twice"
        " changes nothing, and `undo` takes a merge back."
    ),
    epilog=example("hanabi-log merge jun-laptop.db --dry-run"),
)
@click.argument("other", metavar="OTHER", type=click.Path())
@click.option("--dry-run", is_flag=True, help=_("Show what would come of it, but store nothing."))
def merge_command(other: str, dry_run: bool) -> None:
    from hanabi_log.logbook.log import short_id
    from hanabi_log.logbook.merging import merge_log

    run = current()
    with run.open(create=True) as log:
        report = merge_log(log, other, dry_run=dry_run)
        rewritten = [short_id(log, id) for id in report.rewritten]
    if run.as_json:
        print_json(report.as_json())
    else:
        _print_report(report, rewritten)


def _print_report(report: MergeReport, rewritten: list[str]) -> None:
    counts = (
        (report.added, _("added")),
        (report.changed, _("changed")),
        (report.removed, _("removed")),
        (report.kept, _("newer here")),
        (report.unchanged, _("unchanged")),
    )
    click.echo(tally(counts))
    if report.matches:
        matches = ngettext(
            "{n} match of Hoola King is new or changed",
            "{n} matches of Hoola King are new or changed",
            report.matches,
        )
        click.echo(matches.format(n=report.matches))
    if report.new_people:
        click.echo(_("New in the log: {names}").format(names=", ".join(report.new_people)))
    if report.new_groups:
        click.echo(_("New groups: {names}").format(names=", ".join(report.new_groups)))
    for goes, stays in report.one_person:
        click.echo(
            _("{name} is one person in both logs, as {other}").format(name=goes, other=stays)
            if goes != stays
            else _("{name} is one person in both logs").format(name=stays)
        )
    for twin in report.twins:
        click.echo(
            _(
                "These look like one game of {date}: {here} and {there}; `delete` takes one out"
            ).format(date=twin.here.date, here=twin.here.id, there=twin.there.id)
        )
    if rewritten:
        click.echo(
            _("… stands for names of people who were erased in: {games}").format(
                games=", ".join(rewritten)
            )
        )
    tell_warnings(report.remarks)
    if not report.stored:
        tell_trial()
