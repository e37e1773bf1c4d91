"""The text of a new house file: what it extends, and every field with its present value.

All lines but `extends` are comments. Whoever takes away a `#` changes that one field and
leaves the rest as it is in the edition below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hanabi_log.games.hanabi.fields import FIELDS, SUIT_FIELDS, SUITS, Field, shown
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import Suit
from hanabi_log.i18n import _


def house_file(name: str, base: Ruleset) -> str:
    """A TOML file for the house ruleset `name` that changes nothing about `base` yet."""
    return "\n".join(_lines(name, base)) + "\n"


def _lines(name: str, base: Ruleset) -> Iterator[str]:
    yield "# " + _("House rules {name}: as {spec}, but for what is written below.").format(
        name=name, spec=base.spec
    )
    yield "# " + _("Take away the # before a line to change it.")
    yield f"extends = {json.dumps(base.spec)}"
    for key, field in FIELDS.items():
        yield from ("", *_explained(field))
        yield _setting(key, name, base)
    yield from ("", *_explained(SUITS))
    for key, field in SUIT_FIELDS.items():
        yield f"#   {key}: {field.about()} ({field.allowed()})"
    yield "# suits = ["
    for suit in base.suits:
        yield f"#   {_row(suit)},"
    yield "# ]"


def _explained(field: Field) -> tuple[str, str]:
    allowed = _("Allowed: {values}").format(values=field.allowed())
    return f"# {field.about()}", f"# {allowed}"


def _setting(key: str, name: str, base: Ruleset) -> str:
    if key == "title":
        return f"# title = {shown({'en': name, 'ko': name})}"
    value = getattr(base, key)
    if value is None:
        return "# " + _("Nothing is said about {key} now.").format(key=key)
    if key == "hand_sizes":
        value = dict(value)
    return f"# {key} = {shown(value)}"


def _row(suit: Suit) -> str:
    return shown({key: value for key in SUIT_FIELDS if (value := getattr(suit, key))})
