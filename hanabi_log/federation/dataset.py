"""The folders that a federation is made from, looked through before any work begins.

A dataset holds clubs as `export --format parquet --public` writes them. Everything that is
wrong with any of them is told in one go: what is no dataset, was written by another version
or with private columns, is damaged, or is the same club twice.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.parquet import CLUB_FILE, METADATA, PUBLIC, VERSION
from hanabi_log.federation.aggregates import COLUMNS, LAID
from hanabi_log.federation.figures import Member, Person
from hanabi_log.games.hanabi.rulesets import from_definition
from hanabi_log.i18n import _
from hanabi_log.names import key_of

FOLDER = re.compile(r"club=([A-Za-z0-9_-]+)")
_SUIT = re.compile(f"{LAID}([A-Z])")
_COMMAND = "hanabi-log export --format parquet --public -o FOLDER"


@dataclass(frozen=True, slots=True)
class ClubFolder:
    """A club in a dataset: the dataset's own path, the folder of the club, its Parquet files."""

    id: str
    name: str
    root: str
    path: str
    files: tuple[str, ...]

    def member(self) -> Member:
        """Who the club is; read when asked for, since a federation may have thousands."""
        return member_of(_document(self.path))


@dataclass(frozen=True, slots=True)
class Dataset:
    """Clubs by their ids, and the suits that occur in any file."""

    clubs: tuple[ClubFolder, ...]
    suits: tuple[str, ...]

    @property
    def files(self) -> Iterator[tuple[str, str, str]]:
        """Dataset, club and path of each Parquet file."""
        return ((club.root, club.id, file) for club in self.clubs for file in club.files)


def open_datasets(paths: Sequence[str]) -> Dataset:
    """The clubs of some datasets, every file of them looked at.

    Raises InvalidInput with everything that is wrong, by file.
    """
    clubs: list[ClubFolder] = []
    suits: set[str] = set()
    problems: list[Problem] = []
    for path in paths:
        for folder in _folders(path, problems):
            problems += _check_club(folder)
            for file in folder.files:
                problems += _check_file(file, suits)
            clubs.append(folder)
    clubs.sort(key=lambda club: (club.id, club.path))
    problems += _doubles(clubs)
    if not problems and not any(club.files for club in clubs):
        problems.append(Problem(_("There is not a single game in it"), file=", ".join(paths)))
    if problems:
        raise InvalidInput(_("The federation cannot be made from these datasets"), problems)
    return Dataset(tuple(clubs), tuple(sorted(suits)))


def member_of(document: Mapping[str, Any]) -> Member:
    """The club of a club's file. Raises KeyError, TypeError, AttributeError or ValueError
    where the file is not of our making."""
    people = {name: Person(name, bool(one["retired"])) for name, one in document["people"].items()}
    rules = {key: from_definition(rules) for key, rules in document["rulesets"].items()}
    groups = {str(name): str(name) for name in document["groups"]}
    return Member(str(document["id"]), str(document["name"]), people, groups, rules)


def _folders(path: str, problems: list[Problem]) -> Iterator[ClubFolder]:
    if not os.path.isdir(path):
        reason = _("There is no such folder")
        problems.append(Problem(reason, file=path))
        return
    found = sorted(name for name in os.listdir(path) if FOLDER.fullmatch(name))
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
        yield ClubFolder(name.partition("=")[2], _name(club), path, club, tuple(files))


def _listed(path: str) -> list[str]:
    return sorted(os.listdir(path)) if os.path.isdir(path) else []


def _document(club: str) -> Any:
    with open(os.path.join(club, CLUB_FILE), encoding="utf-8") as stream:
        return json.load(stream)


def _name(club: str) -> str:
    try:
        return str(_document(club)["name"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def _check_club(folder: ClubFolder) -> Iterable[Problem]:
    """What is wrong with the club's file."""
    file = os.path.join(folder.path, CLUB_FILE)
    try:
        document = _document(folder.path)
        version, public = document["version"], document["public"]
        if version != VERSION:
            return [Problem(_version_text(version), "version", file=file)]
        member = member_of(document)
    except FileNotFoundError:
        text = _("The file that says who the club is, is missing; export the club again")
        return [Problem(text, file=file)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        text = _("This does not say who the club is, as an export writes it; export it again")
        return [Problem(text, file=file)]
    found = []
    if member.id != folder.id:
        text = _("The file is of the club {id}, but the folder is of {folder}").format(
            id=member.id, folder=folder.id
        )
        found.append(Problem(text, "id", file=file))
    if public is not True:
        found.append(Problem(_private_text(), "public", file=file))
    if not key_of(member.name):
        found.append(Problem(_("The club has no name"), "name", file=file))
    return found


def _check_file(file: str, suits: set[str]) -> Iterable[Problem]:
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
        text = _version_text(version) if version else _foreign_text()
        return [Problem(text, "version", file=file)]
    if metadata.get(PUBLIC) != b"yes":
        return [Problem(_private_text(), "public", file=file)]
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
        if one.id == other.id:
            text = _(
                "The club {name} is in {other} too, by the same id {id}. Take one of the exports"
            )
            text = text.format(name=one.name or one.id, other=one.path, id=one.id)
            yield Problem(text, "id", file=other.path)


def _version_text(found: object) -> str:
    return _(
        "It was written in version {found} of the format, and this hanabi-log reads version"
        " {known}; export the club again"
    ).format(found=found, known=VERSION)


def _foreign_text() -> str:
    return _("It was not written by hanabi-log. `{command}` writes what is read here").format(
        command=_COMMAND
    )


def _private_text() -> str:
    return _("It holds what a club does not publish; export it with --public")


def _column_text(name: str, wanted: str, found: str | None) -> str:
    if found is None:
        return _("The column {name} is missing").format(name=name)
    return _("The column {name} is {found}, and should be {wanted}").format(
        name=name, found=found, wanted=wanted
    )
