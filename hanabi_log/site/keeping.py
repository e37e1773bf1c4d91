"""Which pages and files of the last build are left alone.

Pages of sessions, the lists of them and the data of a year say nothing but what their own
games say. The audit trail tells whose games have changed, and a key beside how a file was
left tells what else it says: which sessions and years it links to. Other pages are planned,
and known by the digest of their plan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property

from hanabi_log.site import yeardata
from hanabi_log.site.contexts import sessions
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.notes import basis_of, read_notes, write_notes
from hanabi_log.site.pieces import session_files
from hanabi_log.site.plans import Plan
from hanabi_log.site.yeardata import year_paths

Key = tuple[str, str]
"""A file, below the root of the site, and what it depends on beside games and basis."""


class Keeping:
    """What is known of the site in the folder `out`, and what the next build shall know.

    `folders` are those of the templates, `years` those that have data.
    """

    def __init__(
        self,
        out: str,
        settings: Sequence[Setting],
        folders: Collection[str],
        years: Iterable[str],
    ) -> None:
        self._out, self._log = out, settings[0].log
        self._prefixes = [setting.prefix for setting in settings]
        self._years = tuple(years)
        self._lists = sessions.list_paths(self._log)
        self._basis = basis_of(settings, folders)
        self._notes = read_notes(out)
        self._touched = self._notes.touched(self._log.club, self._basis)

    @cached_property
    def sessions(self) -> frozenset[int]:
        """The places of sessions whose pages would say the same."""
        touched = self._touched
        if touched is None:
            return frozenset()
        return frozenset(
            place
            for place, session in enumerate(self._log.sessions)
            if (session.date, session.group.id if session.group else None) not in touched
            and self._are_as_left(self._session(place))
        )

    @cached_property
    def lists(self) -> frozenset[str]:
        """The years whose list of sessions would say the same."""
        return self._same(sessions.year_of, self._lists, self._list)

    @cached_property
    def data(self) -> frozenset[str]:
        """The years whose data would say the same."""
        return self._same(yeardata.table_of, self._years, self._data)

    def key(self, plan: Plan) -> str:
        """What the next build shall know of a page; empty in a log without an audit trail."""
        return plan.key(self._basis) if self._log.club.mark else ""

    def has(self, path: str, key: str) -> bool:
        """Whether the page of a plan with this key lies there already."""
        return bool(key) and self._notes.is_as_left(self._out, path, key)

    def note(self, plans: Iterable[Key]) -> None:
        """Leave notes on the finished site for the next build."""
        if self._log.club.mark:
            write_notes(self._out, self._log.club.mark, self._basis, self._keys(plans))

    def _keys(self, plans: Iterable[Key]) -> Iterator[Key]:
        for place in range(len(self._log.sessions)):
            yield from self._session(place)
        for year in self._lists:
            yield from self._list(year)
        for year in self._years:
            yield from self._data(year)
        yield from plans

    def _session(self, place: int) -> Iterator[Key]:
        # Of the sessions before and after a page says the address and the date within it.
        every = self._log.sessions
        before = every[place - 1].slug if place else ""
        after = every[place + 1].slug if place + 1 < len(every) else ""
        for path in session_files(every[place]):
            yield from self._in_all_languages(path, f"{before}/{after}")

    def _list(self, year: str) -> Iterator[Key]:
        yield from self._in_all_languages(self._lists[year], "/".join(self._lists))

    def _data(self, year: str) -> Iterator[Key]:
        for path in year_paths(year):
            yield path, ""

    def _in_all_languages(self, path: str, key: str) -> Iterator[Key]:
        for prefix in self._prefixes:
            yield prefix + path, key

    def _same(
        self,
        part_of: Callable[[str | None], str],
        years: Iterable[str],
        files: Callable[[str], Iterable[Key]],
    ) -> frozenset[str]:
        """The years in which no game has changed and whose files are as they were left."""
        if self._touched is None:
            return frozenset()
        changed = {part_of(date) for date, _group in self._touched}
        return frozenset(
            year for year in years if year not in changed and self._are_as_left(files(year))
        )

    def _are_as_left(self, files: Iterable[Key]) -> bool:
        return all(self._notes.is_as_left(self._out, path, key) for path, key in files)
