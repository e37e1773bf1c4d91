"""The whole of every list as CSV and JSON, written club by club while the clubs pass by.

Rows come in the order of the clubs' ids. Columns are those of a club's own files, with the
club and its page before them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from tempfile import TemporaryFile
from typing import IO

from hanabi_log.site.federation.overview import Overview
from hanabi_log.site.federation.portraits import Boards, Portrait
from hanabi_log.site.publicdata import (
    DECIMALS,
    Cell,
    Sheet,
    as_csv,
    board_sheet,
    setups_sheet,
    summary_values,
)

PATHS = ("clubs", "people", "lineups", "groups", "setups")

_CLUB_COLUMNS = (
    *("games", "counted", "sessions", "people", "mean", "low", "high"),
    *("perfect", "struck_out", "told", "first", "last"),
)


class Tables:
    """The tables in the making, in files that are gone when they are written."""

    def __init__(self, files: Mapping[str, IO[bytes]]) -> None:
        self._files = files
        self._rows = dict.fromkeys(PATHS, 0)

    def add(self, club: Portrait, boards: Boards) -> None:
        """Take in the rows of a club."""
        self._write(club, Sheet("clubs", _CLUB_COLUMNS, [_club(club)]))
        self._write(club, board_sheet("people", boards.people))
        self._write(club, board_sheet("lineups", boards.lineups))
        self._write(club, board_sheet("groups", boards.groups))
        self._write(club, setups_sheet(club.figures.tables, club.expected))

    def files(self, name: str, overview: Overview) -> Iterator[tuple[str, bytes]]:
        """Each file with its content, and at last the list of them with the figures of all."""
        for path, file in self._files.items():
            if path.endswith("json"):
                file.write(b"\n]\n" if self._rows[path.removesuffix(".json")] else b"[]\n")
            file.seek(0)
            yield f"data/{path}", file.read()
        values = {
            "federation": name,
            "clubs": overview.together.clubs,
            **summary_values(overview.together.summary),
            "tables": [{"name": path, "rows": rows} for path, rows in self._rows.items()],
        }
        yield "data/index.json", (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()

    def _write(self, club: Portrait, sheet: Sheet) -> None:
        entry = club.entry
        rows: Sequence[Mapping[str, Cell]] = [
            {"club": entry.name, "page": entry.path, **row} for row in sheet.rows
        ]
        first = not self._rows[sheet.path]
        whole = replace(sheet, columns=("club", "page", *sheet.columns), rows=rows)
        csv = self._files[f"{sheet.path}.csv"]
        csv.write(as_csv(whole, headed=csv.tell() == 0))
        for row in rows:
            text = json.dumps(row, ensure_ascii=False)
            self._files[f"{sheet.path}.json"].write(f"{'[' if first else ','}\n{text}".encode())
            first = False
        self._rows[sheet.path] += len(rows)


def _club(club: Portrait) -> dict[str, Cell]:
    found, mean = club.summary, club.summary.mean
    return {
        "games": found.games,
        "counted": found.counted,
        "sessions": found.sessions,
        "people": found.people,
        "mean": _rounded(mean.value if mean else None),
        "low": _rounded(mean.low if mean else None),
        "high": _rounded(mean.high if mean else None),
        "perfect": found.perfect.hits,
        "struck_out": found.struck_out.hits,
        "told": found.perfect.n,
        "first": club.entry.first,
        "last": club.entry.last,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)


@contextmanager
def collecting() -> Iterator[Tables]:
    """The tables, as long as clubs are added and the files are not written."""
    with ExitStack() as stack:
        yield Tables(
            {
                f"{path}.{ending}": stack.enter_context(TemporaryFile())
                for path in PATHS
                for ending in ("csv", "json")
            }
        )
