"""What an import is measured against: a script that somebody might write in an afternoon.

`python -m benchmarks.raw_import CSV DB` reads the rows of our CSV with csv, asks the rules
of the package whether each end can be and what it scores, and writes plain tables with raw
`executemany`. It knows no names but by their letters, keeps no indexes, no constraints and
no trail, and stops at the first row that it cannot read: all that is what `import` adds.
With `--unchecked` it only scores.
"""

from __future__ import annotations

import csv
import sqlite3
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from hanabi_log.errors import only_errors
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.endstate import EndState, with_outcome
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.rulebook import Rulebook

PIECE = 2_000
"""Rows held at once, as many as by `import`."""

_TABLES = """
    CREATE TABLE players (pk INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE games (pk INTEGER PRIMARY KEY, date TEXT, club TEXT, ruleset TEXT,
        strikes INTEGER, total INTEGER, hints INTEGER, deck INTEGER, minutes INTEGER, talk TEXT,
        place TEXT, note TEXT, tags TEXT, outcome TEXT, points INTEGER, score INTEGER,
        max_score INTEGER, band TEXT, knowledge TEXT);
    CREATE TABLE fireworks (game_pk INTEGER, suit TEXT, last INTEGER);
    CREATE TABLE seats (game_pk INTEGER, seat INTEGER, player_pk INTEGER);
"""
_TEXTS = ("talk", "place", "note", "tags")


def main(sheet: str, db: str, *, checked: bool = True) -> None:
    """Take the games of a sheet into a new database, all in one transaction."""
    rulebook = Rulebook()
    people: dict[str, int] = {}
    with open(sheet, encoding="utf-8", newline="") as file, sqlite3.connect(db) as connection:
        connection.executescript(f"PRAGMA journal_mode = WAL; {_TABLES}")
        rows = enumerate(csv.DictReader(file), 1)
        while piece := list(islice(rows, PIECE)):
            _write(connection, piece, rulebook, people, checked)
        connection.executemany(
            "INSERT INTO players VALUES (?, ?)", ((pk, name) for name, pk in people.items())
        )


def _write(
    connection: sqlite3.Connection,
    piece: list[tuple[int, dict[str, str]]],
    rulebook: Rulebook,
    people: dict[str, int],
    checked: bool,
) -> None:
    games, fireworks, seats = [], [], []
    for pk, row in piece:
        ruleset = rulebook.ruleset(row["ruleset"])
        names = [name.strip() for name in row["players"].split(",")]
        names += ["guest"] * (int(row["guests"] or 0) - names.count("guest"))
        stacks = {suit.code: int(row[suit.code]) for suit in ruleset.suits if row[suit.code]}
        end = EndState(
            stacks=stacks or None,
            strikes=_number(row["strikes"]),
            total=None if stacks else _number(row["total"]),
            players=len(names),
            hints=_number(row["hints"]),
            deck=_number(row["deck"]),
        )
        shown: Any = row["outcome"] or None
        end = with_outcome(end, ruleset, shown)
        games.append((pk, *_game(row, end, ruleset, checked)))
        fireworks += [(pk, suit, last) for suit, last in stacks.items()]
        seats += [
            (pk, seat, None if name == "guest" else people.setdefault(name, len(people) + 1))
            for seat, name in enumerate(names)
        ]
    connection.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 19)})", games)
    connection.executemany("INSERT INTO fireworks VALUES (?, ?, ?)", fireworks)
    connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats)


def _game(
    row: dict[str, str], end: EndState, ruleset: Ruleset, checked: bool
) -> Iterator[str | int | None]:
    minutes = _number(row["minutes"])
    if checked and (problems := only_errors(check(end, ruleset, minutes))):
        sys.exit(f"{row}: {problems[0].message}")
    result = evaluate(end, ruleset)
    yield from (row["date"], row["group"] or None, ruleset.spec)
    yield from (end.strikes, end.total, end.hints, end.deck, minutes)
    yield from (row[name] or None for name in _TEXTS)
    yield from (result.outcome, result.points, result.score)
    yield from (result.max_score, result.band, result.knowledge)


def _number(cell: str) -> int | None:
    return int(cell) if cell else None


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--unchecked"]
    main(*words, checked="--unchecked" not in sys.argv)
