"""What a build notes for the next one, so that pages are left alone which nothing touches.

The notes say where the audit trail stood, what all files depend on beside their games, and
of each file that may be left alone how it was left, and a key: whatever else it depends on.
Whoever changes a file, or the notes, makes the next build write it again. There is a line
for each file, since a large site has several hundred thousand of them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec

from hanabi_log.resources import package, shipped
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.setting import Setting

NOTES = ".hanabi-log-notes"
_LIBRARIES = ("babel", "jinja2", "markupsafe")


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of one build; those of a first build are empty.

    `left` tells of each file, by its path, how it was left: its size in bytes, when it was
    written and when anything about it was changed, in nanoseconds, and its key. Nobody can set
    the time of a change, but Windows keeps the birth there.
    """

    mark: str = ""
    basis: str = ""
    left: Mapping[str, str] = field(default_factory=dict)

    def is_as_left(self, out: str, path: str, key: str) -> bool:
        """Whether a file lies in `out` as the build left it, and depended on the same."""
        return path in self.left and self.left[path] == _left(out, path, key)

    def touched(self, club: Club, basis: str) -> frozenset[tuple[str | None, str | None]] | None:
        """Date and group's id of the sessions that have changed; None where nobody can tell."""
        if not self.mark or self.mark != club.since or self.basis != basis:
            return None
        return club.touched


def read_notes(out: str) -> Notes:
    """The notes that lie in a folder; empty ones where there are none that can be read."""
    try:
        with open(os.path.join(out, NOTES), encoding="utf-8") as file:
            mark, basis = json.loads(next(file))
            left = {path: how for how, path in (line[:-1].split("\t") for line in file)}
        return Notes(str(mark), str(basis), left)
    except (OSError, ValueError, TypeError, StopIteration):
        return Notes()


def read_mark(out: str) -> str:
    """The mark in the notes of a folder; empty where there is none."""
    try:
        with open(os.path.join(out, NOTES), encoding="utf-8") as file:
            mark, _basis = json.loads(next(file))
        return str(mark)
    except (OSError, ValueError, TypeError, StopIteration):
        return ""


def write_notes(out: str, mark: str, basis: str, keys: Iterable[tuple[str, str]]) -> None:
    """Leave the notes on a finished site in its folder: `keys` has the files that may be left
    alone, each with its key. Where it cannot be done, the next build makes everything.
    """
    path = os.path.join(out, NOTES)
    with suppress(OSError):
        with open(f"{path}.new", "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{json.dumps([mark, basis])}\n")
            file.writelines(
                f"{how}\t{name}\n" for name, key in keys if (how := _left(out, name, key))
            )
        os.replace(f"{path}.new", path)


def remove_notes(out: str) -> None:
    """Take the notes out of a folder, for they would be wrong, or are nobody else's business."""
    with suppress(FileNotFoundError):
        os.remove(os.path.join(out, NOTES))


def basis_of(settings: Sequence[Setting], folders: Collection[str]) -> str:
    """A digest of what pages and data depend on beside the games, and what they are given of them.

    That is the program and its libraries, the templates in `folders`, the assets, who is
    shown by which name, the groups, the rulesets, and the frame of every page.
    """
    log = settings[0].log
    parts: list[object] = [
        [sorted(_stamps(folder, (".py",))) for folder in (package(), *map(_folder_of, _LIBRARIES))],
        sorted(_stamps(shipped("data"), (".mo", ".toml"))),
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


def _left(out: str, path: str, key: str) -> str | None:
    try:
        found = os.stat(os.path.join(out, path), follow_symlinks=False)
    except OSError:
        return None
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {key}"


def _folder_of(library: str) -> str:
    found = find_spec(library)
    return os.path.dirname(found.origin) if found and found.origin else ""


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
