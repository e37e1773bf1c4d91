"""Games of hanab.live as JSON: whole games with their actions, and records of the history.

A whole game is played through to its last card. A record has the score alone, and says how
the game ended: the site gives 0 to every game that did not end as it should, so that number
is kept only where nothing else is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeGuard

from hanabi_log.drafts import WON
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS, Suit
from hanabi_log.i18n import _
from hanabi_log.importers.cells import UnfitError
from hanabi_log.importers.hanablive_replay import (
    END,
    PLAY,
    STRIKES,
    Action,
    Card,
    Ending,
    Setting,
    play_through,
)
from hanabi_log.importers.hanablive_variants import (
    NAMES_BY_ID,
    SITE,
    Variant,
    refusal,
    variant_of,
)
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.values import is_text, quoted
from hanabi_log.records import Draft

PLAYERS = range(2, 7)
MOST_ACTIONS = 2_000
"""No game is nearly as long: 60 cards and as many hints as tokens come back."""
ENDED = {2: "struck_out", 4: "abandoned", 6: "abandoned", 10: "abandoned"}
"""How a game ended, by the site's number: 4 by a player, 6 when nobody moved, 10 by a vote."""
NORMAL = 1
ELSEWHERE = frozenset(("group", "guests", "minutes", "talk", "place", "excluded"))
"""Facts that no file of the site has a place for."""
TABLE = frozenset(("stacks", "strikes", "hints", "deck", "discards", "total"))
"""Facts of the table that a score stands for, and says nothing beside."""
_USUAL_HANDS = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LONGEST_NAME = 200

Found = Mapping[str, Any]


def read_game(found: Any, file: str, line: int) -> Draft:
    """The draft of a game or of a record; UnfitError for anything else and for games that
    cannot be played through."""
    if not isinstance(found, dict):
        raise UnfitError(_("A game is an object with keys: {example}").format(example='{"id": …}'))
    options = found.get("options")
    options = {} if options is None else _kind(options, dict, "options")
    variant = _variant(found, options)
    facts: dict[str, Any] = {
        "players": _names(found),
        "ruleset": variant.spec,
        "rules": variant.rules,
        "note": variant.note,
        "date": date_of(found.get("datetimeStarted")),
        "tags": _tags(found.get("tags")),
    }
    if facts["rules"]:
        facts["ruleset"] = facts["rules"].spec
    if "actions" in found or "deck" in found:
        facts |= _replayed(found, options, variant, len(facts["players"]))
    elif "score" in found:
        facts |= _recorded(found, variant)
    else:
        raise UnfitError(_("It has neither a deck with actions nor a score"))
    unsaid = ELSEWHERE | {key for key in ("date", "tags") if not facts[key]}
    return Draft(
        **facts,
        unsaid=unsaid if "stacks" in facts else unsaid | TABLE,
        source=source_of(found.get("id"), facts),
        file=file,
        line=line,
    )


def our_total(score: int, variant: Variant) -> int:
    """Our points for a score of the site, which may have been 0 for another reason.

    Raises UnfitError for a score that the variant cannot give.
    """
    most = variant.maximum
    if score < 0 or (most is not None and score > most):
        raise UnfitError(
            _("{variant} gives 0 to {most} points, found {found}").format(
                variant=variant.name, most="…" if most is None else most, found=score
            )
        )
    return score - variant.offset if score else 0


def source_of(id: Any, facts: Mapping[str, Any]) -> str:
    """The identity of a game by the site's number, or by what is said of it."""
    if isinstance(id, int) and not isinstance(id, bool):
        return f"{SITE}:{id}"
    if is_text(id) and id.strip():
        return f"{SITE}:{id.strip()}"
    known = {key: value for key, value in facts.items() if value and key != "rules"}
    return row_source(SITE, known)


def date_of(started: Any) -> str | None:
    """The date part of an hour, as it is written there."""
    if started is None or started == "":
        return None
    match = _DATE.match(_kind(started, str, "datetimeStarted").strip())
    if match is None:
        raise UnfitError(_("{found} does not begin with a date").format(found=quoted(started)))
    return match[0]


def _variant(found: Found, options: Found) -> Variant:
    name = options.get("variantName", options.get("variant", found.get("variant")))
    number = options.get("variantID", found.get("variantID"))
    if name is None and number is not None:
        number = _kind(number, int, "variantID")
        name = NAMES_BY_ID.get(number) or _("Variant {id}").format(id=number)
    return variant_of(None if name is None else _kind(name, str, "variant"), options)


def _names(found: Found) -> tuple[str, ...]:
    names = found.get("playerNames", found.get("players"))
    if not isinstance(names, list) or not all(
        is_text(name) and 0 < len(name) <= _LONGEST_NAME for name in names
    ):
        raise UnfitError(_("The players are no list of names: {found}").format(found=quoted(names)))
    if len(names) not in PLAYERS:
        raise UnfitError(
            _("{found} players; the site is for {low} to {high}").format(
                found=len(names), low=PLAYERS[0], high=PLAYERS[-1]
            )
        )
    return tuple(names)


