"""The standings before some games of a log, in one walk over packed plays.

What a standing asks of the earlier games is a matter of how often facts, tables and stacks
came up, so these are counted and looked at instead of the games. `add` has no need of this
module: it asks the store.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.stats.counting import is_counted, number_of
from hanabi_log.stats.news import Standing
from hanabi_log.stats.packed import Facts, Packed
from hanabi_log.stats.plays import Play


def standings(plays: Packed, places: Sequence[int]) -> Iterator[Standing]:
    """The standing before each of these games; places go up.

    `plays` come in the order of play.
    """
    earlier = _Earlier(plays, {plays.table[place] for place in places})
    for place in places:
        earlier.reach(place)
        yield earlier.standing(plays[place])


class _Earlier:
    """The counted games before a place, which only moves on. Numbers are those of the plays.

    `endings` are the facts of the games of each table that is `wanted`.
    """

    def __init__(self, plays: Packed, wanted: set[int]) -> None:
        self.plays, self.wanted, self.place = plays, wanted, 0
        self.facts, self.stacks = Counter[int](), Counter[int]()
        self.people = Counter[str]()
        self.endings: defaultdict[int, set[int]] = defaultdict(set)

    def reach(self, place: int) -> None:
        """Take in the games up to a place."""
        some = self.plays[self.place : place].where(is_counted)
        self.place = place
        self.facts.update(some.fact)
        self.stacks.update(some.stack)
        for table, games in Counter(some.table).items():
            for person in some.shared.tables[table]:
                self.people[person] += games
        for table, fact in zip(some.table, some.fact, strict=True):
            if table in self.wanted:
                self.endings[table].add(fact)

    def standing(self, new: Play) -> Standing:
        """The standing before the game at the place that was reached."""
        shared = self.plays.shared
        facts = [(shared.facts[fact], games) for fact, games in self.facts.items()]
        stacks = filter(None, (shared.stacks[stack] for stack in self.stacks))
        same_people = self.endings[self.plays.table[self.place]]
        return Standing(
            games=self.facts.total(),
            people={person: self.people[person] for person in new.people},
            best=_best((one for one, _games in facts), new),
            lineup_best=_best((shared.facts[fact] for fact in same_people), new),
            perfects=sum(games for one, games in facts if one.outcome == "perfect"),
            perfect_run=self._perfect_run(new),
            bands=frozenset(one.band for one, _games in facts if one.band is not None),
            complete=frozenset(
                code for one in stacks for code, laid, _last in one if laid == RANKS
            ),
        )

    def _perfect_run(self, new: Play) -> int:
        """The perfect games at the end of the group's; 0 when a later one than `new` is there."""
        evenings, facts = self.plays.shared.evenings, self.plays.shared.facts
        run = 0
        for place in range(self.place - 1, -1, -1):
            evening, one = evenings[self.plays.evening[place]], facts[self.plays.fact[place]]
            if evening.group != new.group or not one.counted or one.outcome is None:
                continue
            if one.outcome != "perfect" or (evening.date or "") > (new.date or ""):
                break
            run += 1
        return run


def _best(facts: Iterator[Facts], new: Play) -> int | None:
    """The best score under the ruleset, number of players and maximum of a game."""
    setup = (new.ruleset, new.seats, new.max_score)
    same = (one for one in facts if (one.ruleset, one.seats, one.max_score) == setup)
    scores = (number_of(one, "official") for one in same)
    return max((score for score in scores if score is not None), default=None)
