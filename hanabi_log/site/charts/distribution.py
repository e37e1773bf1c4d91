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
    HATCH,
    LEFT,
    Chart,
    Column,
    KeyEntry,
    Table,
    as_json,
    horizontal_grid,
    picture,
    unit,
)
from hanabi_log.site.charts.distribution_figure import (
    CEILING,
    RIGHT,
    band_labels,
    distribution_figure,
    edges,
    step_of,
)
from hanabi_log.stats.distribution import Bar, Distribution, distribution
from hanabi_log.stats.plays import Play


def distribution_chart(
    plays: Sequence[Play], scale: Scale = "scaled", id_: str = "distribution"
) -> Chart | None:
    """The chart of some games; None while there are under eight with a number."""
    return spread_chart(distribution(plays), scale, id_)


def spread_chart(
    spread: Distribution, scale: Scale = "scaled", id_: str = "distribution"
) -> Chart | None:
    """The chart of a distribution; None while it has under eight games."""
    if spread.n < 8:
        return None
    ranges = bands(scale, spread.max_score)
    return Chart(
        id=id_,
        title=_("Where games end"),
        finding=_finding(spread, ranges),
        svg=_svg(spread, ranges),
        figure=as_json(distribution_figure(spread, ranges)),
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


def _svg(spread: Distribution, ranges: Sequence[Band]) -> Markup:
    bars = spread.bars
    first, cell = bars[0].value, (RIGHT - LEFT) / len(bars)
    step = step_of(max(bar.games for bar in bars))
    top = -(-max(bar.games for bar in bars) // step) * step

    def x(value: float) -> float:
        return LEFT + cell * (value - first)

    def y(count: float) -> float:
        return BOTTOM - (BOTTOM - CEILING) * count / top

    parts = []
    if any(bar.struck_out for bar in bars):
        parts.append(HATCH)
    parts += _stripes(ranges, spread, x)
    parts += horizontal_grid(
        [(y(tick), words.compact(tick)) for tick in range(0, top + 1, step)], RIGHT
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
    return picture(parts)


def _stripes(
    ranges: Sequence[Band], spread: Distribution, x: Callable[[float], float]
) -> list[str]:
    parts = []
    for place, band in enumerate(ranges):
        left, right = (unit(x(edge + 0.5)) for edge in edges(band, spread))
        if place % 2 == 0:
            parts.append(f'<path class="stripe" d="M{left} 30H{right}V184H{left}z"/>')
    for label in band_labels(ranges, spread):
        classes = {"right": "end", "center": "mid"}[label.anchor]
        if label.high and not label.stays_high:
            classes += " stag"
        parts.append(
            f'<text class="{classes}" x="{unit(x(label.at + 0.5))}" '
            f'y="{12 if label.high else 25}">{label.text}</text>'
        )
    tick = unit(x(spread.max_score + 0.5))
    return [*parts, f'<path class="axis" d="M{tick} 17V30"/>']


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
