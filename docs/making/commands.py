"""Every command's help, as the program prints it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from hanabi_log.cli.app import root
from hanabi_log.i18n import speaking

WIDTH = 92


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command, click.Context]]:
    """All commands and subcommands in the order of the help; the first is the program itself."""
    yield from _below(
        root, click.Context(root, info_name="hanabi-log", **root.context_settings), ()
    )


def verbs() -> Iterator[tuple[str, ...]]:
    """The commands that do something: groups of commands are left out."""
    for path, command, _context in every_command():
        if not isinstance(command, click.Group):
            yield path


def command_reference() -> str:
    """The reference as Markdown, a section for each command."""
    lines: list[str] = []
    with speaking("en"):
        for path, command, context in every_command():
            level = "##" if len(path) < 2 else "###"
            context.max_content_width = context.terminal_width = WIDTH
            title = " ".join(("hanabi-log", *path))
            lines += [f"{level} {title}", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(lines)


def _below(
    command: click.Command, context: click.Context, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command, click.Context]]:
    yield path, command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            inner = click.Context(found, info_name=name, parent=context, **found.context_settings)
            yield from _below(found, inner, (*path, name))
