"""Boards and records drawn for people, and the pieces that all reports are drawn with.

A bar shows a number with its interval on a scale that all rows share; `┊` marks zero. Names
are never read as markup, and Hangul takes two columns.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from hanabi_log.cli.report_data import Pair, Report
from hanabi_log.cli.report_grid import Grid
from hanabi_log.i18n import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_log.stats.bests import Best
    from hanabi_log.stats.boards import Board, BoardRow

WIDE = 140
"""The columns of a report that goes to a file or another program."""
NARROW = 100
"""A terminal with fewer columns gets shorter bars, and boards without the lesser numbers."""
BARS = (13, 21)
SHOWN = 5
LEVELS = "▁▂▃▄▅▆▇█"
ANY = (-inf, inf)
POINTS = (0.0, 25.0)
"""The ends of the scale of 25."""


class Scale(NamedTuple):
    """The ends that the bars of a table share, and how many columns a bar takes."""

    low: float
    high: float
    size: int

    def place(self, value: float) -> int:
        """The column of a value, from 0; what lies beyond an end stands at the end."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return min(self.size - 1, max(0, round(share * (self.size - 1))))


def scale_of(values: Iterable[float | None], size: int, ends: tuple[float, float] = ANY) -> Scale:
    """The scale from the least to the greatest of some values, never beyond the ends."""
    found = [min(max(value, ends[0]), ends[1]) for value in values if value is not None]
    return Scale(min(found, default=0.0), max(found, default=0.0), size)


def bar(
    value: float, low: float | None, high: float | None, scale: Scale, mark: float | None = None
) -> str:
    """A number as a dot, its interval as a line, and a mark behind them."""
    cells = [" "] * scale.size
    if mark is not None and scale.low <= mark <= scale.high:
        cells[scale.place(mark)] = "┊"
    if low is not None and high is not None:
        first, last = scale.place(low), scale.place(high)
        cells[first : last + 1] = "─" * (last + 1 - first)
        cells[first], cells[last] = "├", "┤"
    cells[scale.place(value)] = "●"
    return "".join(cells)


def sparkline(values: Sequence[float], width: int) -> str:
    """The values from left to right as heights, neighbours averaged where they are too many."""
    if len(values) > width:
        cuts = [round(place * len(values) / width) for place in range(width + 1)]
        parts = [values[first:last] for first, last in pairwise(cuts)]
        values = [sum(part) / len(part) for part in parts]
    heights = scale_of(values, len(LEVELS))
    return "".join(LEVELS[heights.place(value)] for value in values)


