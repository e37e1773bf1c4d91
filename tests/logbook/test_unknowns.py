"""Games of unknown rules: what waits, what a total implies, and answers for many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_player, group_id
from hanabi_log.logbook.undoing import undo
from hanabi_log.logbook.unknowns import (
    Filter,
    answer_unknown,
    list_unknown,
    needed_maximum,
)
from hanabi_log.storage.games import load_games
from tests.logbook.logs import add, dump, open_club


@pytest.fixture
def log() -> Iterator[Log]:
    """Games from two sources, in two groups, with totals that five suits give or not."""
    with open_club(":memory:") as log:
        for number, (total, group, players, day) in enumerate(
            [
                (17, "Tuesday", "Mina, Jun", "2026-01-01"),
                (25, "Tuesday", "Mina, Ara", "2026-02-01"),
                (27, "Tuesday", "Mina, Jun", "2026-03-01"),
                (12, "Friday", "Ara, Jun", "2026-04-01"),
            ]
        ):
            add(
                log,
                "",
                players,
                strikes=None,
                total=total,
                group=group,
                date=day,
                ruleset="unknown",
                source=f"bgg:{number}",
            )
        sheet = {"group": "Tuesday", "source": "sheet:1", "date": "2026-05-01"}
        add(log, "", strikes=None, total=20, ruleset="unknown", **sheet)
        add(log, "54432", group="Tuesday")
        yield log


def rules(log: Log) -> list[str]:
    return [game.ruleset for game in load_games(log.connection)]


@pytest.mark.parametrize(
    ("total", "maximum"), [(None, None), (0, 25), (25, 25), (26, 30), (30, 30), (31, 35), (36, 40)]
)
def test_a_total_needs_as_many_suits_as_give_it(total: int | None, maximum: int | None) -> None:
    assert needed_maximum(total) == maximum


def test_what_waits_is_listed_by_source_group_and_maximum(log: Log) -> None:
    queues = [queue.as_json() for queue in list_unknown(log)]
    kinds = [(one["source"], one["group"], one["maximum"], one["games"]) for one in queues]
    assert kinds == [
        ("bgg", "Friday", 25, 1),
        ("bgg", "Tuesday", 25, 2),
        ("bgg", "Tuesday", 30, 1),
        ("sheet", "Tuesday", 25, 1),
    ]
    assert (queues[1]["lowest"], queues[1]["highest"]) == (17, 25)
    assert (queues[1]["first"], queues[1]["last"]) == ("2026-01-01", "2026-02-01")
    assert "sixth suit" in queues[2]["implies"]
    assert "sixth suit" not in queues[1]["implies"]


def test_an_answer_is_checked_game_by_game(log: Log) -> None:
    before = dump(log.connection)
    answered = answer_unknown(log, "basic", Filter(source="bgg"))
    assert (len(answered.games), answered.refused) == (3, 1)
    ((problem),) = answered.problems
    assert "27 is more than basic can give (25)" in problem.message
    assert rules(log) == ["basic", "basic", "unknown", "basic", "unknown", "basic"]
    undone = undo(log)
    assert (undone.batch.command, undone.total) == ("unknown answer", 3)
    assert dump(log.connection) == before


def test_the_filters_narrow(log: Log) -> None:
    def count(**said: object) -> int:
        return sum(len(queue.games) for queue in list_unknown(log, Filter(**said)))  # type: ignore[arg-type]

    assert count() == 5
    assert count(player=find_player(log, "Ara")) == 2
    assert count(group=group_id(log, "Friday")) == 1
    assert count(since="2026-02-01", until="2026-03-01") == 2
    assert count(most=20) == 3
    assert count(source="bgg:2") == 1
    assert count(source="sheet") == 1


def test_an_answer_with_more_suits_takes_the_high_totals(log: Log) -> None:
    assert len(answer_unknown(log, "basic+rainbow5").games) == 5
    assert list_unknown(log) == []


def test_an_answered_game_has_a_score_where_its_end_is_known() -> None:
    with open_club(":memory:") as log:
        add(log, "", strikes=1, total=18, ruleset="unknown")
        (game,) = answer_unknown(log, "basic").games
        assert (game.result.outcome, game.result.percent, game.result.band) == (
            "finished",
            72.0,
            "good",
        )
        assert load_games(log.connection) == [game]


def test_a_trial_stores_nothing(log: Log) -> None:
    before = dump(log.connection, trail=True)
    answered = answer_unknown(log, "basic+rainbow", dry_run=True)
    assert (len(answered.games), answered.stored) == (5, False)
    assert dump(log.connection, trail=True) == before


def test_an_answer_that_fits_nothing_or_is_none_is_refused(log: Log) -> None:
    with pytest.raises(InvalidInput) as caught:
        answer_unknown(log, "basic", Filter(since="2026-03-01", until="2026-03-31"))
    assert [problem.field for problem in caught.value.problems] == ["total"]
    with pytest.raises(InvalidInput, match="no answer"):
        answer_unknown(log, "unknown")
    with pytest.raises(InvalidInput, match="Unknown ruleset"):
        answer_unknown(log, "basik")
    assert "unknown" in rules(log)
