"""From what lies on the table to outcome, points, score, percent and band."""

import pytest

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.scoring import Result, evaluate

from .states import end_state, faults, ruleset

GAMES = [
    # The leaflets' sums that are right.
    ("basic", "34452", 0, "finished", 18, 18, 25, 72.0, "good"),
    ("basic", "43520", 0, "finished", 14, 14, 25, 56.0, "fair"),
    # An ordinary evening.
    ("basic", "54432", 1, "finished", 18, 18, 25, 72.0, "good"),
    ("basic", "55431", 2, "finished", 18, 18, 25, 72.0, "good"),
    ("basic", "11111", 0, "finished", 5, 5, 25, 20.0, "boos"),
    ("basic", "21111", 0, "finished", 6, 6, 25, 24.0, "thin_applause"),
    ("basic", "22222", 0, "finished", 10, 10, 25, 40.0, "thin_applause"),
    ("basic", "32222", 0, "finished", 11, 11, 25, 44.0, "fair"),
    ("basic", "44444", 0, "finished", 20, 20, 25, 80.0, "good"),
    ("basic", "54444", 0, "finished", 21, 21, 25, 84.0, "excellent"),
    ("basic", "55554", 0, "finished", 24, 24, 25, 96.0, "excellent"),
    ("basic", "55555", 2, "perfect", 25, 25, 25, 100.0, "legendary"),
    ("basic", "00000", 0, "finished", 0, 0, 25, 0.0, "boos"),
    # Struck out: the edition decides what 24 points are worth then.
    ("basic", "55554", 3, "struck_out", 24, 0, 25, 0.0, "boos"),
    ("abacus", "55554", 3, "struck_out", 24, 0, 25, 0.0, "boos"),
    ("pocket", "55554", 3, "struck_out", 24, 0, 25, 0.0, "boos"),
    ("korean-first", "55554", 3, "struck_out", 24, 0, 25, 0.0, "boos"),
    ("hanablive", "55554", 3, "struck_out", 24, 0, 25, 0.0, "boos"),
    ("cocktail", "55554", 3, "struck_out", 24, None, 25, None, None),
    ("rnr", "55554", 3, "struck_out", 24, None, 25, None, None),
    ("baobab", "55554", 3, "struck_out", 24, None, 25, None, None),
    # One mistake is enough, or two.
    ("basic+strikes1", "32100", 0, "finished", 6, 6, 25, 24.0, "thin_applause"),
    ("basic+strikes1", "32100", 1, "struck_out", 6, 0, 25, 0.0, "boos"),
    ("pocket+strikes2", "32100", 1, "finished", 6, 6, 25, 24.0, "thin_applause"),
    ("pocket+strikes2", "32100", 2, "struck_out", 6, 0, 25, 0.0, "boos"),
    # A sixth suit: 25 of 30 is not the top.
    ("basic+rainbow", "555550", 0, "finished", 25, 25, 30, 83.3, "excellent"),
    ("basic+rainbow5", "222200", 0, "finished", 8, 8, 30, 26.7, "thin_applause"),
    ("basic+wild", "444444", 0, "finished", 24, 24, 30, 80.0, "good"),
    ("basic+wild", "555554", 0, "finished", 29, 29, 30, 96.7, "excellent"),
    ("basic+wild", "555555", 0, "perfect", 30, 30, 30, 100.0, "legendary"),
    # Black powder: the last card is the lowest; 25 colour points do not end the game.
    ("basic+black", "555550", 0, "finished", 20, 20, 25, 80.0, "good"),
    ("basic+black", "555555", 0, "finished", 21, 21, 25, 84.0, "excellent"),
    ("basic+black", "555553", 0, "finished", 23, 23, 25, 92.0, "excellent"),
    ("basic+black", "555552", 0, "finished", 24, 24, 25, 96.0, "excellent"),
    ("basic+black", "555551", 0, "perfect", 25, 25, 25, 100.0, "legendary"),
    ("basic+black", "000000", 0, "finished", -5, -5, 25, -20.0, "boos"),
    ("baobab+wild+black+bonus", "0000000", 0, "finished", -5, -5, 30, -16.7, "boos"),
    ("baobab+wild+black+bonus", "5555555", 0, "finished", 26, 26, 30, 86.7, "excellent"),
    ("baobab+wild+black+bonus", "5555551", 0, "perfect", 30, 30, 30, 100.0, "legendary"),
    # Win or lose: the outcome says it all, a maximum there is.
    ("baobab+expert", "55554", 1, "lost", 24, None, 25, None, None),
    ("baobab+expert", "55554", 3, "struck_out", 24, None, 25, None, None),
    ("baobab+expert", "55555", 1, "perfect", 25, None, 25, None, None),
    ("basic+rainbow+expert", "555550", 0, "lost", 25, None, 30, None, None),
    # Played on after the last round, scored as usual.
    ("rnr+endless", "55554", 1, "finished", 24, 24, 25, 96.0, "excellent"),
]


