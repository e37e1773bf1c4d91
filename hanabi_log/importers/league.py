"""The table of a hanab.live league: a row for each player of each game.

The rows of one game lie far apart, so the whole table is gathered before the games come. The
column `max_score` tells with 1 that the game was perfect; the maximum follows from the suits.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import _
from hanabi_log.importers.cells import UnfitError, read_whole
from hanabi_log.importers.columns import listed
from hanabi_log.importers.csv import broken_quotes
from hanabi_log.importers.hanablive_games import our_total
from hanabi_log.importers.hanablive_variants import variant_of
from hanabi_log.importers.values import quoted
from hanabi_log.records import Draft

KIND = "league"
NEEDED = ("game_id", "player_name", "variant_name", "score")
_SAME = ("variant_name", "number_of_suits", "number_of_players", "score", "max_score")
"""What all rows of a game must agree on."""
_MOST_PLAYERS = 10

Cells = dict[str, str]


@dataclass(slots=True)
class _Rows:
    line: int
    cells: Cells
    names: list[str] = field(default_factory=list)
    faults: list[Problem] = field(default_factory=list)


def is_league(start: str) -> bool:
    """Whether the first line of a file has the headings of such a table."""
    return set(NEEDED) <= set(_headings(start.split("\n", 1)[0])[1])


def read(lines: Iterator[str], *, file: str) -> Iterator[Draft | Problem]:
    """The drafts of the games in the order of their first rows, problems before each.

    Raises InvalidInput when a heading that is needed is not there.
    """
    delimiter, headings = _headings(next(lines, ""))
    if missing := [name for name in NEEDED if name not in headings]:
        message = _("There is no column {heading}; there are {headings}").format(
            heading=", ".join(missing), headings=listed(headings)
        )
        raise InvalidInput(
            _("{file} cannot be read as a league's table").format(file=file),
            [Problem(message, file=file, line=1)],
        )
    return _read_games(csv.reader(lines, delimiter=delimiter, strict=True), headings, file)


def _headings(line: str) -> tuple[str, Sequence[str]]:
    line = line.lstrip("\ufeff").rstrip("\r\n")
    delimiter = max(",;\t", key=line.count)
    return delimiter, [name.strip().strip('"').casefold() for name in line.split(delimiter)]


def _read_games(rows: Any, headings: Sequence[str], file: str) -> Iterator[Draft | Problem]:
    games: dict[str, _Rows] = {}
    loose: list[Problem] = []
    line = 2
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                _gather(row, headings, file, line, games, loose)
            line = rows.line_num + 2
    except csv.Error as error:
        loose.append(Problem(broken_quotes(error), None, "error", file, line))
    yield from loose
    for id, game in games.items():
        yield from game.faults
        if not game.faults:
            try:
                yield _draft(id, game, file)
            except UnfitError as unfit:
                yield Problem(str(unfit), None, "error", file, game.line)


def _gather(
    row: list[str],
    headings: Sequence[str],
    file: str,
    line: int,
    games: dict[str, _Rows],
    loose: list[Problem],
) -> None:
    cells = {name: cell.strip() for name, cell in zip(headings, row, strict=False)}
    id, name = cells.get("game_id", ""), cells.get("player_name", "")
    if len(row) != len(headings) or not id or not name:
        message = _("{found} cells, but {width} headings, or no game or player").format(
            found=len(row), width=len(headings)
        )
        loose.append(Problem(message, None, "error", file, line))
        return
    game = games.setdefault(id, _Rows(line, cells))
    game.names.append(name)
    for key in _SAME:
        if cells.get(key) != game.cells.get(key):
            message = _("{found} here, {first} in line {line} of the same game").format(
                found=quoted(cells.get(key)), first=quoted(game.cells.get(key)), line=game.line
            )
            game.faults.append(Problem(message, key, "error", file, line))


def _draft(id: str, game: _Rows, file: str) -> Draft:
    cells = game.cells
    variant = variant_of(cells["variant_name"])
    suits = _number(cells, "number_of_suits")
    if None not in (suits, variant.suits) and suits != variant.suits:
        raise UnfitError(
            _("{found} suits, but the variant is {variant}").format(
                found=suits, variant=variant.name
            )
        )
    score = read_whole(cells["score"])
    total = our_total(score, variant)
    perfect = cells.get("max_score", "") == "1"
    most = RANKS * suits if suits is not None else variant.maximum
    if most is not None and (score > most or (perfect != (score == most) and "max_score" in cells)):
        raise UnfitError(
            _("The score is {score} of {most}, and max_score says {flag}").format(
                score=score, most=most, flag=quoted(cells.get("max_score"))
            )
        )
    seats = _number(cells, "number_of_players")
    if seats is not None and not len(game.names) <= seats <= _MOST_PLAYERS:
        raise UnfitError(
            _("{found} rows for {players} players").format(found=len(game.names), players=seats)
        )
    return Draft(
        players=tuple(game.names),
        guests=None if seats is None else seats - len(game.names),
        ruleset=variant.spec,
        total=total,
        outcome="perfect" if perfect and variant.known else None,
        note=variant.note,
        source=f"{KIND}:{id}",
        file=file,
        line=game.line,
    )


def _number(cells: Cells, key: str) -> int | None:
    return read_whole(cells[key]) if cells.get(key) else None
