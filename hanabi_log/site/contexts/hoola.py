"""Hoola King: standings of each group, the list of matches, and one page a match.

Aborted matches are listed and marked, and enter no standing. Guests, hidden people among
them, and bots hold their places in a match but no line of a standing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanabi_log.games.hoola.rounds import THRESHOLDS
from hanabi_log.games.hoola.words import fill, status_label
from hanabi_log.i18n import _, ngettext
from hanabi_log.records import Group
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart, Column, Row, Table
from hanabi_log.site.charts.hoola import course_chart
from hanabi_log.site.contexts.base import Figure, Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.hoola import START, ShownMatch, shown_matches
from hanabi_log.site.people import Name, Shown, script_of
from hanabi_log.stats.hoola import HoolaLine, board, standings

LATEST = 6
"""Matches on a person's page."""


@dataclass(frozen=True, slots=True)
class HoolaRow:
    """A match in a list."""

    day: str = says("the date in words")
    href: str = holds("the link to the match")
    group: Name | None = holds("the group")
    first: tuple[Name, ...] = holds("who stands first; empty in an aborted match")
    points: str = says("the points of the first")
    status: str = says("how many rounds, and how it ended")
    own: str = says("the place and points of the person whose page it is; else empty", "")


@dataclass(frozen=True, slots=True)
class HoolaGroup:
    """The standing of a group."""

    name: Name | None = holds("the group; none for matches of no group")
    matches: str = says("how many matches count, in words")
    table: Table = holds("a line for each person: matches, points, wins, places, best round")


@dataclass(frozen=True, slots=True)
class HoolaPlace:
    """A line of the final ranking of a match."""

    place: str = says("the place; equal points share one")
    name: Name = holds("the person, guest or bot")
    points: str = says("the points, signed")
    mark: str = says("bot or host, in words; may be empty")


@dataclass(frozen=True, slots=True)
class HoolaRound:
    """A round of a match."""

    number: int = says("its number, from 1")
    ending: str = says("how it ended")
    payments: tuple[str, ...] = says("what everybody won or lost, in the order of the seats")
    why: tuple[str, ...] = holds("the reasons, one sentence each")


@dataclass(frozen=True, slots=True)
class HoolaSection:
    """Hoola King on a person's page."""

    figures: tuple[Figure, ...] = says("headline figures")
    rows: tuple[HoolaRow, ...] = holds("the latest matches")
    more: str = says("how many matches in all, in words")


@dataclass(frozen=True, kw_only=True)
class HoolaPage(Frame):
    """Standings and matches."""

    lede: str = says("how many matches there are")
    groups: tuple[HoolaGroup, ...] = holds("the standings of groups")
    note: str = says("what counts in standings, for the foot")
    rows: tuple[HoolaRow, ...] = holds("the matches, newest first")


@dataclass(frozen=True, kw_only=True)
class HoolaMatchPage(Frame):
    """A match."""

    day: str = says("the date in words")
    group: Name | None = holds("the group")
    status: str = says("how many rounds, thresholds, and how it ended")
    remark: str = holds("what else must be known about its end; may be empty")
    places: tuple[HoolaPlace, ...] = holds("the ranking")
    course: Chart | None = holds("the running totals; none while there are few rounds")
    names: tuple[Name, ...] = holds("the heads of the table of rounds")
    rounds: tuple[HoolaRound, ...] = holds("the rounds")
    totals: tuple[str, ...] = says("the points of everybody, in the order of the seats")
    note: str = says("what counts in standings, for the foot")


def hoola_pages(setting: Setting) -> Iterator[Page]:
    """All pages of Hoola King; none when no match was logged."""
    matches = matches_of(setting)
    if not matches:
        return
    yield _start_page(setting, matches)
    for match in matches:
        yield _match_page(setting, match)


def matches_of(setting: Setting) -> tuple[ShownMatch, ...]:
    """The matches of the club as they may be shown."""
    return shown_matches(setting.log.club.hoola, setting.log.people)


def hoola_section(
    setting: Setting, person: Shown, matches: Sequence[ShownMatch]
) -> HoolaSection | None:
    """A person's part in `matches`, those of the club; None without any of their own."""
    mine = [match for match in matches if person.id in match.ids]
    if not mine:
        return None
    lines = standings(match.record for match in mine)
    line = next((line for line in lines if line.player.id == person.id), None)
    return HoolaSection(
        figures=_figures(line) if line else (),
        rows=tuple(_row(setting, match, person.id) for match in mine[: -LATEST - 1 : -1]),
        more=_matches(len(mine)),
    )


def _start_page(setting: Setting, matches: Sequence[ShownMatch]) -> Page:
    lede = words.listing(
        [_matches(len(matches)), _rounds(sum(len(one.match.rounds) for one in matches))]
    )
    context = HoolaPage(
        **setting.frame(START, _("Hoola King"), description=lede),
        lede=lede,
        groups=tuple(_groups(setting, matches)),
        note=_what_counts(),
        rows=tuple(_row(setting, match) for match in reversed(matches)),
    )
    return Page(START, "hoola.html", context)


