"""What a build notes for the next one, so that pages are left alone which nothing touches.

Only pages of sessions and the data of a year are left alone; a site has little else when it
is large. The notes say where the audit trail stood, what every such file depends on beside
its games, in which order the sessions came, and how each file was left. Whoever changes a
file, or the notes, makes the next build write it again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Any

from hanabi_log.resources import package, shipped
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.gather import Gathered, Session

NOTES = ".hanabi-log-notes"
_LIBRARIES = ("babel", "jinja2", "markupsafe")

Left = tuple[int, int, int]
"""How a file was left: its size in bytes, and when it was written and when anything about it was
changed, in nanoseconds. Nobody can set the last one, but Windows keeps the birth there."""


@dataclass(frozen=True)
class Notes:
    """The notes of one build; those of a first build are empty."""

    mark: str = ""
    basis: str = ""
    sessions: tuple[str, ...] = ()
    left: Mapping[str, Left] = field(default_factory=dict)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, str]]:
        """The slugs of the sessions before and after each; empty at the ends."""
        around = ("", *self.sessions, "")
        return {
            slug: (around[place], around[place + 2]) for place, slug in enumerate(self.sessions)
        }

    def is_as_left(self, out: str, path: str) -> bool:
        """Whether a file lies in `out` as the build left it."""
        return path in self.left and self.left[path] == _left(out, path)

    def as_json(self) -> dict[str, Any]:
        """The notes as they are kept."""
        return {
            "mark": self.mark,
            "basis": self.basis,
            "sessions": self.sessions,
            "left": self.left,
        }


def read_notes(out: str) -> Notes:
    """The notes that lie in a folder; empty ones where there are none that can be read."""
    try:
        with open(os.path.join(out, NOTES), encoding="utf-8") as file:
            kept = json.load(file)
        left = {
            str(path): (int(size), int(written), int(changed))
            for path, (size, written, changed) in kept["left"].items()
        }
        return Notes(str(kept["mark"]), str(kept["basis"]), tuple(kept["sessions"]), left)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Notes()


def write_notes(out: str, notes: Notes) -> None:
    """Leave the notes in a folder; where that cannot be done, the next build makes everything."""
    path = os.path.join(out, NOTES)
    with suppress(OSError):
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(notes.as_json(), file, ensure_ascii=False)
        os.replace(f"{path}.new", path)


def remove_notes(out: str) -> None:
    """Take the notes out of a folder, for they would be wrong, or are nobody else's business."""
    with suppress(FileNotFoundError):
        os.remove(os.path.join(out, NOTES))


def notes_of(out: str, log: Gathered, basis: str, paths: Iterable[str]) -> Notes:
    """The notes on a finished site; `paths` are the files that may be left alone later."""
    left = {path: found for path in paths if (found := _left(out, path))}
    return Notes(log.club.mark, basis, tuple(session.slug for session in log.sessions), left)


def unchanged_sessions(notes: Notes, log: Gathered, basis: str) -> frozenset[int]:
    """The places of sessions whose pages would say the same as before.

    No game of theirs has changed, nor one of the sessions that they link to, and those are
    still the same.
    """
    touched = _touched(notes, log.club, basis)
    if touched is None:
        return frozenset()
    moved = [_key(session) in touched for session in log.sessions]
    slugs = ["", *(session.slug for session in log.sessions), ""]
    return frozenset(
        place
        for place, session in enumerate(log.sessions)
        if not any(moved[max(0, place - 1) : place + 2])
        and notes.neighbours.get(session.slug) == (slugs[place], slugs[place + 2])
    )


def changed_dates(notes: Notes, club: Club, basis: str) -> frozenset[str | None] | None:
    """The dates whose games have changed; None where nobody can tell."""
    touched = _touched(notes, club, basis)
    return None if touched is None else frozenset(date for date, _group in touched)


def basis_of(settings: Sequence[Setting], folders: Collection[str]) -> str:
    """A digest of what pages of sessions and data depend on beside the games themselves.

    That is the program and its libraries, the templates in `folders`, the assets, who is
    shown by which name, the groups, the rulesets, and the frame of every page.
    """
    log = settings[0].log
    parts: list[object] = [
        [version(name) for name in _LIBRARIES],
        sorted((*_stamps(package(), (".py",)), *_stamps(shipped("data"), (".mo", ".toml")))),
        [_contents(folder) for folder in folders],
        [
            (setting.language, setting.base_url, setting.logo, setting.plotly_styles)
            for setting in settings
        ],
        sorted(settings[0].assets.items()),
        (log.club.name, bool(log.club.hoola)),
        sorted(map(repr, log.people.shown.values())),
        sorted(log.people.withheld),
        sorted((table.slug, repr(table.group)) for table in log.tables),
        sorted((digest, repr(ruleset)) for digest, ruleset in log.club.rulesets.items()),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _touched(
    notes: Notes, club: Club, basis: str
) -> frozenset[tuple[str | None, str | None]] | None:
    if not notes.mark or notes.mark != club.since or notes.basis != basis:
        return None
    return club.touched


def _key(session: Session) -> tuple[str | None, str | None]:
    return session.date, session.group.id if session.group else None


def _left(out: str, path: str) -> Left | None:
    try:
        found = os.stat(os.path.join(out, *path.split("/")), follow_symlinks=False)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _stamps(folder: str, endings: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    for place, _folders, names in os.walk(folder):
        for name in names:
            if name.endswith(endings):
                path = os.path.join(place, name)
                found = os.stat(path)
                yield path, found.st_size, found.st_mtime_ns


def _contents(folder: str) -> list[tuple[str, str]]:
    found = []
    for path, _size, _time in sorted(_stamps(folder, (".html", ".js"))):
        with open(path, "rb") as file:
            found.append((os.path.relpath(path, folder), hashlib.sha256(file.read()).hexdigest()))
    return found
