"""What every command shares: `--json`, `--db`, `--lang`, and the way to the log.

The shared options may stand before or after the command's name.
"""

from __future__ import annotations

import os
import sys
from datetime import datetime
from typing import Any

import click

from hanabi_log.config import Place, locate
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _
from hanabi_log.logbook.log import Log, open_log

COMPLETION = "_HANABI_LOG_COMPLETE"
"""Set by a shell that asks for completions; click makes the name from that of the program."""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Session:
    """One run of the program: what the shared options said."""

    def __init__(self) -> None:
        self.as_json = False
        self.db: str | None = None

    @property
    def now(self) -> datetime:
        """The hour by the clock of the machine."""
        return datetime.now()

    @property
    def place(self) -> Place:
        """Where the log is."""
        return locate(self.db, os.environ, os.getcwd())

    def open(self, *, create: bool = False) -> Log:
        """The log, to be used in a with-statement."""
        return open_log(self.place, self.now, create=create)

    def open_trial(self) -> Log:
        """The log for a trial that stores nothing; where there is none yet, one in memory."""
        place = self.place
        if os.path.exists(place.path):
            return open_log(place, self.now)
        return open_log(place._replace(path=":memory:"), self.now, create=True)


def current() -> Session:
    """The run that is going on."""
    return click.get_current_context().ensure_object(Session)


def on_terminal() -> bool:
    """Whether a person can be asked and will see the question."""
    # A stream that the caller has closed is None.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _keep_json(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    run = ctx.ensure_object(Session)
    run.as_json = run.as_json or value


def _keep_db(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    run = ctx.ensure_object(Session)
    if value == "":
        message = _("The name of the log is empty")
        raise InvalidInput(message, [Problem(message, "db")])
    run.db = value or run.db


COMMON = (
    click.Option(
        ["--json", "as_json"],
        is_flag=True,
        expose_value=False,
        # Known before any other option is answered, wherever it stands.
        is_eager=True,
        callback=_keep_json,
        help=_("Print one JSON document and nothing else."),
    ),
    click.Option(
        ["--db"],
        # Whether it can be read is for the store to say, and no matter to a restore.
        type=click.Path(dir_okay=False, readable=False),
        expose_value=False,
        callback=_keep_db,
        help=_("The log to work on."),
    ),
    click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=_("The language to speak; else that of your system."),
    ),
    click.Option(
        ["--debug"], is_flag=True, expose_value=False, help=_("Show the traceback of a bug.")
    ),
)


class Command(click.Command):
    """A command with the shared options."""

    def __init__(self, *args: Any, **attributes: Any) -> None:
        attributes["context_settings"] = {**CONTEXT, **attributes.get("context_settings", {})}
        super().__init__(*args, **attributes)
        own = {name for option in self.params for name in option.opts}
        # `build` has a --lang of its own, for the languages of the site.
        self.params = [*self.params, *(one for one in COMMON if not own & set(one.opts))]


class Group(click.Group):
    """A noun whose verbs are commands with the shared options."""

    command_class = Command

    def __init__(self, *args: Any, **attributes: Any) -> None:
        attributes["context_settings"] = {**CONTEXT, **attributes.get("context_settings", {})}
        super().__init__(*args, **attributes)
        self.params = [*self.params, *COMMON]


def example(text: str) -> str:
    """The last lines of a command's help: how it is used."""
    return "\b\n" + _("Example:") + "\n" + "\n".join(f"  {line}" for line in text.splitlines())
