"""The template reference, written from the contexts themselves.

Every field of every context appears with the `help` it was declared with, so the document
cannot promise a name that no page has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from hanabi_log.site.charts.base import Chart, Table
from hanabi_log.site.contexts.about import AboutPage, LostPage
from hanabi_log.site.contexts.base import Figure, Frame, GameCard, GameSum, Link
from hanabi_log.site.contexts.board import BoardLine, BoardView, WaitingLine
from hanabi_log.site.contexts.calculator import CalculatorPage
from hanabi_log.site.contexts.enter import EnterPage
from hanabi_log.site.contexts.groups import GroupPage, GroupRow, GroupsPage
from hanabi_log.site.contexts.home import Empty, Hero, HomePage
from hanabi_log.site.contexts.hoola import (
    HoolaGroup,
    HoolaMatchPage,
    HoolaPage,
    HoolaPlace,
    HoolaRound,
    HoolaRow,
    HoolaSection,
)
from hanabi_log.site.contexts.infigures import FiguresPage
from hanabi_log.site.contexts.leaderboard import Choice, Choices, LeaderboardPage
from hanabi_log.site.contexts.lineups import LineupsPage, StreakRow
from hanabi_log.site.contexts.news import News
from hanabi_log.site.contexts.people import PeoplePage, PersonPage, PersonRow
from hanabi_log.site.contexts.records import Record, RecordsPage
from hanabi_log.site.contexts.rules import Grid, GridCell, GridRow, RulesetCard, RulesetsPage
from hanabi_log.site.contexts.sessions import SessionPage, SessionRow, SessionsPage
from hanabi_log.site.contexts.sheet import SheetPage, SheetSuit

PAGES: dict[str, type[Frame]] = {
    "home.html": HomePage,
    "sessions.html": SessionsPage,
    "session.html": SessionPage,
    "people.html": PeoplePage,
    "person.html": PersonPage,
    "groups.html": GroupsPage,
    "group.html": GroupPage,
    "hoola.html": HoolaPage,
    "hoola_match.html": HoolaMatchPage,
    "lineups.html": LineupsPage,
    "leaderboard.html": LeaderboardPage,
    "records.html": RecordsPage,
    "figures.html": FiguresPage,
    "rulesets.html": RulesetsPage,
    "sheet.html": SheetPage,
    "calculator.html": CalculatorPage,
    "enter.html": EnterPage,
    "about.html": AboutPage,
    "404.html": LostPage,
}
"""The template of each kind of page and the context that it gets."""

PARTS: tuple[type[Any], ...] = (
    GameCard,
    GameSum,
    Figure,
    Hero,
    News,
    Empty,
    SessionRow,
    PersonRow,
    GroupRow,
    HoolaGroup,
    HoolaRow,
    HoolaPlace,
    HoolaRound,
    HoolaSection,
    BoardView,
    BoardLine,
    WaitingLine,
    Choices,
    Choice,
    StreakRow,
    Record,
    Grid,
    GridRow,
    GridCell,
    RulesetCard,
    SheetSuit,
    Link,
)


def template_reference() -> str:
    """The reference as Markdown."""
    lines = ["## On every page", "", *_table(Frame), "", *of_pages(PAGES)]
    lines += ["## Parts", "", *of_parts(PARTS)]
    for kind in (Chart, Table):
        names = ", ".join(f"`{field.name}`" for field in fields(kind))
        lines += [f"### {kind.__name__}", "", f"{_first_line(kind)} Fields: {names}.", ""]
    return "\n".join(lines)


def of_pages(pages: Mapping[str, type[Frame]]) -> Iterator[str]:
    """The lines on pages by template: what each has beside what is on every page."""
    common = {field.name for field in fields(Frame)}
    for template, context in pages.items():
        yield from (f"## `{template}`", "", _first_line(context), "")
        yield from (*_table(context, common), "")


def of_parts(parts: Iterable[type[Any]]) -> Iterator[str]:
    """The lines on what pages are put together from."""
    for part in parts:
        yield from (f"### {part.__name__}", "", _first_line(part), "", *_table(part), "")


def _table(context: Any, known: set[str] | frozenset[str] = frozenset()) -> Iterator[str]:
    yield "| name | what it holds |"
    yield "|---|---|"
    for field in fields(context):
        if field.name not in known:
            yield f"| `{field.name}` | {field.metadata['help']} |"


def _first_line(kind: Any) -> str:
    return str(kind.__doc__).partition("\n")[0]
