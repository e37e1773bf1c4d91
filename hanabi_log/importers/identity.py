"""How a row without an id of its own is known again: by what it says.

The identity is a digest of the facts, not of the text, so that another encoding, another
order of columns or another way to write a date makes no new game. Equal rows of one file
are told apart by a number that the log adds to all but the first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

_SITES = ("bgg:", "bgstats:", "hanablive:")
_ROW = re.compile(r"[a-z-]+-row:[0-9a-f]{32}")
_write = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode


def row_source(kind: str, facts: Mapping[str, Any]) -> str:
    """The source of a row of a file of this kind that has no id: kind and digest."""
    digest = blake2b(_write(facts).encode(), digest_size=16).hexdigest()
    return f"{kind}-row:{digest}"


def is_row(source: str) -> bool:
    """Whether a source is the digest of a row, which equal rows share."""
    return "-row:" in source and _ROW.fullmatch(source) is not None


def nth_row(source: str, n: int) -> str:
    """The source of the n-th (from 1) of equal rows."""
    return source if n == 1 else f"{source}:{n}"


def is_of_site(source: str) -> bool:
    """Whether a source is a number or name that a site or an app gives to one game only.

    Where several files tell of such a game, the last one knows best; a number of a club's own
    may have been given twice.
    """
    return source.startswith(_SITES)
