"""Games from hanab.live, in whichever of its forms a club has kept them.

There are lines of a player's history, records of the full history as JSON, and whole games
with deck and actions, one or many, also with comments. What a file holds is told by how it
begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from hanabi_log.errors import Problem
from hanabi_log.importers.cells import UnfitError
from hanabi_log.importers.hanablive_documents import documents
from hanabi_log.importers.hanablive_games import read_game
from hanabi_log.importers.hanablive_history import begins_history, read_history
from hanabi_log.records import Draft

_JSON = ("{", "[", "//", "/*")
_KEYS = ('"deck"', '"actions"', '"endCondition"', '"playerNames"', '"variantID"', '"suitIndex"')


def is_hanablive(start: str) -> bool:
    """Whether the beginning of a file is of this kind."""
    start = start.lstrip("\ufeff \t\r\n")
    if start.startswith(_JSON):
        return sum(key in start for key in _KEYS) >= 2
    return begins_history(start)


def read(lines: Iterator[str], *, file: str) -> Iterator[Draft | Problem]:
    """The drafts of a file, and a problem for each game that cannot be read.

    Raises InvalidInput for a file that would have to be held whole and is too large for it.
    """
    before: list[str] = []
    for line in lines:
        before.append(line)
        if text := line.lstrip("\ufeff \t\r\n"):
            whole = chain(before, lines)
            return _games(whole, file) if text.startswith(_JSON) else read_history(whole, file)
    return iter(())


def _games(lines: Iterator[str], file: str) -> Iterator[Draft | Problem]:
    for item in documents(lines, file):
        if isinstance(item, Problem):
            yield item
            continue
        line, found = item
        try:
            yield read_game(found, file, line)
        except UnfitError as unfit:
            yield Problem(str(unfit), None, "error", file, line)
