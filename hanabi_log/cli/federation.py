"""`federation`: the datasets of many clubs as one site."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from hanabi_log.cli.context import Group, current, example
from hanabi_log.cli.output import print_json, tell
from hanabi_log.cli.publishing import address_option, languages_of, say_built
from hanabi_log.i18n import _, current_language

if TYPE_CHECKING:
    from hanabi_log.federation.engines import EngineName

ENGINES = ("sqlite", "duckdb", "spark")
"""As in `federation.engines`, which the help need not import."""


@click.group(
    "federation",
    cls=Group,
    help=_("Many clubs together."),
    epilog=example("hanabi-log federation build clubs --out site"),
)
def federation_command() -> None:
    """The noun `federation`."""


@federation_command.command(
    "build",
    help=_(
        "Write the site of many clubs. A DATASET is a folder that"
        " `export --format parquet --public` wrote, or one into which several were copied."
    ),
    epilog=example(
        'hanabi-log federation build lantern attic --name "Valley league" --out site\n'
        "hanabi-log federation build clubs --engine spark --master spark://head:7077"
    ),
)
@click.argument("datasets", metavar="DATASET...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--out",
    metavar="DIR",
    default="federation-site",
    show_default=True,
    type=click.Path(),
    help=_("The folder of the site."),
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    help=_("What counts the games; DuckDB where it is installed, else SQLite."),
)
@click.option(
    "--master", metavar="URL", help=_("The master of Spark, such as local[4] or spark://head:7077.")
)
@click.option("--name", metavar="TEXT", help=_("The name of the federation."))
@click.option(
    "--templates", type=click.Path(file_okay=False, exists=True), help=_("Your own templates.")
)
@click.option("--lang", "spoken", metavar="CODES", help=_("Languages, the first one first: ko,en."))
@address_option
def build_federation(
    datasets: tuple[str, ...],
    out: str,
    engine: EngineName | None,
    master: str | None,
    name: str | None,
    templates: str | None,
    spoken: str | None,
    base_url: str | None,
) -> None:
    from hanabi_log.federation.collecting import collected
    from hanabi_log.federation.place import check_place
    from hanabi_log.site.federation.build import build

    check_place(out)
    languages = languages_of(spoken) if spoken else (current_language(),)
    called = (name or "").strip() or _("Hanabi federation")
    with collected(datasets, engine, master) as clubs:
        built = build(
            clubs, out, name=called, languages=languages, templates=templates, base_url=base_url
        )
    if current().as_json:
        print_json({**built.as_json(), "clubs": len(clubs)})
        return
    say_built(built, out)
    tell(_("Open {path} to look at it.").format(path=os.path.join(out, "index.html")))
