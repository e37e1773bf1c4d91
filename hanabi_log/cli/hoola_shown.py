"""Matches and rounds of Hoola King as text: a table of payments, then the reasons."""

from __future__ import annotations

import click

from hanabi_log.cli.output import print_table
from hanabi_log.games.hoola.words import fill, status_label
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _


def signed(points: int) -> str:
    """Points as people read them: with their sign, a minus that is no hyphen."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def match_line(record: HoolaMatch) -> str:
    """When, where and with whom: one line."""
    match = record.match
    marks = {True: _("{name} (bot)"), False: "{name}"}
    people = [marks[one.bot].format(name=one.name) for one in match.participants]
    parts = [
        record.id[:13],
        record.date or _("no date"),
        record.group.name if record.group else None,
        ", ".join(people),
        _("{thresholds} thresholds").format(thresholds=match.thresholds),
    ]
    return " · ".join(part for part in parts if part)


def status_line(record: HoolaMatch) -> str:
    """How far the match is, and how it stands."""
    match = record.match
    text = _("{played} of {target} rounds, {status}").format(
        played=len(match.rounds), target=match.target, status=status_label(match.status)
    )
    if match.vote:
        return _("{text}; {proposer} proposes to settle, agreed: {agreed}").format(
            text=text, proposer=match.vote.proposer, agreed=", ".join(match.vote.agreed)
        )
    return text


def print_match(record: HoolaMatch, *, number: int | None = None, brief: bool = False) -> None:
    """The match; with `number` one round of it alone."""
    match = record.match
    if number is None:
        click.echo(click.style(match_line(record), bold=True))
        click.echo(status_line(record))
        if match.agreed:
            click.echo(_("Agreed: {names}").format(names=", ".join(match.agreed)))
        if match.rounds:
            click.echo()
            _print_payments(record)
    if not brief:
        chosen = range(1, len(match.rounds) + 1) if number is None else (number,)
        for one in chosen:
            if number is None:
                click.echo()
            print_round(record, one)


def print_round(record: HoolaMatch, number: int) -> None:
    """One round: how it ended, and why everybody pays or gets what they do."""
    outcome = record.match.rounds[number - 1]
    ending = fill(f"end_{outcome.round.end}")
    title = _("Round {number}: {ending}").format(number=number, ending=ending)
    click.echo(click.style(title, bold=True))
    for line in outcome.why:
        click.echo(f"  {line}")
    paid = ", ".join(f"{name} {signed(points)}" for name, points in outcome.payments.items())
    click.echo(f"  {paid}")


def _print_payments(record: HoolaMatch) -> None:
    match = record.match
    rows = [
        [str(number), fill(f"end_{outcome.round.end}")]
        + [signed(outcome.payments[name]) for name in match.players]
        for number, outcome in enumerate(match.rounds, 1)
    ]
    totals = [signed(points) for points in match.totals.values()]
    places = {line.player: str(line.place) for line in match.standing}
    rows += [
        ["", _("Total"), *totals],
        ["", _("Rank"), *(places[name] for name in match.players)],
    ]
    columns = range(2, 2 + len(match.players))
    print_table(["#", _("End"), *match.players], rows, right=(0, *columns))
