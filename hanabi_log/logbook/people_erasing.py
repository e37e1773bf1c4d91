"""A person asks to be gone: a guest in every game, and no trace of the name in the log.

This cannot be undone. What the program cannot know to be about the person is told
instead: words that somebody wrote, and copies of the log that still have the name.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hanabi_log.logbook.log import Log
from hanabi_log.logbook.people import find_player
from hanabi_log.records import Game
from hanabi_log.storage import erasing as store
from hanabi_log.storage import games as game_store
from hanabi_log.storage.people import count_games_by_player


class Erased(NamedTuple):
    """Who was erased, in how many games they sat, and where the name may still be read:
    games whose words have it, and copies of the log."""

    name: str
    games: int
    mentions: tuple[Game, ...]
    copies: tuple[str, ...]


def erase_player(log: Log, name: str) -> Erased:
    """Erase a person, together with everybody who was merged into them."""
    with log.change("players erase", final=True) as batch:
        player = find_player(log, name)
        games = count_games_by_player(log.connection).get(player.id, 0)
        ids, names = store.known_as(log.connection, player.id)
        store.erase_person(log.connection, ids, names, batch)
    store.overwrite_free_pages(log.connection)
    return Erased(
        name=player.name,
        games=games,
        mentions=tuple(_mentions(log, names)),
        copies=tuple(store.copies_with(log.path, ids, names)),
    )


def _mentions(log: Log, names: list[str]) -> list[Game]:
    words = "|".join(re.escape(name) for name in names)
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

    def text_of(game: Game) -> str:
        group = game.group.name if game.group else None
        said = (game.note, game.place, game.excluded, group, *game.tags)
        return "\n".join(word for word in said if word)

    wanted = (game_store.ALL, game_store.Selection(deleted=True))
    games = [game for one in wanted for game in game_store.load_games(log.connection, one)]
    return [game for game in games if pattern.search(text_of(game))]
