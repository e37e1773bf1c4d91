"""The history of a player at hanab.live as lines: one game a line, no headings needed.

There are two shapes, and lines of both are read: with tabs, the names in one cell and the
hour before them; with commas, a cell for each name, so that lines differ in length.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.i18n import _, ngettext
from hanabi_log.importers.cells import UnfitError, read_whole
from hanabi_log.importers.hanablive_games import (
    ELSEWHERE,
    TABLE,
    date_of,
    our_total,
    source_of,
)
from hanabi_log.importers.hanablive_variants import variant_of
from hanabi_log.records import Draft

_FEWEST = 4
_HEADINGS = ("id", "players", "score", "variant")
_HOUR = re.compile(r"\d{4}-\d{2}-\d{2}\b", re.ASCII)
_VARIANT = re.compile(r"No Variant|(.+ \()?\d+ Suits?\)?", re.ASCII)
_MOST_CELLS = 50


def is_history(line: str) -> bool:
    """Whether a line is one of a history: a number, players, score, and a variant's name."""
    cells = _cells(line)
    return (
        len(cells) >= _FEWEST
        and all(cell.isascii() and cell.isdigit() for cell in cells[:3])
        and _VARIANT.fullmatch(cells[3]) is not None
    )


def begins_history(start: str) -> bool:
    """Whether the first line is one of a history, or the headings above the first of them."""
    first, _end, rest = start.partition("\n")
    headings = tuple(cell.casefold() for cell in _cells(first)[:_FEWEST])
    return is_history(first) or (headings == _HEADINGS and is_history(rest.split("\n", 1)[0]))


def read_history(lines: Iterator[str], file: str) -> Iterator[Draft | Problem]:
    """The drafts of the lines; a line that cannot be read is a problem instead."""
    for number, line in enumerate(lines, 1):
        cells = _cells(line)
        if not any(cells) or (number == 1 and not cells[0].strip("\ufeff").isdigit()):
            continue
        try:
            yield _read(cells, file, number)
        except UnfitError as unfit:
            yield Problem(str(unfit), None, "error", file, number)


def _cells(line: str) -> list[str]:
    text = line.rstrip("\r\n").lstrip("\ufeff")
    if "\t" in text:
        cells = text.split("\t")
    else:
        try:
            cells = next(csv.reader([text]), [])
        except csv.Error:
            cells = [text]
    return [cell.strip() for cell in cells] or [""]


def _read(cells: list[str], file: str, line: int) -> Draft:
    if not _FEWEST < len(cells) <= _MOST_CELLS:
        raise UnfitError(
            _("{found} cells; a line has id, players, score, variant and names").format(
                found=len(cells)
            )
        )
    id, players, score = (read_whole(cell) for cell in cells[:3])
    variant = variant_of(cells[3])
    rest = cells[4:]
    date = date_of(rest.pop(0)) if _HOUR.match(rest[0]) else None
    facts: dict[str, Any] = {
        "date": date,
        "players": _names(rest, players),
        "ruleset": variant.spec,
        "total": our_total(score, variant),
        "note": variant.note,
    }
    unsaid = ELSEWHERE | TABLE | {"outcome", "tags"}
    return Draft(
        **facts,
        unsaid=unsaid if date else unsaid | {"date"},
        source=source_of(id, facts),
        file=file,
        line=line,
    )


def _names(rest: list[str], players: int) -> tuple[str, ...]:
    """The names in one cell, or in a cell each; numbers of the site may come after one cell."""
    names = [name.strip() for name in rest[0].split(",")] if rest else []
    if len(names) != players or "" in names:
        names = [name for name in rest if name]
    if len(names) != players:
        raise UnfitError(
            ngettext("{n} player, but {found} names", "{n} players, but {found} names", players)
            .format(n=players, found=len(names))
        )  # fmt: skip
    return tuple(names)
