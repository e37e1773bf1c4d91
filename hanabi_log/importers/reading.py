"""From a file on disk, or standard input, to lines of text or to a whole document.

A file is looked through once before it is read: that settles its encoding and finds what
no text file holds. The second reading streams, so that its size costs no memory; only
documents that make sense as a whole are held, and those may not be larger than LARGEST.
"""

from __future__ import annotations

import atexit
import codecs
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TextIO

from hanabi_log.errors import InvalidInput, Problem, reason_of, unreadable
from hanabi_log.i18n import _

PIECE = 1 << 20
"""Bytes looked at in one go; a line that fills a whole piece is too long."""
LARGEST = 64 << 20
"""Bytes of a document that is held as a whole: some forty thousand plays of a phone app."""
STDIN = "-"
PACKAGE = b"PK\x03\x04"
"""How zip files begin, workbooks among them."""
_HEAD = 1 << 16
_OF_WRITING = (errno.EPIPE, errno.ENOSPC, errno.EFBIG)
"""What never goes wrong with a file that is read, but with where its lines are taken to."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that can be read as text; `head` is how it begins, `guessed` tells whether
    its encoding was found by trial, `overlong` whether a line is too long to be one row.

    `path` is what the file is called, `place` where its bytes are.
    """

    path: str
    encoding: str
    head: str
    guessed: bool = False
    overlong: bool = False
    place: str = ""

    @property
    def size(self) -> int:
        """Its bytes."""
        try:
            return os.stat(self.place or self.path).st_size
        except OSError as error:
            raise unreadable(self.path, reason_of(error)) from error

    def require_rows(self) -> None:
        """InvalidInput where a line is too long to be read as one row."""
        if self.overlong:
            raise unreadable(self.path, _("it has a line that is far too long"))

    @contextmanager
    def lines(self) -> Iterator[TextIO]:
        """The lines, their ends kept as they are; InvalidInput if one is far too long."""
        self.require_rows()
        try:
            with open(self.place or self.path, encoding=self.encoding, newline="") as file:
                yield file
        except OSError as error:
            if error.errno in _OF_WRITING:
                raise
            raise unreadable(self.path, reason_of(error)) from error
        except UnicodeEncodeError:
            raise
        except UnicodeError as error:
            raise unreadable(self.path, _("it changed while it was read")) from error

    def text(self) -> str:
        """All of it, however long its lines; InvalidInput if it is larger than LARGEST."""
        if self.size > LARGEST:
            message = _("it has {n} million bytes; this kind of file may have {most}")
            raise unreadable(self.path, message.format(n=self.size >> 20, most=LARGEST >> 20))
        with replace(self, overlong=False).lines() as file:
            return file.read()


def open_text(path: str, encoding: str | None = None) -> TextFile:
    """The file at `path` as text, in `encoding` or whatever it turns out to be in.

    `-` is standard input, which is copied to a file for as long as the program runs.
    Tried are a byte-order mark, UTF-8, and then the code pages of Korean (949) and
    Western European (1252) spreadsheets. Raises InvalidInput, naming the file, when it is
    missing, empty, no regular file, no text, or in none of these.
    """
    if path == STDIN:
        return replace(_open_text(_copy_of_stdin(), encoding, path), path=path)
    return _open_text(path, encoding, path)


def is_package(path: str) -> bool:
    """Whether a file is packed, as workbooks are; InvalidInput if it cannot be read at all."""
    return path != STDIN and _read_start(path).startswith(PACKAGE)


def _open_text(path: str, encoding: str | None, name: str) -> TextFile:
    try:
        return _look_through(path, encoding)
    except InvalidInput as error:
        if name == path:
            raise
        raise InvalidInput(
            error.message.replace(path, name),
            [problem._replace(file=name) for problem in error.problems],
        ) from None