def _groups(setting: Setting, matches: Sequence[ShownMatch]) -> Iterator[HoolaGroup]:
    by_group: dict[str, list[ShownMatch]] = {}
    for match in matches:
        if match.match.counted:
            by_group.setdefault(match.group.id if match.group else "", []).append(match)
    found = sorted(by_group.values(), key=lambda some: (-len(some), some[0].slug))
    for some in found:
        yield HoolaGroup(
            name=_group(setting, some[0].group),
            matches=_matches(len(some)),
            table=_standing(setting, some),
        )


def _standing(setting: Setting, matches: Sequence[ShownMatch]) -> Table:
    people = setting.log.people
    rows: list[Row] = []
    for line in board(match.record for match in matches):
        shown = people.seat(line.player)
        if shown is not None:
            rows.append((shown.name, *_cells(line)))
    return Table(
        caption=_("Standing"),
        columns=(
            Column(_("Person"), number=False),
            Column(_("Matches")),
            Column(_("Points")),
            Column(_("Wins")),
            Column(_("Places 1 to 5")),
            Column(_("Best round")),
        ),
        rows=tuple(rows),
    )


def _cells(line: HoolaLine) -> tuple[str, ...]:
    return (
        words.number(line.matches),
        words.signed(line.points, 0),
        words.number(line.wins),
        " · ".join(words.number(count) for count in line.places),
        "–" if line.best_round is None else words.signed(line.best_round, 0),
    )


def _match_page(setting: Setting, shown: ShownMatch) -> Page:
    match, day = shown.match, words.long_day(shown.record.date)
    group = _group(setting, shown.group)
    course = course_chart(match)
    title = _("Hoola King, {day}").format(day=words.day(shown.record.date))
    status = words.listing([_status(shown), _thresholds(shown)])
    context = HoolaMatchPage(
        **setting.frame(shown.path, title, description=status, charts=course is not None),
        day=day,
        group=group,
        status=status,
        remark=_remark(shown),
        places=tuple(_places(shown)),
        course=course,
        names=shown.names,
        rounds=tuple(
            HoolaRound(
                number=number,
                ending=fill(f"end_{outcome.round.end}"),
                payments=tuple(words.signed(paid, 0) for paid in outcome.payments.values()),
                why=outcome.why,
            )
            for number, outcome in enumerate(match.rounds, 1)
        ),
        totals=tuple(words.signed(points, 0) for points in match.totals.values()),
        note=_what_counts(),
    )
    return Page(shown.path, "hoola_match.html", context)


def _what_counts() -> str:
    return _(
        "Matches that reached their target or were settled early count; aborted ones and those"
        " that go on do not. A sum of points grows with the matches played. Guests and bots"
        " have no line in standings. Equal points share a place."
    )


def _places(shown: ShownMatch) -> Iterator[HoolaPlace]:
    marks = {one.name: one for one in shown.match.participants}
    for line in shown.match.standing:
        one = marks[line.player]
        yield HoolaPlace(
            place=words.number(line.place),
            name=shown.name(line.player),
            points=words.signed(line.points, 0),
            mark=_("bot") if one.bot else _("host") if one.host else "",
        )


def _row(setting: Setting, shown: ShownMatch, person: str | None = None) -> HoolaRow:
    match = shown.match
    ranked = match.rounds and not match.aborted
    first = [line for line in match.standing if ranked and line.place == 1]
    return HoolaRow(
        day=words.day(shown.record.date),
        href=shown.href,
        group=_group(setting, shown.group),
        first=tuple(shown.name(line.player) for line in first),
        points=words.signed(first[0].points, 0) if first else "",
        status=_status(shown),
        own=_own(shown, person) if person and not match.aborted else "",
    )


def _own(shown: ShownMatch, person: str) -> str:
    label = shown.match.players[shown.ids.index(person)]
    line = next(line for line in shown.match.standing if line.player == label)
    return _("place {place} with {points}").format(
        place=line.place, points=words.signed(line.points, 0)
    )


def _figures(line: HoolaLine) -> tuple[Figure, ...]:
    played = _rounds(line.rounds)
    best = "–" if line.best_round is None else words.signed(line.best_round, 0)
    return (
        Figure(_("Matches"), words.number(line.matches), played),
        Figure(_("Points"), words.signed(line.points, 0), _matches(line.matches)),
        Figure(_("Wins"), words.number(line.wins), _matches(line.matches)),
        Figure(_("Best round"), best, played),
    )


def _status(shown: ShownMatch) -> str:
    match = shown.match
    return _("{played} of {target} rounds, {status}").format(
        played=len(match.rounds), target=match.target, status=status_label(match.status)
    )


def _thresholds(shown: ShownMatch) -> str:
    low, high, stop = THRESHOLDS[shown.match.thresholds]
    return _("low at {low}, high at {high}, stop at {stop}").format(low=low, high=high, stop=stop)


def _remark(shown: ShownMatch) -> str:
    match = shown.match
    if match.agreed:
        return _("Settled early; agreed: {names}.").format(names=words.listing(match.agreed))
    if match.aborted:
        return _("Aborted: the match stays on record and counts in no standing.")
    return ""


def _group(setting: Setting, group: Group | None) -> Name | None:
    table = setting.log.table(group)
    if group is None:
        return None
    return Name(group.name, table.href if table else "", script_of(group.name))


def _matches(count: int) -> str:
    return ngettext("{n} match", "{n} matches", count).format(n=words.number(count))


def _rounds(count: int) -> str:
    return ngettext("{n} round", "{n} rounds", count).format(n=words.number(count))
