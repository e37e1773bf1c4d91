"""Clubs with random logs, as datasets and as the tables that they give at home."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from hanabi_log.exporters.registry import Export, Origin, save
from hanabi_log.federation.figures import ClubFigures, Outcomes
from hanabi_log.federation.reading import Federation, federate
from hanabi_log.records import Game
from hanabi_log.stats.aggregates import Tables, gather
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.boards import group_board, lineup_board, people_board
from hanabi_log.stats.circles import circles
from hanabi_log.stats.colours import colours
from hanabi_log.stats.counting import MODES
from hanabi_log.stats.plays import Play
from hanabi_log.stats.rolls import By, Roll, people_of_groups, rolls
from hanabi_log.stats.setups import setups
from hanabi_log.stats.summary import summarise
from tests.stats.making import BOOK, GROUPS, PEOPLE, random_games, rows

everything = partial(federate, modes=MODES, fewest=1)
"""The federation of some datasets with all that figures can be asked for."""
KINDS: tuple[By, ...] = ("all", "setup", "group", "lineup", "person")


@dataclass(frozen=True)
class House:
    """A club at home: its games, and what it knows of itself."""

    id: str
    games: tuple[Game, ...]

    @property
    def plays(self) -> list[Play]:
        """The plays under published names, which are all that leaves the house."""
        return [_named(play) for play in rows(self.games)]

    def export(self, public: bool = True) -> Export:
        """The games as they are exported."""
        rules = {game.digest: BOOK.ruleset(game.ruleset) for game in self.games}
        return Export(self.games, rules, public, Origin(self.id, f"Club {self.id}"))


def random_houses(seed: int, number: int = 3, games: int | None = None) -> list[House]:
    """Some clubs; one of them may have no game, and another none with a date."""
    dice = Random(seed)
    return [
        House(f"c{place:02}", tuple(random_games(dice.randrange(10**9), games)))
        for place in range(number)
    ]


def write(houses: Sequence[House], folder: Path) -> str:
    """One dataset of some clubs."""
    folder.mkdir(parents=True, exist_ok=True)
    for house in houses:
        save(house.export(), "parquet", str(folder / "made"))
        (folder / "made" / f"club={house.id}").rename(folder / f"club={house.id}")
    return str(folder)


def figures_of(
    tables: Tables, names: Mapping[str, str], months: Mapping[str, Outcomes]
) -> dict[str, object]:
    """Everything that the pages of a federation may ask of tables, in a form to compare."""
    found: dict[str, object] = {
        "groups": {key: dict(value) for key, value in people_of_groups(tables).items()},
        "months": months,
        "setups": setups(tables),
        "colours": sorted(map(repr, colours(tables).rows)),
        "coloured": (tables.coloured, tables.logged),
        "circles": circles(tables.parties),
    }
    for mode in MODES:
        expected = baselines(tables, mode)
        found[f"summary {mode}"] = summarise(tables, mode)
        found[f"people {mode}"] = people_board(tables, names, mode=mode)
        found[f"group {mode}"] = group_board(tables, names, mode=mode)
        found[f"lineups {mode}"] = lineup_board(tables, names, min_games=2, mode=mode)
        found[f"listed {mode}"] = lineup_board(tables, names, mode=mode, unlisted=False)
        for by in KINDS:
            for least in (0, 3):
                made = rolls(tables, by, mode, expected, least)
                found[f"{by} {mode} {least}"] = {key: _in_order(roll) for key, roll in made.items()}
    return found


def at_home(house: House) -> dict[str, object]:
    """The figures that a club makes of its own games."""
    plays = house.plays
    months: defaultdict[str, Outcomes] = defaultdict(Counter)
    for play in plays:
        if play.counted and play.date:
            months[play.date[:7]][play.outcome] += 1
    dates = [play.date for play in plays if play.date]
    names = {player.name: player.name for game in house.games for player in game.players}
    names |= {game.group.name: game.group.name for game in house.games if game.group}
    made = figures_of(gather(plays), names, dict(sorted(months.items())))
    return made | {"dates": (min(dates, default=None), max(dates, default=None))}


def in_federation(figures: ClubFigures) -> dict[str, object]:
    """The figures of the same club from an engine."""
    names = {**figures.member.names, **figures.member.groups}
    made = figures_of(figures.tables, names, figures.months)
    return made | {"dates": (figures.first_date, figures.last_date)}


def together(federation: Federation) -> dict[str, object]:
    """Whole figures of all clubs."""
    tables = federation.tables
    return {
        "summary": [summarise(tables, mode) for mode in MODES],
        "setups": [setups(tables, mode) for mode in MODES],
        "baselines": [baselines(tables, mode) for mode in MODES],
        "colours": (dict(tables.colours), tables.coloured, tables.logged),
        "months": federation.months,
    }


def _named(play: Play) -> Play:
    group = GROUPS[play.group].name if play.group else None
    session = play.session and (group, play.session[1])
    people = tuple(sorted(PEOPLE[person].name for person in play.people))
    return play._replace(people=people, group=group, session=session)


def _in_order(roll: Roll) -> Roll:
    return roll._replace(sessions=sorted(roll.sessions))
