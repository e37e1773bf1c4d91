"""What is odd about a file without being wrong is told once for the file, not for every row."""

from __future__ import annotations

import json

from tests.cli.conftest import Shell

HEADS = "date,players,total\n"


def _odd(shell: Shell, text: str) -> list[str]:
    (shell.folder / "odd.csv").write_text(text, encoding="utf-8")
    problems = shell.json("import", "odd.csv")["problems"]
    assert {problem["level"] for problem in problems} <= {"warning"}
    return [problem["message"] for problem in problems]


def test_a_day_that_is_missing_here_and_there_is_pointed_out(shell: Shell) -> None:
    rows = "2026-05-02,Nuri & Bori,7\n,Nuri & Bori,8\n"
    assert _odd(shell, HEADS + rows) == ["1 game without a date: line 3"]
    assert _odd(shell, HEADS + rows) == []


def test_of_many_lines_the_first_are_named(shell: Shell) -> None:
    rows = "".join(f",Nuri & Bori,{n}\n" for n in range(1, 8))
    told = _odd(shell, HEADS + "2026-05-02,Nuri & Bori,7\n" + rows)
    assert told == ["7 games without a date: lines 3, 4, 5, 6, 7 …"]


def test_a_file_without_any_dates_has_none_to_miss(shell: Shell) -> None:
    assert _odd(shell, HEADS + ",Nuri & Bori,7\n,Nuri & Bori,8\n") == []


def test_equal_rows_become_games_with_a_word(shell: Shell) -> None:
    row = "2026-05-02,Nuri & Bori,7\n"
    assert _odd(shell, HEADS + row + row) == [
        "1 row says the same as one above and became a game of its own: line 3"
    ]
    assert _odd(shell, HEADS + row * 3 + "2026-05-03,Nuri & Bori,7\n") == [
        "1 row says the same as one above and became a game of its own: line 4"
    ]
    assert len(shell.json("list")) == 4


def test_what_is_told_of_a_file_does_not_drive_the_terminal(shell: Shell) -> None:
    line = {"score": 7, "stacks": None, "discards": "R1\x1b[2J", "no\x9b\x1b[31m": 1}
    (shell.folder / "odd.jsonl").write_text(json.dumps(line))
    told = shell.run("import", "odd.jsonl", code=2).output
    assert "[2J" in told
    assert not {"\x1b", "\x9b"} & set(told)
