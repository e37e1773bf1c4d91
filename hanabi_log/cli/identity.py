"""Who is who: `players merge`, `unmerge`, `duplicates` and `erase`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanabi_log.cli.context import Command, current, example, on_terminal
from hanabi_log.cli.options import player_argument
from hanabi_log.cli.output import none_yet, print_done, print_json, print_table, tell
from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.i18n import _, ngettext
from hanabi_log.logbook.log import Log, short_id
from hanabi_log.logbook.people import find_player
from hanabi_log.logbook.people_merging import (
    Pair,
    merge_players,
    read_pairs,
    unmerge_player,
)
from hanabi_log.names import key_of
from hanabi_log.storage.identity import count_matches_by_player
from hanabi_log.storage.people import count_games_by_player

if TYPE_CHECKING:
    from hanabi_log.logbook.people_doubles import Double
    from hanabi_log.logbook.people_erasing import Erased


@click.command(
    "merge",
    cls=Command,
    help=_(
        "NAME is a person who is in the log already, INTO: one person from now on, under the"
        " name INTO. With --map, many at once from a file."
    ),
    epilog=example(
        'hanabi-log players merge "Mna" "Mina"\nhanabi-log players merge --map who.toml'
    ),
)
@click.argument("name", required=False)
@click.argument("into", required=False)
@click.option(
    "--map",
    "path",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help=_("A TOML file: under [merge], the name that stays = [the names that go]."),
)
def merge_people(name: str | None, into: str | None, path: str | None) -> None:
    run = current()
    if (path is None) == (name is None) or (name is None) != (into is None):
        raise InvalidInput(
            _("Say two names, or a file with --map"),
            [Problem(_("first the name that goes, then the name that stays"), "merge")],
        )
    pairs = read_pairs(path) if path else [Pair(name or "", into or "")]
    with run.open() as log:
        merged = merge_players(log, pairs)
    if run.as_json:
        found = [one.as_json() for one in merged]
        print_json(found if path else found[0])
        return
    for one in merged:
        games = _counted(one.games, one.matches)
        click.echo(
            _("{gone} is {stays} from now on, with {games} more.").format(
                gone=one.gone.name, stays=one.stays.name, games=games
            )
        )
    tell(_("`hanabi-log players unmerge NAME` takes them apart again, at any time."))


@click.command(
    "unmerge",
    cls=Command,
    help=_(
        "Make somebody who was merged a person of their own again, with all games from before;"
        " later games stay where they are."
    ),
    epilog=example('hanabi-log players unmerge "Mna"'),
)
@player_argument
def unmerge_person(name: str) -> None:
    with current().open() as log:
        one = unmerge_player(log, name)
    message = _("{gone} is a person of their own again, with {games}, apart from {stays}.")
    games = _counted(one.games, one.matches)
    print_done(one.as_json(), message.format(gone=one.gone.name, stays=one.stays.name, games=games))


@click.command(
    "duplicates",
    cls=Command,
    help=_("Who may be one person under two names. People who shared a game are two."),
    epilog=example("hanabi-log players duplicates"),
)
def list_duplicates() -> None:
    from hanabi_log.logbook.people_doubles import find_doubles

    run = current()
    with run.open() as log:
        doubles = find_doubles(log)
        rows = [_double_row(log, pair) for pair in doubles]
    if run.as_json:
        print_json([pair.as_json() for pair in doubles])
    elif not doubles:
        none_yet(_("nobody looks like somebody else"))
    else:
        print_table([_("This may be"), _("this one"), _("Why")], rows)
        tell(_('`hanabi-log players merge "this" "this one"` makes two one.'))


@click.command(
    "erase",
    cls=Command,
    help=_(
        "Remove a person for good: a guest in every game, gone from the history too. This"
        " cannot be undone."
    ),
    epilog=example('hanabi-log players erase "Mina"'),
)
@player_argument
@click.option("--yes", is_flag=True, help=_("Do not ask."))
def erase_person(name: str, yes: bool) -> None:
    from hanabi_log.logbook.people_erasing import erase_player

    run = current()
    with run.open() as log:
        player = find_player(log, name)
        if not yes:
            games = count_games_by_player(log.connection).get(player.id, 0)
            matches = count_matches_by_player(log.connection).get(player.id, 0)
            _ask_twice(player.name, _counted(games, matches))
        erased = erase_player(log, name, seen=player)
        rewritten = [short_id(log, id) for id in erased.rewritten]
        left = [short_id(log, id) for id in erased.left]
    if run.as_json:
        print_json(erased.as_json())
    else:
        _print_erased(erased, rewritten, left)


IDENTITY = (merge_people, unmerge_person, list_duplicates, erase_person)


def _double_row(log: Log, pair: Double) -> list[str]:
    reasons = {"spelling": _("one slip apart"), "family_name": _("without the family name")}
    why = reasons[pair.why]
    if pair.shared:
        why = _("two people: both in {game}").format(game=short_id(log, pair.shared[0]))
    return [f"{pair.one.name} ({pair.games[0]})", f"{pair.other.name} ({pair.games[1]})", why]


def _print_erased(erased: Erased, rewritten: list[str], left: list[str]) -> None:
    """What is gone, and where the name may still be read; `rewritten` and `left` are short ids."""
    seats = _counted(erased.games, erased.matches)
    click.echo(_("Gone for good, a guest instead in {games}.").format(games=seats))
    for head, lines in (
        (_("Games whose notes, place, tags or source had the name, and have … now:"), rewritten),
        (_("Games that still have these letters in other words, perhaps in their history:"), left),
        (_("Groups that still have the name; `groups rename` changes it:"), erased.groups),
        (_("Copies of the log that still have it; delete those you do not need:"), erased.copies),
    ):
        if lines:
            tell(head)
        for line in lines:
            tell(f"  {line}")


def _ask_twice(name: str, games: str) -> None:
    if not on_terminal():
        raise Conflict(
            _("Erasing cannot be undone, and nobody is here to be asked"),
            [Problem(_("say --yes if you are sure"), "yes")],
        )
    question = _("Erase {name}, a guest in {games} from then on? This cannot be undone")
    click.confirm(question.format(name=name, games=games), abort=True, err=True)
    typed = click.prompt(_("Type the name once more to be sure"), err=True)
    if key_of(typed) != key_of(name):
        raise click.Abort


def _counted(games: int, matches: int) -> str:
    """How many games and matches somebody sat in; the matches only where there are any."""
    parts = []
    if games or not matches:
        parts.append(ngettext("{n} game", "{n} games", games).format(n=games))
    if matches:
        text = ngettext("{n} Hoola King match", "{n} Hoola King matches", matches)
        parts.append(text.format(n=matches))
    return ", ".join(parts)
