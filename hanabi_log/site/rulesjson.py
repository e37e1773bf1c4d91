"""The rules as JSON, for the pages that reckon in the browser.

Editions and modules come from the same TOML as everywhere, and the sentences of the checks
are the ones that the program says, in the language in use. What the browser makes of them is
held to the program by a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import EVERY_BAND, PRINTED, band_label, band_text
from hanabi_log.games.hanabi.checks import LOW_POINTS, PRINTED_SUITS, SHORT_GAME
from hanabi_log.games.hanabi.definition import Definition
from hanabi_log.games.hanabi.endstate import OUTCOMES, outcome_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import Suit
from hanabi_log.i18n import _, current_language, ngettext
from hanabi_log.rulebook import Rulebook
from hanabi_log.site.charts.base import as_json
from hanabi_log.site.fireworks import suit_class

_FIELDS = (
    *("strikes", "hints", "five_returns_hint", "last_round", "early_stop", "repairs"),
    *("hand_sizes", "struck_out", "floor", "scale", "win_or_lose"),
)
"""What scoring and checking ask of a ruleset beside its suits."""

Plain = dict[str, Any]


def rules_json(rulebook: Rulebook, house: Iterable[Ruleset] = ()) -> Markup:
    """Every shipped edition and module, and the rulesets in `house` as they were played.

    The text may stand in a script block. Rulesets of the house take no modules here: what
    a module changes under them is not kept with the games.
    """
    editions = [
        _edition(rulebook.ruleset(name), _overrides(name, rulebook))
        for name in rulebook.names
        if not rulebook.is_house(name) and rulebook.ruleset(name).known
    ]
    return as_json(
        {
            "editions": editions,
            "house": [_edition(ruleset, {}) for ruleset in house],
            "modules": [
                {
                    "name": module.name,
                    "label": _title(module.changes),
                    "excludes": list(module.excludes),
                    **_changes(module.changes),
                }
                for module in rulebook.modules.values()
            ],
            "printed": list(PRINTED),
            "bands": [[key, band_label(key), band_text(key)] for key in EVERY_BAND],
            "outcomes": {outcome: outcome_label(outcome) for outcome in OUTCOMES},
            "limits": {
                "low_points": LOW_POINTS,
                "short_game": SHORT_GAME,
                "printed_suits": PRINTED_SUITS,
            },
            "messages": messages(),
        }
    )


def _edition(ruleset: Ruleset, overrides: Mapping[str, Plain]) -> Plain:
    return {
        "spec": ruleset.spec,
        "label": ruleset.label,
        "suits": [_suit(suit) for suit in ruleset.suits],
        "rules": {name: getattr(ruleset, name) for name in _FIELDS},
        "overrides": dict(overrides),
    }


def _overrides(name: str, rulebook: Rulebook) -> dict[str, Plain]:
    """What an edition, and those below it, change about modules; the lowest come first."""
    definition = rulebook.find(name)
    found = _overrides(definition.extends, rulebook) if definition.extends else {}
    for module, changes in definition.modules.items():
        found[module] = {**found.get(module, {}), **_changes(changes)["rules"]}
    return found


def _changes(definition: Definition) -> Plain:
    return {
        "rules": {name: value for name, value in definition.values.items() if name in _FIELDS},
        "suits": [_suit(suit) for suit in definition.added_suits],
    }


def _title(definition: Definition) -> str:
    titles = definition.values.get("title") or {}
    return str(titles.get(current_language()) or titles.get("en") or "")


def _suit(suit: Suit) -> Plain:
    return {
        "code": suit.code,
        "label": suit.label,
        "look": suit_class(suit.code),
        "direction": suit.direction,
        "points": suit.points,
        "size": suit.size,
        "black": "black" in suit.spellings,
    }


def messages() -> Plain:
    """The sentences of the checks by a short key; pairs are for one and for more.

    They are the msgids of `games.hanabi.checks` and `counting`, so one catalog serves both.
    """
    return {
        "players": [
            ngettext(
                "{found} player; {spec} is for {allowed}",
                "{found} players; {spec} is for {allowed}",
                n,
            )
            for n in (1, 2)
        ],
        "range": _("{name} is {found}; allowed: {low} to {high}"),
        "strikes": _("Strikes"),
        "hints": _("Hint tokens left"),
        "deck": _("Cards left to draw"),
        "complete_and_out": _(
            "Every firework is complete, and that ends the game at once:"
            " it cannot be struck out as well"
        ),
        "not_out": _("Struck out is strike {needed} under {spec}, found {found}"),
        "unfit": _("“{outcome}” does not fit: {reason}"),
        "out": _("strike {needed} ends the game, so it is struck out"),
        "incomplete": _("not every firework is complete"),
        "perfect": _("every firework is complete, so it is perfect"),
        "never_lost": _("only win-or-lose rules know it; say finished or struck_out"),
        "never_finished": _("win-or-lose rules end perfect, lost or struck_out"),
        "deck_left": _(
            "A finished game has no cards left to draw, found {found};"
            " say abandoned if the table stopped early"
        ),
        "deck_most": _("Cards left to draw: at most {most}, found {found}"),
        "surplus": _("{laid} cards on the table leave {left}, but hands and discards hold {held}"),
        "low": [
            ngettext(
                "Only {points} point without striking out: is that right?",
                "Only {points} points without striking out: is that right?",
                n,
            )
            for n in (1, 2)
        ],
        "short": _("Shorter than {n} minutes"),
        "no_hint": _("Perfect with no hint token left: the closing card usually returns one"),
        "black_up": _("Black is an ordinary suit here and is read as climbing from 1 to 5"),
        "black_down": _("Black is one of the five suits here and is read as falling from 5 to 1"),
    }
