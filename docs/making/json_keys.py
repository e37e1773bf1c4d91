"""The keys of what `--json` prints, found by running every command in a club made for it.

A sketch shows each key once, with what was seen there; `…` stands for keys that are names or
suits.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from docs.making.commands import verbs
from hanabi_log.cli.app import root
from hanabi_log.cli.context import Session

BY_NAME = {"stacks", "payments", "places", "hands", "totals", "outcomes"}
"""Keys under which stands a table whose own keys are names of people, suits or the like."""
STATES = {"before", "after"}
"""Keys of the history under which stands a thing as it is stored, or null."""
NAMED: Mapping[str, tuple[str | int, ...]] = {
    "game": ("show",),
    "problem": ("import", "problems", 0),
    "person": ("players rename",),
    "group": ("groups rename",),
    "ruleset": ("rulesets show",),
    "match": ("hoola show",),
    "round": ("hoola show", "rounds", 0),
    "mean": ("stats", "summary", "mean"),
    "rate": ("stats", "summary", "perfect"),
    "streak": ("stats", "streaks", 0),
    "filters": ("stats", "filters"),
}
"""Tables that turn up in many places: the command that prints one, and the way to it."""
SHOWN_ELSEWHERE = {"serve"}
"""Commands that do not end by themselves; their documents are described by hand."""

SHEET = "date;players;total\n2026-01-06;Ida, Bo;17\n2026-01-07;Ida, Bo;many\n"
ROUND = {
    "end": "out",
    "by": "Mina",
    "hands": {
        "Mina": {"sum": 0, "sevens": 0, "laid": True},
        "Jun": {"sum": 12, "sevens": 1, "laid": True},
        "Ara": {"sum": 40, "sevens": 0, "laid": False},
    },
}
RUNS = (
    "init club --club Lantern",
    "where",
    "groups add Tuesday",
    "session start -g Tuesday -p Mina,Jun,Ara",
    "add 54432 -s 1",
    "add 55555 --hints 1 --deck 0 --minutes 40 --talk strict --place Cellar --note x --tag new",
    "add 00000 -s 3 --discards R1,R1,R2",
    "session end",
    "session list",
    "session show",
    "score 54432",
    "list",
    "show last",
    "edit last --note first",
    "delete last",
    "restore last",
    "import sheet.csv --ruleset unknown --skip-bad --yes",
    "unknown list",
    "unknown answer basic",
    "players add Mna --new",
    "players add Gone --new",
    "players duplicates",
    "players merge Mna Mina",
    "players unmerge Mna",
    "players rename Mna Noa",
    "players alias Noa N.",
    "players publish Noa full",
    "players hide Noa",
    "players retire Noa",
    "players show Mina",
    "players list",
    "players erase Gone --yes",
    "groups add Friday",
    "groups list",
    "groups show Tuesday",
    "groups rename Friday Sunday",
    "groups edit Sunday --talk strict",
    "groups move-games Sunday Tuesday",
    "rulesets list",
    "rulesets show basic",
    "rulesets new attic --extends basic",
    "rulesets check rulesets/attic.toml",
    "rescore",
    "hoola new -p Mina,Jun,Ara",
    "hoola round --end out --by Mina --hand Jun=12/1 --hand Ara=40/0 --unlaid Ara",
    "hoola edit 1 --hand Jun=13/1",
    "hoola show",
    "hoola settle --all",
    "hoola list",
    "hoola standings",
    "hoola export",
    "hoola import matches.jsonl",
    "hoola new -p Mina,Jun,Ara",
    "hoola abort --yes",
    "hoola score rounds.jsonl",
    "stats",
    "leaderboard",
    "records",
    "progress",
    "export",
    "backup make copy.db",
    "backup restore copy.db",
    "doctor",
    "merge copy.db",
    "history",
    "undo",
    "build",
    "publish --to www",
    "export --format parquet --public -o dataset",
    "federation build dataset --out together",
    "completion bash",
    "demo sample",
)


def json_reference() -> str:
    """What each command prints, as a sketch in Markdown; what recurs is told once and named."""
    found: dict[str, list[Any]] = {}
    for command, document in _documents():
        found.setdefault(command, []).append(document)
    missing = {" ".join(path) for path in verbs()} - found.keys() - SHOWN_ELSEWHERE
    if missing:
        raise KeyError(f"docs/making/json_keys.py runs no example of {sorted(missing)}")
    known = {frozenset(_at(found, way)): name for name, way in NAMED.items()}
    named: dict[str, Shape] = {name: Shape() for name in NAMED}
    shapes: dict[str, Shape] = {}
    for command, documents in found.items():
        shapes[command] = Shape()
        for document in documents:
            shapes[command].take(document, "", known, named)
    lines = []
    for name, shape in named.items():
        lines += [f"## {name.capitalize()}", "", "```text", *shape.sketch(), "```", ""]
    for command, shape in shapes.items():
        lines += [f"## `{command}`", "", "```text", *shape.sketch(), "```", ""]
    return "\n".join(lines)


class Shape:
    """What was seen in one place of the documents: words for plain values, keys, items."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.keys: dict[str, Shape] | None = None
        self.items: Shape | None = None

    def take(
        self,
        value: Any,
        key: str,
        known: Mapping[frozenset[str], str],
        named: Mapping[str, Shape],
    ) -> None:
        """Add a value that was found under `key`; tables that are `known` only by their name."""
        if key in STATES and value is not None:
            self._say("state")
        elif isinstance(value, Mapping):
            name = known.get(frozenset(value))
            home = named[name] if name else self
            if name:
                self._say(name)
            home.keys = home.keys if home.keys is not None else {}
            for word, inner in value.items():
                part = "…" if key in BY_NAME else word
                home.keys.setdefault(part, Shape()).take(inner, word, known, named)
        elif isinstance(value, list):
            self.items = self.items or Shape()
            for inner in value:
                self.items.take(inner, key, known, named)
        else:
            self._say(_word(value))

    def sketch(self) -> list[str]:
        """The lines of a picture of it."""
        parts = [[word] for word in sorted(self.words, key=lambda word: word == "null")]
        if self.items is not None:
            first, *rest = self.items.sketch() or [""]
            parts.insert(
                0, [f"[{first}]"] if not rest else [f"[{first}", *rest[:-1], f"{rest[-1]}]"]
            )
        if self.keys is not None:
            inner = [_keyed(key, shape.sketch()) for key, shape in self.keys.items()]
            parts.insert(0, ["{", *(f"  {line}" for lines in inner for line in lines), "}"])
        lines = parts[0] if parts else []
        for more in parts[1:]:
            lines = [*lines[:-1], f"{lines[-1]} or {more[0]}", *more[1:]]
        return lines

    def _say(self, word: str) -> None:
        if word not in self.words:
            self.words.append(word)


