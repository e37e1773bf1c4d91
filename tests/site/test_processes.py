"""Work in several processes: the same answers, the same errors, and nothing left running."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hanabi_log.errors import HanabiLogError, InvalidInput, Problem
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site.build import build
from hanabi_log.site.processes import spread, usable
from tests.site.clubs import club_of, game, lively_club, player, stacks

FORKED = 3


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def refuse(number: int) -> tuple[int, int]:
    raise InvalidInput(f"not {number}", [Problem("an odd one", "number", line=number)])


def tasks(failing: frozenset[int] = frozenset()) -> list[Callable[[], tuple[int, int]]]:
    return [partial(refuse if n in failing else square, n) for n in range(200)]


@pytest.mark.parametrize("processes", [1, 2, FORKED])
def test_answers_come_in_the_order_of_the_tasks(processes: int) -> None:
    answers = spread(tasks(), processes)
    assert [answer for answer, _process in answers] == [n * n for n in range(200)]
    assert len({process for _answer, process in answers}) <= processes
    assert multiprocessing.active_children() == []


def test_a_slow_task_leaves_the_others_to_other_processes() -> None:
    meet = multiprocessing.get_context("fork").Barrier(2)
    both: list[Callable[[], int]] = [lambda: meet.wait(60), lambda: meet.wait(60)]
    assert sorted(spread(both, 2)) == [0, 1]


@pytest.mark.parametrize("processes", [1, 2, FORKED])
def test_the_error_of_the_first_task_is_raised_whole(processes: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        spread(tasks(frozenset({57, 58, 199})), processes)
    assert caught.value.problems == (Problem("an odd one", "number", line=57),)
    assert multiprocessing.active_children() == []


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    meet = multiprocessing.get_context("fork").Barrier(2)

    class Odd(Exception):
        pass

    def fail() -> int:
        meet.wait(60)
        raise Odd("a bug")

    with pytest.raises((Odd, RuntimeError), match="a bug"):
        spread([fail, fail], 2)


def test_a_process_that_is_killed_is_told_and_the_rest_ended() -> None:
    here = os.getpid()
    meet = multiprocessing.get_context("fork").Barrier(2)

    def die() -> int:
        meet.wait(60)
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1

    with pytest.raises(HanabiLogError) as caught:
        spread([die, die], 2)
    assert f"({-signal.SIGKILL})" in caught.value.problems[0].message
    assert multiprocessing.active_children() == []


def test_an_interruption_ends_every_process() -> None:
    here = os.getpid()
    meet = multiprocessing.get_context("fork").Barrier(2)

    def wait() -> None:
        meet.wait(60)
        if os.getpid() == here:
            raise KeyboardInterrupt
        signal.pause()

    with pytest.raises(KeyboardInterrupt):
        spread([wait, wait], 2)
    assert multiprocessing.active_children() == []


def test_copies_end_when_the_first_process_is_killed() -> None:
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)

    def tell() -> None:
        writer.send(os.getpid())
        time.sleep(0.01)

    first = context.Process(target=spread, args=([tell] * 100_000, FORKED))
    first.start()
    writer.close()
    working: set[int] = set()
    while len(working) < FORKED:
        working.add(reader.recv())
    os.kill(first.pid or 0, signal.SIGKILL)
    first.join()
    until = time.monotonic() + 60

    def listen() -> None:
        while time.monotonic() < until and reader.poll(60):
            reader.recv()

    # The pipe ends when nobody is left who could write into it.
    with pytest.raises(EOFError):
        listen()


def test_a_process_with_threads_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert usable() == 1
    finally:
        stop.set()
        thread.join()
    monkeypatch.delattr(os, "fork")
    assert usable() == 1


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_several_processes_make_the_same_site(tmp_path: Path) -> None:
    club = lively_club(40)
    for processes in (1, FORKED):
        build(
            club,
            str(tmp_path / str(processes)),
            languages=("ko", "en"),
            base_url="https://club.example/",
            processes=processes,
        )
    assert files(tmp_path / "1") == files(tmp_path / str(FORKED))
    again = build(
        club,
        str(tmp_path / "1"),
        languages=("ko", "en"),
        base_url="https://club.example/",
        processes=2,
    )
    assert again.written == again.removed == ()


@pytest.mark.parametrize("processes", [1, FORKED])
def test_a_withheld_name_is_found_by_whichever_process_meets_it(
    tmp_path: Path, processes: int
) -> None:
    hidden = player(1, "Quill", visibility="hidden")
    shown = player(2, "Robert", visibility="alias", alias="Quill")
    laid = stacks("basic", (5, 5, 4, 3, 2))
    games = [
        game(n, EndState(stacks=laid, strikes=1), [hidden, shown], day=f"2026-10-{n:02}")
        for n in range(1, 29)
    ]
    out = tmp_path / "site"
    build(lively_club(3), str(out))
    before = files(out)
    with pytest.raises(InvalidInput) as caught:
        build(club_of(games, [hidden, shown]), str(out), processes=processes)
    assert [problem.file for problem in caught.value.problems] == ["data/games-2026.json"]
    assert files(out) == before
    assert [found.name for found in tmp_path.iterdir()] == ["site"]
