"""`session`: the evening at the table; start once, then `add 54432` is all."""

from __future__ import annotations

from typing import Any

import click

from hanabi_log.cli import cards
from hanabi_log.cli.context import Group, current, example
from hanabi_log.cli.options import group_option, read_players, table_options
from hanabi_log.cli.output import none_yet, print_json, print_table, tell, tell_problems
from hanabi_log.cli.slips import ask_of_slips
from hanabi_log.drafts import odd_day
from hanabi_log.games.hanabi.bands import band_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook import evenings
from hanabi_log.logbook.adding import usual_group
from hanabi_log.logbook.evenings import Evening
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.logbook.people import group_id
from hanabi_log.records import Draft
from hanabi_log.rulebook import DEFAULT
from hanabi_log.storage.people import OpenSession, load_players


@click.group(
    "session",
    cls=Group,
    help=_("An evening: say once who plays, then log each game with its stacks alone."),
    epilog=example('hanabi-log session start -p "Mina, Jun, Ara"\nhanabi-log add 54432 -s 1'),
)
def session_command() -> None:
    """The noun `session`."""


@session_command.command(
    "start",
    help=_("Open an evening: group, players, rules and place for all its games."),
    epilog=example('hanabi-log session start -p "Mina, Jun" -g "Tuesday table"'),
)
@table_options
@click.option("-d", "--date", metavar="DATE", help=_("The day; today if unsaid."))
@click.option("--new", is_flag=True, help=_("Names that look like known ones are new."))
def start_session(players: tuple[str, ...], new: bool, **said: Any) -> None:
    run = current()
    draft = Draft(players=read_players(players), **said)
    with run.open(create=True) as log:
        session = ask_of_slips(
            lambda names: evenings.start_session(log, names.draft(draft), new=new or names.asked)
        )
        shown = _session_json(log, session)
        command = f"hanabi-log add {_sample_end(log.rulebook.ruleset(session.ruleset or DEFAULT))}"
        odd = odd_day(session.date, log.today)
        remarks = tuple(usual_group(log, session.group, draft.group))
    if run.as_json:
        print_json(shown)
    else:
        click.echo(_("The session of {date} is open.").format(date=session.date))
        if odd:
            tell_problems([odd])
            tell(_("Is the day wrong? `hanabi-log undo`, then start it again."))
        for remark in remarks:
            tell(remark)
        table = [*shown["players"], *[_("guest")] * shown["guests"]]
        if about := " · ".join(filter(None, [shown["group"], ", ".join(table)])):
            click.echo(f"  {about}")
        click.echo(_("Log each game with its stacks: {command}").format(command=command))


@session_command.command(
    "end", help=_("Close the evening and sum it up."), epilog=example("hanabi-log session end")
)
def end_session() -> None:
    run = current()
    with run.open() as log:
        evening = evenings.end_session(log)
        _print_evenings(log, [evening], as_json=run.as_json, text=True, single=True)


@session_command.command(
    "show",
    help=_("Show the evening of a date; without one the open or the last one."),
    epilog=example("hanabi-log session show 2026-11-28 --text"),
)
@click.argument("date", required=False)
@group_option
@click.option("--text", is_flag=True, help=_("Plain lines to paste into a chat."))
def show_session(date: str | None, group: str | None, text: bool) -> None:
    run = current()
    with run.open() as log:
        found = evenings.show_session(log, date, group_id(log, group))
        _print_evenings(log, found, as_json=run.as_json, text=text)


@session_command.command(
    "list", help=_("All evenings, newest first."), epilog=example("hanabi-log session list")
)
@group_option
def list_sessions(group: str | None) -> None:
    run = current()
    with run.open() as log:
        found = evenings.list_sessions(log, group_id(log, group))
    if run.as_json:
        print_json([_evening_json(evening, games=False) for evening in found])
    elif not found:
        none_yet(_("no game with a date"))
    else:
        heads = [_("Date"), _("Group"), _("Games"), _("Best")]
        print_table(heads, [_row(evening) for evening in found], right=(2,))


def _sample_end(ruleset: Ruleset) -> str:
    """What an end under these rules may look like when it is typed."""
    if not ruleset.known:
        return "--total 18"
    wanted = [5, 4, 4, 3, 2, *[2] * len(ruleset.suits)]
    pairs = zip(ruleset.suits, wanted, strict=False)
    return "".join(str(n if n in suit.ranks else suit.ranks[0]) for suit, n in pairs) + " -s 1"


def _row(evening: Evening) -> list[str]:
    best = cards.headline(evening.best.result) if evening.best else ""
    name = evening.group.name if evening.group else ""
    return [evening.date or "", name, str(len(evening.games)), best]


def _print_evenings(
    log: Log, found: list[Evening], *, as_json: bool, text: bool = False, single: bool = False
) -> None:
    if as_json:
        shown = [_evening_json(evening) for evening in found]
        print_json(shown[0] if single or len(shown) == 1 else shown)
        return
    rules = stored_rulesets(log)
    for evening in found:
        click.echo(_title(evening, text))
        for number, game in enumerate(evening.games, 1):
            if text:
                stacks = cards.spelled_stacks(game.end.stacks or {}, rules[game.digest])
                click.echo(f"{number}. {stacks} — {cards.headline(game.result)}")
            else:
                click.echo()
                click.echo(cards.card(game, rules[game.digest]))


def _title(evening: Evening, text: bool) -> str:
    count = len(evening.games)
    parts = [
        evening.date or "",
        evening.group.name if evening.group else "",
        ngettext("{n} game", "{n} games", count).format(n=count),
    ]
    line = " · ".join(part for part in parts if part)
    if evening.best and evening.best.result.band:
        line += " · " + _("best: {band}").format(band=band_label(evening.best.result.band))
    return line if text else click.style(line, bold=True)


def _evening_json(evening: Evening, games: bool = True) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "date": evening.date,
        "group": evening.group.name if evening.group else None,
    }
    if games:
        return {**shown, "games": [game.as_json() for game in evening.games]}
    return {**shown, "games": len(evening.games), "best": evening.best and evening.best.id}


def _session_json(log: Log, session: OpenSession) -> dict[str, Any]:
    names = {player.id: player.name for player in load_players(log.connection).values()}
    return {
        "id": session.id,
        "date": session.date,
        "group": session.group.name if session.group else None,
        "players": [names[id] for id in session.players if id],
        "guests": sum(id is None for id in session.players),
        "ruleset": session.ruleset,
        "place": session.place,
        "talk": session.talk,
    }
