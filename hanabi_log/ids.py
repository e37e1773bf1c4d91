"""Identifiers: UUIDs of version 7, which sort by the time they were made (RFC 9562)."""

from __future__ import annotations

import os
import re

_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"


def new_id(microseconds: int, random: int | None = None) -> str:
    """A new UUID v7 for a time in microseconds since 1970.

    The twelve bits after the milliseconds hold the fraction, so that ids made one
    microsecond apart sort in the order of their making. `random` gives the last 62 bits
    where an id must come out the same again.
    """
    milliseconds, fraction = divmod(microseconds, 1000)
    tail = int.from_bytes(os.urandom(8), "big") & (1 << 62) - 1 if random is None else random
    value = milliseconds << 80 | 0x7 << 76 | fraction << 64 | 0x2 << 62 | tail
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def as_uuid(text: str) -> str | None:
    """The text as a UUID in lower case, None if it is none."""
    lowered = text.strip().lower()
    return lowered if re.fullmatch(_UUID, lowered) else None
