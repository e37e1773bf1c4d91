"""`hoola round`, `edit` and `score`: rounds by flags, by questions, and by the line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from hanabi_log.cli.context import Command, current, example, on_terminal
from hanabi_log.cli.hoola_forms import Said, ask_round, changed_facts, round_facts
from hanabi_log.cli.hoola_shown import print_round, signed, status_line
from hanabi_log.cli.output import print_json
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola.rounds import ENDS
from hanabi_log.hoola_records import HoolaMatch, round_as_json
from hanabi_log.i18n import _
from hanabi_log.logbook import hoola_rounds as use
from hanabi_log.logbook.hoola import find_match

F = TypeVar("F", bound=Callable[..., Any])


def match_option(command: F) -> F:
    """`-m`: which match, where more than one goes on."""
    return click.option(
        "-m",
        "--match",
        metavar="ID",
        help=_("Which match; the one that goes on, else the last one, if unsaid."),
    )(command)


def round_options(command: F) -> F:
    """What is known when a round ends."""
    for option in (
        click.option("--void", is_flag=True, help=_("Nobody pays, where the rules are silent.")),
        click.option("--winner", metavar="NAME", help=_("Who wins, where the rules are silent.")),
        click.option(
            "--thanked",
            metavar="NAME",
            help=_("Whose discard a hoola was completed with."),
        ),
        click.option("--laid", multiple=True, metavar="NAMES", help=_("Who did lay down cards.")),
        click.option(
            "--unlaid", multiple=True, metavar="NAMES", help=_("Who never laid down cards.")
        ),
        click.option(
            "--hand",
            "hands",
            multiple=True,
            metavar="NAME=HAND",
            help=_("What somebody holds: cards, 7S,8H, or sum and sevens, 23/2."),
        ),
        click.option("--by", metavar="NAME", help=_("Who ended it.")),
        click.option("--end", type=click.Choice(ENDS), help=_("How it ended.")),
    ):
        command = option(command)
    return command


@click.command(
    "round",
    cls=Command,
    help=_(
        "Log a round. Everybody counts as having laid down unless --unlaid says otherwise;"
        " whoever went out needs no hand. Without --end it asks question by question."
    ),
    epilog=example(
        'hanabi-log hoola round --end stop --by Mina --hand "Mina=A 2 3" --hand Jun=12/1'
        " --hand Ara=40/0 --unlaid Ara"
    ),
)
@match_option
@round_options
@click.option("--dry-run", is_flag=True, help=_("Check and show, but store nothing."))
@click.option("-i", "--interactive", is_flag=True, help=_("Ask question by question."))
def add_round(match: str | None, dry_run: bool, interactive: bool, **said: Any) -> None:
    run = current()
    asked = interactive or said["end"] is None
    if asked and not on_terminal():
        raise InvalidInput(
            _("No end given, and nobody here to ask"),
            [Problem(_("say how it ended: {ends}").format(ends=", ".join(ENDS)), "end")],
        )
    with run.open() as log:
        record = find_match(log, match)
        facts = ask_round(record, Said(**said)) if asked else round_facts(record, Said(**said))
        record = use.add_round(log, record, facts, dry_run=dry_run)
    _print(record, len(record.match.rounds), run.as_json)


@click.command(
    "edit",
    cls=Command,
    help=_("Correct round NUMBER; what is not said stays as it is. `undo` takes it back."),
    epilog=example('hanabi-log hoola edit 3 --hand "Jun=7S 8H" --by Ara'),
)
@click.argument("number", type=int)
@match_option
@round_options
def edit_round(number: int, match: str | None, **said: Any) -> None:
    run = current()
    with run.open() as log:
        record = find_match(log, match)
        record = use.edit_round(
            log, record, number, lambda facts: changed_facts(record, facts, Said(**said))
        )
    _print(record, number, run.as_json)


@click.command(
    "score",
    cls=Command,
    help=_(
        "Compute rounds without storing them: one JSON object a line in, one out, from a file"
        " or from `-`, the standard input. A line that cannot be gives an error on its line."
    ),
    epilog=example("hanabi-log hoola score rounds.jsonl"),
)
@click.argument("file", type=click.Path(allow_dash=True))
def score_rounds(file: str) -> None:
    failed = False
    with _lines_of(file) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            shown, fine = _scored(line, None if file == "-" else file, number)
            failed = failed or not fine
            print_json(shown, indent=None)
    if failed:
        sys.exit(InvalidInput.exit_code)


def _scored(line: str, file: str | None, number: int) -> tuple[dict[str, Any], bool]:
    from hanabi_log.games.hoola.payments import evaluate
    from hanabi_log.games.hoola.reading import parse_line, read_round

    found, problems = parse_line(line)
    if found is not None:
        played, problems = read_round(found)
        if played is not None:
            outcome, faults = evaluate(played)
            if outcome is not None:
                return outcome.as_json(), True
            problems = [fault.problem for fault in faults]
    placed = [problem._replace(file=file, line=number).as_json() for problem in problems]
    message = _("This round cannot be scored")
    return {"error": {"code": InvalidInput.code, "message": message, "problems": placed}}, False


@contextmanager
def _lines_of(file: str) -> Iterator[Iterator[str]]:
    if file == "-":
        # Half a character must not end the run: it is told on its line.
        yield (line.decode("utf-8-sig", errors="replace") for line in sys.stdin.buffer)
        return
    from hanabi_log.importers.reading import open_text

    with open_text(file).lines() as lines:
        yield lines


def _print(record: HoolaMatch, number: int, as_json: bool) -> None:
    match = record.match
    if as_json:
        id = record.round_ids[number - 1]
        print_json(
            {
                "match": record.id,
                "status": match.status,
                "totals": match.totals,
                **round_as_json(id, number, match.rounds[number - 1]),
            }
        )
        return
    print_round(record, number)
    totals = ", ".join(
        f"{line.place}. {line.player} {signed(line.points)}" for line in match.standing
    )
    click.echo(_("Standing: {totals}").format(totals=totals))
    click.echo(status_line(record))
