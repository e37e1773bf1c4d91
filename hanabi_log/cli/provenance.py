"""`--version`: the version on the first line, and below it where the program comes from."""

from __future__ import annotations

import click

from hanabi_log.cli.context import current
from hanabi_log.cli.output import print_json
from hanabi_log.i18n import _
from hanabi_log.logbook.provenance import provenance


def print_version() -> None:
    """Print it. The first line stays as it is: programs read it."""
    found = provenance()
    if current().as_json:
        print_json(found.as_json())
        return
    click.echo(f"hanabi-log, version {found.version}")
    click.echo(_("Built from commit: {commit}").format(commit=found.commit or _("unknown")))
    parts = {"Python": found.python, "SQLite": found.sqlite, **found.engines}
    click.echo(" · ".join(f"{name} {number}" for name, number in parts.items()))
