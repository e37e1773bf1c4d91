"""Matches of Hoola King as JSONL: one match a line, under the keys of `hoola show --json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from hanabi_log.hoola_records import HoolaMatch


def lines_of(matches: Iterable[HoolaMatch]) -> Iterator[str]:
    """A line for each match, in their order; nothing that was logged is lost."""
    for match in matches:
        yield json.dumps(match.as_json(), ensure_ascii=False)
