"""From a club to a folder of pages: gather, make contexts, write.

The same club gives the same bytes, whatever the clock says. A build that fails or is
interrupted leaves the folder as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import LANGUAGES, _, speaking
from hanabi_log.resources import shipped
from hanabi_log.site import privacy
from hanabi_log.site.beside import maps, of_club, of_language
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.games import Games
from hanabi_log.site.gather import Gathered, gather
from hanabi_log.site.keeping import Keeping, Key
from hanabi_log.site.look import NO_LOOK, Look
from hanabi_log.site.notes import remove_notes
from hanabi_log.site.offline import Offline, digest_for_table
from hanabi_log.site.output import Built, Output, writing
from hanabi_log.site.pieces import Piece, pieces
from hanabi_log.site.plans import Kept, Plan
from hanabi_log.site.processes import answering, usable
from hanabi_log.site.publicdata import File
from hanabi_log.site.render import Renderer
from hanabi_log.site.yeardata import YearData, year_paths, years

WORTH_IT = 1_500
"""The fewest games for which a further process earns back what its start costs."""


def build(
    club: Club,
    out: str,
    *,
    languages: Sequence[str] = ("en",),
    templates: str | None = None,
    base_url: str | None = None,
    look: Look = NO_LOOK,
    processes: int | None = None,
) -> Built:
    """Write the site of a club into the folder `out`.

    The first language stands at the root, each other in a folder of its code. Templates
    in the folder `templates` replace ours file by file. `base_url` is the address at
    which the root will be found; it is needed for nothing but full addresses. `look` has
    the club's colours, logo and sheet. `processes` share the work, as many as pay if unsaid.
    Raises InvalidInput for a language without a catalog, a folder that is not ours, a
    template or a look that cannot be used, or a withheld name on a page.
    """
    check_languages(languages)
    renderer = Renderer(templates, look)
    log = gather(club)
    with writing(out) as output:
        assets, styles = renderer.add_assets(output)
        settings = [
            Setting(log, language, tuple(languages), assets, base_url, styles, look.logo_name)
            for language in languages
        ]
        games = years(log)
        keeping = Keeping(output.out, settings, renderer.folders, games)
        press = _Press(renderer, output, keeping, log.people.withheld)
        tasks, processes = _tasks(settings, press, games), processes or _fitting(log)
        if processes > 1:
            renderer.compile()
        offline = Offline(renderer)
        paths: list[str] = []
        plans: list[Key] = []
        for files in answering(tasks, processes):
            for file in files:
                output.take(file.path, file.changed)
                if file.for_table:
                    offline.keep(file.path, file.for_table)
                if file.page and not file.prefix:
                    paths.append(file.path)
                if file.key:
                    plans.append((file.path, file.key))
        for path, content in offline.files(assets, club.name, languages):
            output.add(path, content)
        for path, content, _names in maps(settings[0], paths):
            output.add(path, content)
        remove_notes(output.out)
        built = output.finish()
        keeping.note(plans)
        return built


class _Made(NamedTuple):
    """A file that lies ready. `for_table` is its digest if it must open without a connection,
    `key` tells the next build whether it would say the same.
    """

    path: str
    changed: bool
    page: bool = False
    prefix: str = ""
    for_table: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class _Press:
    """Checks pages and files for names that are withheld, and lays them ready."""

    renderer: Renderer
    output: Output
    keeping: Keeping
    withheld: frozenset[str]

    def pages(self, setting: Setting, piece: Piece) -> list[_Made]:
        with speaking(setting.language):
            return [self._page(setting, page) for page in piece()]

    def files(self, setting: Setting, piece: Callable[[], Iterable[File]], at: str) -> list[_Made]:
        with speaking(setting.language):
            return [self._file(file, at) for file in piece()]

    def _page(self, setting: Setting, page: Page | Plan | Kept) -> _Made:
        path, key = setting.prefix + page.path, ""
        if isinstance(page, Plan):
            key = self.keeping.key(page)
        if isinstance(page, Kept) or self.keeping.has(path, key):
            return _Made(path, False, True, setting.prefix, key=key)
        context = page.context
        privacy.check(page.path, context, self.withheld)
        content = self.renderer.render(page.template, context)
        changed = self.output.stage(path, content)
        for_table = digest_for_table(path, content)
        return _Made(path, changed, True, setting.prefix, for_table, key)

    def _file(self, file: File, at: str) -> _Made:
        privacy.check(file.path, tuple(file.names), self.withheld)
        return _Made(at + file.path, self.output.stage(at + file.path, file.content))


def _tasks(
    settings: Sequence[Setting],
    press: _Press,
    games: Mapping[str, Games],
) -> list[Callable[[], list[_Made]]]:
    """What there is to make; what all of it needs is made here, so that it is made once."""
    tasks: list[Callable[[], list[_Made]]] = []
    kept = press.keeping
    last, data = settings[-1], YearData(settings[-1].log)
    # The data of a year is the largest piece of all, so it comes while little else lies in memory.
    for year, played in games.items():
        if year in kept.data:
            tasks.append(partial(_left_alone, year_paths(year)))
        else:
            tasks.append(partial(press.files, last, partial(data.files, year, played), ""))
    for setting in settings:
        with speaking(setting.language):
            _ = setting.log.sums, setting.board, setting.expected
            made = pieces(setting, kept.sessions, kept.lists)
            tasks += [partial(press.pages, setting, piece) for piece in made]
        of_it = partial(of_language, setting)
        tasks.append(partial(press.files, setting, of_it, setting.prefix))
    counts = {year: len(played) for year, played in games.items()}
    tasks.append(partial(press.files, last, partial(of_club, last, counts), ""))
    return tasks


def _left_alone(paths: Iterable[str]) -> list[_Made]:
    return [_Made(path, False) for path in paths]


def _fitting(log: Gathered) -> int:
    return usable() if len(log.games) >= WORTH_IT else 1


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
