"""What a build notes of the files that it leaves alone."""

from __future__ import annotations

import os

import pytest

from hanabi_log.site.notes import NOTES, Notes, read_mark, read_notes, write_notes
from tests.cli.conftest import Shell, shell

__all__ = ["shell"]


@pytest.mark.parametrize("folder", ["sessions", "people"])
def test_a_page_that_was_given_its_old_size_and_time_back_is_made_again(
    shell: Shell, folder: str
) -> None:
    for day in ("2026-05-01", "2026-05-08", "2026-05-15"):
        shell.run("add", "54432", "-p", "Mina, Oskar", "-d", day)
    shell.run("build", "--out", "site")
    site = shell.folder / "site"
    page = next(site / path for path in read_notes(str(site)).left if path.startswith(f"{folder}/"))
    before = page.read_bytes()
    status = page.stat()
    page.write_bytes(b"x" * len(before))
    os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert shell.json("build", "--out", "site")["written"] == 1
    assert page.read_bytes() == before


def test_notes_are_read_as_they_were_written(shell: Shell) -> None:
    out = str(shell.folder)
    (shell.folder / "서연.html").write_text("page")
    write_notes(out, "1.2.3", "basis", [("서연.html", "key"), ("gone.html", "key")])
    notes = read_notes(out)
    assert (notes.mark, notes.basis, read_mark(out)) == ("1.2.3", "basis", "1.2.3")
    assert list(notes.left) == ["서연.html"]
    assert notes.is_as_left(out, "서연.html", "key")
    assert not notes.is_as_left(out, "서연.html", "another key")
    assert not notes.is_as_left(out, "gone.html", "key")


@pytest.mark.parametrize("text", ["", "{}\n", "[1]\n", '["1.2.3", "basis"]\nno tab\n', "\udcff"])
def test_notes_that_cannot_be_read_are_none(shell: Shell, text: str) -> None:
    (shell.folder / NOTES).write_bytes(text.encode(errors="surrogateescape"))
    assert read_notes(str(shell.folder)) == Notes()
