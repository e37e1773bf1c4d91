"""`hoola`: the second game of the club, from a new match to its standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_log.cli import context
from hanabi_log.cli.context import current, example, on_terminal
from hanabi_log.cli.hoola_exchange import export_matches, import_matches
from hanabi_log.cli.hoola_rounds import add_round, edit_round, score_rounds
from hanabi_log.cli.hoola_shown import match_line, print_match, signed, status_line
from hanabi_log.cli.options import group_option, limit_option, new_people_option, table_option
from hanabi_log.cli.output import none_yet, print_json, print_table, tell, tell_problems
from hanabi_log.cli.slips import Names, ask_of_slips
from hanabi_log.drafts import in_the_future
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola.rounds import THRESHOLD_SETS, ThresholdSet
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _
from hanabi_log.logbook.adding import usual_group
from hanabi_log.logbook.hoola import ROUNDS, NewMatch, begin, find_match
from hanabi_log.logbook.hoola_settling import Votes, abort, settle
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.logbook.people import group_id
from hanabi_log.names import split_names
from hanabi_log.storage import hoola as store

if TYPE_CHECKING:
    from hanabi_log.stats.hoola import HoolaLine


@click.group(
    "hoola",
    cls=context.Group,
    help=_("Hoola King: log matches round by round, with every payment explained."),
    epilog=example(
        'hanabi-log hoola new -p "Mina, Jun, Ara" --rounds 10\n'
        "hanabi-log hoola round --end out --by Mina --hand Jun=7S,8H --hand Ara=23/2"
    ),
)
def hoola_command() -> None:
    """The noun `hoola`."""


for command in (add_round, edit_round, score_rounds, export_matches, import_matches):
    hoola_command.add_command(command)


@hoola_command.command(
    "new",
    help=_(
        "Begin a match. Without -p the people of the open session sit down, else those of the"
        " last match."
    ),
    epilog=example('hanabi-log hoola new -p "Mina, Jun" --bot Robo --host Mina --rounds 8'),
)
@click.option("-p", "--players", multiple=True, metavar="NAMES", help=_("Who plays, 3 to 5."))
@click.option("--bot", "bots", multiple=True, metavar="NAME", help=_("Who of them is a bot."))
@click.option("--host", metavar="NAME", help=_("Who hosts the match."))
@click.option(
    "--rounds",
    "target",
    type=int,
    default=ROUNDS,
    show_default=True,
    metavar="N",
    help=_("How many rounds it is to have."),
)
@click.option(
    "--thresholds",
    type=click.Choice(THRESHOLD_SETS),
    default="basic",
    show_default=True,
    help=_("Low, high and stop: 18, 80, 10 or 22, 76, 15."),
)
@table_option
@click.option("-d", "--date", metavar="DATE", help=_("The day; today if unsaid."))
@new_people_option
def new_match(
    players: tuple[str, ...],
    bots: tuple[str, ...],
    host: str | None,
    target: int,
    thresholds: ThresholdSet,
    group: str | None,
    date: str | None,
    new: bool,
) -> None:
    run = current()
    wanted = NewMatch(
        players=_names(players),
        bots=_names(bots),
        host=host,
        target=target,
        thresholds=thresholds,
        group=group,
        date=date,
    )
    with run.open(create=True) as log:

        def start(names: Names) -> HoolaMatch:
            meant = wanted._replace(
                players=names.seat(wanted.players),
                host=names.meant(wanted.host),
                group=names.table or wanted.group,
            )
            return begin(log, meant, new=new or names.asked)

        record = ask_of_slips(start)
        remarks = () if current_session(log) else tuple(usual_group(log, record.group, group))
    tell_problems(filter(None, [in_the_future(record.date, log.today)]))
    if run.as_json:
        print_json(record.as_json())
    else:
        click.echo(match_line(record))
        for remark in remarks:
            tell(remark)
        click.echo(_("Log its rounds with `hanabi-log hoola round`."))


@hoola_command.command(
    "show",
    help=_("A match with all its rounds, and the reason for each number."),
    epilog=example("hanabi-log hoola show last --round 3"),
)
@click.argument("match", required=False, metavar="[ID]")
@click.option("--round", "number", type=int, metavar="N", help=_("Explain this round alone."))
@click.option("--brief", is_flag=True, help=_("The table without the reasons."))
def show_match(match: str | None, number: int | None, brief: bool) -> None:
    from hanabi_log.games.hoola.matches import must_have

    run = current()
    with run.open() as log:
        record = find_match(log, match)
    if number is not None:
        must_have(record.match, number)
    if run.as_json:
        found = record.as_json()
        print_json(found["rounds"][number - 1] if number is not None else found)
    else:
        print_match(record, number=number, brief=brief)


@hoola_command.command(
    "list",
    help=_("The matches, newest first; aborted ones too."),
    epilog=example('hanabi-log hoola list -g "Tuesday table"'),
)
@group_option
@limit_option(_("How many; 20 if unsaid, 0 for all."))
def list_matches(group: str | None, limit: int) -> None:
    run = current()
    with run.open() as log:
        wanted = store.Selection(group=group_id(log, group), newest_first=True, limit=limit)
        records = store.load_matches(log.connection, wanted)
    if run.as_json:
        print_json([record.as_json() for record in records])
    elif not records:
        none_yet(_("begin a match with `hanabi-log hoola new`"))
    else:
        heads = [_("ID"), _("Date"), _("Group"), _("Points"), _("Status")]
        print_table(heads, [_match_row(record) for record in records])


@hoola_command.command(
    "standings",
    help=_("Who won how much over all matches that came to a finish."),
    epilog=example("hanabi-log hoola standings --since 2026-01-01"),
)
@group_option
@click.option("--since", metavar="DATE", help=_("Only matches of this day or later."))
def show_standings(group: str | None, since: str | None) -> None:
    from hanabi_log.stats.hoola import board

    run = current()
    with run.open() as log:
        wanted = store.Selection(group=group_id(log, group), since=log.day(since))
        lines = board(store.load_matches(log.connection, wanted))
    if run.as_json:
        print_json([line.as_json() for line in lines])
    elif not lines:
        none_yet(_("no match has come to a finish"))
    else:
        heads = [_("Name"), _("Matches"), _("Points"), _("Wins"), _("Places"), _("Best round")]
        print_table(heads, [_standings_row(line) for line in lines], right=(1, 2, 3, 5))
        tell(_("Places: how often first, second, third, fourth, fifth; equal points share one."))


@hoola_command.command(
    "settle",
    help=_(
        "Settle a match early: the totals become final when every human agrees. With --open"
        " those who are missing may answer later; no round starts meanwhile."
    ),
    epilog=example('hanabi-log hoola settle --by Mina --agreed "Jun, Ara"'),
)
@click.argument("match", required=False, metavar="[ID]")
@click.option("--by", "proposer", metavar="NAME", help=_("Who proposes it; counts as agreed."))
@click.option("--agreed", multiple=True, metavar="NAMES", help=_("Who agrees."))
@click.option("--all", "everybody", is_flag=True, help=_("Every human agrees."))
@click.option("--refused", metavar="NAME", help=_("Who refuses: the vote ends, the match goes on."))
@click.option("--withdraw", metavar="NAME", help=_("The proposer or the host takes it back."))
@click.option("--open", "keep_open", is_flag=True, help=_("Keep the vote open for the others."))
def settle_match(
    match: str | None,
    proposer: str | None,
    agreed: tuple[str, ...],
    everybody: bool,
    refused: str | None,
    withdraw: str | None,
    keep_open: bool,
) -> None:
    run = current()
    with run.open() as log:
        record = find_match(log, match)
        votes = Votes(
            proposer=proposer,
            agreed=record.match.humans if everybody else _names(agreed),
            refused=refused,
            withdrawn=withdraw,
            keep_open=keep_open,
        )
        record = settle(log, record, votes)
    _print_brief(record)


@hoola_command.command(
    "abort",
    help=_("Break a match off: it stays in the log but counts nowhere."),
    epilog=example("hanabi-log hoola abort --yes"),
)
@click.argument("match", required=False, metavar="[ID]")
@click.option("--yes", is_flag=True, help=_("Do not ask once more."))
def abort_match(match: str | None, yes: bool) -> None:
    run = current()
    with run.open() as log:
        record = find_match(log, match)
        if not yes:
            _confirm_abort(record)
        record = abort(log, record)
    _print_brief(record)


def _confirm_abort(record: HoolaMatch) -> None:
    if not on_terminal():
        raise InvalidInput(
            _("An abort must be confirmed, and nobody is here to ask"),
            [Problem(_("confirm with --yes"), "yes")],
        )
    question = _("{match} — break it off for good? It will count nowhere.")
    click.confirm(question.format(match=match_line(record)), abort=True, err=True)


def _print_brief(record: HoolaMatch) -> None:
    if current().as_json:
        print_json(record.as_json())
    else:
        print_match(record, brief=True)


def _match_row(record: HoolaMatch) -> list[str]:
    return [
        record.id[:13],
        record.date or "–",
        record.group.name if record.group else "",
        ", ".join(f"{line.player} {signed(line.points)}" for line in record.match.standing),
        status_line(record),
    ]


def _standings_row(line: HoolaLine) -> list[str]:
    return [
        line.player.name,
        str(line.matches),
        signed(line.points),
        str(line.wins),
        " ".join(map(str, line.places)),
        "" if line.best_round is None else signed(line.best_round),
    ]


def _names(said: tuple[str, ...]) -> tuple[str, ...]:
    # A guest word stays a word here: the match itself says that it needs a name.
    return tuple(name or _("guest") for name in split_names(",".join(said)))
