"""`stats`, `leaderboard`, `records` and `progress`: what is asked for, told and kept back."""

from __future__ import annotations

import csv
import io
import os
import pty
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from hanabi_log.stats.estimates import mean_by_session
from tests.cli.conftest import Shell

ROW_KEYS = [
    *("name", "players", "games", "listed", "value", "low", "high", "rank_low", "rank_high"),
    *("p_top3", "mean_points", "mean_score", "perfect", "struck_out"),
]
FILTERS = ["group", "ruleset", "players", "since", "until", "season", "tag", "talk"]
REPORTS = ("stats", "leaderboard", "records", "progress")


def log_many(shell: Shell, games: int, names: tuple[str, ...], seed: int = 1) -> None:
    """Games of three out of some people, by way of a sheet; the first name plays best."""
    dice = Random(seed)
    lines = ["date,group,players,ruleset,R,Y,G,B,W,strikes"]
    for number in range(games):
        table = dice.sample(names, 3)
        total = min(24, max(3, round(dice.gauss(16 + 3 * (names[0] in table), 2))))
        stacks = [min(5, max(0, total - 5 * place)) for place in range(5)]
        day = date(2025, 1, 1) + timedelta(days=3 * number)
        lines.append(f'{day},Lanterns,"{"; ".join(table)}",basic,{",".join(map(str, stacks))},0')
    (shell.folder / "sheet.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shell.run("import", "sheet.csv")


@pytest.fixture
def club(shell: Shell) -> Shell:
    """Five games of Mina and Jun, one of them with Ara, a struck-out one, a perfect one."""
    for day, stacks, more in (
        ("2026-01-01", "55443", ["--talk", "strict"]),
        ("2026-01-02", "55555", ["--tag", "cup"]),
        ("2026-02-01", "54432", ["-s", "3"]),
        ("2026-02-02", "55333", []),
        ("2026-02-03", "44444", ["-r", "rnr", "--talk", "relaxed"]),
    ):
        people = "Mina, Jun, Ara" if day == "2026-02-02" else "Mina, Jun"
        shell.run("add", stacks, "-p", people, "-d", day, "-g", "Lanterns", *more)
    return shell


def test_the_board_of_people_is_the_contract(club: Shell) -> None:
    board = club.json("leaderboard")
    assert list(board) == ["board", "score_mode", "filters", "counts", "settings", "rows"]
    assert (board["board"], board["score_mode"]) == ("people", "points")
    assert list(board["filters"]) == FILTERS
    assert set(board["filters"].values()) == {None}
    assert board["settings"] == {"k": 10, "min_games": 5}
    assert "points on the table" in board["counts"]
    assert all(list(row) == ROW_KEYS for row in board["rows"])
    found = {row["name"]: row for row in board["rows"]}
    assert list(found)[-1] == "Ara"
    assert [found[name]["listed"] for name in ("Mina", "Jun", "Ara")] == [True, True, False]
    mina = found["Mina"]
    assert (mina["games"], mina["perfect"], mina["struck_out"]) == (5, 1, 1)
    assert mina["mean_points"] == (21 + 25 + 18 + 19 + 20) / 5
    assert mina["mean_score"] == (21 + 25 + 0 + 19 + 20) / 5
    assert mina["players"] == ["Mina"]
    assert mina["low"] is mina["rank_low"] is mina["p_top3"] is None


def test_lineups_and_groups_are_means_with_intervals(club: Shell) -> None:
    lineups = club.json("leaderboard", "--board", "lineups")
    pair = lineups["rows"][-1] if lineups["rows"][-1]["games"] == 4 else lineups["rows"][0]
    expected = mean_by_session([(1, 21), (1, 25), (1, 18), (1, 20)])
    assert expected is not None
    assert (pair["name"], pair["players"]) == ("Jun, Mina", ["Jun", "Mina"])
    assert (pair["value"], pair["low"]) == pytest.approx((expected.value, expected.low))
    (group,) = club.json("leaderboard", "--board", "groups")["rows"]
    assert (group["name"], group["games"], group["value"]) == ("Lanterns", 5, 103 / 5)
    assert group["players"] == ["Jun", "Mina", "Ara"]
    assert club.json("leaderboard", "--board", "groups")["settings"]["k"] is None


def test_k_and_the_least_games_are_options(club: Shell) -> None:
    board = club.json("leaderboard", "--k", "0", "--min-games", "1")
    assert board["settings"] == {"k": 0, "min_games": 1}
    assert all(row["listed"] for row in board["rows"])
    club.run("leaderboard", "--min-games", "0", code=2)


@pytest.mark.parametrize("k", ["nan", "inf", "-inf", "1e308", "-1", "1000001", "many"])
def test_k_is_a_number_within_reason(club: Shell, k: str) -> None:
    for board in ("people", "lineups", "groups", "effects", "elo"):
        ((field, _message),) = club.problems("leaderboard", "--board", board, "--k", k)
        assert field == "k"
    club.run("leaderboard", "--k", "1000000")


@pytest.mark.parametrize("board", ["people", "lineups", "groups", "effects", "elo"])
def test_numbers_of_games_are_within_reason(club: Shell, board: str) -> None:
    for name, field in (("--min-games", "min_games"), ("--players", "players")):
        for number in ("-1", "0", "1000001", f"1{'0' * 30}", "1e3", "nan"):
            ((found, _message),) = club.problems("leaderboard", "--board", board, name, number)
            assert found == field
        club.run("leaderboard", "--board", board, name, "1000000", "--all")


def test_a_period_has_a_day(club: Shell) -> None:
    (club.folder / "hanabi-log.toml").write_text(
        '[seasons]\nwinter = ["2025-12-01", "2026-01-31"]\n'
    )
    for report in REPORTS:
        words = ["--since", "2026-02-01", "--until", "2026-01-31"]
        ((field, message),) = club.problems(report, *words)
        assert field == "until"
        assert message.index("2026-02-01") < message.index("2026-01-31")
        for more in (["--since", "2026-02-01"], ["--until", "2025-11-30"]):
            assert club.problems(report, "--season", "winter", *more)[0][0] == "season"
        club.run(report, "--since", "2026-01-31", "--until", "2026-01-31")


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (["--players", "3"], 1),
        (["-r", "rnr"], 1),
        (["--ruleset", "basic"], 4),
        (["--since", "2026-02-01"], 3),
        (["--until", "2026-01-02"], 2),
        (["--since", "2026-01-02", "--until", "2026-02-01"], 2),
        (["--tag", "cup"], 1),
        (["--talk", "strict"], 1),
        (["-g", "lanterns"], 5),
        (["--season", "winter"], 2),
        (["--season", "winter", "--since", "2026-01-02"], 1),
        (["--score-mode", "finished"], 4),
    ],
)
def test_reports_are_of_the_games_that_were_asked_for(
    club: Shell, words: list[str], games: int
) -> None:
    (club.folder / "hanabi-log.toml").write_text(
        '[seasons]\nwinter = ["2025-12-01", "2026-01-31"]\n'
    )
    found = club.json("leaderboard", *words)
    assert max(row["games"] for row in found["rows"]) == games
    assert club.json("progress", *words)["n"] == games
    mean = club.json("stats", *words)["summary"]["mean"]
    assert mean["n"] == games


