"""A stack is read by its last card, which in black powder is the lowest."""

import pytest

from hanabi_log.games.hanabi.suits import Suit

RED = Suit("R", "red")
POWDER = Suit("K", "black", direction="down", copies=(1, 2, 2, 2, 3), points="missing")
ORDINARY_BLACK = Suit("K", "black")


@pytest.mark.parametrize(
    ("suit", "last", "laid", "points"),
    [
        (RED, 0, 0, 0),
        (RED, 1, 1, 1),
        (RED, 4, 4, 4),
        (RED, 5, 5, 5),
        (POWDER, 0, 0, -5),
        (POWDER, 5, 1, -4),
        (POWDER, 4, 2, -3),
        (POWDER, 3, 3, -2),
        (POWDER, 2, 4, -1),
        (POWDER, 1, 5, 0),
        (ORDINARY_BLACK, 5, 5, 5),
        (ORDINARY_BLACK, 1, 1, 1),
    ],
)
def test_the_last_card_says_how_many_lie_there(
    suit: Suit, last: int, laid: int, points: int
) -> None:
    assert suit.cards_laid(last) == laid
    assert suit.points_of(last) == points
    assert suit.last_card(laid) == last


def test_direction_and_points_are_two_things() -> None:
    falling = Suit("B", "blue", direction="down")
    assert [falling.points_of(last) for last in (0, 5, 1)] == [0, 1, 5]
    assert falling.max_points == 5
    assert POWDER.max_points == 0


def test_cards_are_laid_in_the_order_of_the_ranks() -> None:
    assert RED.ranks == (1, 2, 3, 4, 5)
    assert POWDER.ranks == (5, 4, 3, 2, 1)


def test_a_suit_is_called_by_its_letter_its_name_and_words_beside() -> None:
    house = Suit("T", "turquoise", words=("teal",))
    assert house.spellings == ("t", "turquoise", "teal")
    assert house.label == "turquoise"
    assert {"r", "red", "빨강", "빨간", "적"} <= set(RED.spellings)
    shouted = Suit("R", "RED")
    assert (shouted.label, set(shouted.spellings)) == ("Red", set(RED.spellings))
