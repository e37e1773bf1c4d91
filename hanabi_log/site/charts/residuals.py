"""A person's last games against expectation: a dot per game above or below its baseline.

Zero is what the setup of each game usually gives here. The line is the trend of the dots;
a table shares its score, so this is about tables, not about one person's play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
    TOP,
    Chart,
    Column,
    Figure,
    KeyEntry,
    Table,
    as_json,
    at_the_end,
    axis,
    frame,
    horizontal_grid,
    label_text,
    level,
    picture,
    plain_layout,
    points,
    rounded,
    setup_text,
    stroke,
    unit,
)
from hanabi_log.site.charts.labels import Label, fitting, width_of
from hanabi_log.site.charts.paths import along, dots, line
from hanabi_log.stats.baselines import Residual
from hanabi_log.stats.progress import HALF_LIFE, TREND_FROM, ewma, weight

MOST = 80
"""The most games in the drawing, the last ones."""
LEFT, RIGHT = 24.0, 308.0


def residual_chart(found: Sequence[Residual], id_: str = "residuals") -> Chart | None:
    """The chart of games with their distance from the baseline; None under eight of them."""
    if len(found) < TREND_FROM:
        return None
    values = [one.value for one in found]
    trend = ewma(values, [weight(1)] * len(values))[-MOST:]
    shown = found[-MOST:]
    furthest = max(abs(value) for value in (*trend, *(one.value for one in shown)))
    reach = 5 * max(1, math.ceil(furthest / 5))
    return Chart(
        id=id_,
        title=_("Against expectation"),
        finding=_finding(found, trend[-1]),
        svg=_svg(shown, trend, reach),
        figure=as_json(_figure(shown, trend, reach)),
        key=(
            KeyEntry("game", _("a game")),
            KeyEntry("line", _("trend, half-life {n} games").format(n=HALF_LIFE)),
            KeyEntry("base", _("what the setup usually gives")),
        ),
        table=_table(found),
    )


def _finding(found: Sequence[Residual], level: float) -> str:
    above = sum(one.value > 0 for one in found)
    sentences = [
        _("{n} of {games} ended above their baseline; the trend stands at {level}.").format(
            n=words.number(above),
            games=words.games(len(found)),
            level=words.signed(level, 1),
        )
    ]
    if len(found) > MOST:
        sentences.append(_("Drawn are the last {n}.").format(n=words.number(MOST)))
    return " ".join(sentences)


def _y(value: float, reach: int) -> float:
    return TOP + (BOTTOM - TOP) * (reach - value) / (2 * reach)


def _ticks(reach: int) -> list[int]:
    step = 5 if reach <= 15 else 10
    return [tick for tick in range(-reach, reach + 1) if tick % step == 0]


def _ends(shown: Sequence[Residual]) -> list[Label]:
    """The months of the first and the last dot with a date."""
    dates = [one.date for one in shown if one.date]
    if not dates:
        return []
    first, last = words.month(dates[0]), words.month(dates[-1])
    # Numbers of the other axis stand left of the drawing, so the first label begins in it.
    ends = [(LEFT + width_of(first) / 2, first), (RIGHT - width_of(last) / 2, last)]
    return fitting(ends[: 1 + (last != first)])


def _svg(shown: Sequence[Residual], trend: Sequence[float], reach: int) -> Markup:
    ticks = _ticks(reach)
    grid = [(_y(tick, reach), words.signed(tick, 0)) for tick in ticks]
    parts = horizontal_grid(grid, RIGHT, LEFT, axis=ticks.index(0))
    step = (RIGHT - LEFT) / (len(shown) - 1)
    data = along(LEFT, _y(0, reach), step, _y(1, reach) - _y(0, reach))
    places = dots(enumerate(one.value for one in shown))
    parts.append(
        f'<path class="spots" {data} d="{places}"/>'
        f'<path class="ew" {data} d="{line(enumerate(trend))}"/>'
        f'<text class="t" x="313" y="{unit(_y(trend[-1], reach) + 3.5)}">'
        f"{words.signed(trend[-1], 1)}</text>"
    )
    for at, text, _place in _ends(shown):
        parts.append(f'<text class="mid" x="{unit(at)}" y="202">{text}</text>')
    return picture(parts)


def _figure(shown: Sequence[Residual], trend: Sequence[float], reach: int) -> Figure:
    pointed = _("{date}: {value} with {rules}")
    hovers = [
        label_text(
            pointed.format(
                date=words.day(one.date), value=words.signed(one.value, 1), rules=one.ruleset
            )
        )
        for one in shown
    ]
    data = [
        points(hovers, {"color": "--mute"}, path="spots"),
        stroke(path="ew", line={"color": "--ember", "width": 2.5}),
    ]
    ends, ticks = _ends(shown), _ticks(reach)
    furthest = len(shown) - 1
    layout = plain_layout(
        xaxis=axis(
            rounded([furthest * (at - LEFT) / (RIGHT - LEFT) for at, _text, _place in ends]),
            [text for _at, text, _place in ends],
            range=[0, furthest],
            showgrid=False,
        ),
        yaxis=axis(
            ticks,
            [words.signed(tick, 0) for tick in ticks],
            range=[-reach, reach],
            gridcolor="--line",
        ),
        shapes=[level("--mute", 0)],
        annotations=[at_the_end(trend[-1], words.signed(trend[-1], 1))],
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, BOTTOM)}


def _table(found: Sequence[Residual]) -> Table:
    """By ruleset and number of players, those with most games first."""
    setups: dict[tuple[str, int], list[float]] = {}
    for one in found:
        setups.setdefault((one.ruleset, one.seats), []).append(one.value)
    ranked = sorted(setups.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return Table(
        caption=_("Distance from the baseline by setup"),
        columns=(
            Column(_("Setup"), number=False),
            Column(_("Games")),
            Column(_("Above baseline")),
            Column(_("Mean distance")),
        ),
        rows=tuple(
            (
                setup_text(ruleset, seats),
                words.number(len(values)),
                words.number(sum(value > 0 for value in values)),
                words.signed(sum(values) / len(values), 1),
            )
            for (ruleset, seats), values in ranked
        ),
    )
