"""Our own interchange format: one game a line, under the keys that the command line uses.

What is computed from the facts (band, percent …) is passed over. Score and points are the
number of a game without stacks; beside stacks they are held against what the rules give.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hanabi_log.errors import Level, Problem
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.snapshot import read_snapshot
from hanabi_log.i18n import _
from hanabi_log.ids import as_uuid
from hanabi_log.importers.identity import row_source
from hanabi_log.importers.values import is_text, plain, quoted
from hanabi_log.records import Draft

KIND = "jsonl"
RETIRED = "retired"
"""The key of a public line for those of its people who have retired; only a site reads it."""
DERIVED = (
    RETIRED,
    "points",
    "score",
    "max_score",
    "percent",
    "band",
    "band_text",
    "knowledge",
    "counted",
    "warnings",
)
_TEXTS = ("date", "ruleset", "outcome", "said", "talk", "place", "note", "excluded", "id", "source")
_NUMBERS = ("guests", "strikes", "total", "hints", "deck", "minutes")
_OTHERS = ("group", "players", "stacks", "discards", "tags", "definition")
_SAID_BY = {"outcome": ("said",), "total": ("points", "score"), "ruleset": ("definition",)}
KEYS = (*_TEXTS, *_NUMBERS, *_OTHERS)
_TOLD = tuple(sorted({*KEYS, "score"} - {"said", "definition"}))
"""The keys for whoever writes lines by hand."""
_MOST = 10**9

Facts = dict[str, Any]


def read(lines: Iterator[str], *, file: str) -> Iterator[Draft | Problem]:
    """The drafts in the lines, and the problems of each line before its draft."""
    unknown: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield _problem(_("This is not JSON ({reason})").format(reason=error), file, number)
            continue
        if not isinstance(found, dict):
            yield _problem(
                _("A game is an object with keys: {example}").format(example='{"date": …}'),
                file,
                number,
            )
            continue
        reader = _Reader(found)
        draft = reader.draft(file, number)
        for message, key in reader.problems:
            yield _problem(message, file, number, key)
        for key in found:
            if key not in KEYS and key not in DERIVED and key not in unknown:
                unknown.add(key)
                message = _("Unknown key, left out; there are {keys}").format(keys=", ".join(_TOLD))
                yield _problem(message, file, number, plain(key), "warning")
        yield draft


def retired_in(file: str) -> frozenset[str]:
    """The names that a file for the public gives as retired; none in a file of another kind."""
    names: set[str] = set()
    with open(file, encoding="utf-8-sig", errors="replace") as lines:
        for line in lines:
            if f'"{RETIRED}"' not in line:
                continue
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                continue
            listed = found.get(RETIRED) if isinstance(found, dict) else None
            if isinstance(listed, list):
                names.update(filter(is_text, listed))
    return frozenset(names)


def _problem(
    message: str, file: str, line: int, key: str | None = None, level: Level = "error"
) -> Problem:
    return Problem(message, key, level, file, line)


class _Reader:
    """Takes the facts out of one object and collects what is wrong with them."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = found
        self.problems: list[tuple[str, str]] = []

    def draft(self, file: str, line: int) -> Draft:
        """The draft; what could not be read is left out of it."""
        facts: Facts = {}
        for key in _TEXTS:
            facts[key] = self._text(key)
        for key in _NUMBERS:
            facts[key] = self._number(key)
        facts["group"] = self._text("group")
        if "group" in self._found and facts["group"] is None:
            # A game that says it has no group is not to be given one.
            facts["group"] = ""
        facts["players"] = self._names()
        facts["stacks"] = self._stacks()
        facts["discards"] = self._words("discards", self._found.get("discards"))
        tags = self._words("tags", self._found.get("tags"))
        facts["tags"] = tuple(tags.split()) if tags else ()
        said = facts.pop("said")
        if "said" in self._found:
            facts["outcome"] = said
        points, score = self._number("points"), self._number("score")
        if "total" not in self._found and facts["stacks"] is None:
            facts["total"] = score if points is None else points
        guests = facts["guests"] or 0
        seated = sum(name is None for name in facts["players"])
        facts["guests"] = guests if guests < 0 else max(0, guests - seated)
        given = facts.pop("id")
        id, source = as_uuid(given) if given else None, facts.pop("source")
        if id is None and not source:
            known = {key: value for key, value in facts.items() if value not in (None, (), "", 0)}
            source = f"{KIND}:{given}" if given else row_source(KIND, known)
        rules = self._rules()
        if rules is not None:
            facts["ruleset"] = rules.spec
        return Draft(
            **facts,
            rules=rules,
            # An outcome that no key tells apart from a computed one may be either.
            said="said" in self._found,
            # A game of which nothing but its playing is known says so when it is exported.
            played=self._found.get("knowledge") == "outcome",
            points=points,
            score=score,
            id=id,
            source=source,
            unsaid=self._unsaid(),
            file=file,
            line=line,
        )

    def _unsaid(self) -> frozenset[str]:
        """The facts that the object has no key for."""
        said = set(self._found)
        for key, others in _SAID_BY.items():
            if not said.isdisjoint(others):
                said.add(key)
        return frozenset(set(KEYS) - said)

    def _rules(self) -> Ruleset | None:
        """The rules that the line brings along, None if it names its ruleset only."""
        found = self._found.get("definition")
        if found is None:
            return None
        try:
            rules, faults = _known_snapshot(json.dumps(found))
        except RecursionError:
            rules, faults = None, [Problem(_("it is nested too deeply"))]
        self.problems += [
            (plain(fault.message), plain(fault.field or "definition")) for fault in faults
        ]
        named = self._found.get("ruleset")
        if rules is not None and named not in (None, rules.spec):
            self._unfit("ruleset", named, rules.spec)
        return rules

    def _unfit(self, key: str, found: object, allowed: str) -> None:
        message = _("{found} does not fit; allowed: {allowed}")
        self.problems.append((message.format(found=quoted(found), allowed=allowed), key))

    def _text(self, key: str) -> str | None:
        found = self._found.get(key)
        if found is None or is_text(found):
            return found
        self._unfit(key, found, _("a text, or null"))
        return None

    def _number(self, key: str) -> int | None:
        found = self._found.get(key)
        if found is None:
            return None
        if isinstance(found, int) and not isinstance(found, bool) and abs(found) < _MOST:
            return found
        self._unfit(key, found, _("a whole number, or null"))
        return None

    def _names(self) -> tuple[str | None, ...]:
        found = self._found.get("players")
        if found is None:
            return ()
        if isinstance(found, list) and all(name is None or is_text(name) for name in found):
            return tuple(found)
        self._unfit("players", found, _("a list of names, null for a guest"))
        return ()

    def _stacks(self) -> dict[str, Any] | str | None:
        found = self._found.get("stacks")
        if found is None or is_text(found):
            return found
        if isinstance(found, dict):
            return {
                plain(code): _last_card(last) for code, last in found.items() if last is not None
            }
        self._unfit("stacks", found, _("an object of suit and last card, or null"))
        return None

    def _words(self, key: str, found: Any) -> str | None:
        if found is None or (is_text(found) and key == "discards"):
            return found
        if isinstance(found, list) and all(is_text(word) for word in found):
            if key == "discards" or all(word.split() == [word] for word in found):
                return " ".join(found)
            self._unfit(key, found, _("a list of single words"))
            return None
        self._unfit(key, found, _("a list of words"))
        return None


@lru_cache(64)
def _known_snapshot(text: str) -> tuple[Ruleset | None, list[Problem]]:
    """What `read_snapshot` says; the games of a club bring the same rules again and again."""
    return read_snapshot(json.loads(text))


def _last_card(last: Any) -> Any:
    return last if type(last) is int and abs(last) < _MOST else plain(str(last)[:60])