def _at(found: Mapping[str, list[Any]], way: tuple[str | int, ...]) -> Any:
    command, *steps = way
    part = found[str(command)][0]
    for step in steps:
        part = part[step]
    return part


def _keyed(key: str, lines: list[str]) -> list[str]:
    first, *rest = lines or [""]
    return [f'"{key}": {first}', *rest] if key != "…" else [f"…: {first}", *rest]


def _word(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return "number" if isinstance(value, int | float) else "text"


def _documents() -> Iterator[tuple[str, Any]]:
    names = {" ".join(path) for path in verbs()}
    clock = datetime(2026, 11, 28, 21)
    before, home, now = dict(os.environ), os.getcwd(), Session.now

    def later(_session: Session) -> datetime:
        nonlocal clock
        clock += timedelta(seconds=1)
        return clock

    with tempfile.TemporaryDirectory() as folder:
        try:
            Session.now = property(later)  # type: ignore[method-assign, assignment]
            for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "HANABI_LOG_DB"):
                os.environ.pop(name, None)
            os.chdir(folder)
            for run in RUNS:
                document = _run(run)
                if run.startswith("init"):
                    os.chdir("club")
                    Path("sheet.csv").write_text(SHEET, encoding="utf-8")
                    Path("rounds.jsonl").write_text(json.dumps(ROUND), encoding="utf-8")
                if run == "hoola export":
                    lines = "".join(json.dumps(one) + "\n" for one in document)
                    Path("matches.jsonl").write_text(lines, encoding="utf-8")
                words = run.split()
                command = " ".join(words[:2]) if " ".join(words[:2]) in names else words[0]
                yield command, document
        finally:
            Session.now = now  # type: ignore[method-assign]
            os.chdir(home)
            os.environ.clear()
            os.environ.update(before)


def _run(run: str) -> Any:
    result = CliRunner().invoke(root, [*run.split(), "--json"], prog_name="hanabi-log")
    if result.exit_code:
        raise RuntimeError(f"hanabi-log {run}: {result.output}")
    return json.loads(result.stdout)
