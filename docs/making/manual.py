"""The manual page hanabi-log(1), written from the commands: `python -m docs.making.manual`.

One page holds all commands, each with its own options and example, so that one search finds
everything. The options that all commands share stand once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from docs.making.commands import every_command
from docs.making.settings import CODES
from hanabi_log import __version__
from hanabi_log.cli.context import COMMON
from hanabi_log.config import ENVIRONMENT, FILE_NAME
from hanabi_log.errors import HanabiLogError
from hanabi_log.i18n import speaking

PAGE = Path(__file__).parents[1] / "man" / "hanabi-log.1"
SHARED = {name for option in COMMON for name in option.opts} | {"--help"}


def manual() -> str:
    """The whole page in roff, with the macros of man(7)."""
    with speaking("en"):
        (_path, root, context), *commands = every_command()
        lines = [
            "'\\\" -*- coding: UTF-8 -*-",
            f'.TH HANABI\\-LOG 1 "" "hanabi\\-log {__version__}" "User Commands"',
            ".SH NAME",
            "hanabi\\-log \\- log, score and publish games of Hanabi",
            ".SH SYNOPSIS",
            *_usage(context),
            ".SH DESCRIPTION",
            *_text(root.help),
            *_text(root.epilog),
            ".SH OPTIONS",
            "These may stand before the command or behind it.",
            *_options(root, context, shared=True),
            ".SH COMMANDS",
        ]
        for path, command, context in commands:
            lines.append(f'.SS "{_escaped(" ".join(path))}"')
            if not isinstance(command, click.Group):
                lines += _usage(context)
            lines += _text(command.help)
            lines += _options(command, context)
            lines += _text(command.epilog)
    lines += [".SH EXIT STATUS", *_list(_exits())]
    lines += [
        ".SH FILES",
        *_list(
            (
                (FILE_NAME, "The settings of a club; the nearest one upwards is read."),
                ("data/hanabi.db", "The log, beside the settings."),
                ("rulesets/*.toml", "House rules, beside the settings."),
            )
        ),
        ".SH ENVIRONMENT",
        *_list(
            (
                (ENVIRONMENT, "The log to work on."),
                ("NO_COLOR", "No colours if it is set."),
                ("EDITOR", "What edit opens a game with."),
            )
        ),
    ]
    return "\n".join(lines) + "\n"


def _usage(context: click.Context) -> Iterator[str]:
    pieces = context.command.collect_usage_pieces(context)
    yield ".PP"
    yield f"\\fB{_escaped(context.command_path)}\\fR {_escaped(' '.join(pieces))}"


def _text(text: str | None) -> Iterator[str]:
    """Paragraphs; one that click shall not wrap begins with a line of a backspace alone."""
    for paragraph in (text or "").split("\n\n"):
        lines = paragraph.strip("\n").splitlines()
        if lines and lines[0] == "\b":
            yield from (".PP", ".nf", *(_escaped(line) for line in lines[1:]), ".fi")
        elif lines:
            yield from (".PP", _escaped(" ".join(lines)))


def _options(
    command: click.Command, context: click.Context, *, shared: bool = False
) -> Iterator[str]:
    records = (
        option.get_help_record(context)
        for option in command.get_params(context)
        if isinstance(option, click.Option) and (shared or not set(option.opts) & SHARED)
    )
    return _list(record for record in records if record is not None)


def _exits() -> Iterator[tuple[str, str]]:
    kinds = HanabiLogError.__subclasses__()
    codes = {**CODES, **{kind.exit_code: str(kind.__doc__).splitlines()[0] for kind in kinds}}
    return ((str(code), text.replace("`", "")) for code, text in sorted(codes.items()))


def _list(terms: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in terms:
        yield from (".TP", f"\\fB{_escaped(term)}\\fR", _escaped(" ".join(text.split())))


def _escaped(text: str) -> str:
    """The text as roff takes it: no escape, no request, and hyphens that can be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(manual(), encoding="utf-8", newline="\n")
