"""The table of changes that an edition, a module or a house ruleset makes.

It comes from TOML. Everything that is wrong with a table is found in one reading:
unknown keys, values of the wrong kind or out of range, suits that cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.suits import RANKS, STANDARD_NAMES, Suit
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


@dataclass(frozen=True)
class _Rule:
    allowed: Callable[[], str]
    fits: Callable[[Any], bool]


def _is_int(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _whole(low: int, high: int) -> _Rule:
    return _Rule(
        lambda: _("a whole number from {low} to {high}").format(low=low, high=high),
        lambda value: _is_int(value, low, high),
    )


def _choice(*words: str) -> _Rule:
    return _Rule(lambda: ", ".join(words), lambda value: value in words)


def _is_hand_sizes(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(
            key.isascii() and key.isdigit() and 1 <= int(key) <= 10 and _is_int(size, 1, 10)
            for key, size in value.items()
        )
    )


def _is_title(value: Any) -> bool:
    if isinstance(value, Mapping):
        return set(value) <= {"en", "ko"} and all(isinstance(text, str) for text in value.values())
    return isinstance(value, str)


_FLAG = _Rule(lambda: "true, false", lambda value: isinstance(value, bool))

FIELDS: dict[str, _Rule] = {
    "title": _Rule(lambda: _("a text, or one each for en and ko"), _is_title),
    "strikes": _whole(1, 20),
    "hints": _whole(0, 50),
    "empty_hints": _FLAG,
    "five_returns_hint": _FLAG,
    "last_round": _FLAG,
    "early_stop": _FLAG,
    "repairs": _FLAG,
    "win_or_lose": _FLAG,
    "lost_card": _FLAG,
    "hand_sizes": _Rule(
        lambda: _("cards in hand by number of players, such as {example}").format(
            example="{2 = 5, 3 = 5, 4 = 4}"
        ),
        _is_hand_sizes,
    ),
    "struck_out": _Rule(
        lambda: _("zero, none, keep or a whole number"),
        lambda value: value in ("zero", "none", "keep") or _is_int(value, -100, 100),
    ),
    "floor": _whole(-100, 100),
    "scale": _choice("scaled", "extended", "printed"),
}

SUIT_FIELDS: dict[str, _Rule] = {
    "code": _Rule(
        lambda: _("one capital letter A to Z"),
        lambda value: isinstance(value, str) and len(value) == 1 and "A" <= value <= "Z",
    ),
    "name": _Rule(
        lambda: _("a word without digits"),
        lambda value: (
            isinstance(value, str)
            and bool(value.strip())
            and not any(letter.isdigit() for letter in value)
        ),
    ),
    "direction": _choice("up", "down"),
    "copies": _Rule(
        lambda: _("five numbers of cards, for the ranks 1 to 5, each 1 or more"),
        lambda value: (
            isinstance(value, list)
            and len(value) == RANKS
            and all(_is_int(count, 1, 20) for count in value)
        ),
    ),
    "points": _choice("laid", "missing"),
    "touch": _choice("named", "every", "numbers", "none"),
    "words": _Rule(
        lambda: _("a list of words without digits"),
        lambda value: (
            isinstance(value, list)
            and all(
                isinstance(word, str) and word.strip() and not any(c.isdigit() for c in word)
                for word in value
            )
        ),
    ),
}


def read_definition(
    table: Mapping[str, Any],
    *,
    origin: str | None = None,
    add_suits: bool = False,
) -> Definition:
    """The definition that a TOML table holds.

    With `add_suits` the table's suits come on top of those of the base, as a module's do.
    Raises InvalidInput with one problem for each key that is unknown or unfit.
    """
    problems: list[Problem] = []
    structural = {"extends", "suits", "modules"}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in structural:
            continue
        rule = FIELDS.get(key)
        if rule is None:
            known = ", ".join(sorted((*FIELDS, *structural)))
            problems.append(
                Problem(_("Unknown key; there are {keys}").format(keys=known), key, file=origin)
            )
        elif not rule.fits(value):
            problems.append(_unfit(key, value, rule.allowed(), origin))
        else:
            values[key] = _frozen(key, value)
    extends = table.get("extends")
    if extends is not None and not (isinstance(extends, str) and extends.strip()):
        problems.append(_unfit("extends", extends, _("the name of a ruleset"), origin))
    suits = _read_suits(table.get("suits"), origin, problems)
    modules = _read_overrides(table.get("modules", {}), origin, problems)
    if problems:
        raise InvalidInput(
            _("{file} is not a ruleset").format(file=origin or _("The table")), problems
        )
    return Definition(
        origin=origin,
        extends=extends,
        values=values,
        suits=None if add_suits else suits,
        added_suits=(suits or ()) if add_suits else (),
        modules=modules,
    )


def problems_of(suits: tuple[Suit, ...], origin: str | None = None) -> list[Problem]:
    """Every suit code or word that two suits of a ruleset share."""
    problems = []
    for place, first in enumerate(suits):
        for second in suits[place + 1 :]:
            shared = sorted(set(first.spellings) & set(second.spellings))
            if first.code == second.code:
                shared = [first.code]
            if shared:
                problems.append(
                    Problem(
                        _("{first} and {second} are both called {words}").format(
                            first=first.name, second=second.name, words=", ".join(shared)
                        ),
                        "suits",
                        file=origin,
                    )
                )
    return problems


def _read_suits(rows: Any, origin: str | None, problems: list[Problem]) -> tuple[Suit, ...] | None:
    if rows is None:
        return None
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        problems.append(_unfit("suits", rows, _("a list of suits"), origin))
        return None
    read = [_read_suit(row, place, origin, problems) for place, row in enumerate(rows, 1)]
    return tuple(suit for suit in read if suit is not None)


def _read_suit(
    row: Mapping[str, Any], place: int, origin: str | None, problems: list[Problem]
) -> Suit | None:
    found: list[Problem] = []
    for key, value in row.items():
        rule, where = SUIT_FIELDS.get(key), f"suits[{place}].{key}"
        if rule is None:
            known = ", ".join(sorted(SUIT_FIELDS))
            found.append(
                Problem(_("Unknown key; there are {keys}").format(keys=known), where, file=origin)
            )
        elif not rule.fits(value):
            found.append(_unfit(where, value, rule.allowed(), origin))
    code = row.get("code")
    if code is None or (code not in STANDARD_NAMES and "name" not in row):
        needed = "code" if code is None else "name"
        found.append(
            Problem(
                _("A suit needs a code, and a name unless the code is one of {codes}").format(
                    codes=", ".join(STANDARD_NAMES)
                ),
                f"suits[{place}].{needed}",
                file=origin,
            )
        )
    problems.extend(found)
    if found:
        return None
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    values.setdefault("name", STANDARD_NAMES.get(str(code), ""))
    values["words"] = tuple(word.strip().lower() for word in values.get("words", ()))
    return Suit(**values)


def _read_overrides(
    tables: Any, origin: str | None, problems: list[Problem]
) -> dict[str, Definition]:
    if not isinstance(tables, Mapping):
        problems.append(_unfit("modules", tables, _("a table for each module"), origin))
        return {}
    read = {}
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            problems.append(_unfit(f"modules.{name}", table, _("a table"), origin))
            continue
        try:
            read[name] = read_definition(table, origin=origin, add_suits=True)
        except InvalidInput as error:
            problems.extend(
                replace(problem, field=f"modules.{name}.{problem.field}")
                for problem in error.problems
            )
    return read


def _frozen(key: str, value: Any) -> Any:
    if key == "hand_sizes":
        return tuple(sorted((int(count), size) for count, size in value.items()))
    if key == "title" and isinstance(value, str):
        return {"en": value}
    return value


def _unfit(key: str, value: Any, allowed: str, origin: str | None) -> Problem:
    return Problem(
        _("{found} does not fit; allowed: {allowed}").format(found=repr(value), allowed=allowed),
        key,
        file=origin,
    )
