"""`where`, `init` and `demo`: the first steps."""

from __future__ import annotations

import os

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.output import print_json, tell
from hanabi_log.config import Place
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import open_log


@click.command(
    "where",
    cls=Command,
    help=_("Which log is used here, and why that one."),
    epilog=example("hanabi-log where"),
)
def where_command() -> None:
    run = current()
    place = run.place
    exists = os.path.exists(place.path)
    if run.as_json:
        print_json(
            {
                "path": place.path,
                "reason": place.reason,
                "exists": exists,
                "config": place.config.file,
            }
        )
        return
    click.echo(place.path)
    tell(place.reason if exists else _("{reason}; not there yet").format(reason=place.reason))


@click.command(
    "init",
    cls=Command,
    help=_("Make a club folder: its config, a place for the log, and one for house rules."),
    epilog=example('hanabi-log init my-club --club "Lantern Street Club"'),
)
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False))
@click.option("--club", metavar="NAME", help=_("The club's name, as the site shows it."))
@click.option(
    "--github-pages",
    is_flag=True,
    help=_("Let GitHub build the site from a public log; also for a club that is there already."),
)
def init_command(folder: str, club: str | None, github_pages: bool) -> None:
    from hanabi_log.clubfolder import set_up_club

    run = current()
    if run.db is not None:
        raise InvalidInput(
            _("A club folder has a log of its own"),
            [Problem(_("leave --db out, or change `db` in the config afterwards"), "db")],
        )
    config, files = set_up_club(folder, club, github_pages=github_pages)
    place = Place(config.database, "", config)
    open_log(place, run.now, create=True).close()
    if run.as_json:
        print_json(
            {
                "folder": config.folder,
                "config": config.file,
                "db": place.path,
                "files": list(files),
            }
        )
    else:
        click.echo(_("The club folder {folder} is ready.").format(folder=folder))
        for path in files:
            tell(_("Written: {path}").format(path=os.path.join(folder, path)))
        tell(_('Begin an evening there: hanabi-log session start -p "Mina, Jun"'))


@click.command(
    "demo",
    cls=Command,
    help=_("Make a sample club with an invented history, and build its site."),
    epilog=example("hanabi-log demo demo"),
)
@click.argument("folder", metavar="[DIR]", default="hanabi-demo", type=click.Path(file_okay=False))
def demo_command(folder: str) -> None:
    from hanabi_log.demo import make_demo

    run = current()
    if not run.as_json:
        tell(_("Two years of an invented club and its site: this takes a minute or two."))
    made = make_demo(folder)
    if run.as_json:
        print_json({"folder": made.folder, "db": made.db, "site": made.site, "games": made.games})
    else:
        tell(_("A sample club with {n} games; open this page:").format(n=made.games))
        click.echo(os.path.abspath(os.path.join(made.site, "index.html")))
