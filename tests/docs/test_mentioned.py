"""Commands that running text mentions are commands that there are, with options that they take."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hanabi_log.cli.app import root
from tests.docs.terminal import ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "README.ko.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_CODE = re.compile(r"`(hanabi-log [^`\n]+(?:\n[^`\n]+)?)`")


def mentioned(text: str) -> Iterator[str]:
    """The commands in running text, those in blocks left out."""
    for command in _CODE.findall(re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        yield " ".join(command.split())


def faults(words: list[str]) -> Iterator[str]:
    """What is wrong with a command: a name or an option that there is not."""
    command: click.Command = root
    context = click.Context(root, info_name="hanabi-log")
    while isinstance(command, click.Group) and words and re.fullmatch("[a-z][a-z-]*", words[0]):
        found = command.get_command(context, words[0])
        if found is None:
            yield f"no command {words[0]}"
            return
        context, command, words = click.Context(found, parent=context), found, words[1:]
    options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    options |= set(context.help_option_names) | {"-h", "--help"}
    for word in words:
        if word.startswith("-") and word.partition("=")[0] not in options and word != "-":
            yield f"no option {word} of {command.name}"


def test_faults_are_found() -> None:
    assert list(faults(["players", "marry"])) == ["no command marry"]
    assert list(faults(["add", "54432", "--mood", "x"])) == ["no option --mood of add"]
    assert list(faults(["backup", "restore", "FILE"])) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_mentioned_is_there(page: Path) -> None:
    for command in mentioned(page.read_text(encoding="utf-8")):
        assert not list(faults(shlex.split(command)[1:])), command
