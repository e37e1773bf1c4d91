"""The score sheet: a page to print and fill in at the table, for whoever logs games later.

It asks for what `add` asks for, in the same order, with a place for every card.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.games.hanabi.suits import RANKS, STANDARD_NAMES, Suit
from hanabi_log.i18n import _
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import suit_class
from hanabi_log.stats.packed import Facts

GAMES = 4
"""Games on a sheet."""
SUITS = "RYGBWMK"


@dataclass(frozen=True, slots=True)
class SheetSuit:
    """A line of the sheet: a suit and its five cards."""

    code: str = says("the letter of the suit")
    label: str = says("its name")
    disc: Markup = says("its disc")
    cards: tuple[str, ...] = says("the cards in the order in which they are laid")


@dataclass(frozen=True, kw_only=True)
class SheetPage(Frame):
    """A score sheet to print."""

    lede: str = says("how it is used")
    games: tuple[int, ...] = says("the numbers of the games on a sheet")
    suits: tuple[SheetSuit, ...] = says("the suits")
    strikes: tuple[int, ...] = says("the strikes to tick")
    rules: tuple[str, ...] = holds("the rulesets that this club plays most")
    example: Markup = says("how the first game is typed later")


def sheet(setting: Setting) -> Page:
    """The score sheet."""
    played = setting.log.plays.tally_by(_ruleset)
    del played["unknown"]
    rules = sorted(played, key=lambda spec: (-played[spec], spec))[:3]
    context = SheetPage(
        **setting.frame(
            "sheet.html",
            _("Score sheet"),
            description=_("A sheet to print and fill in at the table."),
            sheets=("sheet.css",),
        ),
        lede=_(
            "Print it, circle the last card laid of each suit, tick the strikes. Whoever logs the"
            " games needs nothing else."
        ),
        games=tuple(range(1, GAMES + 1)),
        suits=tuple(_suit(code) for code in SUITS),
        strikes=(1, 2, 3),
        rules=tuple(rules) or ("basic",),
        example=_example(
            "hanabi-log add 54432",
            "-s 1",
            f'-p "{_("Ann, Bo")}"',
            f'-g "{_("Tuesday table")}"',
            "-d 2026-11-28",
        ),
    )
    return Page("sheet.html", "sheet.html", context)


def _ruleset(facts: Facts) -> str:
    return facts.ruleset


def _example(*pieces: str) -> Markup:
    """A command that breaks between its options only."""
    return Markup(" ").join(Markup('<span class="nb">{}</span>').format(part) for part in pieces)


def _suit(code: str) -> SheetSuit:
    suit = Suit(code, STANDARD_NAMES[code], "down" if code == "K" else "up")
    return SheetSuit(
        code,
        suit.label,
        Markup(f'<span class="tk {suit_class(code)}"><b>{code}</b></span>'),
        tuple(str(suit.last_card(laid)) for laid in range(RANKS + 1)),
    )
