"""One row of a sheet: its cells become the facts of a draft.

Cells that cannot be read are problems of their row, and all of them are told before its
draft comes. Sheets repeat themselves, so what a cell means is remembered for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from hanabi_log.dates import DateOrder
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.ids import as_uuid
from hanabi_log.importers.cells import (
    RULESET_WORDS,
    UnfitError,
    is_number,
    read_count,
    read_date,
    read_minutes,
    read_whole,
    undefuse,
    undefuse_name,
)
from hanabi_log.importers.columns import RESULT, SUITS, Columns, listed
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.mapping import SheetMap
from hanabi_log.names import is_guest, key_of, split_names, tidy
from hanabi_log.records import Draft

_REMEMBERED = 1024
_PEOPLE_REMEMBERED = 16384

_NO_COLUMN = ("discards", "excluded")

Facts = dict[str, Any]


def _tags(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").replace(";", " ").split())


def _ruleset(text: str) -> str:
    word = text.casefold()
    return RULESET_WORDS.get(word, word)


def _outcome(text: str) -> str:
    return text.casefold().replace(" ", "_")


_READERS: dict[str, Callable[[str], Any]] = {
    "group": tidy,
    "guests": read_count,
    "ruleset": _ruleset,
    "strikes": read_count,
    "total": read_whole,
    "outcome": _outcome,
    "hints": read_count,
    "deck": read_count,
    "minutes": read_minutes,
    "talk": str.casefold,
    "place": str,
    "note": str,
    "tags": _tags,
}


def too_wide(found: int, width: int) -> str:
    """What is wrong with a row that has more cells than there are headings."""
    message = _("{found} cells, but {width} headings: is a cell lacking its quotes?")
    return message.format(found=found, width=width)


def _unsaid(columns: Columns) -> frozenset[str]:
    """The facts of a game that a sheet has no column for."""
    said = set(columns.places)
    if RESULT in said:
        said |= {"total", "outcome"}
    if columns.players:
        said.add("players")
    if not said.isdisjoint(SUITS):
        said.add("stacks")
    return frozenset({*_READERS, "date", "players", "stacks", *_NO_COLUMN} - said)


class RowReader:
    """Reads the rows of a sheet whose columns are known."""

    def __init__(
        self,
        kind: str,
        file: str,
        columns: Columns,
        sheet_map: SheetMap,
        date_order: DateOrder | None,
    ) -> None:
        self.file = file
        self._kind = kind
        self._columns = columns
        self._map = sheet_map
        self._readers: dict[str, Callable[[str], Any]] = {
            **_READERS,
            "date": partial(read_date, order=date_order),
        }
        self._fields = [
            (ours, place, lru_cache(_REMEMBERED)(partial(self._value, ours)))
            for ours, place in columns.places.items()
            if ours in self._readers or ours == RESULT
        ]
        self._stacks = [
            (code, columns.places[code], lru_cache(_REMEMBERED)(partial(self._stack, code)))
            for code in SUITS
            if code in columns.places
        ]
        self._some_names = lru_cache(_PEOPLE_REMEMBERED)(self._split)
        self._id = columns.places.get("id")
        self._defaults = self._read_defaults()
        self._unsaid = _unsaid(columns) - self._defaults.keys()
        self._stack_defaults = {
            code: self._stack(code, sheet_map.defaults[code])
            for code in SUITS
            if code in sheet_map.defaults
        }

    def about_columns(self, line: int) -> Iterator[Problem]:
        """A warning where the sheet has columns that are not read; `line` has the headings."""
        if unused := self._columns.unused:
            message = _(
                "Columns that mean nothing here and are left out: {headings}. One that is called"
                " {example} is kept as it is; --map says what others mean"
            ).format(headings=listed(unused), example="note")
            yield Problem(message, None, "warning", self.file, line)
            if "players" in self._unsaid and "guests" in self._unsaid:
                message = _(
                    "No column says who played, so nobody sits in these games; if one of them does,"
                    " call it {example}, or say so with --map"
                ).format(example=_("players"))
                yield Problem(message, "players", "warning", self.file, line)

    def read(self, row: list[str], line: int) -> Iterator[Draft | Problem]:
        """The draft of a row, after the problems of its cells; nothing for a blank row."""
        cells = [undefuse(cell).strip() if cell[:1] == "'" else cell.strip() for cell in row]
        if not any(cells):
            return
        width = self._columns.width
        if len(cells) < width:
            cells += [""] * (width - len(cells))
        elif any(cells[width:]):
            yield Problem(too_wide(len(cells), width), None, "error", self.file, line)
            return
        facts: Facts = {}
        for ours, place, value in self._fields:
            if cell := cells[place]:
                try:
                    facts[ours] = value(cell)
                except UnfitError as unfit:
                    yield Problem(str(unfit), ours, "error", self.file, line)
        if RESULT in facts:
            result = facts.pop(RESULT)
            facts.setdefault("total" if isinstance(result, int) else "outcome", result)
        if stacks := {
            code: last(cells[place]) for code, place, last in self._stacks if cells[place]
        }:
            facts["stacks"] = {**self._stack_defaults, **stacks}
        if names := self._names(cells):
            facts["players"] = names
        yield self._draft(facts, cells[self._id] if self._id is not None else "", line)

    def _value(self, ours: str, cell: str) -> Any:
        if ours == RESULT:
            ours = "total" if is_number(cell) else "outcome"
        if words := self._map.values.get(ours):
            cell = words.get(key_of(cell), cell)
        return self._readers[ours](cell)

    def _stack(self, code: str, cell: str) -> int | str:
        """The number in a cell of a suit; anything else is for the rules to refuse."""
        if words := self._map.values.get(code):
            cell = words.get(key_of(cell), cell)
        try:
            return read_whole(cell)
        except UnfitError:
            return cell

    def _names(self, cells: list[str]) -> tuple[str | None, ...]:
        places = self._columns.players
        if len(places) != 1:
            each = (tidy(cells[place]) for place in places)
            return tuple(self._translated(name) for name in each if name)
        # Piece by piece, since a person comes back more often than a whole table.
        pieces = cells[places[0]].split(",")
        return tuple(name for piece in pieces for name in self._some_names(piece.strip()))

    def _split(self, text: str) -> tuple[str | None, ...]:
        return tuple(name and self._translated(name) for name in split_names(text))

    def _translated(self, name: str) -> str | None:
        ours = self._map.values.get("players", {}).get(key_of(name), name)
        return None if is_guest(ours) else undefuse_name(ours)

    def _draft(self, facts: Facts, id: str, line: int) -> Draft:
        own_id = as_uuid(id) if id else None
        source = None
        if not id:
            source = row_source(self._kind, facts)
        elif own_id is None:
            source = f"{self._kind}:{id}"
        for ours, value in self._defaults.items():
            facts.setdefault(ours, value)
        if (guests := facts.get("guests")) and guests > 0:
            # A guest who is named in a seat is one of those that the number counts.
            seated = sum(name is None for name in facts.get("players", ()))
            facts["guests"] = max(0, guests - seated)
        # A sheet shows an outcome with every game, whether it was said or follows.
        return Draft(
            **facts,
            said=False,
            id=own_id,
            source=source,
            unsaid=self._unsaid,
            file=self.file,
            line=line,
        )

    def _read_defaults(self) -> Facts:
        facts: Facts = {}
        for ours, text in self._map.defaults.items():
            if ours == "players":
                facts["players"] = self._split(text)
            # A group or ruleset for games that do not say is not what the sheet says.
            elif ours in self._readers and ours not in ("group", "ruleset"):
                try:
                    facts[ours] = self._readers[ours](text)
                except UnfitError as unfit:
                    raise InvalidInput(
                        _("The map has a default that does not fit"),
                        [Problem(str(unfit), f"defaults.{ours}")],
                    ) from None
        return facts
