"""Names that may be slips: asked about where somebody can be asked, and then tried again.

Nobody holds the log while a person thinks: what was to be stored is refused first, and done
anew with the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from hanabi_log.cli.context import current, on_terminal
from hanabi_log.cli.output import tell
from hanabi_log.i18n import _
from hanabi_log.logbook.people import Slips
from hanabi_log.names import key_of
from hanabi_log.records import Draft

T = TypeVar("T")


class Names(NamedTuple):
    """What a person said about doubtful names: whom they mean, by what names are matched by, and
    that all others are new."""

    people: Mapping[str, str] = {}
    table: str | None = None
    asked: bool = False

    def meant(self, name: Any) -> Any:
        """The name as it is meant; None is a guest."""
        return name and self.people.get(key_of(name), name)

    def seat(self, names: Iterable[str | None]) -> tuple[Any, ...]:
        """The names of a table as they are meant."""
        return tuple(map(self.meant, names))

    def draft(self, draft: Draft) -> Draft:
        """A draft with the people and the group that are meant."""
        group = self.table or draft.group
        return draft._replace(players=self.seat(draft.players), group=group)

    def changes(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Changes of a game with the people and the group that are meant."""
        meant = dict(changes)
        if changes.get("players"):
            meant["players"] = self.seat(changes["players"])
        if self.table:
            meant["group"] = self.table
        return meant


def ask_of_slips(store: Callable[[Names], T]) -> T:
    """What `store` gives. Where it finds slips, it gets a second try with the answers.

    Raises Slips where nobody can be asked.
    """
    try:
        return store(Names())
    except Slips as slips:
        if current().as_json or not on_terminal():
            raise
        people: dict[str, str] = {}
        table = None
        for doubt in slips.doubts:
            chosen = _choose(doubt.name, doubt.candidates)
            if chosen and doubt.field == "group":
                table = chosen
            elif chosen:
                people[key_of(doubt.name)] = chosen
        return store(Names(people, table, asked=True))


def _choose(name: str, candidates: Sequence[str]) -> str | None:
    """Ask whether a new name is a slip; None when it is somebody new."""
    tell(_("{name} is not in the log. Is it one of these?").format(name=name))
    for number, candidate in enumerate(candidates, 1):
        tell(f"  {number}  {candidate}")
    tell("  0  " + _("No, somebody new"))
    answer = click.prompt(_("Number"), type=click.IntRange(0, len(candidates)), default=1, err=True)
    return candidates[answer - 1] if answer else None
