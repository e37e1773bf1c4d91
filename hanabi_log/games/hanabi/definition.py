"""The table of changes that an edition, a module or a house ruleset makes.

It comes from TOML. Everything that is wrong with a table is found in one reading:
unknown keys, values of the wrong kind or out of range, suits that cannot be told apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.fields import FIELDS, SUIT_FIELDS, SUITS, Field, shown
from hanabi_log.games.hanabi.suits import STANDARD_NAMES, Suit, folded
from hanabi_log.i18n import _


@dataclass(frozen=True)
class Definition:
    """Changes to a ruleset: `values` by field, suits replaced or added, `extends` a spec.

    `modules` holds what a module changes beyond its usual effect under this edition.
    """

    origin: str | None = None
    extends: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    suits: tuple[Suit, ...] | None = None
    added_suits: tuple[Suit, ...] = ()
    modules: Mapping[str, Definition] = field(default_factory=dict)


def read_definition(
    table: Mapping[str, Any],
    *,
    origin: str | None = None,
    add_suits: bool = False,
) -> Definition:
    """The definition that a TOML table holds; see `examine` for the arguments.

    Raises InvalidInput with one problem for each key that is unknown or unfit.
    """
    definition, problems = examine(table, origin=origin, add_suits=add_suits)
    if problems:
        raise unfit_file(origin, problems)
    return definition


def unfit_file(origin: str | None, problems: Iterable[Problem]) -> InvalidInput:
    """The error of a file that does not hold a ruleset."""
    return InvalidInput(
        _("{file} is not a ruleset").format(file=origin or _("The table")), problems
    )


def examine(
    table: Mapping[str, Any],
    *,
    origin: str | None = None,
    add_suits: bool = False,
) -> tuple[Definition, list[Problem]]:
    """What fits in a TOML table, as a definition, and one problem for each key that does not.

    `origin` is the file that problems name. With `add_suits` the table's suits come on top
    of those of the base, as a module's do; such a table neither extends nor has modules.
    """
    structure = ("suits",) if add_suits else ("extends", "suits", "modules")
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in structure:
            continue
        if problem := _fault(value, FIELDS.get(key), key, (*FIELDS, *structure)):
            problems.append(problem)
        else:
            values[key] = _frozen(key, value)
    extends = None if add_suits else table.get("extends")
    if extends is not None and not isinstance(extends, str):
        problems.append(_unfit("extends", extends, _("the name of a ruleset")))
        extends = None
    suits = _read_suits(table.get("suits"), problems)
    overrides = {} if add_suits else table.get("modules", {})
    definition = Definition(
        origin=origin,
        extends=extends,
        values=values,
        suits=None if add_suits else suits,
        added_suits=(suits or ()) if add_suits else (),
        modules=_read_overrides(overrides, origin, problems),
    )
    return definition, [problem._replace(file=origin) for problem in problems]


def problems_of(suits: tuple[Suit, ...], origin: str | None = None) -> list[Problem]:
    """Every code or word that two suits of a ruleset share."""
    problems = []
    for first, second in combinations(suits, 2):
        shared = [word for word in dict.fromkeys(first.spellings) if word in second.spellings]
        if shared:
            problems.append(
                Problem(
                    _("{first} and {second} are both called {words}").format(
                        first=f"{first.code} ({first.name})",
                        second=f"{second.code} ({second.name})",
                        words=", ".join(shared),
                    ),
                    "suits",
                    file=origin,
                )
            )
    return problems


def _fault(value: Any, rule: Field | None, where: str, known: Iterable[str]) -> Problem | None:
    if rule is not None:
        return None if rule.fits(value) else _unfit(where, value, rule.allowed())
    from difflib import get_close_matches

    keys = sorted(known)
    near = get_close_matches(where.rpartition(".")[2], keys, n=1)
    message = _("Unknown key; near: {near}; all: {keys}") if near else _("Unknown key; all: {keys}")
    return Problem(message.format(near="".join(near), keys=", ".join(keys)), where)


def _read_suits(rows: Any, problems: list[Problem]) -> tuple[Suit, ...] | None:
    if rows is None:
        return None
    if not SUITS.fits(rows):
        problems.append(_unfit("suits", rows, SUITS.allowed()))
        return None
    read = []
    for place, row in enumerate(rows, 1):
        found = _faults_of_suit(row, f"suits[{place}]")
        problems += found
        if not found:
            read.append(_suit(row))
    return tuple(read) or None


def _faults_of_suit(row: Mapping[str, Any], where: str) -> list[Problem]:
    faults = [
        _fault(value, SUIT_FIELDS.get(key), f"{where}.{key}", SUIT_FIELDS)
        for key, value in row.items()
    ]
    found = [fault for fault in faults if fault]
    code = row.get("code")
    nameless = "name" not in row and SUIT_FIELDS["code"].fits(code) and code not in STANDARD_NAMES
    if "code" not in row or nameless:
        message = _("A suit needs a code, and a name unless the code is one of {codes}").format(
            codes=", ".join(STANDARD_NAMES)
        )
        found.append(Problem(message, f"{where}.{'name' if nameless else 'code'}"))
    return found


def _suit(row: Mapping[str, Any]) -> Suit:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    name = values.get("name") or STANDARD_NAMES[values["code"]]
    values["name"] = unicodedata.normalize("NFC", name.strip())
    values["words"] = tuple(folded(word) for word in values.get("words", ()))
    return Suit(**values)


def _read_overrides(
    tables: Any, origin: str | None, problems: list[Problem]
) -> dict[str, Definition]:
    if not isinstance(tables, Mapping):
        problems.append(_unfit("modules", tables, _("a table for each module")))
        return {}
    read = {}
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            problems.append(_unfit(f"modules.{name}", table, _("a table")))
            continue
        read[name], found = examine(table, origin=origin, add_suits=True)
        problems += [problem._replace(field=f"modules.{name}.{problem.field}") for problem in found]
    return read


def _frozen(key: str, value: Any) -> Any:
    if key == "hand_sizes":
        return tuple(sorted((int(count), size) for count, size in value.items()))
    if key == "title" and isinstance(value, str):
        return {"en": value}
    return value


def _unfit(key: str, value: Any, allowed: str) -> Problem:
    return Problem(
        _("{found} does not fit; allowed: {allowed}").format(found=shown(value), allowed=allowed),
        key,
    )
