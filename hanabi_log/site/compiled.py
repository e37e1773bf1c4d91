"""Our own templates, compiled once: kept in `__pycache__` beside them, as Python keeps modules.

A build of few games would spend a fifth of its time on compiling. Where Python writes no
bytecode, or may not, templates are compiled each time; those of a club always are.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib.util import cache_from_source

from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """Keeps the templates that lie in `folder` or below.

    `makers` are the files of the compiler: what others have made is made anew, as is what was
    made of another text.
    """

    def __init__(self, folder: str, makers: Sequence[str]) -> None:
        self._folder, self._makers = folder, makers

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The file of a template, compiled; empty for one that is not kept."""
        ours = filename is not None and filename.startswith(os.path.join(self._folder, ""))
        return cache_from_source(filename) if ours and filename else ""

    def get_source_checksum(self, source: str) -> str:
        """What tells whether a kept template is still that of its text."""
        return sha256(f"{self._made_by}{source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Look for the template; what cannot be read is not there."""
        with suppress(OSError, EOFError, ValueError, TypeError), open(bucket.key, "rb") as file:
            if file.readline() == f"{bucket.checksum}\n".encode():
                bucket.code = marshal.load(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the template if that can be."""
        if not bucket.key or not bucket.code or sys.dont_write_bytecode:
            return
        with suppress(OSError):
            os.makedirs(os.path.dirname(bucket.key), exist_ok=True)
            # Others may read and write it at the same time.
            unfinished = f"{bucket.key}.{os.getpid()}"
            with open(unfinished, "wb") as file:
                file.write(f"{bucket.checksum}\n".encode() + marshal.dumps(bucket.code))
            os.replace(unfinished, bucket.key)

    @cached_property
    def _made_by(self) -> str:
        found = [os.stat(maker) for maker in self._makers]
        return repr([(one.st_size, one.st_mtime_ns) for one in found])
