"""Which files have changed since somebody last looked.

Times and sizes are compared, nothing is read; a look costs a call to the system for each
file, which a folder of a club stands once a second.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

Seen = dict[str, tuple[int, int]]


class Watch:
    """Files and folders under watch; folders with everything in them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)
        self._seen = _look(self._paths)

    def changed(self) -> tuple[str, ...]:
        """The files that are new, gone, or different since the last look, sorted."""
        before, self._seen = self._seen, _look(self._paths)
        every = before.keys() | self._seen.keys()
        return tuple(sorted(path for path in every if before.get(path) != self._seen.get(path)))


def _look(paths: Iterable[str]) -> Seen:
    found: Seen = {}
    for path in paths:
        for file in _files(path):
            try:
                status = os.stat(file)
            except OSError:
                continue
            # An empty file says nothing; a log that is only read makes and removes such ones.
            if status.st_size:
                found[file] = (status.st_mtime_ns, status.st_size)
    return found


def _files(path: str) -> Iterator[str]:
    if not os.path.isdir(path):
        yield path
        return
    for folder, _folders, names in os.walk(path):
        for name in names:
            yield os.path.join(folder, name)
