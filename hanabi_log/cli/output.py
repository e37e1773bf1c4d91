"""How results and errors are printed: one JSON document, a sheet, or lines for people.

A console may have an encoding that lacks half of what a club writes. Lines for people then get
a question mark in its place; JSON is escaped, and a sheet that goes elsewhere is UTF-8.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import Any, TextIO

import click

from hanabi_log.cli.context import current
from hanabi_log.errors import HanabiLogError, InvalidInput, Problem
from hanabi_log.i18n import _

WIDEST_CELL = 48
"""Columns of a table's cell; what is longer is cut, so that one name does not bend the table."""


def replace_unshowable() -> None:
    """From here on nothing that is printed fails for the encoding of the console."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(document: Any, *, indent: int | None = 2) -> None:
    """Print one JSON document to stdout, with Korean as it is where stdout is UTF-8, and
    escaped elsewhere, so that whoever reads it need not know the encoding."""
    whole = (getattr(sys.stdout, "encoding", None) or "").lower() in ("utf-8", "utf8")
    click.echo(json.dumps(document, ensure_ascii=not whole, indent=indent))


def print_done(document: Any, line: str) -> None:
    """What a command did: one JSON document, or a line for people."""
    if current().as_json:
        print_json(document)
    else:
        click.echo(line)


def print_facts(facts: Iterable[tuple[str, str | None]]) -> None:
    """A line `head: text` for each fact; those without a text are passed over."""
    for head, text in facts:
        if text:
            click.echo(f"{head}: {text}")


def sheet_stream() -> TextIO:
    """Where a sheet is printed: what goes into a file or a program is UTF-8 with the line ends
    as written, whatever the system's habit."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    return sys.stdout


def tell(text: str) -> None:
    """A message beside the result; it goes to stderr so that stdout can be piped."""
    click.echo(text, err=True)


def report_error(error: HanabiLogError, as_json: bool) -> int:
    """Print what went wrong and give back the exit code."""
    if as_json:
        problems = [problem.as_json() for problem in error.problems]
        print_json({"error": {"code": error.code, "message": error.message, "problems": problems}})
    else:
        tell(click.style(_visible(error.message), bold=True))
        tell_problems(error.problems)
    return error.exit_code


def check_spares(path: str, field: str, kept: Iterable[str]) -> None:
    """InvalidInput if writing to `path` would replace one of the `kept` files, also by a link
    or with the folder that it lies in.
    """
    real = os.path.realpath(path)
    for one in kept:
        place = os.path.realpath(one)
        same = os.path.exists(real) and os.path.exists(place) and os.path.samefile(real, place)
        if same or real == place or place.startswith(os.path.join(real, "")):
            raise InvalidInput(
                _("{path} cannot be written").format(path=path),
                [Problem(_("It would replace {file}").format(file=one), field)],
            )


def tell_problems(problems: Iterable[Problem]) -> None:
    """One line for each problem, with a caret under what was typed where that is known."""
    for problem in problems:
        mark = click.style("!", fg="yellow") if problem.level == "warning" else "×"
        where = f"{problem.where}: " if problem.where else ""
        tell(f"  {mark} {_visible(where + problem.message)}")
        if problem.text and problem.column is not None:
            before = problem.text[: problem.column]
            tell(f"      {_visible(problem.text)}")
            tell(f"      {' ' * width(before)}^")


def _visible(text: str) -> str:
    """The text with a sign for each control character of a file, which a terminal would obey."""
    return "".join(
        c if c in "\n\t" or unicodedata.category(c) != "Cc" else "\N{REPLACEMENT CHARACTER}"
        for c in text
    )


def tell_warnings(warnings: Iterable[str]) -> None:
    """What is odd, a line each."""
    tell_problems(Problem(message, level="warning") for message in warnings)


def tell_trial() -> None:
    """The line below a trial."""
    tell(_("A trial: nothing was stored."))


def tally(counts: Iterable[tuple[int, str]]) -> str:
    """How many of each kind, in one line: `3 added · 1 changed`."""
    return " · ".join(f"{number} {word}" for number, word in counts)


def between(first: str | None, last: str | None) -> str:
    """Two days as a span, one if they are the same; empty without any."""
    return " – ".join(dict.fromkeys(day for day in (first, last) if day))


def width(text: str) -> int:
    """The columns that a text takes on a terminal; Hangul and its kin take two each."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text filled up with blanks to a width on the terminal."""
    gap = " " * max(0, columns - width(text))
    return gap + text if right else text + gap


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()
) -> None:
    """A plain table; the columns in `right` are aligned to the right."""
    flush = set(right)
    rows = [[_shortened(cell) for cell in row] for row in rows]
    widths = [max(width(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for place, row in enumerate([heads, *rows]):
        cells = [pad(cell, widths[i], i in flush) for i, cell in enumerate(row)]
        line = "  ".join(cells).rstrip()
        click.echo(click.style(line, dim=True) if place == 0 else line)


def _shortened(cell: str) -> str:
    if width(cell) <= WIDEST_CELL:
        return cell
    kept = ""
    for letter in cell:
        if width(kept + letter) >= WIDEST_CELL:
            break
        kept += letter
    return f"{kept}…"


def none_yet(what: str) -> None:
    """The line for an empty list."""
    tell(_("Nothing yet: {what}").format(what=what))
