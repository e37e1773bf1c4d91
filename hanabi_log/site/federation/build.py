"""From clubs to a folder of pages: each club is written when its turn comes, and let go.

Clubs come in the order of their ids, so that equal datasets give equal bytes. Several
processes share them: each writes the pages and rows of some clubs in a row, and gives back
what the pages of all clubs need. A build that fails or is interrupted leaves the folder as
it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from hanabi_log.federation.figures import Entrant
from hanabi_log.i18n import _, speaking
from hanabi_log.site.beside import MANIFEST, site_manifest
from hanabi_log.site.build import check_languages
from hanabi_log.site.contexts.setting import Page
from hanabi_log.site.federation.about import about, not_found
from hanabi_log.site.federation.club import club_page
from hanabi_log.site.federation.data import Part, collecting, index, joined
from hanabi_log.site.federation.home import home
from hanabi_log.site.federation.leaderboards import leaderboards
from hanabi_log.site.federation.listing import clubs_pages
from hanabi_log.site.federation.overview import Overview
from hanabi_log.site.federation.portraits import Boards, Doorkeeper, Portrait, boards_of, portray
from hanabi_log.site.federation.setting import FederationSetting, setting_of
from hanabi_log.site.offline import ICON, icon
from hanabi_log.site.output import Built, Output, writing
from hanabi_log.site.processes import spread, usable
from hanabi_log.site.render import OWN_ASSETS, PLOTLY, Renderer
from hanabi_log.site.sitemap import sitemaps

WORTH_IT = 20
"""The fewest clubs for which a further process earns back what its start costs."""
_SHARES = 64
"""Into how many parts clubs are split: enough to keep every process busy to the end."""
_ASSETS = frozenset(
    {*("site.css", "pages.css", "site.js", "charts.js", "social.png"), PLOTLY, *OWN_ASSETS}
)
"""What the pages load; the tools for the table are a club's own."""
_TEMPLATES = ("base.html", "_parts.html", "federation/base.html", "federation/club.html")
"""What the page of a club is made from."""


def build(
    clubs: Sequence[Entrant],
    out: str,
    *,
    name: str,
    languages: Sequence[str] = ("en",),
    templates: str | None = None,
    base_url: str | None = None,
    processes: int | None = None,
) -> Built:
    """Write the site of many clubs into the folder `out`.

    `clubs` come ordered by id, as `federation.collecting.collected` gives them. The first
    language stands at the root, each other in a folder of its code. Templates in the folder
    `templates` replace ours file by file. `base_url` is the address at which the root will be
    found. `processes` share the work, as many as pay if unsaid.
    Raises InvalidInput for a language without a catalog, a folder that is not ours and a
    template that cannot be used, and lets through what the figures of clubs raise.
    """
    check_languages(languages)
    renderer = Renderer(templates)
    with writing(out, "federation") as output:
        assets, styles = renderer.add_assets(output, _ASSETS)
        settings = [
            setting_of(name, language, tuple(languages), assets, base_url, styles)
            for language in languages
        ]
        press = _Press(renderer, output, settings)
        processes = processes or (usable() if len(clubs) >= WORTH_IT else 1)
        if processes > 1:
            renderer.compile(_TEMPLATES)
        shares = spread(list(_tasks(press, clubs)), processes)
        overview = Overview()
        for share in shares:
            overview.merge(share.overview)
        made = [one for share in shares for one in share.made]
        made += [one for setting in settings for one in press.of_all(setting, overview)]
        for path, changed in made:
            output.take(path, changed)
        parts = [share.part for share in shares]
        for path, file in joined(parts, output.staging):
            output.add_file(path, file)
        output.add("data/index.json", index(name, overview, parts))
        output.add(ICON, icon())
        if base_url is not None:
            for path, content in sitemaps(_mapped(made, settings), languages, base_url):
                output.add(path, content)
        return output.finish()


Made = tuple[str, bool]
"""A page that lies ready: its path, and whether it says anything new."""


class _Share(NamedTuple):
    """Some clubs in a row: their pages, their rows in the data, and what stays of them."""

    made: Sequence[Made]
    part: Part
    overview: Overview


@dataclass(frozen=True)
class _Press:
    """From a page to a file that lies ready."""

    renderer: Renderer
    output: Output
    settings: Sequence[FederationSetting]

    def clubs(self, number: int, clubs: Sequence[tuple[Entrant, str, str]]) -> _Share:
        """The share of that number: clubs, each with the name and slug that it goes by."""
        made: list[Made] = []
        overview = Overview()
        folder = os.path.join(self.output.staging, f".rows-{number}")
        with collecting(folder, first=number == 0) as tables:
            for entrant, name, slug in clubs:
                club = portray(entrant.figures(), name, slug)
                boards = self._club(club, made)
                overview.add(club, boards)
                tables.add(club, boards)
        return _Share(made, tables.part, overview)

    def _club(self, club: Portrait, made: list[Made]) -> Boards:
        """The club's page in every language; gives its boards in the first."""
        found = []
        for setting in self.settings:
            with speaking(setting.language):
                found.append(boards_of(club))
                made.append(self._lay_ready(setting, club_page(setting, club, found[-1])))
        return found[0]

    def of_all(self, setting: FederationSetting, overview: Overview) -> Iterator[Made]:
        """The pages of all clubs in a language, and the file that describes them."""
        with speaking(setting.language):
            for page in _pages(setting, overview):
                yield self._lay_ready(setting, page)
            described = site_manifest(setting, _("Hanabi games of many clubs in figures."))
        path = setting.prefix + MANIFEST
        yield path, self.output.stage(path, described)

    def _lay_ready(self, setting: FederationSetting, page: Page) -> Made:
        path = setting.prefix + page.path
        content = self.renderer.render(page.template, page.context)
        return path, self.output.stage(path, content)


def _tasks(press: _Press, clubs: Sequence[Entrant]) -> Iterator[partial[_Share]]:
    door = Doorkeeper()
    named = [(club, *door.take(club.name)) for club in clubs]
    size = max(1, -(-len(named) // _SHARES))
    for number, start in enumerate(range(0, len(named), size)):
        yield partial(press.clubs, number, named[start : start + size])


def _pages(setting: FederationSetting, overview: Overview) -> Iterator[Page]:
    yield home(setting, overview)
    yield from clubs_pages(setting, list(overview.entries.values()))
    yield from leaderboards(setting, overview)
    yield about(setting)
    yield not_found(setting)


def _mapped(made: Sequence[Made], settings: Sequence[FederationSetting]) -> list[str]:
    """The pages of the first language that are to be found; the one for addresses without a
    page is not."""
    others = tuple(setting.prefix for setting in settings[1:])
    return [
        path
        for path, _changed in made
        if path.endswith(".html") and path != "404.html" and not path.startswith(others)
    ]
