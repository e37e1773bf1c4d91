"""A match from its first round to each of its ends."""

from __future__ import annotations

import pytest

from hanabi_log.errors import Conflict, HanabiLogError, InvalidInput
from hanabi_log.games.hoola import matches, voting
from hanabi_log.games.hoola.matches import Match, Participant
from tests.games.hoola.table import OUT, UNDECIDED, facts, laid, outcome_of

TABLE = (Participant("Ann", host=True), Participant("Bo"), Participant("Cy"))
WITH_BOT = (*TABLE, Participant("Robo", bot=True))
WON = outcome_of(facts("out", "Ann", Ann=OUT, Bo=laid(10), Cy=laid(20)))
LOST = outcome_of(facts("out", "Bo", Ann=laid(10), Bo=OUT, Cy=laid(20)))
FOUR = outcome_of(facts("out", "Ann", Ann=OUT, Bo=laid(10), Cy=laid(20), Robo=laid(30)))


def played(count: int = 1, target: int = 5) -> Match:
    match = matches.start(TABLE, target)
    for number in range(count):
        match = matches.play(match, LOST if number % 2 else WON)
    return match


def test_points_add_up_and_equal_totals_share_a_place() -> None:
    match = played(2)
    assert match.totals == {"Ann": 2, "Bo": 2, "Cy": -4}
    assert match.courses["Ann"] == (0, 3, 2)
    assert [(line.place, line.player) for line in match.standing] == [
        (1, "Ann"), (1, "Bo"), (3, "Cy"),
    ]  # fmt: skip
    assert (match.status, match.counted) == ("open", False)


def test_the_target_ends_a_match() -> None:
    match = played(5)
    assert (match.status, match.counted) == ("finished", True)
    for step in (
        lambda: matches.play(match, WON),
        lambda: voting.propose(match, "Ann"),
        lambda: matches.abort(match),
    ):
        with pytest.raises(Conflict, match="all its rounds are played"):
            step()


@pytest.mark.parametrize(
    ("table", "target", "field"),
    [
        (TABLE[:2], 5, "players"),
        ((*WITH_BOT, Participant("Dee"), Participant("Eli")), 5, "players"),
        ((*TABLE, Participant("Ann")), 5, "players"),
        (tuple(Participant(name, bot=True) for name in "XYZ"), 5, "bot"),
        ((*TABLE, Participant("Dee", host=True)), 5, "host"),
        (TABLE, 0, "rounds"),
        (TABLE, 1000, "rounds"),
    ],
)
def test_matches_that_cannot_be(table: tuple[Participant, ...], target: int, field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        matches.start(table, target)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_every_human_settles_early_and_bots_are_not_asked() -> None:
    match = matches.play(matches.start(WITH_BOT, 9), FOUR)
    match = voting.propose(match, "Bo")
    assert voting.missing(match) == ("Ann", "Cy")
    with pytest.raises(Conflict, match="no round starts during a vote"):
        matches.play(match, FOUR)
    with pytest.raises(InvalidInput, match="is a bot"):
        voting.agree(match, "Robo")
    match = voting.agree(voting.agree(match, "Ann"), "Ann")
    match = voting.agree(match, "Cy")
    assert (match.status, match.counted, match.agreed) == ("settled", True, ("Bo", "Ann", "Cy"))
    with pytest.raises(Conflict, match="settled early"):
        matches.play(match, FOUR)


def test_one_refusal_ends_the_vote_and_the_match_goes_on() -> None:
    match = voting.refuse(voting.agree(voting.propose(played(), "Bo"), "Ann"), "Cy")
    assert (match.vote, match.status) == (None, "open")
    assert len(matches.play(match, WON).rounds) == 2
    with pytest.raises(Conflict, match="No vote"):
        voting.agree(match, "Cy")


def test_proposer_and_host_may_withdraw() -> None:
    match = voting.propose(played(), "Bo")
    for name in ("Bo", "Ann"):
        assert voting.withdraw(match, name).vote is None
    with pytest.raises(InvalidInput, match="cannot withdraw") as caught:
        voting.withdraw(match, "Cy")
    assert caught.value.problems[0].message == "allowed: Bo, Ann"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (lambda: voting.propose(played(0), "Ann"), "nothing to settle"),
        (lambda: voting.propose(voting.propose(played(), "Ann"), "Bo"), "already"),
        (lambda: voting.propose(played(), "Zoe"), "not in this match"),
    ],
)
def test_votes_that_cannot_be(step: object, words: str) -> None:
    with pytest.raises(HanabiLogError, match=words):
        step()  # type: ignore[operator]


def test_an_abort_ends_a_match_at_any_time_and_leaves_it_uncounted() -> None:
    for match in (played(0), played(), voting.propose(played(), "Ann")):
        aborted = matches.abort(match)
        assert (aborted.status, aborted.counted, aborted.vote) == ("aborted", False, None)
        with pytest.raises(Conflict, match="aborted"):
            matches.play(aborted, WON)


def test_a_round_can_be_corrected_but_not_exchanged_for_another_tables() -> None:
    match = matches.correct(played(5), 1, LOST)
    # Ann wins rounds 3 and 5 now, Bo the other three.
    assert match.totals == {"Ann": 3, "Bo": 7, "Cy": -10}
    assert match.status == "finished"
    with pytest.raises(InvalidInput, match="no such round"):
        matches.correct(match, 6, WON)
    with pytest.raises(InvalidInput, match="not of this match"):
        matches.correct(match, 1, FOUR)
    high = outcome_of(facts("out", "Ann", "high", Ann=OUT, Bo=laid(10), Cy=laid(20)))
    with pytest.raises(InvalidInput, match="not of this match"):
        matches.play(played(), high)


def test_a_void_round_changes_no_total() -> None:
    void = outcome_of({**UNDECIDED, "void": True})
    match = matches.start(tuple(Participant(name) for name in "ABC"), 3)
    assert set(matches.play(match, void).totals.values()) == {0}
