"""Matches of Hoola King as JSONL: one match a line, under the keys of `hoola show --json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from hanabi_log.hoola_records import HoolaMatch


def write(matches: Iterable[HoolaMatch], stream: TextIO) -> None:
    """Write one line for each match, in their order; nothing that was logged is lost."""
    for match in matches:
        stream.write(json.dumps(match.as_json(), ensure_ascii=False) + "\n")
