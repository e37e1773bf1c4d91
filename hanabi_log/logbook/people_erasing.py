"""A person asks to be gone: a guest in every game, and no trace of the name in the log.

This cannot be undone. What the program cannot take away itself is told instead: groups
that are called after the person, games that have the letters of the name in other words, and
copies of the log that still have it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hanabi_log.errors import Conflict
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_player
from hanabi_log.mentions import Mentions
from hanabi_log.records import Player
from hanabi_log.storage import erasing as store
from hanabi_log.storage.identity import count_matches_by_player
from hanabi_log.storage.people import count_games_by_player, load_groups


class Erased(NamedTuple):
    """What came of an erasure: in how many games and Hoola matches the person sat, the ids of
    the games in whose words the name was, and where it may still be read: `left` are games with
    its letters in other words, also in their history, then names of groups, and copies."""

    games: int
    matches: int
    rewritten: tuple[str, ...]
    left: tuple[str, ...]
    groups: tuple[str, ...]
    copies: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The erasure under the keys that `players erase --json` promises."""
        return {
            "games": self.games,
            "matches": self.matches,
            "rewritten": list(self.rewritten),
            "left": list(self.left),
            "groups": list(self.groups),
            "copies": list(self.copies),
        }


def erase_player(log: Log, name: str, *, seen: Player | None = None) -> Erased:
    """Erase a person, together with everybody who was merged into them.

    Raises Conflict where the person of this name is not `seen`, whom somebody was asked about.
    """
    with log.change("players erase", final=True) as batch:
        player = find_player(log, name)
        if seen not in (None, player):
            message = _("Somebody else changed {name} just now: look, then say it once more")
            raise Conflict(message.format(name=player.name))
        games = count_games_by_player(log.connection).get(player.id, 0)
        matches = count_matches_by_player(log.connection).get(player.id, 0)
        ids, names = store.known_as(log.connection, player.id)
        rewritten = store.erase_person(log.connection, ids, names, batch)
    with log.anew():
        store.overwrite_free_pages(log.connection)
    mentions = Mentions(names)
    groups = [group.name for group in load_groups(log.connection).values()]
    return Erased(
        games=games,
        matches=matches,
        rewritten=tuple(rewritten),
        left=tuple(store.games_with_letters(log.connection, names)),
        groups=tuple(one for one in groups if mentions.letters_in(one) or mentions.found_in(one)),
        copies=tuple(store.copies_with(log.path, ids, names, log.config.folder)),
    )
