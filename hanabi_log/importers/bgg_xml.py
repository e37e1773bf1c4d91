"""Plays as BoardGameGeek's XML API gives them, a page of a hundred after the other.

People save the pages into one file, so several documents may be glued together. Entities and
document types are refused (defusedxml), and the document is never built: plays are handed
out as they end.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from hanabi_log.errors import unreadable
from hanabi_log.i18n import _
from hanabi_log.importers.bgg import Item, read_play
from hanabi_log.importers.plays import MOST_SEATS

_DECLARATION = re.compile(r"<\?xml[^>]*\?>")
_ROOT = re.compile(r"<plays[\s/>]")
MOST_TAGS = 3_000_000
MOST_ATTRIBUTES = 6_000_000
"""Both are more than the largest file of real plays can have."""
MOST_PAGES = 10_000
_LONG_TAG = re.compile(r"<[^<>]{65536}")
_PIECE = 1 << 16
_LONGEST_COMMENT = 1 << 20
"""Letters of a comment that are kept."""


def read(text: str, *, file: str) -> Iterator[Item]:
    """The items of all documents in a text; InvalidInput where one is no XML of plays."""
    # The text is decoded already, and a second declaration would be a fault in the middle.
    text = _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text.removeprefix("\ufeff"))
    starts = [match.start() for match in _ROOT.finditer(text)][1:]
    if (
        text.count("<") > MOST_TAGS
        or text.count("=") > MOST_ATTRIBUTES
        or len(starts) >= MOST_PAGES
        or _LONG_TAG.search(text)
    ):
        raise unreadable(file, _("it has more tags, or longer ones, than plays can need"), line=1)
    line = 1
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        yield from _read_document(text, start, end, line, file)
        line += text.count("\n", start, end)


def _read_document(text: str, start: int, end: int, line: int, file: str) -> Iterator[Item]:
    plays = _Plays(line)
    try:
        parser = DefusedXMLParser(target=plays, forbid_dtd=True)
        plays.parser = parser.parser
        for place in range(start, end, _PIECE):
            parser.feed(text[place : min(place + _PIECE, end)])
            while plays.done:
                number, found = plays.done.popleft()
                yield from read_play(found, file, number)
        parser.close()
    except ParseError as error:
        at = line + error.position[0] - 1
        raise unreadable(
            file, _("This is no XML ({reason})").format(reason=error), line=at
        ) from None
    except DefusedXmlException:
        reason = _("it defines entities or a document type, which such files never need")
        raise unreadable(file, reason, line=line) from None
    except ValueError as error:
        raise unreadable(file, str(error), line=line) from None
    while plays.done:
        number, found = plays.done.popleft()
        yield from read_play(found, file, number)
    if plays.root != "plays":
        reason = _("its root is {found}, and not plays").format(found=plays.root[:40])
        raise unreadable(file, reason, line=line)


class _Plays:
    """Hears the parser and keeps the plays that have ended, each with its line."""

    def __init__(self, line: int) -> None:
        self.done: deque[tuple[int, dict[str, Any]]] = deque()
        self.root = ""
        self.parser: Any = None
        self._line = line
        self._at = line
        self._play: dict[str, Any] | None = None
        self._comment: list[str] | None = None
        self._letters = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.root = self.root or tag
        if tag == "play":
            self._at = self._line + self.parser.CurrentLineNumber - 1
            self._play = {**attributes, "players": []}
            self._play.pop("name", None)
        elif self._play is None:
            return
        elif tag == "item":
            self._play["name"] = attributes.get("name")
            self._play["objectid"] = attributes.get("objectid")
        elif tag == "player" and len(self._play["players"]) <= MOST_SEATS:
            self._play["players"].append(attributes)
        elif tag == "comments":
            self._comment, self._letters = [], 0

    def data(self, text: str) -> None:
        if self._comment is not None and self._letters < _LONGEST_COMMENT:
            self._comment.append(text)
            self._letters += len(text)

    def end(self, tag: str) -> None:
        if self._play is None:
            return
        if tag == "comments" and self._comment is not None:
            self._play["comments"] = "".join(self._comment)
            self._comment = None
        elif tag == "play":
            self.done.append((self._at, self._play))
            self._play = None

    def close(self) -> None:
        """Nothing is left to do."""
