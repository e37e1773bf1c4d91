"""The aggregates of the statistics as SQL: written once, run by SQLite, DuckDB and Spark alike.

All three are asked for counts and for sums of whole numbers, so no order of rows and no way
of splitting the work can change a digit. What an ending brings into a mean is not said in
SQL: `hanabi_log.stats.counting` decides it, and comes along as a small table of endings that
the games are joined with. What the engines do call by different names is in their `Dialect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.stats.aggregates import Ending, EndingKey, ending_of
from hanabi_log.stats.counting import MODES
from hanabi_log.stats.plays import counted_play

NONE = -1_000_000
"""Stands for a number that is not known, so that games and endings can be joined by equality;
no game has so few points."""
_NOBODY = "''"
APART = "\x1f"
"""Stands between the names of a party; no name holds it."""

COLUMNS = {
    "id": "string",
    "date": "date32[day]",
    "month": "string",
    "group": "string",
    "players": "list<element: string>",
    "seats": "int32",
    "ruleset": "string",
    "rules": "string",
    "outcome": "string",
    "points": "int32",
    "score": "int32",
    "max_score": "int32",
    "counted": "bool",
    "win_or_lose": "bool",
}
"""The columns of a dataset that are read, with their types as Arrow has them. No others are."""
LAID = "laid_"
"""How the columns of cards laid begin; a suit's code follows, and their type is int8."""


class Dialect(NamedTuple):
    """How an engine says what the others say differently.

    `day` is a date as text, `group` the column of that name, `people` the sorted names at a
    table without guests, `party` the same as one text with APART between them. `seated` is
    what follows SELECT to have a row for each of `people`, from the relation `counted`.
    """

    day: str
    group: str
    people: str
    party: str
    seated: str


SQLITE = Dialect(
    "date",
    '"group"',
    "people",
    "party",
    "value AS person FROM counted, json_each(counted.people)",
)
DUCKDB = Dialect(
    "CAST(date AS VARCHAR)",
    '"group"',
    "list_sort(list_distinct(players))",
    "array_to_string(list_sort(list_distinct(players)), chr(31))",
    "unnest(people) AS person FROM counted",
)
SPARK = Dialect(
    "CAST(date AS STRING)",
    "`group`",
    "array_sort(array_distinct(array_compact(players)))",
    "array_join(array_sort(array_distinct(array_compact(players))), char(31))",
    "explode(people) AS person FROM counted",
)

ENDINGS_TABLE = (
    ("ending", int),
    *(("ruleset", str), ("seats", int), ("max_score", int), ("points", int), ("score", int)),
    *(("outcome", str), ("win_or_lose", int)),
    *((f"{what}_{mode}", int) for what in ("games", "brings") for mode in MODES),
)
"""The columns of the table `endings`: its number, the key, and for each mode whether a game
enters a mean (1 or 0) and the points that it brings."""

_KEY = ("ruleset", "seats", "max_score", "points", "score", "outcome", "win_or_lose")


def plays(dialect: Dialect) -> str:
    """The relation `plays`: the games that count, from the relation `source` of all games.

    `unit` is what the games of an evening of a group share: the date, else the own id.
    """
    return f"""
        SELECT club, {dialect.day} AS date, month, {dialect.group} AS grp,
            coalesce({dialect.day}, id) AS unit,
            {dialect.people} AS people, {dialect.party} AS party,
            ruleset, seats,
            coalesce(max_score, {NONE}) AS max_score, coalesce(points, {NONE}) AS points,
            coalesce(score, {NONE}) AS score, coalesce(outcome, '') AS outcome,
            CASE WHEN win_or_lose THEN 1 ELSE 0 END AS win_or_lose
        FROM source WHERE counted"""


def counted() -> str:
    """The relation `counted`: the plays, each with its ending and what that brings."""
    brought = ", ".join(f"{what}_{mode}" for what in ("games", "brings") for mode in MODES)
    same = " AND ".join(f"plays.{column} = endings.{column}" for column in _KEY)
    return f"""
        SELECT club, date, month, grp, unit, people, party, ending,
            plays.ruleset AS ruleset, plays.seats AS seats, plays.max_score AS max_score, {brought}
        FROM plays JOIN endings ON {same}"""


def seated(dialect: Dialect) -> str:
    """The relation `seated`: a row for everybody at a table."""
    return f"SELECT club, grp, ending, {dialect.seated}"


def distinct_endings() -> str:
    """Every ending that there is, as columns of its key."""
    return f"SELECT DISTINCT {', '.join(_KEY)} FROM plays"


def counts(dialect: Dialect, suits: Sequence[str], *, by_club: bool) -> str:
    """Every count, as rows of club, kind, two texts, a number, and how many games.

    What the texts and the number are, is a matter of the kind: `logged` are all games with
    the first and last date, `laid` a suit with the number of its cards and ('' for the suit)
    the games that tell of any. The others are of counted games: `held` has how many sessions
    there are, `member` a group and a person, and `all`, `month`, `group`, `party` and `person`
    each a name and an ending. By club, in the order of clubs; or of all clubs, whose club is
    '' and who have no people, parties or groups.
    """
    day = dialect.day
    parts = [
        _count(by_club, "logged", f"min({day})", f"max({day})", source="source", by=()),
        _count(by_club, "all", number="ending"),
        _count(by_club, "month", "month", number="ending"),
        _count(by_club, "held", source=f"({_DAYS}) AS days"),
    ]
    if by_club:
        parts += [
            _count(by_club, "group", "grp", number="ending"),
            _count(by_club, "party", "party", number="ending"),
            _count(by_club, "person", "person", number="ending", source="seated"),
            _count(by_club, "member", "grp", "person", source="seated"),
        ]
    if suits:
        source = f"({_laid(suits)}) AS suits"
        parts.append(_count(by_club, "laid", "suit", number="laid", source=source))
    return f"{' UNION ALL '.join(parts)} ORDER BY club"


