"""The least that a build can take: every row into Python, and the same bytes written.

`python -m benchmarks.floor DB SITE OUT` reads the log with plain sqlite3, and writes a built
site anew, file by file. With `--move` what was copied is removed, so that no two big sites lie
in memory; the time that this takes is printed, to be taken off.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from time import process_time

TABLES = ("games", "fireworks", "seats", "players")


def main(db: str, site: str, out: str, *, move: bool = False) -> None:
    """Read all rows of the four tables; write all files anew."""
    with closing(sqlite3.connect(db)) as connection:
        for table in TABLES:
            connection.execute(f"SELECT * FROM {table}").fetchall()
    spent = 0.0
    for folder in [path for path in [Path(site), *Path(site).rglob("*")] if path.is_dir()]:
        target = Path(out) / folder.relative_to(site)
        target.mkdir(parents=True, exist_ok=True)
        files = [path for path in folder.iterdir() if path.is_file()]
        for source in files:
            (target / source.name).write_bytes(source.read_bytes())
            if move:
                start = process_time()
                source.unlink()
                spent += process_time() - start
    print(spent)


if __name__ == "__main__":
    words = sys.argv[1:]
    main(*[word for word in words if word != "--move"], move="--move" in words)
