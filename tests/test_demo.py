"""The sample club: two years with all that happens in a club, and the same bytes every time."""

import os
import subprocess
import sys
from collections import Counter
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import pytest

from hanabi_log.config import Place, read_config
from hanabi_log.demo import Demo, make_demo
from hanabi_log.errors import Conflict
from hanabi_log.i18n import LANGUAGES, speaking
from hanabi_log.logbook.health import examine
from hanabi_log.logbook.log import Log, open_log
from hanabi_log.logbook.undoing import load_history
from hanabi_log.storage.games import Selection, load_games
from hanabi_log.storage.hoola import load_matches
from hanabi_log.storage.people import load_groups, load_players

NOW = datetime(2026, 11, 28, 21, 0)
GAMES = "4848c7df094fd883"
"""The digest of the games; it changes only when somebody changes the club on purpose."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    with speaking("en"):
        return make_demo(str(tmp_path_factory.mktemp("demo") / "club"))


@pytest.fixture
def log(demo: Demo) -> Log:
    return open_log(Place(demo.db, "", read_config(demo.folder)), NOW)


def content(site: str) -> dict[str, bytes]:
    return {
        str(path.relative_to(site)): path.read_bytes()
        for path in Path(site).rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_club_speaks_every_language(tmp_path: Path, language: str) -> None:
    with speaking(language):
        demo = make_demo(str(tmp_path / "demo"))
    spoken = read_config(demo.folder).spoken
    assert spoken[0] == language
    assert set(spoken) == set(LANGUAGES)
    home = (Path(demo.site) / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}"' in home
    assert (Path(demo.site) / spoken[1] / "index.html").exists()


def test_the_bytes_are_the_same_in_another_process_and_time_zone(
    demo: Demo, tmp_path: Path
) -> None:
    elsewhere = {**os.environ, "TZ": "Asia/Seoul", "PYTHONHASHSEED": "7", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "hanabi_log", "--lang", "en", "demo", "club"]
    subprocess.run(command, cwd=tmp_path, env=elsewhere, check=True, capture_output=True)
    ours, theirs = content(demo.site), content(str(tmp_path / "club" / "site"))
    assert len(ours) > 250
    assert ours == theirs


def test_a_second_club_in_the_same_folder_is_refused(demo: Demo) -> None:
    before = content(demo.folder)
    with pytest.raises(Conflict):
        make_demo(demo.folder)
    assert content(demo.folder) == before


def test_it_is_a_club_of_two_years(log: Log, demo: Demo) -> None:
    games = load_games(log.connection, Selection())
    assert len(games) == demo.games == 216
    assert (games[0].date, games[-1].date) == ("2024-05-14", "2026-10-29")
    assert {group.name for group in load_groups(log.connection).values()} == {
        "Tuesday table",
        "달그림자",
        "Sunday attic",
    }
    editions = {game.ruleset.partition("+")[0] for game in games}
    assert editions == {"basic", "baobab", "korean-first", "lantern", "unknown"}
    modules = {word for game in games for word in game.ruleset.split("+")[1:]}
    assert modules == {"rainbow", "rainbow5", "wild", "black"}
    outcomes = Counter(game.result.outcome for game in games)
    assert outcomes["struck_out"] > 20
    assert outcomes["perfect"] >= 3
    assert outcomes["abandoned"] >= 2
    assert Counter(game.result.knowledge for game in games)["total"] >= 5
    assert {tag for game in games for tag in game.tags} == {"lantern-night", "open-evening"}
    assert any(game.guests for game in games)
    assert [game.excluded for game in games if game.excluded] == ["A lesson with open hands."]
    assert len(log.config.seasons) == 2


def test_its_games_are_the_same_on_every_machine_and_python(log: Log) -> None:
    facts = [
        (game.id, game.date, [one.name for one in game.players], game.ruleset, game.end.stacks)
        for game in load_games(log.connection, Selection())
    ]
    assert sha256(repr(facts).encode()).hexdigest()[:16] == GAMES


def test_its_people_have_wishes(log: Log) -> None:
    people = {one.name: one for one in load_players(log.connection).values()}
    assert {name for name, one in people.items() if one.retired} == {"Tomasz"}
    wishes = {name: one.visibility for name, one in people.items() if one.visibility}
    assert wishes == {"도윤": "hidden", "Ben O'Neill": "initials", "Priya": "alias"}
    assert "Ana Petrovic" not in people
    assert "Ana Petrović" in people


def test_what_was_done_stands_in_its_history(log: Log) -> None:
    batches = {change.batch.pk: change for change in load_history(log)}
    commands = Counter(one.batch.command for one in batches.values())
    assert commands["add"] == 218
    assert [one.batch.command for one in batches.values() if one.undone] == ["add"]
    for once in ("delete", "undo", "players merge", "unknown answer", "hoola settle"):
        assert commands[once] == 1, once
    assert commands["edit"] == 2
    hours = [batches[pk].batch.at for pk in sorted(batches)]
    assert hours == sorted(hours)


def test_two_matches_of_hoola_king_count(log: Log) -> None:
    matches = load_matches(log.connection)
    assert [(one.match.status, len(one.match.rounds)) for one in matches] == [
        ("finished", 10),
        ("settled", 4),
    ]
    assert all(sum(one.match.totals.values()) == 0 for one in matches)


def test_nothing_is_wrong_with_its_log(demo: Demo) -> None:
    checks = examine(Place(demo.db, "", read_config(demo.folder)), NOW)
    assert [one for one in checks if one.level != "ok"] == []


@pytest.mark.parametrize("page", ["index.html", "leaderboard.html", "data/people.csv"])
def test_nobody_who_is_hidden_is_on_the_site(demo: Demo, page: str) -> None:
    text = (Path(demo.site) / page).read_text(encoding="utf-8")
    assert "Mina" in text
    assert "도윤" not in text
    assert "Priya" not in text
