"""Many short texts, like the ids of games, without an object for each.

A million ids take 40 MB this way instead of 96, and a process that was forked can read them
without a copy, since no count of references stands among them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload


class Texts(Sequence[str]):
    """Texts one after the other; more can be put at the end. A slice is a part."""

    __slots__ = ("_bytes", "_ends")

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._ends = array("q", [0])

    def append(self, text: str) -> None:
        """Put a text at the end."""
        self._bytes += text.encode()
        self._ends.append(len(self._bytes))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Part: ...
    def __getitem__(self, place: int | slice) -> str | Part:
        if isinstance(place, slice):
            return Part(self, range(len(self))[place])
        number = range(len(self))[place]
        return self._bytes[self._ends[number] : self._ends[number + 1]].decode()

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self)))


class Part(Sequence[str]):
    """Some of many texts, by their places among them."""

    __slots__ = ("places", "whole")

    def __init__(self, whole: Sequence[str], places: Sequence[int]) -> None:
        self.whole, self.places = whole, places

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Part: ...
    def __getitem__(self, place: int | slice) -> str | Part:
        if isinstance(place, slice):
            return Part(self.whole, self.places[place])
        return self.whole[self.places[place]]

    def __iter__(self) -> Iterator[str]:
        return map(self.whole.__getitem__, self.places)


def part_of(texts: Sequence[str], places: Sequence[int]) -> Part:
    """The texts at some places, in the order of the places, which must not change later."""
    if isinstance(texts, Part):
        return Part(texts.whole, array("i", map(texts.places.__getitem__, places)))
    return Part(texts, places)
