"""The table of docs/performance.md, written anew from bench.json: `python -m benchmarks.table`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[1] / "docs" / "performance.md"
BEGIN, END = "<!-- measured -->\n", "<!-- end of measured -->\n"
HEAD = "| what | against | at most | measured | from–to | kept |\n|---|---|---|---|---|---|\n"


def main() -> None:
    """Put what was measured between the two marks; what is no longer measured goes."""
    found = json.loads(Path("bench.json").read_text("utf-8"))
    before, _mark, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    _old, mark, after = rest.partition(END)
    assert mark, f"{DOCUMENT} has no place for the table"
    table = HEAD + "".join(map(row, found))
    DOCUMENT.write_text(f"{before}{BEGIN}{table}{mark}{after}", "utf-8")


def row(one: Mapping[str, Any]) -> str:
    """A promise as a row of the table."""
    value, low, high = (number(one[key], one["unit"]) for key in ("value", "low", "high"))
    span = "" if low == high else f"{low}–{high}"
    limit = f"{one['limit']:g}" + (" ×" if one["unit"] == "×" else f" {one['unit']}")
    kept = "yes" if one["kept"] else "**no**"
    return f"| {one['path']} | {one['asked']} | {limit} | {value} | {span} | {kept} |\n"


def number(value: float, unit: str) -> str:
    """A measured number with as many digits as are worth something."""
    if unit == "files" or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


if __name__ == "__main__":
    main()
