"""Which format a file is in, told by what it holds."""

from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.importers.registry import read_files

SHEET = "date,total\n2026-05-02,7\n"
LINES = '{"date": "2026-05-02", "score": 8}\n'


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_content_comes_before_the_name(tmp_path: Path) -> None:
    paths = [write(tmp_path, "a.jsonl", SHEET), write(tmp_path, "b.csv", "\n" + LINES)]
    assert [draft.total for draft in read_files(paths).drafts] == [7, 8]


def test_a_broken_first_line_of_ours_is_one_bad_row(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", '{"score": 7,}\n' + LINES)
    reading = read_files([path])
    assert [draft.total for draft in reading.drafts] == [8]
    assert [problem.line for problem in reading.problems] == [1]


@pytest.mark.parametrize("text", ['{"plays": []}\n', "[1, 2]\n", "<html/>\n", "{\n"])
def test_other_formats_are_not_guessed_at(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput, match="no format"):
        read_files([write(tmp_path, "a.json", text)])


def test_a_format_can_be_said(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", '{"mood": 1}\n')
    (draft,) = read_files([path], format="jsonl").drafts
    assert draft.total is None
    with pytest.raises(InvalidInput, match="There is no format"):
        read_files([path], format="yaml")


def test_problems_of_a_row_are_there_before_its_draft(tmp_path: Path) -> None:
    reading = read_files([write(tmp_path, "a.csv", "date,total\nx,7\n2026-05-02,8\n")])
    assert not reading.problems
    assert next(reading.drafts).line == 2
    assert [problem.line for problem in reading.problems] == [2]


def test_a_guessed_encoding_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("날짜,점수,비고\n2026-05-02,7,처음\n".encode("cp949"))
    assert read_files([str(path)]).notes == [f"{path} is no UTF-8 and was read as cp949"]


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", SHEET)
    assert len(list(read_files([path, path]).drafts)) == 1
