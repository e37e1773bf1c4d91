"""Scores computed anew: by the rules of their day, and by those of today when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabi_log.config import Config
from hanabi_log.errors import InvalidInput
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.rescoring import (
    known_spec,
    plan_rescoring,
    rescore,
    rulesets_without_file,
)
from hanabi_log.logbook.undoing import undo
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, dump, open_club


@pytest.fixture
def club(tmp_path: Path) -> Config:
    """A club whose house rules `attic` allow four strikes."""
    (tmp_path / "rulesets").mkdir()
    write_house_file(tmp_path, "strikes = 4")
    return Config(folder=str(tmp_path))


def write_house_file(folder: Path | str, text: str) -> None:
    Path(folder, "rulesets", "attic.toml").write_text(f'extends = "basic"\n{text}\n')


def opened(club: Config, seconds: int = 0) -> Log:
    return open_club(Path(club.folder or "", "club.db"), club, seconds=seconds)


def outcomes(log: Log) -> list[tuple[str | None, int | None]]:
    """What the games came to, those of the `attic` first; all were logged in one moment."""
    games = sorted(load_games(log.connection), key=lambda game: game.ruleset)
    return [(game.result.outcome, game.result.score) for game in games]


def test_nothing_differs_in_a_log_that_is_right(club: Config) -> None:
    with opened(club) as log:
        add(log)
        add(log, ruleset="attic", strikes=3)
        assert plan_rescoring(log).differences == ()
        assert plan_rescoring(log, "attic").differences == ()


def test_numbers_that_are_wrong_are_shown_before_they_are_stored(club: Config) -> None:
    with opened(club) as log:
        game = add(log)
        log.connection.execute("UPDATE games SET score = 99, band = 'legendary'")
        plan = plan_rescoring(log)
        ((one),) = plan.differences
        assert (one.before.result.score, one.after.result.score) == (99, 18)
        assert outcomes(log) == [("finished", 99)]
        trail = dump(log.connection, trail=True)["changes"]
        rescore(log, plan)
        assert load_games(log.connection) == [game]
        assert dump(log.connection, trail=True)["changes"] == trail


def test_a_changed_house_file_moves_games_only_when_it_is_said(club: Config) -> None:
    with opened(club) as log:
        add(log, ruleset="attic", strikes=3)
        add(log, ruleset="attic+black", stacks="544324", strikes=3)
        add(log)
    write_house_file(club.folder or "", "strikes = 3")
    with opened(club, 60) as log:
        plan = plan_rescoring(log)
        assert plan.differences == ()
        assert [problem.field for problem in plan.problems] == ["attic", "attic+black"]
        assert "rescore --ruleset attic" in plan.problems[0].message
        plan = plan_rescoring(log, "attic")
        assert [one.moved for one in plan.differences] == [True, True]
        before = dump(log.connection)
        rescore(log, plan)
        assert outcomes(log) == [("struck_out", 0), ("struck_out", 0), ("finished", 18)]
        assert plan_rescoring(log).problems == ()
        undone = undo(log)
        assert (undone.batch.command, undone.total) == ("rescore", 2)
        assert dump(log.connection) == before


def test_a_spec_with_modules_means_just_these_games(club: Config) -> None:
    with opened(club) as log:
        add(log, ruleset="attic", strikes=3)
        add(log, ruleset="attic+black", stacks="544324", strikes=3)
    write_house_file(club.folder or "", "strikes = 3")
    with opened(club, 60) as log:
        plan = plan_rescoring(log, "attic+black")
        assert [one.after.ruleset for one in plan.differences] == ["attic+black"]


def test_a_game_that_the_new_rules_forbid_stays_and_is_told(club: Config) -> None:
    with opened(club) as log:
        game = add(log, ruleset="attic", strikes=3)
        add(log, ruleset="attic", strikes=1)
    write_house_file(club.folder or "", "strikes = 2")
    with opened(club, 60) as log:
        plan = plan_rescoring(log, "attic")
        assert len(plan.differences) == 1
        ((problem),) = plan.problems
        assert game.id in problem.message
        assert (problem.field, problem.level) == ("strikes", "warning")
        rescore(log, plan)
        assert outcomes(log) == [("finished", 18), ("finished", 18)]


def test_house_rules_that_cannot_be_read_any_more_are_told(club: Config) -> None:
    with opened(club) as log:
        add(log, ruleset="attic", strikes=3)
    Path(club.folder or "", "rulesets", "attic.toml").write_text("extends = ")
    with opened(club, 60) as log:
        ((problem),) = plan_rescoring(log).problems
        assert "cannot be read any more" in problem.message


def test_house_rules_without_a_file_are_whole_as_they_are_stored(club: Config) -> None:
    with opened(club) as log:
        add(log, ruleset="attic+rainbow", stacks="544321", strikes=3)
    Path(club.folder or "", "rulesets", "attic.toml").unlink()
    with opened(club, 60) as log:
        assert plan_rescoring(log).problems == ()
        assert rulesets_without_file(log) == ["attic+rainbow"]
        assert known_spec(log, " Attic+rainbow") == "attic+rainbow"
        with pytest.raises(InvalidInput, match="Unknown ruleset"):
            known_spec(log, "attic")
        with pytest.raises(InvalidInput, match="Unknown ruleset"):
            plan_rescoring(log, "attic")
