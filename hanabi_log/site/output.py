"""Writing a site into a folder without harm.

Everything new is written into a temporary folder beside the target first; only a build
that got to its end moves files over, assets before pages. Files that say the same as
before are not touched. A marker lists what belongs to us, so that nothing else is removed,
and says whether the site is a club's or a federation's, which never replace each other.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from hanabi_log.errors import InvalidInput, Problem, reason_of
from hanabi_log.i18n import _

MARKER = ".hanabi-log-site"
Kind = Literal["club", "federation"]
"""Whose site it is."""
_STAGING = "hanabi-log-build-"


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did to the folder `out`: its files, each by its path, sorted."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    out: str

    @property
    def files(self) -> int:
        """How many files the site has."""
        return len(self.written) + len(self.unchanged)

    def as_json(self) -> dict[str, Any]:
        """The build as plain values: the folder, and numbers of files."""
        return {
            "out": self.out,
            "files": self.files,
            "written": len(self.written),
            "unchanged": len(self.unchanged),
            "removed": len(self.removed),
        }


@dataclass
class Output:
    """A folder in the making. Add files in any order, then `finish`."""

    out: str
    staging: str
    known: frozenset[str]
    kind: Kind = "club"
    paths: set[str] = field(default_factory=set)
    changed: list[str] = field(default_factory=list)
    _folders: set[str] = field(default_factory=set)

    def add(self, path: str, content: bytes) -> None:
        """Take a file into the site. `path` is relative, with forward slashes."""
        self.take(path, self.stage(path, content))

    def stage(self, path: str, content: bytes) -> bool:
        """Lay a file ready, and tell whether it says anything new; `take` must follow.

        A copy of this process may do it, and leave it to the first one to take the file.
        """
        if _same(self._target(path), content):
            return False
        with open(self._staged(path), "wb") as file:
            file.write(content)
        return True

    def add_file(self, path: str, file: str) -> None:
        """Take a finished file into the site, moving it; it lies on the disk of the folder."""
        changed = not _same_file(self._target(path), file)
        if changed:
            os.replace(file, self._staged(path))
        self.take(path, changed)

    def take(self, path: str, changed: bool) -> None:
        """Take a file into the site that was staged, or one that is there already."""
        if path in self.paths:
            raise ValueError(f"two pages want to be {path}")
        self.paths.add(path)
        if changed:
            self.changed.append(path)

    def finish(self) -> Built:
        """Move the new files in, remove ours that are gone, and say what happened."""
        # Should the move be cut short, the next build must know every file as ours.
        self._mark(self.known | self.paths if self.known else self.paths)
        self.changed.sort()
        # Pages come after what they load, so that nobody gets one without its style sheet.
        for path in sorted(self.changed, key=_is_asset, reverse=True):
            target = self._target(path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.replace(os.path.join(self.staging, *path.split("/")), target)
        removed = [path for path in sorted(self.known - self.paths) if _remove(self.out, path)]
        self._mark(self.paths)
        return Built(
            written=tuple(self.changed),
            unchanged=tuple(sorted(self.paths.difference(self.changed))),
            removed=tuple(removed),
            out=self.out,
        )

    def _mark(self, paths: Iterable[str]) -> None:
        """Put the marker in its place: JSON with a line for each file, written line by line."""
        marker, staged = os.path.join(self.out, MARKER), os.path.join(self.staging, MARKER)
        with open(staged, "w", encoding="utf-8", newline="\n") as file:
            file.write(f'{{\n"kind": "{self.kind}",\n"files": [')
            for place, path in enumerate(sorted(paths)):
                file.write(f"{',' if place else ''}\n{json.dumps(path, ensure_ascii=False)}")
            file.write("\n]\n}\n")
        if not _same_file(marker, staged):
            os.replace(staged, marker)

    def _staged(self, path: str) -> str:
        """Where a file lies ready; its folder is made."""
        staged = os.path.join(self.staging, *path.split("/"))
        folder = os.path.dirname(staged)
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        return staged

    def _target(self, path: str) -> str:
        return os.path.join(self.out, *path.split("/"))


@contextmanager
def writing(out: str, kind: Kind = "club") -> Iterator[Output]:
    """A site being written into `out`; whatever goes wrong inside leaves `out` as it was.

    Raises InvalidInput as `known_files` does, and where `out` cannot be written.
    """
    out = os.path.abspath(out)
    known = known_files(out, kind)
    new = not os.path.lexists(out)
    parent = os.path.dirname(out)
    try:
        os.makedirs(out, exist_ok=True)
        beside = parent if _same_device(parent, out) and os.access(parent, os.W_OK) else out
        _clear_leftovers(beside, os.path.basename(out))
        staging = tempfile.mkdtemp(prefix=f".{os.path.basename(out)}.{_STAGING}", dir=beside)
    except OSError as error:
        raise _unwritable(out, error) from None
    try:
        yield Output(out, staging, known, kind)
    except OSError as error:
        raise _unwritable(out, error) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        if new and not os.listdir(out):
            os.rmdir(out)


def known_files(out: str, kind: Kind = "club") -> frozenset[str]:
    """The files that an earlier build of that kind has made in `out`; none in a new folder.

    Raises InvalidInput when `out` is a file, holds a site of another kind, or content that no
    build made. Files whose names start with a dot may be there (a repository, a `.gitignore`).
    """
    if not os.path.lexists(out):
        return frozenset()
    if not os.path.isdir(out):
        raise InvalidInput(
            _("{out} is not a folder").format(out=out),
            [Problem(_("Name a folder, new or empty, or one that a build has made."), "out")],
        )
    try:
        with open(os.path.join(out, MARKER), encoding="utf-8") as file:
            document = json.load(file)
        found, listed = kind_of(document), document["files"]
        if found != kind:
            raise InvalidInput(
                _("{out} holds a site of another kind").format(out=out),
                [Problem(other_site(found), "out")],
            )
        return frozenset(path for path in listed if is_inside(path))
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidInput(
            _("{out} holds a site, but its list of files cannot be read").format(out=out),
            [Problem(_("Remove the folder, or name another one."), "out", file=MARKER)],
        ) from None
    foreign = sorted(name for name in os.listdir(out) if not name.startswith("."))
    if foreign:
        raise InvalidInput(
            _("{out} is not empty, and no build of ours has made it").format(out=out),
            [
                Problem(
                    _("It holds {names}. Name a new folder, or an empty one.").format(
                        names=", ".join(foreign[:5])
                    ),
                    "out",
                )
            ],
        )
    return frozenset()


def kind_of(document: dict[str, Any]) -> str:
    """Whose site a marker belongs to; markers of older builds are a club's."""
    return str(document.get("kind", "club"))


