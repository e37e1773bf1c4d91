"""Who may be one person under two names: candidates for a merge, with what speaks for it.

Two spellings one slip apart are candidates, short ones as well, and so are a Korean name with and
without its family name. People who sat in one game are two, so a shared game speaks against it.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from hanabi_log.logbook.intake_people import near_names
from hanabi_log.logbook.log import Log
from hanabi_log.names import key_of
from hanabi_log.records import Player
from hanabi_log.storage import identity
from hanabi_log.storage import people as store

TWO_SYLLABLES = ("남궁", "황보", "제갈", "사공", "선우", "서문", "독고", "동방")
"""Korean family names that are longer than one syllable."""

Why = Literal["spelling", "family_name"]


class Double(NamedTuple):
    """Two people who may be one, their numbers of games, and games in which both sat.

    The one with fewer games comes first, as the one who would go.
    """

    one: Player
    other: Player
    games: tuple[int, int]
    why: Why
    shared: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The pair under the keys that `players duplicates --json` promises."""
        return {
            "names": [self.one.name, self.other.name],
            "ids": [self.one.id, self.other.id],
            "games": list(self.games),
            "why": self.why,
            "shared_games": list(self.shared),
        }


def find_doubles(log: Log) -> list[Double]:
    """All candidates, those without a shared game first, then by name."""
    people = {player.name: player for player in store.load_players(log.connection).values()}
    counts = store.count_games_by_player(log.connection)
    pairs: dict[frozenset[str], Why] = {}
    for name, others in near_names([], list(people), short=True).items():
        pairs.update({frozenset((name, other)): "spelling" for other in others})
    given: dict[str, list[str]] = {}
    for name in people:
        for part in given_names(name):
            given.setdefault(part, []).append(name)
    for name in people:
        for full in given.get(key_of(name), ()):
            pairs.setdefault(frozenset((name, full)), "family_name")
    doubles = []
    for names, why in pairs.items():
        one, other = sorted(
            (people[name] for name in names),
            key=lambda player: (counts.get(player.id, 0), player.name),
        )
        shared = tuple(identity.shared_games(log.connection, one.id, other.id))
        games = (counts.get(one.id, 0), counts.get(other.id, 0))
        doubles.append(Double(one, other, games, why, shared))
    return sorted(doubles, key=lambda pair: (bool(pair.shared), pair.other.name, pair.one.name))


def given_names(name: str) -> list[str]:
    """What a full Korean name may be without its family name: 김민지 → 민지.

    Only names of three syllables or more written together, or with a blank behind the
    family name, are full ones.
    """
    syllables = "".join(key_of(name).split())
    if not all("가" <= syllable <= "힣" for syllable in syllables) or len(syllables) > 5:
        return []
    longest = 2 if syllables.startswith(TWO_SYLLABLES) else 1
    return [syllables[size:] for size in (1, longest) if len(syllables) - size >= 2][-1:]
