"""What figures read of a log is what its games say."""

from datetime import timedelta
from pathlib import Path

from hanabi_log.logbook.editing import delete_game, edit_game
from hanabi_log.logbook.lean import load_plays
from hanabi_log.logbook.log import Log, stored_rulesets
from hanabi_log.logbook.people_merging import Pair, merge_players
from hanabi_log.stats.plays import Play
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, open_club
from tests.stats.making import plays_of

TABLES = ("Mina, Jun, Ara", "Jun, Mina", "Bo, Cem", "Ara, guest", "")
STACKS = ("55543", "43321", "00000", "55555")
RULES = ("basic", "basic", "rnr", "basic+expert")


def whole(log: Log) -> tuple[Play, ...]:
    """The plays of the games as they are stored, in full."""
    rules = stored_rulesets(log)
    return plays_of(load_games(log.connection), lambda game: rules[game.digest])


def history(log: Log) -> None:
    """Games of all kinds, not logged in the order in which they were played."""
    for number in range(24):
        later = log._replace(now=log.now + timedelta(minutes=number))
        add(
            later,
            stacks=STACKS[number % len(STACKS)] if number % 3 else None,
            total=17 if number % 6 == 0 else None,
            strikes=0 if number % 3 else None,
            outcome="struck_out" if number % 6 == 3 else None,
            players=TABLES[number % len(TABLES)],
            group=("Attic", "Tuesday", None)[number % 3],
            ruleset=RULES[number % len(RULES)] if number % 6 else "basic",
            tags=("league", "late") if number % 5 == 0 else (),
            talk="strict" if number % 7 == 0 else None,
            date=f"2026-10-{1 + number * 7 % 12:02d}",
        )


def test_lean_plays_are_those_of_the_games(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        history(log)
        games = load_games(log.connection)
        edit_game(log, games[3].id, {"excluded": "rules misread"})
        delete_game(log, games[5].id)
        merge_players(log, [Pair("Cem", "Jun")])
        log.connection.execute("UPDATE games SET date = NULL WHERE id = ?", (games[7].id,))
        found = load_plays(log)
        assert found[0].id == games[7].id
        assert tuple(found) == whole(log)
        digests = [game.digest for game in load_games(log.connection)]
        assert [facts.digest for facts in found.facts] == digests
        assert len(found) == len(games) - 1


def test_an_empty_log_has_no_plays(tmp_path: Path) -> None:
    with open_club(tmp_path / "club.db") as log:
        assert tuple(load_plays(log)) == ()
