"""How games end, month by month: one bar a month, told apart by outcome.

From the ground up: games that were finished, struck out (hatched), lost or without a word,
and on top the perfect ones, which alone carry the ember. Beyond three years a bar is a year.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
    HATCH,
    HATCHING,
    LEFT,
    TOP,
    Chart,
    Column,
    Figure,
    KeyEntry,
    Table,
    as_json,
    axis,
    ceiling,
    frame,
    horizontal_grid,
    label_text,
    picture,
    plain_layout,
    rounded,
    unit,
)
from hanabi_log.site.charts.distribution_figure import step_of
from hanabi_log.site.charts.labels import Label, fitting
from hanabi_log.stats.activity import Month

RIGHT = 334.0
MOST_BARS = 36


class _Bar(NamedTuple):
    """A month or a year (`2026-11`, `2026`) and its games by outcome."""

    period: str
    finished: int
    struck_out: int
    other: int
    perfect: int

    @property
    def games(self) -> int:
        return self.finished + self.struck_out + self.other + self.perfect

    @property
    def label(self) -> str:
        return words.month(f"{self.period}-01") if "-" in self.period else words.year(self.period)


_KINDS = ("finished", "struck_out", "other", "perfect")


def outcome_chart(months: Sequence[Month], id_: str = "outcomes") -> Chart | None:
    """The chart of counted games with a date; None before the second month."""
    bars = _bars(months)
    if len(bars) < 2:
        return None
    return Chart(
        id=id_,
        title=_("How games end"),
        finding=_finding(bars),
        svg=_svg(bars),
        figure=as_json(_figure(bars)),
        key=tuple(
            KeyEntry(mark, text)
            for kind, mark, text in _words()
            if any(getattr(bar, kind) for bar in bars)
        ),
        table=_table(bars),
    )


def _bars(months: Sequence[Month]) -> list[_Bar]:
    made = [_bar(month) for month in months]
    if len(made) <= MOST_BARS:
        return made
    years: dict[str, _Bar] = {}
    for bar in made:
        year = bar.period[:4]
        before = years.get(year, _Bar(year, 0, 0, 0, 0))
        sums = (getattr(before, kind) + getattr(bar, kind) for kind in _KINDS)
        years[year] = _Bar(year, *sums)
    return list(years.values())


def _bar(month: Month) -> _Bar:
    counts = dict(month.outcomes)
    known = {kind: counts.get(kind, 0) for kind in ("finished", "struck_out", "perfect")}
    other = month.games - sum(known.values())
    return _Bar(month.month, known["finished"], known["struck_out"], other, known["perfect"])


def _words() -> tuple[tuple[str, str, str], ...]:
    return (
        ("finished", "bar", _("finished")),
        ("struck_out", "hatch", _("struck out")),
        ("other", "hollow", _("lost, or nobody wrote it down")),
        ("perfect", "full", _("perfect")),
    )


def _finding(bars: Sequence[_Bar]) -> str:
    busiest = max(bars, key=lambda bar: bar.games)
    return _(
        "Of {games} with a date {struck} struck out, {perfect} perfect; most in {period}."
    ).format(
        struck=words.number(sum(bar.struck_out for bar in bars)),
        games=words.games(sum(bar.games for bar in bars)),
        perfect=words.number(sum(bar.perfect for bar in bars)),
        period=busiest.label,
    )


def _top(bars: Sequence[_Bar]) -> tuple[int, int]:
    highest = max(bar.games for bar in bars)
    step = step_of(highest)
    return -(-highest // step) * step, step


def _labels(bars: Sequence[_Bar]) -> list[Label]:
    cell = (RIGHT - LEFT) / len(bars)
    return fitting([(LEFT + cell * (place + 0.5), bar.label) for place, bar in enumerate(bars)])


def _svg(bars: Sequence[_Bar]) -> Markup:
    top, step = _top(bars)
    cell = (RIGHT - LEFT) / len(bars)

    def y(count: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * count / top

    parts = []
    if any(bar.struck_out for bar in bars):
        parts.append(HATCH)
    parts += horizontal_grid(
        [(y(tick), words.compact(tick)) for tick in range(0, top + 1, step)], RIGHT
    )
    classes = {"finished": "bar", "struck_out": "hatch", "other": "hollow", "perfect": "top25"}
    for place, bar in enumerate(bars):
        left, right = LEFT + cell * (place + 0.1), LEFT + cell * (place + 0.9)
        below = 0
        for kind in _KINDS:
            count = getattr(bar, kind)
            if count:
                base, head = unit(y(below)), unit(y(below + count))
                parts.append(
                    f'<path class="{classes[kind]}" d="M{unit(left)} {base}V{head}'
                    f'H{unit(right)}V{base}z"/>'
                )
                below += count
    for at, text, _place in _labels(bars):
        parts.append(f'<text class="mid" x="{unit(at)}" y="200">{text}</text>')
    return picture(parts)


def _figure(bars: Sequence[_Bar]) -> Figure:
    top, step = _top(bars)
    labels, cell = _labels(bars), (RIGHT - LEFT) / len(bars)
    looks: dict[str, Figure] = {
        "finished": {"color": "--mute", "line": {"width": 0}},
        "struck_out": {
            "color": "rgba(0,0,0,0)",
            "line": {"color": "--mute", "width": 1},
            "pattern": HATCHING,
        },
        "other": {"color": "rgba(0,0,0,0)", "line": {"color": "--mute", "width": 1}},
        "perfect": {"color": "--ember", "line": {"width": 0}},
    }
    data: list[Figure] = [
        {
            "type": "bar",
            "name": text,
            "x": [place for place, bar in enumerate(bars) if getattr(bar, kind)],
            "y": [getattr(bar, kind) for bar in bars if getattr(bar, kind)],
            "text": [
                label_text(
                    _("{period}: {games}, {kind}").format(
                        period=bar.label, games=words.games(getattr(bar, kind)), kind=text
                    )
                )
                for bar in bars
                if getattr(bar, kind)
            ],
            "textposition": "none",
            "hoverinfo": "text",
            "marker": looks[kind],
        }
        for kind, _mark, text in _words()
        if any(getattr(bar, kind) for bar in bars)
    ]
    layout = plain_layout(
        barmode="stack",
        bargap=0.2,
        shapes=[ceiling()],
        xaxis=axis(
            rounded([(at - LEFT) / cell - 0.5 for at, _text, _place in labels]),
            [text for _at, text, _place in labels],
            range=[-0.5, len(bars) - 0.5],
            showgrid=False,
            showline=True,
            linecolor="--mute",
        ),
        yaxis=axis(
            range(0, top + 1, step),
            [words.compact(tick) for tick in range(0, top + 1, step)],
            range=[0, top],
            gridcolor="--line",
        ),
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, TOP, BOTTOM)}


def _table(bars: Sequence[_Bar]) -> Table:
    yearly = "-" not in bars[0].period
    return Table(
        caption=_("Games by year and outcome") if yearly else _("Games by month and outcome"),
        columns=(
            Column(_("Year") if yearly else _("Month"), number=False),
            Column(_("Games")),
            *(Column(text) for _kind, _mark, text in _words()),
        ),
        rows=tuple(
            (
                bar.label,
                words.number(bar.games),
                *(words.number(getattr(bar, kind)) for kind in _KINDS),
            )
            for bar in bars
        ),
    )
