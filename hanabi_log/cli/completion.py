"""`completion`: the script that lets a shell complete commands, names, groups and rulesets.

The scripts are click's own, mended where names have blanks and lists have commas. What is
completed is asked of this program each time, so a script never goes out of date.
"""

from __future__ import annotations

import os
import re
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    add_completion_class,
    get_completion_class,
)

from hanabi_log.cli.context import COMPLETION, Command, current, example
from hanabi_log.cli.output import print_json
from hanabi_log.i18n import _

SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class Bash(BashComplete):
    """Puts a backslash before what would end a word, or what would end the quotes it stands in."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        words = os.environ["COMP_WORDS"].split("\n")
        typed = words[int(os.environ["COMP_CWORD"])]
        # The script reads each line with `read`, which takes one level of backslashes away.
        if typed.startswith("'"):
            value = item.value.replace("'", r"'\\''")
        elif typed.startswith('"'):
            value = re.sub(r'(["$`\\])', r"\\\\\1", item.value)
        else:
            value = re.sub(r"([^\w@%+=:,./-])", r"\\\\\1", item.value)
        return f"{item.type},{value}"


@add_completion_class
class Fish(FishComplete):
    """Takes a value as a whole, for a list of names has commas in it."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split --max 1 ","'
    )


@click.command(
    "completion",
    cls=Command,
    help=_("Print the script that completes commands and names in your shell.")
    + "\n\n\b\n"
    + "bash  hanabi-log completion bash > ~/.local/share/bash-completion/completions/hanabi-log\n"
    + "zsh   echo 'eval \"$(hanabi-log completion zsh)\"' >> ~/.zshrc\n"
    + "fish  hanabi-log completion fish > ~/.config/fish/completions/hanabi-log.fish",
    epilog=example('eval "$(hanabi-log completion bash)"'),
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None
    root = click.get_current_context().find_root().command
    script = kind(root, {}, "hanabi-log", COMPLETION).source()
    if current().as_json:
        print_json({"shell": shell, "script": script})
    else:
        click.echo(script, nl=False)
