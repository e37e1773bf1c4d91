"""Values out of files that a stranger wrote: which texts can be kept, and how all are quoted.

JSON can spell half of a surrogate pair, which can neither be stored nor shown, a NUL, at which
SQLite stops to compare, and lists in lists without an end.
"""

from __future__ import annotations

from typing import TypeGuard

_LONGEST_QUOTE = 60


def is_text(found: object) -> TypeGuard[str]:
    """Whether a value is text that can be stored and shown."""
    return isinstance(found, str) and (found.isprintable() or found == plain(found))


def plain(text: str) -> str:
    """The text with a question mark for each NUL and each half of a surrogate pair."""
    return text.encode(errors="replace").decode().replace("\0", "?")


def quoted(found: object) -> str:
    """A value as a message quotes it, cut where it is long."""
    try:
        text = repr(found)
    except RecursionError:
        return "…"
    return plain(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")
