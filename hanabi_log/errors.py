"""Everything that can go wrong for a user, as values and as exceptions.

A Problem says where (file, line, field), what was found and what is allowed.
Code that reads many things collects problems; code that does one thing raises.
Each family of exceptions carries the exit code that the command line answers with.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import Literal, NamedTuple

from hanabi_log.i18n import _
from hanabi_log.labels import field_label

Level = Literal["error", "warning"]


class Problem(NamedTuple):
    """One thing that is wrong, or odd, about an input.

    `line` counts from 1; `field` is the name that the command line or the file uses.
    Where `text` is what was typed, `column` (from 0) is the place a caret points at.
    """

    message: str
    field: str | None = None
    level: Level = "error"
    file: str | None = None
    line: int | None = None
    text: str | None = None
    column: int | None = None

    @property
    def where(self) -> str:
        """The place in words, `sheet.csv:4 (strikes)`; empty when there is none."""
        place = self.file or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else str(self.line)
        field = field_label(self.field or "")
        if field and place:
            return f"{place} ({field})"
        return field or place

    def as_json(self) -> dict[str, str | int | None]:
        """The problem under the keys that the command line promises."""
        return {
            "file": self.file,
            "line": self.line,
            "field": self.field,
            "message": self.message,
            "level": self.level,
        }


def only_errors(problems: Iterable[Problem]) -> list[Problem]:
    """The problems that forbid storing, without the warnings."""
    return [problem for problem in problems if problem.level == "error"]


class HanabiLogError(Exception):
    """What the program says when it cannot do as asked; never a bug of its own."""

    exit_code = 1
    code = "error"

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.problems = tuple(problems)

    def __str__(self) -> str:
        """The message and all problems, for whoever meets the error in Python."""
        reasons = "; ".join(
            f"{problem.where}: {problem.message}" if problem.where else problem.message
            for problem in self.problems
        )
        return f"{self.message} ({reasons})" if reasons else self.message


class InvalidInput(HanabiLogError):
    """Values, files or end states that are unfit."""

    exit_code = 2
    code = "invalid"


class NotFound(HanabiLogError):
    """A name or id that is unknown or fits more than one thing; also: no log yet."""

    exit_code = 3
    code = "not_found"


class Conflict(HanabiLogError):
    """The log is locked, or a choice must be made by a person first."""

    exit_code = 4
    code = "conflict"


class BadDatabase(HanabiLogError):
    """The file is damaged, foreign, newer than the program, or cannot be written."""

    exit_code = 5
    code = "database"


def reason_of(error: OSError) -> str:
    """Why the system refuses a file; the usual reasons are told in the language in use."""
    reasons = {
        errno.ENOENT: _("there is no such file or folder"),
        errno.EACCES: _("it may not be read or written"),
        errno.EPERM: _("it may not be read or written"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("part of its path is a file"),
        errno.EEXIST: _("it is there already"),
        errno.ENOSPC: _("the disk is full"),
        errno.EROFS: _("the disk cannot be written to"),
    }
    return reasons.get(error.errno or 0) or error.strerror or str(error)


def unreadable(
    path: str, reason: str, *, field: str | None = None, line: int | None = None
) -> InvalidInput:
    """The error of a file or folder that cannot be read at all."""
    problem = Problem(reason, field, file=path, line=line)
    return InvalidInput(_("{file} cannot be read").format(file=path), [problem])
