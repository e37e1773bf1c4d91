"""A club of a dataset looked at as a whole: its own file, the schema of every other, the rows.

Clubs do not need each other for it, so several processes may share them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pyarrow import ArrowException, parquet

from hanabi_log.errors import Problem, reason_of
from hanabi_log.exporters.parquet import CLUB_FILE, METADATA, PUBLIC, VERSION
from hanabi_log.federation.aggregates import COLUMNS, LAID
from hanabi_log.federation.clubfile import check_club, private_text, version_text
from hanabi_log.federation.dataset import EXPORT, ClubFolder
from hanabi_log.federation.rows import check_rows
from hanabi_log.i18n import _

_SUIT = re.compile(f"{LAID}([A-Z])")


class Looked(NamedTuple):
    """What was found where a club should be; `suits` occur in its files."""

    club: ClubFolder | None
    suits: frozenset[str] = frozenset()
    problems: Sequence[Problem] = ()


def look(found: ClubFolder | Problem) -> Looked:
    """The folder with the club's name and number of games, and all that is wrong with it.

    What is known to be wrong already is passed on.
    """
    if isinstance(found, Problem):
        return Looked(None, problems=[found])
    try:
        return _look(found)
    except OSError as error:
        return Looked(found, problems=[Problem(reason_of(error), file=error.filename)])


def _look(folder: ClubFolder) -> Looked:
    member, problems = check_club(folder.path)
    suits: set[str] = set()
    sound = []
    for file in folder.files:
        found = _check_file(file, suits)
        problems += found
        sound += [] if found else [file]
    if member is None:
        return Looked(folder, frozenset(suits), problems)
    if member.id != folder.id:
        text = _("The file is of the club {id}, but the folder is of {folder}").format(
            id=member.id, folder=folder.id
        )
        problems.append(Problem(text, "id", file=os.path.join(folder.path, CLUB_FILE)))
    games, found = check_rows(folder.path, sound, member)
    checked = replace(folder, name=member.name, games=games)
    return Looked(checked, frozenset(suits), [*problems, *found])


def _check_file(file: str, suits: set[str]) -> list[Problem]:
    """What is wrong with a Parquet file; its suits join those that are known."""
    try:
        if not os.path.isfile(file):
            # What waits for somebody to write, like a pipe, would never be read to its end.
            raise FileNotFoundError(_("it is no file"))
        schema = parquet.read_schema(file)
    except (ArrowException, OSError) as error:
        text = _("This is no Parquet file, or only a part of one ({text})").format(
            text=str(error).splitlines()[0]
        )
        return [Problem(text, file=file)]
    metadata = schema.metadata or {}
    version = metadata.get(METADATA, b"").decode(errors="replace")
    if version != str(VERSION):
        text = version_text(version) if version else _foreign_text()
        return [Problem(text, "version", file=file)]
    if metadata.get(PUBLIC) != b"yes":
        return [Problem(private_text(), "public", file=file)]
    kinds = {field.name: str(field.type) for field in schema}
    suits |= {name[1] for column in kinds if (name := _SUIT.fullmatch(column))}
    wanted = COLUMNS | {column: "int8" for column in kinds if _SUIT.fullmatch(column)}
    return [
        Problem(_column_text(name, kind, kinds.get(name)), name, file=file)
        for name, kind in wanted.items()
        if kinds.get(name) != kind
    ]


def _foreign_text() -> str:
    return _("It was not written by hanabi-log. `{command}` writes what is read here").format(
        command=EXPORT
    )


def _column_text(name: str, wanted: str, found: str | None) -> str:
    if found is None:
        return _("The column {name} is missing").format(name=name)
    return _("The column {name} is {found}, and should be {wanted}").format(
        name=name, found=found, wanted=wanted
    )