def test_filters_are_echoed_as_they_were_asked(club: Shell) -> None:
    (club.folder / "hanabi-log.toml").write_text(
        '[seasons]\nwinter = ["2025-12-01", "2026-01-31"]\n'
    )
    words = ["-g", "lanterns", "-r", "basic", "--players", "2", "--since", "2026-01-01"]
    words += ["--season", "winter", "--tag", "cup", "--score-mode", "official"]
    for report in REPORTS:
        document = club.json(report, *words)
        assert document["score_mode"] == "official"
        assert document["filters"] == {
            "group": "Lanterns",
            "ruleset": "basic",
            "players": 2,
            "since": "2026-01-01",
            "until": None,
            "season": "winter",
            "tag": "cup",
            "talk": None,
        }


def test_what_cannot_be_asked(club: Shell) -> None:
    for report in REPORTS:
        club.run(report, "-g", "Nobody", code=3)
        club.run(report, "-r", "nix", code=2)
        club.run(report, "--players", "0", code=2)
        assert club.problems(report, "--since", "soon")[0][0] == "since"
        assert club.problems(report, "--until", "later")[0][0] == "until"
        field, message = club.problems(report, "--season", "winter")[0]
        assert field == "season"
        assert "[seasons]" in message
        assert club.problems(report, "--csv")[0][0] == "csv"
    assert club.problems("leaderboard", "--pairs")[0][0] == "pairs"


