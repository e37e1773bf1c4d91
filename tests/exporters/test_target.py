"""Where an export goes: files are replaced as a whole, anything else stays what it is."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from hanabi_log.exporters.target import filling


def write(path: Path | str, text: str = "new") -> None:
    with filling(str(path), "utf-8") as stream:
        stream.write(text)


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write(tmp_path / "a")
    (tmp_path / "b").write_text("b")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    write(path)
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(target)
    for text in ("first", "second"):
        write(link, text)
        assert link.is_symlink()
        assert target.read_text() == text


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write(pipe)
    reader.join()
    assert found == ["new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_into_and_stays() -> None:
    with pytest.raises(OSError, match="space"):
        write("/dev/full")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_what_goes_wrong_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(TypeError):
        write(path, None)  # type: ignore[arg-type]
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_places_that_cannot_be_written_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        write(tmp_path)
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "nowhere" / "a")
