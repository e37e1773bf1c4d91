"""`add`: what it stores, what it fills in, what it asks, what it refuses."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

import pytest
from click.testing import CliRunner

from hanabi_log.cli import adding, slips
from hanabi_log.cli.app import root
from tests.cli.conftest import Shell
from tests.cli.test_score import KEYS


def test_the_first_game_of_a_club(shell: Shell) -> None:
    game = shell.json("add", "54432", "-p", "Mina, Jun, Ara", "-s", "1")
    assert list(game) == KEYS
    assert game["players"] == ["Mina", "Jun", "Ara"]
    assert game["date"] == "2026-11-28"
    assert game["ruleset"] == "basic"
    assert game["group"] is None
    assert shell.json("show", game["id"]) == game
    assert shell.json("list") == [game]


def test_every_field_is_kept(shell: Shell) -> None:
    game = shell.json(
        *("add", "R5 Y5 G3 B4 W2", "-p", "Mina; Jun / guest", "-s", "2", "-r", "pocket+strikes1"),
        *("--guests", "1", "--hints", "0", "--minutes", "31", "--talk", "strict"),
        *("--place", "Library", "--note", "A “fine” try", "--tag", "teaching", "--tag", "late"),
        *("-g", "Tuesday table", "-d", "2026-03-14"),
        code=2,
    )
    assert game["error"]["problems"][0]["field"] == "strikes"
    game = shell.json(
        *("add", "R5 Y5 G3 B4 W2", "-p", "Mina; Jun / guest", "-s", "1", "-r", "pocket+strikes2"),
        *("--guests", "1", "--hints", "0", "--minutes", "31", "--talk", "strict"),
        *("--place", "Library", "--note", "A “fine” try", "--tag", "teaching", "--tag", "late"),
        *("-g", "Tuesday table", "-d", "2026. 3. 14."),
    )
    assert (game["players"], game["guests"]) == (["Mina", "Jun"], 2)
    assert (game["hints"], game["minutes"], game["talk"]) == (0, 31, "strict")
    assert (game["place"], game["note"]) == ("Library", "A “fine” try")
    assert (game["tags"], game["date"]) == (["teaching", "late"], "2026-03-14")
    assert shell.json("list")[0] == game


def test_discards_and_deck_are_kept(shell: Shell) -> None:
    game = shell.json(
        *("add", "R1", "-s", "3", "-p", "Mina, Jun", "--deck", "36"),
        *("--discards", "Y2 y3 파랑4"),
    )
    assert (game["deck"], game["discards"]) == (36, ["Y2", "Y3", "B4"])


def test_before_the_day_starts_it_is_still_yesterday(shell: Shell) -> None:
    shell.now = datetime(2026, 11, 29, 4, 58)
    assert shell.json("add", "54432")["date"] == "2026-11-28"
    shell.now = datetime(2026, 11, 29, 5, 0)
    assert shell.json("add", "54432")["date"] == "2026-11-29"


def test_again_repeats_the_table(shell: Shell) -> None:
    first = shell.json(
        *("add", "54432", "-p", "Mina, Jun, guest", "-g", "Tuesday table", "-r", "rnr+expert"),
        *("--place", "Library", "-d", "2026-11-01"),
    )
    again = shell.json("add", "55432", "--again")
    for key in ("players", "guests", "group", "ruleset", "place", "date"):
        assert again[key] == first[key]
    assert shell.json("add", "55432", "--again", "-r", "basic")["ruleset"] == "basic"


def test_again_needs_a_game(shell: Shell) -> None:
    shell.run("add", "54432", "--again", code=3)


def test_a_dry_run_makes_no_log(shell: Shell) -> None:
    assert shell.json("add", "54432", "-p", "Mina, Jun", "--dry-run")["points"] == 18
    assert list(shell.folder.iterdir()) == []


def test_a_dry_run_stores_nothing(shell: Shell) -> None:
    shell.run("players", "add", "Ara")
    game = shell.json("add", "54432", "-p", "Mina, Jun", "--dry-run")
    assert (game["id"], game["points"]) == (None, 18)
    assert shell.json("list") == []
    assert [one["name"] for one in shell.json("players", "list")] == ["Ara"]


def test_equal_games_are_both_kept(shell: Shell) -> None:
    ids = {shell.json("add", "54432", "-p", "Mina, Jun")["id"] for _ in range(3)}
    assert len(ids) == 3


def test_names_are_matched_without_case_and_blanks(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Ana  Petrović, 민지")
    shell.run("add", "54432", "-p", "  ana petrović ,민지")
    people = shell.json("players", "list")
    assert [(one["name"], one["games"]) for one in people] == [("Ana Petrović", 2), ("민지", 2)]


def test_a_slip_is_refused_with_candidates(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    ((field, message),) = shell.problems("add", "54432", "-p", "Minna, Jun", code=4)
    assert field == "players"
    assert "Mina" in message
    assert len(shell.json("list")) == 1
    shell.run("add", "54432", "-p", "Minna, Jun", "--new")
    assert len(shell.json("players", "list")) == 3


def test_a_slip_is_asked_about_on_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slips, "on_terminal", lambda: True)
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("add", "54432", "-p", "Minna, Jun", input="1\n")
    assert [one["name"] for one in shell.json("players", "list")] == ["Jun", "Mina"]
    shell.run("add", "54432", "-p", "Minna, Jun", input="0\n")
    assert len(shell.json("players", "list")) == 3


def test_the_group_is_remembered(shell: Shell) -> None:
    shell.run("groups", "add", "Tuesday table", "-r", "baobab", "--talk", "strict")
    game = shell.json("add", "54432")
    assert (game["group"], game["ruleset"], game["talk"]) == ("Tuesday table", "baobab", "strict")
    shell.run("add", "54432", "-g", "Friday")
    assert shell.json("add", "54432")["group"] == "Friday"
    shell.problems("add", "54432", "-g", "Fridy", code=4)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["-p", "Mina"], "players"),
        (["-p", "A, B, C, D, E, F"], "players"),
        (["-p", "Mina, Jun, mina"], "players"),
        (["-d", "2026-02-30"], "date"),
        (["-d", "last week"], "date"),
        (["--minutes", "-4"], "minutes"),
        (["--guests", "-1", "-p", "A, B, C"], "guests"),
        (["--tag", "two words"], "tags"),
        (["-r", "basic+rainbow+wild"], "ruleset"),
        (["-r", "basic+rainbow"], "stacks"),
        (["-p", " , "], "players"),
        (["-p", "\u200b, Mina"], "players"),
        (["-g", "\u3164"], "group"),
        (["-d", ""], "date"),
        (["--db", ""], "db"),
        (["--note", "\udcff"], None),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(
    shell: Shell, words: list[str], field: str
) -> None:
    shell.run("players", "add", "Ara")
    assert field in [found for found, _message in shell.problems("add", "54432", *words)]
    assert shell.json("list") == []
    assert len(shell.json("players", "list")) == 1


def test_names_without_commas_are_pointed_out(shell: Shell) -> None:
    (count, hint) = shell.problems("add", "54432", "-p", " Mina  Jun Ara")
    assert count[1] == "1 player; basic is for 2, 3, 4, 5"
    assert hint == (
        "players",
        "“Mina Jun Ara” was read as one name; names are divided by commas: “Mina, Jun, Ara”",
    )
    assert shell.problems("session", "start", "-p", "Mina Jun")[1][0] == "players"
    # Names with blanks are fine where the table is.
    shell.run("add", "54432", "-p", "Mina Kim, Jun")


def test_news_of_a_record_and_a_first_perfect(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    printed = shell.run("add", "55555", "-p", "Mina, Jun").stdout
    assert "first perfect game" in printed
    assert "25 of 25, after 18" in printed
    assert "first perfect game" not in shell.run("add", "55555", "-p", "Mina, Jun").stdout


def test_the_card_shows_fireworks_and_result(shell: Shell) -> None:
    printed = shell.run("add", "54432", "-p", "Mina, Jun", "-s", "1").stdout
    for part in ("R5", "W2", "18 of 25 · 72.0 % · Good", "1 strike of 3", "Mina, Jun"):
        assert part in printed


def test_text_is_for_a_chat(shell: Shell) -> None:
    shell.run("add", "44443", "-p", "Mina, Jun", "-s", "3")
    lines = shell.run("show", "last", "--text").stdout.splitlines()
    assert lines[1] == "R4 Y4 G4 B4 W3"
    assert lines[2] == "0 of 25 · 0.0 % · Booed off · Struck out"
    assert "19 points on the table" in lines


def test_nobody_to_ask_is_no_hang(shell: Shell) -> None:
    assert shell.problems("add", "-p", "Mina, Jun") == [
        ("stacks", "say the last cards, such as 54432")
    ]
    shell.problems("add", "54432", "-i")


def test_the_form_asks_checks_and_corrects(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "on_terminal", lambda: True)
    answers = [
        "Tuesday table",
        "2026-11-27",
        "Mina, Jun, guest",
        "basic",
        "5443",
        "54432",
        "seven",
        "9",
        "1",
        "-",
        "strikes",
        "2",
        "",
    ]
    shell.run("add", input="\n".join(answers) + "\n")
    (game,) = shell.json("list")
    assert (game["group"], game["date"], game["strikes"]) == ("Tuesday table", "2026-11-27", 2)
    assert (game["players"], game["guests"], game["points"]) == (["Mina", "Jun"], 1, 18)


def test_the_form_proposes_the_last_table(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "on_terminal", lambda: True)
    shell.run("add", "54432", "-p", "Mina, Jun", "-g", "Tuesday table", "-r", "pocket")
    shell.run("add", input="\n\n\n\n55432\n\n\n\n")
    game = shell.json("list")[0]
    assert (game["players"], game["ruleset"], game["points"]) == (["Mina", "Jun"], "pocket", 19)


def test_nothing_heavy_is_imported(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    program = (
        "import sys; from hanabi_log.cli.app import root\n"
        "try: root(['add', '54432', '-p', 'Mina, Jun'], prog_name='hanabi-log')\n"
        "except SystemExit as stop: assert not stop.code\n"
        "print(' '.join(sys.modules), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    loaded = set(run.stderr.split())
    assert "hanabi_log.logbook.adding" in loaded
    heavy = {"sqlite_utils", "jinja2", "plotly", "numpy", "pandas", "rich", "babel", "rapidfuzz"}
    assert loaded & heavy == set()


def test_control_characters_never_reach_the_terminal(shell: Shell) -> None:
    game = shell.json(
        "add",
        "54432",
        "-p",
        "Mi\x1bna, Jun",
        "--note",
        "\x1b]0;title\x07 line\nnext",
        "--place",
        " \x00",
    )
    assert game["players"] == ["Mi na", "Jun"]
    assert game["note"] == "]0;title  line\nnext"
    assert game["place"] is None


def test_no_colour_where_none_is_wanted(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def coloured() -> bool:
        result = CliRunner().invoke(root, ["score", "54432"], color=True)
        return "\x1b[" in result.stdout

    assert coloured()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured()


def test_a_sixth_suit_completed_is_news(shell: Shell) -> None:
    shell.run("add", "55555", "-p", "Mina, Jun")
    printed = shell.run("add", "R5 M5", "-p", "Mina, Jun", "-r", "basic+rainbow").stdout
    assert "A firework completed for the first time: Rainbow." in printed
