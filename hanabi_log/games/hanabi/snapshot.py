"""A ruleset that was written down beside a game, read back from a file.

The log keeps such a definition with every game, and an export carries those that no name
gives. A file can hold anything, so everything in it is checked as a house file would be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.definition import examine
from hanabi_log.games.hanabi.fields import FIELDS, shown
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset, compose
from hanabi_log.i18n import _

LONGEST_SPEC = 200
"""Characters."""
_SPEC = re.compile(r"[a-z0-9-]+(\+[a-z0-9-]+)*", re.ASCII)


def read_snapshot(found: Any) -> tuple[Ruleset | None, list[Problem]]:
    """The ruleset that `Ruleset.as_definition` wrote, or None and everything wrong with it.

    The fields of problems begin with `definition`.
    """
    if not isinstance(found, Mapping):
        return None, [_unfit("definition", found, _("a table"))]
    problems: list[Problem] = []
    spec = found.get("spec")
    if not _is_spec(spec) or spec == UNKNOWN:
        problems.append(
            _unfit(
                "definition.spec", spec, _("a name such as {example}").format(example="attic+black")
            )
        )
    modules = found.get("modules", [])
    if not (isinstance(modules, list) and all(_is_spec(name) for name in modules)):
        problems.append(_unfit("definition.modules", modules, _("a list of names")))
    if not found.get("suits"):
        problems.append(_unfit("definition.suits", found.get("suits"), _("a list of suits")))
    definition, faults = examine(_as_table(found))
    problems += [fault._replace(field=f"definition.{fault.field}") for fault in faults]
    if problems:
        return None, problems
    try:
        made = compose(UNKNOWN, lambda _name: definition, {})
    except InvalidInput as error:
        return None, [fault._replace(field=f"definition.{fault.field}") for fault in error.problems]
    return replace(made, spec=str(spec), modules=tuple(modules)), []


def _as_table(found: Mapping[str, Any]) -> dict[str, Any]:
    """The definition as a house file would say it: nothing where nothing is said."""
    table = {
        key: value
        for key, value in found.items()
        if key not in ("spec", "modules") and not (value is None and key in FIELDS)
    }
    sizes = table.get("hand_sizes")
    if isinstance(sizes, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in sizes):
        table["hand_sizes"] = {str(count): size for count, size in sizes}
    if table.get("hand_sizes") == {}:
        del table["hand_sizes"]
    return table


def _is_spec(name: object) -> bool:
    return isinstance(name, str) and len(name) <= LONGEST_SPEC and bool(_SPEC.fullmatch(name))


def _unfit(field: str, found: object, allowed: str) -> Problem:
    text = shown(found)
    message = _("{found} does not fit; allowed: {allowed}").format(
        found=text if len(text) <= 60 else f"{text[:60]}…", allowed=allowed
    )
    return Problem(message, field)
