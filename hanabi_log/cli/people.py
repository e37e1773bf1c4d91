"""`players` and `groups`: who is in the log."""

from __future__ import annotations

from typing import Any

import click

from hanabi_log.cli import context
from hanabi_log.cli.context import current, example
from hanabi_log.cli.options import ruleset_option
from hanabi_log.cli.output import none_yet, print_json, print_table
from hanabi_log.i18n import _
from hanabi_log.logbook import people
from hanabi_log.names import tidy
from hanabi_log.records import TALKS, VISIBILITIES, Group
from hanabi_log.storage import people as store

_NEW = click.option("--new", is_flag=True, help=_("Yes, it is new although it looks like another."))


@click.group(
    "players",
    cls=context.Group,
    help=_("The people in the log, and what may be published about them."),
    epilog=example("hanabi-log players list"),
)
def players_command() -> None:
    """The noun `players`."""


@players_command.command(
    "list", help=_("Everybody, with their games."), epilog=example("hanabi-log players list --json")
)
def list_players() -> None:
    run = current()
    with run.open() as log:
        counts = store.count_games_by_player(log.connection)
        found = [
            {**player.as_json(), "games": counts.get(player.id, 0)}
            for player in store.load_players(log.connection).values()
        ]
    if run.as_json:
        print_json(found)
    elif not found:
        none_yet(_("nobody is in the log"))
    else:
        default = run.place.config.visibility
        rows = [[one["name"], str(one["games"]), one["visibility"] or default] for one in found]
        print_table([_("Name"), _("Games"), _("Published as")], rows, right=(1,))


@players_command.command(
    "add",
    help=_("Put a person into the log before a first game."),
    epilog=example('hanabi-log players add "Mina"'),
)
@click.argument("name")
@_NEW
def add_player(name: str, new: bool) -> None:
    run = current()
    with run.open(create=True) as log:
        player = people.add_player(log, name, new=new)
    if run.as_json:
        print_json({**player.as_json(), "games": 0})
    else:
        click.echo(_("{name} is in the log.").format(name=player.name))


@players_command.command(
    "hide",
    help=_("Show a person as a guest wherever something is published."),
    epilog=example('hanabi-log players hide "Mina"'),
)
@click.argument("name")
def hide_player(name: str) -> None:
    run = current()
    with run.open() as log:
        player = people.publish_player(log, name, "hidden", "players hide")
    if run.as_json:
        print_json(player.as_json())
    else:
        click.echo(_("{name} is published as a guest from now on.").format(name=player.name))


@click.group(
    "groups",
    cls=context.Group,
    help=_("The tables that meet, with their usual rules."),
    epilog=example("hanabi-log groups list"),
)
def groups_command() -> None:
    """The noun `groups`."""


@groups_command.command(
    "list", help=_("All groups, with their games."), epilog=example("hanabi-log groups list")
)
def list_groups() -> None:
    run = current()
    with run.open() as log:
        counts = store.count_games_by_group(log.connection)
        found = [
            {**group.as_json(), "games": counts.get(group.id, 0)}
            for group in store.load_groups(log.connection).values()
        ]
    if run.as_json:
        print_json(found)
    elif not found:
        none_yet(_("no group is in the log"))
    else:
        rows = [[one["name"], str(one["games"]), one["ruleset"] or ""] for one in found]
        print_table([_("Name"), _("Games"), _("Ruleset")], rows, right=(1,))


@groups_command.command(
    "add",
    help=_("Make a group, with the rules it usually plays."),
    epilog=example('hanabi-log groups add "Tuesday table" -r baobab+black'),
)
@click.argument("name")
@ruleset_option
@click.option("--talk", type=click.Choice(TALKS), help=_("How much talk is allowed."))
@click.option(
    "--visibility",
    type=click.Choice(VISIBILITIES),
    help=_("How its people are published unless they say otherwise."),
)
@_NEW
def add_group(name: str, new: bool, **settings: Any) -> None:
    run = current()
    with run.open(create=True) as log:
        group = Group(id=log.new_id(), name=tidy(name), **settings)
        people.add_group(log, group, new=new)
    if run.as_json:
        print_json({**group.as_json(), "games": 0})
    else:
        click.echo(_("The group {name} is in the log.").format(name=group.name))