@pytest.mark.parametrize(
    ("spec", "stacks", "strikes", "outcome", "points", "score", "most", "percent", "band"), GAMES
)
def test_a_game_comes_to(
    spec: str,
    stacks: str,
    strikes: int,
    outcome: str,
    points: int,
    score: int | None,
    most: int,
    percent: float | None,
    band: str | None,
) -> None:
    state = end_state(spec, stacks, strikes=strikes)
    result = evaluate(state, ruleset(spec))
    assert result == Result(outcome, points, score, most, band, "full")
    assert result.percent == percent
    assert not [problem for problem in faults(spec, state) if problem.level == "error"]


def test_an_abandoned_game_is_only_ever_said() -> None:
    state = end_state("basic", "32100", strikes=0, outcome="abandoned")
    assert evaluate(state, ruleset("basic")) == Result(
        "abandoned", 6, 6, 25, "thin_applause", "full"
    )


BARE = [
    # spec, what is known → outcome, points, score, max, percent, band, knowledge
    ("basic", {"total": 18}, None, 18, 18, None, None, None, "total"),
    ("basic", {"total": 0}, None, 0, 0, None, None, None, "total"),
    ("basic", {"total": 25}, None, 25, 25, None, None, None, "total"),
    ("rnr+expert", {"total": 25}, None, 25, 25, None, None, None, "total"),
    ("unknown", {"total": 17}, None, 17, 17, None, None, None, "total"),
    ("unknown", {"outcome": "abandoned"}, "abandoned", None, None, None, None, None, "outcome"),
    (
        "unknown",
        {"total": 17, "outcome": "finished"},
        "finished",
        17,
        17,
        None,
        None,
        None,
        "total",
    ),
    # A number that five suits cannot give is out of nobody knows what.
    ("basic", {"total": 28, "outcome": "finished"}, "finished", 28, 28, None, None, None, "total"),
    # With an outcome, or with strikes, a total is a total of something.
    (
        "basic",
        {"total": 18, "outcome": "finished"},
        "finished",
        18,
        18,
        25,
        72.0,
        "good",
        "total",
    ),
    ("basic", {"total": 18, "strikes": 1}, "finished", 18, 18, 25, 72.0, "good", "total"),
    ("basic", {"total": 25, "strikes": 1}, "perfect", 25, 25, 25, 100.0, "legendary", "total"),
    ("basic", {"total": 18, "strikes": 3}, "struck_out", 18, 0, 25, 0.0, "boos", "total"),
    ("rnr", {"total": 18, "strikes": 3}, "struck_out", 18, None, 25, None, None, "total"),
    # Only won or lost: a missing score is not zero, but some outcomes are a score.
    ("basic", {"outcome": "finished"}, "finished", None, None, 25, None, None, "outcome"),
    ("basic", {"outcome": "perfect"}, "perfect", 25, 25, 25, 100.0, "legendary", "outcome"),
    ("basic", {"outcome": "struck_out"}, "struck_out", None, 0, 25, 0.0, "boos", "outcome"),
    ("rnr", {"outcome": "struck_out"}, "struck_out", None, None, 25, None, None, "outcome"),
    ("basic+expert", {"outcome": "lost"}, "lost", None, None, 25, None, None, "outcome"),
    ("basic", {"strikes": 3}, "struck_out", None, 0, 25, 0.0, "boos", "outcome"),
    ("basic", {"strikes": 1}, None, None, None, None, None, None, "outcome"),
]


@pytest.mark.parametrize(
    ("spec", "known", "outcome", "points", "score", "most", "percent", "band", "knowledge"), BARE
)
def test_a_game_of_which_little_is_known_comes_to(
    spec: str,
    known: dict[str, object],
    outcome: str | None,
    points: int | None,
    score: int | None,
    most: int | None,
    percent: float | None,
    band: str | None,
    knowledge: str,
) -> None:
    result = evaluate(EndState(**known), ruleset(spec))
    assert result == Result(outcome, points, score, most, band, knowledge)
    assert result.percent == percent


def test_stacks_without_strikes_are_known_like_a_total() -> None:
    unfinished = evaluate(end_state("basic", "54432"), ruleset("basic"))
    assert (unfinished.outcome, unfinished.points, unfinished.max_score) == (None, 18, 25)
    assert unfinished.knowledge == "total"
    # A complete show proves itself: nobody can be struck out of it.
    assert evaluate(end_state("basic", "55555"), ruleset("basic")).outcome == "perfect"


@pytest.mark.parametrize(
    ("score", "most", "percent"),
    [
        (18, 25, 72.0),
        (1, 30, 3.3),
        (5, 30, 16.7),
        (1, 80, 1.3),  # 1.25: the half goes up
        (-1, 80, -1.2),  # -1.25: up as well, which is towards zero
        (-5, 30, -16.7),
        (-1, 30, -3.3),
        (0, 30, 0.0),
    ],
)
def test_percent_is_rounded_half_up_below_zero_too(score: int, most: int, percent: float) -> None:
    assert Result("finished", score, score, most, None, "full").percent == percent


@pytest.mark.parametrize(("score", "most"), [(None, 25), (18, None), (None, None), (0, 0)])
def test_percent_needs_a_score_and_a_maximum(score: int | None, most: int | None) -> None:
    assert Result(None, None, score, most, None, "outcome").percent is None
