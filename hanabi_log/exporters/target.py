"""The file that an export is written to.

A file is only replaced when the new one is complete. A link stays a link, its target is
replaced. What is no ordinary file, a device or a pipe, is written into and never replaced.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


@contextmanager
def filling(path: str, encoding: str) -> Iterator[TextIO]:
    """A text stream whose content stands at `path` once everything went well.

    Raises OSError when the place cannot be written; then what was there is there still.
    """
    path = os.path.realpath(path)
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "w", encoding=encoding, newline="") as stream:
            yield stream
        return
    if mode is not None and not os.access(path, os.W_OK):
        # A rename would get around the permission.
        with open(path, "a", encoding=encoding):
            pass
    with blaming_folder(path):
        handle, partial = tempfile.mkstemp(*beside(path))
    try:
        with open(handle, "w", encoding=encoding, newline="") as stream:
            yield stream
        os.chmod(partial, allowed(0o666) if mode is None else stat.S_IMODE(mode))
        os.replace(partial, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise


def beside(path: str) -> tuple[str, str, str]:
    """Where the unfinished form of a file or folder lies: suffix, prefix and folder."""
    return ".part", f".{os.path.basename(path)[:100]}.", os.path.dirname(path)


@contextmanager
def blaming_folder(path: str) -> Iterator[None]:
    """Whatever cannot be made beside `path` is a fault of its folder, and told by its name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.path.dirname(path)) from None


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def allowed(mode: int) -> int:
    """The permissions of a new file or folder, as this process makes them."""
    umask = os.umask(0)
    os.umask(umask)
    return mode & ~umask