def test_without_a_log_and_with_an_empty_one(shell: Shell) -> None:
    for report in REPORTS:
        shell.run(report, code=3)
    shell.run("players", "add", "Mina")
    for report in REPORTS:
        assert "What counts" in shell.run(report).stdout
        assert shell.json(report)["filters"]["group"] is None
        assert len(shell.run(report, "--csv").stdout.splitlines()) <= 2
    for board in ("people", "lineups", "groups", "effects", "elo"):
        assert shell.json("leaderboard", "--board", board)["rows"] == []
        assert "Nobody is listed" in shell.run("leaderboard", "--board", board).stdout


def test_unlisted_people_are_shown_on_demand(club: Shell) -> None:
    printed = club.run("leaderboard").stdout
    assert "Ara" not in printed
    assert "1 is not listed" in printed
    assert "Ara" in club.run("leaderboard", "--all").stdout


def test_hidden_people_are_shown_at_home_only(club: Shell) -> None:
    club.run("players", "hide", "Jun")
    assert "Jun" in {row["name"] for row in club.json("leaderboard")["rows"]}
    for words in (
        *([name] for name in REPORTS),
        *(["leaderboard", "--all", "--board", name] for name in ("lineups", "groups", "elo")),
    ):
        for more in ([], ["--json"], ["--csv"]):
            assert "Jun" not in club.run(*words, "--public", *more).stdout
    public = club.json("leaderboard", "--public")["rows"]
    assert [row["name"] for row in public] == ["Mina", "Ara"]
    assert club.json("leaderboard", "--board", "lineups", "--public")["rows"] == []


def test_effects_have_intervals_and_ranges_of_ranks(shell: Shell) -> None:
    names = ("Mina", "Bastian", "Yuna", "Oskar", "Petra", "Willem")
    log_many(shell, 110, names)
    board = shell.json("leaderboard", "--board", "effects")
    first = board["rows"][0]
    assert first["name"] == "Mina"
    assert 0 < first["low"] < first["value"] < first["high"]
    assert (first["rank_low"], first["rank_high"]) == (1, 1)
    assert first["p_top3"] > 0.9
    assert "pairs" not in board
    pairs = shell.json("leaderboard", "--board", "effects", "--pairs")["pairs"]
    assert {tuple(pair) for pair in pairs} == {("players", "games", "value", "low", "high")}
    printed = shell.run("leaderboard", "--board", "effects", "--pairs").stdout
    assert "overlap" in printed
    assert "├" in printed
    few = shell.json("leaderboard", "--board", "effects", "--until", "2025-03-01")
    assert not any(row["listed"] for row in few["rows"])
    printed = shell.run("leaderboard", "--board", "effects", "--until", "2025-03-01").stdout
    assert "from 100 games of the club" in printed
    elo = shell.json("leaderboard", "--board", "elo")
    assert elo["settings"]["k"] == 24
    assert elo["rows"][0]["value"] > 1500


def test_stats_as_json(club: Shell) -> None:
    found = club.json("stats")
    assert found["summary"]["games"] == found["summary"]["counted"] == 5
    assert found["summary"]["mean"]["value"] == 103 / 5
    assert found["summary"]["perfect"]["hits"] == 1
    assert [setup["players"] for setup in found["setups"]] == [2, 3, 2]
    assert found["distribution"]["quartiles"] == [19, 20, 21]
    assert {row["code"]: row["games"] for row in found["colours"]["rows"]}["R"] == 5
    assert sum(found["activity"]["weekdays"]) == 5
    assert {streak["kind"]: streak["longest"] for streak in found["streaks"]} == {
        "perfect": 1,
        "no_strike_out": 2,
    }
    assert found["change"] is None


def test_stats_for_people(club: Shell) -> None:
    printed = club.run("stats").stdout
    for text in ("5 games logged, 5 count", "20.6", "1 of 5 games", "░", "R Red", "What counts"):
        assert text in printed
    official = club.run("stats", "--score-mode", "official").stdout
    assert "scores as the ruleset gives them" in official


def test_means_beside_a_value_are_the_same_under_every_mode(club: Shell) -> None:
    text = "the mean points beside them"
    games = {"points": 5, "official": 5, "finished": 4}
    boards = {mode: club.json("leaderboard", "--score-mode", mode) for mode in games}
    for mode, board in boards.items():
        (mina,) = (row for row in board["rows"] if row["name"] == "Mina")
        assert mina["games"] == games[mode]
        assert (mina["mean_points"], mina["mean_score"]) == (103 / 5, 85 / 5)
        assert (text in board["counts"]) == (mode != "points")
        printed = club.run("leaderboard", "--score-mode", mode).stdout
        assert (text in " ".join(printed.split())) == (mode != "points")


