"""What Windows refuses, tried through an `os` that refuses it too.

A file that is open can neither be replaced nor removed there, a rename never overwrites, and
some file systems have no links. Windows itself is not run here.
"""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hanabi_log
from tests.cli.conftest import Shell

PACKAGE = Path(hanabi_log.__file__).parent
POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_NAMES = {
    "os": {
        *("chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid"),
        *("getgid", "getgroups", "getloadavg", "getpgid", "getpriority", "getuid", "killpg"),
        *("lchown", "mkfifo", "mknod", "nice", "openpty", "posix_spawn", "pread", "pwrite"),
        *("sched_getaffinity", "sendfile", "setpgid", "setsid", "setuid", "statvfs", "sync"),
        *("sysconf", "uname", "wait", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW"),
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "alarm", "pause"},
    "time": {"tzset"},
}


def _uses(path: Path) -> set[str]:
    """What of the POSIX-only names a module uses."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom):
            names = POSIX_NAMES.get(node.module or "", set())
            found |= {node.module or ""} & POSIX_MODULES
            found |= {alias.name for alias in node.names} & names
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found |= {node.attr} & POSIX_NAMES.get(node.value.id, set())
    return found


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_nothing_is_called_that_only_posix_has(path: Path) -> None:
    assert _uses(path) == set()


def _open_files() -> set[str]:
    """The files that this process has open; on a system that does not tell, none."""
    found = set()
    for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            found.add(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            continue
    return found


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """An `os` that refuses as Windows does."""

    def refusing(real: Callable[..., Any], *, overwrites: bool = True) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **extra: Any) -> Any:
            places = [os.path.realpath(os.fspath(one)) for one in (path, *rest[:1])]
            if not overwrites and os.path.lexists(places[-1]):
                raise FileExistsError(errno.EEXIST, "it exists", places[-1])
            opened = _open_files()
            for place in places:
                if any(one == place or one.startswith(f"{place}/") for one in opened):
                    raise PermissionError(errno.EACCES, "used by another process", place)
            return real(path, *rest, **extra)

        return call

    def no_links(*_words: Any, **_extra: Any) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "replace", refusing(os.replace))
    monkeypatch.setattr(os, "rename", refusing(os.rename, overwrites=False))
    monkeypatch.setattr(os, "remove", refusing(os.remove))
    monkeypatch.setattr(os, "unlink", refusing(os.unlink))
    monkeypatch.setattr(os, "link", no_links)


def test_the_stand_in_refuses(windows: None, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.touch()
    other.touch()
    with pytest.raises(FileExistsError):
        os.rename(one, other)
    with other.open(), pytest.raises(PermissionError):
        os.replace(one, other)
    os.replace(one, other)
    assert not one.exists()


@pytest.fixture
def club(shell: Shell, windows: None) -> Shell:
    shell.run("add", "54432", "-p", "Mina, Jun", "-g", "Tuesday table")
    shell.run("add", "55432", "-p", "Mina, Jun")
    return shell


def test_a_log_is_made_mended_and_undone(club: Shell) -> None:
    club.run("edit", "last", "--strikes", "1")
    club.run("delete", "last")
    club.run("undo")
    assert [game["strikes"] for game in club.json("list")] == [1, 0]
    club.run("doctor")


def test_a_backup_is_made_and_restored(club: Shell) -> None:
    club.run("backup", "copy.db")
    club.run("add", "33333", "-p", "Mina, Jun")
    club.run("backup", "restore", "copy.db")
    assert len(club.json("list")) == 2
    log = club.folder / "club.db"
    log.write_bytes(b"spoiled" * 400)
    club.run("backup", "restore", "copy.db")
    assert len(club.json("list")) == 2


def test_exports_replace_their_earlier_selves(club: Shell) -> None:
    for _twice in range(2):
        club.run("export", "-o", "club.jsonl")
        club.run("export", "--format", "csv", "-o", "club.csv")
        club.run("export", "--format", "parquet", "-o", "columns")
    assert sorted(path.name for path in club.folder.iterdir() if path.name[0] == ".") == []
    club.run("import", "club.jsonl")
    assert len(club.json("list")) == 2


def test_a_site_is_built_again_and_again(club: Shell) -> None:
    club.run("build", "--out", "site")
    club.run("add", "44444", "-p", "Mina, Ara")
    club.run("players", "rename", "Jun", "Juno")
    club.run("build", "--out", "site")
    assert (club.folder / "site" / "people" / "juno.html").exists()
    assert not (club.folder / "site" / "people" / "jun.html").exists()
    club.run("publish", "--to", "published")
    assert (club.folder / "published" / "index.html").exists()


def test_two_logs_become_one(club: Shell) -> None:
    club.run("backup", "other.db")
    club.run("add", "44444", "-p", "Mina, Ara")
    club.run("--db", "other.db", "add", "22222", "-p", "Mina, Jun")
    club.run("merge", "other.db")
    assert len(club.json("list")) == 4


def test_files_of_people_with_names_that_windows_keeps_for_devices(club: Shell) -> None:
    club.run("add", "44444", "-p", "Con, Nul, Mina.", "-g", "aux", "--new")
    club.run("build", "--out", "site")
    stems = {path.name.split(".")[0] for path in (club.folder / "site").rglob("*")}
    assert stems & {"con", "nul", "aux", "prn"} == set()
    odd = [
        path.name
        for path in (club.folder / "site").rglob("*")
        if set(path.name) & set('<>:"|?*\\') or path.name.endswith((".", " "))
    ]
    assert odd == []


def test_a_sheet_that_another_program_has_open_is_left_whole_and_named(club: Shell) -> None:
    club.run("export", "--format", "csv", "-o", "club.csv")
    before = (club.folder / "club.csv").read_bytes()
    club.run("add", "44444", "-p", "Mina, Ara")
    with (club.folder / "club.csv").open():
        result = club.run("export", "--format", "csv", "-o", "club.csv", code=2)
    assert "club.csv" in result.stderr
    assert (club.folder / "club.csv").read_bytes() == before
    assert [path.name for path in club.folder.iterdir() if path.name.endswith(".part")] == []
    club.run("export", "--format", "csv", "-o", "club.csv")
    assert b"Ara" in (club.folder / "club.csv").read_bytes()


def test_a_page_that_is_open_is_named_and_the_next_build_is_whole(club: Shell) -> None:
    club.run("build", "--out", "site")
    club.run("add", "44444", "-p", "Mina, Ara")
    home = club.folder / "site" / "index.html"
    with home.open():
        result = club.run("build", "--out", "site", code=2)
    assert "index.html" in result.stderr
    club.run("build", "--out", "site")
    club.run("build", "--out", "fresh")
    assert home.read_bytes() == (club.folder / "fresh" / "index.html").read_bytes()


def test_columns_that_another_program_reads_are_left_whole(club: Shell) -> None:
    club.run("export", "--format", "parquet", "-o", "columns")
    (part, *_more) = (club.folder / "columns").rglob("*.parquet")
    with part.open("rb"):
        club.run("export", "--format", "parquet", "-o", "columns", code=2)
    assert part.exists()
    club.run("export", "--format", "parquet", "-o", "columns")
