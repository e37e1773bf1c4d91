"""`stats` and `progress` drawn for people: headline figures, bars, setups, colours, a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hanabi_log.cli.report_data import Figures, Report
from hanabi_log.cli.report_grid import Grid
from hanabi_log.cli.report_tables import (
    POINTS,
    Scale,
    bar,
    bar_size,
    console,
    count,
    decimals,
    interval,
    print_counts,
    print_head,
    scale_of,
    sparkline,
)
from hanabi_log.games.hanabi.suits import STANDARD_NAMES, Suit
from hanabi_log.i18n import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_log.stats.changepoint import Change
    from hanabi_log.stats.distribution import Bar, Distribution
    from hanabi_log.stats.estimates import Mean, Rate
    from hanabi_log.stats.progress import Progress

LONGEST = 40
"""The columns of the longest bar of a distribution."""
LATEST = 12
SPARK = 56


def print_stats(report: Report, figures: Figures) -> None:
    """The figures of the club, each with how many games it is made of."""
    screen = console()
    summary = figures.summary
    undated = sum(not report.plays.shared.dated[each] for each in report.plays.evening)
    print_head(screen, report, _("Figures"))
    screen.print(
        _("{games} logged, {counted} count · {sessions} · {people}").format(
            games=ngettext("{n} game", "{n} games", summary.games).format(n=count(summary.games)),
            counted=count(summary.counted),
            sessions=_sessions(summary.sessions, undated),
            people=ngettext("{n} person", "{n} people", summary.people).format(
                n=count(summary.people)
            ),
        )
    )
    if summary.counted:
        screen.print()
        screen.print(_headline(figures, bar_size(screen)))
    if figures.distribution.n:
        screen.print()
        screen.print(_distribution_table(figures.distribution, screen.width - 16))
    if figures.setups:
        screen.print()
        screen.print(_setup_table(figures, bar_size(screen)))
    if figures.colours.rows:
        screen.print()
        screen.print(_colour_table(figures))
    if figures.streaks:
        screen.print()
        screen.print(_streak_table(figures))
    if figures.change:
        screen.print()
        screen.print(figures.change.text)
    left = [f"{text} ({count(games)})" for text, games in figures.left_out]
    print_counts(screen, report, [_("Left out of means here:"), *left] if left else [])


def _sessions(sessions: int, undated: int) -> str:
    """How many sessions there are; where means are made, a game without a date is one too."""
    text = ngettext("{n} session", "{n} sessions", sessions).format(n=count(sessions))
    if not undated:
        return text
    alone = ngettext(
        "{sessions}, and {n} game without a date that stands for one",
        "{sessions}, and {n} games without a date that stand for one each",
        undated,
    )
    return alone.format(sessions=text, n=count(undated))


def _headline(figures: Figures, size: int) -> Grid:
    made = Grid(["", "", "", _("95 %"), _("from")], {1}, pictures=(2,))
    mean = figures.summary.mean
    if mean:
        picture = bar(mean.value, mean.low, mean.high, Scale(*POINTS, size))
        cells = [_("Mean of 25"), decimals(mean.value), picture, interval(mean.low, mean.high)]
        made.add([*cells, _mean_games(mean)])
    for name, rate in (
        (_("Perfect"), figures.summary.perfect),
        (_("Struck out"), figures.summary.struck_out),
        (_("Won"), figures.summary.won),
    ):
        if rate.value is not None:
            picture = bar(rate.value, rate.low, rate.high, Scale(0, 1, size))
            made.add([name, _percent(rate), picture, _percents(rate), _of(rate)])
    return made


def _mean_games(mean: Mean) -> str:
    games = ngettext("{n} game", "{n} games", mean.n).format(n=count(mean.n))
    sessions = ngettext("{n} session", "{n} sessions", mean.sessions)
    return _("{games}, {sessions}").format(
        games=games, sessions=sessions.format(n=count(mean.sessions))
    )


def _of(rate: Rate) -> str:
    text = ngettext("{hits} of {n} game", "{hits} of {n} games", rate.n)
    return text.format(hits=count(rate.hits), n=count(rate.n))


def _percent(rate: Rate) -> str:
    if rate.value is None:
        return "–"
    return _("{percent} %").format(percent=decimals(100 * rate.value, 0))


def _percents(rate: Rate) -> str:
    if rate.low is None or rate.high is None:
        return ""
    return _("{percent} %").format(percent=interval(100 * rate.low, 100 * rate.high, 0))


def _distribution_table(found: Distribution, room: int) -> Grid:
    title = _("How games ended, ░ struck out, of {most} ({n} of {of} games)").format(
        most=found.max_score, n=count(found.n), of=count(found.of)
    )
    made = Grid([_("Points"), _("Games"), ""], {0, 1}, title, names=())
    played = [one for one in found.bars if one.games]
    most = max(one.games for one in played)
    for one in found.bars[played[0].value - found.bars[0].value :]:
        made.add([str(one.value), count(one.games), _column(one, most, min(LONGEST, room))])
    return made


def _column(one: Bar, most: int, longest: int) -> str:
    full = round(longest * one.games / most) if one.games else 0
    full = max(full, 1) if one.games else 0
    struck = round(full * one.struck_out / one.games) if one.games else 0
    return "█" * (full - struck) + "░" * struck


def _setup_table(figures: Figures, size: int) -> Grid:
    heads = [_("Ruleset"), _("Players"), _("Games"), _("Mean"), "", _("95 %"), _("Baseline")]
    heads += [_("Perfect"), _("Struck out"), _("Won")]
    made = Grid(heads, {1, 2, 3, *range(6, 10)}, _("Rulesets and numbers of players"))
    means = [setup.mean for setup in figures.setups if setup.mean]
    scale = scale_of(
        [one for mean in means for one in (mean.value, mean.low, mean.high)], size, POINTS
    )
    for setup in figures.setups:
        mean, base = setup.mean, setup.baseline
        made.add(
            [
                setup.ruleset,
                count(setup.seats) if setup.seats else "–",
                count(setup.games),
                decimals(mean.value if mean else None),
                bar(mean.value, mean.low, mean.high, scale) if mean else "",
                interval(mean.low, mean.high) if mean else "",
                decimals(base.m) if base and base.shown else "–",
                _percent(setup.perfect),
                _percent(setup.struck_out),
                _percent(setup.won),
            ],
        )
    return made


def _colour_table(figures: Figures) -> Grid:
    title = _("Where each colour stops, {source}").format(source=figures.colours.text)
    heads = [_("Colour"), *map(str, range(6)), _("Mean"), _("Complete"), _("95 %")]
    made = Grid(heads, range(1, 9), title)
    for row in figures.colours.rows:
        name = Suit(code=row.code, name=STANDARD_NAMES.get(row.code, row.code)).label
        cells = [f"{row.code} {name}", *map(count, row.counts), decimals(row.mean)]
        made.add([*cells, _percent(row.complete), _percents(row.complete)])
    return made


def _streak_table(figures: Figures) -> Grid:
    heads = [_("Streak"), _("Longest"), _("Now"), _("By chance"), _("from")]
    made = Grid(heads, {1, 2, 3})
    for streak in figures.streaks:
        games = ngettext("{n} game", "{n} games", streak.n).format(n=count(streak.n))
        runs = [count(streak.longest), count(streak.current), decimals(streak.expected)]
        made.add([streak.label, *runs, games])
    return made


def print_progress(
    report: Report, found: Progress, change: Change | None, everything: bool
) -> None:
    """The course of the games as two lines of heights, and the last results with the band."""
    screen = console()
    print_head(screen, report, _("Progress"))
    if not found.n:
        screen.print(_("No game with a number yet."))
        print_counts(screen, report)
        return
    screen.print(
        _("{games} · mean {mean} of 25 · {perfect}").format(
            games=ngettext("{n} game", "{n} games", found.n).format(n=count(found.n)),
            mean=decimals(found.mean),
            perfect=ngettext("{n} perfect", "{n} perfect", found.perfect).format(
                n=count(found.perfect)
            ),
        )
    )
    screen.print()
    _print_lines(screen, found)
    screen.print()
    screen.print(_latest(found, everything, bar_size(screen)))
    notes = [found.unit_text, *([change.text] if change else [])]
    notes.append(
        _("The line halves a game's weight after ten more; its band is what chance alone does.")
        if found.trend
        else _("A line is drawn from eight games on.")
    )
    screen.print()
    for note in notes:
        screen.print(note)
    print_counts(screen, report)


def _print_lines(screen: Console, found: Progress) -> None:
    values = [dot.y for dot in found.dots]
    made = Grid(["", "", "", ""], {1, 3}, pictures=(2,))
    for name, line in (
        (_("Games"), values),
        (_("Line"), [point.value for point in found.trend]),
    ):
        if line:
            low, high = decimals(min(line)), decimals(max(line))
            made.add([name, low, sparkline(line, min(SPARK, screen.width - 24)), high])
    made.show_header = False
    screen.print(made)
    dates: Sequence[str] = [dot.date for dot in found.dots if dot.date]
    if dates:
        screen.print(_("from {first} to {last}").format(first=dates[0], last=dates[-1]))


def _latest(found: Progress, everything: bool, size: int) -> Grid:
    trend = {point.index: point for point in found.trend}
    last = len(found.dots) if everything else LATEST
    start = max(0, len(found.dots) - last)
    heads = [_("Date"), _("Games"), _("Result"), _("Line"), "", _("95 %")]
    made = Grid(heads, {1, 2, 3}, None if everything else _("The last ones"), names=())
    shown = [trend[index] for index in range(start, len(found.dots)) if index in trend]
    scale = scale_of(
        [one for point in shown for one in (point.value, point.low, point.high)], size, POINTS
    )
    for index in range(start, len(found.dots)):
        dot, point = found.dots[index], trend.get(index)
        cells = [dot.date or "–", count(dot.games), decimals(dot.y)]
        if point:
            picture = bar(point.value, point.low, point.high, scale)
            cells += [decimals(point.value), picture, interval(point.low, point.high)]
        made.add([*cells, *[""] * (len(heads) - len(cells))])
    return made
