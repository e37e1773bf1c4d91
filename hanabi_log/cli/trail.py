"""Changes in words: what a thing was before and what it is after, field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import click

from hanabi_log.i18n import _
from hanabi_log.labels import command_label, field_label, value_label
from hanabi_log.storage.changes import ERASED, Kind, State
from hanabi_log.storage.history import PastBatch, PastChange

_FIELDS = {"seats": "players", "said": "outcome"}
"""What a field is called on the command line, where the trail has another name."""
_OWN_SIGNS = frozenset(
    {"id", "match", "number", "logged_at", "started_at", "deleted_at", "ended_at"}
)
"""Facts that are told by a word of their own, or not at all."""


class Words:
    """Turns the ids in states into names: `people` by id (groups too), `rules` by digest."""

    def __init__(self, people: Mapping[str, str], rules: Mapping[str, str]) -> None:
        self._people = people
        self._rules = rules

    def describe(self, kind: Kind, id: str, before: State | None, after: State | None) -> list[str]:
        """A headline for one thing, and a line `field: before → after` for each difference."""
        return [
            f"{self._what(kind, id, after or before or {})}: {_deed(before, after)}",
            *(f"  {line}" for line in self.differences(before or {}, after or {})),
        ]

    def differences(self, before: State, after: State) -> list[str]:
        """A line `field: before → after` for each field that differs."""
        # The headline names people and groups that came or went.
        before, after = self._with_table(before), self._with_table(after)
        hidden = _OWN_SIGNS if before and after else _OWN_SIGNS | {"name"}
        fields = [key for key in {**before, **after} if key not in hidden]
        lines = []
        for key in fields:
            was, now = self._value(key, before.get(key)), self._value(key, after.get(key))
            if was != now:
                field = field_label(_FIELDS.get(key, key))
                both = f"{was} → {now}" if before and after else was if before else now
                lines.append(f"{field}: {both}")
        return lines

    def _what(self, kind: Kind, id: str, state: State) -> str:
        name = self.name_of(kind, id, state)
        words = {
            "game": _("Game {id}, {date}").format(
                id=id[:13].rstrip("-"), date=name or _("no date")
            ),
            "player": _("Person {name}").format(name=name or _("(erased)")),
            "group": _("Group {name}").format(name=name or id),
            "session": _("Session of {date}").format(date=name or id),
            "hoola_match": _("Hoola King match of {date}").format(date=name or _("no date")),
            "hoola_round": _("Hoola King round {number}").format(number=state.get("number")),
        }
        return words[kind]

    def name_of(self, kind: Kind, id: str, state: State) -> str | None:
        """What a thing is called: a name, or the date of a game or session."""
        dated = kind in ("game", "session", "hoola_match")
        name = state.get("date") if dated else state.get("name")
        return None if name is None else str(name)

    def _value(self, key: str, value: Any) -> str:
        if value is None or value is False or value == []:
            return "–"
        if key in ("by", "thanked_from", "winner"):
            return _("seat {number}").format(number=value + 1)
        if key == "hands":
            return " | ".join(hand["cards"] or f"{hand['sum']}/{hand['sevens']}" for hand in value)
        if key in ("seats", "players") and not isinstance(value, str):
            return ", ".join(self._seat(one) for one in value)
        if key == "stacks":
            return " ".join(f"{field_label(code)}{last}" for code, last in value.items())
        if key == "ruleset":
            return self._rules.get(value, str(value))
        if key in ("group", "merged_into"):
            return self._people.get(value, value)
        if isinstance(value, list):
            return ", ".join(map(str, value))
        if isinstance(value, dict):
            return json.dumps(value, ensure_ascii=False)
        return _("yes") if value is True else value_label(key, str(value))

    def _with_table(self, state: State) -> State:
        """A state of a Hoola match with names where it has the numbers of seats."""
        if "target" not in state:
            return state
        bots = state.get("bots") or {}
        table = [
            _("{name} (bot)").format(name=bots[str(seat)]) if str(seat) in bots else self._seat(id)
            for seat, id in enumerate(state["seats"])
        ]

        def names(seats: list[int]) -> str:
            return ", ".join(table[seat] for seat in seats)

        told = {key: value for key, value in state.items() if key != "bots"}
        told["seats"] = ", ".join(table)
        if "host" in state:
            told["host"] = table[state["host"]]
        if "agreed" in state:
            told["agreed"] = names(state["agreed"])
        if "vote" in state:
            told["vote"] = names(state["vote"]["agreed"])
        return told

    def _seat(self, id: str | None) -> str:
        if id is None or id == ERASED:
            return _("guest")
        return self._people.get(id, _("guest"))


def batch_line(batch: PastBatch, undone: bool = False) -> str:
    """When a command ran, and which: `2026-11-28 21:03  edit`."""
    line = f"{hour(batch.at, 'minutes').replace('T', ' ')[:16]}  {command_label(batch.command)}"
    return f"{line}  {click.style(_('(undone)'), dim=True)}" if undone else line


def hour(at: int, timespec: str = "seconds") -> str:
    """Microseconds since 1970 as a local hour, `2026-11-28T21:03:05+09:00`."""
    return datetime.fromtimestamp(at / 1_000_000).astimezone().isoformat(timespec=timespec)


def change_json(change: PastChange, words: Words) -> dict[str, Any]:
    """A change under the keys that `history --json` promises."""
    return {
        "at": hour(change.batch.at),
        "command": change.batch.command,
        "kind": change.kind,
        "id": change.id,
        "name": words.name_of(change.kind, change.id, change.after or change.before or {}),
        "before": change.before,
        "after": change.after,
        "undone": change.undone,
    }


def _deed(before: State | None, after: State | None) -> str:
    if before is None:
        return _("erased") if after is None else _("new")
    if after is None:
        return _("taken out of the log")
    for sign, came, went in (
        ("deleted_at", _("deleted"), _("restored")),
        ("ended_at", _("ended"), _("goes on")),
        ("merged_into", _("merged into another person"), _("a person of their own again")),
    ):
        if bool(before.get(sign)) != bool(after.get(sign)):
            return came if after.get(sign) else went
    return _("changed")