def evenings(maxima: Sequence[int], *, by_club: bool) -> str:
    """What sessions brought, as rows of club, kind, a text, a number, and how many sessions
    were alike; then what each of them brought: games by mode, and points by mode and maximum.

    The kinds are `all`, `setup` (ruleset and seats), `group`, and `lineup` (party and seats).
    A session is told apart by club, group and unit, besides its kind. Clubs as in `counts`.
    """
    parts = [_evenings(maxima, by_club, "all"), _evenings(maxima, by_club, "setup", "ruleset")]
    if by_club:
        parts += [
            _evenings(maxima, by_club, "group", "grp"),
            _evenings(maxima, by_club, "lineup", "party"),
        ]
    return f"{' UNION ALL '.join(parts)} ORDER BY club"


_DAYS = "SELECT DISTINCT club, grp, date FROM counted WHERE date IS NOT NULL"


def _count(
    by_club: bool,
    kind: str,
    one: str = "''",
    other: str = "''",
    number: str = "0",
    source: str = "counted",
    by: Sequence[str] | None = None,
) -> str:
    """The games of each value of the columns; values that are not known are left out."""
    columns = [name for name in (one, other, number) if name.isidentifier()] if by is None else by
    known = " AND ".join(f"{name} IS NOT NULL" for name in columns)
    keys = ", ".join((*(("club",) if by_club else ()), *columns))
    return (
        f"SELECT {'club' if by_club else _NOBODY} AS club, '{kind}' AS kind, {one} AS one,"
        f" {other} AS other, {number} AS number, count(*) AS games FROM {source}"
        + (f" WHERE {known}" if known else "")
        + (f" GROUP BY {keys}" if keys else "")
    )


def _evenings(maxima: Sequence[int], by_club: bool, kind: str, one: str = "''") -> str:
    seated = kind in ("setup", "lineup")
    keys = [
        *(("club",) if by_club else ()),
        *((one,) if one.isidentifier() else ()),
        *(("seats",) if seated else ()),
    ]
    apart = ", ".join(dict.fromkeys((*keys, "club", "grp", "unit")))
    names = [f"games_{mode}" for mode in MODES]
    sums = [f"sum({name}) AS {name}" for name in names]
    for mode in MODES:
        for most in maxima:
            names.append(f"points_{mode}_{most}")
            brings = f"CASE WHEN max_score = {most} THEN brings_{mode} ELSE 0 END"
            sums.append(f"sum({brings}) AS {names[-1]}")
    return (
        f"SELECT {'club' if by_club else _NOBODY} AS club, '{kind}' AS kind, {one} AS one,"
        f" {'seats' if seated else '0'} AS seats, count(*) AS times, {', '.join(names)}"
        f" FROM (SELECT {apart}, {', '.join(sums)} FROM counted"
        f"{' WHERE grp IS NOT NULL' if kind == 'group' else ''} GROUP BY {apart}) AS sessions"
        f" GROUP BY {', '.join((*keys, *names))}"
    )


def _laid(suits: Sequence[str]) -> str:
    """Club, suit and number of cards laid, for each game and suit; '' once for each game."""
    told = "coalesce({})".format(", ".join(f"{LAID}{suit}" for suit in (*suits, suits[0])))
    parts = [f"SELECT club, '' AS suit, 0 AS laid FROM source WHERE {told} IS NOT NULL"]
    parts += [f"SELECT club, '{suit}' AS suit, {LAID}{suit} AS laid FROM source" for suit in suits]
    return " UNION ALL ".join(parts)


def endings_of(rows: Iterable[Sequence[object]]) -> list[Ending]:
    """The endings of rows of `distinct_endings`, in an order that never changes."""
    return [ending_of(counted_play(*key)) for key in sorted(map(_key_of, rows), key=repr)]


def endings_table(endings: Sequence[Ending]) -> Iterator[tuple[int | str, ...]]:
    """The rows of the table `endings`; their numbers are places in the sequence."""
    for number, ending in enumerate(endings):
        ruleset, seats, most, points, score, outcome, lost = ending.key
        counts = [ending.numbers[mode] if most else None for mode in MODES]
        yield (
            *(number, ruleset, seats),
            *(NONE if found is None else found for found in (most, points, score)),
            *(outcome or "", int(lost)),
            *(int(count is not None) for count in counts),
            *(count or 0 for count in counts),
        )


def _key_of(row: Sequence[Any]) -> EndingKey:
    ruleset, seats, most, points, score, outcome, lost = row
    numbers = (None if number == NONE else number for number in (most, points, score))
    told: Outcome | None = outcome or None
    most, points, score = numbers
    return ruleset, seats, most, points, score, told, bool(lost)


def maxima_of(endings: Iterable[Ending]) -> tuple[int, ...]:
    """The maxima of endings that enter a mean, in order."""
    return tuple(
        sorted(
            {
                ending.max_score
                for ending in endings
                if ending.max_score and any(n is not None for n in ending.numbers.values())
            }
        )
    )
