"""What counts, and that the words about it leave no reason out."""

import pytest

from hanabi_log.stats import counting
from hanabi_log.stats.counting import MODES, Mode, left_out, left_out_counts, value_of, what_counts
from tests.stats.making import game, play, rows


def test_points_on_the_scale_of_25() -> None:
    (eighteen,) = rows([game(1, stacks=(5, 5, 4, 3, 1), strikes=1)])
    assert (eighteen.points, eighteen.y, value_of(eighteen)) == (18, 18, 18)
    (of_thirty,) = rows([game(1, ruleset="basic+rainbow", stacks=(4, 4, 4, 4, 4, 4), strikes=0)])
    assert (of_thirty.points, of_thirty.max_score, of_thirty.y) == (24, 30, 20)


def test_black_powder_can_cost_more_than_is_on_the_table() -> None:
    (play,) = rows([game(1, ruleset="basic+black", stacks=(1, 0, 0, 0, 0, 1), strikes=0)])
    assert play.points == -3
    assert value_of(play) == -3
    assert play.stacks[-1] == ("K", 1, 5)


@pytest.mark.parametrize(
    ("facts", "values"),
    [
        ({"stacks": (5, 4, 4, 3, 2), "strikes": 1}, (18, 18, 18)),
        ({"stacks": (5, 4, 4, 3, 2), "strikes": 3}, (18, 0, None)),
        ({"stacks": (5, 4, 4, 3, 2), "strikes": 3, "ruleset": "rnr"}, (18, None, None)),
        ({"stacks": (5, 4, 4, 3, 2), "strikes": 1, "excluded": "a card fell"}, (None,) * 3),
        ({"stacks": (5, 4, 4, 3, 2), "outcome": "abandoned"}, (None,) * 3),
        ({"stacks": (5, 4, 4, 3, 2), "strikes": 1, "ruleset": "basic+expert"}, (None,) * 3),
        ({"stacks": (5, 4, 4, 3, 2)}, (18, 18, 18)),
        ({"total": 17}, (None,) * 3),
        ({"total": 17, "ruleset": "unknown"}, (None,) * 3),
        ({"total": 0}, (None,) * 3),
        ({"stacks": (0, 0, 0, 0, 0)}, (None,) * 3),
        ({"stacks": (0, 0, 0, 0, 0), "strikes": 0}, (0, 0, 0)),
        ({"total": 17, "outcome": "finished"}, (17, 17, 17)),
        ({"outcome": "struck_out"}, (None, 0, None)),
        ({"outcome": "perfect"}, (25, 25, 25)),
    ],
)
def test_what_enters_a_mean(facts: dict[str, object], values: tuple[float | None, ...]) -> None:
    (row,) = rows([game(1, **facts)])
    assert tuple(value_of(row, mode) for mode in MODES) == values


def test_a_struck_out_outcome_alone_has_its_score() -> None:
    """Nothing is known of the table, yet the ruleset says what the game scores."""
    (row,) = rows([game(1, outcome="struck_out")])
    assert left_out(row) == "no_number"
    assert left_out(row, "official") is None


def test_outcomes_enter_rates_by_kind_of_rules() -> None:
    won, scored, unsaid = rows(
        [
            game(1, ruleset="basic+expert", stacks=(5, 5, 5, 5, 5), strikes=0),
            game(2, outcome="struck_out"),
            game(3, total=12),
        ]
    )
    assert counting.tells_win(won)
    assert not counting.tells_outcome(won)
    assert counting.tells_outcome(scored)
    assert not counting.tells_win(scored)
    assert not counting.tells_outcome(unsaid)


def test_colours_need_stacks_and_strikes() -> None:
    full, unsure = rows(
        [game(1, stacks=(5, 4, 4, 3, 2), strikes=1), game(2, stacks=(5, 4, 4, 3, 2))]
    )
    assert counting.tells_colours(full)
    assert not counting.tells_colours(unsure)


@pytest.mark.parametrize("mode", MODES)
def test_every_reason_has_its_sentence(mode: Mode) -> None:
    """What keeps a game out is among the words that are printed."""
    awkward = [
        play(counted=False),
        play(win_or_lose=True),
        play(None),
        play(0, outcome=None),
        play(max_score=None),
        play(score=None),
        play(outcome="struck_out"),
        play(),
    ]
    kept_out = [row for row in awkward if left_out(row, mode) is not None]
    told = left_out_counts(awkward, mode)
    assert sum(number for _text, number in told) == len(kept_out)
    assert {text for text, _number in told} <= set(what_counts(mode))


def test_words_differ_by_mode() -> None:
    assert len({what_counts(mode)[0] for mode in MODES}) == 3
    assert all(text.endswith(".") for mode in MODES for text in what_counts(mode))
