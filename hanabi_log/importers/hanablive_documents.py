"""The JSON values in a file, one after the other: a list, single values, or one on each line.

Comments and commas before a closing bracket are passed over, since people keep such files by
hand. A file that breaks off gives everything before the break.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from hanabi_log.errors import Problem, unreadable
from hanabi_log.i18n import _

MOST_CHARACTERS = 64 << 20
"""Of a file that is no JSONL, since such a one must be held as a whole."""
_COMMENTS = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*|/\*(?:.*?\*/|.*\Z)', re.DOTALL)
_COMMAS = re.compile(r'"(?:[^"\\\n]|\\.)*+"|,(?=\s*[\]}])')
_BLANK = re.compile(r"[\s,\[\]\ufeff]*")
_decode = json.JSONDecoder().raw_decode

Document = tuple[int, Any]


def documents(lines: Iterator[str], file: str) -> Iterator[Document | Problem]:
    """Each value with its line, and a problem for what is no JSON.

    Values that share a line are numbered from 1 instead, so that they can be told apart.
    Raises InvalidInput for a file of more than MOST_CHARACTERS that is not line by line.
    """
    before: list[str] = []
    for number, line in enumerate(lines, 1):
        before.append(line)
        if line.strip(" \t\r\n\ufeff") and not line.lstrip().startswith("//"):
            if _is_whole(line):
                return _by_line(chain([line], lines), number, file)
            break
    return _in_text("".join(_limited(chain(before, lines), file)), file)


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line.lstrip("\ufeff")), dict)
    except (ValueError, RecursionError):
        return False


def _by_line(lines: Iterator[str], first: int, file: str) -> Iterator[Document | Problem]:
    for number, line in enumerate(lines, first):
        text = line.strip(" \t\r\n\ufeff")
        try:
            if text and not text.startswith("//"):
                yield number, json.loads(text)
        except (ValueError, RecursionError) as error:
            try:
                if bare := _without_comments(text).strip():
                    yield number, json.loads(bare)
            except (ValueError, RecursionError):
                yield _broken(error, file, number)


def _limited(lines: Iterator[str], file: str) -> Iterator[str]:
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_CHARACTERS:
            message = _("It is too large; write one game a line (JSONL)")
            raise unreadable(file, message)
        yield line


def _without_comments(text: str) -> str:
    """The text with blanks for comments and idle commas, so that every place stays."""
    if "//" in text or "/*" in text:
        text = _COMMENTS.sub(lambda found: _blanked(found[0]), text)
    return _COMMAS.sub(lambda found: " " if found[0] == "," else found[0], text)


def _blanked(found: str) -> str:
    return found if found[0] == '"' else re.sub(r"[^\n]", " ", found)


def _in_text(text: str, file: str) -> Iterator[Document | Problem]:
    text = _without_comments(text)
    found: list[Document] = []
    problems: list[Problem] = []
    place, line, depth = 0, 1, 0
    while True:
        gap = _BLANK.match(text, place)
        between = gap[0] if gap else ""
        line += between.count("\n")
        depth += between.count("[") - between.count("]")
        place += len(between)
        if place >= len(text):
            if depth > 0:
                problems.append(Problem(_("The file breaks off here"), None, "error", file, line))
            break
        try:
            value, end = _decode(text, place)
        except (ValueError, RecursionError) as error:
            problems.append(_broken(error, file, line))
            # Where games stand on lines of their own, the next line is another one.
            end = text.find("\n{", place) if depth <= 0 else -1
            if end < 0:
                break
        else:
            found.append((line, value))
        line += text.count("\n", place, end)
        place = end
    if len({number for number, _value in found}) < len(found):
        found = [(number, value) for number, (_line, value) in enumerate(found, 1)]
    yield from found
    yield from problems


def _broken(error: Exception, file: str, line: int) -> Problem:
    reason = getattr(error, "msg", None) or str(error)
    message = _("This is not JSON ({reason})").format(reason=reason)
    return Problem(message, None, "error", file, line)
