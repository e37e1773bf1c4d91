"""`undo` and `history`: taking changes back, and telling what happened."""

from __future__ import annotations

import click

from hanabi_log.cli.context import Command, current, example
from hanabi_log.cli.options import limit_option
from hanabi_log.cli.output import none_yet, print_json, tell
from hanabi_log.cli.trail import Words, batch_line, change_json, hour
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.logbook.undoing import load_history, undo
from hanabi_log.storage.history import load_names


@click.command(
    "undo",
    cls=Command,
    help=_(
        "Take the last change back; once more takes back the one before. An undo cannot be"
        " undone, and an erased person stays erased."
    ),
    epilog=example("hanabi-log undo"),
)
def undo_command() -> None:
    run = current()
    with run.open() as log:
        undone = undo(log)
        words = words_of(log)
    if run.as_json:
        print_json(
            {
                "undone": {"at": hour(undone.batch.at), "command": undone.batch.command},
                "total": undone.total,
                "changes": [change_json(one, words) for one in undone.changes],
            }
        )
        return
    click.echo(_("Undone: {command}").format(command=batch_line(undone.batch)))
    for one in undone.changes:
        for line in words.describe(one.kind, one.id, one.after, one.before):
            click.echo(f"  {line}")
    more = undone.total - len(undone.changes)
    if more:
        tell(ngettext("and {n} more change", "and {n} more changes", more).format(n=more))


@click.command(
    "history",
    cls=Command,
    help=_(
        "What happened, newest first: to everything, or to one game, person or group, by id,"
        " name, or `last` for the game that `add` logged last."
    ),
    epilog=example("hanabi-log history last"),
)
@click.argument("id", required=False)
@limit_option(_("How many changes; 20 if unsaid, 0 for all."))
def history_command(id: str | None, limit: int) -> None:
    run = current()
    with run.open() as log:
        changes = load_history(log, id, limit=limit)
        words = words_of(log)
    if run.as_json:
        print_json([change_json(one, words) for one in changes])
        return
    if not changes:
        none_yet(_("no change is on record"))
    shown = None
    for one in changes:
        if one.batch.pk != shown:
            shown = one.batch.pk
            click.echo(click.style(batch_line(one.batch, one.undone), bold=True))
        for line in words.describe(one.kind, one.id, one.before, one.after):
            click.echo(f"  {line}")


def words_of(log: Log, *more: Ruleset) -> Words:
    """The names of a log for telling its changes; `more` are rules that may not be stored."""
    rules = [*stored_rulesets(log).values(), *more]
    return Words(load_names(log.connection), {rule.digest: rule.spec for rule in rules})
