"""`unknown`: games whose rules the source did not say, answered many at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from hanabi_log.cli import context
from hanabi_log.cli.context import current, example
from hanabi_log.cli.options import complete_people, complete_rulesets, group_option
from hanabi_log.cli.output import print_json, print_table, tell, tell_problems, tell_trial
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.unknowns import Filter, Queue, answer_unknown, list_unknown

F = TypeVar("F", bound=Callable[..., Any])


def _filters(command: F) -> F:
    """Which of the games."""
    for option in (
        click.option(
            "--max", "most", type=click.IntRange(min=0), metavar="N", help=_("Totals up to this.")
        ),
        click.option(
            "--source", metavar="WORD", help=_("Where they come from, such as bgg or bgstats.")
        ),
        click.option("--until", metavar="DATE", help=_("Games of this day or earlier.")),
        click.option("--since", metavar="DATE", help=_("Games of this day or later.")),
        group_option,
        click.option(
            "-p",
            "--player",
            metavar="NAME",
            shell_complete=complete_people,
            help=_("Games with this person."),
        ),
    ):
        command = option(command)
    return command


@click.group(
    "unknown",
    cls=context.Group,
    help=_("Games whose ruleset their source did not say, and answers for many at once."),
    epilog=example("hanabi-log unknown list"),
)
def unknown_command() -> None:
    """The noun `unknown`."""


@unknown_command.command(
    "list",
    help=_("What waits, by source, group and the suits that the totals need."),
    epilog=example("hanabi-log unknown list --source bgg"),
)
@_filters
def list_queues(**said: Any) -> None:
    run = current()
    with run.open() as log:
        queues = list_unknown(log, _filter(log, **said))
    if run.as_json:
        print_json([queue.as_json() for queue in queues])
    elif not queues:
        tell(_("Nothing waits: the rules of every game are known."))
    else:
        _print_queues(queues)


@unknown_command.command(
    "answer",
    help=_(
        "Give games a ruleset, all that are meant at once. Each is checked: one whose total"
        " is more than SPEC can give stays unknown and is told."
    ),
    epilog=example("hanabi-log unknown answer basic --source bgg --max 25"),
)
@click.argument("spec", shell_complete=complete_rulesets)
@_filters
@click.option("--dry-run", is_flag=True, help=_("Check and show, but store nothing."))
def answer_games(spec: str, dry_run: bool, **said: Any) -> None:
    run = current()
    with run.open() as log:
        answered = answer_unknown(log, spec, _filter(log, **said), dry_run=dry_run)
    if run.as_json:
        print_json(answered.as_json())
        return
    tell_problems(answered.problems)
    count = len(answered.games)
    words = ngettext("{n} game is {spec} now.", "{n} games are {spec} now.", count)
    click.echo(words.format(n=count, spec=spec))
    if not answered.stored:
        tell_trial()


def _filter(
    log: Log,
    player: str | None,
    group: str | None,
    since: str | None,
    until: str | None,
    source: str | None,
    most: int | None,
) -> Filter:
    from hanabi_log.logbook.people import find_player, group_id

    first, last = log.period(since, until)
    return Filter(
        player=find_player(log, player) if player else None,
        group=group_id(log, group),
        since=first,
        until=last,
        source=source,
        most=most,
    )


def _print_queues(queues: list[Queue]) -> None:
    rows = [
        [
            queue.source or _("logged here"),
            queue.group or "",
            str(len(queue.games)),
            _span(queue.totals),
            queue.implies,
        ]
        for queue in queues
    ]
    heads = [_("Source"), _("Group"), _("Games"), _("Totals"), _("What that says")]
    print_table(heads, rows, right=(2,))


def _span(totals: tuple[int, ...]) -> str:
    if not totals:
        return "–"
    return str(totals[0]) if totals[0] == totals[-1] else f"{totals[0]}–{totals[-1]}"