def _copy_of_stdin() -> str:
    """Where a copy of standard input is, whose bytes can be had only once."""
    if sys.stdin is None:
        raise unreadable(STDIN, _("there is no standard input"))
    handle, path = tempfile.mkstemp()
    atexit.register(os.unlink, path)
    with open(handle, "wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _look_through(path: str, encoding: str | None) -> TextFile:
    start = _read_start(path)
    if encoding is not None:
        return _read_as(path, _known(encoding))
    for mark, name in _MARKS:
        if start.startswith(mark):
            return _read_as(path, name)
    if start.startswith(PACKAGE):
        raise unreadable(path, _("it is a packed file such as a workbook: save the sheet as CSV"))
    if _decodes(path, "utf-8"):
        return _read_as(path, "utf-8")
    found = _code_page(path, start)
    if found is None:
        raise unreadable(
            path, _("its encoding is neither UTF-8 nor cp949 nor cp1252: name it with --encoding")
        )
    return _read_as(path, found, guessed=True)


def _read_start(path: str) -> bytes:
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise unreadable(path, _("it is a folder"))
        # Opening a pipe that nobody writes to would wait for ever.
        if not stat.S_ISREG(mode):
            raise unreadable(path, _("it is no ordinary file: save its content to one first"))
        with open(path, "rb") as file:
            start = file.read(_HEAD)
    except OSError as error:
        raise unreadable(path, reason_of(error)) from error
    except ValueError as error:
        raise unreadable(path, str(error)) from error
    if not start.strip():
        raise unreadable(path, _("it is empty"))
    return start


def _read_as(path: str, encoding: str, *, guessed: bool = False) -> TextFile:
    """Look the file through for what cannot be read line by line."""
    head, overlong = "", False
    try:
        for number, text in enumerate(_pieces(path, encoding)):
            if number == 0:
                head = text[:_HEAD]
            if "\0" in text:
                raise unreadable(path, _("it holds NUL bytes, so it is no text file"))
            if len(text) > PIECE // 4 and "\n" not in text and "\r" not in text:
                overlong = True
    except UnicodeError:
        raise unreadable(path, _("it is not written in {name}").format(name=encoding)) from None
    return TextFile(path, encoding, head, guessed, overlong, path)


def _pieces(path: str, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with open(path, "rb") as file:
            while piece := file.read(PIECE):
                yield decoder.decode(piece)
            yield decoder.decode(b"", final=True)
    except OSError as error:
        raise unreadable(path, reason_of(error)) from error


def _decodes(path: str, encoding: str) -> bool:
    try:
        for _text in _pieces(path, encoding):
            pass
    except UnicodeError:
        return False
    return True


def _code_page(path: str, start: bytes) -> str | None:
    """The code page of a file that is no UTF-8, None if no page fits.

    Western text now and then happens to be valid in code page 949, but then it comes out
    as syllables that nobody writes; Korean text is made of the common 2,350 (KS X 1001).
    """
    if _decodes(path, "cp949"):
        syllables = [c for c in start.decode("cp949", "ignore") if "가" <= c <= "힣"]
        common = sum(_is_common(c) for c in syllables)
        if 2 * common > len(syllables):
            return "cp949"
    elif _is_damaged_utf8(start):
        return None
    return "cp1252" if _decodes(path, "cp1252") else None


def _is_common(syllable: str) -> bool:
    try:
        syllable.encode("euc_kr")
    except UnicodeError:
        return False
    return len(syllable.encode("euc_kr")) == 2


def _is_damaged_utf8(start: bytes) -> bool:
    """Whether letters stand in UTF-8 before the first fault, which no code page explains."""
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return not start[: error.start].isascii()
    return not start.isascii()


def _known(encoding: str) -> str:
    try:
        info = codecs.lookup(encoding)
    except (LookupError, ValueError):
        info = None
    # Python's codecs include some that turn bytes into bytes, or run code of their own.
    if info is None or not getattr(info, "_is_text_encoding", True):
        raise InvalidInput(
            _("There is no encoding {name}").format(name=encoding),
            [Problem(_("Known are utf-8, utf-16, cp949, cp1252 and many more"), "encoding")],
        )
    return "utf-8-sig" if info.name == "utf-8" else info.name
