"""The parts that contexts are built of, and the frame that every page has.

Fields are declared with `holds` when they carry what people typed into the log, and with
`says` when they carry words of the program. The check of privacy reads the former.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from typing import Any

from markupsafe import Markup

from hanabi_log.site.people import Name


def holds(text: str, default: Any = MISSING) -> Any:
    """A field with values from the log. `text` tells writers of templates what it is."""
    return field(metadata={"help": text}, **_default(default))


def says(text: str, default: Any = MISSING) -> Any:
    """A field with the program's own words, numbers or drawings only."""
    return field(metadata={"help": text, "own": True}, **_default(default))


def _default(default: Any) -> dict[str, Any]:
    return {} if default is MISSING else {"default": default}


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A link of the frame."""

    text: str = says("the words of the link")
    href: str = says("the target, relative to `root`")
    current: bool = says("whether it leads to this page or its part of the site", False)
    lang: str = says("the language of the target, where it is another", "")
    place: str = says("`always` in the head, in a wide `head` only, or in the `foot`", "always")


@dataclass(frozen=True, slots=True)
class Figure:
    """A headline figure."""

    label: str = says("what it is")
    value: str = says("the figure")
    note: str = says("its count of games, and its interval")


@dataclass(frozen=True, slots=True, eq=False)
class GameSum:
    """What a game came to. Games that came to the same share one."""

    rules: str = holds("the ruleset as it is spelled")
    setup: str = says("how many sat at the table")
    unseen: str = says("why there is no picture, where there is none")
    points: str = says("the score, or what stands for it")
    out_of: str = says("the maximum, empty when nobody knows it")
    verdict: str = says("the band, or the outcome where there is none")
    ladder: Markup | None = says("the band as rising marks")
    detail: str = says("points, score and percentage in one line")
    remark: str = says("what else must be known about the sum; may be empty")
    fuses: Markup | None = says("the strikes as fuses")
    strikes: str = says("the strikes in words; may be empty")
    kind: str = says("`perfect`, `struck` or empty")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as a page shows it. What its GameSum holds can be asked of the card too."""

    number: int = says("its number in the session, from 1")
    anchor: str = says("its anchor on the session's page")
    href: str = holds("the link to it, relative to `root`")
    day: str = says("the date in words")
    picture: Markup | None = says("the fireworks; none when no stacks were logged")
    sentence: str = says("the fireworks in words, for readers of the page")
    tokens: Markup | None = says("the fireworks in the small form")
    sum: GameSum = holds("what it came to")
    names: tuple[Name, ...] = holds("who played")
    guests: str = says("how many guests, in words; may be empty")
    tags: tuple[str, ...] = holds("tags of the game")
    rainbow: bool = says("whether the picture needs the rainbow's symbols")

    def __getattr__(self, name: str) -> Any:
        # A missing `sum` must not be looked for in itself, as it would be while copying.
        if name in GameSum.__slots__:
            return getattr(self.sum, name)
        raise AttributeError(name)


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What every page has."""

    lang: str = says("the language of the page")
    path: str = holds("the page's file, relative to the root of its language")
    root: str = says("the way to the root of the language, to put before links")
    top: str = says("the way to the root of the site, to put before assets")
    title: str = holds("the title")
    description: str = holds("one sentence for search engines and previews; may be empty")
    club: Name = holds("the name of the club")
    nav: tuple[Link, ...] = says("the links to all parts of the site")
    languages: tuple[Link, ...] = says("the other languages of this page; href from `top`")
    canonical: str = holds("the full address, empty when the site's address is unknown")
    preview: str = says("the full address of a picture for previews; may be empty")
    logo: str = says("the club's own logo, from `top`; empty where ours stands")
    stylesheets: tuple[str, ...] = says("style sheets, from `top`")
    script: str = says("the script of the head, from `top`")
    charts_script: str = says("the script of charts, from `top`; empty on pages without charts")
    plotly: str = says("Plotly's file, from `top`")
    plotly_styles: str = says("the ids of style elements that Plotly would make")
    sprite: Markup | None = says("the symbols that fireworks on the page use")
    counts: tuple[str, ...] = says("the sentences on what counts, for the foot")
    csp: str = says("the content security policy")
