"""How often setups end perfect or struck out, each rate with Wilson's interval.

Rows go by the rate pulled towards the club's, so that one lucky game does not lead; it stands
in a column of its own. What is drawn is the rate itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import KeyEntry, setup_text
from hanabi_log.site.charts.board import Mark, Scale, drawing, figure
from hanabi_log.site.contexts.board import BoardLine, BoardView
from hanabi_log.site.people import Name
from hanabi_log.stats.aggregates import Tables
from hanabi_log.stats.endings import sums_of
from hanabi_log.stats.estimates import Rate, rate
from hanabi_log.stats.intervals import RATE_KAPPA, shrunk_rate
from hanabi_log.stats.setups import setups

MOST_ROWS = 12
FEWEST_GAMES = 3


def rate_views(sums: Tables) -> tuple[BoardView, ...]:
    """The rates of perfect and of struck-out games by setup; empty without any setup."""
    total = sums_of(sums.endings)
    found = [setup for setup in setups(sums) if setup.perfect.n >= FEWEST_GAMES]
    if not found:
        return ()
    perfect = _view(
        "perfect",
        _("Perfect games"),
        [(setup.ruleset, setup.seats, setup.perfect) for setup in found],
        rate(total.perfect, total.told),
        _("The share of perfect games of each setup, with its 95% interval, on one scale."),
    )
    struck = _view(
        "struck-out",
        _("Struck-out games"),
        [(setup.ruleset, setup.seats, setup.struck_out) for setup in found],
        rate(total.struck_out, total.told),
        _("The share of struck-out games of each setup, with its 95% interval, on one scale."),
    )
    return (perfect, struck)


def _view(
    id_: str, title: str, rows: Sequence[tuple[str, int, Rate]], club: Rate, label: str
) -> BoardView:
    level = club.value or 0.0
    ranked = sorted(
        rows, key=lambda row: (-shrunk_rate(row[2].hits, row[2].n, level), -row[2].n, row[:2])
    )
    shown = ranked[:MOST_ROWS]
    scale = Scale(0.0, 1.0, level)
    marks = [
        Mark(
            found.value or 0.0,
            _("{name}: {value} over {games}").format(
                name=setup_text(ruleset, seats), value=_share(found), games=words.games(found.n)
            ),
            wide=(found.low or 0.0, found.high or 0.0),
        )
        for ruleset, seats, found in shown
    ]
    return BoardView(
        id=id_,
        title=title,
        finding=ngettext(
            "{hits} of {n} game: {share} in the club, 95%: {span}.",
            "{hits} of {n} games: {share} in the club, 95%: {span}.",
            club.n,
        ).format(
            hits=words.number(club.hits),
            n=words.number(club.n),
            share=_share(club),
            span=_span(club),
        ),
        label=label,
        scale=(words.percent(0), words.percent(0.5), words.percent(1)),
        columns=(_("Setup"), _("Share")),
        ranked=False,
        more=(_("Sorted by"),),
        rows=tuple(
            BoardLine(
                names=(Name(ruleset),),
                games=_games(seats, found.n),
                bar=drawing(mark, scale),
                value=_share(found),
                interval=_span(found),
                rank="",
                rank_of="",
                more=(words.percent(shrunk_rate(found.hits, found.n, level), 1),),
            )
            for (ruleset, seats, found), mark in zip(shown, marks, strict=True)
        ),
        figure=figure(marks),
        key=(
            KeyEntry("wide", _("Wilson's 95% interval")),
            KeyEntry("zero", _("the club, {share}").format(share=_share(club))),
        ),
        beyond="",
        unlisted=(),
        unlisted_title="",
        notes=(
            _(
                "Setups with {games} or more. They are sorted by the share that each would have"
                " after {n} more games that go like the club's, since few games prove little."
            ).format(games=words.games(FEWEST_GAMES), n=RATE_KAPPA),
        ),
        empty=None,
    )


def _games(seats: int, games: int) -> str:
    return words.listing([*([words.players(seats)] if seats else []), words.games(games)])


def _share(found: Rate) -> str:
    return words.share(found.value or 0.0)


def _span(found: Rate) -> str:
    return words.shares(found.low or 0.0, found.high or 0.0)
