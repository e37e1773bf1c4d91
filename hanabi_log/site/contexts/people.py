"""People: the list of them, and one page each about the tables they sat at.

The figures are of tables, not of skill; everybody at a table shares its score.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.distribution import distribution_chart
from hanabi_log.site.charts.progress import progress_chart
from hanabi_log.site.charts.residuals import residual_chart
from hanabi_log.site.contexts.base import Figure, Frame, GameCard, holds, says
from hanabi_log.site.contexts.figures import games_note, headline
from hanabi_log.site.contexts.home import Empty, waiting
from hanabi_log.site.contexts.hoola import HoolaSection, hoola_section, matches_of
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.games import Games
from hanabi_log.site.hoola import ShownMatch
from hanabi_log.site.people import Name, Shown, fold
from hanabi_log.site.plans import Plan
from hanabi_log.stats.baselines import Baselines, residuals
from hanabi_log.stats.boards import BoardRow
from hanabi_log.stats.estimates import Mean, means_with
from hanabi_log.stats.packed import Facts, Packed
from hanabi_log.stats.summary import summarise

CLOSEST = 12
LATEST = 3


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in a list."""

    name: Name = holds("the person")
    games: str = says("how many games, in words")
    last: str = says("when that was last, in words; may be empty")
    mean: str = says("the mean of those games, in words; empty in plain lists", "")


@dataclass(frozen=True, kw_only=True)
class PeoplePage(Frame):
    """Everybody who may be shown, by name."""

    lede: str = says("how many people there are")
    rows: tuple[PersonRow, ...] = holds("the people")


@dataclass(frozen=True, kw_only=True)
class PersonPage(Frame):
    """A person and the tables they sat at."""

    name: Name = holds("the person")
    lede: str = says("since when and how many games")
    figures: tuple[Figure, ...] = says("headline figures of those tables")
    progress: Chart | None = says("points of those tables; none while there are few")
    distribution: Chart | None = says("where those games ended; none while there are few")
    residuals: Chart | None = says("games against their baseline; none while there are few")
    waiting: Empty | None = says("what stands in the place of missing charts")
    company: tuple[PersonRow, ...] = holds("who they sat with most often")
    best: GameCard | None = holds("the best game")
    latest: tuple[GameCard, ...] = holds("the latest games, the best left out")
    hoola: HoolaSection | None = holds("Hoola King; none without a match")


def everybody(setting: Setting) -> list[Shown]:
    """Everybody who may be shown, by name."""
    shown = setting.log.people.shown.values()
    return sorted(shown, key=lambda person: (fold(person.text), person.id))


def person_pages(setting: Setting, people: Iterable[Shown]) -> Iterator[Plan]:
    """The pages of some people."""
    rows = {row.key: row for row in setting.board.rows}
    matches = matches_of(setting)
    for person in people:
        yield _plan(setting, person, rows.get(person.id), matches)


def people_page(setting: Setting) -> Page:
    """The list of people."""
    log, people = setting.log, everybody(setting)
    lede = words.people(len(people))
    context = PeoplePage(
        **setting.frame("people/index.html", _("People"), description=lede),
        lede=lede,
        rows=tuple(_row(person, log.games_of[person.id]) for person in people),
    )
    return Page("people/index.html", "people.html", context)


def _row(person: Shown, games: Games) -> PersonRow:
    return PersonRow(person.name, words.games(len(games)), last_played(games.last_date))


def last_played(date: str | None) -> str:
    """When somebody played last, in words; empty where no date is known."""
    return _("Last played {day}").format(day=words.day(date)) if date else ""


def _plan(
    setting: Setting, person: Shown, row: BoardRow | None, matches: Sequence[ShownMatch]
) -> Plan:
    log = setting.log
    games = log.games_of[person.id]
    plays = games.plays.without_ids()
    path = f"people/{person.slug}.html"
    best = games.best
    places = [place for place in games.newest(LATEST + 1) if place != best][:LATEST]
    cards = setting.cards.at([*places, *([] if best is None else [best])])
    latest = (*cards[: len(places)],)
    best_card = None if best is None else cards[-1]
    hoola = hoola_section(setting, person, matches)
    lede = _lede(plays, hoola.more if hoola else None)
    frame = setting.frame(path, person.text, description=lede, cards=cards, charts=True)
    met = _met(plays, log.people.shown)
    above, expected = _above(row), _printed(setting.expected, plays)
    arguments = (frame, person, lede, plays, above, expected, met, best_card, latest, hoola)
    return Plan(path, "person.html", _person_page, arguments)


