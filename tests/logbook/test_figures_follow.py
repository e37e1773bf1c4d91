"""Every figure follows the log: a game that is deleted or edited changes all that hang on it.

The site is built before and after. A deleted game must leave the same bytes as a log in
which it never was; whatever is taken back must leave the bytes from before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from hanabi_log.logbook.editing import delete_game, edit_game, restore_game
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people_merging import Pair, merge_players, unmerge_player
from hanabi_log.logbook.publishing import load_club
from hanabi_log.logbook.undoing import undo
from hanabi_log.records import Game
from hanabi_log.site.build import build
from hanabi_log.storage.games import Selection, load_games
from tests.logbook.logs import add, open_club

TABLES = ("Mina, Jun, Ara", "Mina, Jun", "Bo, Cem", "Mina, Ara, guest")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Twelve games of two groups; Bo and Cem only ever play with each other."""
    with open_club(tmp_path / "club.db") as opened:
        for number in range(12):
            later = opened._replace(now=opened.now + timedelta(minutes=number))
            add(
                later,
                stacks="55543" if number == 5 else "43321",
                players=TABLES[number % len(TABLES)],
                group="Attic" if number % len(TABLES) == 2 else "Tuesday",
                date=f"2026-10-{1 + number // 2:02d}",
            )
        yield opened


def site(log: Log, folder: Path) -> dict[str, str]:
    """What every file of the site is, by its path."""
    build(load_club(log), str(folder))
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def differing(one: dict[str, str], other: dict[str, str]) -> set[str]:
    return {path for path in one | other if one.get(path) != other.get(path)}


def the_best(log: Log) -> Game:
    """The game with the most points, of Mina and Jun on a Tuesday."""
    games = load_games(log.connection)
    return max(games, key=lambda game: game.result.score or 0)


DEPENDENT = {
    "index.html",
    "leaderboard.html",
    "records.html",
    "people/mina.html",
    "people/jun.html",
    "groups/tuesday.html",
}
ELSEWHERE = {"about.html", "404.html"}


def test_a_deleted_game_leaves_no_figure_behind(log: Log, tmp_path: Path) -> None:
    before = site(log, tmp_path / "before")
    game = the_best(log)
    delete_game(log, game.id)
    after = site(log, tmp_path / "after")
    changed = differing(before, after)
    assert changed >= DEPENDENT | {"rulesets.html"}
    assert not changed & ELSEWHERE
    with open_club(tmp_path / "never.db") as never:
        log.connection.backup(never.connection)
        never.connection.execute("DELETE FROM games WHERE id = ?", (game.id,))
        assert differing(after, site(never, tmp_path / "never")) == set()
    restore_game(log, game.id)
    assert differing(before, site(log, tmp_path / "restored")) == set()


def test_an_edited_game_changes_every_figure_it_was_in(log: Log, tmp_path: Path) -> None:
    before = site(log, tmp_path / "before")
    game = the_best(log)
    edit_game(log, game.id, {"strikes": 3})
    struck_out = site(log, tmp_path / "struck_out")
    changed = differing(before, struck_out)
    assert changed >= DEPENDENT
    assert not changed & ELSEWHERE
    undo(log)
    assert differing(before, site(log, tmp_path / "undone")) == set()


def test_an_excluded_game_counts_nowhere(log: Log, tmp_path: Path) -> None:
    game = the_best(log)
    before = site(log, tmp_path / "before")
    edit_game(log, game.id, {"excluded": "rules misread"})
    assert differing(before, site(log, tmp_path / "excluded")) >= DEPENDENT
    page = (tmp_path / "excluded" / "records.html").read_text(encoding="utf-8")
    assert f">{game.result.score}<" not in page
    edit_game(log, game.id, {"excluded": None})
    assert differing(before, site(log, tmp_path / "counted")) == set()


def test_other_people_at_the_table_move_the_figures(log: Log, tmp_path: Path) -> None:
    before = site(log, tmp_path / "before")
    game = the_best(log)
    edit_game(log, game.id, {"players": ("Bo", "Jun"), "group": "Attic"})
    changed = differing(before, site(log, tmp_path / "after"))
    assert changed >= {"people/mina.html", "people/bo.html", "groups/attic.html", "index.html"}
    (found,) = load_games(log.connection, Selection(ids=[game.id]))
    assert found.result == game.result


def test_a_merge_joins_figures_and_an_unmerge_parts_them(log: Log, tmp_path: Path) -> None:
    before = site(log, tmp_path / "before")
    merge_players(log, [Pair("Cem", "Jun")])
    merged = site(log, tmp_path / "merged")
    assert "people/cem.html" in before
    assert "people/cem.html" not in merged
    assert {"people/jun.html", "people/bo.html", "index.html"} <= differing(before, merged)
    unmerge_player(log, "Cem")
    assert differing(before, site(log, tmp_path / "apart")) == set()
