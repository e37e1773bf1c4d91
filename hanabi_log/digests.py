"""Digests by which equal things are known to be equal."""

from __future__ import annotations

from importlib import import_module

# hashlib loads OpenSSL, which takes longer than logging a game does. CPython's lean modules
# come first, as in its own `random`; their name differs before and after Python 3.12.
_PLACES = ("_sha2", "_sha256", "hashlib")


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, 64 hexadecimal digits."""
    for place in _PLACES:
        try:
            module = import_module(place)
        except ImportError:
            continue
        digest: str = module.sha256(data).hexdigest()
        return digest
    raise AssertionError("hashlib is part of every Python")
