"""The last look before a page is written: no name that is withheld may be among its values.

Hidden people are guests long before this point, so a find here is a mistake of ours, or a
withheld name that somebody else goes by. Whole values are compared, not parts of them, so
that a hidden Jun does not trip over June.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
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
    if found := clashes(values(context), withheld):
        raise InvalidInput(
            _("The site was not built: a name that may not be shown would be on a page"),
            [problem._replace(file=path) for problem in found],
        )


def clashes(texts: Iterable[str], withheld: frozenset[str]) -> list[Problem]:
    """The withheld names among some texts, each once, as problems."""
    if not withheld:
        return []
    found = {
        text for text in texts if (folded := fold(text)) in withheld and folded not in _editions()
    }
    told = _("{name} is withheld, and something else on the page is called the same.")
    return [Problem(told.format(name=text), "visibility") for text in sorted(found)]


def values(context: Any) -> Iterator[str]:
    """Every text from the log in a context: names, words of people, labels in charts.

    Fields of the program's own words are passed over, and so is text without any letter.
    """
    if isinstance(context, Name):
        yield context.text
    elif isinstance(context, Chart):
        yield from _labels(json.loads(context.figure))
    elif isinstance(context, Markup):
        if context.startswith("{"):
            yield from _labels(json.loads(context))
    elif isinstance(context, str):
        if any(letter.isalpha() for letter in context):
            yield context
    elif isinstance(context, tuple):
        for part in context:
            yield from values(part)
    elif is_dataclass(context) and not isinstance(context, type):
        for name in _read_fields(type(context)):
            yield from values(getattr(context, name))


@cache
def _editions() -> frozenset[str]:
    # The shipped rulesets are our words, though they stand among those of the log.
    return frozenset(fold(name) for name in Rulebook().names)


@cache
def _read_fields(kind: Any) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in fields(kind)
        if not field.metadata.get("own") or "Chart" in str(field.type) or field.name == "figure"
    )


def _labels(figure: Any) -> Iterator[str]:
    if isinstance(figure, str):
        yield figure
    elif isinstance(figure, Mapping):
        for key, part in figure.items():
            if key not in _OWN_KEYS:
                yield from _labels(part)
    elif isinstance(figure, list):
        for part in figure:
            yield from _labels(part)
