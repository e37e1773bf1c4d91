"""The files beside the pages: feed, badge and manifest in each language; data and a map once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hanabi_log.i18n import _
from hanabi_log.site import badge, feed
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.offline import manifest
from hanabi_log.site.publicdata import File, table_files
from hanabi_log.site.sitemap import sitemaps

MANIFEST = "site.webmanifest"


def of_language(setting: Setting) -> Iterator[File]:
    """The files of a language, below its root."""
    club = setting.log.club.name
    yield File(feed.PATH, feed.feed(setting), feed.titles(setting))
    yield File(badge.PATH, badge.badge(setting), frozenset((club,)))
    described = site_manifest(setting, _("Games, fireworks and figures of a Hanabi club."))
    yield File(MANIFEST, described, frozenset((club,)))


def of_club(setting: Setting, games: Mapping[str, int]) -> Iterator[File]:
    """The other data of the club; `games` says how many each year has."""
    return table_files(setting.log, setting.board, setting.expected, games)


def maps(setting: Setting, pages: Sequence[str]) -> Iterator[File]:
    """The map of the site, where its address is known; `pages` are those of one language."""
    if setting.base_url is not None:
        # The page for addresses without a page is nothing to be found.
        listed = [path for path in pages if path != "404.html"]
        for path, content in sitemaps(listed, setting.languages, setting.base_url):
            yield File(path, content)


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
