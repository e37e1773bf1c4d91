"""What hanab.live calls its variants, and which of them are rulesets of ours.

A variant is known by its name, which ends with the number of suits. Five of them are played
by rules that we have; of all others the log keeps the number and not the rules. Whether the
cards of a variant are laid plainly from 1 to 5 is only believed of suits that are named here,
because a new variant may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hanabi_log.games.hanabi.definition import Definition
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset, compose
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import _
from hanabi_log.rulebook import MODULES, Rulebook

SITE = "hanablive"
NO_VARIANT = "No Variant"
SPECS = {
    NO_VARIANT: SITE,
    "6 Suits": f"{SITE}+rainbow",
    "Black (6 Suits)": f"{SITE}+rainbow5",
    "Rainbow (6 Suits)": f"{SITE}+wild",
    "White Reversed (6 Suits)": f"{SITE}+black",
}
"""The variants that are rulesets of ours."""
NAMES_BY_ID = {0: NO_VARIANT, 1356: "White Reversed (6 Suits)"}
"""The names of variants that files give by number only."""
OWN_RULES = ("allOrNothing", "detrimentalCharacters")
"""Options with which a game is played by other rules, whatever its variant."""
PLAIN_SUITS = frozenset(
    (
        *("Black", "Brown", "Cocoa Rainbow", "Dark Brown", "Dark Null", "Dark Omni", "Dark Pink"),
        *("Dark Prism", "Dark Rainbow", "Gray", "Gray Pink", "Light Pink", "Muddy Rainbow"),
        *("Null", "Omni", "Pink", "Prism", "Rainbow", "White"),
    )
)
"""Suits that differ from others in the hints that touch them, or in how many cards they have."""

_SUITS = re.compile(r"(?:(?P<special>.+) \()?(?P<suits>[1-9]|10) Suits?\)?", re.ASCII)
_HANDS = {
    1: (
        "extra-card",
        {"en": "hanab.live, one extra card", "ko": "hanab.live 온라인, 손패 한 장 더"},
    ),
    -1: (
        "less-card",
        {"en": "hanab.live, one card less", "ko": "hanab.live 온라인, 손패 한 장 덜"},
    ),
}
_shipped = Rulebook()


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant: `suits` is None where its name does not say how many there are.

    `spec` is the ruleset, `hand` the cards in each hand beyond the usual number, -1 to 1.
    `plain` tells whether every suit that is no black powder is laid from 1 to 5.
    """

    name: str
    suits: int | None
    spec: str
    plain: bool
    hand: int = 0

    @property
    def known(self) -> bool:
        """Whether it is a ruleset of ours."""
        return self.spec != UNKNOWN

    @property
    def maximum(self) -> int | None:
        """The highest score that the site can give."""
        return None if self.suits is None else RANKS * self.suits

    @property
    def offset(self) -> int:
        """What the site gives beyond our points: it counts the cards of black powder."""
        return RANKS if self.spec.endswith("+black") else 0

    @property
    def note(self) -> str | None:
        """What is kept of a variant that is no ruleset of ours, so that somebody may answer."""
        if self.known:
            return None
        return self.name if self.maximum is None else f"{self.name}, max. {self.maximum}"

    @property
    def rules(self) -> Ruleset | None:
        """The rules, where a hand of another size makes them differ from the ruleset."""
        return self.ruleset if self.known and self.hand else None

    @property
    def ruleset(self) -> Ruleset:
        """The rules of a known variant with the hands that it was played with."""
        if not self.hand:
            return _shipped.ruleset(self.spec)
        return _with_hands(self.spec, self.hand)


def variant_of(name: str | None, options: Mapping[str, object] | None = None) -> Variant:
    """The variant of a name, played with some of the site's options.

    With an option that makes rules of its own the ruleset is unknown and nothing is plain.
    """
    name = " ".join((name or NO_VARIANT).split())
    chosen = {option for option, value in (options or {}).items() if value is True}
    suits, plain = _suits_of(name)
    variant = Variant(
        name=name,
        suits=suits,
        spec=SPECS.get(name, UNKNOWN),
        plain=plain or name in SPECS,
        hand=("oneExtraCard" in chosen) - ("oneLessCard" in chosen),
    )
    if changed := [option for option in OWN_RULES if option in chosen]:
        name = f"{name} ({', '.join(changed)})"
        return replace(variant, name=name, spec=UNKNOWN, plain=False)
    return variant


def refusal(variant: Variant) -> str:
    """Why a game of this variant is not played through."""
    return _("{variant} is not laid from 1 to 5 in every suit, as far as is known here").format(
        variant=variant.name
    )


def _suits_of(name: str) -> tuple[int | None, bool]:
    if name == NO_VARIANT:
        return 5, True
    match = _SUITS.fullmatch(name)
    if match is None:
        return None, False
    special = match["special"]
    return int(match["suits"]), special is None or PLAIN_SUITS.issuperset(special.split(" & "))


def _with_hands(spec: str, more: int) -> Ruleset:
    """The ruleset of a spec with other hands, as a house file would define it."""
    word, title = _HANDS[more]
    usual = _shipped.ruleset(SITE).hand_sizes
    sizes = tuple((players, size + more) for players, size in usual)
    house = f"{SITE}-{word}"
    made = Definition(extends=SITE, values={"hand_sizes": sizes, "title": title})
    return compose(
        spec.replace(SITE, house, 1),
        lambda name: made if name == house else _shipped.find(name),
        MODULES,
    )
