"""`add`: log one game, in one line or question by question."""

from __future__ import annotations

from typing import Any

import click

from hanabi_log.cli import cards
from hanabi_log.cli.context import Command, current, example, on_terminal
from hanabi_log.cli.options import (
    end_options,
    new_people_option,
    read_players,
    table_options,
    typed_draft,
)
from hanabi_log.cli.output import print_json, tell, tell_trial, tell_warnings
from hanabi_log.cli.slips import ask_of_slips
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import Added, add_game
from hanabi_log.logbook.log import Log


@click.command(
    "add",
    cls=Command,
    help=_(
        "Log the end of a game. STACKS are the last cards laid: 54432 in the order of the"
        " suits, or by letter or word, R5 Y4 or 빨강5, where a suit left out has none."
    ),
    epilog=example('hanabi-log add 54432 -p "Mina, Jun, Ara" -s 1\nhanabi-log add R5 Y4 --again'),
)
@end_options
@table_options
@click.option("-d", "--date", metavar="DATE", help=_("The day, such as 2026-11-28 or yesterday."))
@click.option("--minutes", type=int, metavar="N", help=_("How long it took."))
@click.option("--note", metavar="TEXT", help=_("A note for yourselves; it is never published."))
@click.option("--tag", "tags", multiple=True, metavar="WORD", help=_("A word to find it by."))
@click.option(
    "--again",
    is_flag=True,
    help=_("Same table, rules, place and day as the game that `add` logged last."),
)
@new_people_option
@click.option("--dry-run", is_flag=True, help=_("Check and show, but store nothing."))
@click.option("-i", "--interactive", is_flag=True, help=_("Ask field by field."))
@click.option("--text", is_flag=True, help=_("Print plain lines to paste into a chat."))
def add_command(
    stacks: tuple[str, ...],
    strikes: int | None,
    players: tuple[str, ...],
    again: bool,
    new: bool,
    dry_run: bool,
    interactive: bool,
    text: bool,
    **said: Any,
) -> None:
    run = current()
    draft = typed_draft(stacks, strikes, read_players(players), **said)
    asked = interactive or (draft.stacks, draft.total, draft.outcome) == (None, None, None)
    if asked and not on_terminal():
        raise InvalidInput(
            _("No stacks given, and nobody here to ask"),
            [Problem(_("say the last cards, such as {example}").format(example="54432"), "stacks")],
        )
    with run.open_trial() if dry_run else run.open(create=True) as log:
        if asked:
            from hanabi_log.cli.form import ask_game

            draft = ask_game(log, draft, again=again)
        added = ask_of_slips(
            lambda names: add_game(
                log, names.draft(draft), again=again, new=new or names.asked, dry_run=dry_run
            )
        )
        if run.as_json:
            print_json(
                added.game.as_json() if added.stored else {**added.game.as_json(), "id": None}
            )
        else:
            _print(log, added, text)


def _print(log: Log, added: Added, text: bool) -> None:
    from hanabi_log.logbook.news import news_of

    game = added.game
    ruleset = log.rulebook.ruleset(game.ruleset)
    click.echo(cards.plain(game, ruleset) if text else cards.card(game, ruleset))
    for line in news_of(log, game):
        click.echo(line if text else "  " + click.style(f"★ {line}", fg="yellow"))
    for line in added.remarks:
        tell(line)
    tell_warnings(game.warnings)
    if not game.seats:
        tell(_('Nobody is named; `hanabi-log edit last -p "Mina, Jun"` says who played.'))
    if added.new_people:
        tell(_("New in the log: {names}").format(names=", ".join(added.new_people)))
        for name, near in added.new_people.items():
            if near:
                message = _("{name} looks like {candidates}; was it a slip? `undo` takes it back")
                tell_warnings([message.format(name=name, candidates=", ".join(near))])
    if not added.stored:
        tell_trial()
