"""`export`: the games as files that people and other programs can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import group_option
from hanabi_log.cli.output import check_spares, print_json, sheet_stream, tell
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.people import group_id

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

EXPORT_FORMATS = ("jsonl", "csv", "parquet", "bgstats-link")


@click.command(
    "export",
    cls=Command,
    help=_("Write the games to a file or to the screen; JSONL keeps everything."),
    epilog=example("hanabi-log export --format csv -o games.csv"),
)
@click.option(
    "--format",
    type=click.Choice(EXPORT_FORMATS),
    default="jsonl",
    show_default=True,
    help=_("Lines of JSON, a sheet, a folder of Parquet files, or links for the BG Stats app."),
)
@click.option("--since", metavar="DATE", help=_("Only games of this day or later."))
@click.option(
    "--public", is_flag=True, help=_("Without hidden names, notes and places, for anybody to read.")
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help=_("The file, a folder for Parquet; the screen if unsaid, or -."),
)
@click.option("--bom", is_flag=True, help=_("Mark a CSV file as UTF-8, so that Excel opens it."))
@group_option
def export_command(
    format: str,
    since: str | None,
    public: bool,
    output: str | None,
    bom: bool,
    group: str | None,
) -> None:
    from hanabi_log.exporters import registry

    run = current()
    if output not in (None, "-"):
        check_spares(output, "output", run.place.files)
    export = _chosen(since, group, public)
    if output is None or output == "-":
        if run.as_json:
            print_json(registry.documents(export, format))
        else:
            registry.write(export, format, sheet_stream())
        return
    path = registry.save(export, format, output, bom=bom)
    if run.as_json:
        print_json({"path": path, "format": format, "games": len(export.games)})
    else:
        count = ngettext("{n} game", "{n} games", len(export.games)).format(n=len(export.games))
        tell(_("Written: {path} ({count})").format(path=path, count=count))


def _chosen(since: str | None, group: str | None, public: bool) -> Export:
    from hanabi_log.exporters.registry import Export, Origin
    from hanabi_log.logbook.log import stored_rulesets, with_warnings
    from hanabi_log.logbook.publicgames import public_games
    from hanabi_log.logbook.publishing import load_club
    from hanabi_log.storage.games import Selection, load_games
    from hanabi_log.storage.origin import log_id

    with current().open() as log:
        # Whoever loads the club of a large log looks anew; all that follows is of that state.
        club = load_club(log) if public else None
        wanted = Selection(group=group_id(log, group), since=log.day(since))
        games = with_warnings(log, load_games(log.connection, wanted))
        if club:
            games = list(public_games(club, games))
            if club.hoola:
                tell(
                    _("Matches of Hoola King are not in a public file, nor on a site made from it.")
                )
        origin = Origin(log_id(log.connection), log.config.club or _("Hanabi club"))
        return Export(tuple(games), stored_rulesets(log), public, origin)
