"""A ruleset as a value, and the one function that puts it together.

Editions, modules and house rules are the same kind of data: a table of changes to
whatever they extend. `compose` reads a spec such as `baobab+wild+black`, applies the
changes in the canonical order and returns a frozen Ruleset that explains itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from hanabi_log.digests import sha256
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.bands import Scale
from hanabi_log.games.hanabi.definition import Definition, problems_of
from hanabi_log.games.hanabi.suits import MOST_SUITS, Suit
from hanabi_log.i18n import _, current_language

UNKNOWN = "unknown"
"""The ruleset of games whose source does not say which rules were played."""


@dataclass(frozen=True)
class Ruleset:
    """Everything that scoring and checking need to know about the rules of a table.

    `strikes` is the number of mistakes that ends the game; `struck_out` what a
    struck-out game scores: `zero`, `none`, `keep` or a number. `hand_sizes` maps the
    number of players to cards in hand. `empty_hints` is None where the text is silent.
    """

    spec: str
    modules: tuple[str, ...] = ()
    title: Mapping[str, str] | None = None
    suits: tuple[Suit, ...] = ()
    strikes: int = 3
    hints: int = 8
    empty_hints: bool | None = None
    five_returns_hint: bool = True
    last_round: bool = True
    early_stop: bool = False
    repairs: bool = False
    hand_sizes: tuple[tuple[int, int], ...] = ()
    struck_out: str | int = "zero"
    floor: int | None = None
    scale: Scale = "scaled"
    win_or_lose: bool = False
    lost_card: bool = False

    @property
    def known(self) -> bool:
        """Whether the rules are known at all; `unknown` has no suits."""
        return bool(self.suits)

    @property
    def label(self) -> str:
        """The title in the language in use and the modules on top: `Hanabi + black`.

        The spec stands in for a missing title.
        """
        titles = self.title or {}
        name, *extra = self.spec.split("+")
        title = titles.get(current_language()) or titles.get("en") or name
        return " + ".join((title, *extra))

    @cached_property
    def max_score(self) -> int:
        """The points of a table on which every firework is complete."""
        return sum(suit.max_points for suit in self.suits)

    @cached_property
    def min_points(self) -> int:
        """The points of an empty table: 0, or -5 with black powder."""
        return sum(suit.points_of(0) for suit in self.suits)

    @cached_property
    def fireworks_size(self) -> int:
        """How many cards lie on the table when every firework is complete."""
        return sum(len(suit.ranks) for suit in self.suits)

    @cached_property
    def deck_size(self) -> int:
        """How many cards the deck holds."""
        return sum(suit.size for suit in self.suits)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rules allow."""
        return tuple(count for count, _size in self.hand_sizes)

    def suit(self, code: str) -> Suit | None:
        """The suit with this code, None where the ruleset has none."""
        return next((suit for suit in self.suits if suit.code == code), None)

    @cached_property
    def suits_by_word(self) -> dict[str, Suit]:
        """The suits by every word that names them, in lower case."""
        return {word: suit for suit in self.suits for word in suit.spellings}

    def as_definition(self) -> dict[str, Any]:
        """The ruleset as plain JSON values, the form kept beside every game."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        plain["title"] = dict(self.title) if self.title else None
        plain["suits"] = [
            {field.name: getattr(suit, field.name) for field in fields(suit)} for suit in self.suits
        ]
        return plain

    @cached_property
    def definition_json(self) -> str:
        """The definition as one canonical line of JSON."""
        return json.dumps(
            self.as_definition(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the definition but for its title: equal digests, equal rules."""
        rules = {**self.as_definition(), "title": None}
        return sha256(json.dumps(rules, sort_keys=True).encode())


