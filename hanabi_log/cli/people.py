"""`players`: who is in the log, what they are called, and what may be published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from hanabi_log.cli import context
from hanabi_log.cli.context import current, example
from hanabi_log.cli.identity import IDENTITY
from hanabi_log.cli.options import new_option, player_argument
from hanabi_log.cli.output import (
    between,
    none_yet,
    print_done,
    print_facts,
    print_json,
    print_table,
    tell,
)
from hanabi_log.i18n import _
from hanabi_log.labels import value_label
from hanabi_log.logbook import people, people_naming
from hanabi_log.logbook.log import Log
from hanabi_log.records import VISIBILITIES, Player
from hanabi_log.storage import people as store

DEFAULT = "default"
"""The word for following the groups and the club."""


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
        shown = people_naming.shown_as(log)
    if run.as_json:
        print_json(found)
    elif not found:
        none_yet(_("nobody is in the log"))
    else:
        rows = [
            [
                one["name"],
                str(one["games"]),
                value_label("visibility", shown[one["id"]]),
                _remarks(one),
            ]
            for one in found
        ]
        print_table([_("Name"), _("Games"), _("Published as"), ""], rows, right=(1,))


@players_command.command(
    "add",
    help=_("Put a person into the log before a first game."),
    epilog=example('hanabi-log players add "Mina"'),
)
@click.argument("name")
@new_option
def add_player(name: str, new: bool) -> None:
    with current().open(create=True) as log:
        player = people.add_player(log, name, new=new)
    message = _("{name} is in the log.").format(name=player.name)
    print_done({**player.as_json(), "games": 0}, message)


@players_command.command(
    "show",
    help=_("One person: games, groups, other names, and what may be published."),
    epilog=example('hanabi-log players show "Mina"'),
)
@player_argument
def show_player(name: str) -> None:
    run = current()
    with run.open() as log:
        profile = people_naming.describe_player(log, name)
    if run.as_json:
        print_json(profile.as_json())
        return
    player = profile.player
    own = _("nothing of their own")
    if player.visibility is not None:
        own = value_label("visibility", player.visibility)
    print_facts(
        (
            (_("Name"), player.name),
            (_("Also called"), ", ".join([*player.aliases, *(one.name for one in profile.merged)])),
            (_("Games"), str(profile.games)),
            (_("Played"), between(profile.first, profile.last)),
            (_("Groups"), ", ".join(group.name for group in profile.groups)),
            (_("Asked for"), own if player.alias is None else f"{own} ({player.alias})"),
            (_("Published as"), value_label("visibility", profile.shown_as)),
            (_("Retired"), _("yes") if player.retired else ""),
        )
    )


@players_command.command(
    "rename",
    help=_("Give a person another name; the old one goes on being understood."),
    epilog=example('hanabi-log players rename "Mna" "Mina"'),
)
@player_argument
@click.argument("to")
@click.option("--forget", is_flag=True, help=_("Do not understand the old name any more."))
def rename_player(name: str, to: str, forget: bool) -> None:
    player = _change(lambda log: people_naming.rename_player(log, name, to, forget=forget))
    print_done(player.as_json(), _("{name} is the name from now on.").format(name=player.name))


@players_command.command(
    "alias",
    help=_("Let a person answer to further names when games are logged or imported."),
    epilog=example('hanabi-log players alias "Mina" "Minnie" "M."'),
)
@player_argument
@click.argument("others", nargs=-1, required=True)
@click.option("--remove", is_flag=True, help=_("Not to these names any more."))
def alias_player(name: str, others: tuple[str, ...], remove: bool) -> None:
    player = _change(lambda log: people_naming.alias_player(log, name, others, remove=remove))
    names = ", ".join(player.aliases) or _("none")
    print_done(
        player.as_json(), _("{name} also answers to: {names}").format(name=player.name, names=names)
    )


@players_command.command(
    "publish",
    help=_(
        "What may be published about a person: the full name, initials, the name given by"
        " --as, or nothing; `default` follows their groups and the club."
    ),
    epilog=example('hanabi-log players publish "Mina" alias --as "M."'),
)
@player_argument
@click.argument("visibility", type=click.Choice([*VISIBILITIES, DEFAULT]))
@click.option("--as", "alias", metavar="NAME", help=_("The name to be published under."))
def publish_player(name: str, visibility: str, alias: str | None) -> None:
    wish = next((one for one in VISIBILITIES if one == visibility), None)
    player = _change(lambda log: people_naming.publish_player(log, name, wish, alias=alias))
    words = {
        "full": _("{name} is published with the full name from now on."),
        "initials": _("{name} is published by initials from now on."),
        "alias": _("{name} is published as {alias} from now on."),
        "hidden": _("{name} is published as a guest from now on."),
        DEFAULT: _("{name} is published as the groups and the club have it."),
    }
    print_done(player.as_json(), words[visibility].format(name=player.name, alias=player.alias))
    _tell_published()


@players_command.command(
    "hide",
    help=_("Show a person as a guest wherever something is published."),
    epilog=example('hanabi-log players hide "Mina"'),
)
@player_argument
def hide_player(name: str) -> None:
    player = _change(lambda log: people_naming.publish_player(log, name, "hidden"))
    print_done(
        player.as_json(), _("{name} is published as a guest from now on.").format(name=player.name)
    )
    _tell_published()


def _tell_published() -> None:
    """What a change of what may be published does not do by itself."""
    if not current().as_json:
        tell(
            _(
                "A site that is published already changes with the next `hanabi-log publish`; what"
                " it showed before stays in the history of its repository (docs/people.md says"
                " more)."
            )
        )


@players_command.command(
    "retire",
    help=_("Keep somebody's games, but take them off boards and proposals."),
    epilog=example('hanabi-log players retire "Mina"'),
)
@player_argument
@click.option("--back", is_flag=True, help=_("They play again."))
def retire_player(name: str, back: bool) -> None:
    player = _change(lambda log: people_naming.retire_player(log, name, back=back))
    message = (
        _("{name} is back on the boards.") if back else _("{name} is off the boards from now on.")
    )
    print_done(player.as_json(), message.format(name=player.name))


for command in IDENTITY:
    players_command.add_command(command)


def _change(change: Callable[[Log], Player]) -> Player:
    with current().open() as log:
        return change(log)


def _remarks(one: dict[str, Any]) -> str:
    return _("retired") if one["retired"] else ""
