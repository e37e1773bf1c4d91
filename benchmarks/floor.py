"""The least that a build can take: every row into Python, and the same bytes written.

`python -m benchmarks.floor DB SITE OUT` reads the log with plain sqlite3, and writes a
copy of a built site file by file.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path


def main(db: str, site: str, out: str) -> None:
    """Read all rows of the three tables; write all files anew."""
    with sqlite3.connect(db) as connection:
        for table in ("games", "fireworks", "seats", "players"):
            connection.execute(f"SELECT * FROM {table}").fetchall()
    for source in Path(site).rglob("*"):
        if source.is_file():
            target = Path(out) / source.relative_to(site)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
