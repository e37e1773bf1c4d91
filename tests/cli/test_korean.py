"""The command line as a Korean club meets it: short names, Korean words, nothing half English."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from hanabi_log.cli import wording
from tests.cli.conftest import Shell


def test_a_slip_in_a_short_name_is_pointed_out(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "도윤, 하은, 서준")
    told = shell.run("--lang", "ko", "add", "54432", "-p", "도운, 하은, 보라").stderr
    assert "도운: 비슷한 이름이 이미 있습니다(도윤)" in told
    assert told.count("undo") == 1
    (pair,) = shell.json("players", "duplicates")
    assert (set(pair["names"]), pair["why"]) == ({"도운", "도윤"}, "spelling")


def _click_says() -> str:
    sources = (Path(import_module(f"click.{name}").__file__ or "") for name in wording.MODULES)
    return "".join(source.read_text("utf-8") for source in sources)


def test_the_catalog_has_only_what_click_says() -> None:
    said = re.sub(r'"\s*"', "", _click_says()).replace("\n", "")
    for text in wording.click_texts():
        assert json.dumps(text) in said


@pytest.mark.parametrize("words", [[], ["players"], ["unknown"], ["import"], ["hoola"]])
def test_help_is_in_one_language(words: list[str]) -> None:
    # A program of its own: the texts of a command are made when it is first asked for.
    program = [sys.executable, "-m", "hanabi_log", "--lang", "ko", *words, "--help"]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    for heading in ("Usage:", "Options", "Commands", "Show this", "Print one", "Example"):
        assert heading not in told
    assert "쓸 언어" in told


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["player"], 2, "player 명령은 없습니다. 비슷한 명령: players"),
        (["players", "shwo"], 2, "비슷한 명령: show"),
        (["nonsense"], 2, "nonsense 명령은 없습니다"),
        (["list", "--foo"], 2, "'--foo' 옵션은 없습니다"),
        (["list", "--limit"], 2, "'--limit' 옵션에는 값이 필요합니다"),
        (["list", "--limit", "x"], 2, "숫자로 읽을 수 없습니다"),
        (["import", "nothing.csv"], 2, "그런 파일이나 폴더가 없습니다"),
        (["import", "a.csv", "--format", "pdf"], 2, "가운데 하나여야 합니다"),
        (["score", "54432", "--map"], 2, "옵션은 없습니다"),
    ],
)
def test_errors_of_the_command_line_are_korean(
    shell: Shell, words: list[str], code: int, said: str
) -> None:
    told = shell.run("--lang", "ko", *words, code=code).stderr
    assert said in told
    assert "No such" not in told
    assert "Invalid" not in told


@pytest.mark.parametrize("noun", ["players", "session", "groups"])
def test_a_noun_alone_shows_what_goes_with_it(shell: Shell, noun: str) -> None:
    told = shell.run("--lang", "ko", noun, code=2).stderr
    assert told.startswith("사용법: ")
    assert "읽을 수 없" not in told
    assert shell.problems(noun) == [(None, "Missing command.")]


def test_fields_and_values_are_told_in_words(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "민지, 서준", "-s", "1")
    shell.run("players", "hide", "민지")
    edited = shell.run("--lang", "ko", "edit", "last", "54431", "-s", "2", "--talk", "strict")
    assert "실수: 1 → 2" in edited.stderr
    assert "하양2 → 빨강5" in edited.stderr
    assert "대화: – → 엄격" in edited.stderr
    assert "숨김" in shell.run("--lang", "ko", "players", "list").stdout
    history = shell.run("--lang", "ko", "history").stdout
    assert "공개 범위: – → 숨김" in history
    assert "게임 고침" in history
    refused = shell.run("--lang", "ko", "add", "64432", "-p", "민지", code=2).stderr
    assert "× 불꽃: " in refused
    assert "× 참가자: " in refused
    assert shell.problems("add", "64432", "-p", "Mina, Jun")[0][0] == "stacks"
    assert shell.json("players", "show", "민지")["shown_as"] == "hidden"


def _sheet(shell: Shell, *lines: str) -> str:
    (shell.folder / "sheet.csv").write_text("\n".join(lines), "utf-8")
    return "sheet.csv"


def test_a_korean_sheet_as_people_write_it(shell: Shell) -> None:
    sheet = _sheet(
        shell,
        "게임 날짜,그룹,모임,참석자,룰셋,총점,실수 횟수,메모",
        '2026-03-14 (토),화요 보드게임,첫 모임,"민지, 서준",basic,22점,2회,',
        '2026년 3월 15일(일),화요 보드게임,,"민지, 서준",basic,20,없음,',
    )
    told = shell.json("import", sheet)
    assert told["added"] == 2
    assert [("모임" in problem["message"]) for problem in told["problems"]] == [True]
    second, first = shell.json("list")
    assert (first["date"], first["group"], first["strikes"]) == ("2026-03-14", "화요 보드게임", 2)
    assert (second["date"], second["strikes"]) == ("2026-03-15", 0)
    assert first["players"] == ["민지", "서준"]


def test_a_sheet_may_call_its_group_by_the_old_word(shell: Shell) -> None:
    shell.run("import", _sheet(shell, "날짜,모임,참가자,점수", "2026-03-14,달빛,민지,20"), code=2)
    shell.run("import", _sheet(shell, "날짜,모임,참가자,점수", '2026-03-14,달빛,"민지, 아라",20'))
    assert shell.json("list")[0]["group"] == "달빛"


def test_a_sheet_that_names_nobody_is_told_so(shell: Shell) -> None:
    told = shell.json("import", _sheet(shell, "날짜,점수,온 사람들", '2026-03-14,20,"민지, 서준"'))
    assert told["added"] == 1
    assert any("who played" in problem["message"] for problem in told["problems"])


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("25/3/20", "two digits"),
        ("5월 1일", "its year"),
        ("11월19일", "its year"),
        ("3.14.", "its year"),
    ],
)
def test_a_date_without_a_whole_year_says_what_it_lacks(shell: Shell, cell: str, said: str) -> None:
    sheet = _sheet(shell, "date,players,total", f'{cell},"Mina, Jun",20')
    (problem,) = shell.json("import", sheet, code=2)["problems"]
    assert said in problem["message"]
    assert said in shell.problems("add", "54432", "-p", "Mina, Jun", "-d", cell)[0][1]


def test_names_with_dots_between_them_are_told_how_to_be_written(shell: Shell) -> None:
    (_few, (field, said)) = shell.problems("add", "54432", "-p", "서연·도윤·하은")
    assert field == "players"
    assert "서연, 도윤, 하은" in said


def test_an_unknown_ruleset_lists_the_boxes(shell: Shell) -> None:
    told = shell.run(
        "--lang", "ko", "add", "54432", "-p", "민지, 아라", "-r", "한국판", code=2
    ).stderr
    assert "korean-first (한국어 초판)" in told
    assert "baobab (한국어 확장 합본)" in told


def test_colours_may_be_written_by_their_first_syllable(shell: Shell) -> None:
    game = shell.json("add", "빨5 노4 초4 파3 하2", "-p", "민지, 아라")
    assert game["stacks"] == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}


def test_examples_are_korean_too() -> None:
    program = [sys.executable, "-m", "hanabi_log", "--lang", "ko", "session", "start", "--help"]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    assert '-p "미나, 준" -g "화요 보드게임"' in told


def test_a_total_that_stacks_do_not_fit_says_how_to_go_on(shell: Shell) -> None:
    shell.run("add", "--total", "22", "-p", "민지, 아라")
    problems = shell.problems("edit", "last", "55544")
    assert problems[-1][0] == "total"
    assert "--total -" in problems[-1][1]
    assert shell.json("edit", "last", "55544", "--total", "-")["points"] == 23


def test_the_end_of_a_session_is_a_line_a_game(shell: Shell) -> None:
    shell.run("session", "start", "-p", "민지, 아라")
    for _game in range(5):
        shell.run("add", "54432")
    told = shell.run("--lang", "ko", "session", "end").stdout.splitlines()
    assert len(told) == 6
    assert told[1].startswith("1. ")
    assert "72.0%" in told[1]


@pytest.mark.parametrize("words", [["hide", "민지"], ["publish", "민지", "initials"]])
def test_hiding_says_what_it_does_not_do(shell: Shell, words: list[str]) -> None:
    shell.run("add", "54432", "-p", "민지, 아라")
    told = shell.run("--lang", "ko", "players", *words).stderr
    assert "다시 게시해야" in told
    assert "저장소" in told


def test_an_import_tells_all_before_it_asks(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_log.cli.exchange.on_terminal", lambda: True)
    rows = (f'2026-03-{day:02},"민지, 서준",20,좋음' for day in range(1, 16))
    sheet = _sheet(shell, "날짜,참가자,점수,기분", *rows)
    told = shell.run("--lang", "ko", "import", sheet, input="n\n", code=130).output
    question = told.index("저장하겠습니까?")
    for before in ("기분", "민지, 서준", "그 밖에 3판", "15 추가"):
        assert -1 < told.index(before) < question
    told = shell.run("--lang", "ko", "import", sheet, input="y\n").output
    assert told.count("기분") == 1
    assert len(shell.json("list")) == 15


def test_the_form_takes_korean_words(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_log.cli.adding.on_terminal", lambda: True)
    answers = [
        "-",
        "오늘",
        "민지, 손님",
        "basic",
        "빨5 노4",
        "0",
        "-",
        "점심",
        "실수",
        "1",
        "group",
    ]
    typed = "\n".join([*answers, "달빛", "", ""])
    told = shell.run("--lang", "ko", "add", input=typed).output
    assert "빨강 노랑 초록 파랑 하양 순서로 44444처럼" in told
    assert "그런 항목은 없습니다: 점심. 고칠 수 있는 항목: 그룹, 날짜, 참가자" in told
    (game,) = shell.json("list")
    assert (game["strikes"], game["group"], game["guests"]) == (1, "달빛", 1)


def test_rules_that_differ_from_the_game_before_are_told(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "민지, 아라", "-r", "korean-first")
    told = shell.run("--lang", "ko", "add", "33221", "-p", "민지, 아라").stderr
    assert "hanabi-log edit last -r korean-first" in told
    for words in (["-r", "basic"], ["--again"], ["-d", "2026-11-20"]):
        told = shell.run("add", "33222", "-p", "민지, 아라", *words, "--dry-run").stderr
        assert "Logged by" not in told
