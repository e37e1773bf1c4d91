"""Plays of BoardGameGeek, in whichever form they were saved: XML, JSON made of it, or CSV.

A play names its game, may stand for several games, and has one score a person. What can be
said of the table is said; who won is not believed, since people tick it as they please.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.i18n import _
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.items import PassedOver
from hanabi_log.importers.plays import Fields, Seat, in_order, is_hanabi, seat_of
from hanabi_log.importers.values import quoted
from hanabi_log.records import Draft

KIND = "bgg"
MOST_GAMES = 100
"""Games that one play may stand for."""
# What is stored does not depend on the language of whoever imports it, or reading a file
# again in another one would change games.
EXCLUDED = "not in the win statistics of BoardGameGeek"

Item = Draft | Problem | PassedOver


def read_play(found: Mapping[str, Any], file: str, line: int | None) -> Iterator[Item]:
    """The drafts of one play, after its problems.

    `found` has the attributes of the play, `name` and `objectid` of its item, `comments`,
    and `players`, a list of objects with the attributes of each player.
    """
    fields = Fields(found, file, line)
    name = fields.text("name")
    if not is_hanabi(fields.text("objectid"), name):
        yield PassedOver(_("another game: {name}").format(name=name or "?"), file, line)
        return
    seats = in_order(_seat(fields, player, file, line) for player in fields.entries("players"))
    quantity = _quantity(fields, any(seat.score for seat in seats))
    note = fields.text("comments")
    tags = _tags(note)
    facts: dict[str, Any] = {
        "date": fields.day("date"),
        "players": tuple(seat.name for seat in seats),
        "total": fields.total(seats),
        "outcome": "abandoned" if fields.flag("incomplete") else None,
        "minutes": fields.minutes("length"),
        "place": fields.text("location"),
        "note": None if tags else note,
        "tags": tags,
        "excluded": EXCLUDED if fields.flag("nowinstats") else None,
    }
    id = fields.text("id")
    source = f"{KIND}:{id}" if id else row_source(KIND, facts)
    yield from fields.problems
    for n in range(1, quantity + 1):
        yield Draft(
            **facts,
            played=True,
            source=source if n == 1 else f"{source}:{n}",
            file=file,
            line=line,
        )


def _seat(fields: Fields, player: Mapping[str, Any], file: str, line: int | None) -> Seat:
    one = Fields(player, file, line)
    position = one.text("startposition") or ""
    seat = Seat(
        seat_of(one.text("name") or one.text("username")),
        one.text("score") or "",
        int(position) if re.fullmatch(r"[0-9]{1,3}", position) else None,
    )
    fields.problems += one.problems
    return seat


def _quantity(fields: Fields, scored: bool) -> int:
    """How many games a play stands for; one if that cannot be said."""
    text = fields.text("quantity") or "1"
    if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_GAMES:
        message = _("{found} does not fit; allowed: {low} to {high}")
        fields.complain(message.format(found=quoted(text), low=1, high=MOST_GAMES), "quantity")
        return 1
    quantity = int(text)
    if quantity > 1 and scored:
        message = _(
            "{n} games with one score: whose is it? Log them one by one at BoardGameGeek, or"
            " write them into a sheet, a row each"
        )
        fields.complain(message.format(n=quantity), "quantity")
        return 1
    return quantity


def _tags(note: str | None) -> tuple[str, ...]:
    """The tags of a comment that consists of nothing but words such as `#late`."""
    words = (note or "").split()
    if not words or not all(len(word) > 1 and word[0] == "#" for word in words):
        return ()
    return tuple(word.lstrip("#") for word in words if word.lstrip("#"))
