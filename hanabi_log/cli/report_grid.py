"""A table that fits the terminal: what cannot stand whole is left out, and no number is cut.

Where there is too little room the bars go first, then columns from the right, down to the
first three. Names come last: they break at blanks, and a word that is too long ends in "…".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

GAP = 2
"""The columns between two cells."""
KEPT = 3
"""The first columns, which are never left out."""
LEAST = 16
"""A name keeps so many columns while there is anything else to leave out."""


class Grid:
    """Rows of plain texts under heads; rich prints it as wide as its console allows.

    The columns in `right` are aligned to the right, those in `names` may be made narrower.
    A column without a head, but the first, is a picture of what the others say.
    """

    def __init__(
        self,
        heads: Sequence[str],
        right: Iterable[int] = (),
        title: str | None = None,
        names: Collection[int] = (0,),
        pictures: Collection[int] | None = None,
    ) -> None:
        self.heads = tuple(heads)
        self.right = frozenset(right)
        self.title = title
        self.names = frozenset(names)
        empty = [place for place, head in enumerate(heads) if place and not head]
        self.pictures = frozenset(empty if pictures is None else pictures)
        self.show_header = True
        self.rows: list[tuple[tuple[str, ...], bool]] = []

    def add(self, cells: Iterable[str], *, faint: bool = False) -> None:
        """One more row."""
        self.rows.append((tuple(cells), faint))

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterable[Table]:
        yield self.fitted(options.max_width)

    def fitted(self, room: int) -> Table:
        """The table in so many columns of the terminal."""
        from rich.table import Table
        from rich.text import Text

        widths = self._widths()
        shown = self._shown(widths, room)
        self._narrow(widths, shown, room)
        made = Table(
            box=None,
            pad_edge=False,
            padding=(0, GAP, 0, 0),
            header_style="dim",
            show_header=self.show_header,
            title=Text(self.title, style="bold") if self.title else None,
            title_justify="left",
        )
        for place in shown:
            made.add_column(
                Text(self.heads[place]),
                justify="right" if place in self.right else "left",
                width=widths[place],
                no_wrap=place not in self.names,
                overflow="ellipsis",
            )
        for cells, faint in self.rows:
            texts = (Text(cells[place]) for place in shown)
            made.add_row(*texts, style="dim" if faint else None)
        return made

    def _widths(self) -> list[int]:
        from rich.cells import cell_len

        rows = [cells for cells, _faint in self.rows]
        if self.show_header:
            rows.append(self.heads)
        return [
            max((cell_len(cells[place]) for cells in rows), default=0)
            for place in range(len(self.heads))
        ]

    def _shown(self, widths: Sequence[int], room: int) -> list[int]:
        """The columns that stand. A picture may cost a name what is beyond half of the room,
        another column all but LEAST.
        """
        shown = list(range(len(widths)))
        fixed = self.names | set(range(KEPT))
        going = sorted(self.pictures) + [
            place for place in reversed(shown) if place not in fixed | self.pictures
        ]
        for place in going:
            name = room // 2 if place in self.pictures else LEAST
            least = [min(widths[one], name) if one in self.names else widths[one] for one in shown]
            if sum(least) + GAP * (len(shown) - 1) <= room:
                break
            shown.remove(place)
        return shown

    def _narrow(self, widths: list[int], shown: Sequence[int], room: int) -> None:
        """Take what is too much from the widest names, column by column."""
        names = [place for place in shown if place in self.names]
        excess = sum(widths[place] for place in shown) + GAP * (len(shown) - 1) - room
        for _column in range(excess):
            widest = max(names, key=lambda place: widths[place], default=None)
            if widest is None or widths[widest] <= 1:
                break
            widths[widest] -= 1
