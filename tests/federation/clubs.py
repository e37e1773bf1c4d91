"""Clubs for the tests of a federation's site, made from games that the tests of figures draw."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from hanabi_log.federation.figures import ClubFigures, Entrant, Member, Person
from hanabi_log.games.hanabi.endstate import Outcome
from hanabi_log.site.club import Club
from hanabi_log.site.gather import gather as arrange
from hanabi_log.stats.aggregates import Tables, gather
from hanabi_log.stats.plays import Play
from tests.site.clubs import lively_club
from tests.stats.making import GROUPS, PEOPLE, evenings, random_games, rows

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></script>",
    '=HYPERLINK("http://x")',
    "../../etc/passwd",
    "index",
    "con",
    "x" * 3000,
    "🎆🎇",
    "שרה \u202eabc",
    "\x00\x07bell",
    "   ",
    "{{ 7*7 }}",
    "Lantern",
    "LANTERN!",
    "lantern",
    "&amp;",
)
"""Names that clubs might send, whose authors did not mean well."""


def figures_of(member: Member, plays: Sequence[Play]) -> ClubFigures:
    """What a federation knows of a club, counted the way a club counts."""
    months: defaultdict[str, Counter[Outcome | None]] = defaultdict(Counter)
    for play in plays:
        if play.counted and play.date:
            months[play.date[:7]][play.outcome] += 1
    dates = sorted(play.date for play in plays if play.date)
    first, last = (dates[0], dates[-1]) if dates else (None, None)
    return ClubFigures(member, gather(plays), dict(sorted(months.items())), first, last)


def drawn_club(
    number: int, name: str, games: int = 60, *, prefix: str = "", regular: int = 0
) -> ClubFigures:
    """A club with a random log; its people and groups have `prefix` before their names.

    `regular` is the number of evenings on which A and H, who has retired, play twice.
    """
    member = Member(
        id=f"club-{number:05}",
        name=name,
        people={
            key: Person(f"{prefix}{player.name}", retired=key == "H")
            for key, player in PEOPLE.items()
        },
        groups={key: f"{prefix}{table.name}" for key, table in GROUPS.items()},
    )
    together = evenings([[12 + evening % 9, 18] for evening in range(regular)], people="AH")
    return figures_of(member, [*rows(random_games(number, games)), *together])


def lively_figures(number: int = 0) -> ClubFigures:
    """The club of the tests of sites, as it publishes itself."""
    return published(lively_club(), f"club-{number:05}")


def published(club: Club, id_: str) -> ClubFigures:
    """A club with everything that it publishes, and nothing else."""
    log = arrange(club)
    member = Member(
        id=id_,
        name=club.name,
        people={key: Person(one.text, one.retired) for key, one in log.people.shown.items()},
        groups={table.group.id: table.group.name for table in log.tables if table.group},
    )
    return figures_of(member, log.plays)


def entrants(clubs: Iterable[ClubFigures]) -> list[Entrant]:
    """Clubs whose figures are made already, as a site takes them."""
    return [Entrant(club.member.name, partial(_same, club)) for club in clubs]


def _same(club: ClubFigures) -> ClubFigures:
    return club


def small_federation() -> list[ClubFigures]:
    """Four clubs: a lively one, two of one name, and one without a game."""
    empty = ClubFigures(Member("club-00009", "New club"), gather(()), {})
    return [
        lively_figures(),
        drawn_club(1, "Lantern", 300, regular=12),
        drawn_club(2, "Lantern", 40),
        empty,
    ]


def hostile_federation() -> list[ClubFigures]:
    """Clubs whose names try to break out, and whose people's names do."""
    return [
        drawn_club(number, name, 50, prefix=name, regular=12)
        for number, name in enumerate(HOSTILE, 1)
    ]


def huge_federation(times: int = 50_000) -> list[ClubFigures]:
    """Two clubs in which every game was played so many times."""
    return [_often(drawn_club(number, f"Online {number}", 300), times) for number in (1, 2)]


def _often(club: ClubFigures, times: int) -> ClubFigures:
    tables = club.tables
    return replace(
        club,
        tables=Tables(
            tables.logged * times,
            {row: count * times for row, count in tables.rows.items()},
            {code: tuple(n * times for n in counts) for code, counts in tables.colours.items()},
            tables.coloured * times,
        ),
        months={
            month: Counter({outcome: count * times for outcome, count in outcomes.items()})
            for month, outcomes in club.months.items()
        },
    )
