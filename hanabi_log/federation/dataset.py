"""The folders that a federation is made from, looked through before any work begins.

A dataset holds clubs as `export --format parquet --public` writes them. Everything that is
wrong with any of them is told in one go: what is no dataset, was written by another version
or with private columns, is damaged, holds what no log can hold, or is the same club twice.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.parquet import CLUB_FILE, CLUB_FOLDER, METADATA, PUBLIC, VERSION
from hanabi_log.federation.aggregates import COLUMNS, LAID
from hanabi_log.federation.clubfile import check_club, private_text, read_member, version_text
from hanabi_log.federation.figures import Member
from hanabi_log.i18n import _, ngettext

MOST_PROBLEMS = 20
"""How many more there are is told."""
_SUIT = re.compile(f"{LAID}([A-Z])")
_COMMAND = "hanabi-log export --format parquet --public -o FOLDER"


@dataclass(frozen=True, slots=True)
class ClubFolder:
    """A club in a dataset: the dataset's own path, the folder of the club, its Parquet files,
    and how many games these hold."""

    id: str
    name: str
    root: str
    path: str
    files: tuple[str, ...]
    games: int = 0

    def member(self) -> Member:
        """Who the club is; read when asked for, since a federation may have thousands."""
        return read_member(self.path)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Clubs by their ids, and the suits that occur in any file."""

    clubs: tuple[ClubFolder, ...]
    suits: tuple[str, ...]

    @property
    def files(self) -> Iterator[tuple[str, str]]:
        """Club and path of each Parquet file."""
        return ((club.id, file) for club in self.clubs for file in club.files)


def open_datasets(paths: Sequence[str]) -> Dataset:
    """The clubs of some datasets, every file of them looked at.

    Raises InvalidInput with everything that is wrong, by file.
    """
    clubs: list[ClubFolder] = []
    suits: set[str] = set()
    problems: list[Problem] = []
    for path in paths:
        try:
            for folder in _folders(path, problems):
                club, found = _check_club(folder, suits)
                problems += found
                clubs.append(club)
        except OSError as error:
            problems.append(Problem(error.strerror or str(error), file=error.filename))
    clubs.sort(key=lambda club: (club.id, club.path))
    problems += _doubles(clubs)
    if not problems and not any(club.games for club in clubs):
        problems.append(Problem(_("There is not a single game in it"), file=", ".join(paths)))
    if problems:
        raise InvalidInput(_("The federation cannot be made from these datasets"), _some(problems))
    return Dataset(tuple(clubs), tuple(sorted(suits)))


def _some(problems: list[Problem]) -> list[Problem]:
    """The first problems, and how many there are besides."""
    more = len(problems) - MOST_PROBLEMS
    if more <= 0:
        return problems
    text = ngettext("And {n} problem more", "And {n} problems more", more).format(n=more)
    return [*problems[:MOST_PROBLEMS], Problem(text)]


def _folders(path: str, problems: list[Problem]) -> Iterator[ClubFolder]:
    if not os.path.isdir(path):
        reason = _("There is no such folder") if path else _("An empty text names no folder")
        problems.append(Problem(reason, "datasets", file=path or None))
        return
    found = sorted(name for name in os.listdir(path) if CLUB_FOLDER.fullmatch(name))
    if not found:
        reason = _("This is no dataset: it has no folder of a club. `{command}` makes one").format(
            command=_COMMAND
        )
        problems.append(Problem(reason, file=path))
    for name in found:
        club = os.path.join(path, name)
        years = (year for year in _listed(club) if year.startswith("year="))
        files = [
            os.path.join(club, year, file)
            for year in years
            for file in _listed(os.path.join(club, year))
            if file.endswith(".parquet")
        ]
        yield ClubFolder(name.partition("=")[2], "", path, club, tuple(files))


def _listed(path: str) -> list[str]:
    return sorted(os.listdir(path)) if os.path.isdir(path) else []


def _check_club(folder: ClubFolder, suits: set[str]) -> tuple[ClubFolder, list[Problem]]:
    """The folder with the club's name and number of games, and what is wrong with it."""
    member, problems = check_club(folder.path)
    sound = []
    for file in folder.files:
        found = _check_file(file, suits)
        problems += found
        sound += [] if found else [file]
    if member is None:
        return folder, problems
    if member.id != folder.id:
        text = _("The file is of the club {id}, but the folder is of {folder}").format(
            id=member.id, folder=folder.id
        )
        problems.append(Problem(text, "id", file=os.path.join(folder.path, CLUB_FILE)))
    from hanabi_log.federation.rows import check_rows

    games, found = check_rows(folder.path, sound, member)
    return replace(folder, name=member.name, games=games), [*problems, *found]


def _check_file(file: str, suits: set[str]) -> list[Problem]:
    """What is wrong with a Parquet file; its suits join those that are known."""
    from pyarrow import ArrowException, parquet

    try:
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


def _doubles(clubs: Sequence[ClubFolder]) -> Iterator[Problem]:
    for one, other in pairwise(clubs):
        if one.id != other.id:
            continue
        if os.path.samefile(one.path, other.path):
            yield Problem(_("This folder was given twice"), "datasets", file=other.path)
        else:
            text = _(
                "The club {name} is in {other} too, by the same id {id}. Take one of the exports"
            )
            text = text.format(name=one.name or one.id, other=one.path, id=one.id)
            yield Problem(text, "id", file=other.path)


def _foreign_text() -> str:
    return _("It was not written by hanabi-log. `{command}` writes what is read here").format(
        command=_COMMAND
    )


def _column_text(name: str, wanted: str, found: str | None) -> str:
    if found is None:
        return _("The column {name} is missing").format(name=name)
    return _("The column {name} is {found}, and should be {wanted}").format(
        name=name, found=found, wanted=wanted
    )
