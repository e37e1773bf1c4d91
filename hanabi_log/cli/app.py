"""The root of the command line and the one place where an exception becomes a message.

Commands are found by name and their modules imported only when they run, so that
logging a game does not pay for building a site. A reader that goes away, as `head` does, ends a
command quietly with exit code 141; what it stored stays stored.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

from hanabi_log.cli.context import COMMON, COMPLETION, CONTEXT, Commands, Told
from hanabi_log.cli.output import replace_unshowable, report_error, tell
from hanabi_log.errors import HanabiLogError, InvalidInput, Problem, reason_of
from hanabi_log.i18n import _, current_language, language_of, use_language

COMMANDS = {
    "add": "adding",
    "score": "scoring",
    "session": "evenings",
    "list": "games",
    "show": "games",
    "edit": "editing",
    "delete": "editing",
    "restore": "editing",
    "undo": "history",
    "history": "history",
    "players": "people",
    "groups": "groups",
    "rulesets": "rulesets",
    "unknown": "unknowns",
    "rescore": "safety",
    "import": "exchange",
    "export": "exporting",
    "merge": "merging",
    "backup": "safety",
    "doctor": "safety",
    "hoola": "hoola",
    "stats": "reports",
    "leaderboard": "reports",
    "records": "reports",
    "progress": "reports",
    "build": "publishing",
    "serve": "publishing",
    "publish": "publishing",
    "federation": "federation",
    "demo": "starting",
    "init": "starting",
    "where": "starting",
    "completion": "completion",
}
"""The module in `hanabi_log.cli` that holds each command, in the order of the help."""


class _CutOff(Exception):
    """Whoever read what is printed went away."""


@contextmanager
def _noticing_closed_pipes() -> Iterator[None]:
    """click and rich would answer a closed pipe themselves, as if something had failed."""
    try:
        yield
    except BrokenPipeError:
        raise _CutOff from None
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            raise _CutOff from None
        raise


class Root(Commands):
    """Loads commands by name, and turns whatever goes wrong into a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        found: click.Command = getattr(
            import_module(f"hanabi_log.cli.{module}"), f"{cmd_name}_command"
        )
        return found

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> NoReturn:
        words = list(sys.argv[1:] if args is None else args)
        try:
            code = self._run(words, *rest, **extra)
        except (_CutOff, BrokenPipeError):
            code = _nobody_reads()
        sys.exit(code)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _noticing_closed_pipes():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _noticing_closed_pipes():
            return super().invoke(ctx)

    def _run(self, words: list[str], *rest: Any, **extra: Any) -> int:
        replace_unshowable()
        # The language and the form of errors are needed before a word is parsed.
        use_language(_spoken(words) or language_of(os.environ))
        if current_language() != "en":
            import_module("hanabi_log.cli.wording").speak_ours()
        self.help, self.epilog = _about(), _example()
        as_json, debug = "--json" in words, "--debug" in words
        extra["standalone_mode"] = False
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            extra["color"] = False
        try:
            _refuse_broken_text(words)
            if COMPLETION in os.environ:
                import_module("hanabi_log.cli.completion")
            code = super().main(words, *rest, **extra)
            # At the exit of the interpreter nobody could answer what goes wrong here.
            if sys.stdout is not None:
                sys.stdout.flush()
        except HanabiLogError as error:
            return report_error(error, as_json)
        except click.exceptions.NoArgsIsHelpError as error:
            tell(error.format_message())
            return error.exit_code
        except click.ClickException as error:
            return report_error(_usage_error(error), as_json)
        except (click.Abort, KeyboardInterrupt):
            click.echo(_("Stopped; nothing was stored."), err=True)
            return 130
        except (_CutOff, BrokenPipeError):
            raise
        except OSError as error:
            if debug:
                raise
            return report_error(_file_error(error), as_json)
        except Exception as error:
            if debug:
                raise
            return report_error(_bug(error), as_json)
        return code if isinstance(code, int) else 0


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from hanabi_log.cli.provenance import print_version

        print_version()
        ctx.exit()


def _about() -> str:
    return _(
        "Log the end of Hanabi games, score them by the rules you play, and publish a page"
        " for your club."
    )


def _example() -> str:
    return _('Example: hanabi-log add 54432 -p "Mina, Jun, Ara" -s 1')


@click.command(
    cls=Root,
    context_settings=CONTEXT,
    params=list(COMMON),
    help=_about(),
    epilog=_example(),
)
@click.option(
    "--version",
    cls=Told,
    is_flag=True,
    expose_value=False,
    callback=_show_version,
    help=_("Show the version, and what the program was built from and runs on."),
)
def root() -> None:
    """The command `hanabi-log`."""


def _nobody_reads() -> int:
    """The exit code when whoever read what is printed went away, as `head` does: 128 + SIGPIPE,
    as a shell tells it of any program. Nothing is said, for nothing went wrong.
    """
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is None:
            continue
        try:
            stream.flush()
        except BrokenPipeError:
            # What is still to be written would fail again when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 141


def _refuse_broken_text(words: Sequence[str]) -> None:
    """Bytes that are no text in the terminal's encoding cannot be stored or shown."""
    broken = [word for word in words if any("\ud800" <= letter <= "\udfff" for letter in word)]
    if broken:
        raise InvalidInput(
            _("The command cannot be read"),
            [
                Problem(
                    _("{found} is not text in your terminal's encoding").format(found=ascii(word))
                )
                for word in broken
            ],
        )


def _spoken(words: Sequence[str]) -> str | None:
    for place, word in enumerate(words):
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1].split(",")[0]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=").split(",")[0]
    return None


def _usage_error(error: click.ClickException) -> InvalidInput:
    option = getattr(error, "param", None)
    field = option.name if option is not None else None
    hint = ""
    context = getattr(error, "ctx", None)
    if context is not None and isinstance(error, click.UsageError):
        hint = _("Help: {command} --help").format(command=context.command_path)
    return InvalidInput(
        _("The command cannot be read. {hint}").format(hint=hint).strip(),
        [Problem(error.format_message(), field)],
    )


def _file_error(error: OSError) -> InvalidInput:
    if error.filename is None:
        return InvalidInput(
            _("The output could not be written; what the command stored stays stored"),
            [Problem(reason_of(error))],
        )
    name = str(error.filename)
    return InvalidInput(_("A file cannot be used"), [Problem(reason_of(error), file=name)])


def _bug(error: Exception) -> HanabiLogError:
    message = _(
        "This is a bug in hanabi-log, not your mistake. Please report it with what"
        " `--debug` shows: {kind}: {text}"
    )
    return HanabiLogError(message.format(kind=type(error).__name__, text=error))
