"""What a report is made from: the games that were asked for, and the names in it.

Filters become one Filter and one echo of what was asked; from there on every figure takes
the same plays, so a filtered report equals the report of a log that holds only those games.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _
from hanabi_log.logbook.log import Log, as_period
from hanabi_log.logbook.people import find_group
from hanabi_log.logbook.rescoring import known_spec
from hanabi_log.records import Talk
from hanabi_log.stats.activity import Activity, activity
from hanabi_log.stats.aggregates import tables_of
from hanabi_log.stats.baselines import baselines
from hanabi_log.stats.changepoint import Change, change_point
from hanabi_log.stats.colours import Colours, colours
from hanabi_log.stats.counting import Mode, left_out_counts, what_counts
from hanabi_log.stats.distribution import Distribution, distribution
from hanabi_log.stats.packed import Packed
from hanabi_log.stats.plays import Play
from hanabi_log.stats.seasons import Filter
from hanabi_log.stats.setups import Setup, setups
from hanabi_log.stats.streaks import Streak, streaks
from hanabi_log.stats.summary import Summary, summarise


class Report(NamedTuple):
    """The games of a report in the order of play, with the names that may stand in it.

    `names` has the groups and the people by id, retired people left out; `everybody` has
    retired people too, for the tables of single games. `filters` echoes what was asked.
    """

    club: str
    plays: Packed
    names: Mapping[str, str]
    everybody: Mapping[str, str]
    filters: Mapping[str, Any]
    mode: Mode

    @property
    def counts(self) -> tuple[str, ...]:
        """The sentences on what counts."""
        return what_counts(self.mode)

    @property
    def head(self) -> dict[str, Any]:
        """What every document begins with."""
        counts = " ".join(self.counts)
        return {"score_mode": self.mode, "filters": dict(self.filters), "counts": counts}

    def table(self, play: Play) -> list[str]:
        """The names of the people at a table, sorted; guests are not among them."""
        return sorted(self.everybody[person] for person in play.people if person in self.everybody)


@dataclass(frozen=True)
class Figures:
    """The figures of `stats`."""

    summary: Summary
    left_out: tuple[tuple[str, int], ...]
    distribution: Distribution
    setups: tuple[Setup, ...]
    colours: Colours
    streaks: tuple[Streak, ...]
    change: Change | None
    activity: Activity


class Pair(NamedTuple):
    """Two people, their joint games, and the points that they add together."""

    players: tuple[str, str]
    games: int
    value: float
    low: float
    high: float


def read_report(
    log: Log,
    *,
    group: str | None,
    ruleset: str | None,
    players: int | None,
    since: str | None,
    until: str | None,
    season: str | None,
    tag: str | None,
    talk: Talk | None,
    score_mode: Mode | None,
    public: bool,
) -> Report:
    """The games that were asked for. NotFound for an unknown group, else InvalidInput."""
    from hanabi_log.logbook.publishing import lean_club
    from hanabi_log.site.people import publish

    found = find_group(log, group) if group else None
    first, last = log.period(since, until)
    wanted = Filter(
        group=found.id if found else None,
        ruleset=known_spec(log, ruleset) if ruleset else None,
        players=players,
        since=first,
        until=last,
        tag=tag,
        talk=talk,
    )
    echo = {
        **wanted.as_json(),
        "group": found.name if found else None,
        "season": season,
    }
    if season is not None:
        wanted = wanted.within(*_season(log.config.seasons, season))
        as_period(wanted.since, wanted.until, "season")
    club = lean_club(log)
    plays = club.shelf.plays
    # What was read stays until the report is printed, so the collector need not look at it.
    gc.freeze()
    everybody = {player.id: player.name for player in club.players}
    if public:
        people = publish(club)
        plays = plays.seating(people.shown)
        everybody = {id: person.text for id, person in people.shown.items()}
    retired = {player.id for player in club.players if player.retired}
    names = {id: name for id, name in everybody.items() if id not in retired}
    return Report(
        club=club.name,
        plays=wanted.apply(plays),
        names=names | {one.id: one.name for one in club.groups},
        everybody=everybody,
        filters={key: echo[key] for key in FILTERS},
        mode=score_mode or "points",
    )


FILTERS = ("group", "ruleset", "players", "since", "until", "season", "tag", "talk")
"""The keys of the echo, in the order of the options."""


def _season(seasons: Mapping[str, tuple[str, str]], name: str) -> tuple[str, str]:
    if name not in seasons:
        known = ", ".join(seasons)
        message = (
            _("found {found}; there are {names}").format(found=repr(name), names=known)
            if known
            else _("there are no seasons in the config: name them under [seasons]")
        )
        raise InvalidInput(_("There is no such season"), [Problem(message, "season")])
    return seasons[name]


def figures_of(report: Report) -> Figures:
    """All figures of `stats`, from one pass over the games."""
    plays, mode = report.plays, report.mode
    tables = tables_of(plays)
    return Figures(
        summary=summarise(tables, mode),
        left_out=left_out_counts(plays, mode),
        distribution=distribution(plays, mode),
        setups=setups(tables, mode),
        colours=colours(tables),
        streaks=streaks(plays),
        change=change_point(plays, mode, baselines(tables, mode)),
        activity=activity(plays),
    )


def pairs_of(report: Report) -> tuple[Pair, ...]:
    """What pairs add together, by the model of the board of effects."""
    from hanabi_log.stats.effects import player_effects
    from hanabi_log.stats.pairs import synergies

    found = player_effects(report.plays, report.mode)
    return tuple(
        Pair(
            (report.names[one.people[0]], report.names[one.people[1]]),
            one.games,
            one.value,
            one.low,
            one.high,
        )
        for one in (synergies(found, report.names) if found else ())
    )
