"""The session that is under way.

It keeps its date past midnight; one that nobody ended is over after eighteen hours.
"""

from __future__ import annotations

from hanabi_log.logbook.log import Log
from hanabi_log.storage import people as people_store
from hanabi_log.storage.people import OpenSession

LONGEST_EVENING = 18 * 3600 * 1_000_000
"""Microseconds after which a session that nobody ended is over."""


def current_session(log: Log) -> OpenSession | None:
    """The session that is under way; one that was forgotten does not count."""
    session = people_store.load_open_session(log.connection)
    if session and log.microseconds - session.started_at > LONGEST_EVENING:
        return None
    return session