def from_definition(definition: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `as_definition` was made from."""
    plain = dict(definition)
    plain["modules"] = tuple(plain["modules"])
    plain["hand_sizes"] = tuple((count, size) for count, size in plain["hand_sizes"])
    plain["suits"] = tuple(
        Suit(**{**suit, "copies": tuple(suit["copies"]), "words": tuple(suit["words"])})
        for suit in plain["suits"]
    )
    return Ruleset(**plain)


class Module(NamedTuple):
    """A part of the game that combines with an edition."""

    name: str
    changes: Definition
    excludes: tuple[str, ...] = ()


Definitions = Callable[[str], Definition]
"""Looks an edition or a house ruleset up by name; raises InvalidInput for unknown names."""


def compose(spec: str, find: Definitions, modules: Mapping[str, Module]) -> Ruleset:
    """The ruleset that a spec such as `pocket+rainbow5+strikes2` names.

    `modules` stands in canonical order. Raises InvalidInput, listing everything that is
    wrong with the spec, for unknown names, modules named twice or that exclude each
    other, house rules that extend themselves, and suits that collide.
    """
    ruleset, _overrides = _resolve(spec, find, modules, ())
    return ruleset


Overrides = Mapping[str, tuple[Definition, ...]]
"""What the editions below change about a module beyond its usual effect, lowest first."""


def _resolve(
    spec: str, find: Definitions, modules: Mapping[str, Module], below: tuple[str, ...]
) -> tuple[Ruleset, Overrides]:
    name, *extra = [part.strip().lower() for part in spec.split("+")]
    unknown = [_unknown_module(module, modules) for module in extra if module not in modules]
    try:
        base, overrides = _edition(name, find, modules, below)
    except InvalidInput as error:
        raise InvalidInput(error.message, [*error.problems, *unknown]) from None
    known = [module for module in extra if module in modules]
    if problems := [*unknown, *_clashes(base, known, modules)]:
        message = _("Unknown ruleset: {spec}") if unknown else _("{spec} does not combine")
        raise InvalidInput(message.format(spec=spec), problems)
    return _add_modules(base, known, modules, overrides), overrides


def _edition(
    name: str, find: Definitions, modules: Mapping[str, Module], below: tuple[str, ...]
) -> tuple[Ruleset, Overrides]:
    definition = find(name)
    if name in below:
        circle = " → ".join((*below[below.index(name) :], name))
        message = _("House rules extend each other in a circle: {names}").format(names=circle)
        raise InvalidInput(message, [Problem(message, "extends", file=definition.origin)])
    base, overrides = Ruleset(spec=name), dict[str, tuple[Definition, ...]]()
    if definition.extends is not None:
        try:
            parent, inherited = _resolve(definition.extends, find, modules, (*below, name))
        except InvalidInput as error:
            raise InvalidInput(error.message, _in_file(error.problems, definition)) from None
        if not parent.known:
            message = _("{name} has no rules to change").format(name=parent.spec)
            raise InvalidInput(message, [Problem(message, "extends", file=definition.origin)])
        base, overrides = replace(parent, spec=name, title=None), dict(inherited)
    for module, changes in definition.modules.items():
        overrides[module] = (*overrides.get(module, ()), changes)
    unknown = [
        _unknown_module(module, modules)._replace(field=f"modules.{module}", file=definition.origin)
        for module in definition.modules
        if module not in modules
    ]
    return _apply(base, definition, unknown), overrides


def _in_file(problems: Iterable[Problem], definition: Definition) -> list[Problem]:
    """Problems with what a file extends, as problems of that file."""
    return [
        problem if problem.file else problem._replace(field="extends", file=definition.origin)
        for problem in problems
    ]


def _add_modules(
    base: Ruleset, extra: Sequence[str], modules: Mapping[str, Module], overrides: Overrides
) -> Ruleset:
    if not extra:
        return base
    order = list(modules)
    chosen = sorted(extra, key=order.index)
    made = base
    for name in chosen:
        for changes in (modules[name].changes, *overrides.get(name, ())):
            made = _apply(made, changes)
    return replace(
        made,
        spec="+".join((base.spec, *chosen)),
        modules=tuple(sorted((*base.modules, *chosen), key=order.index)),
        title=base.title,
        suits=_in_order(made.suits, modules),
    )


def _in_order(suits: tuple[Suit, ...], modules: Mapping[str, Module]) -> tuple[Suit, ...]:
    """The suits of modules last, in the order of the modules, however they were added."""
    added = [suit for module in modules.values() for suit in module.changes.added_suits]
    return tuple(sorted(suits, key=lambda suit: added.index(suit) + 1 if suit in added else 0))


def _clashes(base: Ruleset, extra: list[str], modules: Mapping[str, Module]) -> list[Problem]:
    messages = []
    if not base.known and extra:
        messages.append(_("{name} takes no modules").format(name=base.spec))
    for name in sorted(set(extra)):
        if extra.count(name) > 1 or name in base.modules:
            messages.append(_("The module {name} is there twice").format(name=name))
    for first, second in combinations(dict.fromkeys((*base.modules, *extra)), 2):
        if second in modules[first].excludes or first in modules[second].excludes:
            messages.append(
                _("{first} and {second} cannot be combined").format(first=first, second=second)
            )
    return [Problem(message, "ruleset") for message in messages]


def _apply(base: Ruleset, definition: Definition, found: Iterable[Problem] = ()) -> Ruleset:
    suits = definition.suits if definition.suits is not None else base.suits
    made = replace(base, suits=(*suits, *definition.added_suits), **definition.values)
    if problems := [*found, *_impossible(made, definition)]:
        raise InvalidInput(_("{spec} cannot be played").format(spec=base.spec), problems)
    return made


def _impossible(made: Ruleset, definition: Definition) -> list[Problem]:
    problems = problems_of(made.suits, definition.origin)
    if len(made.suits) > MOST_SUITS:
        message = _("{found} suits are too many; allowed: {most}").format(
            found=len(made.suits), most=MOST_SUITS
        )
        problems.append(Problem(message, "suits", file=definition.origin))
    for players, size in made.hand_sizes:
        if players * size > made.deck_size:
            message = _("Hands of {size} for {players} need {needed} cards, the deck has {found}")
            message = message.format(
                players=players, size=size, needed=players * size, found=made.deck_size
            )
            problems.append(Problem(message, "hand_sizes", file=definition.origin))
    return problems


def _unknown_module(name: str, modules: Iterable[str]) -> Problem:
    from difflib import get_close_matches

    known = list(modules)
    message = _("There is no module {name}; there are {names}")
    if near := get_close_matches(name, known):
        message = _("There is no module {name}; near: {near}; all: {names}")
    names = {"name": name or "''", "near": ", ".join(near), "names": ", ".join(known)}
    return Problem(message.format(**names), "ruleset")
