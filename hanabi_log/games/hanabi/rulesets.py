"""A ruleset as a value, and the one function that puts it together.

Editions, modules and house rules are the same kind of data: a table of changes to
whatever they extend. `compose` reads a spec such as `baobab+wild+black`, applies the
changes in the canonical order and returns a frozen Ruleset that explains itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.bands import Scale
from hanabi_log.games.hanabi.definition import Definition, problems_of
from hanabi_log.games.hanabi.suits import Suit
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
        """The title in the language in use, or the spec when there is none."""
        titles = self.title or {}
        return titles.get(current_language()) or titles.get("en") or self.spec

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

    def hand_size(self, players: int) -> int | None:
        """Cards in each hand for a number of players, None where it is not allowed."""
        return dict(self.hand_sizes).get(players)

    def suit(self, code: str) -> Suit | None:
        """The suit with this code, None where the ruleset has none."""
        return next((suit for suit in self.suits if suit.code == code), None)

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
        """The SHA-256 of the definition: equal digests, equal rules."""
        return hashlib.sha256(self.definition_json.encode()).hexdigest()


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


@dataclass(frozen=True)
class Module:
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
    name, *extra = [part.strip().lower() for part in spec.split("+")]
    unknown = [module for module in extra if module not in modules]
    if unknown:
        raise InvalidInput(
            _("Unknown ruleset: {spec}").format(spec=spec),
            [_unknown_module(module, modules) for module in unknown],
        )
    base, overrides = _extend(name, find, modules, ())
    return _add_modules(base, extra, modules, overrides)


Overrides = dict[str, Definition]


def _extend(
    name: str, find: Definitions, modules: Mapping[str, Module], below: tuple[str, ...]
) -> tuple[Ruleset, Overrides]:
    if name in below:
        raise InvalidInput(
            _("The house rules extend each other in a circle: {names}").format(
                names=" → ".join((*below, name))
            ),
            [
                Problem(
                    _("{name} extends itself").format(name=name), "extends", file=find(name).origin
                )
            ],
        )
    definition = find(name)
    if definition.extends is None:
        base, overrides = Ruleset(spec=name), dict[str, Definition]()
    else:
        parent, *extra = [part.strip().lower() for part in definition.extends.split("+")]
        if missing := [module for module in extra if module not in modules]:
            raise InvalidInput(
                _("{name} extends an unknown ruleset").format(name=name),
                [
                    replace(_unknown_module(module, modules), file=definition.origin)
                    for module in missing
                ],
            )
        base, overrides = _extend(parent, find, modules, (*below, name))
        base = replace(_add_modules(base, extra, modules, overrides), spec=name)
    return _apply(base, definition), {**overrides, **definition.modules}


def _add_modules(
    base: Ruleset,
    extra: Iterable[str],
    modules: Mapping[str, Module],
    overrides: Overrides,
) -> Ruleset:
    extra = list(extra)
    problems = _clashes(base, extra, modules)
    if problems:
        spec = "+".join((base.spec, *extra))
        raise InvalidInput(_("These rules do not combine: {spec}").format(spec=spec), problems)
    order = list(modules)
    chosen = sorted(extra, key=order.index)
    made = base
    for name in chosen:
        made = _apply(made, modules[name].changes)
        if name in overrides:
            made = _apply(made, overrides[name])
    every = tuple(sorted((*base.modules, *chosen), key=order.index))
    return replace(made, spec="+".join((base.spec, *chosen)), modules=every, title=base.title)


def _clashes(base: Ruleset, extra: list[str], modules: Mapping[str, Module]) -> list[Problem]:
    problems = []
    if not base.known and extra:
        problems.append(Problem(_("{name} takes no modules").format(name=base.spec), "ruleset"))
    for name in sorted(set(extra)):
        if extra.count(name) > 1 or name in base.modules:
            problems.append(
                Problem(_("The module {name} is there twice").format(name=name), "ruleset")
            )
    present = [*base.modules, *dict.fromkeys(extra)]
    for place, first in enumerate(present):
        for second in present[place + 1 :]:
            if second in modules[first].excludes or first in modules[second].excludes:
                problems.append(
                    Problem(
                        _("{first} and {second} cannot be combined").format(
                            first=first, second=second
                        ),
                        "ruleset",
                    )
                )
    return problems


def _apply(base: Ruleset, definition: Definition) -> Ruleset:
    suits = definition.suits if definition.suits is not None else base.suits
    made = replace(base, suits=(*suits, *definition.added_suits), **definition.values)
    if problems := problems_of(made.suits, definition.origin):
        raise InvalidInput(_("The suits of {spec} collide").format(spec=base.spec), problems)
    return made


def _unknown_module(name: str, modules: Iterable[str]) -> Problem:
    return Problem(
        _("There is no module {name}; there are {names}").format(
            name=name or "''", names=", ".join(modules)
        ),
        "ruleset",
    )
