"""Where contexts are made: the gathered log, one language, and the addresses of assets.

The setting knows what is the same on all pages of a language; a page adds the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple
from urllib.parse import quote, urlsplit

from hanabi_log.i18n import _
from hanabi_log.site.contexts.base import Frame, GameCard, Link
from hanabi_log.site.contexts.cards import Cards
from hanabi_log.site.fireworks import sprite
from hanabi_log.site.gather import Gathered
from hanabi_log.site.people import Name, script_of
from hanabi_log.stats.baselines import Baselines, baselines
from hanabi_log.stats.boards import Board, people_board
from hanabi_log.stats.counting import what_counts

LANGUAGE_NAMES = {"en": "English", "ko": "한국어"}

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be written: its file below the root of the language, template, context."""

    path: str
    template: str
    context: Frame


Place = Literal["always", "head", "foot"]
"""Where a part is linked: in the head of every page, only where it is wide, or in the foot."""


class Section(NamedTuple):
    """A part of the site: its first page, its words, and where it is linked."""

    href: str
    text: str
    place: Place = "foot"

    def holds(self, path: str) -> bool:
        """Whether a page belongs to this part."""
        folder, _slash, name = self.href.rpartition("/")
        if folder:
            return path.startswith(f"{folder}/")
        return path == self.href or path.startswith(f"{name.removesuffix('.html')}/")


@dataclass(frozen=True)
class Setting:
    """Everything a page needs beside its own subject.

    `languages` has the language of the site's root first; `assets` maps the name of an
    asset to its file; `base_url` is the address of the root, if it is known.
    `plotly_styles` are the ids of style elements that Plotly's file would make. `logo`
    names the club's own among the assets.
    """

    log: Gathered
    language: str
    languages: tuple[str, ...]
    assets: Mapping[str, str]
    base_url: str | None = None
    plotly_styles: tuple[str, ...] = ()
    logo: str = ""

    @property
    def prefix(self) -> str:
        """The folder of the language below the root of the site."""
        return "" if self.language == self.languages[0] else f"{self.language}/"

    @cached_property
    def club(self) -> Name:
        """The name of the club with a link to its home page."""
        name = self.log.club.name
        return Name(name, "index.html", script_of(name))

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """The sentences on what counts."""
        return what_counts("points")

    @cached_property
    def cards(self) -> Cards:
        """What makes the cards of games."""
        return Cards(self.log)

    @cached_property
    def board(self) -> Board:
        """People by points above expectation, with its words in the language."""
        return people_board(self.log.sums, self.log.boarded, expected=self.expected)

    @cached_property
    def expected(self) -> Baselines:
        """What each setup usually gives, over all games."""
        return baselines(self.log.sums)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the site: those in the head of every page first."""
        return (
            Section("index.html", _("Home"), "head"),
            Section("sessions/index.html", _("Sessions"), "always"),
            Section("people/index.html", _("People"), "always"),
            Section("leaderboard.html", _("Leaderboard"), "always"),
            Section("records.html", _("Records"), "always"),
            Section("figures.html", _("Figures"), "head"),
            Section("rulesets.html", _("Rules"), "head"),
            Section("groups/index.html", _("Groups")),
            *self._hoola_sections,
            Section("lineups.html", _("Line-ups")),
            Section("calculator.html", _("Calculator")),
            Section("enter.html", _("Enter games")),
            Section("sheet.html", _("Score sheet")),
            Section("about.html", _("About")),
        )

    @property
    def _hoola_sections(self) -> tuple[Section, ...]:
        # A club that never played it is not bothered with it.
        return (Section("hoola/index.html", _("Hoola King")),) if self.log.club.hoola else ()

    def frame(
        self,
        path: str,
        title: str,
        *,
        description: str = "",
        cards: Iterable[GameCard] = (),
        fireworks: bool | None = None,
        charts: bool = False,
        sheets: Sequence[str] = (),
    ) -> dict[str, Any]:
        """The values of a Frame for one page, which `sheets` of its own may dress further."""
        shown = list(cards)
        drawn = fireworks if fireworks is not None else bool(shown)
        rainbow = any(card.rainbow for card in shown)
        root, top = self._ways(path)
        address = (
            f"{self.base_url.rstrip('/')}/{quote(self.prefix + path)}" if self.base_url else ""
        )
        return {
            "lang": self.language,
            "path": path,
            "root": root,
            "top": top,
            "title": title,
            "description": description,
            "club": self.club,
            "nav": self._nav(path),
            "languages": tuple(
                Link(LANGUAGE_NAMES.get(code, code), self._elsewhere(code, path), lang=code)
                for code in self.languages
                if code != self.language
            ),
            "canonical": address,
            "preview": self._preview,
            "logo": self.assets.get(self.logo, ""),
            "stylesheets": self._stylesheets(sheets),
            "script": self.assets["site.js"],
            "charts_script": self.assets["charts.js"] if charts else "",
            "plotly": self.assets["plotly.min.js"] if charts else "",
            "plotly_styles": " ".join(self.plotly_styles),
            "sprite": sprite(rainbow) if drawn else None,
            "counts": self.counts,
            "csp": CSP,
        }

    @staticmethod
    def without_charts(frame: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a Frame for a page that might have had charts."""
        return {**frame, "charts_script": "", "plotly": ""}

    def _nav(self, path: str) -> tuple[Link, ...]:
        place = next((n for n, part in enumerate(self.sections) if part.holds(path)), -1)
        return self._navs.get(place) or self._navs.setdefault(
            place,
            tuple(
                Link(section.text, section.href, current=n == place, place=section.place)
                for n, section in enumerate(self.sections)
            ),
        )

    @cached_property
    def _navs(self) -> dict[int, tuple[Link, ...]]:
        return {}

    def _stylesheets(self, further: Sequence[str]) -> tuple[str, ...]:
        names = ("site.css", *further, "colours.css", "club.css", "extra.css")
        return tuple(self.assets[name] for name in names if name in self.assets)

    @property
    def _preview(self) -> str:
        if self.base_url is None or "social.png" not in self.assets:
            return ""
        return f"{self.base_url.rstrip('/')}/{self.assets['social.png']}"

    def _ways(self, path: str) -> tuple[str, str]:
        if path == "404.html" and self.base_url:
            # A host shows this page under any address, so only full paths lead home.
            top = urlsplit(self.base_url).path.rstrip("/") + "/"
            return top + self.prefix, top
        root = "../" * path.count("/")
        return root, root + ("../" if self.prefix else "")

    def _elsewhere(self, code: str, path: str) -> str:
        prefix = "" if code == self.languages[0] else f"{code}/"
        return prefix + quote(path)