def console() -> Console:
    """Where reports are printed: in colour on a terminal unless NO_COLOR says otherwise."""
    from rich.console import Console

    return Console(
        file=sys.stdout,
        markup=False,
        highlight=False,
        emoji=False,
        width=None if sys.stdout.isatty() else WIDE,
        # rich would keep bold and faint under NO_COLOR; plain means plain.
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def bar_size(screen: Console) -> int:
    """How many columns a bar takes."""
    return BARS[screen.width >= NARROW]


def print_head(screen: Console, report: Report, title: str) -> None:
    """The title of a report with the club, and below it what was asked for."""
    from rich.text import Text

    screen.print(Text(title, style="bold"), Text(f"· {report.club}", style="dim"))
    asked = [f"{name} {value}" for name, value in report.filters.items() if value is not None]
    if asked:
        screen.print(Text(_("Only: {filters}").format(filters=" · ".join(asked)), style="dim"))
    screen.print()


def print_counts(
    screen: Console,
    report: Report,
    notes: Iterable[str] = (),
    counts: Iterable[str] | None = None,
) -> None:
    """What the report cannot tell, and what counts: in `counts` where there is more to say."""
    from rich.text import Text

    screen.print()
    for note in notes:
        screen.print(Text(note))
    screen.print(Text(_("What counts"), style="bold dim"))
    for sentence in report.counts if counts is None else counts:
        screen.print(Text(f"· {sentence}", style="dim"))


def decimals(value: float | None, places: int = 1, *, signed: bool = False) -> str:
    """A number as it is printed in the language in use; a dash for none."""
    from hanabi_log.site import words

    if value is None:
        return "–"
    return words.signed(value, places) if signed else words.number(value, places)


def interval(low: float | None, high: float | None, places: int = 1) -> str:
    """An interval as two numbers; empty for none."""
    if low is None or high is None:
        return ""
    return _("{low} to {high}").format(low=decimals(low, places), high=decimals(high, places))


def count(n: int) -> str:
    """A whole number as it is printed in the language in use."""
    return decimals(n, 0)


def print_board(
    report: Report, board: Board, unlisted: bool, pairs: Sequence[Pair] | None = None
) -> None:
    """A board as a table, and what its numbers are."""
    screen = console()
    title, value, meaning = _board_words(board)
    print_head(screen, report, title)
    rows = board.rows if unlisted else board.listed
    if rows:
        screen.print(_board_table(board, rows, value, screen))
    else:
        screen.print(_("Nobody is listed yet."))
    hidden = len(board.rows) - len(rows)
    notes = [meaning, *board.notes]
    if hidden:
        few = ngettext(
            "{n} is not listed, with fewer than {least} games: see --all.",
            "{n} are not listed, with fewer than {least} games: see --all.",
            hidden,
        )
        # A board of effects may have nobody listed for want of games of the club.
        if any(row.games < board.min_games for row in board.rows):
            notes.append(few.format(n=count(hidden), least=board.min_games))
    if pairs is not None:
        screen.print()
        screen.print(_pair_table(pairs, bar_size(screen)))
    screen.print()
    for note in notes:
        screen.print(note)
    print_counts(screen, report, counts=board.counts)


def _board_words(board: Board) -> tuple[str, str, str]:
    """The title of a board, the head of its values, and what they are."""
    people = _(
        "Points of a person's tables above what each setup usually gives, over games + {k}: about"
        " tables, not about skill."
    ).format(k=decimals(board.k or 0, 0))
    mean = _("The mean on the scale of 25, with its 95 % interval.")
    effects = _(
        "What a person's seat adds to an average table, everybody else's seats allowed for, with"
        " its 95 % interval and the 80 % range of ranks."
    )
    elo = _("A rating that starts at 1500 and plays against earlier games of the same setup.")
    return {
        "people": (_("People: points above expectation"), _("Above"), people),
        "lineups": (_("Line-ups: mean points"), _("Mean"), mean),
        "groups": (_("Groups: mean points"), _("Mean"), mean),
        "effects": (_("People: player effects"), _("Effect"), effects),
        "elo": (_("People: a rating for fun"), _("Rating"), elo),
    }[board.board]


def _board_table(board: Board, rows: Sequence[BoardRow], value: str, screen: Console) -> Grid:
    ranked, wide = board.board == "effects", board.board in ("effects", "lineups", "groups")
    zero = 0.0 if board.board in ("people", "effects") else None
    places = {"people": 2, "effects": 2, "elo": 0}.get(board.board, 1)
    scale = scale_of(
        [one for row in rows for one in (row.value, row.low, row.high)]
        + ([zero] if zero is not None else []),
        bar_size(screen),
        POINTS if board.board in ("lineups", "groups") else ANY,
    )
    full = screen.width >= NARROW or not wide
    heads = [_("Name"), _("Games"), value, ""]
    heads += [_("95 %")] if wide else []
    heads += [_("Ranks"), _("Top 3")] if ranked else []
    heads += [_("Points"), _("Score"), _("Perfect"), _("Struck out")] if full else []
    made = Grid(heads, {1, 2, *range(5 if wide else 4, len(heads))})
    for row in rows:
        cells = [
            row.name,
            count(row.games),
            decimals(row.value, places, signed=zero is not None),
            bar(row.value, row.low, row.high, scale, zero),
            *([interval(row.low, row.high, places)] if wide else []),
            *(_ranks(row) if ranked else []),
            decimals(row.mean_points),
            decimals(row.mean_score),
            count(row.perfect),
            count(row.struck_out),
        ]
        made.add(cells[: len(heads)], faint=not row.listed)
    return made


def _ranks(row: BoardRow) -> list[str]:
    if row.rank_low is None or row.rank_high is None or row.p_top3 is None:
        return ["–", "–"]
    low, high = row.rank_low, row.rank_high
    span = count(low) if low == high else _("{low}–{high}").format(low=count(low), high=count(high))
    return [span, _("{percent} %").format(percent=round(100 * row.p_top3))]


def _pair_table(pairs: Sequence[Pair], size: int) -> Grid:
    scale = scale_of([0.0, *(one for pair in pairs for one in (pair.low, pair.high))], size)
    heads = [_("Pair"), _("Joint games"), _("Adds"), "", _("95 %")]
    made = Grid(heads, {1, 2}, _("What pairs add together, beyond what each of them adds"))
    for pair in pairs:
        made.add(
            [
                ", ".join(pair.players),
                count(pair.games),
                decimals(pair.value, 2, signed=True),
                bar(pair.value, pair.low, pair.high, scale, 0.0),
                interval(pair.low, pair.high, 2),
            ],
        )
    return made


def print_records(report: Report, found: Sequence[Best], everyone: bool) -> None:
    """The records as a table: the result, of how many games, and who holds it."""
    screen = console()
    print_head(screen, report, _("Records"))
    heads = [_("Ruleset"), _("Players"), _("Best"), _("Games"), _("Date"), _("Held by")]
    made = Grid(heads, {1, 3}, names={0, 5})
    for best in found:
        held = best.plays if everyone else best.plays[:SHOWN]
        for place, play in enumerate(held):
            most = best.cell.max_score
            result = _("{score} of {most}").format(score=best.value, most=most)
            first = [best.cell.ruleset, count(best.cell.seats), result, count(best.n)]
            who = ", ".join(report.table(play)) or "–"
            made.add([*(first if place == 0 else [""] * 4), play.date or "–", who])
        more = len(best.plays) - len(held)
        if more:
            text = ngettext("and {n} more: see --all", "and {n} more: see --all", more)
            made.add([*[""] * 5, text.format(n=count(more))], faint=True)
    if found:
        screen.print(made)
    else:
        screen.print(_("No game with a score yet."))
    print_counts(screen, report)
