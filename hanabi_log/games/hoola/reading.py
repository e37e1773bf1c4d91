"""A round as a JSON object has it, read into a value with all that is wrong at once.

The same keys serve `hoola score`, the flags of `hoola round`, files and the audit trail.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hanabi_log.errors import Problem
from hanabi_log.games.hoola.cards import Card, parse_cards
from hanabi_log.games.hoola.checks import check_deck
from hanabi_log.games.hoola.hands import Hand, hand_of
from hanabi_log.games.hoola.rounds import ENDS, THRESHOLD_SETS, Round
from hanabi_log.games.hoola.words import fill
from hanabi_log.i18n import _
from hanabi_log.names import key_of, tidy

KEYS = ("end", "by", "thresholds", "hands", "thanked_from", "winner", "void")
_NAMES = ("by", "thanked_from", "winner")
HAND_KEYS = ("cards", "sum", "sevens", "laid")
_LONGEST = 60
_MOST_SUM = 200
_MOST_SEVENS = 52
_IMPLIED = {"out": True, "stop": True, "hoola": False, "low": False, "high": False}
"""Whether whoever ends a round must have laid down; it need not be said then."""


def read_round(found: Mapping[str, Any]) -> tuple[Round | None, list[Problem]]:
    """The round of an object, or None and its problems. Keys that are missing are null;
    `thresholds` is basic then. Names are kept tidy and matched without case. Whether the round
    can be true is for `checks` to say, but for cards that no deck has beside other problems."""
    problems: list[Problem] = []
    end = _choice(found, "end", ENDS, problems)
    thresholds = _choice(
        {"thresholds": "basic", **_said(found)}, "thresholds", THRESHOLD_SETS, problems
    )
    players = _players(found.get("hands"))
    names = {key: _name(found, key, players, problems) for key in _NAMES}
    void = found.get("void")
    if not (void is None or isinstance(void, bool)):
        problems.append(_unfit("void", void, _("true or false")))
    for key in found:
        if key not in KEYS:
            problems.append(Problem(_unknown_key(KEYS), str(key)))
    hands = _hands(found.get("hands"), players, end, names["by"], problems)
    if problems:
        told = {problem.message for problem in problems}
        more = (fault.problem for fault in check_deck(hands))
        return None, problems + [problem for problem in more if problem.message not in told]
    return (
        Round(
            end=next(one for one in ENDS if one == end),
            hands=hands,
            thresholds=next(one for one in THRESHOLD_SETS if one == thresholds),
            void=bool(void),
            **names,
        ),
        [],
    )


def parse_line(line: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The object of a line of JSON. A name that comes twice in it is a fault, since JSON would
    silently keep the last one."""
    twice: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _value in found]
        twice.extend(key for key in dict.fromkeys(keys) if keys.count(key) > 1)
        return dict(found)

    try:
        value = json.loads(line, object_pairs_hook=pairs)
        # Half of a surrogate pair can be written in JSON, and then neither stored nor shown.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        return None, [Problem(_("This is not JSON ({reason})").format(reason=error))]
    if twice:
        return None, [Problem(_("{key} comes twice").format(key=key), key) for key in twice]
    if not isinstance(value, dict):
        message = _("A line is an object with keys: {example}").format(example='{"end": …}')
        return None, [Problem(message)]
    return value, []


def facts_of(played: Round) -> dict[str, Any]:
    """The round under the keys that `read_round` reads."""
    return {
        "end": played.end,
        "by": played.by,
        "thresholds": played.thresholds,
        "hands": {hand.player: hand_facts(hand) for hand in played.hands},
        "thanked_from": played.thanked_from,
        "winner": played.winner,
        "void": played.void,
    }


def shown_value(found: object) -> str:
    """A value of a file as the file spells it, cut where it is long."""
    try:
        return json.dumps(found, ensure_ascii=False)[:_LONGEST]
    except RecursionError:
        return "…"


def hand_facts(hand: Hand) -> dict[str, Any]:
    """A hand under its keys; `cards` is null where they are not known."""
    return {
        "cards": hand.spelled,
        "sum": hand.total,
        "sevens": hand.sevens,
        "laid": hand.laid,
    }


def _players(found: Any) -> dict[str, str]:
    """The names of those who hold hands, tidy, by what they are matched by."""
    names = [tidy(str(name)) for name in found] if isinstance(found, Mapping) else []
    return {key_of(name): name for name in reversed(names)}