def _person_page(
    frame: Mapping[str, Any],
    person: Shown,
    lede: str,
    plays: Packed,
    above: Figure | None,
    expected: Baselines,
    met: Mapping[str, Name],
    best: GameCard | None,
    latest: tuple[GameCard, ...],
    hoola: HoolaSection | None,
) -> PersonPage:
    progress = progress_chart(plays, _("Points of their tables"))
    return PersonPage(
        **(frame if progress else Setting.without_charts(frame)),
        name=Name(person.text, "", person.name.lang),
        lede=lede,
        figures=_figures(plays, above),
        progress=progress,
        distribution=distribution_chart(plays) if progress else None,
        residuals=residual_chart(residuals(plays, expected)),
        waiting=waiting(sum(plays.of_facts(_has_points))) if plays else None,
        company=_company(met, person, plays),
        best=best,
        latest=latest,
        hoola=hoola,
    )


def _met(plays: Packed, shown: Mapping[str, Shown]) -> Mapping[str, Name]:
    """The names of those of `shown` who sat at the tables of some plays, by id."""
    tables = plays.shared.tables
    met = {one for table in {*plays.table} for one in tables[table]}
    return {id_: shown[id_].name for id_ in sorted(met)}


def _printed(expected: Baselines, plays: Packed) -> Baselines:
    """The baselines of the setups of some plays, to the decimal to which the site prints them.

    A chart that is drawn against them changes when they do, and not with every game of the club.
    """
    facts = plays.shared.facts
    played = {(facts[number].ruleset, facts[number].seats) for number in {*plays.fact}}
    found = {setup: expected.setups[setup] for setup in sorted(played & expected.setups.keys())}
    return Baselines(
        club=None,
        n=0,
        rulesets={},
        setups={
            setup: replace(one, n=0, mean=0.0, m=round(one.m, 1)) for setup, one in found.items()
        },
    )


def _has_points(facts: Facts) -> bool:
    return facts.y is not None


def _above(row: BoardRow | None) -> Figure | None:
    """The figure of somebody who is listed on the board of people."""
    if row is None or not row.listed:
        return None
    return Figure(
        _("Above expectation"),
        words.signed(row.value, 1),
        _("points, {games}").format(games=words.games(row.games)),
    )


def _figures(plays: Packed, above: Figure | None) -> tuple[Figure, ...]:
    if not plays:
        return ()
    summary = summarise(plays)
    counted, mean, *rates = headline(summary)
    counted = Figure(counted.label, counted.value, games_note(summary))
    return (counted, *([above] if above else []), mean, *rates)


def _lede(games: Packed, matches: str | None) -> str:
    first = next((evening.date for evening in games.evenings if evening.date), None)
    if not games and matches:
        return _("At the table in {matches} of Hoola King.").format(matches=matches)
    if not games:
        return _("No game yet.")
    if first is None:
        return _("At the table in {games}.").format(games=words.games(len(games)))
    return _("At the table since {month}, in {games}.").format(
        month=words.month(first), games=words.games(len(games))
    )


def _company(known: Mapping[str, Name], person: Shown, plays: Packed) -> tuple[PersonRow, ...]:
    tables, evenings = plays.shared.tables, plays.shared.evenings
    last = dict(zip(plays.table, plays.evening, strict=True))
    met: Counter[str] = Counter()
    latest: defaultdict[str, str] = defaultdict(str)
    for table, games in Counter(plays.table).items():
        date = evenings[last[table]].date or ""
        for one in tables[table]:
            met[one] += games
            latest[one] = max(latest[one], date)
    del met[person.id]
    found = sorted(met, key=lambda id_: (-met[id_], known[id_].text, id_))[:CLOSEST]
    means = means_with(plays, found)
    return tuple(_companion(known[one], met[one], latest[one], means[one]) for one in found)


def _companion(name: Name, games: int, last: str, mean: Mean | None) -> PersonRow:
    text = ""
    if mean is not None and mean.low is not None and mean.high is not None:
        span = words.mean_interval(mean.low, mean.high)
        text = _("mean {mean}, 95%: {span}").format(mean=words.number(mean.value, 1), span=span)
    elif mean is not None:
        text = _("mean {mean}").format(mean=words.number(mean.value, 1))
    return PersonRow(name, words.games(games), last_played(last), text)
