"""Where games end: one bar for each whole number, struck-out games hatched on top.

The bands of the scale lie behind as stripes with their names above. Only a complete table
carries the ember.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import Band, Scale, band_label, bands
from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import (
    BOTTOM,
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
    opening,
    plain_layout,
    unit,
)
from hanabi_log.stats.distribution import Bar, Distribution, distribution
from hanabi_log.stats.plays import Play

RIGHT = 334.0
SKY = 30.0
CEILING = 34.0


def distribution_chart(
    plays: Sequence[Play], scale: Scale = "scaled", id_: str = "distribution"
) -> Chart | None:
    """The chart of some games; None while there are under eight with a number."""
    spread = distribution(plays)
    if spread.n < 8:
        return None
    ranges = bands(scale, spread.max_score)
    finding = _finding(spread, ranges)
    title = _("Where games end")
    return Chart(
        id=id_,
        title=title,
        finding=finding,
        label=_("{title}: {finding} The numbers follow as a table.").format(
            title=title, finding=finding
        ),
        svg=_svg(spread, ranges),
        figure=as_json(_figure(spread, ranges)),
        key=_key(spread),
        table=_table(spread, ranges),
    )


def _finding(spread: Distribution, ranges: Sequence[Band]) -> str:
    counts = [sum(bar.games for bar in _within(spread, band)) for band in ranges]
    most = max(range(len(ranges)), key=lambda place: counts[place])
    band = ranges[most]
    sentences = [
        _("{n} of {games} ended on {points} points: {band}.").format(
            n=words.number(counts[most]),
            games=words.games(spread.n),
            points=_range(band, spread),
            band=band_label(band.key),
        )
    ]
    if spread.scaled:
        sentences.append(_("Maxima differ, so points are put on a scale of 25."))
    return " ".join(sentences)


def _key(spread: Distribution) -> tuple[KeyEntry, ...]:
    entries = [KeyEntry("bar", _("games"))]
    if any(bar.struck_out for bar in spread.bars):
        entries.append(KeyEntry("hatch", _("struck out, points on the table")))
    if spread.bars[-1].games > spread.bars[-1].struck_out:
        entries.append(KeyEntry("full", _("every firework complete")))
    return tuple(entries)


def _within(spread: Distribution, band: Band) -> list[Bar]:
    return [
        bar
        for bar in spread.bars
        if (band.low is None or bar.value >= band.low)
        and (band.high is None or bar.value <= band.high)
    ]


def _range(band: Band, spread: Distribution) -> str:
    low = spread.bars[0].value if band.low is None else band.low
    high = spread.max_score if band.high is None else band.high
    return words.number(low) if low == high else words.span(words.number(low), words.number(high))


def _step(highest: int) -> int:
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if highest <= 5 * step:
            return step
    return int(10 ** (len(str(highest)) - 1))


def _svg(spread: Distribution, ranges: Sequence[Band]) -> Markup:
    bars = spread.bars
    first, cell = bars[0].value, (RIGHT - LEFT) / len(bars)
    step = _step(max(bar.games for bar in bars))
    top = -(-max(bar.games for bar in bars) // step) * step

    def x(value: float) -> float:
        return LEFT + cell * (value - first)

    def y(count: float) -> float:
        return BOTTOM - (BOTTOM - CEILING) * count / top

    parts = [opening()]
    if any(bar.struck_out for bar in bars):
        parts.append(
            '<defs><pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><path class="hatching" d="M1 0V4"/></pattern></defs>'
        )
    parts += _stripes(ranges, spread, x)
    parts += horizontal_grid(
        [(y(tick), words.number(tick)) for tick in range(0, top + 1, step)], RIGHT
    )
    for bar in bars:
        left, width = x(bar.value) + cell * 0.1, cell * 0.8
        right, sound = unit(left + width), bar.games - bar.struck_out
        if sound:
            kind = "top25" if bar.value == spread.max_score else "bar"
            parts.append(
                f'<path class="{kind}" d="M{unit(left)} 184V{unit(y(sound))}H{right}V184z"/>'
            )
        if bar.struck_out:
            base, head = y(sound) - (0.6 if sound else 0), y(bar.games)
            parts.append(
                f'<path class="hatch" d="M{unit(left)} {unit(base)}V{unit(head)}H{right}'
                f'V{unit(base)}z"/>'
            )
        if bar.value % 5 == 0:
            parts.append(
                f'<text class="mid" x="{unit(x(bar.value + 0.5))}" y="200">'
                f"{words.number(bar.value)}</text>"
            )
    return Markup("".join([*parts, "</svg>"]))


def _stripes(
    ranges: Sequence[Band], spread: Distribution, x: Callable[[float], float]
) -> list[str]:
    parts = []
    last = len(ranges) - 1
    for place, band in enumerate(ranges):
        left = x(spread.bars[0].value if band.low is None else band.low)
        right = x((spread.max_score if band.high is None else band.high) + 1)
        text, middle = band_label(band.key), (left + right) / 2
        if place % 2 == 0:
            parts.append(
                f'<path class="stripe" d="M{unit(left)} 30H{unit(right)}V184H{unit(left)}z"/>'
            )
        if place == last:
            parts.append(
                f'<path class="axis" d="M{unit(middle)} 17V30"/>'
                f'<text class="end" x="{unit(RIGHT)}" y="12">{text}</text>'
            )
        elif place == last - 1 and _width(text) > right - left:
            parts.append(f'<text class="end" x="{unit(right - 2)}" y="25">{text}</text>')
        else:
            high = _width(text) > right - left - 4
            classes = "mid stag" if high else "mid"
            parts.append(
                f'<text class="{classes}" x="{unit(middle)}" y="{12 if high else 25}">{text}</text>'
            )
    return parts


def _width(text: str) -> float:
    return sum(11.0 if letter >= "\u1100" else 5.6 for letter in text)


def _figure(spread: Distribution, ranges: Sequence[Band]) -> Figure:
    bars = spread.bars
    values = [bar.value for bar in bars]
    step = _step(max(bar.games for bar in bars))
    top = -(-max(bar.games for bar in bars) // step) * step
    colours = ["--ember" if value == spread.max_score else "--mute" for value in values]
    ticks = [value for value in values if value % 5 == 0]
    finished = {
        "type": "bar",
        "name": _("finished"),
        "x": values,
        "y": [bar.games - bar.struck_out for bar in bars],
        "marker": {"color": colours, "line": {"width": 0}},
        "hovertemplate": _("{points} points: {n} games").format(points="%{x}", n="%{y}")
        + "<extra></extra>",
    }
    struck_out = {
        "type": "bar",
        "name": _("struck out"),
        "x": values,
        "y": [bar.struck_out for bar in bars],
        "marker": {
            "color": "rgba(0,0,0,0)",
            "line": {"color": "--mute", "width": 1},
            "pattern": {"shape": "/", "fillmode": "overlay", "fgcolor": "--mute", "size": 5},
        },
        "hovertemplate": _("{points} points: {n} struck out").format(points="%{x}", n="%{y}")
        + "<extra></extra>",
    }
    data = [finished]
    if any(bar.struck_out for bar in bars):
        data.append(struck_out)
    low = values[0]
    shapes, names = [], []
    last = len(ranges) - 1
    for place, band in enumerate(ranges):
        left = (low if band.low is None else band.low) - 0.5
        right = (spread.max_score if band.high is None else band.high) + 0.5
        if place % 2 == 0:
            shapes.append(
                {
                    "type": "rect",
                    "layer": "below",
                    "x0": left,
                    "x1": right,
                    "yref": "paper",
                    "y0": 0,
                    "y1": 1,
                    "fillcolor": "--sky",
                    "line": {"width": 0},
                }
            )
        names.append(
            {
                "x": right if place == last else (left + right) / 2,
                "xanchor": "right" if place == last else "center",
                "yref": "paper",
                "y": 1,
                "yanchor": "bottom",
                "yshift": 14 if place in (1, last) else 0,
                "text": band_label(band.key),
                "showarrow": False,
            }
        )
    layout = plain_layout(
        barmode="stack",
        bargap=0.2,
        shapes=shapes,
        annotations=names,
        xaxis=axis(
            ticks,
            [words.number(tick) for tick in ticks],
            range=[low - 0.5, values[-1] + 0.5],
            showgrid=False,
            showline=True,
            linecolor="--mute",
        ),
        yaxis=axis(
            range(0, top + 1, step),
            [words.number(tick) for tick in range(0, top + 1, step)],
            range=[0, top],
            gridcolor="--line",
        ),
    )
    return {"data": data, "layout": layout, **frame(LEFT, RIGHT, CEILING, BOTTOM)}


def _table(spread: Distribution, ranges: Sequence[Band]) -> Table:
    rows = []
    for band in ranges:
        bars = _within(spread, band)
        games, struck_out = sum(bar.games for bar in bars), sum(bar.struck_out for bar in bars)
        rows.append(
            (
                band_label(band.key),
                _range(band, spread),
                words.number(games - struck_out),
                words.number(struck_out),
            )
        )
    quartiles = spread.quartiles
    note = ""
    if quartiles is not None:
        low, middle, high = (words.number(value, 1) for value in quartiles)
        note = ngettext(
            "Median {middle}, quartiles {low} and {high}, from {n} game.",
            "Median {middle}, quartiles {low} and {high}, from {n} games.",
            spread.n,
        ).format(middle=middle, low=low, high=high, n=words.number(spread.n))
    return Table(
        caption=_("Games by band"),
        columns=(
            Column(_("Band"), number=False),
            Column(_("Points")),
            Column(_("Not struck out")),
            Column(_("Struck out")),
        ),
        rows=tuple(rows),
        note=note,
    )
