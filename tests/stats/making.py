"""Plays and games for the tests of figures. All people and groups are invented letters."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from itertools import count
from random import Random
from typing import Any

from hypothesis import strategies as st

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.records import Game, Group, Player
from hanabi_log.rulebook import Rulebook
from hanabi_log.stats.plays import Play, play_of

BOOK = Rulebook()
PEOPLE = {letter: Player(id=letter, name=f"Name of {letter}") for letter in "ABCDEFGH"}
GROUPS = {letter: Group(id=letter, name=f"Group {letter}") for letter in "xyz"}
NAMES = {key: item.name for key, item in (PEOPLE | GROUPS).items()}

_numbers = count()


def play(points: int | None = 18, people: str = "AB", **other: Any) -> Play:
    """A counted, finished game of 25 with its own id; a date makes a session of `group`."""
    struck = other.get("outcome") == "struck_out"
    values: dict[str, Any] = {
        "id": f"{next(_numbers):06}",
        "date": None,
        "group": None,
        "ruleset": "basic",
        "seats": len(people),
        "people": tuple(sorted(people)),
        "points": points,
        "score": 0 if struck else points,
        "max_score": 25,
        "outcome": "perfect" if points == 25 else "finished",
        "strikes": None,
        "stacks": None,
        "knowledge": "outcome" if points is None else "total",
        "counted": True,
        **other,
    }
    most = values["max_score"]
    values.setdefault("y", 25 * points / most if points is not None and most else None)
    date, group = values["date"], values["group"]
    values.setdefault("session", None if date is None else (group, date))
    return Play(**values)


def plays(points: Iterable[int], **other: Any) -> list[Play]:
    """A game without a date for each number of points."""
    return [play(number, **other) for number in points]


def evenings(points: Sequence[Sequence[int]], group: str = "x", **other: Any) -> list[Play]:
    """A session of a group for each list of points, a day apart."""
    return [
        play(number, date=str(date(2026, 1, 1) + timedelta(day)), group=group, **other)
        for day, session in enumerate(points)
        for number in session
    ]


def game(number: int, *, people: str = "AB", guests: int = 0, **other: Any) -> Game:
    """A game that went through the rules; `stacks` are the cards laid of each suit."""
    spec = other.pop("ruleset", "basic")
    ruleset = BOOK.ruleset(spec)
    laid = other.pop("stacks", None)
    stacks = None
    if laid is not None:
        pairs = zip(ruleset.suits, laid, strict=True)
        stacks = {suit.code: suit.last_card(cards) for suit, cards in pairs}
    end = EndState(
        stacks=stacks,
        strikes=other.pop("strikes", None),
        outcome=other.pop("outcome", None),
        total=other.pop("total", None),
        players=len(people) + guests,
    )
    return Game(
        id=f"{number:06}",
        ruleset=spec,
        digest=ruleset.digest,
        end=end,
        result=evaluate(end, ruleset),
        logged_at=number,
        seats=(*(PEOPLE[letter] for letter in people), *(None,) * guests),
        **other,
    )


def plays_of(
    games: Iterable[Game], ruleset_of: Callable[[Game], Ruleset | None]
) -> tuple[Play, ...]:
    """The plays of games in the order of play, whatever order they come in."""
    ordered = sorted(games, key=lambda one: one.order)
    return tuple(play_of(one, ruleset_of(one)) for one in ordered)


def rows(games: Iterable[Game]) -> tuple[Play, ...]:
    """The plays of games under the shipped rulesets."""
    return plays_of(games, lambda one: BOOK.ruleset(one.ruleset))


def random_games(seed: int, number: int | None = None) -> list[Game]:
    """A log as clubs have them: several rulesets and groups, guests, gaps of knowledge."""
    dice = Random(seed)
    games = []
    day = 0
    for place in range(dice.randint(0, 120) if number is None else number):
        day += dice.choice((0, 0, 0, 1, 7))
        spec = dice.choice(("basic", "basic", "rnr", "basic+rainbow", "rnr+black", "basic+expert"))
        suits = len(BOOK.ruleset(spec).suits)
        best = dice.random() < 0.08
        laid = [5 if best else dice.choice((1, 2, 3, 4, 4, 5)) for _suit in range(suits)]
        known: dict[str, Any] = {"stacks": laid, "strikes": dice.choice((0, 0, 1, 1, 2, 3))}
        if all(cards == 5 for cards in laid):
            known["strikes"] = min(known["strikes"], 2)
        gap = dice.random()
        if gap < 0.08 and not spec.endswith("expert"):
            known = {"total": dice.randint(0, 24)}
        elif gap < 0.12:
            known = {"outcome": dice.choice(("struck_out", "perfect", "abandoned"))}
        group = dice.choice((None, GROUPS["x"], GROUPS["x"], GROUPS["y"]))
        evening = str(date(2026, 1, 1) + timedelta(day)) if dice.random() < 0.95 else None
        games.append(
            game(
                place,
                people="".join(dice.sample("ABCDEFGH", dice.randint(1, 4))),
                guests=dice.choice((0, 0, 0, 1)),
                ruleset=spec,
                group=group,
                date=evening,
                excluded="a test" if dice.random() < 0.04 else None,
                **known,
            )
        )
    return games


logs = st.builds(random_games, st.integers(0, 10**9), st.integers(0, 40))
"""Random logs for Hypothesis."""