def other_site(kind: str) -> str:
    """What is told where a site of that kind would be replaced by one of another."""
    if kind == "federation":
        return _("It is the site of a federation, and a club's would replace it. Name another.")
    return _("It is the site of a club, and a federation's would replace it. Name another.")


def is_inside(path: object) -> bool:
    """Whether a path, relative and with forward slashes, stays in the folder it starts from."""
    return (
        isinstance(path, str)
        and bool(path)
        and not os.path.isabs(path)
        and "\\" not in path
        and not {"", ".", ".."} & set(path.split("/"))
    )


def _is_asset(path: str) -> bool:
    return path.startswith("assets/")


def _same(path: str, content: bytes) -> bool:
    try:
        if os.path.getsize(path) != len(content):
            return False
        with open(path, "rb") as file:
            return file.read() == content
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def _same_file(path: str, other: str) -> bool:
    return os.path.isfile(path) and filecmp.cmp(path, other, shallow=False)


def _remove(out: str, path: str) -> bool:
    target = os.path.join(out, *path.split("/"))
    try:
        os.remove(target)
    except (FileNotFoundError, NotADirectoryError):
        return False
    folder = os.path.dirname(target)
    while folder != out:
        try:
            os.rmdir(folder)
        except OSError:
            break
        folder = os.path.dirname(folder)
    return True


def _clear_leftovers(folder: str, name: str) -> None:
    for leftover in _leftovers(os.listdir(folder), name):
        shutil.rmtree(os.path.join(folder, leftover), ignore_errors=True)


def _leftovers(names: Iterable[str], name: str) -> list[str]:
    return [found for found in names if found.startswith(f".{name}.{_STAGING}")]


def _same_device(one: str, other: str) -> bool:
    return os.stat(one).st_dev == os.stat(other).st_dev


def _unwritable(out: str, error: OSError) -> InvalidInput:
    return InvalidInput(
        _("The site cannot be written into {out}").format(out=out),
        [Problem(reason_of(error), "out", file=error.filename)],
    )
