"""A program that changes a log and says so after each change; tests kill it.

`python -m tests.storage.worker LOG SEED` adds, edits, merges and imports until it is
stopped. Every line on stdout is a change that was acknowledged.
"""

from __future__ import annotations

import shutil
import sys
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random

from hanabi_log.config import Config, Place
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.editing import edit_game
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.logbook.merging import merge_log
from hanabi_log.records import Draft

AT_ONCE = 8
"""Games of one merge, and of one import."""
EMPTY = "empty.db"
"""A log beside the one that is changed; making one takes longer than all the rest."""


def opened(path: Path) -> Log:
    return open_log(Place(str(path), "", Config()), datetime.now(), create=True)


def draft(note: str | None = None) -> Draft:
    return Draft(stacks="54432", strikes=1, players=("Mina", "Jun"), note=note)


def acknowledge(verb: str, what: str) -> None:
    print(verb, what, flush=True)


def add(path: Path, times: int, note: str) -> None:
    """Log games, opening the log anew for each."""
    for _ in range(times):
        with opened(path) as log:
            acknowledge("add", add_game(log, draft(note)).game.id)


def change_on_and_on(path: Path, seed: int) -> None:
    chance = Random(seed)
    folder = path.parent
    for number in count():
        mark = f"{seed}-{number}"
        verb = chance.choice(("add", "edit", "edit", "merge", "import"))
        if verb == "add":
            add(path, 1, mark)
        elif verb == "edit":
            with opened(path) as log:
                game = add_game(log, draft()).game.id
                acknowledge("add", game)
                edit_game(log, game, {"note": mark, "strikes": 2})
            acknowledge("edit", f"{game} {mark}")
        elif verb == "merge":
            other = folder / f"{mark}.db"
            shutil.copy(folder / EMPTY, other)
            with opened(other) as log:
                for _ in range(AT_ONCE):
                    add_game(log, draft(f"merge {mark}"))
            with opened(path) as log:
                merge_log(log, str(other))
            acknowledge("merge", mark)
        else:
            sheet = folder / f"{mark}.csv"
            rows = [f"2026-11-28,Mina;Ara,5,4,4,3,2,1,import {mark}"] * AT_ONCE
            sheet.write_text("\n".join(["date,players,R,Y,G,B,W,strikes,note", *rows]) + "\n")
            with opened(path) as log:
                report = import_drafts(log, read_files([str(sheet)]))
            assert report.added == AT_ONCE, report.problems
            acknowledge("import", mark)


if __name__ == "__main__":
    _program, path, seed, *times = sys.argv
    if times:
        add(Path(path), int(times[0]), seed)
    else:
        change_on_and_on(Path(path), int(seed))
