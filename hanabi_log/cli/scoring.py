"""`score`: what an end state comes to, without storing anything."""

from __future__ import annotations

from typing import Any

import click

from hanabi_log.cli import cards
from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import end_options, ruleset_option, typed_draft
from hanabi_log.cli.output import print_json, tell_problems
from hanabi_log.drafts import Settled
from hanabi_log.i18n import _
from hanabi_log.scoring import settle_or_raise, settled_as_json


@click.command(
    "score",
    cls=Command,
    help=_("Compute score, percent and band of an end state; nothing is stored."),
    epilog=example("hanabi-log score 54432 -s 1\nhanabi-log score R5 Y4 G4 -r rnr+expert"),
)
@click.option(
    "--players", type=click.IntRange(1, 10), metavar="N", help=_("How many sat at the table.")
)
@ruleset_option
@end_options
def score_command(
    stacks: tuple[str, ...], strikes: int | None, players: int | None, **said: Any
) -> None:
    run = current()
    draft = typed_draft(stacks, strikes, (None,) * (players or 0), **said)
    settled = settle_or_raise(draft, run.place.config, run.now)
    if run.as_json:
        print_json(settled_as_json(settled))
    else:
        _print(settled)


def _print(settled: Settled) -> None:
    end, result, ruleset = settled.end, settled.result, settled.ruleset
    if end.stacks is not None:
        for line in cards.fireworks(end.stacks, ruleset, result.outcome == "struck_out"):
            click.echo(f"  {line}")
        click.echo()
    first, *others = cards.result_lines(end, result, ruleset)
    click.echo(f"  {click.style(first, bold=True)}")
    for line in others:
        click.echo(f"  {line}")
    tell_problems(settled.warnings)
