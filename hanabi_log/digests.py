"""Digests by which equal things are known to be equal."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

# hashlib loads OpenSSL, which takes longer than logging a game does. CPython's lean modules
# come first, as in its own `random`; their name differs before and after Python 3.12.
_PLACES = ("_sha2", "_sha256", "hashlib")


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, 64 hexadecimal digits."""
    digest: str = _first(_PLACES).sha256(data).hexdigest()
    return digest


@cache
def _first(places: tuple[str, ...]) -> Any:
    """The first of some modules that is there: looking for one that is not takes long each time."""
    for place in places:
        try:
            return import_module(place)
        except ImportError:
            continue
    raise AssertionError("hashlib is part of every Python")
