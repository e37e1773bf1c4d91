"""When two values say the same: a digest of everything that is in them.

What a value is made of is told by type and content, never by where it lies in memory, so the
digests of two builds can be compared. A kind of value that is not known here is an error:
nothing can be left out by mistake.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from markupsafe import Markup

from hanabi_log.stats.packed import Packed, Shared


def digest_of(*values: object) -> str:
    """32 hexadecimal digits, the same for values that say the same.

    Raises TypeError for a value of a kind that is not known.
    """
    return _hashed(repr(_each(values)), 16).hex()


_PLAIN = frozenset({str, int, float, bool, type(None), Markup})
"""Kinds whose `repr` tells all of a value."""


def _each(values: Iterable[object]) -> list[object]:
    """Values as plain ones whose `repr` tells all of them."""
    return [value if type(value) in _PLAIN else _taken_apart(value) for value in values]


def _taken_apart(value: object) -> object:
    kind = type(value)
    if isinstance(value, tuple | list):
        return kind.__name__, _each(value)
    if is_dataclass(kind):
        return kind.__name__, _each([getattr(value, name) for name in _names_of(kind)])
    if isinstance(value, Packed):
        return _of_plays(value)
    if isinstance(value, Mapping):
        return "Mapping", _each(value), _each(value.values())
    raise TypeError(f"nobody knows what a {kind.__name__} says")


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


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
