"""`build`, `serve` and `publish`: the club's page, here and on the web."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from datetime import datetime
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.output import print_json, report_error, tell
from hanabi_log.errors import HanabiLogError, InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _, ngettext

if TYPE_CHECKING:
    from hanabi_log.config import Place
    from hanabi_log.publishing.making import Order
    from hanabi_log.site.output import Built

F = TypeVar("F", bound=Callable[..., Any])

LOOK_EVERY = 0.5
"""Seconds between two looks at what the site is made from."""


def site_options(command: F) -> F:
    """How the site is made, where the config is not to decide."""
    for option in (
        click.option(
            "--from",
            "source",
            metavar="FILE",
            type=click.Path(dir_okay=False, exists=True),
            help=_("Build from a file that `export --public` wrote, instead of the log."),
        ),
        click.option(
            "--templates",
            type=click.Path(file_okay=False, exists=True),
            help=_("Your own templates."),
        ),
        click.option(
            "--lang",
            "spoken",
            metavar="CODES",
            help=_("Languages, the first one first: ko,en."),
        ),
    ):
        command = option(command)
    return command


def address_option(command: F) -> F:
    """`--base-url`: where the site will be found."""
    return click.option(
        "--base-url",
        metavar="URL",
        callback=_web_address,
        help=_("The address that the site will have."),
    )(command)


def _web_address(_context: click.Context, _option: click.Parameter, said: str | None) -> str | None:
    from hanabi_log.configfile import is_web_address

    if said is not None and not is_web_address(said):
        message = _("{found} does not fit; allowed: {allowed}").format(
            found=repr(said), allowed="https://…"
        )
        raise InvalidInput(_("The site cannot be built"), [Problem(message, "base-url")])
    return said


@click.command(
    "build",
    cls=Command,
    help=_("Write the site: a folder of pages to open, or to put on any web host."),
    epilog=example("hanabi-log build --out site"),
)
@click.option("--out", metavar="DIR", help=_("Where to; `site` beside the config if unsaid."))
@site_options
@address_option
def build_command(out: str | None, **said: Any) -> None:
    from hanabi_log.publishing.making import beside, make_site

    run = current()
    target = out or beside(run.place.config, run.place.config.site.out) or "site"
    built = make_site(run.place, run.now, target, _order(**said))
    if run.as_json:
        print_json(built.as_json())
        return
    say_built(built, target)
    tell(_("Open {path} to look at it.").format(path=os.path.join(target, "index.html")))


@click.command(
    "serve",
    cls=Command,
    help=_("Show the site on this machine only, until you press Ctrl-C."),
    epilog=example("hanabi-log serve --watch"),
)
@click.option("--watch", is_flag=True, help=_("Build again whenever the log or a setting changes."))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help=_("The port; 0 takes a free one."),
)
@site_options
def serve_command(watch: bool, port: int, **said: Any) -> None:
    from hanabi_log.publishing.serving import Server

    run = current()
    # Whoever ends the program by its number gets the same end as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with TemporaryDirectory(prefix="hanabi-log-") as folder:
        site = os.path.join(folder, "site")
        os.mkdir(site)
        server = Server(site, port)
        try:
            _serve(run.place, lambda: run.now, server, site, watch, said)
        except KeyboardInterrupt:
            tell(_("Stopped."))
        finally:
            server.close()


def _serve(
    place: Place,
    clock: Callable[[], datetime],
    server: Any,
    site: str,
    watch: bool,
    said: dict[str, Any],
) -> None:
    from hanabi_log.publishing.making import make_site, sources
    from hanabi_log.publishing.watching import Watch

    order = _order(**said, base_url=server.address)
    watched = Watch(sources(place, order))
    make_site(place, clock(), site, order)
    with server.answering():
        if current().as_json:
            print_json({"address": server.address, "watch": watch})
        else:
            click.echo(server.address)
            tell(_("Press Ctrl-C to stop."))
        while True:
            time.sleep(LOOK_EVERY)
            if watch and watched.changed():
                _build_again(site, clock, order)


def _build_again(site: str, clock: Callable[[], datetime], order: Order) -> None:
    from hanabi_log.publishing.making import make_site

    try:
        # The config may be what has changed, so it is read again.
        built = make_site(current().place, clock(), site, order)
    except HanabiLogError as error:
        # The old site stays up until what is wrong is mended.
        report_error(error, False)
    else:
        changed = len(built.written) + len(built.removed)
        tell(
            ngettext("Built again: {n} file changed.", "Built again: {n} files changed.", changed)
            .format(n=changed)
        )  # fmt: skip


@click.command(
    "publish",
    cls=Command,
    help=_("Build the site and put it on the web: into a branch that a host serves, or a folder."),
    epilog=example("hanabi-log publish --to gh-pages\nhanabi-log publish --to /srv/www/club"),
)
@click.option(
    "--to",
    "target",
    metavar="gh-pages|DIR",
    default="gh-pages",
    show_default=True,
    help=_("The branch gh-pages of this folder's repository, or a folder."),
)
@click.option("--remote", default="origin", show_default=True, help=_("The git remote."))
@click.option(
    "--anyway", is_flag=True, help=_("Publish although settings or rules are not committed.")
)
@site_options
@address_option
def publish_command(target: str, remote: str, anyway: bool, **said: Any) -> None:
    from hanabi_log.publishing.address import address_of
    from hanabi_log.publishing.branch import BRANCH, Published, publish_branch
    from hanabi_log.publishing.making import make_site, sources

    run = current()
    place, order = run.place, _order(**said)

    def make(folder: str) -> Built:
        return make_site(place, run.now, folder, order)

    if target == BRANCH:
        folder = place.config.folder or os.getcwd()
        done = publish_branch(folder, make, sources(place, order), remote=remote, anyway=anyway)
    else:
        built = make(target)
        done = Published(target, built.files, bool(built.written or built.removed))
    if run.as_json:
        print_json(done.as_json())
    else:
        files = ngettext("{n} file", "{n} files", done.files).format(n=done.files)
        message = (
            _("Published {files} to {target}.")
            if done.changed
            else _("Nothing has changed: {target} has all {files} already.")
        )
        click.echo(message.format(files=files, target=done.target))
        if target == BRANCH:
            tell(_where(address_of(folder, remote, place, order), BRANCH))


def _where(address: str | None, branch: str) -> str:
    """A sentence on where the branch is to be looked at."""
    if address is None:
        text = _("The host shows the branch {branch} at an address that its settings tell.")
    else:
        text = _(
            "Look at {address} in a few minutes. Nothing there? Let the host serve the branch"
            " {branch}; at GitHub that is under Settings, Pages."
        )
    return text.format(address=address, branch=branch)


def say_built(built: Built, target: str) -> None:
    """What a build did, in one line."""
    pages = ngettext("{n} file", "{n} files", built.files).format(n=built.files)
    click.echo(
        _("Built {pages} in {out}: {written} new or changed, {unchanged} as before.").format(
            pages=pages, out=target, written=len(built.written), unchanged=len(built.unchanged)
        )
    )


def _order(
    spoken: str | None, templates: str | None, source: str | None, base_url: str | None = None
) -> Order:
    from hanabi_log.publishing.making import Order

    return Order(
        languages=languages_of(spoken) if spoken else None,
        templates=templates,
        base_url=base_url,
        source=source,
    )


def languages_of(spoken: str) -> tuple[str, ...]:
    """The languages that an option names, each once."""
    codes = tuple(dict.fromkeys(code.strip() for code in spoken.split(",") if code.strip()))
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown or not codes:
        message = _("{found} does not fit; allowed: {allowed}").format(
            found=repr(spoken), allowed=", ".join(LANGUAGES)
        )
        raise InvalidInput(_("The site cannot be built"), [Problem(message, "lang")])
    return codes
