"""From bytes to text: encodings, and files that are none."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput
from hanabi_log.importers.reading import PIECE, open_text
from hanabi_log.importers.registry import read_files

KOREAN = '날짜,참가자,점수\n2026-03-07,"보리, 누리",21\n'
WESTERN = "Datum;Spieler;Ergebnis\r\n2026-03-07;Jörg / Zoë;21\r\n"


@pytest.mark.parametrize(
    ("text", "written", "found"),
    [
        (KOREAN, "utf-8", "utf-8"),
        (KOREAN, "utf-8-sig", "utf-8-sig"),
        (KOREAN, "utf-16", "utf-16"),
        (KOREAN, "cp949", "cp949"),
        (WESTERN, "cp1252", "cp1252"),
        ("name,note\nÄnne,Ärger an der Äpfelbar\n", "cp1252", "cp1252"),
    ],
)
def test_the_encoding_is_found(tmp_path: Path, text: str, written: str, found: str) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(text.encode(written))
    opened = open_text(str(path))
    assert opened.encoding == found
    assert opened.guessed == found.startswith("cp")
    with opened.lines() as lines:
        assert "".join(lines) == text


def test_a_named_encoding_is_used(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes("note\nЛето\n".encode("koi8-r"))
    with open_text(str(path), "koi8-r").lines() as lines:
        assert list(lines) == ["note\n", "Лето\n"]


@pytest.mark.parametrize("encoding", ["no-such", "hex", "rot13", "\0"])
def test_an_encoding_that_is_none_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("date\n")
    with pytest.raises(InvalidInput, match="encoding"):
        open_text(str(path), encoding)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"date\0group\n1\0002\n", "NUL"),
        (b"PK\x03\x04 and so on", "workbook"),
        ("Björn".encode() + b" \xff\xfe\n", "encoding"),
        (b"\x81\x20\x8d\x20\n", "encoding"),
        (b"x" * (PIECE + 10), "too long"),
    ],
)
def test_what_is_no_text_is_refused_by_name(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "odd.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidInput) as caught, open_text(str(path)).lines():
        pass
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    assert reason in problem.message


def test_no_file_a_folder_and_a_pipe_are_named_together(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    paths = [str(tmp_path / "none.csv"), str(tmp_path), str(pipe), "\0"]
    with pytest.raises(InvalidInput) as caught:
        read_files(paths)
    assert [problem.file for problem in caught.value.problems] == paths


@given(content=st.binary(max_size=400), format_=st.sampled_from(["auto", "csv", "jsonl"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_bring_it_down(tmp_path: Path, content: bytes, format_: str) -> None:
    path = tmp_path / "any"
    path.write_bytes(content)
    with suppress(InvalidInput):
        reading = read_files([str(path)], format=format_)
        assert all(draft.file == str(path) for draft in reading.drafts)
