"""What a club's `--map` file says: its headings, its words, and what goes unsaid.

The map is checked as a whole before any sheet is read, and all that is wrong with it is
said in one go.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hanabi_log.drafts import DEFEAT, WON
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.endstate import OUTCOMES
from hanabi_log.i18n import _
from hanabi_log.importers.columns import FIELDS, RESULT
from hanabi_log.names import key_of
from hanabi_log.tomlfile import read_toml

OUTCOME_WORDS: dict[str, str] = {word: word for word in OUTCOMES} | {"won": WON, "lost": DEFEAT}
"""What a map may translate an outcome into; `lost` means struck out where a ruleset does
not know win or lose."""


@dataclass(frozen=True, slots=True)
class SheetMap:
    """A sheet in our words.

    `columns` gives their heading by our column, `values` our value by column and their
    word (matched as names are), `defaults` what an empty or missing cell means.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


NO_MAP = SheetMap()


def read_map(path: str) -> SheetMap:
    """The map in a TOML file; InvalidInput with everything that is wrong with it."""
    table = read_toml(path)
    problems: list[Problem] = []
    for key in table:
        if key not in ("columns", "values", "defaults"):
            problems.append(_unknown(key, ("columns", "values", "defaults"), key))
    columns = {
        ours: theirs
        for ours, theirs in _section(table, "columns", problems).items()
        if _is_ours(ours, (*FIELDS, RESULT), f"columns.{ours}", problems)
        and _is_text(theirs, f"columns.{ours}", problems)
    }
    by_heading: dict[str, str] = {}
    for ours, theirs in columns.items():
        first = by_heading.setdefault(theirs.strip().casefold(), ours)
        if first != ours:
            message = _("{heading} is mapped to {first} already")
            message = message.format(heading=repr(theirs), first=first)
            problems.append(Problem(message, f"columns.{ours}"))
    values = {
        ours: _words(ours, words, problems)
        for ours, words in _section(table, "values", problems).items()
        if _is_ours(ours, FIELDS, f"values.{ours}", problems)
    }
    defaults = {
        ours: str(value)
        for ours, value in _section(table, "defaults", problems).items()
        if _is_ours(ours, tuple(f for f in FIELDS if f != "id"), f"defaults.{ours}", problems)
        and _is_plain(value, f"defaults.{ours}", problems)
    }
    if problems:
        raise InvalidInput(
            _("{file} cannot be used as a map").format(file=path),
            [Problem(p.message, p.field, file=path) for p in problems],
        )
    return SheetMap(columns, values, defaults)


def _section(table: Mapping[str, Any], name: str, problems: list[Problem]) -> Mapping[str, Any]:
    found = table.get(name, {})
    if isinstance(found, Mapping):
        return found
    problems.append(Problem(_("This must be a table"), name))
    return {}


def _words(ours: str, words: Any, problems: list[Problem]) -> dict[str, str]:
    where = f"values.{ours}"
    if not isinstance(words, Mapping):
        problems.append(Problem(_("This must be a table"), where))
        return {}
    read = {}
    for theirs, value in words.items():
        if not _is_plain(value, f"{where}.{theirs}", problems):
            continue
        if ours in ("players", "group") and not isinstance(value, str):
            message = _("{found} does not fit; allowed: a name in quotes")
            problems.append(Problem(message.format(found=repr(value)), f"{where}.{theirs}"))
            continue
        if ours == "outcome":
            if value not in OUTCOME_WORDS:
                message = _("{found} does not fit; allowed: {allowed}").format(
                    found=repr(value), allowed=", ".join(OUTCOME_WORDS)
                )
                problems.append(Problem(message, f"{where}.{theirs}"))
                continue
            value = OUTCOME_WORDS[value]
        read[key_of(theirs)] = str(value)
    return read


def _is_ours(name: str, allowed: tuple[str, ...], where: str, problems: list[Problem]) -> bool:
    if name in allowed:
        return True
    problems.append(_unknown(name, allowed, where))
    return False


def _is_text(value: Any, where: str, problems: list[Problem]) -> bool:
    if isinstance(value, str) and value.strip():
        return True
    problems.append(Problem(_("{found} is no heading").format(found=repr(value)), where))
    return False


def _is_plain(value: Any, where: str, problems: list[Problem]) -> bool:
    plain = (str, int, float, datetime.date)
    if isinstance(value, plain) and not isinstance(value, bool):
        return True
    message = _("{found} does not fit; allowed: a text or a number").format(found=repr(value))
    problems.append(Problem(message, where))
    return False


def _unknown(name: str, allowed: tuple[str, ...], where: str) -> Problem:
    message = _("We have no {name}; there are {names}").format(name=name, names=", ".join(allowed))
    return Problem(message, where)
