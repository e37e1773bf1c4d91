"""Headline figures in words: each with its count of games, and its interval where it has one."""

from __future__ import annotations

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Figure
from hanabi_log.stats.estimates import Mean, Rate
from hanabi_log.stats.summary import Summary

MILLION = 1_000_000
"""From so many on a count is rounded: a phone has no room for more digits of that size."""


def headline(summary: Summary) -> tuple[Figure, ...]:
    """Games, mean, and the rates of a set of games; a rate of nothing is left out.

    Where fewer games enter a figure than stand beside it, its note says how many and why.
    """
    mean = mean_figure(summary.mean)
    struck_out = rate_figure(_("Struck out"), summary.struck_out)
    perfect = perfect_figure(summary.perfect)
    unsaid = summary.counted - summary.struck_out.n - summary.won.n
    found = [
        Figure(
            _("Games"),
            words.compact(summary.counted, MILLION),
            games_note(summary, words.people(summary.people)),
        ),
        _with(mean, _pointless(summary) if summary.mean else ""),
        _with(struck_out, _unsaid(unsaid) if summary.struck_out.n else ""),
        _with(perfect, _unsaid(unsaid) if summary.perfect.n else ""),
    ]
    if summary.won.n:
        found.append(rate_figure(_("Won"), summary.won))
    return tuple(found)


def games_note(summary: Summary, *parts: str) -> str:
    """What stands under the number of games: sessions, then `parts`, then what does not count."""
    gone = summary.games - summary.counted
    more = [_("{n} more excluded or abandoned").format(n=words.number(gone))] if gone else []
    return words.listing([words.sessions(summary.sessions), *parts, *more])


def _with(figure: Figure, remark: str) -> Figure:
    note = words.listing([figure.note, remark]) if remark else figure.note
    return Figure(figure.label, figure.value, note)


def _pointless(summary: Summary) -> str:
    left = summary.counted - (summary.mean.n if summary.mean else 0)
    return _("{n} without points to compare").format(n=words.number(left)) if left else ""


def _unsaid(games: int) -> str:
    return _("{n} without a known outcome").format(n=words.number(games)) if games > 0 else ""


def mean_figure(mean: Mean | None) -> Figure:
    """The mean of the points on the scale of 25."""
    if mean is None:
        return Figure(_("Points, mean"), "–", words.games(0))
    return Figure(_("Points, mean"), words.number(mean.value, 1), _mean_note(mean))


def rate_figure(label: str, rate: Rate) -> Figure:
    """A rate as a percentage."""
    if rate.value is None or rate.low is None or rate.high is None:
        return Figure(label, "–", words.games(0))
    note = ngettext("{hits} of {n} game; 95%: {span}", "{hits} of {n} games; 95%: {span}", rate.n)
    return Figure(
        label,
        words.share(rate.value),
        note.format(hits=words.number(rate.hits), n=words.number(rate.n), span=_span(rate)),
    )


def perfect_figure(rate: Rate) -> Figure:
    """Perfect games as a number, since there are few."""
    if rate.low is None:
        return Figure(_("Perfect"), "–", words.games(0))
    note = ngettext("of {n} game; 95%: {span}", "of {n} games; 95%: {span}", rate.n)
    return Figure(
        _("Perfect"),
        words.compact(rate.hits, MILLION),
        note.format(n=words.number(rate.n), span=_span(rate)),
    )


def _span(rate: Rate) -> str:
    return words.unbroken(words.shares(rate.low or 0.0, rate.high or 0.0))


def _mean_note(mean: Mean) -> str:
    if mean.low is None or mean.high is None:
        return words.games(mean.n)
    span = words.unbroken(words.mean_interval(mean.low, mean.high))
    return _("95%: {span}, {games}").format(span=span, games=words.games(mean.n))
