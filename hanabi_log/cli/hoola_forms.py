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

from hanabi_log.cli.hoola_shown import signed
from hanabi_log.cli.output import tell, tell_problems
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola.cards import parse_cards
from hanabi_log.games.hoola.rounds import ENDS
from hanabi_log.games.hoola.words import fill
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _
from hanabi_log.logbook.hoola_rounds import label_of, outcome_of, with_labels
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
    _both_ways(laid & unlaid, problems)
    hands_said: dict[str, Facts] = {}
    for player in record.match.players:
        if player not in hands and not (player == ender and said.end in _EMPTY):
            continue
        unsaid = None if player == ender and player not in laid else True
        known = hands.get(player, {})
        hands_said[player] = {**known, "laid": False if player in unlaid else unsaid}
    facts = {
        "end": said.end,
        "by": said.by,
        "hands": hands_said,
        "thanked_from": said.thanked,
        "winner": said.winner,
        "void": said.void,
    }
    _refuse_all(record, facts, problems)
    return facts


def changed_facts(record: HoolaMatch, facts: Mapping[str, Any], said: Said) -> Facts:
    """The facts of a round with what was said put in the place of what was there.

    Another end drops what only the old one had: who ended it by way of the pile, a thanked
    discard, and what the table decided. Whoever goes out now holds nothing any more, and of
    whoever went out before the hand is missing until it is said.
    """
    problems: list[Problem] = []
    if said == Said():
        problems.append(Problem(_("say a field, such as {example}").format(example="--by Jun"), ""))
    hands = {player: dict(hand) for player, hand in facts["hands"].items()}
    typed = _hands(record, said, problems)
    for player, hand in typed.items():
        hands[player] = {**hand, "laid": hands[player]["laid"]}
    laid = _labels(record, said.laid, "laid", problems)
    unlaid = _labels(record, said.unlaid, "unlaid", problems)
    _both_ways(laid & unlaid, problems)
    for player in laid | unlaid:
        hands[player]["laid"] = player in laid
    end = said.end or facts["end"]
    named = {
        "by": None if end == "deck" else _renamed(said.by, facts["by"]),
        "thanked_from": _renamed(said.thanked, facts["thanked_from"] if end == "hoola" else None),
    }
    same = (end, said.by, said.hands, said.unlaid, said.laid) == (facts["end"], None, (), (), ())
    decided = said.winner is not None or said.void or not same
    ender = label_of(record, named["by"]) if named["by"] else None
    left = ender if end in _EMPTY else None
    before = facts["by"] if facts["end"] in _EMPTY else None
    if left is not None and left not in typed and (left, end) != (before, facts["end"]):
        # Going out is laying down; a hoola is going out without ever having done so.
        hands[left] = {"laid": left in laid if left in laid | unlaid else None}
    if before is not None and before != left and before not in typed:
        del hands[before]
    changed = {
        **facts,
        **named,
        "end": end,
        "hands": hands,
        "winner": _renamed(said.winner, None if decided else facts["winner"]),
        "void": said.void or (facts["void"] and not decided),
    }
    _refuse_all(record, changed, problems)
    return changed


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
    answered again, with the answers so far proposed.
    """
    given = _given(said)
    while True:
        facts = _ask(record, given)
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
        paid = [f"{name} {signed(points)}" for name, points in outcome.payments.items()]
        tell("  " + ", ".join(paid))
        if click.confirm(_("Is that right?"), default=True, err=True):
            return facts


def _given(said: Said) -> dict[str, Any]:
    """The answers that flags have given; `_ask` adds those of the person to them."""
    return {"end": said.end, "by": said.by, "thanked": said.thanked}


def _ask(record: HoolaMatch, given: dict[str, Any]) -> Facts:
    tell(" · ".join(f"{end}: {fill(f'end_{end}')}" for end in ENDS))
    end = click.prompt(_("How did it end"), type=click.Choice(ENDS), default=given["end"], err=True)
    given["end"] = end
    players = record.match.players
    by = None if end == "deck" else _ask_name(record, _("Who ended it"), given["by"])
    given["by"] = by or given["by"]
    thanked = None
    if end == "hoola" and click.confirm(
        _("Was it completed with a thanked discard?"),
        default=given["thanked"] is not None,
        err=True,
    ):
        thanked = _ask_name(record, _("Whose discard"), given["thanked"])
    given["thanked"] = thanked
    hands: dict[str, Facts] = {}
    for player in players:
        ends = player == by
        hand = {} if ends and end in _EMPTY else _ask_hand(player, given)
        laid = None
        if not (ends and end in _IMPLIED):
            question = _("Did {player} ever lay down cards?").format(player=player)
            laid = click.confirm(question, default=given.get(f"laid {player}", True), err=True)
            given[f"laid {player}"] = laid
        hands[player] = {**hand, "laid": laid}
    return {"end": end, "by": by, "thanked_from": thanked, "hands": hands}


def _ask_name(record: HoolaMatch, question: str, proposal: str | None) -> str:
    while True:
        typed = click.prompt(question, default=proposal, err=True)
        if (label := label_of(record, typed)) is not None:
            return label
        players = ", ".join(record.match.players)
        tell("  × " + _("There are {players}").format(players=players))


def _ask_hand(player: str, given: dict[str, Any]) -> Facts:
    question = _("Hand of {player}: cards, or sum/sevens").format(player=player)
    while True:
        typed = click.prompt(question, default=given.get(f"hand {player}"), err=True)
        hand, problems = typed_hand(player, typed)
        if not problems:
            given[f"hand {player}"] = typed
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


def _both_ways(players: set[str], problems: list[Problem]) -> None:
    for player in sorted(players):
        message = _("{player}: laid down, or never; not both").format(player=player)
        problems.append(Problem(message, "laid"))


def _refuse_all(record: HoolaMatch, facts: Facts, problems: list[Problem]) -> None:
    """Refuse what cannot be read, together with the names and hands that are missing."""
    if problems:
        problems += with_labels(record, facts)[1]
        raise InvalidInput(_("This round cannot be read"), problems)
