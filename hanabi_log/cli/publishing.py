"""`build`: the club's page."""

from __future__ import annotations

import os

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.output import print_json, tell
from hanabi_log.config import Config
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _, ngettext


@click.command(
    "build",
    cls=Command,
    help=_("Write the site: a folder of pages to open, or to put on any web host."),
    epilog=example("hanabi-log build --out site"),
)
@click.option("--out", metavar="DIR", help=_("Where to; `site` beside the config if unsaid."))
@click.option("--lang", "spoken", metavar="CODES", help=_("Languages, the first one first: ko,en."))
@click.option(
    "--templates", type=click.Path(file_okay=False, exists=True), help=_("Your own templates.")
)
@click.option("--base-url", metavar="URL", help=_("The address that the site will have."))
def build_command(
    out: str | None, spoken: str | None, templates: str | None, base_url: str | None
) -> None:
    from hanabi_log.logbook.publishing import load_club
    from hanabi_log.site.build import build

    run = current()
    config = run.place.config
    target = out or _beside(config, config.site.out)
    with run.open() as log:
        club = load_club(log)
    built = build(
        club,
        target,
        languages=_languages(spoken) if spoken else config.spoken,
        templates=templates or _optional(config, config.site.templates),
        base_url=base_url or config.site.base_url,
    )
    if run.as_json:
        print_json(built.as_json())
        return
    pages = ngettext("{n} file", "{n} files", built.files).format(n=built.files)
    click.echo(
        _("Built {pages} in {out}: {written} new or changed, {unchanged} as before.").format(
            pages=pages, out=target, written=len(built.written), unchanged=len(built.unchanged)
        )
    )
    tell(_("Open {path} to look at it.").format(path=os.path.join(target, "index.html")))


def _languages(spoken: str) -> tuple[str, ...]:
    codes = tuple(dict.fromkeys(code.strip() for code in spoken.split(",") if code.strip()))
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown or not codes:
        message = _("{found} does not fit; allowed: {allowed}").format(
            found=repr(spoken), allowed=", ".join(LANGUAGES)
        )
        raise InvalidInput(_("The site cannot be built"), [Problem(message, "lang")])
    return codes


def _beside(config: Config, path: str) -> str:
    return os.path.join(config.folder, path) if config.folder else path


def _optional(config: Config, path: str | None) -> str | None:
    return _beside(config, path) if path else None
