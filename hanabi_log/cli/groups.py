"""`groups`: the tables that meet, their usual rules, and whose games are whose."""

from __future__ import annotations

from typing import Any

import click

from hanabi_log.cli import context
from hanabi_log.cli.context import current, example
from hanabi_log.cli.editing import CLEAR
from hanabi_log.cli.options import group_argument, new_option, ruleset_option
from hanabi_log.cli.output import (
    between,
    none_yet,
    print_done,
    print_facts,
    print_json,
    print_table,
)
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _, ngettext
from hanabi_log.labels import value_label
from hanabi_log.logbook import groups, people
from hanabi_log.names import tidy
from hanabi_log.records import TALKS, VISIBILITIES, Group
from hanabi_log.storage import people as store


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
@new_option
def add_group(name: str, new: bool, **settings: Any) -> None:
    with current().open(create=True) as log:
        group = Group(id=log.new_id(), name=tidy(name), **settings)
        people.add_group(log, group, new=new)
    message = _("The group {name} is in the log.").format(name=group.name)
    print_done({**group.as_json(), "games": 0}, message)


@groups_command.command(
    "show",
    help=_("One group: its settings, its people and its games."),
    epilog=example('hanabi-log groups show "Tuesday table"'),
)
@group_argument
def show_group(name: str) -> None:
    run = current()
    with run.open() as log:
        table = groups.describe_group(log, name)
        default = value_label("visibility", log.config.visibility)
    if run.as_json:
        print_json(table.as_json())
        return
    group = table.group
    own = value_label("visibility", group.visibility or "")
    print_facts(
        (
            (_("Name"), group.name),
            (_("Ruleset"), group.ruleset),
            (_("Talk"), value_label("talk", group.talk or "")),
            (_("Published as"), own or _("{rule}, as the club").format(rule=default)),
            (_("Games"), str(len(table.games))),
            (_("Played"), between(*table.span)),
        )
    )
    if table.people:
        click.echo()
        rows = [[person, str(count)] for person, count in table.people]
        print_table([_("Name"), _("Games")], rows, right=(1,))


@groups_command.command(
    "rename",
    help=_("Give a group another name."),
    epilog=example('hanabi-log groups rename "Tuesday" "Tuesday table"'),
)
@group_argument
@click.argument("to")
def rename_group(name: str, to: str) -> None:
    with current().open() as log:
        group = groups.rename_group(log, name, to)
    message = _("{name} is the name of the group from now on.")
    print_done(group.as_json(), message.format(name=group.name))


@groups_command.command(
    "edit",
    help=_("Set what a group usually plays and how its people are published; `-` clears."),
    epilog=example('hanabi-log groups edit "School club" --visibility hidden -r basic'),
)
@group_argument
@ruleset_option
@click.option("--talk", metavar=" | ".join(TALKS), help=_("How much talk is allowed."))
@click.option(
    "--visibility",
    metavar=" | ".join(VISIBILITIES),
    help=_("How its people are published unless they say otherwise."),
)
def edit_group(name: str, **said: str | None) -> None:
    changes = _changes(said)
    with current().open() as log:
        group = groups.edit_group(log, name, changes)
    print_done(group.as_json(), _("The group {name} is changed.").format(name=group.name))


@groups_command.command(
    "move-games",
    help=_("Give all games of one group, FROM, to another, TO."),
    epilog=example('hanabi-log groups move-games "Tuesday" "Tuesday table" --drop'),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--drop", is_flag=True, help=_("Take the empty group out of the log."))
def move_games(source: str, target: str, drop: bool) -> None:
    with current().open() as log:
        moved = groups.move_games(log, source, target, drop=drop)
    games = ngettext("{n} game", "{n} games", moved.games).format(n=moved.games)
    message = _("{games} of {source} belong to {target} now.").format(
        games=games, source=moved.source.name, target=moved.target.name
    )
    print_done(moved.as_json(), message)


def _changes(said: dict[str, str | None]) -> dict[str, Any]:
    """The settings that were said, None to clear one; everything unfit is told at once."""
    changes = {
        key: None if typed.strip() in CLEAR else typed
        for key, typed in said.items()
        if typed is not None
    }
    problems = [
        Problem(
            _("{found} does not fit; allowed: {allowed}").format(
                found=repr(changes[key]), allowed=", ".join(allowed)
            ),
            key,
        )
        for key, allowed in (("talk", TALKS), ("visibility", VISIBILITIES))
        if changes.get(key) is not None and changes[key] not in allowed
    ]
    if not changes:
        problems.append(Problem(_("say -r, --talk or --visibility"), "edit"))
    if problems:
        raise InvalidInput(_("The group cannot be changed like this"), problems)
    return changes
