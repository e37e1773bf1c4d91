"""When two values say the same: a digest of everything that is in them.

What a value is made of is told by type and content, never by where it lies in memory, so the
digests of two builds can be compared. A kind of value that is not known here is an error:
nothing can be left out by mistake.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from hanabi_log.stats.packed import Packed, Shared


def digest_of(*values: object) -> str:
    """32 hexadecimal digits, the same for values that say the same.

    Raises TypeError for a value of a kind that is not known.
    """
    return _hashed(repr([_plain(value) for value in values]), 16).hex()


def _plain(value: object) -> object:
    """A value as plain ones whose `repr` tells all of it."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Packed):
        return _of_plays(value)
    if isinstance(value, Mapping):
        return "Mapping", [(_plain(key), _plain(part)) for key, part in value.items()]
    if isinstance(value, tuple | list):
        return type(value).__name__, [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        parts = [_plain(getattr(value, field.name)) for field in fields(value)]
        return type(value).__name__, parts
    raise TypeError(f"nobody knows what a {type(value).__name__} says")


class _Marks(NamedTuple):
    """The marks of what packed plays share."""

    evenings: array[int]
    tables: array[int]
    facts: array[int]
    stacks: array[int]


def _of_plays(plays: Packed) -> bytes:
    """What the numbers stand for, game by game, and in which order they stand: figures may add
    up in the order of the numbers.
    """
    marks = _marks(plays.shared)
    found = blake2b(repr(list(plays.ids)).encode(), digest_size=16)
    columns = (plays.evening, plays.table, plays.fact, plays.stack)
    for column, of in zip(columns, marks, strict=True):
        for numbers in (column, sorted({*column})):
            found.update(array("Q", map(of.__getitem__, numbers)).tobytes())
    return found.digest()


# Plays of one log share the same, and a build has one log.
@lru_cache(maxsize=1)
def _marks(shared: Shared) -> _Marks:
    return _Marks(
        _marks_of(shared.evenings),
        _marks_of(shared.tables),
        _marks_of(shared.facts),
        _marks_of(shared.stacks),
    )


def _marks_of(values: Iterable[object]) -> array[int]:
    return array("Q", [int.from_bytes(_hashed(repr(value), 8)) for value in values])


def _hashed(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()
