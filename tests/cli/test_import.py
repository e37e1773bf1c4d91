"""`import` at the command line: standard input, trials, reports, questions, refusals."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hanabi_log.cli import context, exchange
from hanabi_log.cli.exchange import IMPORT_FORMATS
from hanabi_log.importers.registry import AUTO, FORMATS
from tests.cli.conftest import Shell

SHEET = "date,players,total,id\n2026-05-02,Nuri & Bori,7,a\n2026-05-03,Mo & Nuri,8,b\n"
BAD = SHEET.replace("2026-05-03,Mo & Nuri,8,b", "soon,Mo,x,<b>\n2026-05-04,Bori & Nuri,9,c")


def write(shell: Shell, text: str, name: str = "sheet.csv") -> str:
    path = shell.folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_every_format_can_be_said() -> None:
    assert set(IMPORT_FORMATS) == {AUTO, *FORMATS}


def test_standard_input_is_a_file_called_dash(shell: Shell) -> None:
    assert "2 added" in shell.run("import", "-", input=SHEET).stdout
    assert "2 unchanged" in shell.run("import", "-", input=SHEET).stdout
    error = json.loads(shell.run("import", "-", "--json", input="", code=2).stdout)["error"]
    assert error["message"] == "- cannot be read"
    assert [(p["file"], p["message"]) for p in error["problems"]] == [("-", "it is empty")]
    report = json.loads(shell.run("import", "-", "--json", input=BAD, code=2).stdout)
    assert {problem["file"] for problem in report["problems"]} == {"-"}


def test_a_trial_leaves_no_log_behind(shell: Shell) -> None:
    result = shell.run("import", write(shell, SHEET), "--dry-run")
    assert "2 added" in result.stdout
    assert os.listdir(shell.folder) == ["sheet.csv"]


def test_new_people_and_guessed_encodings_are_told(shell: Shell) -> None:
    path = shell.folder / "sheet.csv"
    path.write_bytes("날짜,참가자,점수\n2026-05-02,보리/누리,7\n".encode("cp949"))
    told = shell.run("import", str(path)).stderr
    assert "read as cp949" in told
    assert "2 new people: 보리, 누리" in told
    assert "new people" not in shell.run("import", str(path)).stderr


def test_a_report_as_json_tells_of_every_row(shell: Shell) -> None:
    path = write(shell, BAD)
    shell.run("import", path, "--skip-bad", "--report", "report.json")
    report = json.loads((shell.folder / "report.json").read_text(encoding="utf-8"))
    assert (report["added"], report["skipped"], report["stored"]) == (2, 1, True)
    assert [(row["what"], row["line"]) for row in report["rows"]] == [
        ("added", 2),
        ("skipped", 3),
        ("added", 4),
    ]
    assert len(report["rows"][1]["why"]) == 2
    assert report["files"] == [{"file": path, "format": "csv", "encoding": "utf-8"}]
    assert "separated by ," in report["choices"][0]
    assert report["new_people"] == ["Nuri", "Bori"]
    assert report["unlisted"] == 0
    write(shell, SHEET.replace("7,a", "6,a"))
    shell.run("import", path, "--report", "report.json")
    rows = json.loads((shell.folder / "report.json").read_text(encoding="utf-8"))["rows"]
    assert [(row["what"], row["why"]) for row in rows] == [("changed", ["total"]), ("added", [])]


def test_a_report_to_read_is_one_page_in_which_nothing_runs(shell: Shell) -> None:
    shell.run("import", write(shell, BAD, "<img src=x>.csv"), "--report", "r.html", code=2)
    page = (shell.folder / "r.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<img" not in page
    assert "&lt;img src=x&gt;.csv:3" in page
    assert "Nothing was stored" in page
    for word in ("http:", "https:", "<script", "<link", "url("):
        assert word not in page


def test_a_report_must_have_a_form(shell: Shell) -> None:
    path = write(shell, SHEET)
    assert shell.problems("import", path, "--report", "r.txt") == [
        ("report", "Its name must end in .html or .json")
    ]
    assert not (shell.folder / "club.db").exists()


def test_a_report_replaces_nothing_that_is_read(shell: Shell) -> None:
    text = '{"date": "2026-05-02", "score": 8}\n'
    path = write(shell, text, "z.json")
    (shell.folder / "soft.json").symlink_to(path)
    os.link(path, shell.folder / "hard.json")
    write(shell, "", "map.json")
    for report, files in (
        ("z.json", [path]),
        ("./z.json", ["hard.json", path]),
        ("soft.json", [path]),
        ("hard.json", ["soft.json"]),
        ("map.json", [path, "--map", "map.json"]),
        ("log.json", [path, "--db", "log.json"]),
    ):
        ((field, message),) = shell.problems("import", *files, "--report", report)
        assert (field, message[:16]) == ("report", "It would replace")
    assert (shell.folder / "z.json").read_text(encoding="utf-8") == text
    assert not (shell.folder / "club.db").exists()
    # What is made first on the way to the report replaces nothing either.
    write(shell, text, "r.json.part")
    shell.run("import", "r.json.part", "--report", "r.json")
    assert (shell.folder / "r.json.part").read_text(encoding="utf-8") == text


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (context, exchange):
        monkeypatch.setattr(module, "on_terminal", lambda: True)


@pytest.mark.usefixtures("at_terminal")
def test_on_a_terminal_games_are_shown_before_anything_is_stored(shell: Shell) -> None:
    path = write(shell, SHEET)
    refused = shell.run("import", path, input="n\n", code=130)
    assert "Mo, Nuri" in refused.stdout
    assert not (shell.folder / "club.db").exists()
    assert "2 added" in shell.run("import", path, input="y\n").stdout
    # Where nothing would be stored, nothing is asked.
    assert "2 unchanged" in shell.run("import", path).stdout
    assert "1 added" in shell.run("import", write(shell, BAD), "--yes", "--skip-bad").stdout


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"games": [], "plays": [\0]}', "NUL"),
        (b'{"gameRefId": 1, "plays": ' + b"[" * 200_000, "nested"),
        (b"<plays>\0</plays>", "NUL"),
        (b'<!DOCTYPE plays [<!ENTITY a "aa">]><plays>&a;</plays>', "entities"),
        (b"<plays><play", "no XML"),
        (b'{"score": 1, "note": "' + b"x" * 10_000_000 + b'"}', "too long"),
        (b"date,total\n2026-01-01," + b"9" * 10_000_000 + b"\n", "too long"),
        (b'{"gameRefId": 1, "plays": [' + b"{}," * 5_100_000 + b"{}]}", "values"),
        (b'{"gameRefId": 1, "plays": ["' + b"x" * (65 << 20) + b'"]}', "million bytes"),
    ],
    ids=["nul", "deep", "nul-xml", "bomb", "cut", "line", "line-csv", "values", "large"],
)
def test_files_that_are_meant_badly_are_refused_by_name(
    shell: Shell, content: bytes, reason: str
) -> None:
    path = shell.folder / "any"
    path.write_bytes(content)
    error = shell.json("import", str(path), code=2)["error"]
    (problem,) = error["problems"]
    assert problem["file"] == str(path)
    assert reason in problem["message"]


def test_a_folder_and_a_pipe_are_refused_at_once(shell: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = shell.problems("import", str(tmp_path), str(tmp_path / "pipe"))
    assert len(found) == 2
