"""What people type for stacks and cards.

Two styles, never mixed: digits in the order of the suits (`54432`, `5 4 4 3 2`), or each
suit by letter or word (`R5 Y4`, `r5y4g4b3w2`, `red=5`, `빨강5`), where a suit left out has
no card. Nothing is guessed; every fault is reported with its place in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hanabi_log.errors import Problem
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS, Suit, folded
from hanabi_log.i18n import _
from hanabi_log.names import look_alikes

_PIECE = re.compile(r"(?P<word>[^\W\d_]+)\s*[=:]?\s*(?P<number>\d+)|(?P<stray>[^\s,;]+)")
_LONGEST = 2
"""Digits of a number: enough to say that a 6 or a 12 is too high, and to quote it whole."""


class _Piece(NamedTuple):
    suit: Suit
    number: int
    column: int
    spelled: str


def parse_stacks(
    typed: str | Sequence[str], ruleset: Ruleset
) -> tuple[dict[str, int], list[Problem]]:
    """The last card of each suit, in the ruleset's order, and what is wrong with the text.

    The stacks are complete (a suit that could not be read is 0) and are to be used only
    when there is no problem. Whether a stack can be that high is for `checks` to say.
    """
    text = _tidy(typed)
    if not ruleset.known:
        return {}, [_fault(no_suits(ruleset), text, 0)]
    if not text:
        return {}, [_fault(_("No stacks given; {help}").format(help=_how(ruleset)), text, 0)]
    if re.fullmatch(r"[\d\s,;]+", text):
        return _parse_digits(text, ruleset)
    pieces, problems = _pieces(text, ruleset)
    stacks = {suit.code: 0 for suit in ruleset.suits}
    seen: dict[str, str] = {}
    for piece in pieces:
        code = piece.suit.code
        if code in seen:
            message = _twice(piece.suit, seen[code], piece.spelled)
            problems.append(_fault(message, text, piece.column))
        seen.setdefault(code, piece.spelled)
        stacks[code] = piece.number
    return stacks, sorted(problems, key=lambda problem: problem.column or 0)


def stacks_from_mapping(
    given: Mapping[str, object], ruleset: Ruleset
) -> tuple[dict[str, int], list[Problem]]:
    """The same for a table of suit to last card, as files have it; all suits are needed."""
    if not ruleset.known:
        return {}, [Problem(no_suits(ruleset), "stacks")]
    messages, surplus = [], []
    spelled: dict[str, str] = {}
    for key, value in given.items():
        suit = ruleset.suits_by_word.get(folded(key))
        if suit is None:
            surplus.append(key)
        elif value is not None and suit.code in spelled:
            messages.append(_twice(suit, spelled[suit.code], key))
        elif value is not None:
            spelled[suit.code] = key
    if surplus:
        messages.append(_no_suit(", ".join(surplus), ruleset))
    if missing := [suit.short for suit in ruleset.suits if suit.code not in spelled]:
        messages.append(
            _("No stack given for {codes}; {spec} has {suits}").format(
                codes=", ".join(missing), spec=ruleset.spec, suits=_codes(ruleset)
            )
        )
    stacks = {}
    for suit in ruleset.suits:
        value = given[spelled[suit.code]] if suit.code in spelled else 0
        if isinstance(value, bool) or not isinstance(value, int):
            messages.append(
                _("{suit} is {found}; allowed: a whole number from 0 to {most}").format(
                    suit=suit.label, found=repr(value), most=RANKS
                )
            )
            value = 0
        stacks[suit.code] = value
    return stacks, [Problem(message, "stacks") for message in messages]


def parse_cards(
    typed: str | Sequence[str], ruleset: Ruleset
) -> tuple[tuple[str, ...], list[Problem]]:
    """Discarded cards such as `R1 R1 Y5`, spelled by code and rank, and what is wrong."""
    text = _tidy(typed)
    if not ruleset.known:
        return (), [_fault(no_suits(ruleset), text, 0, "discards")]
    pieces, problems = _pieces(text, ruleset, "discards")
    for piece in pieces:
        if not 1 <= piece.number <= RANKS:
            message = _("There is no card {card}; cards go from 1 to {most}").format(
                card=piece.spelled, most=RANKS
            )
            problems.append(_fault(message, text, piece.column, "discards"))
    cards = tuple(f"{piece.suit.code}{piece.number}" for piece in pieces)
    return cards, sorted(problems, key=lambda problem: problem.column or 0)


def no_suits(ruleset: Ruleset) -> str:
    """Why nothing can be read card by card under a ruleset that is not known."""
    return _("The ruleset {spec} has no suits: give a total instead").format(spec=ruleset.spec)


def _tidy(typed: str | Sequence[str]) -> str:
    text = typed if isinstance(typed, str) else " ".join(typed)
    return unicodedata.normalize("NFKC", text).strip()


def _parse_digits(text: str, ruleset: Ruleset) -> tuple[dict[str, int], list[Problem]]:
    groups = list(re.finditer(r"\d+", text))
    stacks = {suit.code: 0 for suit in ruleset.suits}
    if len(groups) == 1 and len(stacks) > 1:
        digits = list(groups[0][0])
    else:
        digits = [group[0] for group in groups]
        if long := [group for group in groups if len(group[0]) > _LONGEST]:
            return stacks, [_fault(_no_card(group[0]), text, group.start()) for group in long]
    if len(digits) != len(stacks):
        message = _("Stacks given: {found}; {help}").format(found=len(digits), help=_how(ruleset))
        return stacks, [_fault(message, text, 0)]
    return dict(zip(stacks, map(int, digits), strict=True)), []


def _pieces(
    text: str, ruleset: Ruleset, field: str = "stacks"
) -> tuple[list[_Piece], list[Problem]]:
    by_word = ruleset.suits_by_word
    pieces, problems = [], []
    for match in _PIECE.finditer(text):
        word, number, spelled = match["word"], match["number"], match[0]
        if match["stray"]:
            message = _("{found} is not a suit with a number, such as {example}").format(
                found=spelled, example=f"{ruleset.suits[0].short}5"
            )
        elif word.lower() not in by_word:
            message = _no_suit(word, ruleset)
        elif len(number) > _LONGEST:
            message = _no_card(spelled)
        else:
            pieces.append(_Piece(by_word[word.lower()], int(number), match.start(), spelled))
            continue
        problems.append(_fault(message, text, match.start(), field))
    return pieces, problems


def _twice(suit: Suit, first: str, second: str) -> str:
    return _("{suit} comes twice, as {first} and {second}").format(
        suit=suit.label, first=first, second=second
    )


def _no_suit(found: str, ruleset: Ruleset) -> str:
    if near := look_alikes(found, ruleset.suits_by_word, short=True):
        return _("{spec} has no suit {found}; is it {near}? It has {suits}").format(
            spec=ruleset.spec, found=found, near=near[0], suits=_codes(ruleset)
        )
    return _("{spec} has no suit {found}; it has {suits}").format(
        spec=ruleset.spec, found=found, suits=_codes(ruleset)
    )


def _no_card(found: str) -> str:
    return _("{found} is no card; cards go from 1 to {most}").format(found=found, most=RANKS)


def _how(ruleset: Ruleset) -> str:
    return _("{spec} has {count}: {suits}; or name each suit, such as {example}").format(
        spec=ruleset.spec,
        count=len(ruleset.suits),
        suits=_codes(ruleset),
        example=" ".join(f"{suit.short}5" for suit in ruleset.suits[:2]),
    )


def _codes(ruleset: Ruleset) -> str:
    return " ".join(suit.short for suit in ruleset.suits)


def _fault(message: str, text: str, column: int, field: str = "stacks") -> Problem:
    return Problem(message, field, text=text, column=column)
