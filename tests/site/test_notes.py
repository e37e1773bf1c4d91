"""What a build notes of the files that it leaves alone."""

from __future__ import annotations

import os

from hanabi_log.site.notes import read_notes
from tests.cli.conftest import Shell, shell

__all__ = ["shell"]


def test_a_page_that_was_given_its_old_size_and_time_back_is_made_again(shell: Shell) -> None:
    for day in ("2026-05-01", "2026-05-08", "2026-05-15"):
        shell.run("add", "54432", "-p", "Mina, Oskar", "-d", day)
    shell.run("build", "--out", "site")
    site = shell.folder / "site"
    pages = [site / path for path in read_notes(str(site)).left if path.endswith(".html")]
    assert len(pages) == 3
    before = pages[0].read_bytes()
    status = pages[0].stat()
    pages[0].write_bytes(b"x" * len(before))
    os.utime(pages[0], ns=(status.st_atime_ns, status.st_mtime_ns))
    assert shell.json("build", "--out", "site")["written"] == 1
    assert pages[0].read_bytes() == before
