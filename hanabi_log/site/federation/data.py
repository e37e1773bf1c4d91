"""The whole of every list as CSV and JSON, written club by club while the clubs pass by.

Rows come in the order of the clubs' ids. Columns are those of a club's own files, with the
club and its page before them. Some clubs at a time write files of their own, which are joined
at last, so that nobody ever holds a whole list.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import IO, NamedTuple

from hanabi_log.site.federation.overview import Overview
from hanabi_log.site.federation.portraits import Boards, Portrait
from hanabi_log.site.publicdata import (
    Cell,
    Sheet,
    as_csv,
    board_sheet,
    encode,
    setups_sheet,
    summary_values,
    to_decimals,
)

_BETWEEN = b",\n"
PATHS = ("clubs", "people", "lineups", "groups", "setups")

_CLUB_COLUMNS = (
    *("games", "counted", "sessions", "people", "mean", "low", "high"),
    *("perfect", "struck_out", "told", "first", "last"),
)


class Part(NamedTuple):
    """The tables of some clubs, as files in a folder, and how many rows each has."""

    folder: str
    rows: dict[str, int]

    def file(self, path: str) -> str:
        """Where the rows of a table lie, `people.csv` for one."""
        return os.path.join(self.folder, path)


class Tables:
    """The tables of some clubs in the making; `first` is whether no clubs come before them."""

    def __init__(self, folder: str, files: Mapping[str, IO[bytes]], first: bool) -> None:
        self.part = Part(folder, dict.fromkeys(PATHS, 0))
        self._files, self._first = files, first

    def add(self, club: Portrait, boards: Boards) -> None:
        """Take in the rows of a club."""
        self._write(club, Sheet("clubs", _CLUB_COLUMNS, [_club(club)]))
        self._write(club, board_sheet("people", boards.people))
        self._write(club, board_sheet("lineups", boards.lineups))
        self._write(club, board_sheet("groups", boards.groups))
        self._write(club, setups_sheet(club.figures.tables, club.expected))

    def _write(self, club: Portrait, sheet: Sheet) -> None:
        entry = club.entry
        rows: Sequence[Mapping[str, Cell]] = [
            {"club": entry.name, "page": entry.path, **row} for row in sheet.rows
        ]
        whole = replace(sheet, columns=("club", "page", *sheet.columns), rows=rows)
        csv = self._files[f"{sheet.path}.csv"]
        csv.write(as_csv(whole, headed=self._first and csv.tell() == 0))
        if rows:
            lines = _BETWEEN.join(encode(row).encode() for row in rows)
            before = _BETWEEN if self.part.rows[sheet.path] else b""
            self._files[f"{sheet.path}.json"].write(before + lines)
        self.part.rows[sheet.path] += len(rows)


@contextmanager
def collecting(folder: str, first: bool) -> Iterator[Tables]:
    """The tables of some clubs, in a new folder, as long as clubs are added."""
    os.mkdir(folder)
    names = [f"{path}.{ending}" for path in PATHS for ending in ("csv", "json")]
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(open(os.path.join(folder, name), "wb")) for name in names
        }
        yield Tables(folder, files, first)


def joined(parts: Sequence[Part], folder: str) -> Iterator[tuple[str, str]]:
    """Each table of all clubs as a file in `folder`: the path that the site has it under, and
    the file, which may be taken away."""
    for path in PATHS:
        _join(f"{path}.csv", parts, folder)
        _join(f"{path}.json", [part for part in parts if part.rows[path]], folder)
        for ending in ("csv", "json"):
            yield f"data/{path}.{ending}", os.path.join(folder, f"{path}.{ending}")


def _join(name: str, parts: Sequence[Part], folder: str) -> None:
    # A list of nobody is written as one that has no lines.
    before, between, after = (b"", b"", b"")
    if name.endswith("json"):
        before, between, after = (b"[\n", _BETWEEN, b"\n]\n") if parts else (b"[", b"", b"]\n")
    with open(os.path.join(folder, name), "wb") as file:
        file.write(before)
        for number, part in enumerate(parts):
            file.write(between if number else b"")
            with open(part.file(name), "rb") as rows:
                shutil.copyfileobj(rows, file)
        file.write(after)


def index(name: str, overview: Overview, parts: Sequence[Part]) -> bytes:
    """The list of the tables, with the figures of all clubs."""
    values = {
        "federation": name,
        "clubs": overview.together.clubs,
        **summary_values(overview.together.summary),
        "tables": [
            {"name": path, "rows": sum(part.rows[path] for part in parts)} for path in PATHS
        ],
    }
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def _club(club: Portrait) -> dict[str, Cell]:
    found, mean = club.summary, club.summary.mean
    return {
        "games": found.games,
        "counted": found.counted,
        "sessions": found.sessions,
        "people": found.people,
        "mean": to_decimals(mean.value if mean else None),
        "low": to_decimals(mean.low if mean else None),
        "high": to_decimals(mean.high if mean else None),
        "perfect": found.perfect.hits,
        "struck_out": found.struck_out.hits,
        "told": found.perfect.n,
        "first": club.entry.first,
        "last": club.entry.last,
    }
