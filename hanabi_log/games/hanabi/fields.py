"""What a table of a ruleset file may hold: each key, what it means and what fits.

The same list checks a house file, explains itself in error messages and writes the
comments of a new house file, so that the three cannot drift apart.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hanabi_log.games.hanabi.suits import MOST_SUITS, RANKS
from hanabi_log.i18n import _


class Field(NamedTuple):
    """A key of a table: what it is about, what it allows (both in words), what fits."""

    about: Callable[[], str]
    allowed: Callable[[], str]
    fits: Callable[[Any], bool]


def shown(value: Any) -> str:
    """A value the way a TOML file spells it, near enough to be recognised."""
    if isinstance(value, Mapping):
        held = ", ".join(f"{key} = {shown(held)}" for key, held in value.items())
        return f"{{ {held} }}" if held else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _whole(about: Callable[[], str], low: int, high: int) -> Field:
    return Field(
        about,
        lambda: _("a whole number from {low} to {high}").format(low=low, high=high),
        lambda value: _is_whole(value, low, high),
    )


def _choice(about: Callable[[], str], *words: str) -> Field:
    return Field(about, lambda: ", ".join(words), lambda value: value in words)


def _flag(about: Callable[[], str]) -> Field:
    return Field(about, lambda: "true, false", lambda value: isinstance(value, bool))


def _is_hand_sizes(value: Any) -> bool:
    # "02" beside "2" would be one number of players with two hand sizes.
    counts = [str(count) for count in range(1, 11)]
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(count in counts and _is_whole(size, 1, 10) for count, size in value.items())
    )


def _is_title(value: Any) -> bool:
    if isinstance(value, Mapping):
        return (
            bool(value)
            and set(value) <= {"en", "ko"}
            and all(isinstance(text, str) and text.strip() for text in value.values())
        )
    return isinstance(value, str) and bool(value.strip())


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and unicodedata.normalize("NFC", value).strip().isalpha()


FIELDS: dict[str, Field] = {
    "title": Field(
        lambda: _("The name that people see."),
        lambda: _("a text, or one each for en and ko"),
        _is_title,
    ),
    "strikes": _whole(lambda: _("The mistake that ends the game."), 1, 20),
    "hints": _whole(lambda: _("Hint tokens."), 0, 50),
    "empty_hints": _flag(lambda: _("Whether a hint may touch no card at all.")),
    "five_returns_hint": _flag(lambda: _("Whether completing a firework returns a hint token.")),
    "last_round": _flag(
        lambda: _("Whether everybody has one more turn, and no more, when the deck is empty.")
    ),
    "early_stop": _flag(lambda: _("Whether the game stops as soon as nothing more can be scored.")),
    "repairs": _flag(lambda: _("Whether mistakes and discards can be taken back.")),
    "win_or_lose": _flag(lambda: _("Whether only a complete show wins, without a score.")),
    "lost_card": _flag(
        lambda: _("Whether a win-or-lose game is lost at once when a needed card is gone.")
    ),
    "hand_sizes": Field(
        lambda: _("Cards in each hand by number of players; other numbers cannot play."),
        lambda: _(
            "cards in hand, 1 to 10, by number of players, 1 to 10, such as {example}"
        ).format(example="{ 2 = 5, 3 = 5, 4 = 4 }"),
        _is_hand_sizes,
    ),
    "struck_out": Field(
        lambda: _("What a struck-out game scores: nothing at all, zero, its points, a number."),
        lambda: _("none, zero, keep, or a whole number from {low} to {high}").format(
            low=-100, high=100
        ),
        lambda value: value in ("zero", "none", "keep") or _is_whole(value, -100, 100),
    ),
    "floor": _whole(lambda: _("The least score that points can give."), -100, 0),
    "scale": _choice(
        lambda: _("How the rating bands go on where the maximum is not 25."),
        "scaled",
        "extended",
        "printed",
    ),
}
"""The keys of a ruleset, an edition's as well as a module's."""

SUITS = Field(
    lambda: _("The suits in the order in which they are typed; a list replaces all of them."),
    lambda: _("a list of 1 to {most} suits").format(most=MOST_SUITS),
    lambda value: (
        isinstance(value, list)
        and 1 <= len(value) <= MOST_SUITS
        and all(isinstance(row, Mapping) for row in value)
    ),
)

SUIT_FIELDS: dict[str, Field] = {
    "code": Field(
        lambda: _("The letter of the suit."),
        lambda: _("one capital letter A to Z"),
        lambda value: isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z",
    ),
    "name": Field(
        lambda: _("What people call it."),
        lambda: _("one word of letters"),
        _is_word,
    ),
    "direction": _choice(lambda: _("Laid from 1 up or from 5 down."), "up", "down"),
    "copies": Field(
        lambda: _("How many cards of the ranks 1, 2, 3, 4, 5."),
        lambda: _("{ranks} whole numbers from {low} to {high}, for the ranks 1 to 5").format(
            ranks=RANKS, low=1, high=20
        ),
        lambda value: (
            isinstance(value, list)
            and len(value) == RANKS
            and all(_is_whole(count, 1, 20) for count in value)
        ),
    ),
    "points": _choice(
        lambda: _("Whether cards laid give a point each, or cards missing take one."),
        "laid",
        "missing",
    ),
    "touch": _choice(
        lambda: _("Which hints touch it: its colour, every colour, only numbers, no hint."),
        "named",
        "every",
        "numbers",
        "none",
    ),
    "words": Field(
        lambda: _("Other words for it when stacks are typed."),
        lambda: _("a list of words of letters"),
        lambda value: isinstance(value, list) and all(map(_is_word, value)),
    ),
}
"""The keys of a suit."""
