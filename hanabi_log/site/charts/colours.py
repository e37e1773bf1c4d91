"""Where each colour stops: a column of discs for each suit, from nothing to five cards.

The discs stand at the heights of the fireworks they speak of, and their area is the share
of games that ended there. This is the one chart with suit colours, for it is about suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from markupsafe import Markup, escape

from hanabi_log.games.hanabi.suits import RANKS, STANDARD_NAMES, Suit
from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    LEFT,
    Chart,
    Column,
    Figure,
    KeyEntry,
    Table,
    as_json,
    axis,
    frame,
    horizontal_grid,
    label_text,
    level,
    picture,
    plain_layout,
    points,
    unit,
)
from hanabi_log.site.fireworks import suit_class
from hanabi_log.stats.colours import ColourRow, Colours

RIGHT, CEILING, GROUND = 334.0, 18.0, 170.0
LARGEST = 13.0
"""The radius of a disc that holds every game."""
FROM = 5

# As in the sheet, where the classes of suits have them.
_EDGES = {
    "R": "--red",
    "Y": "--edge",
    "G": "--green",
    "B": "--blue",
    "W": "--edge",
    "P": "--violet",
    "M": "--violet",
    "K": "--edge-black",
}
_CORES = {
    "R": "#a5300b",
    "Y": "#fdbb03",
    "G": "#46a37a",
    "B": "#1a4497",
    "W": "#f3f0eb",
    "P": "#917ab1",
    "M": "#917ab1",
    "K": "#1d1d1e",
}


def colour_chart(found: Colours, id_: str = "colours") -> Chart | None:
    """The chart of the suits; None while fewer than five games tell."""
    if found.n < FROM or not found.rows:
        return None
    return Chart(
        id=id_,
        title=_("Where each colour stops"),
        finding=_finding(found),
        svg=_svg(found.rows),
        figure=as_json(_figure(found.rows)),
        key=(KeyEntry("game", _("area: share of the games with that suit")),),
        table=_table(found),
    )


def _finding(found: Colours) -> str:
    full = [row for row in found.rows if row.games >= FROM]
    furthest = max(full, key=lambda row: (row.complete.value or 0.0, row.mean), default=None)
    shortest = min(full, key=lambda row: (row.mean, row.code), default=None)
    if furthest is None or shortest is None or furthest == shortest:
        return _("Cards laid of each suit, {games}.").format(games=found.text)
    return _(
        "{most} is completed most often ({percent}); {least} stops lowest, at {mean} cards in the"
        " mean, {games}."
    ).format(
        most=_label(furthest.code),
        percent=words.percent(furthest.complete.value or 0.0),
        least=_label(shortest.code),
        mean=words.number(shortest.mean, 1),
        games=found.text,
    )


def _label(code: str) -> str:
    return Suit(code, STANDARD_NAMES[code]).label if code in STANDARD_NAMES else code


def _x(place: int, count: int) -> float:
    return LEFT + (RIGHT - LEFT) * (place + 0.5) / count


def _y(laid: int) -> float:
    return GROUND - 12 - (GROUND - 12 - CEILING) * laid / RANKS


def _radius(games: int, of: int) -> float:
    return LARGEST * sqrt(games / of)


def _svg(rows: Sequence[ColourRow]) -> Markup:
    ticks = [(_y(laid), words.number(laid)) for laid in range(RANKS + 1)]
    parts = horizontal_grid(ticks, RIGHT)
    for place, row in enumerate(rows):
        x = unit(_x(place, len(rows)))
        discs = "".join(
            f'<circle class="core" cx="{x}" cy="{unit(_y(laid))}" '
            f'r="{unit(max(1.0, _radius(games, row.games)))}"/>'
            for laid, games in enumerate(row.counts)
            if games
        )
        parts.append(
            f'<g class="{suit_class(row.code)}">{discs}</g>'
            f'<text class="mid t" x="{x}" y="{unit(GROUND + 16)}">{escape(row.code)}</text>'
        )
    return picture(parts)


def _figure(rows: Sequence[ColourRow]) -> Figure:
    data: list[Figure] = []
    for place, row in enumerate(rows):
        stops = [(laid, games) for laid, games in enumerate(row.counts) if games]
        data.append(
            points(
                [
                    label_text(
                        _("{suit}, {n} cards: {games} of {all}").format(
                            suit=_label(row.code),
                            n=laid,
                            games=words.number(games),
                            all=words.games(row.games),
                        )
                    )
                    for laid, games in stops
                ],
                {
                    "color": _CORES.get(row.code, "--paper"),
                    "opacity": 1,
                    "size": [
                        round(2 * max(1.0, _radius(games, row.games)), 1) for _laid, games in stops
                    ],
                    "line": {
                        "color": _EDGES.get(row.code, "--mute"),
                        "width": 1.3 if row.code == "W" else 1,
                    },
                },
                x=[place] * len(stops),
                y=[laid for laid, _games in stops],
            )
        )
    span = (GROUND - 12 - CEILING) / RANKS
    layout = plain_layout(
        xaxis=axis(
            list(range(len(rows))),
            [label_text(row.code) for row in rows],
            range=[-0.5, len(rows) - 0.5],
            showgrid=False,
            tickfont={"color": "--ink", "weight": 700},
        ),
        yaxis=axis(
            list(range(RANKS + 1)),
            [words.number(laid) for laid in range(RANKS + 1)],
            range=[-12 / span, RANKS],
            gridcolor="--line",
        ),
        shapes=[level("--mute", 0)],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, CEILING, GROUND)}


def _table(found: Colours) -> Table:
    return Table(
        caption=_("Games by suit and cards laid"),
        columns=(
            Column(_("Suit"), number=False),
            *(Column(words.number(laid)) for laid in range(RANKS + 1)),
            Column(_("Mean")),
            Column(_("Completed")),
        ),
        rows=tuple(
            (
                _label(row.code),
                *(words.number(games) for games in row.counts),
                words.number(row.mean, 1),
                words.percent(row.complete.value or 0.0),
            )
            for row in found.rows
        ),
        note=_("Counted are cards, {games}; black powder is counted in cards too.").format(
            games=found.text
        ),
    )
