"""Where the site of a federation may lie."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.parquet import MARKER as EXPORT
from hanabi_log.i18n import _
from hanabi_log.site.output import MARKER as SITE
from hanabi_log.site.output import known_files


def check_place(out: str) -> None:
    """Raises InvalidInput as `known_files` does, and for a folder inside a site or an export:
    whoever makes these anew, or publishes them, reckons with nothing else there."""
    known_files(os.path.abspath(out), "federation")
    for folder in _above(os.path.realpath(out)):
        for marker, reason in ((SITE, _("It holds a site")), (EXPORT, _("It holds an export"))):
            if os.path.isfile(os.path.join(folder, marker)):
                raise InvalidInput(
                    _("{out} lies in a folder that is made anew").format(out=out),
                    [
                        Problem(reason, file=folder),
                        Problem(_("Name a folder beside it."), "out"),
                    ],
                )


def _above(path: str) -> Iterator[str]:
    while (folder := os.path.dirname(path)) != path:
        yield folder
        path = folder
