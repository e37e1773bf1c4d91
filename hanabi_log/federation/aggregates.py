"""The aggregates of the statistics as SQL: written once, run by SQLite, DuckDB and Spark alike.

All three are asked for counts and for sums of whole numbers, so no order of rows and no way
of splitting the work can change a digit. What an ending brings into a mean is not said in
SQL: `hanabi_log.stats.counting` decides it, and comes along as a small table of endings that
the games are joined with. What the engines do call by different names is in their `Dialect`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hanabi_log.federation.endings import KEY, NONE, SUMS
from hanabi_log.stats.counting import MODES, Mode

_NOTHING = "''"
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
CARDS = range(6)
"""How many cards of a suit can be laid."""


class Dialect(NamedTuple):
    """How an engine says what the others say differently.

    `day` is a date as text, `group` the column of that name, `people` the sorted names at a
    table without guests, `size` how many those are, `party` the same as one text with APART
    between them. `seated` is what follows SELECT to have a row for each of `people` with the
    first of them, from the relation `sittings`.
    """

    day: str
    group: str
    people: str
    size: str
    party: str
    seated: str


SQLITE = Dialect(
    "date",
    '"group"',
    "people",
    "json_array_length(people)",
    "party",
    "json_extract(people, '$[0]') AS first, value AS person"
    " FROM sittings, json_each(sittings.people)",
)
DUCKDB = Dialect(
    "CAST(date AS VARCHAR)",
    '"group"',
    "list_sort(list_distinct(players))",
    "len(list_distinct(players))",
    "array_to_string(list_sort(list_distinct(players)), chr(31))",
    "people[1] AS first, unnest(people) AS person FROM sittings",
)
SPARK = Dialect(
    "CAST(date AS STRING)",
    "`group`",
    "array_sort(array_distinct(array_compact(players)))",
    "size(array_distinct(array_compact(players)))",
    "array_join(array_sort(array_distinct(array_compact(players))), char(31))",
    "get(people, 0) AS first, explode(people) AS person FROM sittings",
)


def logs(dialect: Dialect, suits: Sequence[str]) -> str:
    """The relation `logs`: for each club how many games there are in `source`, their first and
    last date, how many tell of colours, and of each suit how many laid 0 to 5 of its cards."""
    columns = [f"{LAID}{suit}" for suit in suits]
    # A suit twice, because coalesce wants two.
    told = f"coalesce({', '.join((*columns, columns[0]))}) IS NOT NULL" if columns else "1 = 0"
    asked = {"coloured": told} | {
        f"{column}_{cards}": f"{column} = {cards}" for column in columns for cards in CARDS
    }
    counted = (f"{_sum(f'CASE WHEN {true} THEN 1 ELSE 0 END')} AS {n}" for n, true in asked.items())
    return (
        f"SELECT club, count(*) AS games, min({dialect.day}) AS first_date,"
        f" max({dialect.day}) AS last_date, {', '.join(counted)} FROM source GROUP BY club"
    )


def plays(dialect: Dialect) -> str:
    """The relation `plays`: the games that count, from the relation `source` of all games.

    `unit` is what the games of an evening of a group share: the date, else the own id.
    `lineup` is the party at a table of two or more without a guest.
    """
    return f"""
        SELECT club, month, {dialect.group} AS grp,
            coalesce({dialect.day}, id) AS unit, CASE WHEN date IS NULL THEN 0 ELSE 1 END AS dated,
            {dialect.people} AS people,
            CASE WHEN seats >= 2 AND {dialect.size} = seats THEN {dialect.party} END AS lineup,
            ruleset, seats,
            coalesce(max_score, {NONE}) AS max_score, coalesce(points, {NONE}) AS points,
            coalesce(score, {NONE}) AS score, coalesce(outcome, '') AS outcome,
            CASE WHEN win_or_lose THEN 1 ELSE 0 END AS win_or_lose
        FROM source WHERE counted"""


def ended() -> str:
    """The relation `ended`: how many plays of each club and month ended in each way."""
    keys = f"club, month, {', '.join(KEY)}"
    return f"SELECT {keys}, count(*) AS games FROM plays GROUP BY {keys}"


def distinct_endings() -> str:
    """Every ending that there is, as columns of its key."""
    return f"SELECT DISTINCT {', '.join(KEY)} FROM ended"


def results() -> str:
    """The relation `results`: `ended` with the numbers of endings."""
    return (
        "SELECT club, month, ended.outcome AS outcome, ending, games"
        f" FROM ended JOIN endings ON {_same('ended')}"
    )


def sittings(maxima: Sequence[int]) -> str:
    """The relation `sittings`: the plays of one evening with the same people and setup as one
    row, and what they bring together. Everything but `results` is added up from it."""
    keys = "club, grp, unit, dated, people, lineup"
    brought = []
    for mode in MODES:
        brought.append(f"{_sum(f'games_{mode}')} AS games_{mode}")
        for most in maxima:
            points = f"CASE WHEN plays.max_score = {most} THEN brings_{mode} ELSE 0 END"
            brought.append(f"{_sum(points)} AS points_{mode}_{most}")
    sums = ", ".join((*(f"{_sum(name)} AS {name}" for name in SUMS), *brought))
    return (
        f"SELECT {keys}, plays.ruleset AS ruleset, plays.seats AS seats, count(*) AS games, {sums}"
        f" FROM plays JOIN endings ON {_same('plays')}"
        f" GROUP BY {keys}, plays.ruleset, plays.seats"
    )


def seated(dialect: Dialect) -> str:
    """The relation `seated`: a row of a sitting for everybody who sat there."""
    return f"SELECT sittings.*, {dialect.seated}"


def regular(fewest: int) -> str:
    """The relation `regular`: the sittings of line-ups with that many games or more."""
    return (
        "SELECT * FROM (SELECT sittings.*, sum(games) OVER (PARTITION BY club, lineup) AS together"
        " FROM sittings WHERE lineup IS NOT NULL) AS lineups"
        f" WHERE together >= {fewest}"
    )


def logged(suits: Sequence[str], *, by_club: bool) -> str:
    """The rows of `logs` in the order of clubs, or one row of all clubs, whose club is ''."""
    counts = ("coloured", *(f"{LAID}{suit}_{cards}" for suit in suits for cards in CARDS))
    if by_club:
        names = ", ".join(("club", "games", "first_date", "last_date", *counts))
        return f"SELECT {names} FROM logs ORDER BY club"
    sums = ", ".join(map(_sum, counts))
    return f"SELECT '', {_sum('games')}, min(first_date), max(last_date), {sums} FROM logs"


def counts(*, by_club: bool) -> str:
    """Counts of plays, as rows of club, kind, two texts, a number, and how many.

    What the texts and the number are, is a matter of the kind: `all` has the number of an
    ending, `month` a month and an outcome, `member` a group and a person; `held` counts the
    sessions with a date. `link` has the first and another name of a table: these link whoever
    tables link, and are fewer. By club, in the order of clubs; or of all clubs, whose club is
    '' and who have no people and groups.
    """
    days = "(SELECT DISTINCT club, grp, unit FROM sittings WHERE dated = 1) AS days"
    parts = [
        _count(by_club, "all", number="ending", source="results"),
        _count(by_club, "month", "month", "outcome", source="results"),
        _count(by_club, "held", source=days, how_many="count(*)"),
    ]
    if by_club:
        parts += [
            _count(by_club, "member", "grp", "person", source="seated"),
            _count(by_club, "link", "first", "person", source="seated"),
        ]
    return f"{' UNION ALL '.join(parts)} ORDER BY club"


def totals(maxima: Sequence[int]) -> str:
    """What each person, group and regular line-up brought under each setup, club by club.

    Rows of club, kind, name, ruleset and seats; then the fields of Sums, and for each of
    MODES how many games enter a mean and their points by maximum.
    """
    names = ["games", *SUMS]
    for mode in MODES:
        names += [f"games_{mode}", *(f"points_{mode}_{most}" for most in maxima)]
    sums = ", ".join(f"{_sum(name)} AS {name}" for name in names)
    parts = (
        f"SELECT club, '{kind}' AS kind, {one} AS one, ruleset, seats, {sums} FROM {source}"
        f" WHERE {one} IS NOT NULL GROUP BY club, {one}, ruleset, seats"
        for kind, one, source in (
            ("person", "person", "seated"),
            ("group", "grp", "sittings"),
            ("lineup", "lineup", "regular"),
        )
    )
    return f"{' UNION ALL '.join(parts)} ORDER BY club"


def evenings(modes: Sequence[Mode], maxima: Sequence[int], *, by_club: bool) -> str:
    """What sessions brought into the means of some modes, as rows of club, kind, mode, a text,
    a number, and how many sessions were alike; then games and points by maximum of one of them.

    The kinds are `all`, `setup` (ruleset and seats), `group`, and `lineup`, regular ones only.
    A session is told apart by club, group and unit, besides its kind. Clubs as in `counts`.
    """
    parts = []
    for mode in modes:
        parts += [
            _evenings(mode, maxima, by_club, "all"),
            _evenings(mode, maxima, by_club, "setup", "ruleset", "seats"),
        ]
        if by_club:
            parts += [
                _evenings(mode, maxima, by_club, "group", "grp"),
                _evenings(mode, maxima, by_club, "lineup", "lineup", source="regular"),
            ]
    return f"{' UNION ALL '.join(parts)} ORDER BY club"


def _sum(of: str) -> str:
    # Engines have types of their own for sums, some of which are no whole numbers in Python.
    return f"CAST(sum({of}) AS BIGINT)"


def _same(relation: str) -> str:
    return " AND ".join(f"{relation}.{column} = endings.{column}" for column in KEY)


def _count(
    by_club: bool,
    kind: str,
    one: str = _NOTHING,
    other: str = _NOTHING,
    number: str = "0",
    *,
    source: str,
    how_many: str = "",
) -> str:
    """The games of each value of the columns; values that are not known are left out."""
    columns = [name for name in (one, other, number) if name.isidentifier()]
    known = " AND ".join(f"{name} IS NOT NULL" for name in columns)
    keys = ", ".join((*(("club",) if by_club else ()), *columns))
    return (
        f"SELECT {'club' if by_club else _NOTHING} AS club, '{kind}' AS kind, {one} AS one,"
        f" {other} AS other, {number} AS number, {how_many or _sum('games')} AS games"
        f" FROM {source}"
        + (f" WHERE {known}" if known else "")
        + (f" GROUP BY {keys}" if keys else "")
    )


def _evenings(
    mode: Mode,
    maxima: Sequence[int],
    by_club: bool,
    kind: str,
    one: str = _NOTHING,
    seats: str = "0",
    source: str = "sittings",
) -> str:
    columns = [name for name in (one, seats) if name.isidentifier()]
    keys = [*(("club",) if by_club else ()), *columns]
    apart = ", ".join(dict.fromkeys((*keys, "club", "grp", "dated", "unit")))
    names = [f"games_{mode}", *(f"points_{mode}_{most}" for most in maxima)]
    sums = ", ".join(f"{_sum(name)} AS {name}" for name in names)
    known = " AND ".join((*(f"{name} IS NOT NULL" for name in columns), f"games_{mode} > 0"))
    return (
        f"SELECT {'club' if by_club else _NOTHING} AS club, '{kind}' AS kind, '{mode}' AS mode,"
        f" {one} AS one, {seats} AS seats, count(*) AS times, {', '.join(names)}"
        f" FROM (SELECT {apart}, {sums} FROM {source} WHERE {known} GROUP BY {apart}) AS sessions"
        f" GROUP BY {', '.join((*keys, *names))}"
    )
