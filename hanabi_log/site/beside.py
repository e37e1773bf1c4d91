"""The files beside the pages: feed, badge and manifest in each language; data and a map once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hanabi_log.i18n import _
from hanabi_log.site import badge, feed
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.games import Games
from hanabi_log.site.offline import manifest
from hanabi_log.site.publicdata import table_files
from hanabi_log.site.sitemap import sitemaps
from hanabi_log.site.yeardata import YearData

MANIFEST = "site.webmanifest"


class File(NamedTuple):
    """A file of the site; `names` are the values from the log in it, for the check of privacy."""

    path: str
    content: bytes
    names: tuple[str, ...] = ()


def of_language(setting: Setting) -> Iterator[File]:
    """The files of a language, below its root."""
    club = setting.log.club.name
    yield File(feed.PATH, feed.feed(setting), tuple(sorted(feed.titles(setting))))
    yield File(badge.PATH, badge.badge(setting), (club,))
    described = site_manifest(setting, _("Games, fireworks and figures of a Hanabi club."))
    yield File(MANIFEST, described, (club,))


def of_year(data: YearData, year: str, games: Games) -> Iterator[File]:
    """The data of a year, which are the same in every language."""
    return _files(data.files(year, games))


def of_club(setting: Setting, games: Mapping[str, int]) -> Iterator[File]:
    """The other data of the club; `games` says how many each year has."""
    return _files(table_files(setting.log, setting.board, setting.expected, games))


def maps(setting: Setting, pages: Sequence[str]) -> Iterator[File]:
    """The map of the site, where its address is known; `pages` are those of one language."""
    if setting.base_url is not None:
        # The page for addresses without a page is nothing to be found.
        listed = [path for path in pages if path != "404.html"]
        for path, content in sitemaps(listed, setting.languages, setting.base_url):
            yield File(path, content)


def _files(found: Iterable[tuple[str, bytes, frozenset[str]]]) -> Iterator[File]:
    return (File(path, content, tuple(sorted(names))) for path, content, names in found)


def site_manifest(setting: Setting, description: str) -> bytes:
    """What a browser needs to put the site on a home screen."""
    club = setting.log.club.name
    return manifest(
        "index.html",
        setting.language,
        "../" * setting.prefix.count("/"),
        name=club,
        short_name=badge.cut(club, 14),
        description=description,
        display="browser",
    )