def test_records_go_by_the_official_score(club: Shell) -> None:
    club.run("add", "55553", "-s", "3", "-p", "Mina, Jun, Ara", "-d", "2026-03-01")
    found = club.json("records")
    assert found["score_mode"] == "official"
    cells = {(row["ruleset"], row["players"]): row for row in found["records"]}
    assert (cells["basic", 2]["value"], cells["basic", 2]["games"]) == (25, 3)
    assert cells["basic", 2]["holders"][0]["players"] == ["Jun", "Mina"]
    assert cells["basic", 3]["value"] == 19
    assert [step["value"] for step in found["timeline"]][:2] == [21, 25]
    points = club.json("records", "--score-mode", "points")
    assert {row["value"] for row in points["records"] if row["players"] == 3} == {23}
    printed = club.run("records").stdout
    assert "25 of 25" in printed
    assert "2026-01-02" in printed


def test_ties_are_all_there_on_demand(shell: Shell) -> None:
    for day in range(1, 9):
        shell.run("add", "55555", "-p", "Mina, Jun", "-d", f"2026-01-0{day}")
    assert "and 3 more" in shell.run("records").stdout
    assert "2026-01-08" in shell.run("records", "--all").stdout
    assert len(shell.json("records")["records"][0]["holders"]) == 8


def test_progress(shell: Shell) -> None:
    log_many(shell, 40, ("Mina", "Bastian", "Yuna", "Oskar"))
    found = shell.json("progress")
    assert (found["n"], found["unit"], len(found["dots"])) == (40, "game", 40)
    assert all(point["low"] < point["value"] < point["high"] for point in found["trend"])
    printed = shell.run("progress").stdout
    assert "40 games" in printed
    assert any(level in printed for level in "▁▂▃▄▅▆▇█")
    assert printed.count("2025-") == 12 + 2
    assert shell.run("progress", "--all").stdout.count("2025-") == 40 + 2


def test_sheets_have_every_digit(club: Shell) -> None:
    club.run("add", "54432", "-p", "=1+1, Jun", "-d", "2026-02-05", "--new")
    rows = list(csv.DictReader(io.StringIO(club.run("leaderboard", "--csv").stdout)))
    board = club.json("leaderboard")["rows"]
    assert [float(row["value"]) for row in rows] == [row["value"] for row in board]
    assert {row["name"] for row in rows} == {"Mina", "Jun", "Ara", "'=1+1"}
    stats = list(csv.DictReader(io.StringIO(club.run("stats", "--csv").stdout)))
    assert (stats[0]["ruleset"], stats[0]["games"], stats[0]["perfect"]) == ("", "6", "1")
    assert sum(int(row["games"]) for row in stats[1:]) == 6
    records = list(csv.DictReader(io.StringIO(club.run("records", "--csv").stdout)))
    assert records[0]["names"] == "Jun, Mina"
    progress = list(csv.DictReader(io.StringIO(club.run("progress", "--csv").stdout)))
    assert [float(row["y"]) for row in progress] == [21, 25, 18, 19, 20, 18]


def test_hangul_is_aligned_and_names_are_no_markup(shell: Shell) -> None:
    for _game in range(5):
        shell.run("add", "54432", "-p", "서연, Mina, [red]Bo", "--new")
    lines = shell.run("leaderboard", "--k", "0").stdout.splitlines()
    rows = [line for line in lines if " 0.00" in line]
    ends = {cell_len(line[: line.index("0.00")]) for line in rows}
    assert len(rows) == 3
    assert len(ends) == 1
    assert any("[red]Bo" in line for line in rows)


def _on_a_terminal(folder: Path, environ: dict[str, str]) -> str:
    """What `leaderboard` prints on a pseudo-terminal."""
    leader, follower = pty.openpty()
    code = "from hanabi_log.__main__ import main; main()"
    words = [sys.executable, "-c", code, "leaderboard"]
    names = {"TERM": "xterm-256color", "HANABI_LOG_DB": str(folder / "club.db"), **environ}
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "PYTHONPATH") if key in os.environ}
    done = subprocess.run(words, stdout=follower, env={**kept, **names}, check=True, cwd=folder)
    assert done.returncode == 0
    os.close(follower)
    printed = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        printed += part
    os.close(leader)
    return printed.decode()


def test_colours_are_for_terminals(club: Shell) -> None:
    assert "\x1b" not in club.run("leaderboard").stdout
    assert "\x1b[" in _on_a_terminal(club.folder, {})
    assert "\x1b" not in _on_a_terminal(club.folder, {"NO_COLOR": "1"})
