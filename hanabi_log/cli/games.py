"""`list` and `show`: reading the log back."""

from __future__ import annotations

import click

from hanabi_log.cli import cards
from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import group_option, limit_option
from hanabi_log.cli.output import none_yet, print_json, print_table, tell_warnings
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, find_game, short_id, stored_rulesets, with_warnings
from hanabi_log.logbook.people import group_id
from hanabi_log.records import Game
from hanabi_log.storage.games import Selection, load_games


@click.command(
    "list",
    cls=Command,
    help=_("The games of the log, newest first."),
    epilog=example('hanabi-log list --limit 5 -g "Tuesday table"'),
)
@group_option
@limit_option(_("How many; 20 if unsaid, 0 for all."))
def list_command(group: str | None, limit: int) -> None:
    run = current()
    with run.open() as log:
        wanted = Selection(group=group_id(log, group), newest_first=True, limit=limit)
        games = load_games(log.connection, wanted)
        if run.as_json:
            print_json([game.as_json() for game in with_warnings(log, games)])
        elif not games:
            none_yet(_("log a first game with `hanabi-log add`"))
        else:
            _print_games(log, games)


@click.command(
    "show",
    cls=Command,
    help=_("One game: by its id, the beginning of it, or `last`, the one that `add` logged last."),
    epilog=example("hanabi-log show last --text"),
)
@click.argument("id")
@click.option("--text", is_flag=True, help=_("Plain lines to paste into a chat."))
def show_command(id: str, text: bool) -> None:
    run = current()
    with run.open() as log:
        game = find_game(log, id)
        ruleset = stored_rulesets(log)[game.digest]
        short = short_id(log, game.id)
    if run.as_json:
        print_json(game.as_json())
        return
    click.echo(cards.plain(game, ruleset) if text else cards.card(game, ruleset))
    if not text:
        click.echo(click.style(f"  {short}", dim=True))
    tell_warnings(game.warnings)


def _seated(game: Game) -> list[str]:
    names = [player.name for player in game.players]
    return [*names, f"+{game.guests}"] if game.guests else names


def _print_games(log: Log, games: list[Game]) -> None:
    rules = stored_rulesets(log)
    rows = [
        [
            short_id(log, game.id),
            game.date or "–",
            game.group.name if game.group else "",
            ", ".join(_seated(game)),
            cards.spelled_stacks(game.end.stacks, rules[game.digest]) if game.end.stacks else "",
            cards.headline(game.result),
        ]
        for game in games
    ]
    heads = [_("ID"), _("Date"), _("Group"), _("Players"), _("Stacks"), _("Result")]
    print_table(heads, rows)
