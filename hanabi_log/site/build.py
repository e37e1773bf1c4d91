"""From a club to a folder of pages: gather, make contexts, write.

The same club gives the same bytes, whatever the clock says. A build that fails or is
interrupted leaves the folder as it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _, speaking
from hanabi_log.resources import shipped
from hanabi_log.site import privacy
from hanabi_log.site.beside import of_club, of_language
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.about import about, lost
from hanabi_log.site.contexts.calculator import calculator
from hanabi_log.site.contexts.enter import enter
from hanabi_log.site.contexts.groups import group_pages
from hanabi_log.site.contexts.home import home
from hanabi_log.site.contexts.hoola import hoola_pages
from hanabi_log.site.contexts.infigures import figures
from hanabi_log.site.contexts.leaderboard import leaderboard_pages
from hanabi_log.site.contexts.lineups import lineups
from hanabi_log.site.contexts.people import people_pages
from hanabi_log.site.contexts.records import records
from hanabi_log.site.contexts.rules import rulesets
from hanabi_log.site.contexts.sessions import session_pages, sessions_pages
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.contexts.sheet import sheet
from hanabi_log.site.gather import gather
from hanabi_log.site.look import NO_LOOK, Look
from hanabi_log.site.offline import Offline
from hanabi_log.site.output import Built, writing
from hanabi_log.site.render import PLOTLY, Renderer, plotly_styles


def build(
    club: Club,
    out: str,
    *,
    languages: Sequence[str] = ("en",),
    templates: str | None = None,
    base_url: str | None = None,
    look: Look = NO_LOOK,
) -> Built:
    """Write the site of a club into the folder `out`.

    The first language stands at the root, each other in a folder of its code. Templates
    in the folder `templates` replace ours file by file. `base_url` is the address at
    which the root will be found; it is needed for nothing but full addresses. `look` has
    the club's colours, logo and sheet.
    Raises InvalidInput for a language without a catalog, a folder that is not ours, a
    template or a look that cannot be used, or a withheld name on a page.
    """
    check_languages(languages)
    renderer = Renderer(templates, look)
    log = gather(club)
    with writing(out) as output:
        assets: dict[str, str] = {}
        paths: list[str] = []
        offline = Offline(renderer)
        styles: tuple[str, ...] = ()
        for name, path, content in renderer.assets():
            output.add(path, content)
            assets[name] = path
            if name == PLOTLY:
                styles = plotly_styles(content)
        for language in languages:
            setting = Setting(
                log, language, tuple(languages), assets, base_url, styles, look.logo_name
            )
            with speaking(language):
                for page in pages(setting):
                    if language == languages[0]:
                        paths.append(page.path)
                    privacy.check(page.path, page.context, log.people.withheld)
                    content = renderer.render(page.template, page.context)
                    output.add(setting.prefix + page.path, content)
                    offline.keep(setting.prefix + page.path, content)
                for file in of_language(setting):
                    privacy.check(file.path, file.names, log.people.withheld)
                    output.add(setting.prefix + file.path, file.content)
        for path, content in offline.files(assets, club.name, languages):
            output.add(path, content)
        for file in of_club(setting, paths):
            privacy.check(file.path, file.names, log.people.withheld)
            output.add(file.path, file.content)
        return output.finish()


def pages(setting: Setting) -> Iterator[Page]:
    """Every page of one language, made one after the other."""
    yield home(setting)
    yield from sessions_pages(setting)
    yield from session_pages(setting)
    yield from people_pages(setting)
    yield from group_pages(setting)
    yield from hoola_pages(setting)
    yield lineups(setting)
    yield from leaderboard_pages(setting)
    yield records(setting)
    yield figures(setting)
    yield rulesets(setting)
    yield sheet(setting)
    yield calculator(setting)
    yield enter(setting)
    yield about(setting)
    yield lost(setting)


def check_languages(languages: Sequence[str]) -> None:
    """Raise InvalidInput unless each language is known, has a catalog, and comes once."""
    buildable = [code for code in LANGUAGES if code == "en" or _has_catalog(code)]
    unfit = [code for code in languages if code not in buildable]
    if unfit or not languages or len(set(languages)) != len(languages):
        raise InvalidInput(
            _("The site cannot be written in these languages: {codes}").format(
                codes=", ".join(languages)
            ),
            [
                Problem(
                    _("There are {codes}, each at most once.").format(codes=", ".join(buildable)),
                    "lang",
                )
            ],
        )


def _has_catalog(code: str) -> bool:
    return os.path.exists(shipped("data", "locales", code, "LC_MESSAGES", "hanabi_log.mo"))
