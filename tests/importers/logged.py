"""Files of the fixtures read, and taken into a log."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hanabi_log.errors import Problem
from hanabi_log.importers.registry import read_files
from hanabi_log.logbook.intake import import_drafts
from hanabi_log.logbook.intake_report import ImportReport
from hanabi_log.logbook.log import Log
from hanabi_log.records import Draft

FIXTURES = Path(__file__).parent / "fixtures"


class Found(NamedTuple):
    """What a file holds."""

    drafts: list[Draft]
    problems: list[Problem]
    passed_over: list[str]
    tombstones: list[str]


def found_in(path: Path | str, format: str = "auto") -> Found:
    """Everything in one file of the fixtures, or at a path."""
    reading = read_files([str(FIXTURES / path)], format=format)
    drafts = list(reading.drafts)
    return Found(
        drafts,
        reading.problems,
        [one.reason for one in reading.passed_over],
        [one.source for one in reading.tombstones],
    )


def take(log: Log, path: Path | str, **options: bool | str | int) -> ImportReport:
    """Import one file of the fixtures, or at a path."""
    return import_drafts(log, read_files([str(FIXTURES / path)]), **options)  # type: ignore[arg-type]


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    """Added, changed, unchanged, skipped."""
    return report.added, report.changed, report.unchanged, report.skipped
