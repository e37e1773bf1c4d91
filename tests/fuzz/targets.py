"""What is fuzzed: bytes become a file, and the file is taken into a log, twice.

The only exception that may come out is InvalidInput; whatever else does is a bug, and so is a
second time that finds something new, or a file that is refused and leaves something behind.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from hanabi_log.errors import InvalidInput
from hanabi_log.importers.registry import read_files
from hanabi_log.importers.sniffing import FORMATS
from hanabi_log.logbook.hoola_intake import HoolaReport, import_matches
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.intake_report import ImportReport
from hanabi_log.logbook.log import Log
from hanabi_log.resources import shipped
from hanabi_log.storage.database import look
from tests.importers import books, hanablive_files
from tests.importers.logged import FIXTURES
from tests.importers.test_league import HEADINGS
from tests.logbook.logs import dump, open_club

HOOLA = "hoola"
ALL = (*FORMATS, HOOLA)
"""Matches of Hoola King have a reader of their own."""
MATCH = {
    "players": [{"name": "Nuri", "host": True}, {"name": "Bori", "guest": True}, "Sami"],
    "target": 2,
    "group": "Owls",
    "date": "2026-05-02",
    "rounds": [
        {
            "end": "out",
            "by": "Sami",
            "hands": {
                "Nuri": {"cards": "7S 8H", "laid": True},
                "Bori": {"sum": 9, "sevens": 0, "laid": True},
                "Sami": {},
            },
        }
    ],
    "vote": {"proposer": "Nuri", "agreed": ["Nuri", "Sami"]},
}
LONGEST_SEED = 4096
"""Bytes of a sheet to begin with; longer ones are slow to change and teach little more."""


def target(format: str, folder: str) -> Callable[[bytes], None]:
    """A function that imports bytes as a file of this format into a log in memory."""
    path = os.path.join(folder, f"{format}.fuzzed")
    with open_club(":memory:") as empty, sqlite3.connect(":memory:") as whole:
        empty.connection.backup(whole)
        image, nothing = whole.serialize(), dump(whole, trail=True)

    def take(log: Log) -> ImportReport | HoolaReport:
        if format == HOOLA:
            return import_matches(log, [path])
        return import_drafts(log, read_files([path], format=format), entries=100)

    def run(content: bytes) -> None:
        with open(path, "wb") as file:
            file.write(content)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.deserialize(image)
        look(connection)
        with empty._replace(connection=connection) as log:
            try:
                failed = take(log).failed
            except InvalidInput:
                failed = True
            if failed:
                assert dump(log.connection, trail=True) == nothing
            else:
                again = take(log)
                assert (again.added, again.changed) == (0, 0)
        # What is said of the format itself must not bring it down either.
        with suppress(InvalidInput):
            read_files([path])

    return run


def seeds(format: str) -> list[bytes]:
    """Small files of this format to begin with; an empty one where we have none."""
    if format == HOOLA:
        return [json.dumps(MATCH).encode(), json.dumps({**MATCH, "vote": None}).encode()]
    return [content for content in _files() if _format_of(content) == format] or [b""]


def tokens(format: str) -> list[bytes]:
    """Words of the seeds, which mutations put together anew."""
    found = {word for seed in seeds(format) for word in re.findall(rb"[\w@$-]{2,24}", seed)}
    return sorted(found)[:400]


def _files() -> Iterator[bytes]:
    for folder in (FIXTURES, Path(shipped("data", "samples"))):
        for path in sorted(folder.iterdir()):
            if path.is_file():
                yield path.read_bytes()[: LONGEST_SEED if path.suffix == ".csv" else None]
    deck = hanablive_files.pack_of_cards()
    for found in (
        [hanablive_files.record()],
        hanablive_files.game(deck, [(0, place) for place in range(6)]),
    ):
        yield json.dumps(found).encode()
    yield f"{HEADINGS}\n1,Nuri,0,1,2,0,1,25\n".encode()
    with tempfile.TemporaryDirectory() as folder_name:
        rows = [["date", "players", "total"], ["2026-05-02", "Nuri & Bori", 7]]
        for make in (books.xlsx, books.ods):
            path = Path(folder_name, "book")
            make(path, {"Games": rows})
            yield path.read_bytes()


def _format_of(content: bytes) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "seed")
        Path(path).write_bytes(content)
        with suppress(InvalidInput):
            return read_files([path]).formats[0][1]
    return None
