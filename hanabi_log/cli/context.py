"""What every command shares: `--json`, `--db`, `--lang`, and the way to the log.

The shared options may stand before or after the command's name.
"""

from __future__ import annotations

import os
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from hanabi_log.config import Place, locate
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _
from hanabi_log.logbook.log import Log, open_log

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMPLETION = "_HANABI_LOG_COMPLETE"
"""Set by a shell that asks for completions; click makes the name from that of the program."""
CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


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
        """The log, to be used in a with-statement; one that is made for it is told."""
        place = self.place
        begins = create and not os.path.exists(place.path)
        log = open_log(place, self.now, create=create)
        if begins:
            click.echo(_begun(place), err=True)
        return log

    def open_trial(self) -> Log:
        """The log for a trial that stores nothing; where there is none yet, one in memory."""
        place = self.place
        if os.path.exists(place.path):
            return open_log(place, self.now)
        return open_log(place._replace(path=":memory:"), self.now, create=True)


def _begun(place: Place) -> str:
    if place.config.folder:
        text = _("A new log was begun at {path} ({reason}).")
    else:
        text = _(
            "A new log was begun at {path} ({reason}). This is no club's folder;"
            " `hanabi-log init` makes one."
        )
    return text.format(path=place.path, reason=place.reason)


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


class Told(click.Option):
    """An option made before the language is known: its help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], _(record[1]))


class _LogFile(click.ParamType):  # type: ignore[type-arg]  # click 8.2 takes none
    """The path of a log, not of a folder.

    `click.Path` would look for click's own translations, which takes longer than `add` takes
    to store a game; whether the file can be read is for the store to say, and no matter to a
    restore.
    """

    name = "file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if os.path.isdir(value):
            self.fail(_("{path} is a folder").format(path=repr(value)), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


COMMON = (
    Told(
        ["--json", "as_json"],
        is_flag=True,
        expose_value=False,
        # Known before any other option is answered, wherever it stands.
        is_eager=True,
        callback=_keep_json,
        help=_("Print one JSON document and nothing else."),
    ),
    Told(
        ["--db"],
        type=_LogFile(),
        expose_value=False,
        callback=_keep_db,
        help=_("The log to work on."),
    ),
    Told(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=_("The language to speak; else that of your system."),
    ),
    Told(["--debug"], is_flag=True, expose_value=False, help=_("Show the traceback of a bug.")),
)


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


HELP = Told(
    CONTEXT["help_option_names"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help=_("Show this message and exit."),
)


class Quick(click.Command):
    """A command that is parsed without what click would do for nothing each time.

    The help option is ours and in our languages. A short option is known by its name at
    once: click takes it for an unknown long one first, and looks for names like it.
    """

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return HELP if self.get_help_option_names(ctx) else None

    def make_parser(self, ctx: click.Context) -> Any:
        parser = super().make_parser(ctx)
        # Not promised by click: without these tables nothing but the gain is lost.
        vars(parser).get("_long_opt", {}).update(vars(parser).get("_short_opt", {}))
        return parser


class Commands(Quick, click.Group):
    """A group that names the nearest command for one that it does not have."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        typed = args[0] if args else ""
        if typed[:1].isalnum() and self.get_command(ctx, typed) is None:
            from difflib import get_close_matches

            near = get_close_matches(typed, self.list_commands(ctx))
            message = _("There is no command {name}").format(name=typed)
            if near:
                message = _("There is no command {name}; near: {names}").format(
                    name=typed, names=", ".join(near)
                )
            ctx.fail(message)
        return super().resolve_command(ctx, args)


class Command(Quick):
    """A command with the shared options."""

    def __init__(self, *args: Any, **attributes: Any) -> None:
        attributes["context_settings"] = {**CONTEXT, **attributes.get("context_settings", {})}
        super().__init__(*args, **attributes)
        own = {name for option in self.params for name in option.opts}
        # `build` has a --lang of its own, for the languages of the site.
        self.params = [*self.params, *(one for one in COMMON if not own & set(one.opts))]


class Group(Commands):
    """A noun whose verbs are commands with the shared options."""

    command_class = Command

    def __init__(self, *args: Any, **attributes: Any) -> None:
        attributes["context_settings"] = {**CONTEXT, **attributes.get("context_settings", {})}
        super().__init__(*args, **attributes)
        self.params = [*self.params, *COMMON]


def example(text: str) -> str:
    """The last lines of a command's help: how it is used."""
    for name, ours in _sample_names().items():
        text = text.replace(name, ours)
    return "\b\n" + _("Example:") + "\n" + "\n".join(f"  {line}" for line in text.splitlines())


def _sample_names() -> dict[str, str]:
    """The people and the group of the examples, as somebody of the language would be called."""
    return {
        "Mina": _("Mina"),
        "Jun": _("Jun"),
        "Ara": _("Ara"),
        "Tuesday table": _("Tuesday table"),
        "School club": _("School club"),
    }