def _tags(found: Any) -> tuple[str, ...]:
    """Their tags are parted by commas and may be several words; ours are one word each."""
    if not is_text(found):
        return ()
    return tuple("-".join(tag.split()) for tag in found.split(",") if tag.strip())


def _recorded(found: Found, variant: Variant) -> dict[str, Any]:
    total = our_total(_kind(found["score"], int, "score"), variant)
    condition = found.get("endCondition")
    condition = None if condition is None else _kind(condition, int, "endCondition")
    if condition == 0:
        raise UnfitError(_("This game is still being played"))
    if outcome := ENDED.get(condition or 0):
        return {"outcome": outcome, "total": total or None}
    won = condition == NORMAL and variant.known
    return {"outcome": WON if won else None, "total": total}


def _replayed(found: Found, options: Found, variant: Variant, players: int) -> dict[str, Any]:
    if not variant.plain or variant.suits is None:
        if "score" in found:
            return _recorded(found, variant)
        raise UnfitError(refusal(variant))
    suits = variant.ruleset.suits if variant.known else _some_suits(variant.suits)
    deck = _deck(found.get("deck"), len(suits))
    if variant.known:
        _check_deck(deck, variant.ruleset)
    setting = Setting(
        players=players,
        hand=_USUAL_HANDS[players] + variant.hand,
        suits=suits,
        first=_seat(options.get("startingPlayer"), players),
        deck_plays=options.get("deckPlays") is True,
    )
    ending = play_through(deck, _actions(found.get("actions")), setting)
    outcome = "abandoned" if ending.stopped else None
    if variant.known:
        return {**_end(ending, suits), "outcome": outcome}
    # The number of cards is sure, what the site makes of it is its own affair.
    return {
        "total": sum(ending.laid),
        "outcome": "struck_out" if ending.strikes == STRIKES else outcome,
    }


def _end(ending: Ending, suits: tuple[Suit, ...]) -> dict[str, Any]:
    laid = zip(suits, ending.laid, strict=True)
    return {
        "stacks": {suit.code: suit.last_card(count) for suit, count in laid},
        "strikes": ending.strikes,
        "hints": ending.hints,
        "deck": ending.deck,
        "discards": " ".join(f"{suits[card.suit].code}{card.rank}" for card in ending.discards),
    }


def _some_suits(count: int) -> tuple[Suit, ...]:
    return tuple(Suit(chr(ord("A") + place), "any") for place in range(count))


def _deck(found: Any, suits: int) -> list[Card]:
    cards = []
    for place, card in enumerate(_kind(found, list, "deck")[:200]):
        suit = card.get("suitIndex") if isinstance(card, dict) else None
        rank = card.get("rank") if isinstance(card, dict) else None
        if -1 in (suit, rank):
            raise UnfitError(_("Card {n} of the deck is unknown").format(n=place))
        if not (_is_whole(suit, 0, suits - 1) and _is_whole(rank, 1, RANKS)):
            raise UnfitError(
                _("Card {n} of the deck does not fit: {found}").format(n=place, found=quoted(card))
            )
        cards.append(Card(suit, rank))
    return cards


def _check_deck(deck: list[Card], rules: Ruleset) -> None:
    whole = Counter(
        {
            Card(place, rank): count
            for place, suit in enumerate(rules.suits)
            for rank, count in enumerate(suit.copies, 1)
        }
    )
    if Counter(deck) != whole:
        raise UnfitError(
            _("The deck is not that of {spec}: {found} cards, expected {size}").format(
                spec=rules.spec, found=len(deck), size=rules.deck_size
            )
        )


def _actions(found: Any) -> list[Action]:
    entries = _kind(found, list, "actions")
    if len(entries) > MOST_ACTIONS:
        raise UnfitError(
            _("{found} actions are too many; allowed: {most}").format(
                found=len(entries), most=MOST_ACTIONS
            )
        )
    actions = []
    for number, entry in enumerate(entries, 1):
        kind = entry.get("type") if isinstance(entry, dict) else None
        target = entry.get("target") if isinstance(entry, dict) else None
        if not _is_whole(kind, PLAY, END) or not (kind == END or _is_whole(target, 0, 200)):
            raise UnfitError(
                _("Action {n} does not fit: {found}").format(n=number, found=quoted(entry))
            )
        actions.append(Action(kind, target if isinstance(target, int) else 0))
    return actions


def _seat(found: Any, players: int) -> int:
    if found is None:
        return 0
    if not _is_whole(found, 0, players - 1):
        raise UnfitError(_("There is no seat {found}").format(found=quoted(found)))
    return int(found)


def _kind(found: Any, kind: type, key: str) -> Any:
    fits = is_text(found) if kind is str else isinstance(found, kind)
    if not fits or isinstance(found, bool):
        raise UnfitError(
            _("The key {key} does not fit: {found}").format(key=key, found=quoted(found))
        )
    return found


def _is_whole(found: Any, low: int, high: int) -> TypeGuard[int]:
    return isinstance(found, int) and not isinstance(found, bool) and low <= found <= high
