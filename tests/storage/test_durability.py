"""Under fire: many at once, programs that are killed, full disks, folders that refuse."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanabi_log.config import Config, Place
from hanabi_log.errors import BadDatabase
from hanabi_log.logbook.health import examine
from hanabi_log.logbook.merging import merge_log
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, dump, open_club
from tests.storage.test_migrations import first_schema
from tests.storage.worker import AT_ONCE, EMPTY

ROOT = Path(__file__).parents[2]


def start(*words: object, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.storage.worker", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, cwd=ROOT, **pipes, **options)  # type: ignore[call-overload,no-any-return]


def assert_well(path: Path) -> None:
    checks = examine(Place(str(path), "", Config()), datetime.now())
    assert [check for check in checks if check.level != "ok"] == []


def test_eight_at_once_lose_nothing(tmp_path: Path) -> None:
    """Eight programs make the log and add a hundred games each, opening it for each game."""
    path = tmp_path / "club.db"
    running = [start(path, number, 100) for number in range(8)]
    acknowledged: list[str] = []
    for process in running:
        out, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        acknowledged += out.split()[1::2]
    with open_club(path) as log:
        games = load_games(log.connection)
    assert sorted(game.id for game in games) == sorted(acknowledged)
    assert Counter(game.note for game in games) == {str(number): 100 for number in range(8)}
    assert_well(path)


def test_a_killed_program_leaves_what_it_said_and_nothing_half(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    for one in (path, tmp_path / EMPTY):
        open_club(one).close()
    chance = Random(2026)
    changes: list[tuple[str, ...]] = []
    kills = 0
    while len(changes) < 200 or kills < 12:
        process = start(path, kills)
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        lines += process.stdout.read().splitlines()
        errors = process.communicate()[1]
        assert errors == ""
        changes += [tuple(line.split()) for line in lines if line.strip()]
        kills += 1
        if kills % 4 == 1:
            assert_kept(path, changes)
    assert_kept(path, changes)


def assert_kept(path: Path, changes: list[tuple[str, ...]]) -> None:
    assert_well(path)
    with open_club(path) as log:
        games = {game.id: game for game in load_games(log.connection)}
    assert {what[0] for verb, *what in changes if verb == "add"} <= games.keys()
    for verb, *what in changes:
        if verb == "edit":
            game = games[what[0]]
            assert (game.note, game.end.strikes) == (what[1], 2)
    # An edit changes two fields: both or neither.
    for game in games.values():
        edited = game.end.strikes == 2
        assert (game.note is not None) or not edited
    batches = Counter(
        game.note for game in games.values() if game.note and game.note[:6] in ("merge ", "import")
    )
    assert set(batches.values()) <= {AT_ONCE}
    said = {f"{verb} {what[0]}" for verb, *what in changes if verb in ("merge", "import")}
    assert said <= batches.keys()


def test_a_merge_on_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    with open_club(there) as log:
        for number in range(60):
            add(log, players=f"Player {number}, Jun", note="x" * 800)
    with open_club(here) as log:
        add(log)
        before = dump(log.connection, trail=True)
        pages = log.connection.execute("PRAGMA page_count").fetchone()[0]
        log.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(BadDatabase, match="disk is full"):
            merge_log(log, str(there))
        assert dump(log.connection, trail=True) == before
    assert_well(here)


def test_a_backup_on_a_full_disk_leaves_no_file(tmp_path: Path) -> None:
    """The system lets this program write files of 64 kB and no more."""
    path = tmp_path / "club.db"
    with open_club(path) as log:
        for number in range(90):
            add(log, players=f"Player {number}, Jun", note="x" * 800)
    done = run_limited(
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n",
        ["--db", str(path), "backup", str(tmp_path / "copy.bak")],
    )
    assert done.returncode == 5, done.stderr
    assert path.stat().st_size > 65536
    assert not [file for file in tmp_path.iterdir() if "copy" in file.name]
    assert_well(path)


def test_an_upgrade_on_a_full_disk_leaves_no_half_copy(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    first_schema(path)
    before = path.read_bytes()
    done = run_limited(
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n",
        ["--db", str(path), "list"],
    )
    assert done.returncode == 5, done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["club.db"]
    assert path.read_bytes() == before


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder with a log in which nothing may be written."""
    folder = Path(tempfile.mkdtemp())
    with open_club(folder / "club.db") as log:
        add(log)
    (folder / "club.db").chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def run_limited(preparation: str, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the program in a process that was prepared by some lines of Python."""
    program = (
        "import os, sys\n"
        f"{preparation}"
        "program = 'from hanabi_log.__main__ import main; main()'\n"
        "os.execv(sys.executable, [sys.executable, '-c', program, *sys.argv[1:]])"
    )
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def run_as_anybody(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the program as somebody whom permissions stop; the superuser gives up two rights."""
    drop = (
        "if os.geteuid() == 0:\n"
        "    import ctypes\n"
        "    libc = ctypes.CDLL(None)\n"
        "    for right in (1, 2):\n"
        "        assert libc.prctl(24, right, 0, 0, 0) == 0\n"
    )
    return run_limited(drop, [*words])


@pytest.mark.parametrize("wal", [False, True])
def test_a_log_that_may_not_be_read_is_told_and_can_be_replaced(wal: bool) -> None:
    folder = Path(tempfile.mkdtemp())
    path, copy = folder / "club.db", folder / "copy.bak"
    with open_club(path) as log:
        add(log)
    shutil.copyfile(path, copy)
    if wal:
        (folder / "club.db-wal").write_bytes(b"x" * 100)
    path.chmod(0)
    try:
        assert run_as_anybody("--db", str(path), "list").returncode == 5
        assert run_as_anybody("--db", str(path), "doctor").returncode == 5
        restored = run_as_anybody("--db", str(path), "backup", "restore", str(copy))
        assert restored.returncode == 0, restored.stderr
        assert run_as_anybody("--db", str(path), "list").returncode == 0
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    "words",
    [
        *(("add", "54432"), ("list",), ("undo",), ("backup",), ("merge", "club.db")),
        ("backup", "restore", "COPY"),
    ],
)
def test_a_folder_that_refuses_is_told_and_left_alone(locked: Path, words: tuple[str, ...]) -> None:
    before = {file.name: file.read_bytes() for file in locked.iterdir()}
    with tempfile.NamedTemporaryFile() as copy:
        shutil.copyfile(locked / "club.db", copy.name)
        words = tuple(copy.name if word == "COPY" else word for word in words)
        done = run_as_anybody("--db", str(locked / "club.db"), *words)
    assert done.returncode == 5, done.stderr
    assert "cannot be" in done.stderr
    assert "Traceback" not in done.stderr
    assert {file.name: file.read_bytes() for file in locked.iterdir()} == before


def test_a_log_that_may_only_be_read_can_be_checked_restored_and_merged(locked: Path) -> None:
    free = Path(tempfile.mkdtemp())
    free.chmod(0o777)
    try:
        source, target = str(locked / "club.db"), str(free / "club.db")
        for words in (
            ("--db", source, "doctor"),
            ("--db", target, "backup", "restore", source),
            ("--db", target, "merge", source),
        ):
            done = run_as_anybody(*words)
            assert done.returncode == 0, done.stderr
        listed = run_as_anybody("--db", target, "list", "--json")
        assert listed.stdout.count('"id"') == 1
    finally:
        shutil.rmtree(free)
