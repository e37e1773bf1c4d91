"""What is fuzzed: bytes become a file, the file is read and taken into a log on trial.

The only exception that may come out is InvalidInput; whatever else does is a bug.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from hanabi_log.errors import InvalidInput
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.resources import shipped
from tests.importers import books, hanablive_files
from tests.importers.logged import FIXTURES
from tests.importers.test_league import HEADINGS
from tests.logbook.logs import open_club

LONGEST_SEED = 4096
"""Bytes of a sheet to begin with; longer ones are slow to change and teach little more."""


def target(format: str, folder: str) -> Callable[[bytes], None]:
    """A function that imports bytes as a file of this format and stores nothing."""
    log = open_club(":memory:")
    path = os.path.join(folder, f"{format}.fuzzed")

    def run(content: bytes) -> None:
        with open(path, "wb") as file:
            file.write(content)
        with suppress(InvalidInput):
            import_drafts(log, read_files([path], format=format), dry_run=True, entries=100)
        # What is said of the format itself must not bring it down either.
        with suppress(InvalidInput):
            read_files([path])

    return run


def seeds(format: str) -> list[bytes]:
    """Small files of this format to begin with; an empty one where we have none."""
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
