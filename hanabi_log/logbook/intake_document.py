"""The full account of an import as a file: a page to read, or JSON for programs.

The page needs nothing beside it, loads nothing, and shows whatever stood in the files as
text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.target import filling
from hanabi_log.i18n import _, current_language, ngettext
from hanabi_log.importers.registry import Reading
from hanabi_log.logbook.intake_report import Entry, Fate, ImportReport

MOST_ENTRIES = 100_000
"""Rows that a report tells of; what goes beyond is counted."""
SUFFIXES = (".html", ".json")

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem; }
td { border-top: 1px solid #8886; overflow-wrap: anywhere; }
.error { color: light-dark(#a11, #f99); } .warning { color: light-dark(#850, #fc6); }
"""


def check_name(path: str) -> None:
    """InvalidInput unless the name of a report tells its form."""
    if not path.lower().endswith(SUFFIXES):
        raise InvalidInput(
            _("The report cannot be written"),
            [Problem(_("Its name must end in .html or .json"), "report")],
        )


def write_document(path: str, reading: Reading, report: ImportReport, *, dry_run: bool) -> None:
    """Write the account of an import to a file, whole or not at all."""
    if path.lower().endswith(".json"):
        text = json.dumps(as_document(reading, report, dry_run), ensure_ascii=False, indent=2)
    else:
        text = "".join(_page(reading, report, dry_run))
    with filling(path, "utf-8") as file:
        file.write(f"{text}\n")


def as_document(reading: Reading, report: ImportReport, dry_run: bool) -> dict[str, Any]:
    """The account under the keys of a JSON report."""
    return {
        **report.as_json(),
        "stored": not (report.failed or dry_run),
        "dry_run": dry_run,
        "files": [
            {"file": file, "format": format, "encoding": encoding}
            for file, format, encoding in reading.formats
        ],
        "choices": [*reading.notes, *reading.choices],
        "new_people": list(report.new_people),
        "rows": [entry.as_json() for entry in report.entries],
        "unlisted": report.unlisted,
    }


def _page(reading: Reading, report: ImportReport, dry_run: bool) -> Iterator[str]:
    title = escape(_("What became of an import"))
    yield f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    if report.failed:
        yield _paragraph(_("Nothing was stored, because rows have errors."))
    elif dry_run:
        yield _paragraph(_("A trial: nothing was stored."))
    fates = _fates()
    yield _table(
        [word for _fate, word in fates],
        [[str(getattr(report, fate)) for fate, _word in fates]],
    )
    yield f"<h2>{escape(_('Files'))}</h2>\n"
    yield _table([_("File"), _("Format"), _("Encoding")], reading.formats)
    for note in (*reading.notes, *reading.choices):
        yield _paragraph(note)
    if report.new_people:
        yield f"<h2>{escape(_('New people'))}</h2>\n"
        yield _paragraph(", ".join(report.new_people))
    if report.problems:
        yield f"<h2>{escape(_('Errors and warnings'))}</h2>\n<table>\n"
        for problem in report.problems:
            level = "error" if problem.level == "error" else "warning"
            yield f'<tr><td>{escape(problem.where)}</td><td class="{level}">'
            yield f"{escape(problem.message)}</td></tr>\n"
        yield "</table>\n"
    for fate, word in fates:
        entries = [entry for entry in report.entries if entry.fate == fate]
        if entries:
            yield f"<h2>{escape(word)}</h2>\n"
            yield _table(
                [_("Where"), _("Date"), _("Group"), _("Players"), _("Rules"), _("Score"), _("Why")],
                map(_cells, entries),
            )
    if report.unlisted:
        count = ngettext(
            "{n} more row is not listed", "{n} more rows are not listed", report.unlisted
        )
        yield _paragraph(count.format(n=report.unlisted))
    yield "</body>\n</html>"


def _fates() -> tuple[tuple[Fate, str], ...]:
    return (
        ("added", _("added")),
        ("changed", _("changed")),
        ("unchanged", _("unchanged")),
        ("skipped", _("skipped")),
    )


def _cells(entry: Entry) -> list[str]:
    file = entry.file or ""
    return [
        file if entry.line is None else f"{file}:{entry.line}",
        entry.date or "",
        entry.group or "",
        ", ".join(name or _("guest") for name in entry.players),
        entry.ruleset or "",
        "" if entry.score is None else str(entry.score),
        "; ".join(entry.why),
    ]


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return f"<table>\n<tr>{head}</tr>\n{body}</table>\n"
