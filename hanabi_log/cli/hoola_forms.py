"""What people say about a round, by flags or answers, as the facts that the rules read.

A hand is typed as cards (`7S 8H`), or as its sum and its sevens (`23/2`). The slash tells
the two apart, since a lone 7 is a card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from hanabi_log.cli.output import tell, tell_problems
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola.cards import parse_cards
from hanabi_log.games.hoola.rounds import ENDS
from hanabi_log.games.hoola.words import fill
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _
from hanabi_log.logbook.hoola import label_of, outcome_of
from hanabi_log.names import split_names

CLEAR = "-"
"""What takes a name back when a round is corrected."""
_EMPTY = ("out", "hoola")
_IMPLIED = ("out", "hoola", "low", "high", "stop", "chongtong")

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """The flags of a round, as they were typed."""

    end: str | None = None
    by: str | None = None
    hands: tuple[str, ...] = ()
    unlaid: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    thanked: str | None = None
    winner: str | None = None
    void: bool = False


def round_facts(record: HoolaMatch, said: Said) -> Facts:
    """The facts of a new round. Raises InvalidInput for names and hands that cannot be read."""
    problems: list[Problem] = []
    hands = _hands(record, said, problems)
    unlaid = _labels(record, said.unlaid, "unlaid", problems)
    laid = _labels(record, said.laid, "laid", problems)
    ender = label_of(record, said.by) if said.by else None
    facts: dict[str, Facts] = {}
    for player in record.match.players:
        if player not in hands and not (player == ender and said.end in _EMPTY):
            continue
        unsaid = None if player == ender and player not in laid else True
        facts[player] = {**hands.get(player, {}), "laid": False if player in unlaid else unsaid}
    _refuse(problems)
    return {
        "end": said.end,
        "by": said.by,
        "hands": facts,
        "thanked_from": said.thanked,
        "winner": said.winner,
        "void": said.void,
    }


def changed_facts(record: HoolaMatch, facts: Mapping[str, Any], said: Said) -> Facts:
    """The facts of a round with what was said put in the place of what was there.

    Another end drops what only the old one had: who ended it by way of the pile, a thanked
    discard, and what the table decided.
    """
    problems: list[Problem] = []
    if said == Said():
        problems.append(Problem(_("say a field, such as {example}").format(example="--by Jun"), ""))
    hands = {player: dict(hand) for player, hand in facts["hands"].items()}
    for player, hand in _hands(record, said, problems).items():
        hands[player] = {**hand, "laid": hands[player]["laid"]}
    for flag, names, value in (("unlaid", said.unlaid, False), ("laid", said.laid, True)):
        for player in _labels(record, names, flag, problems):
            hands[player]["laid"] = value
    _refuse(problems)
    end = said.end or facts["end"]
    named = {
        "by": None if end == "deck" else _renamed(said.by, facts["by"]),
        "thanked_from": _renamed(said.thanked, facts["thanked_from"] if end == "hoola" else None),
    }
    same = (end, said.by, said.hands, said.unlaid, said.laid) == (facts["end"], None, (), (), ())
    decided = said.winner is not None or said.void or not same
    return {
        **facts,
        **named,
        "end": end,
        "hands": hands,
        "winner": _renamed(said.winner, None if decided else facts["winner"]),
        "void": said.void or (facts["void"] and not decided),
    }


def typed_hand(player: str, typed: str) -> tuple[Facts, list[Problem]]:
    """A hand as somebody typed it, and what is wrong with it."""
    if match := re.fullmatch(r"\s*(\d{1,3})\s*/\s*(\d{1,2})\s*", typed):
        return {"sum": int(match[1]), "sevens": int(match[2])}, []
    if re.fullmatch(r"\s*(1|1[1-9]|[2-9]\d|\d{3,})\s*", typed):
        return {}, [Problem(fill("bare_sum", player=player, typed=typed.strip()), "hands")]
    _cards, problems = parse_cards(typed, player)
    return {"cards": typed}, problems


def ask_round(record: HoolaMatch, said: Said) -> Facts:
    """The facts of a round, each asked of a person at the terminal.

    The payments are shown before anything is stored; until they are right the round can be
    answered again.
    """
    while True:
        facts = _ask(record, said)
        try:
            outcome = outcome_of(record, facts)
        except InvalidInput as error:
            tell_problems(error.problems)
            decided = _decide(record, facts, error)
            if decided is None:
                continue
            facts = decided
            outcome = outcome_of(record, facts)
        for line in outcome.why:
            tell(f"  {line}")
        paid = [f"{name} {points:+d}" for name, points in outcome.payments.items()]
        tell("  " + ", ".join(paid))
        if click.confirm(_("Is that right?"), default=True, err=True):
            return facts


def _ask(record: HoolaMatch, said: Said) -> Facts:
    tell(" · ".join(f"{end}: {fill(f'end_{end}')}" for end in ENDS))
    end = click.prompt(_("How did it end"), type=click.Choice(ENDS), default=said.end, err=True)
    players = record.match.players
    by = None if end == "deck" else _ask_name(record, _("Who ended it"), said.by)
    thanked = None
    if end == "hoola" and click.confirm(
        _("Was it completed with a thanked discard?"), default=False, err=True
    ):
        thanked = _ask_name(record, _("Whose discard"), said.thanked)
    hands: dict[str, Facts] = {}
    for player in players:
        ends = player == by
        hand = {} if ends and end in _EMPTY else _ask_hand(player)
        laid = None
        if not (ends and end in _IMPLIED):
            question = _("Did {player} ever lay down cards?").format(player=player)
            laid = click.confirm(question, default=True, err=True)
        hands[player] = {**hand, "laid": laid}
    return {"end": end, "by": by, "thanked_from": thanked, "hands": hands}


def _ask_name(record: HoolaMatch, question: str, proposal: str | None) -> str:
    while True:
        typed = click.prompt(question, default=proposal, err=True)
        if (label := label_of(record, typed)) is not None:
            return label
        players = ", ".join(record.match.players)
        tell("  × " + _("There are {players}").format(players=players))


def _ask_hand(player: str) -> Facts:
    question = _("Hand of {player}: cards, or sum/sevens").format(player=player)
    while True:
        hand, problems = typed_hand(player, click.prompt(question, err=True))
        if not problems:
            return hand
        tell_problems(problems)


def _decide(record: HoolaMatch, facts: Facts, error: InvalidInput) -> Facts | None:
    """What the table decides where the rules do not; None when the round is to be mended."""
    if [problem.field for problem in error.problems] != ["winner"]:
        return None
    typed = click.prompt(
        _("Who wins; {clear} if nobody pays").format(clear=CLEAR), err=True
    ).strip()
    decided = {"void": True} if typed == CLEAR else {"winner": label_of(record, typed) or typed}
    try:
        outcome_of(record, {**facts, **decided})
    except InvalidInput as again:
        tell_problems(again.problems)
        return None
    return {**facts, **decided}


def _hands(record: HoolaMatch, said: Said, problems: list[Problem]) -> dict[str, Facts]:
    hands: dict[str, Facts] = {}
    for typed in said.hands:
        name, equals, hand = typed.partition("=")
        label = label_of(record, name)
        if not equals or label is None:
            players = ", ".join(record.match.players)
            message = _("{found} is not NAME=HAND with one of {players}")
            problems.append(Problem(message.format(found=repr(typed), players=players), "hand"))
            continue
        if label in hands:
            message = _("{player}: the hand is given twice").format(player=label)
            problems.append(Problem(message, "hand"))
        hands[label], faults = typed_hand(label, hand)
        problems += faults
    return hands


def _labels(
    record: HoolaMatch, said: tuple[str, ...], field: str, problems: list[Problem]
) -> set[str]:
    labels = set()
    for name in filter(None, split_names(",".join(said))):
        label = label_of(record, name)
        if label is None:
            players = ", ".join(record.match.players)
            message = _("{name} is not in this match; there are {players}")
            problems.append(Problem(message.format(name=name, players=players), field))
        else:
            labels.add(label)
    return labels


def _renamed(said: str | None, before: str | None) -> str | None:
    return before if said is None else None if said == CLEAR else said


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise InvalidInput(_("This round cannot be read"), problems)
