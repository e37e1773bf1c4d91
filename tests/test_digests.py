"""Digests are SHA-256, whichever module of Python computes them."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log import digests


@given(st.binary())
def test_it_is_sha256(data: bytes) -> None:
    assert digests.sha256(data) == hashlib.sha256(data).hexdigest()


def test_a_python_without_the_lean_modules_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "_PLACES", ("_not_there", "hashlib"))
    assert digests.sha256(b"Hanabi") == hashlib.sha256(b"Hanabi").hexdigest()
