"""The last look before a page is written: no name that is withheld may be among its values.

Hidden people are guests long before this point, so a find here is a mistake of ours, or a
withheld name that somebody else goes by. Whole values are compared, not parts of them, so
that a hidden Jun does not trip over June.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.rulebook import Rulebook
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.people import Name, fold

_OWN_KEYS = frozenset({"title", "name", "hovertemplate", "type", "mode", "layout"})


def check(path: str, context: Any, withheld: frozenset[str]) -> None:
    """Raise InvalidInput when a withheld name is among the values of a page."""
    if withheld and (found := clashes(values(context), withheld)):
        raise InvalidInput(
            _("The site was not built: a name that may not be shown would be on a page"),
            [problem._replace(file=path) for problem in found],
        )


def clashes(texts: Iterable[str], withheld: frozenset[str]) -> list[Problem]:
    """The withheld names among some texts, each once, as problems."""
    if not withheld:
        return []
    found = {
        text
        for text in texts
        if (folded := _folded(text)) in withheld and folded not in _editions()
    }
    told = _("{name} is withheld, and something else on the page is called the same.")
    return [Problem(told.format(name=text), "visibility") for text in sorted(found)]


def values(context: Any) -> set[str]:
    """Every text from the log in a context: names, words of people, labels in charts.

    Fields of the program's own words are passed over, and so is text without any letter.
    """
    texts: set[str] = set()
    names: set[str] = set()
    _look_into(context, texts, names)
    names.update(text for text in texts if any(map(str.isalpha, text)))
    return names


def _look_into(context: Any, texts: set[str], names: set[str]) -> None:
    kind: Any = type(context)
    if kind is str:
        texts.add(context)
    elif kind is Name:
        names.add(context.text)
    elif kind is Chart:
        _read_labels(json.loads(context.figure), names)
    elif kind is Markup:
        if context.startswith("{"):
            _read_labels(json.loads(context), names)
    elif isinstance(context, tuple):
        for part in context:
            _look_into(part, texts, names)
    else:
        for field in _read_fields(kind):
            _look_into(getattr(context, field), texts, names)


# The same names stand on page after page.
_folded = lru_cache(maxsize=4096)(fold)


@cache
def _editions() -> frozenset[str]:
    # The shipped rulesets are our words, though they stand among those of the log.
    return frozenset(fold(name) for name in Rulebook().names)


@cache
def _read_fields(kind: Any) -> tuple[str, ...]:
    if not is_dataclass(kind):
        return ()
    return tuple(
        field.name
        for field in fields(kind)
        if not field.metadata.get("own") or "Chart" in str(field.type) or field.name == "figure"
    )


def _read_labels(figure: Any, names: set[str]) -> None:
    if isinstance(figure, dict):
        figure = [part for key, part in figure.items() if key not in _OWN_KEYS]
    for part in figure:
        # Most parts are numbers, which are passed over soonest.
        kind = type(part)
        if kind is str:
            names.add(part)
        elif kind is dict or kind is list:
            _read_labels(part, names)
