"""`backup`, `doctor` and `rescore`: that nothing is lost, and that everything is right."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from hanabi_log.cli import context
from hanabi_log.cli.cards import headline
from hanabi_log.cli.context import Command, current, example, on_terminal
from hanabi_log.cli.options import complete_rulesets
from hanabi_log.cli.output import print_json, print_table, tell, tell_problems
from hanabi_log.errors import BadDatabase
from hanabi_log.i18n import _, ngettext

if TYPE_CHECKING:
    from hanabi_log.logbook.rescoring import Rescoring


class BackupGroup(context.Group):
    """`backup [FILE]` and `backup restore FILE`: what is no verb is a file."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["make", *args]
        return super().resolve_command(ctx, args)


@click.group(
    "backup",
    cls=BackupGroup,
    invoke_without_command=True,
    subcommand_metavar="[FILE] | restore FILE",
    help=_(
        "Copy the log to a file, while others may write, and check the copy. FILE may be a"
        " folder; if unsaid, the copy lies beside the log, with the date in its name."
    ),
    epilog=example("hanabi-log backup\nhanabi-log backup /media/stick"),
)
@click.pass_context
def backup_command(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        ctx.invoke(make_backup)


@backup_command.command(
    "make",
    hidden=True,
    help=_("Copy the log to a file and check the copy."),
    epilog=example("hanabi-log backup club.bak --replace"),
)
@click.argument("file", required=False, type=click.Path())
@click.option("--replace", is_flag=True, help=_("Write over FILE if it is there."))
def make_backup(file: str | None = None, replace: bool = False) -> None:
    from hanabi_log.storage.backup import back_up, backup_name, thin_out

    run = current()
    path, stamp = run.place.path, f"{run.now:%Y-%m-%d-%H%M%S}"
    folder = file if file and os.path.isdir(file) else None
    with run.open() as log:
        target = backup_name(path, stamp, folder) if folder or not file else file
        contents = back_up(log.connection, target, replace=replace)
        most = run.place.config.backups
        dated = folder is not None or not file
        removed = thin_out(path, most, folder) if dated and most is not None else []
    if run.as_json:
        print_json({"path": target, **contents._asdict(), "removed": removed})
        return
    games = ngettext("{n} game", "{n} games", contents.games).format(n=contents.games)
    click.echo(_("{path}: {games}, checked.").format(path=target, games=games))
    if removed:
        tell(
            ngettext(
                "{n} older backup was removed, as the config has it.",
                "{n} older backups were removed, as the config has it.",
                len(removed),
            ).format(n=len(removed))
        )


@backup_command.command(
    "restore",
    help=_(
        "Put a backup in the place of the log. The log that is there is kept beside it, and a"
        " file that is damaged, foreign or newer than this program is refused."
    ),
    epilog=example("hanabi-log backup restore data/hanabi.db.2026-11-28-210000.bak"),
)
@click.argument("file", type=click.Path())
def restore_backup(file: str) -> None:
    from hanabi_log.storage.backup import restore

    run = current()
    path = run.place.path
    restored = restore(path, file, f"{run.now:%Y-%m-%d-%H%M%S}")
    if run.as_json:
        print_json(
            {
                "path": path,
                "restored": file,
                **restored.contents._asdict(),
                "kept": restored.kept,
            }
        )
        return
    contents = restored.contents
    games = ngettext("{n} game", "{n} games", contents.games).format(n=contents.games)
    click.echo(_("{path} holds {games} again.").format(path=path, games=games))
    if restored.kept:
        tell(_("What was there is kept as {path}").format(path=restored.kept))


@click.command(
    "doctor",
    cls=Command,
    help=_(
        "Check the log: the file itself, scores against rules, names, house rules, forgotten"
        " sessions. Nothing is changed unless --fix is given."
    ),
    epilog=example("hanabi-log doctor --fix"),
)
@click.option("--fix", is_flag=True, help=_("Mend what can be mended without guessing."))
def doctor_command(fix: bool) -> None:
    from hanabi_log.logbook.health import examine, mend

    run = current()
    checks = examine(run.place, run.now)
    if fix and any(check.fixable for check in checks):
        mend(run.place, run.now)
        checks = examine(run.place, run.now)
    if run.as_json:
        print_json({"checks": [check.as_json() for check in checks]})
    else:
        for check in checks:
            click.echo(f"{_mark(check.level)} {check.name}: {check.message}")
        if any(check.fixable for check in checks):
            tell(_("`doctor --fix` mends what can be mended without guessing."))
    if any(check.level == "error" for check in checks):
        sys.exit(BadDatabase.exit_code)


def _mark(level: str) -> str:
    marks = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "error": ("×", "red")}
    sign, colour = marks[level]
    return click.style(sign, fg=colour)


@click.command(
    "rescore",
    cls=Command,
    help=_(
        "Compute all scores anew and show what differs, before anything is stored. Games keep"
        " the rules of their day, unless --ruleset moves them to the rules as they are now."
    ),
    epilog=example("hanabi-log rescore --ruleset attic --dry-run"),
)
@click.option(
    "-r",
    "--ruleset",
    metavar="SPEC",
    shell_complete=complete_rulesets,
    help=_("Move the games of this ruleset to its present definition."),
)
@click.option("--dry-run", is_flag=True, help=_("Show what would change, but store nothing."))
@click.option("-y", "--yes", is_flag=True, help=_("Store without asking."))
def rescore_command(ruleset: str | None, dry_run: bool, yes: bool) -> None:
    from hanabi_log.logbook.rescoring import plan_rescoring, rescore

    run = current()
    with run.open() as log:
        plan = plan_rescoring(log, ruleset)
        if not run.as_json:
            _print_plan(plan)
        asks = not run.as_json and on_terminal()
        stored = bool(plan.differences) and not dry_run and (yes or (asks and _agreed()))
        if stored:
            rescore(log, plan)
    if run.as_json:
        print_json(
            {
                "changed": len(plan.differences),
                "stored": stored,
                "games": [one.as_json() for one in plan.differences],
                "problems": [problem.as_json() for problem in plan.problems],
            }
        )
    elif stored:
        tell(_("Stored; `undo` takes it back where rules were changed."))
    elif plan.differences:
        tell(_("Nothing was stored; --yes stores it."))


def _agreed() -> bool:
    return click.confirm(_("Store this?"), err=True)


def _print_plan(plan: Rescoring) -> None:
    tell_problems(plan.problems)
    if not plan.differences:
        click.echo(_("Every score is what the rules give."))
        return
    rows = [
        [
            one.before.id[:13],
            one.before.date or "–",
            one.after.ruleset,
            headline(one.before.result),
            headline(one.after.result),
        ]
        for one in plan.differences
    ]
    print_table([_("ID"), _("Date"), _("Ruleset"), _("Now"), _("Then")], rows)
