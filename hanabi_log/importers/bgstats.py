"""Exports of the BG Stats app: one JSON document with plays, and the lists they point into.

People, games and places are numbered in each file anew; a play is known again by its UUID,
in capitals or not. The app names what it has deleted since, and such plays are taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanabi_log.errors import Problem, unreadable
from hanabi_log.i18n import _
from hanabi_log.ids import as_uuid
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.items import PassedOver, Tombstone
from hanabi_log.importers.plays import (
    Fields,
    Seat,
    in_order,
    is_hanabi,
    load_json,
    objects,
    seat_of,
)
from hanabi_log.importers.values import plain, quoted
from hanabi_log.records import Draft

KIND = "bgstats"
# What is stored does not depend on the language of whoever imports it.
EXCLUDED = "ignored in BG Stats"

Item = Draft | Problem | PassedOver | Tombstone
Table = Mapping[str, Mapping[str, Any]]


def read(text: str, *, file: str) -> Iterator[Item]:
    """The items of an export; a play is counted as a line.

    Raises InvalidInput where it is no JSON or lacks the list of plays.
    """
    found = load_json(text.removeprefix("\ufeff"), file)
    plays = found.get("plays") if isinstance(found, Mapping) else None
    if not isinstance(plays, list):
        raise unreadable(file, _("There is no list of plays in it"), field="plays")
    deleted = _deleted(found)
    reader = _Reader(found, file)
    for number, play in objects(plays, file):
        if play is None:
            yield Problem(_("A play is an object with keys"), "plays", "error", file, number)
            yield Draft(played=True, file=file, line=number)
        elif _uuid(play) in deleted:
            yield PassedOver(_("deleted in BG Stats"), file, number)
        else:
            yield from reader.read(play, number)
    for uuid in deleted:
        yield Tombstone(f"{KIND}:{uuid}", file)


def _uuid(entry: Mapping[str, Any]) -> str | None:
    found = entry.get("uuid")
    return as_uuid(found) if isinstance(found, str) else None


def _deleted(found: Mapping[str, Any]) -> dict[str, None]:
    """The UUIDs of deleted plays, in the order of the file."""
    entries = found.get("deletedObjects")
    return {
        uuid: None
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, Mapping)
        and str(entry.get("objectType", "")).casefold() == "play"
        and (uuid := _uuid(entry))
    }


class _Reader:
    """Reads the plays of one export, whose lists it knows."""

    def __init__(self, found: Mapping[str, Any], file: str) -> None:
        self._file = file
        self._games = _table(found, "games")
        self._people = _table(found, "players")
        self._places = _table(found, "locations")
        self._tags = _table(found, "tags")

    def read(self, play: Mapping[str, Any], line: int) -> Iterator[Item]:
        """The draft of a play after its problems, or what the play is instead."""
        fields = Fields(play, self._file, line)
        game = self._games.get(_key(play.get("gameRefId")), {})
        name = self._name(game)
        if not is_hanabi(*self._known_as(game)):
            yield PassedOver(_("another game: {name}").format(name=name or "?"), self._file, line)
            return
        seats = in_order(
            self._seat(fields, entry, line) for entry in fields.entries("playerScores")
        )
        place = self._places.get(_key(play.get("locationRefId")), {})
        facts: dict[str, Any] = {
            "date": fields.day("playDate"),
            "players": tuple(seat.name for seat in seats),
            "ruleset": fields.rules(self._words(fields)),
            "total": fields.total(seats),
            "minutes": fields.minutes("durationMin"),
            "place": self._name(place) or None,
            "note": fields.text("comments"),
            "tags": self._words_for(play),
            "excluded": EXCLUDED if fields.flag("ignored") else None,
        }
        uuid = _uuid(play)
        source = f"{KIND}:{uuid}" if uuid else row_source(KIND, facts)
        yield from fields.problems
        yield Draft(**facts, played=True, source=source, file=self._file, line=line)

    def _known_as(self, game: Mapping[str, Any]) -> tuple[str | None, str]:
        """The number of a game at BoardGameGeek, None where it has none, and its name."""
        number = _key(game.get("bggId"))
        return number or None, self._name(game) or self._name({"name": game.get("bggName")})

    def _seat(self, fields: Fields, entry: Mapping[str, Any], line: int) -> Seat:
        one = Fields(entry, self._file, line)
        key = _key(entry.get("playerRefId"))
        person = self._people.get(key)
        if person is None:
            message = _("There is no player {key} in the file").format(key=quoted(key))
            one.complain(message, "playerRefId")
        name = self._name(person or {})
        order = entry.get("seatOrder")
        seat = Seat(
            None if (person or {}).get("isAnonymous") is True else seat_of(name),
            one.text("score") or "",
            order if type(order) is int and order < 1000 else None,
        )
        fields.problems += one.problems
        return seat

    def _words(self, fields: Fields) -> dict[str, str]:
        """What may name the rules: the board, and the expansions that were in play."""
        words = {"board": fields.text("board") or ""}
        names = [
            self._name(self._games.get(_key(entry.get("gameRefId")), {}))
            for entry in fields.entries("expansionPlays")
        ]
        words["expansionPlays"] = ", ".join(filter(None, names))
        return {key: text for key, text in words.items() if text}

    def _words_for(self, play: Mapping[str, Any]) -> tuple[str, ...]:
        """The tags of a play, single words each."""
        entries = play.get("tags")
        keys = [
            _key(entry.get("tagRefId"))
            for entry in (entries if isinstance(entries, list) else [])
            if isinstance(entry, Mapping)
        ]
        names = (self._name(self._tags.get(key, {})) for key in keys)
        return tuple(dict.fromkeys("_".join(name.split()) for name in names if name))

    @staticmethod
    def _name(entry: Mapping[str, Any]) -> str:
        name = entry.get("name")
        return plain(name).strip() if isinstance(name, str) else ""


def _table(found: Mapping[str, Any], key: str) -> Table:
    """The entries of a list by their number."""
    entries = found.get(key)
    return {
        _key(entry.get("id")): entry
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, Mapping)
    }


def _key(found: Any) -> str:
    """A number that points into a list, as text; empty for 0 and for what is none."""
    if type(found) is int and 0 < found < 10**18:
        return str(found)
    return found.strip() if isinstance(found, str) else ""
