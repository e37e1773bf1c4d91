"""Our side of a fair pair: the index and everybody's page, and no other page.

`python -m benchmarks.peers.ours DB OUT` makes them as `build` does, with all that they show
beyond what the peers show: distances from the baseline, intervals, pictures of games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from benchmarks.clubs import NOW
from hanabi_log.config import Config, Place
from hanabi_log.i18n import speaking
from hanabi_log.logbook.log import open_log
from hanabi_log.logbook.publishing import load_club
from hanabi_log.site.contexts.home import home
from hanabi_log.site.contexts.people import everybody, people_page, person_pages
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.gather import gather
from hanabi_log.site.output import writing
from hanabi_log.site.render import Renderer


def main(db: str, out: str) -> None:
    """Write the pages and what they link to."""
    with open_log(Place(db, "", Config()), NOW) as log, writing(out) as output:
        renderer = Renderer()
        assets, _styles = renderer.add_assets(output)
        with speaking("en"):
            setting = Setting(gather(load_club(log)), "en", ("en",), assets)
            for page in pages(setting):
                output.add(page.path, renderer.render(page.template, page.context))
        output.finish()


def pages(setting: Setting) -> Iterator[Page]:
    """The index, the list of people, and a page for each."""
    yield home(setting)
    yield people_page(setting)
    yield from person_pages(setting, everybody(setting))


if __name__ == "__main__":
    main(*sys.argv[1:])
