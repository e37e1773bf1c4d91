"""The file that says who a club of a dataset is, read as somebody else's.

It decides who may be named and under which rules games were played, so everything in it is
of the kind that an export writes, or the file is refused.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.parquet import CLUB_FILE, VERSION
from hanabi_log.federation.figures import Member, Person
from hanabi_log.games.hanabi.fields import shown
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset
from hanabi_log.games.hanabi.snapshot import read_snapshot
from hanabi_log.i18n import _
from hanabi_log.names import key_of
from hanabi_log.rulebook import Rulebook

_UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


Mark = tuple[int, int, int]
"""Tells a file from whatever takes its place."""


def mark_of(club: str) -> Mark | None:
    """The mark of a club's file, which every export replaces with the folder; None without one."""
    try:
        found = os.stat(os.path.join(club, CLUB_FILE))
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_member(club: str, mark: Mark | None) -> Member:
    """Who the club in a folder is.

    Raises InvalidInput where its file is not the one that `check_club` has seen, by its mark.
    """
    try:
        if mark_of(club) == mark:
            return _member_of(_document(club))
    except _UNREADABLE:
        pass
    raise InvalidInput(
        _("The datasets have changed while they were read"),
        [Problem(_("Build again when this export is whole"), file=club)],
    )


def check_club(club: str) -> tuple[Member | None, list[Problem]]:
    """The club of a folder, if it can be told who it is, and all that is wrong with its file."""
    file = os.path.join(club, CLUB_FILE)
    try:
        document = _document(club)
        version, public = document["version"], document["public"]
        if version != VERSION:
            return None, [Problem(version_text(version), "version", file=file)]
        member = _member_of(document)
    except FileNotFoundError:
        text = _("The file that says who the club is, is missing; export the club again")
        return None, [Problem(text, file=file)]
    except _UNREADABLE:
        text = _("This does not say who the club is, as an export writes it; export it again")
        return None, [Problem(text, file=file)]
    found = [] if public is True else [Problem(private_text(), "public", file=file)]
    if not key_of(member.name):
        found.append(Problem(_("The club has no name"), "name", file=file))
    for field, names in (
        ("name", [member.name]),
        ("people", member.people),
        ("groups", member.groups),
    ):
        if unfit := [name for name in names if not _is_plain(name)]:
            text = _("{found} does not fit; allowed: {allowed}").format(
                found=shown(unfit[0]), allowed=_("a name without control characters")
            )
            found.append(Problem(text, field, file=file))
    return member, found


def version_text(found: object) -> str:
    """What is told about another version of the format."""
    return _(
        "It was written in version {found} of the format, and this hanabi-log reads version"
        " {known}; export the club again"
    ).format(found=found, known=VERSION)


def private_text() -> str:
    """What is told about an export that is not for the public."""
    return _("It holds what a club does not publish; export it with --public")


def _document(club: str) -> Any:
    path = os.path.join(club, CLUB_FILE)
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


def _member_of(document: Mapping[str, Any]) -> Member:
    groups = document["groups"]
    if not isinstance(groups, list):
        raise TypeError("groups are a list")
    return Member(
        _text(document["id"]),
        _text(document["name"]),
        {
            _text(name): Person(name, _flag(one["retired"]))
            for name, one in document["people"].items()
        },
        {_text(name): name for name in groups},
        {
            _text(digest): _ruleset(json.dumps(definition))
            for digest, definition in document["rulesets"].items()
        },
    )


@lru_cache(256)
def _ruleset(definition: str) -> Ruleset:
    # Ten thousand clubs play by a handful of rules.
    found = json.loads(definition)
    if found["spec"] == UNKNOWN:
        return Rulebook().ruleset(UNKNOWN)
    ruleset, problems = read_snapshot(found)
    if ruleset is None:
        raise ValueError(problems[0].message)
    return ruleset


def _text(value: object) -> str:
    """A text that can be written down; half of a surrogate pair cannot."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    value.encode()
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError("neither true nor false")
    return value


def _is_plain(name: str) -> bool:
    return not any(unicodedata.category(letter) == "Cc" for letter in name)