def _hands(
    found: Any,
    players: Mapping[str, str],
    end: str | None,
    by: str | None,
    problems: list[Problem],
) -> tuple[Hand, ...]:
    if not isinstance(found, Mapping):
        problems.append(_unfit("hands", found, _("an object of player and hand")))
        return ()
    hands = []
    if "" in players:
        problems.append(Problem(_("A name is empty"), "hands"))
    counts = Counter(key_of(str(name)) for name in found)
    for key in players:
        if key and counts[key] > 1:
            problems.append(Problem(_("{key} comes twice").format(key=players[key]), "hands"))
    for name, facts in found.items():
        player = tidy(str(name))
        if isinstance(facts, Mapping):
            ends = by is not None and key_of(player) == key_of(by)
            hands.append(_hand(player, facts, end, ends, problems))
        else:
            problems.append(_unfit("hands", facts, _("an object with cards, or sum and sevens")))
    return tuple(hands)


def _hand(
    player: str, facts: Mapping[str, Any], end: str | None, ends: bool, problems: list[Problem]
) -> Hand:
    for key in facts:
        if key not in HAND_KEYS:
            problems.append(Problem(_unknown_key(HAND_KEYS), f"hands.{player}.{key}"))
    laid = facts.get("laid")
    # What an end implies cannot be told where the end is no end.
    unclear = ends and end is None
    if laid is None and ends and end != "deck":
        # A chongtong is worth the same either way.
        laid = _IMPLIED.get(end or "", False)
    if not isinstance(laid, bool) and not (laid is None and unclear):
        problems.append(Problem(fill("laid_unsaid", player=player), "hands"))
    total, sevens = (
        _number(player, facts, "sum", problems),
        _number(player, facts, "sevens", problems),
    )
    cards = _cards(player, facts, problems)
    if cards is not None:
        hand = hand_of(player, cards, laid is True)
        for key, said, counted in (("sum", total, hand.total), ("sevens", sevens, hand.sevens)):
            if said is not None and said != counted:
                values = {"player": player, "key": key, "counted": counted, "found": said}
                problems.append(Problem(fill("sum_differs", **values), "hands"))
        return hand
    if ends and end in ("out", "hoola"):
        total, sevens = total or 0, sevens or 0
    if not unclear and total is None and facts.get("sum") is None and facts.get("cards") is None:
        problems.append(Problem(fill("no_hand", player=player), "hands"))
    return Hand(player, total or 0, sevens or 0, laid is True)


def _cards(
    player: str, facts: Mapping[str, Any], problems: list[Problem]
) -> tuple[Card, ...] | None:
    typed = facts.get("cards")
    if isinstance(typed, list) and all(isinstance(word, str) for word in typed):
        typed = " ".join(typed)
    if typed is None:
        return None
    if not isinstance(typed, str):
        problems.append(_unfit("hands", typed, _("cards as one text, such as 7S 10H")))
        return None
    cards, faults = parse_cards(typed, player)
    problems += faults
    return None if faults else cards


def _number(player: str, facts: Mapping[str, Any], key: str, problems: list[Problem]) -> int | None:
    found = facts.get(key)
    most = _MOST_SUM if key == "sum" else _MOST_SEVENS
    if found is None:
        return None
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= most:
        return found
    values = {"player": player, "key": key, "found": shown_value(found), "most": most}
    problems.append(Problem(fill("no_sum", **values), "hands"))
    return None


def _said(found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if value is not None}


def _choice(
    found: Mapping[str, Any], key: str, allowed: tuple[str, ...], problems: list[Problem]
) -> str | None:
    value = found.get(key)
    if isinstance(value, str) and value in allowed:
        return value
    problems.append(_unfit(key, value, ", ".join(allowed)))
    return None


def _name(
    found: Mapping[str, Any], key: str, players: Mapping[str, str], problems: list[Problem]
) -> str | None:
    value = found.get(key)
    if value is None or isinstance(value, str):
        return players.get(key_of(value or ""), tidy(value or "")) or None
    problems.append(_unfit(key, value, _("a name, or null")))
    return None


def _unfit(key: str, found: object, allowed: str) -> Problem:
    message = _("{found} does not fit; allowed: {allowed}")
    return Problem(message.format(found=shown_value(found), allowed=allowed), key)


def _unknown_key(keys: tuple[str, ...]) -> str:
    return _("There is no such key; there are {keys}").format(keys=", ".join(keys))
