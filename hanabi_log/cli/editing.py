"""`edit`, `delete`, `restore`: mending what was logged."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Any, TypeVar

import click

from hanabi_log.cli import cards
from hanabi_log.cli.context import Command, Session, current, example, on_terminal
from hanabi_log.cli.options import new_people_option
from hanabi_log.cli.output import print_json, tell, tell_problems, tell_trial, tell_warnings
from hanabi_log.cli.slips import ask_of_slips
from hanabi_log.errors import HanabiLogError, InvalidInput, Problem
from hanabi_log.games.hanabi.endstate import OUTCOMES
from hanabi_log.i18n import _
from hanabi_log.logbook.editing import Edited, delete_game, edit_game, restore_game
from hanabi_log.logbook.log import Log, find_game, stored_rulesets
from hanabi_log.names import split_names
from hanabi_log.records import TALKS, Game
from hanabi_log.tomlfile import read_toml

F = TypeVar("F", bound=Callable[..., Any])

CLEAR = ("", "-")
"""What empties a field."""

_NUMBERS = ("strikes", "hints", "deck", "total", "guests", "minutes")


def _fields(command: F) -> F:
    words = " | ".join
    options = (
        (("-p", "--players"), "NAMES", _("Everybody at the table, guests too.")),
        (("--guests",), "N", _("Unnamed guests.")),
        (("-s", "--strikes"), "N", _("Mistakes made.")),
        (("-r", "--ruleset"), "SPEC", _("The rules that were played, as they are now.")),
        (("-g", "--group"), "NAME", _("The group.")),
        (("-d", "--date"), "DATE", _("The day.")),
        (("--outcome",), words(OUTCOMES), _("How it ended.")),
        (("--hints",), "N", _("Hint tokens left.")),
        (("--deck",), "N", _("Cards left to draw.")),
        (("--discards",), "CARDS", _("All discarded cards.")),
        (("--total",), "N", _("The bare number.")),
        (("--minutes",), "N", _("How long it took.")),
        (("--talk",), words(TALKS), _("How much talk was allowed.")),
        (("--place",), "TEXT", _("Where you played.")),
        (("--note",), "TEXT", _("A note for yourselves.")),
        (("--exclude", "excluded"), "REASON", _("Keep the game, but count it nowhere.")),
    )
    for names, metavar, help in reversed(options):
        command = click.option(*names, metavar=metavar, help=help)(command)
    return command


@click.command(
    "edit",
    cls=Command,
    help=_(
        "Change a game: by its id, the beginning of it, or `last`, the one that `add` logged"
        " last. What is said replaces what was; `-` or an empty word clears a field. STACKS are"
        " written as in `add`."
    ),
    epilog=example(
        'hanabi-log edit last -s 2 --note -\nhanabi-log edit 0190a3f2 --exclude "rules misread"'
    ),
)
@click.argument("id")
@click.argument("stacks", nargs=-1)
@_fields
@click.option("--tag", "tags", multiple=True, metavar="WORD", help=_("These tags instead."))
@click.option("--count", is_flag=True, help=_("Count an excluded game again."))
@click.option("-e", "--editor", is_flag=True, help=_("Change everything in your editor."))
@new_people_option
@click.option("--dry-run", is_flag=True, help=_("Check and show, but store nothing."))
@click.option("--text", is_flag=True, help=_("Print plain lines to paste into a chat."))
def edit_command(id: str, editor: bool, new: bool, dry_run: bool, text: bool, **said: Any) -> None:
    run = current()
    changes = _changes(**said)
    if not changes and not editor:
        raise InvalidInput(
            _("Nothing to change was said"),
            [Problem(_("say a field, such as {example}, or -e").format(example="-s 2"), "edit")],
        )
    with run.open() as log:
        # While a person thinks, `last` may become another game.
        game = find_game(log, id)

        def store(changes: dict[str, Any]) -> Edited:
            return ask_of_slips(
                lambda names: edit_game(
                    log, game.id, names.changes(changes), new=new or names.asked, dry_run=dry_run
                )
            )

        edited = _edit_in_editor(game, changes, store) if editor else store(changes)
        _print_edited(log, run, edited, text)


@click.command(
    "delete",
    cls=Command,
    help=_(
        "Take a game out of every list and figure, by id or `last`, the one that `add` logged"
        " last; `restore` brings it back."
    ),
    epilog=example("hanabi-log delete last"),
)
@click.argument("id")
def delete_command(id: str) -> None:
    run = current()
    with run.open() as log:
        game = delete_game(log, id)
        _print_game(log, run, game, _("Deleted; `hanabi-log undo` or `restore` brings it back."))


@click.command(
    "restore",
    cls=Command,
    help=_("Bring a deleted game back; `last` is the one deleted last."),
    epilog=example("hanabi-log restore last"),
)
@click.argument("id")
def restore_command(id: str) -> None:
    run = current()
    with run.open() as log:
        game = restore_game(log, id)
        _print_game(log, run, game, _("The game is back."))


def _changes(
    stacks: tuple[str, ...], tags: tuple[str, ...], count: bool, **said: str | None
) -> dict[str, Any]:
    """The fields that were said, as a draft has them; everything unreadable is told at once."""
    changes: dict[str, Any] = {}
    problems: list[Problem] = []
    for field, typed in said.items():
        if typed is None:
            continue
        cleared = typed.strip() in CLEAR
        if field == "players":
            changes[field] = () if cleared else split_names(typed)
        elif field == "ruleset" and cleared:
            problems.append(Problem(_("A game needs a ruleset; `unknown` is one"), field))
        elif field in _NUMBERS and not cleared:
            try:
                changes[field] = int(typed)
            except ValueError:
                message = _("{found} is no whole number").format(found=repr(typed))
                problems.append(Problem(message, field))
        else:
            changes[field] = None if cleared else typed
    if "guests" in changes and changes["guests"] is None:
        changes["guests"] = 0
    if tags:
        changes["tags"] = tuple(tag for tag in tags if tag not in CLEAR)
    if stacks:
        typed = " ".join(stacks)
        changes["stacks"] = None if typed.strip() in CLEAR else typed
    if count and changes.get("excluded"):
        problems.append(Problem(_("a game is excluded or counted, not both"), "count"))
    elif count:
        changes["excluded"] = None
    if problems:
        raise InvalidInput(_("The game cannot be changed like this"), problems)
    return changes


def _edit_in_editor(
    game: Game, changes: dict[str, Any], store: Callable[[dict[str, Any]], Edited]
) -> Edited:
    """The game as somebody changed it in an editor, opened again while it has problems.

    What was typed stays in a file, which the error names, unless it was stored.
    """
    from hanabi_log.logbook.gamefile import game_text

    handle, path = tempfile.mkstemp(prefix="hanabi-", suffix=".toml")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(game_text(game))

    def kept() -> str:
        if not os.path.exists(path):
            return _("The editor took the text away; the game is unchanged")
        return _("What you typed is kept in {path}").format(path=path)

    try:
        while True:
            try:
                edited = store({**_typed_in(path, game), **changes})
            except HanabiLogError as error:
                if not on_terminal():
                    raise
                tell(error.message)
                tell_problems(error.problems)
                if not click.confirm(_("Open it again?"), default=True, err=True):
                    raise click.Abort from error
            else:
                os.remove(path)
                return edited
    except HanabiLogError as error:
        raise type(error)(f"{error.message}. {kept()}", error.problems) from error
    except click.Abort:
        tell(kept())
        raise


def _typed_in(path: str, game: Game) -> dict[str, Any]:
    """What somebody changed in an editor; InvalidInput if the text cannot be read."""
    from hanabi_log.logbook.gamefile import read_game_text

    try:
        click.edit(filename=path)
    except click.ClickException as error:
        raise InvalidInput(error.format_message()) from error
    except ValueError as error:
        # An order with a quote that is never closed.
        message = _("The editor cannot be started: {reason}").format(reason=error)
        raise InvalidInput(message) from error
    changes, problems = read_game_text(read_toml(path), game)
    if problems:
        raise InvalidInput(_("The text cannot be read"), problems)
    return changes


def _print_edited(log: Log, run: Session, edited: Edited, text: bool) -> None:
    from hanabi_log.cli.history import words_of
    from hanabi_log.storage.changes import game_state

    game = edited.after
    if run.as_json:
        print_json(game.as_json())
        return
    click.echo((cards.plain if text else cards.card)(game, edited.ruleset))
    lines = words_of(log, edited.ruleset).differences(game_state(edited.before), game_state(game))
    for line in lines:
        tell(f"  {line}")
    if not lines:
        tell(_("Nothing changed."))
    tell_warnings(game.warnings)
    if not edited.stored:
        tell_trial()


def _print_game(log: Log, run: Session, game: Game, message: str) -> None:
    if run.as_json:
        print_json(game.as_json())
        return
    click.echo(cards.plain(game, stored_rulesets(log)[game.digest]))
    tell(message)
