"""Reports on terminals of any width: names and numbers stand whole, or not at all."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from hanabi_log.cli import report_stats, report_tables
from hanabi_log.cli.report_grid import Grid
from tests.cli.conftest import Shell

WIDTHS = (40, 60, 80, 100, 120)
NUMBER = r"\d[\d,.]*"
LONG = "아주아주긴이름을가진우리동호회의오랜친구김서연"
NAMES = ("서연", "Mina", "박지훈", LONG)
REPORTS = (
    ["stats"],
    ["records"],
    ["progress"],
    *(["leaderboard", "--all", "--board", name] for name in ("people", "lineups", "groups")),
    *(["leaderboard", "--all", "--board", name] for name in ("effects", "elo")),
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with Hangul names, two rulesets, and games that were struck out."""
    folder = tmp_path_factory.mktemp("club")
    lines = ["date,group,players,ruleset,R,Y,G,B,W,strikes"]
    for number in range(24):
        table = "; ".join(NAMES[: 2 + number % 3])
        rules = ("basic", "rnr+expert")[number == 23]
        lines.append(
            f'2026-01-{number + 1:02},화요일 저녁 모임,"{table}",{rules},5,4,4,{number % 5},3,'
            f"{3 * (number % 7 == 0)}"
        )
    (folder / "sheet.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def club(shell: Shell, log: Path) -> Shell:
    shell.run("import", str(log / "sheet.csv"), "--skip-bad")
    return shell


def _on_a_screen(monkeypatch: pytest.MonkeyPatch, shell: Shell, width: int, *words: str) -> str:
    def screen() -> Console:
        return Console(width=width, markup=False, highlight=False, emoji=False, color_system=None)

    monkeypatch.setattr(report_tables, "console", screen)
    monkeypatch.setattr(report_stats, "console", screen)
    return shell.run(*words).stdout


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_and_nobody_is_missing(
    monkeypatch: pytest.MonkeyPatch, club: Shell, width: int, language: str
) -> None:
    for words in REPORTS:
        printed = _on_a_screen(monkeypatch, club, width, *words, "--lang", language)
        assert all(cell_len(line) <= width for line in printed.splitlines()), printed
        whole = _on_a_screen(monkeypatch, club, 400, *words, "--lang", language)
        numbers = set(re.findall(NUMBER, whole))
        found = set(re.findall(NUMBER, printed))
        assert found <= numbers, printed
        assert not re.search(r"\d…", printed), printed
        if words[0] == "leaderboard":
            assert ("화요일" if words[-1] == "groups" else "서연") in printed
        if words[0] in ("stats", "records"):
            assert "basic" in printed


@pytest.mark.parametrize("width", WIDTHS)
def test_names_values_and_an_ellipsis(
    monkeypatch: pytest.MonkeyPatch, club: Shell, width: int
) -> None:
    sheet = club.run("leaderboard", "--csv").stdout
    values = {row["name"]: float(row["value"]) for row in csv.DictReader(io.StringIO(sheet))}
    printed = _on_a_screen(monkeypatch, club, width, "leaderboard", "--all")
    for name, value in values.items():
        begin = name if name != LONG else LONG[:6]
        (line,) = (line for line in printed.splitlines() if line.startswith(begin))
        assert f"{abs(value):.2f}" in line
        assert ("…" in line) == (name == LONG and width < 100)


def test_pictures_go_first_then_columns_from_the_right() -> None:
    grid = Grid(["Name", "Games", "Value", "", "More", "Most"], {1, 2, 4, 5})
    grid.add(["Mina", "12", "16.6", "├──────●──────┤", "1234", "5678"])

    def shown(room: int) -> list[str]:
        return [str(column.header) for column in grid.fitted(room).columns]

    assert shown(80) == ["Name", "Games", "Value", "", "More", "Most"]
    assert shown(35) == ["Name", "Games", "Value", "More", "Most"]
    assert shown(27) == ["Name", "Games", "Value", "More"]
    assert shown(18) == ["Name", "Games", "Value"]
    assert shown(10) == ["Name", "Games", "Value"]
