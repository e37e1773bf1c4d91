"""From a stream of clubs to a folder of pages: each club is written when it comes, and let go.

Clubs come in the order of their ids and only once, so that equal datasets give equal bytes. A
build that fails or is interrupted, by a club as well, leaves the folder as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hanabi_log.federation.figures import ClubFigures
from hanabi_log.i18n import _, speaking
from hanabi_log.site.beside import MANIFEST, manifest
from hanabi_log.site.build import check_languages
from hanabi_log.site.contexts.setting import Page
from hanabi_log.site.federation.about import about, not_found
from hanabi_log.site.federation.club import club_page
from hanabi_log.site.federation.data import collecting
from hanabi_log.site.federation.home import home
from hanabi_log.site.federation.leaderboards import leaderboards
from hanabi_log.site.federation.listing import clubs_pages
from hanabi_log.site.federation.overview import Overview
from hanabi_log.site.federation.portraits import Boards, Doorkeeper, Portrait, boards_of, portray
from hanabi_log.site.federation.setting import FederationSetting, setting_of
from hanabi_log.site.offline import ICON, icon
from hanabi_log.site.output import Built, Output, writing
from hanabi_log.site.render import PLOTLY, Renderer, plotly_styles
from hanabi_log.site.sitemap import sitemaps

_ASSETS = frozenset({"site.css", "pages.css", "site.js", "charts.js", "social.png", PLOTLY})
"""What the pages load; the tools for the table are a club's own."""


def build(
    clubs: Iterable[ClubFigures],
    out: str,
    *,
    name: str,
    languages: Sequence[str] = ("en",),
    base_url: str | None = None,
) -> Built:
    """Write the site of many clubs into the folder `out`.

    `clubs` come ordered by id, as `federation.reading.federate` gives them. The first language
    stands at the root, each other in a folder of its code. `base_url` is the address at which
    the root will be found.
    Raises InvalidInput for a language without a catalog and for a folder that is not ours, and
    lets through what `clubs` raise.
    """
    check_languages(languages)
    with writing(out, "federation") as output:
        site = _Site(output, Renderer(), name, tuple(languages), base_url)
        with collecting() as tables:
            overview, door = Overview(), Doorkeeper()
            for figures in clubs:
                club = portray(figures, door)
                boards = site.write_club(club)
                overview.add(club, boards)
                tables.add(club, boards)
            site.write_rest(overview)
            for path, content in tables.files(name, overview):
                output.add(path, content)
        return output.finish()


class _Site:
    """The settings of each language, and the way from a page to a file."""

    def __init__(
        self,
        output: Output,
        renderer: Renderer,
        name: str,
        languages: tuple[str, ...],
        base_url: str | None,
    ) -> None:
        self._output, self._renderer = output, renderer
        self._paths: list[str] = []
        self._base_url, self._languages = base_url, languages
        assets: dict[str, str] = {}
        styles: tuple[str, ...] = ()
        for asset, path, content in renderer.assets():
            if asset in _ASSETS:
                output.add(path, content)
                assets[asset] = path
            if asset == PLOTLY:
                styles = plotly_styles(content)
        self._settings = [
            setting_of(name, language, languages, assets, base_url, styles)
            for language in languages
        ]

    def write_club(self, club: Portrait) -> Boards:
        """The club's page in every language; gives its boards in the first."""
        made = []
        for setting in self._settings:
            with speaking(setting.language):
                boards = boards_of(club)
                self._write(setting, club_page(setting, club, boards))
                made.append(boards)
        return made[0]

    def write_rest(self, overview: Overview) -> None:
        """The pages of all clubs, and the files beside them."""
        for setting in self._settings:
            with speaking(setting.language):
                for page in _pages(setting, overview):
                    self._write(setting, page)
                described = manifest(setting, _("Hanabi games of many clubs in figures."))
                self._output.add(setting.prefix + MANIFEST, described)
        self._output.add(ICON, icon())
        if self._base_url is not None:
            for path, content in sitemaps(self._paths, self._languages, self._base_url):
                self._output.add(path, content)

    def _write(self, setting: FederationSetting, page: Page) -> None:
        content = self._renderer.render(page.template, page.context)
        self._output.add(setting.prefix + page.path, content)
        # The page for addresses without a page is nothing to be found.
        if not setting.prefix and page.path != "404.html":
            self._paths.append(page.path)


def _pages(setting: FederationSetting, overview: Overview) -> Iterator[Page]:
    yield home(setting, overview)
    yield from clubs_pages(setting, list(overview.entries.values()))
    yield from leaderboards(setting, overview)
    yield about(setting)
    yield not_found(setting)
