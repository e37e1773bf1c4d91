"""A club as a federation shows it: a name and an address of its own, and its figures.

Names come from elsewhere, so they are tidied and cut, and clubs of equal names are told apart
by a number, in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from hanabi_log.federation.figures import ClubFigures
from hanabi_log.names import key_of, tidy
from hanabi_log.site.badge import cut
from hanabi_log.site.people import Name, Slugs, script_of
from hanabi_log.stats.baselines import Baselines, baselines
from hanabi_log.stats.boards import Board, group_board, lineup_board, people_board
from hanabi_log.stats.estimates import Mean
from hanabi_log.stats.summary import Summary, summarise

MOST_LETTERS = 80
"""Of a name that somebody else has typed; Hangul counts twice."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A club in the list of all: what remains of it when its pages are written.

    `games` are all that were logged; dates are civil, None where no game has one.
    """

    id: str
    name: str
    slug: str
    games: int
    people: int
    mean: Mean | None
    first: str | None
    last: str | None

    @property
    def path(self) -> str:
        """The file of the club's page, below the root of a language."""
        return f"clubs/{self.slug}.html"

    @property
    def link(self) -> Name:
        """The name with a link to the page."""
        return Name(self.name, quote(self.path), script_of(self.name))


@dataclass(frozen=True, slots=True)
class Portrait:
    """A club and what its page and the pages of all clubs are made from.

    `names` are the published names of its people and its groups by key; `boarded` those of
    the people who have not retired.
    """

    entry: Entry
    figures: ClubFigures
    summary: Summary
    expected: Baselines
    names: Mapping[str, str]
    boarded: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a club, with their words in the language in use."""

    people: Board
    lineups: Board
    groups: Board


class Doorkeeper:
    """Gives each club a name that no other has, and an address."""

    def __init__(self) -> None:
        self._slugs = Slugs("club")
        # How often each name came; one that was made with a number came once.
        self._names: dict[str, int] = {}

    def take(self, name: str) -> tuple[str, str]:
        """The name as shown and its slug."""
        text = base = shown(name) or "?"
        count = self._names.get(key_of(base), 0) + 1
        while count > 1 and key_of(text := f"{base} ({count})") in self._names:
            count += 1
        self._names[key_of(base)] = count
        self._names.setdefault(key_of(text), 1)
        return text, self._slugs.take(text)


def shown(name: str) -> str:
    """A foreign name as pages show it: without what cannot be seen, and cut where it is long."""
    return cut(tidy(name), MOST_LETTERS)


def portray(figures: ClubFigures, name: str, slug: str) -> Portrait:
    """The portrait of a club under the name and the slug that it was given."""
    member, summary = figures.member, summarise(figures.tables)
    people = {key: shown(person.name) for key, person in member.people.items()}
    return Portrait(
        entry=Entry(
            id=member.id,
            name=name,
            slug=slug,
            games=summary.games,
            people=summary.people,
            mean=summary.mean,
            first=figures.first_date,
            last=figures.last_date,
        ),
        figures=figures,
        summary=summary,
        expected=baselines(figures.tables),
        names={**people, **{key: shown(group) for key, group in member.groups.items()}},
        boarded={key: people[key] for key in member.boarded},
    )


def boards_of(club: Portrait) -> Boards:
    """The boards of a club, by the rules of its own site."""
    tables = club.figures.tables
    return Boards(
        people=people_board(tables, club.boarded, expected=club.expected),
        lineups=lineup_board(tables, club.names, unlisted=False),
        groups=group_board(tables, club.names),
    )
