"""What readers of files hand out besides drafts and problems.

A file of many games holds plays that are none of ours, and some sources tell which of
their plays were thrown away. Both are counted and told, but neither is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PassedOver:
    """An entry that is no game of ours; `reason` is what it is instead, in words.

    Where there are very many, one stands for the `n` entries from it on.
    """

    reason: str
    file: str
    line: int | None = None
    n: int = 1


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A game that its source has deleted since, by the name that the source gave it."""

    source: str
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader took for granted about a file, in a sentence for the full account."""

    text: str
