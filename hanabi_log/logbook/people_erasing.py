"""A person asks to be gone: a guest in every game, and no trace of the name in the log.

This cannot be undone. What the program cannot take away itself is told instead: groups
that are called after the person, and copies of the log that still have the name.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_player
from hanabi_log.storage import erasing as store
from hanabi_log.storage.people import count_games_by_player, load_groups


class Erased(NamedTuple):
    """What came of an erasure: in how many games the person sat, the ids of the games in
    whose words the name was, and where it may still be read: names of groups, copies."""

    games: int
    rewritten: tuple[str, ...]
    groups: tuple[str, ...]
    copies: tuple[str, ...]


def erase_player(log: Log, name: str) -> Erased:
    """Erase a person, together with everybody who was merged into them."""
    with log.change("players erase", final=True) as batch:
        player = find_player(log, name)
        games = count_games_by_player(log.connection).get(player.id, 0)
        ids, names = store.known_as(log.connection, player.id)
        rewritten = store.erase_person(log.connection, ids, names, batch)
    store.overwrite_free_pages(log.connection)
    groups = [group.name for group in load_groups(log.connection).values()]
    return Erased(
        games=games,
        rewritten=tuple(rewritten),
        groups=tuple(one for one in groups if store.whole_words(names).search(one)),
        copies=tuple(store.copies_with(log.path, ids, names)),
    )
