"""Options that more than one command takes, spelled once, and what is read from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hanabi_log.cli.context import Session
from hanabi_log.errors import HanabiLogError, InvalidInput, Problem
from hanabi_log.games.hanabi.endstate import OUTCOMES
from hanabi_log.i18n import _
from hanabi_log.names import key_of, split_names
from hanabi_log.records import TALKS, Draft

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])

MOST = 1_000_000_000
"""More than any log holds."""


def complete_rulesets(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of rulesets and, after a +, of modules that begin as typed."""
    from click.shell_completion import CompletionItem

    from hanabi_log.rulebook import Rulebook

    whole, plus, last = incomplete.rpartition("+")
    try:
        rulebook = Rulebook(ctx.ensure_object(Session).place.config.house_rules)
        names = list(rulebook.modules) if plus else list(rulebook.names)
    except HanabiLogError:
        return []
    return [CompletionItem(f"{whole}{plus}{name}") for name in names if name.startswith(last)]


def complete_people(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of people that begin as typed after the last comma, those before it left out."""
    from click.shell_completion import CompletionItem

    done, comma, last = incomplete.rpartition(",")
    blanks = last[: len(last) - len(last.lstrip())]
    said = {key_of(name) for name in done.split(",")}
    return [
        CompletionItem(f"{done}{comma}{blanks}{name}")
        for name in _known_names(ctx, "load_players", last)
        if key_of(name) not in said
    ]


def _complete_groups(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in _known_names(ctx, "load_groups", incomplete)]


def _known_names(ctx: click.Context, loader: str, start: str) -> list[str]:
    from hanabi_log.storage import people

    key = key_of(start)
    try:
        with ctx.ensure_object(Session).open() as log:
            known = getattr(people, loader)(log.connection).values()
    except HanabiLogError:
        return []
    return [
        one.name
        for one in known
        if key_of(one.name).startswith(key) and not getattr(one, "retired", False)
    ]


def ruleset_option(command: F) -> F:
    """`-r`: the rules that were played."""
    return click.option(
        "-r",
        "--ruleset",
        metavar="SPEC",
        shell_complete=complete_rulesets,
        help=_("The rules, such as basic or baobab+wild+black."),
    )(command)


def player_argument(command: F) -> F:
    """NAME: a person who is in the log."""
    return click.argument("name", shell_complete=complete_people)(command)


def group_argument(command: F) -> F:
    """NAME: a group that is in the log."""
    return click.argument("name", shell_complete=_complete_groups)(command)


def group_option(command: F) -> F:
    """`-g`: the table that met."""
    return click.option(
        "-g", "--group", metavar="NAME", shell_complete=_complete_groups, help=_("The group.")
    )(command)


def table_option(command: F) -> F:
    """`-g` of something new: the table that met, or none."""
    return click.option(
        "-g",
        "--group",
        metavar="NAME",
        shell_complete=_complete_groups,
        help=_("The group, - for none; unsaid, that of the session, the config or last time."),
    )(command)


def table_options(command: F) -> F:
    """Who, where and under which rules: what a session says once for all its games."""
    for option in (
        click.option("--place", metavar="TEXT", help=_("Where you play.")),
        click.option("--talk", type=click.Choice(TALKS), help=_("How much talk is allowed.")),
        click.option("--guests", type=int, metavar="N", help=_("Unnamed guests.")),
        table_option,
        ruleset_option,
        click.option(
            "-p",
            "--players",
            multiple=True,
            metavar="NAMES",
            shell_complete=complete_people,
            help=_('Who plays, such as "Mina, Jun, guest".'),
        ),
    ):
        command = option(command)
    return command


def end_options(command: F) -> F:
    """What is known about the end of a game."""
    for option in (
        click.option("--total", type=int, metavar="N", help=_("The bare number, if that is all.")),
        click.option(
            "--discards", metavar="CARDS", help=_('All discarded cards, such as "R1 R1 Y5".')
        ),
        click.option("--deck", type=int, metavar="N", help=_("Cards left to draw.")),
        click.option("--hints", type=int, metavar="N", help=_("Hint tokens left.")),
        click.option(
            "--outcome",
            type=click.Choice(OUTCOMES),
            help=_("How it ended, where the stacks do not tell."),
        ),
        click.option(
            "-s", "--strikes", type=int, metavar="N", help=_("Mistakes made; 0 if unsaid.")
        ),
        click.argument("stacks", nargs=-1),
    ):
        command = option(command)
    return command


def _bounded(_ctx: click.Context, _param: click.Parameter, value: int) -> int:
    """The number, if a store can hold so many."""
    if value > MOST:
        message = _("{found} does not fit; allowed: {allowed}")
        raise click.BadParameter(message.format(found=value, allowed=f"0 – {MOST}"))
    return value


def new_option(command: F) -> F:
    """`--new` of something that is added by its name."""
    return click.option(
        "--new", is_flag=True, help=_("Yes, it is new although it looks like another.")
    )(command)


def new_people_option(command: F) -> F:
    """`--new` of a table: nobody is taken for somebody known who is spelled otherwise."""
    return click.option(
        "--new", is_flag=True, help=_("Names that look like known ones are new people.")
    )(command)


def limit_option(help: str) -> Callable[[F], F]:
    """`--limit`: how many are shown, 0 for all."""
    return click.option(
        "--limit", type=click.IntRange(min=0), callback=_bounded, default=20, metavar="N", help=help
    )


def typed_draft(
    stacks: tuple[str, ...],
    strikes: int | None,
    players: tuple[str | None, ...],
    **said: Any,
) -> Draft:
    """What `end_options` and others say of a game; where stacks are given and nothing is said of
    strikes, none were made."""
    typed = " ".join(stacks) or None
    made = 0 if strikes is None and typed is not None else strikes
    return Draft(stacks=typed, strikes=made, players=players, **said)


def read_players(cells: tuple[str, ...]) -> tuple[str | None, ...]:
    """The names given with `-p`, None for a guest; InvalidInput where a `-p` names nobody."""
    if any(not split_names(cell) for cell in cells):
        raise InvalidInput(
            _("The players cannot be read"),
            [Problem(_("no name given; write them like “Mina, Jun, guest”"), "players")],
        )
    return split_names(",".join(cells))
