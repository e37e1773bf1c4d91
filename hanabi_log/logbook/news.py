"""What a game that was just logged means for the club.

The few facts about earlier games that this depends on are looked up one by one, so that
logging stays quick however long the log has grown.
"""

from __future__ import annotations

from hanabi_log.logbook.log import Log
from hanabi_log.records import Game
from hanabi_log.stats.news import Standing, news
from hanabi_log.stats.plays import play_of
from hanabi_log.storage import standing as store


def news_of(log: Log, game: Game) -> tuple[str, ...]:
    """What is new for the club with a game, one sentence each; none if it does not count."""
    if not game.counted:
        return ()
    names = {player.id: player.name for player in game.players}
    play = play_of(game, log.rulebook.ruleset(game.ruleset))
    return tuple(one.text for one in news(_standing(log, game), play, names))


def _standing(log: Log, game: Game) -> Standing:
    earlier = store.Earlier(log.connection, game)
    return Standing(
        games=earlier.count_games(),
        people=earlier.count_games_by_person(),
        best=earlier.best_score(),
        lineup_best=earlier.best_score_of_lineup(),
        perfects=earlier.count_perfects(),
        perfect_run=earlier.perfect_run(),
        bands=earlier.bands(),
        complete=earlier.complete_suits(),
    )
